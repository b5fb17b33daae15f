// @ts-check
/** Values that drift: caution against boldness, over the size of a step. */
import { colour, el, inHundred, onTheme, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "drift", version: 1 };

const CALLED = { LSTRAT: "boldness", HSTRAT: "caution", BSTRAT: "both", STRAT: "no look" };
const DASHES = ["7 4", null, "9 3 2 3", "1 4"];

/**
 * Chances of all strategies.
 * @param {import("./frame.js").Table} solved @param {number} e place of the chance to end
 * @param {number} t place of the top's value @param {number} a place of the step
 * @returns {number[]} in the order of the table
 */
export function chancesAt(solved, e, t, a) {
  const [, tops, steps, strategies] = solved.shapes.chances, first = ((e * tops + t) * steps + a) * strategies;
  return [...solved.arrays.chances.subarray(first, first + strategies)];
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { endings, tops, steps } = solved.data, said = readout(), picture = el("div");
  const at = { e: startAt(start, "ending", 2, 0, endings.length - 1), t: startAt(start, "top", 2, 0, tops.length - 1), a: startAt(start, "step", 5, 0, steps.length - 1) };
  /** @param {string} label @param {"e"|"t"|"a"} key @param {number[]} values @param {(v: number) => string} words */
  const dial = (label, key, values, words) => {
    const { root } = slider({ label, least: 0, most: values.length - 1, value: at[key],
      words: (i) => words(values[i]), onInput: (i) => { at[key] = i; update(); } });
    root.classList.add("above");
    return root;
  };
  const parts = (/** @type {number} */ v) => { const n = Math.round(30 * v), d = [1, 2, 3, 5, 6, 10, 15, 30].find((each) => (n * each) % 30 === 0) ?? 30; return n ? `${(n * d) / 30}/${d}` : "0"; };
  stage.append(el("div", { class: "live-columns" }, picture, el("div", {}, dial("Step, up or down", "a", steps, parts), dial("Value of the top", "t", tops, String),
    dial("Chance that a point ends", "e", endings, String), said)));
  onTheme(update);
  update();

  function update() {
    const [bold, cautious] = chancesAt(solved, at.e, at.t, at.a), lead = 100 * (cautious - bold);
    show(picture, curves(steps.map((/** @type {number} */ _, /** @type {number} */ a) => chancesAt(solved, at.e, at.t, a)), at.a, steps));
    show(said,
      el("p", { class: "said" }, `Caution wins ${inHundred(cautious)} games in 100, boldness ${inHundred(bold)}.`),
      el("p", {}, tops[at.t] + steps[at.a] > 1 - 1e-9 ? "One step up is worth 1 already: whoever goes up cannot lose, and a look changes nothing."
        : lead < 0.05 ? "Caution is ahead, by less than the picture can show." : `Caution is ahead by ${lead.toFixed(1)}.`));
  }
}

/** @param {number[][]} chances by step, then by strategy @param {number} here @param {number[]} steps */
function curves(chances, here, steps) {
  const width = 330, height = 208, left = 34, right = 4, top = 26, bottom = 42;
  const x = (/** @type {number} */ i) => left + ((width - left - right) * i) / (steps.length - 1);
  const lowest = Math.min(...chances.flat()), every = lowest < 0.5 ? 0.2 : 0.1, base = Math.floor(lowest / every + 1e-9) * every;
  const y = (/** @type {number} */ p) => top + (height - top - bottom) * (1 - p) / (1 - base);
  const tones = [1, 0, 2, 6].map((tone) => colour(`--series-${tone + 1}`));
  const marks = Array.from({ length: Math.round((1 - base) / every) + 1 }, (_, i) => base + i * every);
  /** @param {number} n @returns {string[]} */
  const line = (n) => chances.map((row, i) => `${x(i).toFixed(1)},${y(row[n]).toFixed(1)}`);
  return [svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "live-dots live-bells", role: "img", "aria-label": "Games won in 100 by four strategies, over the size of a step: caution lies above boldness until all win always." },
    marks.map((p) => [svg("line", { x1: left, x2: width, y1: y(p), y2: y(p), class: "rule" }), svg("text", { x: left - 5, y: y(p) + 4, class: "end" }, inHundred(p, 0))]),
    svg("polygon", { points: [...line(1), ...line(0).reverse()].join(" "), fill: tones[1], "fill-opacity": 0.18 }),
    svg("line", { x1: x(here), x2: x(here), y1: top, y2: height - bottom, stroke: colour("--ink"), "stroke-dasharray": "2 2" }),
    [3, 2, 0, 1].map((n) => svg("polyline", { points: line(n).join(" "), fill: "none", stroke: tones[n], "stroke-width": n < 2 ? 2.6 : 1.6, "stroke-dasharray": DASHES[n] })),
    [0, 1].map((n) => chances.map((row, i) => svg("circle", { cx: x(i), cy: y(row[n]), r: 2.4, style: `fill:${tones[n]}` }))),
    [0, 5, 10, 15].map((i) => svg("text", { x: Math.min(x(i), width - 12), y: height - bottom + 16, class: "name" }, ["0", "1/6", "1/3", "1/2"][i / 5])),
    svg("text", { x: 2, y: 12 }, "games won in 100"), svg("text", { x: left + (width - left) / 2, y: height - 8, class: "name" }, "size of a step")),
  el("ul", { class: "live-lines" }, Object.values(CALLED).map((name, n) => el("li", {},
    svg("svg", { viewBox: "0 0 28 8", "aria-hidden": "true" }, svg("line", { x1: 0, x2: 28, y1: 4, y2: 4, stroke: tones[n], "stroke-width": n < 2 ? 3 : 2, "stroke-dasharray": DASHES[n] })), name)))];
}
