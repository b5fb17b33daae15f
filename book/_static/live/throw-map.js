// @ts-check
/** How many dice to roll in the race in turn, at every pair of points still lacking. */
import { button, cellMap, colour, dotPlot, el, inHundred, legend, mix, playOn, ramp, readout, show, slider, startAt } from "./frame.js";
import { Race, wordOf } from "../play/dice-battle-rules.js";

export const table = { name: "throw-map", version: 1 };
/** Positions that the chapter talks about: what both still need, and what they tell. */
const TELLING = /** @type {const} */ ([
  ["Near the goal", 12, 30, "Four dice without a 1 bring 16 points on average, and you need 12. More dice would only risk a 1."],
  ["One roll or two?", 35, 35, "Nine dice without a 1 bring 36 points on average, enough in one roll. Five bring 20, enough in two, and are spoiled less often: nearly as good."],
  ["A bold start", 80, 40, "The other will soon be home. Nine dice without a 1 bring 36 points on average. That leaves you 44, within reach of two more rolls."],
  ["Now or never", 40, 20, "The other is about to win. Ten dice without a 1 bring the 40 points that you need."],
  ["Safely ahead", 45, 80, "The other has far to go. You have time, and five dice are spoiled less often than six."],
]);

/**
 * The rule of the chapter for the pocket: six dice; seven if ten or more behind, five if ten or
 * more ahead, all if the other needs 30 or less; never more than one for
 * every full four points, and one more.
 * @param {number} need @param {number} other @param {number} most
 */
export function pocket(need, other, most) {
  const dice = other <= 30 ? most : need - other >= 10 ? 7 : other - need >= 10 ? 5 : 6;
  return Math.min(dice, Math.floor(need / 4) + 1, most);
}

/**
 * Whether one player wins with whatever is rolled: every roll scores a point at least, and `width` at most.
 * @param {number} need @param {number} other @param {number} width
 */
export const decided = (need, other, width) => (need - 1) * width < other || other * width < need;

/** A difference in chances that nobody needs to think about. */
const CLOSE = 0.001;
/** Chances to win as the map shades them: ten bands, of ten races in 100 each. */
const BANDS = 10;
/** From orange through pale to blue, in the colors of the theme: the middle is an even race. */
const shades = () => Array.from({ length: BANDS }, (_, i) =>
  mix(colour("--panel"), colour(i < BANDS / 2 ? "--series-2" : "--series-1"), 0.06 + (0.8 * Math.abs(2 * i + 1 - BANDS)) / BANDS));

/** @param {number} dice */
const inWords = (dice) => (dice === 1 ? "one die" : `${dice} dice`);

/** @param {HTMLElement} stage @param {import("../play/tables.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const race = new Race(solved, "turns"), { throws } = solved.arrays;
  const goal = startAt(start, "goal", race.goal, 2, race.goal);
  const at = { you: startAt(start, "you", 0, 0, goal - 1), other: startAt(start, "other", 0, 0, goal - 1) };
  const best = (/** @type {number} */ mine, /** @type {number} */ theirs) => throws[race.index(goal - mine, goal - theirs)];
  const over = (/** @type {number} */ mine, /** @type {number} */ theirs) => decided(goal - mine, goal - theirs, race.width);
  const chance = (/** @type {number} */ mine, /** @type {number} */ theirs) => (1 + race.value(goal - mine, goal - theirs)) / 2;
  let chances = false;  // what the map shows: chances to win, or numbers of dice
  const readings = readout(), key = el("div"), dots = el("div"), on = el("p");
  const pick = (/** @type {number} */ mine, /** @type {number} */ theirs, /** @type {string} */ why = "") => { Object.assign(at, { you: mine, other: theirs }); update(why); };
  const needed = (/** @type {number} */ points) => String(goal - points);
  const map = cellMap({
    label: "How many dice to roll, by your points and the other player's. The arrow keys move over the map, with shift by ten.",
    columns: { first: 0, count: goal, name: "your points", beyond: needed }, rows: { first: 0, count: goal, name: "the other player’s points", beyond: needed },
    level: (mine, theirs) => (chances ? Math.min(BANDS - 1, Math.floor(BANDS * chance(mine, theirs))) : over(mine, theirs) ? -1 : best(mine, theirs) - 1),
    levels: race.dice, colours: () => (chances ? shades() : ramp(race.dice)), onPick: (mine, theirs) => pick(mine, theirs),
    written: (mine, theirs) => (chances ? "" : String(best(mine, theirs))),
  });
  const needs = (/** @type {number} */ points) => `${points}, needs ${goal - points}`;
  const mine = slider({ label: "Your points", least: 0, most: goal - 1, value: at.you, words: needs, onInput: (points) => pick(points, at.other) });
  const theirs = slider({ label: "The other’s", least: 0, most: goal - 1, value: at.other, words: needs, onInput: (points) => pick(at.you, points) });
  for (const each of [mine, theirs]) each.root.classList.add("above");
  const telling = TELLING.filter(([, need, other]) => need <= goal && other <= goal)
    .map(([words, need, other, why]) => button(words, () => { turnTo(false); pick(goal - need, goal - other, why); }));
  const keys = [legend(Array.from({ length: race.dice }, (_, i) => String(i + 1)), "dice to roll", "decided"),
    legend(Array.from({ length: BANDS }, (_, i) => String(i * BANDS)), "races you win in 100, from", undefined, shades)];
  const turn = button("Show your chance to win", () => turnTo(!chances), { "aria-pressed": "false" });
  const turnTo = (/** @type {boolean} */ to) => { chances = to; turn.setAttribute("aria-pressed", String(chances)); map.redraw(); show(key, keys[Number(chances)]); };
  show(key, keys[0]);
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, map.root, key, el("div", { class: "play-buttons" }, turn, telling)),
    el("div", {}, mine.root, theirs.root, readings, dots, on)));
  update();

  function update(why = "") {
    const need = goal - at.you, other = goal - at.other;
    const choices = race.choices(need, other), dice = best(at.you, at.other), rule = pocket(need, other, race.dice);
    const wins = (/** @type {number} */ n) => inHundred((1 + choices[n - 1].gain) / 2);
    const sure = over(at.you, at.other), close = sure ? [] : choices.filter((c) => c.dice !== dice && choices[dice - 1].gain - c.gain < 2 * CLOSE);
    map.set(at.you, at.other);
    mine.set(at.you);
    theirs.set(at.other);
    show(readings, el("p", { class: "said" }, sure ? "Roll what you like." : `Roll ${inWords(dice)}.`),
      el("p", {}, `At ${at.you} to ${at.other} it is your turn: you win ${wins(dice)} races in 100${sure ? ", whatever you roll" : " if both play perfectly"}.`),
      sure ? null : el("p", {}, "The ", el("a", { href: "#hog-rule" }, "rule of thumb below"), rule === dice ? " says so too." : ` rolls ${inWords(rule)} and wins ${wins(rule)}.`),
      why ? el("p", {}, why) : null,
      close.length ? el("p", {}, close.length === choices.length - 1 ? "Any other number is nearly as good (less than 0.1 races in 100 behind)." : `Nearly as good (less than 0.1 races in 100 behind): ${close.map((c) => inWords(c.dice)).join(", ")}.`) : null);
    show(dots, dotPlot({ label: "Races won in 100, by dice rolled", axis: "dice rolled (races won in 100)", words: (v) => inHundred(v),
      points: choices.map((c) => ({ name: String(c.dice), value: (1 + c.gain) / 2, best: c.dice === dice })) }));
    show(on, playOn("Play on from this position", "dice-battle", { race: "turns", most: race.dice, goal, game: wordOf(at.you, at.other) }));
  }
}
