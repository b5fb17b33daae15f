// @ts-check
/**
 * Why one choice of Yahtzee is worth more than another: where the turn ends, and what a choice
 * brings in points of this turn, towards the upper bonus, and on the rest of the card.
 */
import { BOXES, readSheet } from "./yahtzee-rules.js";
import { ROLLS, ROWS, TOTALS, allPlacements, finalRolls, rowOf } from "./yahtzee-turn.js";
import { decimal, inHundred, t } from "./words.js";
import { PLACES, uncapital, words } from "./yahtzee-words.js";

/** @typedef {import("./yahtzee-turn.js").Anchors} Anchors */
/** @typedef {import("./yahtzee-turn.js").Option} Option */
/** @typedef {{now: number, spread: number, bonus: number, rest: number}} Parts points of this turn
 *  and their standard deviation, worth towards the upper bonus, and of the rest of the card */
/** @typedef {Parts & {ends: {box: number, points: number, chance: number}[]}} Outlook */

/** Differences that are rounding of the table. */
const ROUNDING = 1 / 512;

/**
 * Where a turn ends after a choice, best play afterwards: the cards that it leads to.
 * @param {Anchors} anchors @param {import("./yahtzee-rules.js").Sheet} sheet @param {number[]} dice
 * @param {number} left rolls @param {Option} option
 * @returns {{chance: number, box: number, points: number, set: number, total: number}[]}
 */
function endings(anchors, sheet, dice, left, option) {
  const { set, total } = readSheet(sheet, anchors.rules), all = allPlacements(anchors.rules, set, total);
  if (!option.keep) {
    return all[rowOf(dice)].filter(({ box }) => box === option.box).map((place) => ({ chance: 1, ...place }));
  }
  const best = all.map((places) => places.reduce((a, b) => (anchors.worth(b) > anchors.worth(a) ? b : a)));
  const worth = Float64Array.from({ length: ROWS.length }, (_, row) => (row < ROLLS ? anchors.worth(best[row]) : 0));
  const mass = finalRolls(worth, option.keep, left);
  return best.map((place, row) => ({ chance: mass[row], ...place })).filter(({ chance }) => chance);
}

/**
 * What a choice brings, best play afterwards; `now`, `bonus` and `rest` add up to the value.
 * @param {Anchors} anchors @param {import("./yahtzee-rules.js").Sheet} sheet @param {number[]} dice
 * @param {number} left rolls @param {Option} option @returns {Outlook}
 */
export function outlook(anchors, sheet, dice, left, option) {
  /** @type {Map<string, {box: number, points: number, chance: number}>} */
  const ends = new Map();
  let now = 0, squares = 0, bonus = 0, rest = 0;
  for (const { chance, box, points, ...card } of endings(anchors, sheet, dice, left, option)) {
    const towards = anchors.towardsBonus(card);
    now += chance * points;
    squares += chance * points * points;
    bonus += chance * towards;
    rest += chance * (anchors.value(card.set, card.total) - towards);
    const end = ends.get(`${box} ${points}`) ?? { box, points, chance: 0 };
    end.chance += chance;
    ends.set(`${box} ${points}`, end);
  }
  return { now, spread: Math.sqrt(Math.max(0, squares - now * now)), bonus, rest, ends: [...ends.values()] };
}

/**
 * Standard deviation of the final score after a choice.
 * @param {Anchors} anchors @param {Float64Array} deviations of the points still to come, by card
 * @param {import("./yahtzee-rules.js").Sheet} sheet @param {number[]} dice
 * @param {number} left rolls @param {Option} option
 */
export function deviation(anchors, deviations, sheet, dice, left, option) {
  let variance = 0;
  for (const { chance, ...place } of endings(anchors, sheet, dice, left, option)) {
    variance += chance * ((anchors.worth(place) - option.value) ** 2 + deviations[place.set * TOTALS + place.total] ** 2);
  }
  return Math.sqrt(variance);
}

/** Things that may happen in a turn, in words. @type {{words: string, holds: (box: number, points: number) => boolean}[]} */
const EVENTS = [
  ...BOXES.slice(0, 6).flatMap(({ label }, box) => [3, 4].map((count) => ({
    words: count === 3 ? t`you write three or more ${label.toLowerCase()}` : t`you write four or more ${label.toLowerCase()}`,
    holds: (/** @type {number} */ at, /** @type {number} */ points) => at === box && points >= count * (box + 1),
  }))),
  ...BOXES.slice(6).map((_, i) => ({
    words: t`you score ${PLACES[i + 6]}`,
    holds: (/** @type {number} */ at, /** @type {number} */ points) => at === i + 6 && points > 0,
  })),
];
const ZERO = { words: t`you have to write a zero`, holds: (/** @type {number} */ _, /** @type {number} */ points) => points === 0 };

/** @param {Outlook} of @param {typeof EVENTS[0]} event */
const chanceOf = (of, event) => of.ends.reduce((sum, { box, points, chance }) => sum + (event.holds(box, points) ? chance : 0), 0);

/**
 * What tells two choices apart most: the event whose chance differs most in favour of the first.
 * @param {Outlook} one @param {Outlook} other
 * @returns {{words: string, one: number, other: number}|null} chances
 */
export function difference(one, other) {
  const found = [...EVENTS.map((event) => ({ event, sign: 1 })), { event: ZERO, sign: -1 }]
    .map(({ event, sign }) => ({ words: event.words, one: chanceOf(one, event), other: chanceOf(other, event), sign }));
  const most = found.reduce((a, b) => (b.sign * (b.one - b.other) > a.sign * (a.one - a.other) ? b : a));
  return most.sign * (most.one - most.other) > 0.005 ? { words: most.words, one: most.one, other: most.other } : null;
}

/** @param {number} points */
const cents = (points) => Math.round(100 * points);

/** More or fewer points, in words; none if there is nothing to tell. @param {number} change in cents
 *  @param {(by: string) => string} more @param {(by: string) => string} fewer */
const moved = (change, more, fewer) => (change ? [(change < 0 ? fewer : more)(decimal(Math.abs(change) / 100, 2))] : []);

/**
 * The reason for the best choice against the next best, in one sentence.
 * @param {Option} best @param {Option} next @param {Outlook} one @param {Outlook} other
 */
export function reason(best, next, one, other) {
  const gap = best.value - next.value;
  if (gap < ROUNDING) return t`${words(next)} does as well.`;
  const apart = best.keep && next.keep ? difference(one, other) : null;
  const event = apart ? t`With the best choice ${apart.words} ${inHundred(apart.one)} times in 100 instead of ${inHundred(apart.other)}. The whole choice is worth ` : t`The best choice is worth `;
  const now = cents(one.now - other.now), bonus = cents(one.bonus - other.bonus), rest = cents(gap) - now - bonus; // as printed they add up
  const parts = [...moved(now, (by) => t`${by} points more this turn`, (by) => t`${by} points less this turn`),
    ...moved(bonus, (by) => t`${by} more toward the upper bonus`, (by) => t`${by} less toward the upper bonus`),
    ...moved(rest, (by) => t`${by} more on the other boxes`, (by) => t`${by} less on the other boxes`)];
  return t`Why not ${uncapital(words(next))}? ${event}${parts.join(", ")}: ${decimal(gap, 2)} points in all.`;
}
