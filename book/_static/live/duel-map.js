// @ts-check
/** One roll each: who wins, for every number of dice against every other. */
import { button, cellMap, colour, dotPlot, el, inHundred, mix, readout, show, slider, startAt } from "./frame.js";

export const table = { name: "one-roll", version: 2 };
/** What beats what, the winner first. */
const CYCLE = /** @type {const} */ ([[2, 5], [5, 3], [3, 2]]);
/** Shades of each color. */
const SHADES = 10;
const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/**
 * Shares of games that a number of dice wins, loses and draws against another.
 * @param {import("./frame.js").Table} solved @param {number} mine @param {number} other
 */
export function outcome({ arrays, rules }, mine, other) {
  const at = (mine - 1) * rules.dice + other - 1, even = arrays.draws[at];
  return { win: (1 - even + arrays.gains[at]) / 2, lose: (1 - even - arrays.gains[at]) / 2, draw: even };
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { dice } = solved.rules, most = Math.max(...solved.arrays.gains);
  const at = { you: startAt(start, "you", 2, 1, dice), other: startAt(start, "other", 5, 1, dice) };
  const said = readout(), dots = el("div");
  const gain = (/** @type {number} */ mine, /** @type {number} */ other) => solved.arrays.gains[(mine - 1) * dice + other - 1];
  const share = (/** @type {number} */ mine, /** @type {number} */ other) => (1 + gain(mine, other)) / 2;
  const pick = (/** @type {number} */ other, /** @type {number} */ you) => { Object.assign(at, { you, other }); update(); };
  const shade = (/** @type {number} */ worth) => (worth ? Math.sign(worth) * Math.max(1, Math.round((SHADES * Math.abs(worth)) / most)) : 0);
  const map = cellMap({
    label: "Games won in 100, by your dice and the other player's. The arrow keys move over the map.",
    columns: { first: 1, count: dice, name: "dice that the other rolls" }, rows: { first: 1, count: dice, name: "dice that you roll" },
    levels: 2 * SHADES + 1, colours: shades, level: (other, mine) => SHADES + shade(gain(mine, other)),
    text: (other, mine) => inHundred(share(mine, other), gain(mine, other) && Math.abs(gain(mine, other)) < 0.01 ? 1 : 0), framed: (other, mine) => CYCLE.some(([a, b]) => a === mine && b === other), ring: "--series-3", onPick: pick,
  });
  const mine = slider({ label: "Your dice", least: 1, most: dice, value: at.you, onInput: (n) => pick(at.other, n) });
  const theirs = slider({ label: "The other’s", least: 1, most: dice, value: at.other, onInput: (n) => pick(n, at.you) });
  const key = el("p", { class: "live-key" }, el("span", {}, "blue: you win more than half; orange: less; framed: two beats five, five beats three, three beats two; ringed: the square that you read"));
  stage.append(el("div", { class: "live-columns" }, el("div", {}, map.root, key),
    el("div", {}, el("div", { class: "play-buttons" }, CYCLE.filter(([a]) => a <= dice).map(([a, b]) => button(`${a} beats ${b}`, () => pick(b, a)))),
      mine.root, theirs.root, said, dots)));
  update();

  function update() {
    map.set(at.other, at.you);
    mine.set(at.you);
    theirs.set(at.other);
    const all = Array.from({ length: dice }, (_, d) => share(d + 1, at.other)), best = all.indexOf(Math.max(...all)) + 1;
    const { win, lose, draw: even } = outcome(solved, at.you, at.other);
    const words = (/** @type {number} */ n) => `${WORDS[n] ?? n} ${n === 1 ? "die" : "dice"}`;
    show(said, el("p", {}, `Of 100 games with ${words(at.you)} against ${words(at.other)}`),
      el("p", { class: "said" }, `you win ${inHundred(win)}, lose ${inHundred(lose)}, draw ${inHundred(even)}.`),
      el("p", {}, `With a draw as half that is ${inHundred(share(at.you, at.other))}${best === at.you ? `, the best against ${words(at.other)}` : `; the best against ${words(at.other)} is ${words(best)}, ${inHundred(Math.max(...all))}`}.`));
    show(dots, dotPlot({ label: `Games in 100 that you win against ${words(at.other)}, a draw counting half, by your dice`, axis: "your dice (wins in 100)", over: "ahead",
      words: (v) => inHundred(v), points: all.map((value, d) => ({ name: String(d + 1), value, best: d + 1 === best })) }));
  }
}

/** From orange through nothing to blue, in the colors of the theme; the first shade is plain to see. */
function shades() {
  const [less, more] = [colour("--series-2"), colour("--series-1")], none = colour("--panel");
  return Array.from({ length: 2 * SHADES + 1 }, (_, i) => {
    const by = Math.abs(i - SHADES) / SHADES;
    return by ? mix(none, i < SHADES ? less : more, 0.14 + 0.66 * by) : none;
  });
}
