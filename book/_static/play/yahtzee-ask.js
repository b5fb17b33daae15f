// @ts-check
/** Ask for the chances of a score, a worker or a table of openings, and keep the answer for the rest of the game. */
import { loadTable } from "./frame.js";
import { VARIANTS, readSheet } from "./yahtzee-rules.js";
import { Chances, MOST_OPEN, unpackOpening } from "./yahtzee-chances.js";
import { t } from "./words.js";

/** Tables by the number of open boxes, and up to how many more points they go; they are for the rules in the box. */
const OPENINGS = Object.freeze({ 13: "yahtzee-opening", 12: "yahtzee-opening", 11: "yahtzee-opening-11" }), NEEDS = 500;

/** @type {Chances|null} */
let solved = null;
/** @type {Worker|null} */
let worker = null;
/** @type {Map<string, Promise<Chances>>} */
const opened = new Map();

/** @param {import("./yahtzee-rules.js").Rules} rules @param {string} name */
function opening(rules, name) {
  const found = opened.get(name) ?? loadTable(name, 1).then((table) => unpackOpening(rules, table));
  opened.set(name, found);
  found.catch(() => opened.delete(name));
  return found;
}

/**
 * Why a chance is not known here, in a sentence.
 * @param {import("./yahtzee-rules.js").Rules} rules @param {import("./yahtzee-rules.js").Sheet} sheet @param {number} target
 */
export function unknownChance(rules, sheet, target) {
  const { open, points } = readSheet(sheet, rules);
  if (open.length <= MOST_OPEN) return "";
  if (rules.name !== Object.keys(VARIANTS)[0]) return t`Under this joker rule chances are worked out for ${MOST_OPEN} open boxes or fewer, and ${open.length} are open: the advice is for the average.`;
  return target - points <= NEEDS ? "" : t`So early in the game chances are known for up to ${NEEDS} more points: the advice is for the average.`;
}

/**
 * @param {import("./yahtzee-rules.js").Rules} rules @param {import("./yahtzee-rules.js").Sheet} sheet
 * @param {number} target of which `unknownChance` has nothing to say @param {(share: number) => void} progress
 * @returns {Promise<Chances>} never settled if another question comes first
 */
export function chancesFor(rules, sheet, target, progress) {
  worker?.terminate();
  const { open } = readSheet(sheet, rules);
  if (open.length in OPENINGS) return opening(rules, OPENINGS[/** @type {keyof typeof OPENINGS} */ (open.length)]);
  if (solved?.covers(sheet, target)) return Promise.resolve(solved);
  const mine = new Worker(new URL("./yahtzee-worker.js", import.meta.url), { type: "module" });
  worker = mine;
  return new Promise((resolve, reject) => {
    mine.addEventListener("error", () => reject(new Error("the chances could not be worked out")));
    mine.addEventListener("message", ({ data }) => {
      if (data.share !== undefined) return progress(data.share);
      solved = Object.assign(new Chances(rules, data.most), { rows: data.rows, values: data.values });
      mine.terminate();
      resolve(solved);
    });
    mine.postMessage({ rules, sheet, target });
  });
}
