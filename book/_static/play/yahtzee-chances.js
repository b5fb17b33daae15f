// @ts-check
/**
 * The greatest chance of still scoring so many points in Yahtzee, from one card on: every target
 * at once, a lane each, by the sums and maxima of `yahtzee-turn.js`.  For cards with few open boxes.
 */
import { boxPoints, countsOf, openBoxes, readSheet } from "./yahtzee-rules.js";
import { MISSED, ROLLS, ROWS, TOTALS, allPlacements, turnValue } from "./yahtzee-turn.js";
import { InputError, t } from "./words.js";

/** @typedef {import("./yahtzee-rules.js").Rules} Rules */
/** @typedef {import("./yahtzee-rules.js").Sheet} Sheet */

/** Most open boxes for which the chances are worked out in the browser. */
export const MOST_OPEN = 7;
const LANES = 16;
/** A row begins with as many ones, for needs that are met, and ends with as many zeros. */
const EDGE = LANES - 1;
const HIGHEST_BOX = Array.from({ length: 13 }, (_, box) =>
  Math.max(...ROWS.slice(0, ROLLS).map((dice) => boxPoints(box, countsOf(dice)))));

/** @param {Rules} rules @param {number} set @param {number} total @returns {number} a bound on what
 *  can still be scored */
function mostToCome(rules, set, total) {
  const open = openBoxes(set), yahtzee = set >> 12;
  const boxes = open.reduce((all, is, box) => all + (is ? HIGHEST_BOX[box] : 0), 0);
  const turns = open.filter(Boolean).length - (yahtzee === 0 ? 1 : 0);
  const alive = total > MISSED[set & 63];
  return boxes + (yahtzee === 1 ? 0 : rules.yahtzee_bonus * turns)
    + (alive ? rules.upper_bonus : 0);
}

/** Chances of targets at every card that can follow one card. */
export class Chances {
  /** @param {Rules} rules @param {number} most the largest need that is solved */
  constructor(rules, most) {
    this.rules = rules;
    this.most = most;
    /** @type {Map<number, Float64Array>} by set and total, then by need */
    this.table = new Map();
    this.need = 0;
  }

  /** @param {number} set @param {number} total */
  key(set, total) {
    return set * TOTALS + Math.max(total, MISSED[set & 63]);
  }

  /** @param {Sheet} sheet whether its chances are solved */
  covers(sheet) {
    const { set, total } = readSheet(sheet, this.rules);
    return this.table.has(this.key(set, total));
  }

  /** @param {number} set @param {number} total @param {number} need */
  chance(set, total, need) {
    if (need <= 0) return 1;
    const row = this.table.get(this.key(set, total));
    if (!row) throw new InputError(t`This card cannot follow the card that was solved.`);
    return row[Math.min(need + EDGE, row.length - 1)];
  }

  /** @param {Sheet} sheet @param {number} target final score wished for
   *  @returns what `advise` needs to rank by the chance of that score */
  judge(sheet, target) {
    const need = target - readSheet(sheet, this.rules).points;
    return {
      rules: this.rules,
      worth: (/** @type {{points: number, set: number, total: number}} */ place) =>
        this.chance(place.set, place.total, need - place.points),
    };
  }
}

/** Cards a turn can lead to.
 *  @param {Rules} rules @param {number} set @param {number} total */
function successors(rules, set, total) {
  const found = new Map();
  for (const places of allPlacements(rules, set, total)) {
    for (const place of places) found.set(place.set * TOTALS + place.total, place);
  }
  return [...found.values()];
}

/**
 * Solve for the chances of every final score up to a target, from one card on.
 * @param {Rules} rules @param {Sheet} sheet @param {number} target
 * @param {(share: number) => void} [progress] told how much is done, 0 to 1
 * @returns {Chances}
 */
export function solveChances(rules, sheet, target, progress = () => {}) {
  const start = readSheet(sheet, rules);
  if (!Number.isInteger(target) || target < 1 || target > 1575) {
    throw new InputError(t`The score to reach is a whole number from 1 to 1575.`);
  }
  if (start.open.length > MOST_OPEN) {
    throw new InputError(t`The chance of a score is worked out for the last ${MOST_OPEN} boxes; ${start.open.length} are open.`);
  }
  const most = Math.max(1, target - start.points), chances = new Chances(rules, most);
  const layers = reach(rules, chances, start);
  const all = layers.reduce((sum, layer) => sum + layer.length, 0);
  let done = 0;
  for (const layer of layers.reverse()) {
    for (const [set, total] of layer) {
      chances.table.set(chances.key(set, total), solveRow(chances, set, total));
      done += 1;
      if (done % 64 === 0) progress(done / all);
    }
  }
  return chances;
}

/** Cards that can follow the start, by the number of boxes filled since.
 *  @param {Rules} rules @param {Chances} chances @param {{set: number, total: number}} start */
function reach(rules, chances, start) {
  const layers = [[[start.set, start.total]]];
  for (;;) {
    const next = new Map();
    for (const [set, total] of layers[layers.length - 1]) {
      for (const place of successors(rules, set, total)) {
        next.set(chances.key(place.set, place.total), [place.set, place.total]);
      }
    }
    if (!next.size) return layers;
    layers.push([...next.values()]);
  }
}

/** Chances at one card for every need, from those of the cards that follow.
 *  @param {Chances} chances @param {number} set @param {number} total */
function solveRow(chances, set, total) {
  const { rules } = chances, top = Math.min(chances.most, mostToCome(rules, set, total));
  const row = new Float64Array(EDGE + 1 + top + LANES);
  row.fill(1, 0, EDGE + 1);
  if (!openBoxes(set).some(Boolean)) return row.fill(1, 0, EDGE + 1 + top); // an earned bonus only
  const next = allPlacements(rules, set, total).map((places) => places.map((place) => ({
    points: place.points,
    row: /** @type {Float64Array} */ (chances.table.get(chances.key(place.set, place.total))),
  })));
  const x = new Float64Array(ROWS.length * LANES), out = new Float64Array(LANES);
  for (let need = 1; need <= top; need += LANES) {
    x.fill(0, 0, ROLLS * LANES);
    for (let roll = 0; roll < ROLLS; roll++) {
      for (const place of next[roll]) raise(x, roll * LANES, place.row, need - place.points);
    }
    turnValue(x, LANES, out);
    row.set(out.subarray(0, Math.min(LANES, top + 1 - need)), EDGE + need);
  }
  return row;
}

/** Raise the chances in `x` from `at` on to those of needs from `need` on, where they are greater.
 *  @param {Float64Array} x @param {number} at @param {Float64Array} row @param {number} need */
function raise(x, at, row, need) {
  const from = Math.max(0, Math.min(need + EDGE, row.length - LANES));
  for (let i = 0; i < LANES; i++) if (row[from + i] > x[at + i]) x[at + i] = row[from + i];
}
