/* The filter of the ledger page: by source, verdict and text; state is kept in the address. */
document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("ledger-filter");
  if (!form) return;
  const rows = [...document.querySelectorAll("#ledger tbody tr")];
  const fields = ["source", "verdict", "text"];
  const address = new URL(window.location.href);
  let page = address.searchParams.get("page") || "";
  for (const name of fields) form.elements[name].value = address.searchParams.get(name) || "";

  const matches = (row, wanted) =>
    (!wanted.source || row.dataset.source === wanted.source) &&
    (!wanted.verdict || row.dataset.verdict === wanted.verdict) &&
    (!page || row.dataset.page === page) &&
    (!wanted.text || row.textContent.toLowerCase().includes(wanted.text.toLowerCase()));

  const apply = () => {
    const wanted = Object.fromEntries(fields.map((name) => [name, form.elements[name].value]));
    let shown = 0;
    for (const row of rows) {
      row.hidden = !matches(row, wanted);
      shown += !row.hidden;
    }
    form.querySelector("output").textContent =
      `${shown} of ${rows.length} claims` + (page ? ` answered on the page ${page}` : "");
    for (const name of fields) {
      if (wanted[name]) address.searchParams.set(name, wanted[name]);
      else address.searchParams.delete(name);
    }
    if (page) address.searchParams.set("page", page);
    else address.searchParams.delete("page");
    try { window.history.replaceState(null, "", address); } catch { /* a file:// page keeps its address */ }
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => { page = ""; apply(); });
  apply();
});
