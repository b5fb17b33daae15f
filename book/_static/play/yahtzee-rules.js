// @ts-check
/**
 * The rules of Yahtzee: boxes, points, which boxes a roll may go to, score sheets read and filled.
 * Nothing here knows a page or a table.  The variant comes as data, in the form the library writes.
 */

import { InputError, t } from "./words.js";

/** @typedef {{name: string, joker: "forced"|"free"|"none", yahtzee_bonus: number,
 *             five_is_full_house: boolean, upper_bonus: number, fives: number[][][]}} Rules  `fives`
 *  is the joker rule: points of five of a kind by situation, face and box, -1 where it may not go */
/** @typedef {{scores: (number|null)[], extra: number}} Sheet  points in each box, null while it is
 *  open, and the number of Yahtzee bonuses */
/** @typedef {{set: number, total: number, points: number, open: number[]}} Anchor  what matters of
 *  a sheet for the rest of the game, the points on it so far, and the boxes still open */

/** Names of the thirteen boxes, in the order of the card; the keys stand in addresses. */
export const BOXES = Object.freeze([
  ["aces", t`Aces`], ["twos", t`Twos`], ["threes", t`Threes`], ["fours", t`Fours`], ["fives", t`Fives`],
  ["sixes", t`Sixes`], ["three-of-a-kind", t`Three of a kind`], ["four-of-a-kind", t`Four of a kind`],
  ["full-house", t`Full house`], ["small-straight", t`Small straight`],
  ["large-straight", t`Large straight`], ["yahtzee", t`Yahtzee`], ["chance", t`Chance`],
].map(([key, label]) => Object.freeze({ key, label })));

/** The joker rules by the names that the library gives them; the first is the one in the box of the game. */
export const VARIANTS = Object.freeze({
  forced: t`forced joker (the printed rules)`,
  free: t`free joker`,
  none: t`no joker, no bonus`,
  "none-full-house": t`no joker, no bonus; five of a kind is a full house`,
});

/** What a further Yahtzee may do. @type {Record<string, string>} */
export const JOKERS = Object.freeze({
  forced: t`A further Yahtzee must go to its upper box while that is open. After that it is a joker: it counts in full in any lower box, straights too. Each one brings 100 points if the first scored 50.`,
  free: t`A further Yahtzee may go to any open box. It counts in full there, in straights too, if its upper box is filled. Each one brings 100 points if the first scored 50.`,
  none: t`A further Yahtzee is five of a kind and nothing more: no 100 points, no joker.`,
  "none-full-house": t`A further Yahtzee brings neither 100 points nor a joker, but five of a kind always counts as a full house.`,
});

export const DICE = 5;
/** The highest score of a game: thirteen Yahtzees, placed at best. */
export const HIGHEST = 1575;
export const FULL_CARD = BOXES.length;
export const UPPER_TARGET = 63;
export const YAHTZEE = 11;
const YAHTZEE_POINTS = 50;
const THREE = 6, FOUR = 7, HOUSE = 8, SMALL = 9, LARGE = 10, CHANCE = 12;
const LOWER_SIX = [THREE, FOUR, HOUSE, SMALL, LARGE, CHANCE];

/** @param {number[]} dice @returns {number[]} how many dice show each face, from one to six */
export function countsOf(dice) {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const face of dice) counts[face - 1] += 1;
  return counts;
}

/** @param {number[]} counts @param {number} length */
const hasStraight = (counts, length) =>
  [0, 1, 2].some((from) => from + length <= 6 && counts.slice(from, from + length).every(Boolean));

/**
 * Points that five dice score in a box, without joker or bonus.
 * @param {number} box @param {number[]} counts
 */
export function boxPoints(box, counts) {
  const most = Math.max(...counts);
  const sum = counts.reduce((all, n, i) => all + n * (i + 1), 0);
  if (box < 6) return (box + 1) * counts[box];
  if (box === THREE) return most >= 3 ? sum : 0;
  if (box === FOUR) return most >= 4 ? sum : 0;
  if (box === HOUSE) return counts.includes(3) && counts.includes(2) ? 25 : 0;
  if (box === SMALL) return hasStraight(counts, 4) ? 30 : 0;
  if (box === LARGE) return hasStraight(counts, 5) ? 40 : 0;
  if (box === YAHTZEE) return most === 5 ? YAHTZEE_POINTS : 0;
  return sum;
}

/** @param {number} box @param {number} points whether a box can hold so many points */
function canHold(box, points) {
  if (!Number.isInteger(points) || points < 0) return false;
  if (box < 6) return points % (box + 1) === 0 && points <= 5 * (box + 1);
  if (box === CHANCE) return points >= 5 && points <= 30;
  if (box === THREE || box === FOUR) return points === 0 || (points >= 5 && points <= 30);
  return points === 0 || points === { [HOUSE]: 25, [SMALL]: 30, [LARGE]: 40, [YAHTZEE]: 50 }[box];
}

/** @returns {Sheet} */
export const emptySheet = () => ({ scores: Array(FULL_CARD).fill(null), extra: 0 });

/**
 * What matters of a sheet; refuses one that no game can show.
 * @param {Sheet} sheet @param {Rules} rules @returns {Anchor}
 */
export function readSheet(sheet, rules) {
  let upper = 0, lower = 0, total = 0, points = 0;
  /** @type {number[]} */
  const open = [];
  sheet.scores.forEach((score, box) => {
    if (score === null) return void open.push(box);
    if (!canHold(box, score)) throw new InputError(t`${BOXES[box].label} cannot hold ${score} points.`);
    points += score;
    if (box < 6) { upper |= 1 << box; total += score; }
    else if (box !== YAHTZEE) lower |= 1 << LOWER_SIX.indexOf(box);
  });
  checkBonuses(sheet);
  const yahtzee = sheet.scores[YAHTZEE] === null ? 0 : sheet.scores[YAHTZEE] === 0 ? 1 : 2;
  return {
    set: (yahtzee * 64 + lower) * 64 + upper,
    total: Math.min(UPPER_TARGET, total),
    points: points + sheet.extra * rules.yahtzee_bonus,
    open,
  };
}

/** @param {Sheet} sheet */
function checkBonuses(sheet) {
  const others = sheet.scores.filter((score, box) => score !== null && box !== YAHTZEE).length;
  if (!Number.isInteger(sheet.extra) || sheet.extra < 0) {
    throw new InputError(t`The number of Yahtzee bonuses is a whole number, 0 or more.`);
  }
  if (sheet.extra && sheet.scores[YAHTZEE] !== YAHTZEE_POINTS) {
    throw new InputError(t`Yahtzee bonuses need 50 in the Yahtzee box.`);
  }
  if (sheet.extra > others) {
    throw new InputError(t`${sheet.extra} Yahtzee bonuses need as many other boxes filled.`);
  }
}

/** @param {Sheet} sheet @param {Rules} rules @returns {number} score with both bonuses */
export function finalScore(sheet, rules) {
  const upper = sheet.scores.slice(0, 6).reduce((all, score) => (all ?? 0) + (score ?? 0), 0) ?? 0;
  const sum = sheet.scores.reduce((all, score) => (all ?? 0) + (score ?? 0), 0) ?? 0;
  const bonus = upper >= UPPER_TARGET ? rules.upper_bonus : 0;
  return sum + bonus + sheet.extra * rules.yahtzee_bonus;
}

/** What stands in the boxes, and what the bonuses add.
 *  @param {Sheet} sheet @param {Rules} rules */
export function bonuses(sheet, rules) {
  const upper = sheet.scores.slice(0, 6).reduce((/** @type {number} */ all, score) => all + (score ?? 0), 0);
  return { upper, upperBonus: upper >= UPPER_TARGET ? rules.upper_bonus : 0, extra: sheet.extra * rules.yahtzee_bonus };
}

/** @param {number} set @returns {boolean[]} which of the thirteen boxes are open */
export function openBoxes(set) {
  const lower = (set >> 6) & 63;
  return BOXES.map((_, box) => {
    if (box < 6) return !((set >> box) & 1);
    return box === YAHTZEE ? set >> 12 === 0 : !((lower >> LOWER_SIX.indexOf(box)) & 1);
  });
}

/**
 * Every box a final roll may go to from an anchor, with its points and the next anchor.
 * @param {Rules} rules @param {number} set @param {number} total @param {number[]} counts
 * @returns {{box: number, points: number, plain: number, set: number, total: number}[]} points
 * with, plain without, the Yahtzee bonus
 */
export function placements(rules, set, total, counts) {
  const open = openBoxes(set), five = counts.indexOf(5);
  const situation = 4 * (set >> 12) + 2 * (set >> five & 1) + Number((set >> 6 & 63) === 63);
  const bonus = five >= 0 && set >> 12 === 2 ? rules.yahtzee_bonus : 0;
  const found = [];
  for (let box = 0; box < FULL_CARD; box++) {
    if (!open[box]) continue;
    const plain = five < 0 ? boxPoints(box, counts) : rules.fives[situation][five][box];
    if (plain < 0) continue;
    found.push({
      box, plain, points: plain + bonus, set: nextSet(set, box, five >= 0),
      total: box < 6 ? Math.min(UPPER_TARGET, total + plain) : total,
    });
  }
  return found;
}

/** @param {number} set @param {number} box @param {boolean} five */
function nextSet(set, box, five) {
  if (box < 6) return set | (1 << box);
  if (box === YAHTZEE) return set + 4096 * (five ? 2 : 1);
  return set | (64 << LOWER_SIX.indexOf(box));
}

/**
 * Write the dice into a box of the sheet.
 * @param {Rules} rules @param {Sheet} sheet @param {number[]} dice @param {number} box
 * @returns {Sheet} a new one
 */
export function fillBox(rules, sheet, dice, box) {
  const { label } = BOXES[box];
  if (sheet.scores[box] !== null) {
    throw new InputError(t`${label} is filled already with ${sheet.scores[box]} points.`);
  }
  const { set, total } = readSheet(sheet, rules);
  const place = placements(rules, set, total, countsOf(dice)).find((each) => each.box === box);
  if (!place) {
    throw new InputError(t`Five of a kind may not go to ${label} here: the joker rule names its box.`);
  }
  const bonus = place.points > place.plain ? 1 : 0;
  const scores = sheet.scores.map((score, at) => (at === box ? place.plain : score));
  return { scores, extra: sheet.extra + bonus };
}

/** @param {Sheet} sheet @returns {string} such as "sixes-18.yahtzee-50", for an address */
export const writeSheet = (sheet) =>
  sheet.scores.flatMap((score, box) => (score === null ? [] : `${BOXES[box].key}-${score}`)).join(".");

/** @param {string} text @param {number} extra @returns {Sheet} the reverse of `writeSheet` */
export function parseSheet(text, extra = 0) {
  const sheet = { ...emptySheet(), extra };
  for (const entry of text.split(".").filter(Boolean)) {
    const [, key, points] = /^([a-z-]+)-(\d+)$/.exec(entry) ?? [];
    const box = BOXES.findIndex((each) => each.key === key);
    if (box < 0) throw new InputError(t`“${entry}” is not a box with its points, such as sixes-18.`);
    if (sheet.scores[box] !== null) throw new InputError(t`${BOXES[box].label} is filled twice.`);
    sheet.scores[box] = Number(points);
  }
  return sheet;
}
