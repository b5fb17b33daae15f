// What axe says of one row, word of code or formula it says of all that look the same, and it looks
// at each for a long time.  So three of a kind stay, and a formula too wide for its place is a kind of
// its own.  Parts of a drawing are no content of the page.
() => {
  const more = (things, kind) => {
    const seen = new Map();
    return [...things].filter((thing) => {
      const key = kind(thing);
      seen.set(key, (seen.get(key) || 0) + 1);
      return seen.get(key) > 3;
    });
  };
  for (const body of document.querySelectorAll("tbody"))
    more(body.rows, (row) => row.querySelector(".verdict")?.className).forEach((row) => row.remove());
  more(document.querySelectorAll(".highlight span"), (span) => span.className).forEach((span) =>
    span.replaceWith(...span.childNodes),
  );
  const scrolls = (formula) => formula.scrollWidth > formula.clientWidth;
  more(document.querySelectorAll("mjx-container"), scrolls).forEach((formula) => formula.remove());
  document.querySelectorAll("svg[role=img]").forEach((drawing) => drawing.replaceChildren());
}
