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
  const begin = () => { for (const place of document.querySelectorAll("[data-live]")) near.observe(place); };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
