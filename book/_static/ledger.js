/* The filter of the ledger page: by source, verdict, chapter and text; state is kept in the address. */
document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("ledger-filter");
  if (!form) return;
  const claims = [...document.querySelectorAll("#ledger tbody")];
  const fields = ["source", "verdict", "page", "text"];
  const address = new URL(window.location.href);
  for (const name of fields) form.elements[name].value = address.searchParams.get(name) || "";

  const matches = (claim, wanted) =>
    ["source", "verdict", "page"].every((name) => !wanted[name] || claim.dataset[name] === wanted[name]) &&
    (!wanted.text || claim.textContent.toLowerCase().includes(wanted.text.toLowerCase()));

  const apply = () => {
    const wanted = Object.fromEntries(fields.map((name) => [name, form.elements[name].value]));
    let shown = 0;
    for (const claim of claims) {
      claim.hidden = !matches(claim, wanted);
      shown += !claim.hidden;
    }
    form.querySelector("output").textContent = `${shown} of ${claims.length} claims`;
    for (const name of fields) {
      if (wanted[name]) address.searchParams.set(name, wanted[name]);
      else address.searchParams.delete(name);
    }
    try { window.history.replaceState(null, "", address); } catch { /* a file:// page keeps its address */ }
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  apply();
  const place = address.hash && document.getElementById(decodeURIComponent(address.hash.slice(1)));
  if (place) place.scrollIntoView(); // the rows that are hidden now have moved it
});
