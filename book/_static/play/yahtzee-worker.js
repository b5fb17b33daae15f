// @ts-check
/** Works out the chances of scores beside the page, which stays free to answer. */
import { solveChances } from "./yahtzee-chances.js";

self.addEventListener("message", ({ data: { rules, sheet, target } }) => {
  let told = 0;
  const solved = solveChances(rules, sheet, target, (share) => {
    if (share < told + 0.02) return;
    told = share;
    self.postMessage({ share });
  });
  const { most, rows, values } = solved;
  /** @type {any} */ (self).postMessage({ most, rows, values }, [values.buffer]);
});
