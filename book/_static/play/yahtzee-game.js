// @ts-check
/**
 * A game of Yahtzee that is played, and what of its score was luck and what was choice.
 *
 * The final score is what a game is worth at its start, plus the luck of every throw (what the best
 * choice is worth after it, less what was expected before), less what every choice gave away.
 */
import { DICE, FULL_CARD, emptySheet, fillBox, finalScore, readSheet } from "./yahtzee-rules.js";
import { advise, rowOf } from "./yahtzee-turn.js";
import { decimal, throwDice } from "./words.js";
import { words } from "./yahtzee-words.js";

/** @typedef {import("./yahtzee-turn.js").Anchors} Anchors */
/** @typedef {import("./yahtzee-turn.js").Option} Option */
/** @typedef {{turn: number, dice: number[], did: string, better: string, lost: number}} Mistake */
/** @typedef {{sheet: import("./yahtzee-rules.js").Sheet, dice: number[], left: number,
 *  kept: boolean[], start: number, luck: number, lost: number, mistakes: Mistake[], log: string[]}} Game
 *  `log` tells each roll and choice in the order of play */

/** @param {string} sentence */
const uncapital = (sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
const WORST = 5;
/** Smaller differences are rounding of the table, two half steps. */
const ROUNDING = 1 / 1024;

/** @param {Anchors} anchors @param {() => number} random @returns {Game} */
export function newGame(anchors, random) {
  const sheet = emptySheet(), start = anchors.expected(sheet);
  const game = { sheet, dice: [], left: 2, kept: [], start, luck: 0, lost: 0, mistakes: [], log: [] };
  return thrown(anchors, game, start, random, 2);
}

/** @param {Game} game @returns {boolean} */
export const isOver = (game) => game.sheet.scores.every((score) => score !== null);

/** @param {Anchors} anchors @param {Game} game @returns {Option[]} values are final scores */
export function options(anchors, game) {
  const { points } = readSheet(game.sheet, anchors.rules);
  return advise(anchors, game.sheet, game.dice, game.left)
    .map((option) => ({ ...option, value: points + option.value }));
}

/** Throw the dice that are not kept; the surprise is luck.  Kept dice stay where they lie, marked.
 *  @param {Anchors} anchors @param {Game} game @param {number} before value before the throw
 *  @param {() => number} random @param {number} left @returns {Game} */
function thrown(anchors, game, before, random, left) {
  const dice = throwDice(DICE, random).map((face, i) => (game.kept[i] ? game.dice[i] : face));
  const after = { ...game, dice, left, kept: dice.map((_, i) => Boolean(left && game.kept[i])) };
  return { ...after, luck: game.luck + options(anchors, after)[0].value - before };
}

/** @param {Game} game @param {Option} choice @param {Option} best @param {string} did
 *  @param {string} better @returns {Game} */
function charged(game, choice, best, did, better) {
  const lost = best.value - choice.value;
  const turn = FULL_CARD - game.sheet.scores.filter((score) => score === null).length + 1;
  const judged = lost <= ROUNDING ? "best" : `${decimal(lost, 2)} points less than ${uncapital(better)}`;
  const log = [...game.log, `Turn ${turn}: ${[...game.dice].sort().join(" ")}, ${uncapital(did)} (${judged})`];
  const mistakes = lost <= ROUNDING ? game.mistakes
    : [...game.mistakes, { turn, dice: [...game.dice].sort(), did, better, lost }]
      .sort((a, b) => b.lost - a.lost).slice(0, WORST);
  return { ...game, lost: game.lost + lost, mistakes, log };
}

/** Keep the marked dice and throw the others.
 *  @param {Anchors} anchors @param {Game} game @param {() => number} random @returns {Game} */
export function rollOthers(anchors, game, random) {
  const keep = game.dice.filter((_, i) => game.kept[i]), ranked = options(anchors, game);
  const choice = /** @type {Option} */ (ranked.find((o) => o.keep && rowOf(o.keep) === rowOf(keep)));
  const paid = charged(game, choice, ranked[0], words(choice), words(ranked[0]));
  return thrown(anchors, paid, choice.value, random, game.left - 1);
}

/** Score in a box and begin the next turn.
 *  @param {Anchors} anchors @param {Game} game @param {number} box @param {() => number} random
 *  @returns {Game} */
export function scoreIn(anchors, game, box, random) {
  const sheet = fillBox(anchors.rules, game.sheet, game.dice, box), ranked = options(anchors, game);
  const choice = /** @type {Option} */ (ranked.find((o) => o.box === box));
  const paid = { ...charged(game, choice, ranked[0], words(choice), words(ranked[0])), sheet };
  return isOver(paid) ? { ...paid, left: 0 } : thrown(anchors, { ...paid, kept: [] }, choice.value, random, 2);
}

/** @param {Anchors} anchors @param {Game} game @returns {{score: number, start: number,
 *  luck: number, lost: number}} where the final score comes from */
export const account = (anchors, game) => ({
  score: finalScore(game.sheet, anchors.rules), start: game.start, luck: game.luck, lost: game.lost,
});

/**
 * A kept game, if it can be gone on with.
 * @param {Anchors} anchors @param {any} kept @returns {Game|null}
 */
export function checkGame(anchors, kept) {
  const { sheet, dice, left, start, luck, lost, mistakes, log } = kept;
  readSheet(sheet, anchors.rules);
  const sound = sheet.scores.length === FULL_CARD && dice.length === 5 && rowOf(dice) < 252
    && [0, 1, 2].includes(left) && kept.kept.length === 5 && Array.isArray(mistakes) && Array.isArray(log)
    && [start, luck, lost].every(Number.isFinite);
  return sound ? kept : null;
}

