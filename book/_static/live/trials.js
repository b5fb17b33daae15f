// @ts-check
/** What a trial of so many games can tell about two strategies that are nearly equal. */
import { colour, decimal, el, onTheme, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "trials", version: 1 };

/** Steps of the slider: one, two and five times each power of ten, from a hundred to a billion. */
const STEPS = Array.from({ length: 22 }, (_, i) => [1, 2, 5][i % 3] * 10 ** (2 + Math.floor(i / 3)));
const NAMES = ["BSTRAT", "B′STRAT"];

/** Area of the normal curve to the left of z, to seven digits. @param {number} z @returns {number} */
export function normal(z) {
  if (z < 0) return 1 - normal(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const sum = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/**
 * What a trial of `games` games for each strategy is worth.
 * @param {ArrayLike<number>} chances @param {number} games
 * @returns {{error: number, right: number}} standard error of a share, chance that the better one wins the trial
 */
export function trial(chances, games) {
  const variance = (/** @type {number} */ p) => (p * (1 - p)) / games;
  const [worse, better] = [chances[0], chances[1]];
  const apart = Math.sqrt(variance(worse) + variance(better));
  return { error: Math.sqrt(variance(worse)), right: normal((better - worse) / apart) };
}

/** @param {HTMLElement} stage @param {import("../play/tables.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { chances } = solved.arrays, said = readout(), picture = el("div");
  let step = STEPS.indexOf(startAt(start, "games", 10_000, 100, 1e9));
  if (step < 0) step = STEPS.indexOf(10_000);
  const many = (/** @type {number} */ i) => `${STEPS[i].toLocaleString("en-US")} games each`;
  const games = slider({ label: "Length of the trial", least: 0, most: STEPS.length - 1, value: step, words: many,
    onInput: (i) => { step = i; update(); } });
  stage.append(games.root, picture, said);
  onTheme(update);
  update();

  function update() {
    const { error, right } = trial(chances, STEPS[step]);
    const wins = Math.round(100 * right);
    show(picture, bells(chances, error, STEPS[step]));
    show(said,
      el("p", { class: "said" }, wins >= 100 ? "Such a trial finds the better strategy." : `In ${wins} of 100 such trials the better strategy comes out ahead.`),
      el("p", {}, `Chance moves each result by about ${decimal(10_000 * error, error < 1e-4 ? 2 : 0)} wins in 10,000; the strategies differ by ${decimal(10_000 * (chances[1] - chances[0]), 1)}.`));
  }
}

/** Two bell curves on one scale. @param {ArrayLike<number>} chances @param {number} error @param {number} games */
function bells(chances, error, games) {
  const width = 330, height = 150, floor = 112, middle = (chances[0] + chances[1]) / 2;
  const half = Math.max(4 * error, 2 * (chances[1] - chances[0]));
  const x = (/** @type {number} */ share) => width / 2 + ((share - middle) / half) * (width / 2 - 6);
  const curve = (/** @type {number} */ p) => Array.from({ length: 121 }, (_, i) => {
    const share = middle - half + (2 * half * i) / 120;
    return `${x(share).toFixed(1)},${(floor - 88 * Math.exp(-(((share - p) / error) ** 2) / 2)).toFixed(1)}`;
  }).join(" ");
  const tones = [colour("--series-1"), colour("--series-2")];
  const words = `Two bell curves, ${Math.abs(x(chances[1]) - x(chances[0])) < 8 ? "one on top of the other" : "apart"}: results of trials of ${games} games.`;
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "live-dots", role: "img", "aria-label": words },
    svg("line", { x1: 0, x2: width, y1: floor, y2: floor, class: "rule" }),
    [0, 1].map((i) => [
      svg("polyline", { points: curve(chances[i]), fill: "none", stroke: tones[i], "stroke-width": 2.5, "stroke-dasharray": i ? "7 4" : null }),
      svg("text", { x: i ? width - 4 : 4, y: 14, class: i ? "end" : "start", fill: tones[i] }, NAMES[i])]),
    svg("text", { x: width / 2, y: height - 22, class: "name" }, `${decimal(10_000 * middle, 0)}`),
    svg("text", { x: width / 2, y: height - 5, class: "name" }, "wins in 10,000"));
}
