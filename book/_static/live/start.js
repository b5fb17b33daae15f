// @ts-check
/**
 * Put the pictures of this page in motion, each when it comes near the window. A page opened as a
 * file keeps its still pictures: browsers load modules from servers only.
 */
(() => {
  if (location.protocol === "file:" || !("IntersectionObserver" in window)) return;
  let untouched = true;
  for (const deed of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(deed, () => { untouched = false; }, { once: true, passive: true, capture: true });
  }
  // Pictures in motion and typeset formulas have another height than what stood there before: who
  // came by a link to a section would be carried past it.
  const settle = () => {
    if (untouched && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  };
  addEventListener("load", () => {
    settle();
    /** @type {any} */ (window).MathJax?.startup?.promise?.then(settle);
  });
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      import("./frame.js").then(({ mount }) => mount(/** @type {HTMLElement} */ (target))).then(settle);
    }
  }, { rootMargin: "600px" });
  // Words that set a picture: the link leads there by itself, and the picture begins again as they say.
  addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a.live-move") : null;
    const place = link instanceof HTMLAnchorElement ? document.getElementById(link.hash.slice(1)) : null;
    if (!(link instanceof HTMLAnchorElement) || !place) return;
    near.unobserve(place);
    const start = { ...JSON.parse(place.dataset.start ?? "{}"), ...JSON.parse(link.dataset.start ?? "{}") };
    import("./frame.js").then(({ mount }) => mount(place, start))
      .then(() => {  // the new picture may have another height: to its beginning, but with the whole map
        place.scrollIntoView({ behavior: "instant" });
        place.querySelector(".live-map")?.scrollIntoView({ behavior: "instant", block: "nearest" });
      });
  });
  const begin = () => { for (const place of document.querySelectorAll("[data-live]")) near.observe(place); };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
