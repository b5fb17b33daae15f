// Browsers run modules over http only: a page opened as a file keeps its listings as they are. A
// module that is asked for here does not wait for the page as one named in the page would.
(() => {
  if (location.protocol === "file:") return;
  const begin = () => void import("./run.js");
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
