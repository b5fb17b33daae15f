// @ts-check
/**
 * Tree Solitaire for any E and A: the chance of winning with a strategy that is a table of looks and
 * moves, and with those of the source.  Independent form, constant split ratio.  The tests compare
 * it with the library at random points.
 */

/** @typedef {"H"|"L"} Way */
/** @typedef {"win"|"loss"|"split"} Kind */
/**
 * A table for every fork.  A win that was seen is taken, and a branch that lost is left.
 * @typedef {object} Plan
 * @property {Way} first  where to look first
 * @property {string|null} second  where to look if that splits: "H", "L", or a point below such as "LH"
 * @property {Way} [ifLost]  where to go if that point below loses
 * @property {Way} ifSplit  where to go if all that was seen splits
 */
/** @typedef {{at: Way, kind: Kind}|null} Known  what was seen of a fork before, and is forgotten */

const KINDS = /** @type {const} */ (["win", "loss", "split"]);
const other = (/** @type {Way} */ way) => /** @type {Way} */ (way === "H" ? "L" : "H");

/**
 * Chance of winning from the top.  Moves are followed until what is left is smaller than `error`:
 * the value of the point where the player stands shrinks by S (A + E B) a move at least.
 * @param {Plan} plan @param {number} e @param {number} a @param {number} [error] @returns {number}
 */
export function chanceOf(plan, e, a, error = 1e-9) {
  const b = 1 - a, s = 1 - e, moves = Math.max(1, Math.ceil(Math.log(error * s) / Math.log(s * (a + e * b))));
  const below = plan.second?.length === 2 ? /** @type {Way} */ (plan.second[1]) : null;
  /** @type {Known[]} */
  const states = [null, ...(below ? KINDS.map((kind) => ({ at: below, kind })) : [])];
  let next = states.map(() => new Float64Array(moves + 1));
  for (let level = moves - 1; level >= 0; level--) {
    const now = states.map(() => new Float64Array(level + 1)), after = next;
    for (let highs = 0; highs <= level; highs++) {
      const x = a ** highs * b ** (level - highs);
      /** @param {Way} way @param {Kind} [seen] of the point below it that was looked at */
      const future = (way, seen) => after[seen ? 1 + KINDS.indexOf(seen) : 0][highs + (way === "H" ? 1 : 0)];
      states.forEach((known, n) => { now[n][highs] = oneMove(plan, e, { H: a * x, L: b * x }, a, known, future); });
    }
    next = now;
  }
  return next[0][0];
}

/**
 * Chance to win from a fork, if the plan makes the next move.
 * @param {Plan} plan @param {number} e @param {Record<Way, number>} value of the branches
 * @param {number} a @param {Known} known @param {(way: Way, seen?: Kind) => number} future
 */
function oneMove({ first, second, ifLost, ifSplit }, e, value, a, known, future) {
  /** @param {string} path @returns {[Kind, number][]} */
  const law = (path) => {
    if (path === known?.at) return [[known.kind, 1]];
    const v = value[/** @type {Way} */ (path[0])] * (path.length === 1 ? 1 : path[1] === "H" ? a : 1 - a);
    return [["win", e * v], ["loss", e * (1 - v)], ["split", 1 - e]];
  };
  /** @param {Way} way @param {Kind} [kind] what it is, if it was seen @param {Kind} [seen] below it */
  const go = (way, kind, seen) => (kind ? /** @type {[Kind, number][]} */ ([[kind, 1]]) : law(way)).reduce((sum, [each, chance]) =>
    sum + (each === "win" ? chance : each === "split" ? chance * future(way, seen) : 0), 0);
  /** @param {Kind} shown by the second look */
  const settle = (shown) => {
    if (second?.length === 1) {
      if (shown === "win") return 1;
      return shown === "loss" ? go(first, "split") : go(ifSplit, "split");
    }
    const way = shown === "win" ? first : shown === "loss" ? ifLost ?? first : ifSplit;
    return way === first ? go(first, "split", shown) : go(way);
  };
  /** @param {Kind} kind what the first look shows */
  const on = (kind) => {
    if (kind === "win") return 1;
    if (kind === "loss") return go(other(first));
    if (second === null) return ifSplit === first ? go(first, "split") : go(ifSplit);
    return law(second).reduce((sum, [shown, chance]) => sum + (chance && chance * settle(shown)), 0);
  };
  return law(first).reduce((sum, [kind, chance]) => sum + (chance && chance * on(kind)), 0);
}

/** Where each strategy looks, and where it moves. @type {Record<string, string>} */
export const RULES = {
  NOSTRAT: "no look; toss a coin",
  STRAT: "no look; go high",
  HSTRAT: "look high; go there unless it loses",
  LSTRAT: "look low; go there only to win",
  "2HSTRAT": "look high and, if it splits, high again; go high unless you saw a loss",
  "2LSTRAT": "look low and, if it splits, high below it; go low only to a win that you saw",
  BSTRAT: "look at both; take a win, else the better branch that has not lost",
  ooHSTRAT: "look down the high branches to their end; go high unless it is a loss",
  ooLSTRAT: "look low, then down the high branches below it to their end; go low only if it is a win",
};

/** The strategies of the source that look once or twice. @type {Record<string, Plan>} */
export const NAMED = {
  HSTRAT: { first: "H", second: null, ifSplit: "H" },
  LSTRAT: { first: "L", second: null, ifSplit: "H" },
  "2HSTRAT": { first: "H", second: "HH", ifLost: "L", ifSplit: "H" },
  "2LSTRAT": { first: "L", second: "LH", ifLost: "H", ifSplit: "H" },
  BSTRAT: { first: "H", second: "L", ifSplit: "H" },
};

/** @param {string} name as in the library @param {number} e @param {number} a @returns {number} chance of winning */
export function namedChance(name, e, a) {
  const s = 1 - e;
  if (name === "NOSTRAT") return e / (1 + e);
  if (name === "STRAT") return (e * a) / (1 - s * a);
  if (name in NAMED) return chanceOf(NAMED[name], e, a, 1e-14);
  const share = name === "ooLSTRAT" ? 1 - a : a;  // looks that follow the high branches to their end
  let sum = 0, left = 1;
  for (let x = 1; left * x > 1e-17; x *= 1 - share) {
    const won = (e * share * x) / (1 - s * a), unseen = (1 - share) * x;
    sum += left * (won + (1 - won) * e * unseen);
    left *= (1 - won) * s;
  }
  return sum;
}
