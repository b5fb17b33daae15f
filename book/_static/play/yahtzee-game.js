// @ts-check
/**
 * A game of Yahtzee that is played, and what of its score was luck and what was choice.
 *
 * The final score is what a game is worth at its start, plus the luck of every throw (what the best
 * choice is worth after it, less what was expected before), less what every choice gave away.
 *
 * Each turn has its fifteen faces when it begins, five for each throw; who throws fewer dice gets
 * the first of the five.  So the same game can be played again by somebody else.
 */
import { DICE, FULL_CARD, VARIANTS, emptySheet, fillBox, finalScore, readSheet } from "./yahtzee-rules.js";
import { advise, rowOf } from "./yahtzee-turn.js";
import { decimal, t, throwDice } from "./words.js";
import { uncapital, words } from "./yahtzee-words.js";

/** @typedef {import("./yahtzee-turn.js").Anchors} Anchors */
/** @typedef {import("./yahtzee-turn.js").Option} Option */
/** @typedef {{turn: number, dice: number[], did: string, better: string, lost: number}} Mistake */
/** @typedef {{dice: number[], box: number, points: number, lost: number}} Turn  what it ended with, and
 *  what its choices gave away; the points are with the Yahtzee bonus */
/** @typedef {{sheet: import("./yahtzee-rules.js").Sheet, dice: number[], left: number, seed: number,
 *  kept: boolean[], start: number, luck: number, lost: number, costs: number[], mistakes: Mistake[], log: string[],
 *  faces: number[][], turns: Turn[]}} Game
 *  `costs` has what each choice gave away, `log` tells each roll and choice in the order of play, `faces` has the fifteen of each turn */

const WORST = 5, THROWS = 3;
/** Smaller differences are rounding of the table, two half steps. */
const ROUNDING = 1 / 1024;

/** Name under which an unfinished game is kept, by rules. @param {Anchors} anchors */
export const keptName = ({ rules: { name } }) => (name === Object.keys(VARIANTS)[0] ? "yahtzee" : `yahtzee-${name}`);

/** @param {Anchors} anchors @param {{(): number, now: () => number}} random @returns {Game} */
export function newGame(anchors, random) {
  const sheet = emptySheet(), start = anchors.expected(sheet), seed = random.now();
  const game = { sheet, dice: [], left: 2, kept: [], start, seed, luck: 0, lost: 0, costs: [], mistakes: [], log: [], faces: [], turns: [] };
  return newTurn(anchors, game, start, random);
}

/** @param {Game} game @returns {boolean} */
export const isOver = (game) => game.sheet.scores.every((score) => score !== null);

/** @param {Anchors} anchors @param {Game} game @returns {Option[]} values are final scores */
export function options(anchors, game) {
  const { points } = readSheet(game.sheet, anchors.rules);
  return advise(anchors, game.sheet, game.dice, game.left)
    .map((option) => ({ ...option, value: points + option.value }));
}

/** Dice that lie after a throw. @param {number[]} faces of the turn @param {number[]} dice
 *  @param {boolean[]} kept @param {number} left rolls after this one */
function fallen(faces, dice, kept, left) {
  let next = DICE * (THROWS - 1 - left);
  return Array.from({ length: DICE }, (_, i) => (kept[i] ? dice[i] : faces[next++]));
}

/** Throw the dice that are not kept; the surprise is luck.  Kept dice stay where they lie, marked.
 *  @param {Anchors} anchors @param {Game} game @param {number} before value before the throw
 *  @param {number} left @returns {Game} */
function thrown(anchors, game, before, left) {
  const dice = fallen(game.faces[game.faces.length - 1], game.dice, game.kept, left);
  const after = { ...game, dice, left, kept: dice.map((_, i) => Boolean(left && game.kept[i])) };
  return { ...after, luck: game.luck + options(anchors, after)[0].value - before };
}

/** @param {Anchors} anchors @param {Game} game @param {number} before @param {() => number} random */
function newTurn(anchors, game, before, random) {
  return thrown(anchors, { ...game, kept: [], faces: [...game.faces, throwDice(THROWS * DICE, random)] }, before, 2);
}

/** @param {Game} game @param {Option} choice @param {Option} best @param {string} did
 *  @param {string} better @returns {Game} */
function charged(game, choice, best, did, better) {
  const lost = best.value - choice.value, turn = game.faces.length;
  const judged = lost <= ROUNDING ? t`best` : t`${decimal(lost, 2)} points given away; “${uncapital(better)}” was better`;
  const log = [...game.log, t`Turn ${turn}: ${[...game.dice].sort().join(" ")}, ${uncapital(did)} (${judged})`];
  const mistakes = lost <= ROUNDING ? game.mistakes
    : [...game.mistakes, { turn, dice: [...game.dice].sort(), did, better, lost }]
      .sort((a, b) => b.lost - a.lost).slice(0, WORST);
  return { ...game, lost: game.lost + lost, costs: [...game.costs, lost <= ROUNDING ? 0 : lost], mistakes, log };
}

/** Keep the marked dice and throw the others.
 *  @param {Anchors} anchors @param {Game} game @returns {Game} */
export function rollOthers(anchors, game) {
  const keep = game.dice.filter((_, i) => game.kept[i]), ranked = options(anchors, game);
  const choice = /** @type {Option} */ (ranked.find((o) => o.keep && rowOf(o.keep) === rowOf(keep)));
  const paid = charged(game, choice, ranked[0], words(choice), words(ranked[0]));
  return thrown(anchors, paid, choice.value, game.left - 1);
}

/** Score in a box and begin the next turn.
 *  @param {Anchors} anchors @param {Game} game @param {number} box @param {() => number} random
 *  @returns {Game} */
export function scoreIn(anchors, game, box, random) {
  const sheet = fillBox(anchors.rules, game.sheet, game.dice, box), ranked = options(anchors, game);
  const choice = /** @type {Option} */ (ranked.find((o) => o.box === box));
  const paid = { ...charged(game, choice, ranked[0], words(choice), words(ranked[0])), sheet };
  const before = game.turns.reduce((sum, turn) => sum + turn.lost, 0);
  const turns = [...game.turns, { dice: [...game.dice].sort(), box, points: choice.points ?? 0, lost: paid.lost - before }];
  return isOver(paid) ? { ...paid, turns, left: 0 } : newTurn(anchors, { ...paid, turns }, choice.value, random);
}

/** @param {Anchors} anchors @param {Game} game @returns {{score: number, start: number,
 *  luck: number, lost: number}} where the final score comes from */
export const account = (anchors, game) => ({
  score: finalScore(game.sheet, anchors.rules), start: game.start, luck: game.luck, lost: game.lost,
});

/**
 * A whole game of the best player with given faces: the same first roll in each turn, and then the same
 * faces in the same order, as many as are thrown.
 * @param {Anchors} anchors @param {number[][]} faces of each turn
 * @returns {{score: number, turns: Turn[]}}
 */
export function bestWith(anchors, faces) {
  let sheet = emptySheet();
  const turns = faces.map((these) => {
    let dice = these.slice(0, DICE), left = THROWS - 1, [best] = advise(anchors, sheet, dice, left);
    while (best.keep) {
      const thrownNow = fallen(these, best.keep, best.keep.map(() => true), left -= 1);
      dice = thrownNow.slice(0, DICE);
      [best] = advise(anchors, sheet, dice, left);
    }
    const box = /** @type {number} */ (best.box);
    sheet = fillBox(anchors.rules, sheet, dice, box);
    return { dice: [...dice].sort(), box, points: best.points ?? 0, lost: 0 };
  });
  return { score: finalScore(sheet, anchors.rules), turns };
}

/** @param {any} faces @param {number} count */
const areFaces = (faces, count) => Array.isArray(faces) && faces.length === count && faces.every((face) => [1, 2, 3, 4, 5, 6].includes(face));

/**
 * A kept game, if it can be gone on with.
 * @param {Anchors} anchors @param {any} kept @returns {Game|null}
 */
export function checkGame(anchors, kept) {
  const { sheet, dice, left, seed, start, luck, lost, costs = [], mistakes, log, faces, turns } = kept;
  const { open } = readSheet(sheet, anchors.rules), filled = FULL_CARD - open.length;
  const sound = sheet.scores.length === FULL_CARD && areFaces(dice, DICE)
    && [0, 1, 2].includes(left) && kept.kept.length === DICE && [costs, mistakes, log, faces, turns].every(Array.isArray) && costs.every(Number.isFinite)
    && faces.length === Math.min(FULL_CARD, filled + 1) && faces.every((/** @type {any} */ these) => areFaces(these, THROWS * DICE))
    && turns.length === filled && turns.every((/** @type {any} */ turn) => areFaces(turn.dice, DICE) && [turn.box, turn.points, turn.lost].every(Number.isFinite))
    && [seed, start, luck, lost].every(Number.isFinite);
  return sound ? { ...kept, costs } : null;
}
