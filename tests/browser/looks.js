// The contrast of words follows from their colour, their letters and the grounds that they stand on.
// So of all that look the same two are marked, and axe is asked for the contrast of those.
() => {
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
  const seen = new Map();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (const marked = new Set(); words.nextNode(); ) {
    const element = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || marked.has(element)) continue;
    marked.add(element);
    const { color, font, textDecoration, textShadow } = getComputedStyle(element);
    const look = [element.tagName, color, font, textDecoration, textShadow, ground(element)].join();
    seen.set(look, (seen.get(look) || 0) + 1);
    if (seen.get(look) <= 2) element.dataset.look = "";
  }
  return seen.size;
}
