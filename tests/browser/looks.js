// The contrast of words follows from their colour, their letters and the grounds that they stand on,
// and links must differ from the words around.  So the first of all that look the same is marked, if
// no page before had that look, and axe is asked for the contrast of those.
([before, part]) => {
  const grounds = new Map([[null, ""]]);
  const ground = (element) => {
    if (!grounds.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter].join();
      const below = ground(element.parentElement);
      grounds.set(element, below.endsWith(own) ? below : `${below}|${own}`);
    }
    return grounds.get(element);
  };
  document.querySelectorAll("[data-look]").forEach((element) => delete element.dataset.look);
  const known = new Set(before);
  const seen = new Set();
  const words = document.createTreeWalker(document.querySelector(part), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const element = words.currentNode.parentElement;
    const { width, height } = element.getBoundingClientRect();
    if (!words.currentNode.data.trim() || width < 2 || height < 2) continue; // nothing is seen
    const { color, font, textDecoration, textShadow } = getComputedStyle(element);
    const look = [element.tagName === "A", color, font, textDecoration, textShadow, ground(element)].join();
    if (!seen.has(look) && !known.has(look)) element.dataset.look = "";
    seen.add(look);
  }
  return [...seen];
}
