// A link into a closed door opens it; so does printing. A tap on a word of the glossary explains it.
"use strict";

/** @type {string | undefined} The theme of the screen, while a page is printed. */
let theme;

/** Open every closed element around the target of the address. */
function openTarget() {
  const name = decodeURIComponent(location.hash.slice(1));
  const place = name ? document.getElementById(name) : null;
  const inside = place !== null && place.closest("details:not([open])") !== null;
  for (let here = place; here !== null; here = here.parentElement) {
    if (here instanceof HTMLDetailsElement) here.open = true;
  }
  if (inside && place !== null) place.scrollIntoView();
}

addEventListener("hashchange", openTarget);
addEventListener("DOMContentLoaded", openTarget);
addEventListener("beforeprint", () => {
  for (const door of document.querySelectorAll("details")) door.open = true;
  // Paper is white, whatever the screen is.
  theme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = theme;
});

/** Without a mouse, the first tap on a word shows its meaning, the second goes to the glossary. */
addEventListener("click", (event) => {
  const word = event.target instanceof Element ? event.target.closest("a.word") : null;
  const first = word !== null && !word.classList.contains("told");
  for (const told of document.querySelectorAll("a.word.told")) told.classList.remove("told");
  if (!first || matchMedia("(hover: hover)").matches) return;
  word.classList.add("told");
  event.preventDefault();
});
