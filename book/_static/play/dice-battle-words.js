// @ts-check
/** What is said of a choice of dice, and of luck. */
import { decimal, inHundred, listed, many, t } from "./words.js";

/** @typedef {import("./dice-battle-rules.js").Race} Race */
/** @typedef {import("./dice-battle-rules.js").Choice} Choice */

/** @param {number} dice */
export const diceWords = (dice) => many(dice, t`die`, t`dice`);

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Chance that one of the dice shows a 1. @param {Race} race @param {number} dice */
export const spoiled = (race, dice) => 1 - (1 - 1 / race.table.rules.faces) ** dice;

/** Points of a throw without a 1, on average. @param {Race} race @param {number} dice */
function unspoiled(race, dice) {
  let sum = 0;
  for (let points = race.table.rules.bust_score + 1; points <= race.width; points++) sum += points * race.chance(dice, points);
  return sum / (1 - spoiled(race, dice));
}

/** Chance that a throw reaches the goal at once. @param {Race} race @param {number} dice @param {number} need */
function arrives(race, dice, need) {
  let chance = 0;
  for (let points = need; points <= race.width; points++) chance += race.chance(dice, points);
  return chance;
}

/** How a number of dice differs from another. @param {Race} race @param {Choice} one @param {Choice} two @param {number} need */
function difference(race, one, two, need) {
  const [mine, other] = [one, two].map((c) => ({ spoiled: spoiled(race, c.dice), points: unspoiled(race, c.dice), arrives: arrives(race, c.dice, need) }));
  const there = mine.arrives + other.arrives > 0
    ? t`, and ${inHundred(mine.arrives)} against ${inHundred(other.arrives)} times in 100 it ends the race at once` : "";
  return [t`a 1 spoils the roll ${inHundred(mine.spoiled)} instead of ${inHundred(other.spoiled)} times in 100,`,
    t`unspoiled it scores ${decimal(mine.points, 1)} instead of ${decimal(other.points, 1)} points on average${there}.`].join(" ");
}

/** The best number against the next best, by what differs. @param {Choice[]} choices @param {Race} race @param {number} need */
export function reason(choices, race, need) {
  const ranked = [...choices].sort((a, b) => b.gain - a.gain), next = ranked.find((c) => !c.best);
  return next ? [t`Against ${diceWords(next.dice)}, the next best:`, difference(race, ranked[0], next, need),
    t`All in all it wins ${decimal(50 * next.regret, 2)} more races in 100.`].join(" ") : "";
}

/** What a choice was worth, and how the best differs. @param {Race} race @param {Choice} made @param {Choice[]} choices @param {number} need */
export function judged(race, made, choices, need) {
  const best = choices.filter((c) => c.best);
  if (best.length === choices.length) return t`Every number of dice is as good here.`;
  if (made.best) return t`${capital(diceWords(made.dice))}: the best choice.`;
  return [t`${capital(diceWords(made.dice))}: ${listed(best.map((c) => diceWords(c.dice)))} would win ${decimal(50 * made.regret, 2)} in 100 more.`,
    t`With ${diceWords(best[0].dice)}`, difference(race, best[0], made, need)].join(" ");
}

/** What luck did to the reader. @param {number} fate chances in 100 @param {boolean} lost whether the page has won */
export function luckWords(fate, lost) {
  const chances = decimal(Math.abs(fate), 1);
  if (lost) return fate >= 0 ? t`luck brought the other ${chances}.` : t`luck took the other ${chances}.`;
  return fate >= 0 ? t`luck brought ${chances}.` : t`luck took ${chances}.`;
}
