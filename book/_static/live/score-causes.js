// @ts-check
/** The final scores of the best Yahtzee player, split by what fell: pick a column. */
import { barChart, el, inHundred, onTheme, playOn, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "score-causes", version: 3 };
const HEIGHT = 300, LEFT = 22, BOTTOM = 46, TOP = 52;

/** What may fall, and the bit of a row of the table that says so. */
const FALLS = /** @type {[string, number][]} */ ([["Upper bonus", 8], ["Yahtzee", 4], ["Large straight", 2], ["Four of a kind", 1]]);

/** The layers of the hill, the lowest first, in the colours of the still picture. @type {{name: string, colour: string, holds: (cause: number) => boolean}[]} */
const LAYERS = [
  { name: "no Yahtzee, no upper bonus", colour: "--series-7", holds: (c) => !(c & 4) && !(c & 8) },
  { name: "bonus, but no large straight", colour: "--series-5", holds: (c) => (c & 12) === 8 && !(c & 2) },
  { name: "a Yahtzee and anything else", colour: "--series-3", holds: (c) => (c & 4) > 0 },
  { name: "bonus, large straight, no four of a kind", colour: "--series-2", holds: (c) => c === 10 },
  { name: "bonus, large straight, four of a kind", colour: "--series-1", holds: (c) => c === 11 },
];

/** @typedef {import("./frame.js").Table} Table */

/** First score, scores in a column, and number of columns. @param {Table} solved */
function shape(solved) {
  const { first, column } = /** @type {{first: number, column: number}} */ (solved.data);
  return { first, column, columns: solved.shapes.chances[1] };
}

/** Chance of a column, by cause. @param {Table} solved @param {number} at @param {(cause: number) => boolean} holds */
function chance(solved, at, holds) {
  const { columns } = shape(solved);
  let sum = 0;
  for (let cause = 0; cause < 16; cause++) if (holds(cause)) sum += solved.arrays.chances[cause * columns + at];
  return sum;
}

/**
 * What happened in the games that end in the column of a score.
 * @param {Table} solved @param {number} score
 * @returns {{from: number, to: number, share: number, fell: number[], layer: typeof LAYERS[0], part: number}} chance of the column,
 *   of each thing within it, and the layer that has most of it
 */
export function games(solved, score) {
  const { first, column, columns } = shape(solved);
  const at = Math.min(columns - 1, Math.max(0, Math.floor((score - first) / column)));
  const share = chance(solved, at, () => true);
  const parts = LAYERS.map((layer) => ({ layer, part: chance(solved, at, layer.holds) / share }));
  return { ...parts.reduce((a, b) => (b.part > a.part ? b : a)), from: first + at * column, to: first + at * column + column - 1, share,
    fell: FALLS.map(([, bit]) => chance(solved, at, (cause) => (cause & bit) > 0) / share) };
}

/** @param {HTMLElement} stage @param {Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { first, column, columns } = shape(solved), last = first + column * columns - 1;
  const said = readout(), bars = el("div"), hill = el("div", { class: "live-hill" });
  let score = startAt(start, "score", 254, first, last);
  const control = slider({ label: "Final score", least: first, most: last, value: score, words: (n) => `${n} points`, onInput: (n) => { score = n; update(); } });
  control.root.classList.add("unit");
  const keys = el("ul", { class: "live-layers" }, [...LAYERS].reverse().map((layer) => el("li", {}, el("span", { style: `background: var(${layer.colour})`, "aria-hidden": "true" }), layer.name)));
  const pick = (/** @type {Event} */ event) => {
    const { clientX, pointerType, buttons, type } = /** @type {PointerEvent} */ (event), plot = hill.querySelector("svg");
    if (!plot || (type === "pointermove" && pointerType !== "mouse" && !buttons)) return;
    const box = plot.getBoundingClientRect(), at = Math.floor((clientX - box.left - LEFT) / ((box.width - LEFT) / columns));
    if (at < 0 || at >= columns) return;
    score = first + at * column;
    control.set(score);
    update();
  };
  for (const type of ["pointerdown", "pointermove"]) hill.addEventListener(type, pick);
  stage.append(control.root, el("div", { class: "live-named" }, hill, keys), el("div", { class: "live-pair" }, said, bars),
    playOn("Play a game, and see where yours ends", "yahtzee", { play: 1 }));
  onTheme(update);
  new ResizeObserver(update).observe(hill);
  update();

  function update() {
    const here = games(solved, score);
    show(said, el("p", { class: "said" }, `${here.from} to ${here.to} points: ${often(here.share)}.`),
      el("p", {}, "Most often here: ", el("span", { class: "live-square", style: `background: var(${here.layer.colour})`, "aria-hidden": "true" }),
        `${here.layer.name}, ${inHundred(here.part)} of 100 such games.`));
    show(bars, barChart({ label: "Of 100 games that end here, so many have", full: 100, bars: FALLS.map(([name], i) => ({ name, value: 100 * here.fell[i], words: inHundred(here.fell[i]) })) }));
    show(hill, columnsOf(solved, here.from, Math.max(300, hill.clientWidth)));
  }
}

/** @param {number} share */
const often = (share) => (share >= 0.0005 ? `${inHundred(share)} games in 100` : `1 game in ${Math.round(1 / share).toLocaleString("en")}`);

/** The hill, so many pixels wide; a pointer under the picked column. @param {Table} solved @param {number} from @param {number} width */
function columnsOf(solved, from, width) {
  const { first, column, columns } = shape(solved), every = Array.from({ length: columns }, (_, at) => 100 * chance(solved, at, () => true));
  const { tops, average } = /** @type {{tops: number[], average: number}} */ (solved.data), most = Math.max(...every), wide = (width - LEFT) / columns, floor = HEIGHT - BOTTOM;
  const x = (/** @type {number} */ at) => LEFT + at * wide, y = (/** @type {number} */ high) => floor - ((floor - TOP) * high) / most;
  const mean = x((average - first) / column), below = new Float64Array(columns), middle = x((from - first) / column + 0.5);
  return svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "live-plot", role: "img", "aria-label": `A hill of final scores in five layers, with its highest tops at ${tops.join(" and ")} points, the average of ${average.toFixed(2)} in the dip between them, and lower tops to both sides.` },
    LAYERS.map(({ colour, holds }) => svg("path", { class: "layer", style: `fill: var(${colour})`, d: every.map((_, at) => {
      const high = 100 * chance(solved, at, holds), base = below[at];
      below[at] += high;
      return `M${x(at).toFixed(2)} ${y(base).toFixed(2)}V${y(base + high).toFixed(2)}h${(wide + 0.1).toFixed(2)}V${y(base).toFixed(2)}Z`;
    }).join("") })),
    [0, 1, 2, 3, 4, 5].filter((n) => n <= most).map((n) => svg("text", { x: LEFT - 5, y: y(n) + 4, "text-anchor": "end" }, String(n))),
    tops.map((score) => svg("text", { x: x(Math.floor((score - first) / column) + 0.5), y: y(every[Math.floor((score - first) / column)]) - 5, "text-anchor": "middle", class: "best" }, String(score))),
    [150, 200, 250, 300, 350, 400].map((score) => svg("text", { x: x((score - first) / column), y: floor + 24, "text-anchor": "middle" }, String(score))),
    svg("line", { x1: mean, x2: mean, y1: 31, y2: floor, class: "here" }),
    svg("text", { x: mean, y: 27, "text-anchor": "middle" }, `average ${average.toFixed(2)}`),
    svg("text", { x: 0, y: 12 }, "games in 100"),
    svg("text", { x: width, y: HEIGHT - 5, "text-anchor": "end" }, "final score, in columns of four points"),
    svg("path", { class: "layer", style: "fill: var(--ink)", d: `M${middle.toFixed(1)} ${floor + 2}l5 9h-10Z` }),
    svg("line", { x1: middle, x2: middle, y1: y(every[(from - first) / column]), y2: y(every[(from - first) / column]) - 12, class: "picked" }));
}
