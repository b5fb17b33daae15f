// @ts-check
/**
 * The greatest chance of still scoring so many points in Yahtzee, from one card on: every target
 * at once, sixteen at a time, by the program of `yahtzee-kernel.js`.  For cards with few open boxes.
 */
import { UPPER_TARGET, boxPoints, countsOf, openBoxes, readSheet } from "./yahtzee-rules.js";
import { MISSED, ROLLS, ROWS, SETS, TOTALS, allPlacements, totalsOf } from "./yahtzee-turn.js";
import { FLOAT, LANES, WAY, WAYS_AT, WORK, MOST_WAYS, kernel } from "./yahtzee-kernel.js";
import { InputError, t } from "./words.js";

/** @typedef {import("./yahtzee-rules.js").Rules} Rules */
/** @typedef {import("./yahtzee-rules.js").Sheet} Sheet */

/** Most open boxes for which the chances are worked out in the browser. */
export const MOST_OPEN = 10;
/** A row has the chance of need 0 here; before it are ones, for needs that are met, and at its end zeros. */
const EDGE = LANES - 1;
/** Numbers that tell the program of a way: the first, the last and the place. */
const TOLD = 3;
/** Chances fall as needs grow; so small a one, and those after it, count as none. */
const NAUGHT = 1e-9;
/** Who gets so many points at once got the bonus for a Yahtzee. */
const BONUS = 100;
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
    /** Where the row of an anchor begins and ends in `values`, and between which needs, less one, it is
     *  known, by set and total. @type {Map<number, number[]>} */
    this.rows = new Map();
    this.values = new Float32Array(0);
    /** By how much a chance may be off twice. */
    this.step = 0;
  }

  /** @param {number} set @param {number} total */
  key(set, total) {
    return set * TOTALS + alike(set, total);
  }

  /** @param {Sheet} sheet @param {number} target @returns {boolean} whether its chance is known */
  covers(sheet, target) {
    const { set, total, points } = readSheet(sheet, this.rules), need = target - points;
    const [, , ...known] = this.rows.get(this.key(set, total)) ?? [];
    return need <= 0 || known.some((from, i) => i % 2 === 0 && from < need && need <= known[i + 1]);
  }

  /** @param {number} set @param {number} total @param {number} need */
  chance(set, total, need) {
    if (need <= 0) return 1;
    const row = this.rows.get(this.key(set, total));
    if (!row) throw new InputError(t`This card cannot follow the card that was solved.`);
    return this.values[Math.min(row[0] + need + EDGE, row[1] - 1)];
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

/**
 * Chances at the cards of a table of openings, for those with one box more open.
 * @param {Rules} rules @param {import("./tables.js").Table} table @returns {Chances}
 */
export function unpackOpening(rules, { data: { left, steps, needs }, arrays: { low, middle } }) {
  const chances = new Chances(rules, needs), length = EDGE + 1 + needs;
  chances.values = new Float32Array(length * low.length / needs).fill(1);
  chances.step = 1 / steps;
  let at = 0;
  for (let set = 0; set < SETS; set++) {
    if (!left.includes(openBoxes(set).filter(Boolean).length)) continue;
    for (const total of totalsOf(set & 63).totals) {
      const row = at / needs * length;
      chances.rows.set(chances.key(set, total), [row, row + length, 0, needs]);
      for (let need = 1, slope = 0, sum = steps; need <= needs; need++, at++) {
        const code = low[at] + 256 * middle[at];
        slope += code & 1 ? -(code + 1) / 2 : code / 2;
        sum += slope;
        chances.values[row + EDGE + need] = sum / steps;
      }
    }
  }
  return chances;
}

/** @typedef {{set: number, upper: number, points: number}} Way  to write a roll: the next set of filled
 *  boxes, what it adds to the upper total, points with the Yahtzee bonus */
/** @typedef {{ways: Way[], list: number[], totals: Map<number, number[]>, at: number}} Place  what can be done with a
 *  set of filled boxes, and for each roll how many ways it has and where they stand among `ways`; `totals`
 *  are the upper totals to be solved, each with the fewest and the most points that are scored until then
 *  without a bonus for a Yahtzee, with one and so on; `at` is where the list lies in memory */

/** @param {Rules} rules @param {number} set @returns {Place} */
function placeOf(rules, set) {
  /** @type {Map<number, number>} */
  const known = new Map();
  /** @type {Way[]} */
  const ways = [];
  /** @type {number[]} */
  const list = [];
  for (const places of allPlacements(rules, set, 0)) {
    list.push(places.length);
    for (const { box, set: next, total: upper, points } of places) {
      const name = 256 * box + points, way = known.get(name) ?? ways.push({ set: next, upper, points }) - 1;
      known.set(name, way);
      list.push(WAYS_AT + WAY * way);
    }
  }
  return { ways, list, totals: new Map(), at: 0 };
}

/** Sets of filled boxes that can follow, layer by layer, with their upper totals and points so far.
 *  @param {Rules} rules @param {import("./yahtzee-rules.js").Anchor} start @returns {Map<number, Place>[]} */
function reach(rules, start) {
  const first = placeOf(rules, start.set), layers = [new Map([[start.set, first]])];
  first.totals.set(alike(start.set, start.total), [0, 0]);
  for (let i = 0; i < start.open.length; i++) {
    const next = new Map();
    for (const { ways, totals } of layers[i].values()) {
      for (const { set, upper, points } of ways) {
        const place = next.get(set) ?? placeOf(rules, set);
        next.set(set, place);
        for (const [total, reached] of totals) {
          const after = alike(set, Math.min(UPPER_TARGET, total + upper)), known = place.totals.get(after) ?? [];
          place.totals.set(after, known);
          for (let from = 0, at = points < BONUS ? 0 : 2; from < reached.length; from += 2, at += 2) {
            if (reached[from] === undefined) continue;
            known[at] = Math.min(known[at] ?? Infinity, reached[from] + points);
            known[at + 1] = Math.max(known[at + 1] ?? -Infinity, reached[from + 1] + points);
          }
        }
      }
    }
    layers.push(next);
  }
  return layers;
}

/** The upper total that stands for it: all that miss the bonus for good are alike. @param {number} set @param {number} total */
const alike = (set, total) => Math.max(total, MISSED[set & 63]);

/**
 * Solve for the chances of a final score, from one card on and from all that can follow.  The points scored
 * until then bound what a card is asked for: other needs are left out.
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
  const most = Math.max(1, target - start.points), layers = reach(rules, start);
  let end = WORK, all = 0, done = 0;
  for (const place of layers.flatMap((layer) => [...layer.values()])) {
    place.at = end;
    end += FLOAT * place.list.length;
    all += place.totals.size;
  }
  const nexts = end, begin = LANES * FLOAT * Math.ceil((end + FLOAT * TOLD * MOST_WAYS) / (LANES * FLOAT));
  const rows = layOut(rules, layers, most, begin);
  const { memory, block } = kernel(rows.end), words = new Int32Array(memory.buffer), floats = new Float32Array(memory.buffer);
  for (const layer of layers.reverse()) {
    for (const [set, { ways, list, totals, at }] of layer) {
      words.set(list, at / FLOAT);
      for (const [total, reached] of totals) {
        const key = set * TOTALS + total, out = rows.at[key], top = rows.top[key];
        const first = out / FLOAT + EDGE + 1;
        floats.fill(1, out / FLOAT, first);
        if (!ways.length) floats.fill(1, first, first + top); // an earned bonus only
        let told = nexts / FLOAT;
        for (const { set: next, upper, points } of ways) {
          const after = next * TOTALS + alike(next, Math.min(UPPER_TARGET, total + upper)), from = rows.at[after];
          words[told++] = from;
          words[told++] = from + FLOAT * (lengthOf(rows.top[after]) - LANES);
          words[told++] = from + FLOAT * (EDGE + 1 - points);
        }
        if (!ways.length) continue;
        let least = 1;
        for (const [from, to] of needsOf(reached, most, top)) {
          for (let need = from; need < to && least > NAUGHT; need += LANES) {
            block(at, nexts, ways.length, FLOAT * first, FLOAT * need);
            least = floats[first + Math.min(need + LANES, to) - 1];
          }
        }
      }
      done += totals.size;
      progress(done / all);
    }
  }
  const chances = new Chances(rules, most);
  chances.values = floats.slice(begin / FLOAT, rows.end / FLOAT);
  for (const [set, { totals }] of layers.flatMap((layer) => [...layer])) {
    for (const [total, reached] of totals) {
      const key = set * TOTALS + total, row = (rows.at[key] - begin) / FLOAT;
      chances.rows.set(key, [row, row + lengthOf(rows.top[key]), ...needsOf(reached, most, rows.top[key]).flat()]);
    }
  }
  return chances;
}

/** Stretches of needs, less one, that can be asked of a card, apart and in order.
 *  @param {number[]} reached @param {number} most @param {number} top */
function needsOf(reached, most, top) {
  const found = [];
  for (let i = reached.length - 2, solved = 0; i >= 0; i -= 2) {
    if (reached[i] === undefined) continue;
    const from = Math.max(solved, most - reached[i + 1] - 1), to = Math.min(top, most - reached[i]);
    if (from >= to) continue;
    found.push([from, to]);
    solved = from + LANES * Math.ceil((to - from) / LANES);
  }
  return found;
}

/** Numbers in a row that is solved up to a need. @param {number} top */
const lengthOf = (top) => LANES * (2 + Math.ceil(top / LANES));

/** Where in memory each row lies, 0 if nowhere, and up to which need it is solved.
 *  @param {Rules} rules @param {Map<number, Place>[]} layers @param {number} most @param {number} begin */
function layOut(rules, layers, most, begin) {
  const at = new Int32Array(SETS * TOTALS), top = new Int32Array(SETS * TOTALS);
  let end = begin;
  for (const [set, { totals }] of layers.flatMap((layer) => [...layer])) {
    for (const total of totals.keys()) {
      const key = set * TOTALS + total;
      top[key] = Math.min(most, mostToCome(rules, set, total));
      at[key] = end;
      end += FLOAT * lengthOf(top[key]);
    }
  }
  return { at, top, end };
}
