// @ts-check
/**
 * One turn of Yahtzee: the value of every keep and every box, from a table of what each card is
 * worth.  The same sums and maxima serve the average (one lane) and the chances of many targets at
 * once (a lane each).
 */
import { DICE, UPPER_TARGET, countsOf, placements, readSheet } from "./yahtzee-rules.js";
import { TableError } from "./tables.js";
import { InputError, t } from "./words.js";

/** @typedef {import("./yahtzee-rules.js").Rules} Rules */
/** @typedef {import("./yahtzee-rules.js").Sheet} Sheet */
/** @typedef {{box?: number, keep?: number[], points?: number, value: number, regret: number}} Option
 *  a box to score in, or dice to keep; its worth, and how much less that is than the best */

export const SETS = 3 * 64 * 64;
export const TOTALS = UPPER_TARGET + 1;
const FACES = [1, 2, 3, 4, 5, 6];

/** @param {number} size @param {number} [from] @returns {number[][]} all combinations of dice */
function combinations(size, from = 1) {
  if (size === 0) return [[]];
  return FACES.filter((face) => face >= from)
    .flatMap((face) => combinations(size - 1, face).map((rest) => [face, ...rest]));
}

/** Every combination of five dice down to none; the first 252 are the rolls. */
export const ROWS = [5, 4, 3, 2, 1, 0].flatMap((size) => combinations(size));
export const ROLLS = 252;
const COUNTS = ROWS.map(countsOf);
const ROW_OF = new Map(ROWS.map((dice, row) => [dice.join(""), row]));

/** @param {number[]} dice @returns {number} row of a combination, sorted or not */
export const rowOf = (dice) => /** @type {number} */ (ROW_OF.get([...dice].sort().join("")));

/** Row of a keep with one die more, six for each keep from row 252 on. */
export const MORE = Int16Array.from(
  ROWS.slice(ROLLS).flatMap((dice) => FACES.map((face) => rowOf([...dice, face]))),
);

/** Rows of a combination with one die less: its parts. */
export const PARTS = ROWS.map((dice) =>
  [...new Set(dice)].map((face) => rowOf(dice.filter((_, i) => i !== dice.indexOf(face)))));

const FACTORIAL = [1, 1, 2, 6, 24, 120];
export const ROLL_CHANCE = COUNTS.slice(0, ROLLS).map(
  (counts) => 120 / counts.reduce((all, n) => all * FACTORIAL[n], 1) / 6 ** DICE,
);

/**
 * From the rolls, fill every keep with the mean over its next die; `x` has `lanes` values a row.
 * @param {Float64Array} x @param {number} lanes
 */
function meanOfKeeps(x, lanes) {
  for (let row = ROLLS; row < ROWS.length; row++) {
    const at = row * lanes, e = 6 * (row - ROLLS);
    const a = MORE[e] * lanes, b = MORE[e + 1] * lanes, c = MORE[e + 2] * lanes;
    const d = MORE[e + 3] * lanes, f = MORE[e + 4] * lanes, g = MORE[e + 5] * lanes;
    for (let i = 0; i < lanes; i++) {
      x[at + i] = (x[a + i] + x[b + i] + x[c + i] + x[d + i] + x[f + i] + x[g + i]) / 6;
    }
  }
}

/**
 * Replace every row by the best that may be kept of it.
 * @param {Float64Array} x @param {number} lanes
 */
function bestOfKeeps(x, lanes) {
  for (let row = ROWS.length - 1; row >= 0; row--) {
    const at = row * lanes;
    for (const part of PARTS[row]) {
      const from = part * lanes;
      for (let i = 0; i < lanes; i++) if (x[from + i] > x[at + i]) x[at + i] = x[from + i];
    }
  }
}

/**
 * Worth of every keep with so many rolls to come, from the worth of each final roll in `x`.
 * @param {Float64Array} x @param {number} lanes @param {number} rollsLeft
 */
export function keepValues(x, lanes, rollsLeft) {
  for (let left = rollsLeft; left > 0; left--) {
    meanOfKeeps(x, lanes);
    if (left > 1) bestOfKeeps(x, lanes);
  }
}

/**
 * Which keep, of all that may be kept of each row, is worth most.
 * @param {Float64Array} x one value a row @returns {Int16Array}
 */
function bestParts(x) {
  const best = new Int16Array(ROWS.length);
  for (let row = ROWS.length - 1; row >= 0; row--) {
    best[row] = row;
    for (const part of PARTS[row]) if (x[best[part]] > x[best[row]]) best[row] = best[part];
  }
  return best;
}

/** Throw what is missing of each keep. @param {Float64Array} mass of rows; in the end only of rolls */
function spread(mass) {
  for (let row = ROWS.length - 1; row >= ROLLS; row--) {
    for (let face = 0; face < 6; face++) mass[MORE[6 * (row - ROLLS) + face]] += mass[row] / 6;
    mass[row] = 0;
  }
}

/**
 * How likely each final roll of the turn is after a keep, best play afterwards.
 * @param {Float64Array} worth of each final roll @param {number[]} keep @param {number} left rolls
 * @returns {Float64Array} by roll
 */
export function finalRolls(worth, keep, left) {
  const mass = new Float64Array(ROWS.length);
  mass[rowOf(keep)] = 1;
  spread(mass);
  for (let still = left - 1; still > 0; still--) {
    const x = new Float64Array(ROWS.length);
    x.set(worth.subarray(0, ROLLS));
    keepValues(x, 1, still);
    const best = bestParts(x);
    for (let roll = 0; roll < ROLLS; roll++) {
      if (best[roll] === roll) continue;
      mass[best[roll]] += mass[roll];
      mass[roll] = 0;
    }
    spread(mass);
  }
  return mass.subarray(0, ROLLS);
}

/** @param {Rules} rules @param {number} set @param {number} total @returns for each roll, what
 *  `placements` finds */
export const allPlacements = (rules, set, total) =>
  COUNTS.slice(0, ROLLS).map((counts) => placements(rules, set, total, counts));

/** @param {number} mask filled upper boxes @returns {{missed: number, totals: number[]}} the upper
 *  total up to which the bonus is lost for good, and the totals that stand for themselves */
export function totalsOf(mask) {
  let reachable = new Set([0]), most = 0;
  for (const face of FACES.filter((each) => (mask >> (each - 1)) & 1)) {
    most += 5 * face;
    reachable = new Set([...reachable].flatMap((sum) =>
      [0, 1, 2, 3, 4, 5].map((n) => Math.min(UPPER_TARGET, sum + n * face))));
  }
  const missed = most - 43; // 62 less what the open boxes can bring at most, 105 - most
  const alive = [...reachable].filter((sum) => sum > missed).sort((a, b) => a - b);
  return { missed, totals: missed >= 0 ? [missed, ...alive] : alive };
}

/** `missed` of `totalsOf`, by mask. */
export const MISSED = Int32Array.from({ length: 64 }, (_, mask) => totalsOf(mask).missed);

/** The smallest total that stands for itself, by mask. */
const LOWEST = Int32Array.from({ length: 64 }, (_, mask) => totalsOf(mask).totals[0]);

/**
 * A number of every card, by set and upper total.  Undoes what the library packed: differences along
 * the upper total and along each lower box, in whole steps, the sign in the lowest bit, in planes of
 * bytes.
 * @param {import("./tables.js").Table} table
 */
export function numbersOfCards({ data: { steps }, arrays: { low, middle, high } }) {
  const values = new Float64Array(SETS * TOTALS);
  let at = 0;
  for (let mask = 0; mask < 64; mask++) {
    const { missed, totals } = totalsOf(mask);
    const sums = new Int32Array(SETS / 64);
    let from = 0;
    for (const total of totals) {
      for (let other = 0; other < SETS / 64; other++, at++) {
        const code = low[at] + 256 * middle[at] + 65536 * high[at];
        sums[other] += code & 1 ? -(code + 1) / 2 : code / 2;
      }
      const worth = sums.slice();
      for (let box = 1; box < 64; box *= 2) {
        for (let other = 0; other < SETS / 64; other++) if (other & box) worth[other] += worth[other ^ box];
      }
      // totals that missed the bonus for good share a value; others between never occur
      for (let sum = total === missed ? from : total; sum <= total; sum++) {
        for (let other = 0; other < SETS / 64; other++) {
          values[(other * 64 + mask) * TOTALS + sum] = worth[other] / steps;
        }
      }
      from = total + 1;
    }
  }
  if (at !== low.length) throw new TableError(t`The table of solved cards does not have the size it should.`);
  return values;
}

/** What every card is worth: points still to come on average, playing best. */
export class Anchors {
  /** @param {Rules} rules @param {Float64Array} values by set and upper total */
  constructor(rules, values) {
    this.rules = rules;
    this.values = values;
  }

  /** @param {import("./tables.js").Table} table */
  static unpack(table) {
    return new Anchors(table.rules, numbersOfCards(table));
  }

  /** @param {number} set @param {number} total */
  value(set, total) {
    return this.values[set * TOTALS + total];
  }

  /** Worth of a placement, of the points it brings and what comes after.
   *  @param {{points: number, set: number, total: number}} place */
  worth(place) {
    return place.points + this.value(place.set, place.total);
  }

  /** What the upper points of a card are worth towards the bonus: more than with zeros in their place.
   *  @param {{set: number, total: number}} card */
  towardsBonus({ set, total }) {
    return this.value(set, total) - this.value(set, LOWEST[set & 63]);
  }

  /** @param {Sheet} sheet @returns {number} final score on average, before the next roll */
  expected(sheet) {
    const { set, total, points } = readSheet(sheet, this.rules);
    return points + this.value(set, total);
  }
}

/**
 * Rank every choice, the best first.
 * @param {{rules: Rules, worth: (place: {points: number, set: number, total: number}) => number}}
 * judge  what a placement is worth
 * @param {Sheet} sheet @param {number[]} dice @param {number} rollsLeft
 * @returns {Option[]}
 */
export function advise(judge, sheet, dice, rollsLeft) {
  const { set, total, open } = readSheet(sheet, judge.rules);
  if (!open.length) throw new InputError(t`The card is full: the game is over.`);
  if (![0, 1, 2].includes(rollsLeft)) throw new InputError(t`There are 0, 1 or 2 rolls left.`);
  const all = allPlacements(judge.rules, set, total), roll = rowOf(dice);
  const options = all[roll].map(({ box, points, ...next }) =>
    ({ box, points, value: judge.worth({ points, ...next }), regret: 0 }));
  /** @type {Option[]} */
  const ranked = [...options];
  if (rollsLeft) {
    const x = new Float64Array(ROWS.length);
    all.forEach((places, row) => { x[row] = Math.max(...places.map((p) => judge.worth(p))); });
    keepValues(x, 1, rollsLeft);
    for (const keep of keepsOf(dice)) ranked.push({ keep, value: x[rowOf(keep)], regret: 0 });
  }
  ranked.sort((a, b) => b.value - a.value);
  return ranked.map((option) => ({ ...option, regret: ranked[0].value - option.value }));
}

/** @param {number[]} dice @returns {number[][]} all that may be kept of a roll, but all of it */
export function keepsOf(dice) {
  const found = new Map();
  for (let mask = 0; mask < 2 ** DICE - 1; mask++) {
    const keep = dice.filter((_, i) => (mask >> i) & 1).sort();
    found.set(keep.join(""), keep);
  }
  return [...found.values()].sort((a, b) => b.length - a.length);
}
