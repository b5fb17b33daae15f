// @ts-check
/** Ask a worker for the chances of a score, and keep its answer for the rest of the game. */
import { readSheet } from "./yahtzee-rules.js";
import { Chances } from "./yahtzee-chances.js";

/** The highest score of a game: thirteen Yahtzees, placed at best. */
export const HIGHEST = 1575;

/** @type {Chances|null} */
let solved = null;
/** @type {Worker|null} */
let worker = null;

/**
 * @param {import("./yahtzee-rules.js").Rules} rules @param {import("./yahtzee-rules.js").Sheet} sheet
 * @param {number} target @param {(share: number) => void} progress
 * @returns {Promise<Chances>} never settled if another question comes first
 */
export function chancesFor(rules, sheet, target, progress) {
  worker?.terminate();
  const need = target - readSheet(sheet, rules).points;
  if (solved?.covers(sheet) && need <= solved.most) return Promise.resolve(solved);
  const mine = new Worker(new URL("./yahtzee-worker.js", import.meta.url), { type: "module" });
  worker = mine;
  return new Promise((resolve, reject) => {
    mine.addEventListener("error", () => reject(new Error("the chances could not be worked out")));
    mine.addEventListener("message", ({ data }) => {
      if (data.share !== undefined) return progress(data.share);
      solved = Object.assign(new Chances(rules, data.most), { table: data.table });
      mine.terminate();
      resolve(solved);
    });
    mine.postMessage({ rules, sheet, target });
  });
}
