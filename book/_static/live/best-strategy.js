// @ts-check
/** Which strategy of Tree Solitaire wins most with so many looks, at each E and A, and by how much. */
import { cellMap, colour, decimal, dotPlot, el, field, inHundred, legend, mix, playOn, readout, select, show, slider, startAt } from "./frame.js";
import { chanceAt, looksOf, seriesOf, spelled, titled } from "../play/tree-rules.js";

/** Smaller leads are rounding: by symmetry some strategies are equal where A is one half. */
const TIE = 1e-9;
/** Leads from which a cell is darker. */
const SHADES = [0.005, 0.01, 0.02, 0.04];
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
  const at = { e: startAt(start, "e", 4, 0, endings.length - 1), a: startAt(start, "a", 5, 0, shares.length - 1) };
  const said = readout(), dots = el("div"), on = el("p"), key = el("div");
  const looks = select({ 1: "one", 2: "two", Infinity: "any number" }, start.looks ?? "2", () => { ranks = rankAll(); map.redraw(); paintKey(); update(); });
  let ranks = rankAll();
  const lead = (/** @type {number} */ e, /** @type {number} */ a) => ranks[e][a][0].value - ranks[e][a][1].value;
  const winners = () => strategies.filter((name) => ranks.some((row) => row.some(([first]) => first.name === name)));
  const pick = (/** @type {number} */ e, /** @type {number} */ a) => { Object.assign(at, { e, a }); update(); };
  const map = cellMap({ label: "The best strategy by E and A, with its lead in games of 100. The arrow keys move over the map.",
    columns: { first: 0, count: endings.length, name: "chance that a point is an end, E", words: (e) => String(endings[e]) },
    rows: { first: 0, count: shares.length, name: "share of the high branch, A", words: (a) => String(shares[a]) },
    level: (e, a) => winners().indexOf(ranks[e][a][0].name) * (SHADES.length + 1) + SHADES.filter((least) => lead(e, a) >= least).length,
    levels: 0, colours: () => winners().flatMap(shadesOf), text: (e, a) => decimal(100 * lead(e, a), 1), onPick: pick });
  const e = slider({ label: "E, chance of an end", least: 0, most: endings.length - 1, value: at.e, words: (n) => String(endings[n]), onInput: (n) => pick(n, at.a) });
  const a = slider({ label: "A, share of high", least: 0, most: shares.length - 1, value: at.a, words: (n) => String(shares[n]), onInput: (n) => pick(at.e, n) });
  stage.append(field("Looks before each move, at most", looks), el("div", { class: "live-columns" }, el("div", {}, map.root, key), el("div", {}, e.root, a.root, said, dots, on)));
  paintKey();
  update();

  /** At each E and A the strategies that look no more often, the best first; of equals the later one. */
  function rankAll() {
    const open = strategies.map((name, n) => ({ name, n })).filter(({ name }) => looksOf(name) <= Number(looks.value));
    return chances.map((row) => row.map((found) => open.map(({ name, n }) => ({ name, n, value: found[n] }))
      .sort((x, y) => (Math.abs(x.value - y.value) < TIE ? y.n - x.n : y.value - x.value))));
  }

  function paintKey() {
    show(key, legend(winners().map(titled), "wins most", undefined, () => winners().map((name) => shadesOf(name)[3])));
  }

  function update() {
    const [first, second] = ranks[at.e][at.a];
    map.set(at.e, at.a);
    e.set(at.e);
    a.set(at.a);
    const name = titled(first.name).replace(/^./, (letter) => letter.toUpperCase());
    show(said, el("p", { class: "said" }, `${name} wins ${inHundred(first.value)} games in 100.`),
      el("p", {}, `Its rule: ${spelled(first.name)}. ${lead(at.e, at.a) < TIE ? `${titled(second.name)} wins as often.` : `It leads ${titled(second.name)} by ${decimal(100 * lead(at.e, at.a), 2)} wins in 100.`}`));
    show(dots, dotPlot({ label: "Games won in 100, by strategy", axis: "games won in 100", words: (v) => inHundred(v),
      points: ranks[at.e][at.a].map(({ value }, place) => ({ name: ["1st", "2nd", "3rd"][place] ?? `${place + 1}th`, value, best: place === 0 })) }),
    el("ol", { class: "live-ranks" }, ranks[at.e][at.a].map(({ name: each, value }) => el("li", {}, `${titled(each)} ${inHundred(value)}`))));
    show(on, playOn("Play on with this E and A", "tree-solitaire", { e: endings[at.e], a: shares[at.a], by: first.name }));
  }
}

/** From pale to strong. @param {string} name of a strategy */
function shadesOf(name) {
  const strong = colour(`--series-${SERIES[/** @type {keyof typeof SERIES} */ (name)] ?? 7}`);
  return [...SHADES, 1].map((_, n) => mix(colour("--panel"), strong, 0.2 + 0.13 * n));
}
