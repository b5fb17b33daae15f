// @ts-check
/** One roll each against the page: it answers your number of dice, or mixes without looking. */
import { outcome } from "./duel-map.js";
import { button, diceShown, el, readout, show, startAt } from "./frame.js";
import { drawIndex, inHundred, listed, many, seeded, t, throwDice } from "../play/words.js";

export const table = { name: "one-roll", version: 2 };
const MANY = 100;

/**
 * How often you win, nobody does, and the page wins in the long run.
 * @param {import("./frame.js").Table} solved @param {number} dice yours @param {ArrayLike<number>} mixture of the page, from one die up
 */
export function ends(solved, dice, mixture) {
  const met = Array.from(mixture, (share, e) => ({ share, ...outcome(solved, dice, e + 1) }));
  return /** @type {const} */ (["win", "draw", "lose"]).map((end) => met.reduce((sum, each) => sum + each.share * each[end], 0));
}

/** What the page rolls if it has seen your number: what gains most against it, wins less losses. @param {import("./frame.js").Table} solved @param {number} dice */
export function reply({ arrays, rules }, dice) {
  const gains = Array.from({ length: rules.dice }, (_, e) => arrays.gains[(dice - 1) * rules.dice + e]);
  return gains.map((gain) => Number(gain === Math.min(...gains)));
}

/** @param {number[]} faces */
const points = (faces) => (faces.includes(1) ? 1 : faces.reduce((sum, face) => sum + face, 0));
/** @param {number} dice */
const counted = (dice) => (dice === 1 ? t`1 die` : t`${dice} dice`);

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const most = solved.rules.dice, random = seeded(Number(start.seed ?? Date.now()));
  const said = readout(), score = el("div", { class: "one-roll-score" }), luck = el("div");
  let dice = startAt(start, "dice", 0, 0, most), looks = !startAt(start, "blind", 0, 0, 1), tally = [0, 0, 0], example = false;
  const numbers = Array.from({ length: most }, (_, n) => button(String(n + 1), () => take(n + 1, looks), { "aria-label": t`Take ${counted(n + 1)}` }));
  const after = button(t`after you`, () => take(dice, true)), blind = button(t`without looking`, () => take(dice, false));
  const rolls = [button(t`Roll again`, () => play(1)), button(t`Roll ${MANY} times`, () => play(MANY))];
  const further = el("div", { class: "play-buttons" }, el("span", { class: "one-roll-chooses" }, t`The page chooses`), after, blind);
  stage.append(el("p", { class: "one-roll-asked" }, t`How many dice do you take?`), el("div", { class: "play-buttons one-roll-numbers" }, numbers), said, score, further, luck);
  take(dice, looks, dice > 0);
  random.from(Date.now()); // a seed is for the roll that opens; all others are fresh

  /** @param {number} mine @param {boolean} seen @param {boolean} [opens] whether nobody pressed anything yet */
  function take(mine, seen, opens = false) {
    if (mine !== dice || seen !== looks) tally = [0, 0, 0];
    [dice, looks] = [mine, seen];
    numbers.forEach((each, n) => each.setAttribute("aria-pressed", String(n + 1 === dice)));
    for (const [each, now] of /** @type {[HTMLElement, boolean][]} */ ([[after, looks], [blind, !looks]])) each.setAttribute("aria-pressed", String(now));
    if (!dice) return show(said, el("p", {}, looks ? t`Press a number. The page looks at it, and answers with the number that does best against it, a draw counting half.` : t`Press a number. The page does not look at it.`));
    if (!rolls[0].isConnected) further.prepend(...rolls);
    play(1, opens);
  }

  /** @param {number} times @param {boolean} [opens] */
  function play(times, opens = false) {
    if (example || (times === MANY && (tally[0] + tally[1] + tally[2]) % MANY)) tally = [0, 0, 0]; // a hundred games are counted by themselves
    example = opens;
    const mixture = looks ? reply(solved, dice) : [...solved.arrays.best];
    let yours = /** @type {number[]} */ ([]), theirs = yours;
    for (let n = 0; n < times; n++) {
      yours = throwDice(dice, random);
      theirs = throwDice(drawIndex(mixture, random) + 1, random);
      tally[1 - Math.sign(points(yours) - points(theirs))] += 1;
    }
    tell(yours, theirs, mixture);
  }

  /** @param {number[]} yours @param {number[]} theirs @param {number[]} mixture */
  function tell(yours, theirs, mixture) {
    const [own, other] = [points(yours), points(theirs)], games = tally[0] + tally[1] + tally[2];
    const [mine, its] = [yours, theirs].map((faces) => faces.length > 1 && faces.includes(1));
    const result = own > other ? t`You win by ${own} points to ${other}` : own < other ? t`The page wins by ${other} points to ${own}` : t`A draw, ${own} to ${other}`;
    const mixed = listed(mixture.map((share, n) => (share > 0 ? t`${counted(n + 1)} ${inHundred(share, 0)} times` : "")).filter(Boolean), t`and`);
    show(said, example ? el("p", {}, t`A first roll, for example:`) : [], el("p", { class: "said" }, mine && its ? t`${result}: a 1 spoiled both rolls.` : mine ? t`${result}: a 1 spoiled your roll.` : its ? t`${result}: a 1 spoiled the page’s roll.` : t`${result}.`),
      el("p", { class: "one-roll-hand" }, el("span", {}, t`You`), diceShown(yours)),
      el("p", { class: "one-roll-hand" }, el("span", {}, t`The page`), diceShown(theirs)),
      el("p", {}, looks ? t`The page has seen your number, and answers with ${counted(theirs.length)}.` : t`The page does not look at your number. In 100 games it takes ${mixed}.`));
    const exact = whole(ends(solved, dice, mixture)), lucky = games >= MANY && tally[0] > tally[2] && exact[0] < exact[2];
    show(score, bar(t`After ${many(games, t`game`)}`, tally.map((each) => each / games), tally.map(String)),
      bar(t`Of ${MANY} games, on average`, exact, exact.map((share) => inHundred(share))));
    show(luck, lucky ? el("p", {}, t`You are ahead: that is luck. The longer you roll, the surer the page is to pass you.`) : []);
  }
}

/** Shares of 1 to the tenth of a hundredth that add up: draws take what rounding leaves. @param {readonly number[]} shares */
function whole([win, draws, lose]) {
  const [first, last] = [win, lose].map((share) => Math.round(1000 * share) / 1000);
  return draws ? [first, 1 - first - last, last] : [first, 0, last];
}

/** How games end, in words and as a bar. @param {string} name @param {number[]} shares @param {string[]} counts */
function bar(name, shares, counts) {
  const fills = ["--series-1", "--faint", "--series-2"].map((color) => `background: var(${color})`);
  const words = [t`you ${counts[0]}`, t`draws ${counts[1]}`, t`the page ${counts[2]}`];
  return el("div", {}, el("p", {}, t`${name}:`, el("br"), words.map((each, n) => [" ", el("span", { class: "one-roll-key" }, el("span", { class: "live-square", style: fills[n] }), each)])),
    el("div", { class: "one-roll-bar", "aria-hidden": "true" }, shares.map((share, n) => el("span", { style: `${fills[n]}; width: ${100 * share}%` }))));
}
