// @ts-check
/** Which strategy of Tree Solitaire wins most with so many looks, at each E and A, and by how much. */
import { barChart, cellMap, colour, decimal, el, field, inHundred, legend, mix, playOn, readout, select, show, slider, startAt } from "./frame.js";
import { namedChance } from "./tree-chances.js";
import { calledIn, chanceAt, looksOf, seriesOf, spelled } from "../play/tree-rules.js";

/** Smaller leads are rounding: by symmetry some strategies are equal where A is one half. */
const TIE = 1e-9;
/** Leads from which a cell is darker. */
const SHADES = [0.005, 0.01, 0.02, 0.04, 0.06, 0.08];
/** The colours of the strategies in the figures. */
const SERIES = { LSTRAT: 1, HSTRAT: 2, BSTRAT: 3, "2LSTRAT": 6, "2HSTRAT": 5, ooLSTRAT: 8, ooHSTRAT: 4 };
export const table = { name: "tree-solitaire", version: 1 };

/** Chances of all strategies, in the order of the table. @param {import("./frame.js").Table} solved @param {number} e @param {number} a
 *  places of E and A @returns {number[]} */
export const chancesOf = (solved, e, a) => solved.data.strategies.map((/** @type {string} */ name) =>
  chanceAt(seriesOf(solved, name, { ending: solved.data.endings[e], share: solved.data.shares[a] }), 1));

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { strategies, endings, shares } = /** @type {{strategies: string[], endings: number[], shares: number[]}} */ (solved.data);
  const chances = endings.map((_, e) => shares.map((__, a) => chancesOf(solved, e, a)));
  const game = { e: startAt(start, "e", 50, 2, 98), a: startAt(start, "a", 75, 50, 98) };  // in hundredths
  const titled = calledIn(start.words), said = readout(), bars = el("div"), on = el("p"), key = el("div", { class: "live-apart" });
  const looks = select({ 1: "one", 2: "two", Infinity: "any number" }, start.looks ?? "2", () => { ranks = rankAll(); map.redraw(); paintKey(); update(); });
  let ranks = rankAll();
  const lead = (/** @type {{value: number}[]} */ order) => order[0].value - order[1].value;
  const winners = () => strategies.filter((name) => ranks.some((row) => row.some(([first]) => first.name === name)));
  const pick = (/** @type {number} */ e, /** @type {number} */ a) => { Object.assign(game, { e, a }); update(); };
  const hundredth = (/** @type {number} */ n) => (n / 100).toFixed(2);
  const map = cellMap({ label: "The best strategy by E and A, with its lead, games in 100. The arrow keys move over the map.",
    columns: { first: 0, count: endings.length, name: "chance that a point is an end, E", words: (e) => String(endings[e]) },
    rows: { first: 0, count: shares.length, name: "share of the high branch, A", words: (a) => String(shares[a]) },
    level: (e, a) => winners().indexOf(ranks[e][a][0].name) * (SHADES.length + 1) + SHADES.filter((least) => lead(ranks[e][a]) >= least).length,
    levels: 0, colours: () => winners().flatMap(shadesOf), text: (e, a) => leadWords(lead(ranks[e][a])), region: (e, a) => ranks[e][a][0].name,
    onPick: (e, a) => pick(Math.round(100 * endings[e]), Math.round(100 * shares[a])) });
  const e = slider({ label: "E, chance of an end", least: 2, most: 98, value: game.e, words: hundredth, onInput: (n) => pick(n, game.a) });
  const a = slider({ label: "A, share of high", least: 50, most: 98, value: game.a, words: hundredth, onInput: (n) => pick(game.e, n) });
  stage.append(el("div", { class: "live-top" }, field("Looks before each move, at most", looks), key), el("div", { class: "live-columns" }, el("div", {}, map.root), el("div", {}, e.root, a.root, said, bars, on)));
  paintKey();
  update();

  /** The strategies that look no more often, the best first; of equals the later one. @param {number[]} found chances of all */
  function ranked(found) {
    return strategies.map((name, n) => ({ name, n, value: found[n] })).filter(({ name }) => looksOf(name) <= Number(looks.value))
      .sort((x, y) => (Math.abs(x.value - y.value) < TIE ? y.n - x.n : y.value - x.value));
  }

  function rankAll() {
    return chances.map((row) => row.map(ranked));
  }

  function paintKey() {
    const best = winners(), tied = ranks.some((row) => row.some((order) => lead(order) < TIE));
    show(key, best.length > 1 ? legend(best.map(titled), "Best here:", undefined, () => best.map((name) => shadesOf(name)[4])) : null,
      tied ? el("p", { class: "live-key" }, "=: two are equally good") : null);
  }

  function update() {
    const here = ranked(strategies.map((name) => namedChance(name, game.e / 100, game.a / 100))), [first, second] = here;
    const [column, row] = [nearest(endings, game.e / 100), nearest(shares, game.a / 100)];
    map.set(column, row);
    e.set(game.e);
    a.set(game.a);
    const name = titled(first.name).replace(/^./, (letter) => letter.toUpperCase());
    show(said, el("p", { class: "said" }, `${name} wins ${inHundred(first.value)} games in 100.`),
      100 * endings[column] === game.e && 100 * shares[row] === game.a ? null : el("p", {}, "The frame on the map is the nearest square."),
      el("p", {}, `It ${spelled(first.name)}. It ${lead(here) < TIE ? `wins as often as ${titled(second.name)}.` : `beats ${titled(second.name)} by ${decimal(100 * lead(here), 2)} games in 100.`}`));
    show(bars, barChart({ label: "Games won in 100", full: 1,
      bars: here.map(({ name: each, value }, place) => ({ name: titled(each), value, words: inHundred(value), best: place === 0 })) }));
    show(on, playOn("Play on with the E and A of the framed square", "tree-solitaire", { e: endings[column], a: shares[row], by: first.name }));
  }
}

/** A lead on the map, games in 100; nothing where it would round to none. @param {number} lead */
const leadWords = (lead) => (lead < TIE ? "=" : lead < 0.0005 ? "" : decimal(100 * lead, 1));

/** Place of the nearest of some numbers. @param {number[]} numbers @param {number} wanted */
const nearest = (numbers, wanted) => numbers.reduce((best, each, n) => (Math.abs(each - wanted) < Math.abs(numbers[best] - wanted) - 1e-9 ? n : best), 0);

/** From pale to strong. @param {string} name of a strategy */
function shadesOf(name) {
  const strong = colour(`--series-${SERIES[/** @type {keyof typeof SERIES} */ (name)] ?? 7}`);
  return [...SHADES, 1].map((_, n) => mix(colour("--panel"), strong, 0.14 + 0.1 * n));
}
