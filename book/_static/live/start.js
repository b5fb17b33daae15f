// @ts-check
/**
 * Put the pictures of this page in motion, each when it comes near the window. A page opened as a
 * file keeps its still pictures: browsers load modules from servers only.
 */
(() => {
  if (location.protocol === "file:" || !("IntersectionObserver" in window)) return;
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      import("./frame.js").then(({ mount }) => mount(/** @type {HTMLElement} */ (target)));
    }
  }, { rootMargin: "600px" });
  const begin = () => { for (const place of document.querySelectorAll("[data-live]")) near.observe(place); };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
