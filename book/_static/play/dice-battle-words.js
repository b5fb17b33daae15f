// @ts-check
/** What is said of a choice of dice, and of luck. */
import { decimal, inHundred, listed, many, t } from "./words.js";

/** @typedef {import("./dice-battle-rules.js").Race} Race */
/** @typedef {import("./dice-battle-rules.js").Choice} Choice */

/** Losses, in wins in a hundred, that hardly count, and that are not worth a reason. */
const SLIGHT = 0.2, LITTLE = 1;
/** What would be told as 0 in 100. */
const RARE = 0.005;
/** What rounding makes of a chance of 0. */
const NEVER = 1e-6;
/** A smaller chance than this is printed as none. */
const NONE_HOME = 0.0005;

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

/** How a number of dice differs from another, whose numbers stand in brackets. @param {Race} race @param {Choice} one @param {Choice} two @param {number} need */
function difference(race, one, two, need) {
  const [mine, other] = [one, two].map((c) => ({ spoiled: spoiled(race, c.dice), points: unspoiled(race, c.dice), arrives: arrives(race, c.dice, need) }));
  const there = Math.max(mine.arrives, other.arrives) >= NONE_HOME
    ? t`, and it reaches the goal ${inHundred(mine.arrives)} times in 100 (${inHundred(other.arrives)})` : "";
  return [t`a 1 spoils the roll ${inHundred(mine.spoiled)} times in 100 (with ${diceWords(two.dice)} ${inHundred(other.spoiled)});`,
    t`unspoiled it scores ${decimal(mine.points, 1)} points on average (${decimal(other.points, 1)})${there}.`].join(" ");
}

/** The best number against the next best, by what differs. @param {Choice[]} choices @param {Race} race @param {number} need */
export function reason(choices, race, need) {
  const ranked = [...choices].sort((a, b) => b.gain - a.gain), next = ranked.find((c) => !c.best);
  if (!next) return "";
  const [best, other] = [ranked[0], next].map((c) => diceWords(c.dice)), more = 50 * next.regret; // in 100
  if (more < SLIGHT) return more < RARE ? t`${capital(other)} would do as well.` : t`${capital(other)} would do nearly as well: ${decimal(more, 2)} races in 100 less.`;
  return [t`Why ${best}, and not ${other}, the next best?`, capital(difference(race, ranked[0], next, need)), t`All in all that wins ${decimal(more, 1)} more races in 100.`].join(" ");
}

/** Why a number of dice is worse than the best. @param {Race} race @param {Choice} made @param {Choice} best @param {number} need */
function fault(race, made, best, need) {
  const [mine, other] = [made.dice, best.dice].map(diceWords);
  if (made.dice > best.dice) return t`A 1 spoils ${mine} ${inHundred(spoiled(race, made.dice), 0)} times in 100, ${other} only ${inHundred(spoiled(race, best.dice), 0)} times.`;
  const home = arrives(race, best.dice, need), short = arrives(race, made.dice, need);
  if (home - short > 0.05 && 6 * made.dice < need) return t`With ${mine} you cannot be home at once; with ${other} you are, ${inHundred(home, 0)} times in 100.`;
  if (home - short > 0.05 && short < RARE) return t`With ${mine} you are hardly ever home at once; with ${other} you are, ${inHundred(home, 0)} times in 100.`;
  return home - short > 0.05 ? t`With ${mine} you are home at once ${inHundred(short, 0)} times in 100; with ${other} ${inHundred(home, 0)} times.`
    : t`Without a 1 you score ${decimal(unspoiled(race, made.dice), 0)} points with ${mine} on average, ${decimal(unspoiled(race, best.dice), 0)} with ${other}.`;
}

/** What a choice was worth, and if that is much less than the best, why. @param {Race} race @param {Choice} made @param {Choice[]} choices @param {number} need */
export function judged(race, made, choices, need) {
  const best = choices.filter((c) => c.best);
  if (best.length === choices.length) {
    return made.gain >= 1 - NEVER ? t`Every roll wins here.` : made.gain <= NEVER - 1 ? t`No roll could save the race.` : t`Every number of dice is as good here.`;
  }
  if (made.best) return t`${capital(diceWords(made.dice))}: the best choice.`;
  const mine = capital(diceWords(made.dice)), better = listed(best.map((c) => diceWords(c.dice))), loss = 50 * made.regret;
  if (loss < SLIGHT) return t`${mine}: nearly as good as the best (${better}), ${decimal(loss, 2)} in 100 less.`;
  if (loss < LITTLE) return t`${mine}: ${better} would win a little more, ${decimal(loss, 1)} in 100.`;
  return [t`${mine}: ${better} would win ${decimal(loss, 1)} in 100 more.`, fault(race, made, best[0], need)].join(" ");
}

/** What luck did to the reader. @param {number} fate chances in 100 */
export function luckWords(fate) {
  const chances = decimal(Math.abs(fate), 1);
  return fate >= 0 ? t`luck brought ${chances}.` : t`luck took ${chances}.`;
}
