// @ts-check
/**
 * Tree Solitaire: a tree that is drawn as it is looked at, the strategies that walk it, and what each
 * choice is worth, from the series that the library made.  Independent form, constant split ratio.
 */
import { InputError, numeral, t } from "./words.js";

/** @typedef {"win"|"loss"|"split"} Kind */
/** @typedef {Map<string, Kind>} Tree  the kind of every point that was seen, by its path from the
 *  top: "" the top itself, "H" its high branch, "HL" the low branch below that */
/** @typedef {{ending: number, share: number}} Game */
/** @typedef {{act: "look"|"move", path: string, value: number, regret: number}} Choice */

/** @type {readonly ("H"|"L")[]} */
export const BRANCHES = ["H", "L"];
const LETTERS = /** @type {const} */ ({ w: "win", l: "loss", s: "split" });

/** @returns {Tree} */
export const newTree = () => new Map([["", "split"]]);

/** @param {string} path @param {number} share @returns {number} value of a point */
export const valueOf = (path, share) =>
  [...path].reduce((value, way) => value * (way === "H" ? share : 1 - share), 1);

/** @param {number} value of a point @returns {string} with three places, or as "1 in 12,000" if it is small */
export function valueWords(value) {
  if (value >= 0.01) return valueShort(value);
  return value >= 1e-12 ? t`1 in ${numeral(Number((1 / value).toPrecision(2)))}` : t`almost 0`;
}

/** @param {number} value of a point @returns {string} short enough for a node, such as ".563" or "2·10⁻⁵" */
export function valueShort(value) {
  const digits = value.toFixed(3);
  if (value >= 0.01) return digits === "1.000" ? "1" : t`.${digits.slice(2)}`;
  const [digit, power] = value.toExponential(0).split("e-");
  return `${digit}·10⁻${[...power].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]).join("")}`;
}

/**
 * Look at a point: what it is, is drawn when it is seen first.
 * @param {Tree} tree changed @param {string} path @param {Game} game @param {() => number} random
 * @param {Tree} [met] what this tree is known to be from an earlier game on it
 * @returns {Kind}
 */
export function lookAt(tree, path, { ending, share }, random, met = tree) {
  let kind = tree.get(path) ?? met.get(path);
  if (!kind) {
    const u = random();
    if (u >= ending) kind = "split";
    else kind = u < ending * valueOf(path, share) ? "win" : "loss";
  }
  tree.set(path, kind);
  return kind;
}

/** @typedef {{look: (seen: Kind[]) => string|null, move: (seen: Kind[]) => "H"|"L"|null}} Strategy
 *  told what this move's looks have shown, in order: the next point to look at, seen from here, or
 *  null; and the branch to move to, null for a coin */

/** @param {Kind[]} seen */
const goesOn = (seen) => seen.every((kind) => kind === "split");

/** @param {string} name as in the library @returns {Strategy} */
export function strategyOf(name) {
  if (name === "NOSTRAT") return { look: () => null, move: () => null };
  if (name === "STRAT") return { look: () => null, move: () => "H" };
  if (name === "BSTRAT") {
    return {
      look: (seen) => BRANCHES[seen.length] ?? null,
      move: ([high, low]) => ((low === "win" && high !== "win") || high === "loss" ? "L" : "H"),
    };
  }
  const [, number, letter] = /^(\d+|oo|)([HL])STRAT$/.exec(name) ?? [];
  if (!letter) throw new InputError(t`No strategy is called “${name}”.`);
  const looks = number === "oo" ? Infinity : Number(number || 1);
  const point = (/** @type {number} */ n) => (letter === "H" ? "H".repeat(n + 1) : `L${"H".repeat(n)}`);
  const turning = letter === "H" ? "loss" : "win";
  return {
    look: (seen) => (seen.length < looks && goesOn(seen) ? point(seen.length) : null),
    move: (seen) => (seen.includes(turning) ? "L" : "H"),
  };
}

/** What the book calls a strategy. */
const CALLED = {
  NOSTRAT: t`coin`, STRAT: t`always high`, HSTRAT: t`check high`, LSTRAT: t`check low`, BSTRAT: t`check both`,
  "2HSTRAT": t`check high, then deeper`, "2LSTRAT": t`check low, then deeper`,
  ooHSTRAT: t`check high, to the end`, ooLSTRAT: t`check low, to the end`,
};

/** The plain name of a strategy. @param {string} name as in the library */
export const titled = (name) => CALLED[/** @type {keyof typeof CALLED} */ (name)];

/** What a chapter calls the strategies: one has short names for two of them. @param {string} [words] */
export const calledIn = (words) => (/** @type {string} */ name) => (words === "wide and deep" && { BSTRAT: "wide", "2LSTRAT": "deep" }[name]) || titled(name);

/** Most looks of a strategy before a move. @param {string} name */
export function looksOf(name) {
  if (name.startsWith("oo")) return Infinity;
  return { NOSTRAT: 0, STRAT: 0, HSTRAT: 1, LSTRAT: 1 }[name] ?? 2;
}

/** What a strategy does, in words. @param {string} name */
export function spelled(name) {
  const [, number, letter] = /^(\d+|oo|)([HL])STRAT$/.exec(name) ?? [];
  if (!letter) return { NOSTRAT: t`a coin decides`, STRAT: t`always high, no look`, BSTRAT: t`looks at both branches, and takes a win or the better fork` }[name] ?? "";
  const first = letter === "H" ? t`looks at the high branch` : t`looks at the low branch`;
  const looks = number === "oo" ? t`${first}, and down the high ones below it to their end` : number ? t`${first}, and if it splits at the high one below it` : first;
  return letter === "H" ? t`${looks}; goes high unless it sees a loss` : t`${looks}; goes low only to a win`;
}

/**
 * What a strategy does next at a split point, by what has been seen below it.
 * @param {Strategy} strategy @param {Tree} tree @param {string} at
 * @returns {{act: "look"|"move", path: string|null}} path from there, null for a coin
 */
export function nextOf(strategy, tree, at) {
  /** @type {Kind[]} */
  const seen = [];
  for (let next = strategy.look(seen); next !== null; next = strategy.look(seen)) {
    const kind = tree.get(at + next);
    if (!kind) return { act: "look", path: next };
    seen.push(kind);
  }
  return { act: "move", path: strategy.move(seen) };
}

/**
 * One move of a strategy from a split point, all its looks included.
 * @param {Strategy} strategy @param {Tree} tree changed @param {string} at @param {Game} game
 * @param {() => number} random @param {Tree} [met] as of `lookAt` @returns {string} where it moves to
 */
export function moveOn(strategy, tree, at, game, random, met = tree) {
  let next = nextOf(strategy, tree, at);
  while (next.act === "look") {
    lookAt(tree, at + next.path, game, random, met);
    next = nextOf(strategy, tree, at);
  }
  const to = at + (next.path ?? (random() < 0.5 ? "H" : "L"));
  lookAt(tree, to, game, random, met);
  return to;
}

/** Play whole games. @param {string} name @param {Game} game @param {number} games
 *  @param {() => number} random @returns {number} how many are won */
export const playGames = (name, game, games, random) => playTrees([name], game, games, random)[0];

/** Play whole games, each tree with every strategy. @param {string[]} names @param {Game} game
 *  @param {number} games @param {() => number} random @returns {number[]} how many each wins */
export function playTrees(names, game, games, random) {
  const strategies = names.map(strategyOf), won = names.map(() => 0);
  for (let i = 0; i < games; i++) {
    const tree = newTree();
    strategies.forEach((strategy, n) => {
      let at = "";
      while (tree.get(at) === "split") at = moveOn(strategy, tree, at, game, random);
      won[n] += Number(tree.get(at) === "win");
    });
  }
  return won;
}

/**
 * Chance of winning from a split point, by the series of a strategy.
 * @param {ArrayLike<number>} series coefficients from the power 1 on @param {number} x
 */
export function chanceAt(series, x) {
  let sum = 0;
  for (let n = series.length - 1; n >= 0; n--) sum = (sum + series[n]) * x;
  return sum;
}

/**
 * The series of a strategy in a game.
 * @param {import("./tables.js").Table} table @param {string} name @param {Game} game
 */
export function seriesOf(table, name, { ending, share }) {
  const { strategies, endings, shares } = table.data;
  const place = [strategies.indexOf(name), endings.indexOf(ending), shares.indexOf(share)];
  if (place.includes(-1)) throw new InputError(`There is no series of ${name} for E = ${ending} and A = ${share}.`);
  const [, m, n, terms] = table.shapes.series;
  const start = ((place[0] * m + place[1]) * n + place[2]) * terms;
  return table.arrays.series.subarray(start, start + terms);
}

/** @param {Tree} known @param {string} path @returns {boolean} whether a point below is known */
const knownBelow = (known, path) => [...known.keys()].some((other) => other.length > path.length && other.startsWith(path));

/** What a strategy does, and its series. @typedef {{name: string, series: ArrayLike<number>}} Playing */

/**
 * What play is worth that goes on by a strategy which arrives at each fork knowing nothing, on a tree
 * of which some points are known, by their paths from a fork of value x.
 * @param {Playing} playing @param {Game} game @param {number} x
 */
function worths({ name, series }, { ending, share }, x) {
  const strategy = strategyOf(name), low = name.endsWith("LSTRAT"), endless = name === "ooLSTRAT";
  const value = (/** @type {string} */ path) => x * valueOf(path, share);
  /** The mean over what a point may be. @param {Tree} known @param {string} path
   *  @param {(known: Tree, kind: Kind) => number} then @returns {number} */
  const mean = (known, path, then) => {
    const kind = known.get(path), won = ending * value(path);
    if (kind) return then(known, kind);
    /** @type {[Kind, number][]} */
    const law = [["win", won], ["loss", ending - won], ["split", 1 - ending]];
    return law.reduce((sum, [each, chance]) => sum + chance * then(new Map(known).set(path, each), each), 0);
  };
  /** A move. @param {Tree} known @param {string} path @returns {number} */
  const go = (known, path) => mean(known, path, (more, kind) => (kind === "split" ? on(more, path) : Number(kind === "win")));
  /** From a split point. @param {Tree} known @param {string} path @returns {number} */
  const on = (known, path) => {
    if (!knownBelow(known, path)) return chanceAt(series, value(path));
    return low && winsDown(known, path) ? 1 : step(known, path, []);
  };
  /** @param {Tree} known @param {string} path @param {Kind[]} seen @returns {number} */
  const step = (known, path, seen) => {
    const next = strategy.look(seen);
    if (next === null) {
      const way = strategy.move(seen);
      return way ? go(known, path + way) : (go(known, `${path}H`) + go(known, `${path}L`)) / 2;
    }
    const point = path + next;
    if (endless && seen.length && !known.has(point)) {
      const found = (ending * value(point)) / (1 - (1 - ending) * share);  // a win where its looks end
      return found + (1 - found) * go(known, `${path}H`);
    }
    return mean(known, point, (more, kind) => step(more, path, [...seen, kind]));
  };
  return { mean, go };
}

/** Whether a win is known straight down the high branches. A strategy that takes the low branch only
 *  for a win it has seen there is then sure to win. @param {Tree} known @param {string} path
 *  @returns {boolean} */
function winsDown(known, path) {
  const below = known.get(`${path}H`);
  return below === "win" || (below === "split" && winsDown(known, `${path}H`));
}

/**
 * Rank the looks and moves at a fork, if play goes on by a strategy that arrives at each fork knowing
 * nothing.
 * @param {Playing} playing @param {Game} game @param {number} x value of the fork @param {Tree} seen
 * points below, by their paths from here @param {number} looks left for this move
 * @returns {Choice[]} the best first
 */
export function choices(playing, game, x, seen, looks) {
  const { mean, go } = worths(playing, game, x);
  /** @param {Tree} known @param {number} left @returns {Choice[]} */
  const ranked = (known, left) => {
    const found = BRANCHES.map((way) => /** @type {Choice} */ ({ act: "move", path: way, value: go(known, way), regret: 0 }));
    for (const path of left ? reached(known, "") : []) {
      const value = mean(known, path, (more) => Math.max(...ranked(more, left - 1).map((choice) => choice.value)));
      found.push({ act: "look", path, value, regret: 0 });
    }
    return found.sort((a, b) => b.value - a.value);
  };
  const best = ranked(new Map([...seen, ["", /** @type {Kind} */ ("split")]]), looks);
  return best.map((choice) => ({ ...choice, regret: best[0].value - choice.value }));
}

/** @param {Tree} tree @returns {string} such as "Hs.Ll", for an address */
export const writeTree = (tree) =>
  [...tree].filter(([path]) => path).map(([path, kind]) => path + kind[0]).join(".");

/** @param {string} text @param {string} at where the player stands
 *  @returns {Tree} the reverse of `writeTree` */
export function parseTree(text, at) {
  const tree = newTree();
  for (const entry of text.split(".").filter(Boolean)) {
    const [, path, letter] = /^([HL]{1,200})([wls])$/.exec(entry) ?? [];
    if (!path) throw new InputError(t`“${entry}” is not a point and what it is, such as HLs.`);
    if (tree.has(path)) throw new InputError(t`The point ${path} is there twice.`);
    tree.set(path, LETTERS[/** @type {keyof typeof LETTERS} */ (letter)]);
  }
  for (const path of tree.keys()) {
    if (path && tree.get(path.slice(0, -1)) !== "split") throw new InputError(t`The point ${path} hangs below no split point.`);
  }
  if (!tree.has(at)) throw new InputError(t`You cannot stand at ${at}: the tree does not show it.`);
  return tree;
}

/** @param {Tree} tree @param {string} at @returns {Partial<Record<"H"|"L", Kind>>} what is seen of
 *  the branches here */
export const seenFrom = (tree, at) =>
  Object.fromEntries(BRANCHES.flatMap((way) => (tree.has(at + way) ? [[way, tree.get(at + way)]] : [])));

/** Points that a look can reach: unseen, below where the player stands or below a split that he knows.
 *  @param {Tree} tree @param {string} at @returns {string[]} paths, the nearest first */
export const reached = (tree, at) => [...tree].filter(([path, kind]) => path.startsWith(at) && kind === "split")
  .flatMap(([path]) => BRANCHES.map((way) => path + way)).filter((path) => !tree.has(path)).sort((a, b) => a.length - b.length);

/** A path in words, seen from where the player stands: "the high branch below the low one".
 *  @param {string} path */
export function pathWords(path) {
  const [last, ...above] = [...path].reverse();
  return [last === "H" ? t`the high branch` : t`the low branch`,
    ...above.map((way) => (way === "H" ? t`below the high one` : t`below the low one`))].join(" ");
}

/** @param {Tree} tree @param {string} at @returns {Tree} what is known below, by paths from here */
export const knownFrom = (tree, at) => new Map([...tree].filter(([path]) => path.length > at.length && path.startsWith(at))
  .map(([path, kind]) => [path.slice(at.length), kind]));
