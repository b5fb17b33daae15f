// @ts-check
/** Which strategy of Tree Solitaire wins most, at each E and A, and by how much. */
import { cellMap, decimal, dotPlot, el, inHundred, legend, playOn, readout, show, slider, startAt } from "./frame.js";
import { chanceAt, seriesOf, spelled } from "../play/tree-rules.js";

/** Smaller leads are rounding: by symmetry some strategies are equal where A is one half. */
const TIE = 1e-9;
export const table = { name: "tree-solitaire", version: 1 };

/** Chances of all strategies, in the order of the table. @param {import("./frame.js").Table} solved @param {number} e @param {number} a
 *  places of E and A @returns {number[]} */
export const chancesOf = (solved, e, a) => solved.data.strategies.map((/** @type {string} */ name) =>
  chanceAt(seriesOf(solved, name, { ending: solved.data.endings[e], share: solved.data.shares[a] }), 1));

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { strategies, endings, shares } = /** @type {{strategies: string[], endings: number[], shares: number[]}} */ (solved.data);
  const chances = endings.map((_, e) => shares.map((__, a) => chancesOf(solved, e, a)));
  const best = (/** @type {number} */ e, /** @type {number} */ a) => chances[e][a].findIndex((chance) => chance > Math.max(...chances[e][a]) - TIE);
  const winners = [...new Set(chances.flatMap((_, e) => shares.map((__, a) => best(e, a))))].sort((x, y) => x - y);
  const at = { e: startAt(start, "e", 4, 0, endings.length - 1), a: startAt(start, "a", 5, 0, shares.length - 1) };
  const said = readout(), dots = el("div"), on = el("p");
  const pick = (/** @type {number} */ e, /** @type {number} */ a) => { Object.assign(at, { e, a }); update(); };
  const map = cellMap({ label: "The best strategy by E and A. The arrow keys move over the map.",
    columns: { first: 0, count: endings.length, name: "chance to end, E", words: (e) => String(endings[e]) },
    rows: { first: 0, count: shares.length, name: "share of the high branch, A", words: (a) => String(shares[a]) },
    level: (e, a) => winners.indexOf(best(e, a)), levels: winners.length, onPick: pick });
  const e = slider({ label: "E", least: 0, most: endings.length - 1, value: at.e, words: (n) => String(endings[n]), onInput: (n) => pick(n, at.a) });
  const a = slider({ label: "A", least: 0, most: shares.length - 1, value: at.a, words: (n) => String(shares[n]), onInput: (n) => pick(at.e, n) });
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, map.root, legend(winners.map((n) => strategies[n]), "wins most")), el("div", {}, e.root, a.root, said, dots, on)));
  update();

  function update() {
    const found = chances[at.e][at.a], ranked = found.map((value, n) => ({ value, n })).sort((x, y) => (Math.abs(x.value - y.value) < TIE ? x.n - y.n : y.value - x.value));
    const lead = ranked[0].value - ranked[1].value;
    map.set(at.e, at.a);
    e.set(at.e);
    a.set(at.a);
    show(said, el("p", { class: "said" }, `${strategies[ranked[0].n]} wins ${inHundred(ranked[0].value)} games in 100.`),
      el("p", {}, `${strategies[ranked[0].n]} is: ${spelled(strategies[ranked[0].n])}. ${lead < TIE ? `${strategies[ranked[1].n]} wins as often.` : `It leads ${strategies[ranked[1].n]} by ${decimal(100 * lead, 2)} wins in 100.`}`));
    show(dots, dotPlot({ label: "Games won in 100, by strategy", axis: "games won in 100", words: (v) => inHundred(v),
      points: ranked.map(({ value, n }, place) => ({ name: ["1st", "2nd", "3rd"][place] ?? `${place + 1}th`, value, best: n === ranked[0].n })) }),
    el("ol", { class: "live-ranks" }, ranked.map(({ value, n }) => el("li", {}, `${strategies[n]} ${inHundred(value)}`))));
    show(on, playOn("Play on with this E and A", "tree-solitaire", { e: endings[at.e], a: shares[at.a], by: strategies[ranked[0].n] }));
  }
}
