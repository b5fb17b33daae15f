// @ts-check
/** What a trial of so many games can tell about two strategies that are nearly equal. */
import { button, colour, decimal, el, onTheme, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "trials", version: 1 };

/** Steps of the slider: one, two and five times each power of ten, from ten thousand to a billion. */
const STEPS = Array.from({ length: 16 }, (_, i) => [1, 2, 5][i % 3] * 10 ** (4 + Math.floor(i / 3)));
const NAMES = ["without the trick", "with the trick"];
const UNIT = 10_000, WIDTH = 330;

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

/** A number from the normal curve. */
const deviate = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

/** @param {HTMLElement} stage @param {import("../play/tables.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { chances } = solved.arrays, printed = [Number(start.without), Number(start.with)], said = readout(), picture = el("div"), tally = el("p", { "aria-live": "polite" });
  let step = STEPS.indexOf(startAt(start, "games", 20_000, 10_000, 1e9));
  if (step < 0) step = STEPS.indexOf(20_000);
  /** Results of each trial of the last press. @type {number[][]} */
  let last = [];
  let played = 0, right = 0, far = 0;
  const games = slider({ label: "Games with each strategy", least: 0, most: STEPS.length - 1, value: step,
    words: (i) => `${STEPS[i].toLocaleString("en-US")} games`, onInput: (i) => { step = i; last = []; played = right = far = 0; update(); } });
  games.root.classList.add("above");
  stage.append(games.root, picture, el("div", { class: "play-buttons" }, button("Run such a trial", () => run(1)), button("Run a hundred", () => run(100))), tally, said);
  onTheme(update);
  update();

  /** @param {number} trials */
  function run(trials) {
    const { error } = trial(chances, STEPS[step]);
    last = Array.from({ length: trials }, () => [0, 1].map((i) => chances[i] + error * deviate()));
    right += last.filter(([one, other]) => other > one).length;
    far += last.filter(([one, other]) => UNIT * (other - one) >= printed[1] - printed[0]).length;
    played += trials;
    update();
  }

  function update() {
    const { error, right: chance } = trial(chances, STEPS[step]), wins = Math.round(100 * chance);
    const middle = UNIT * (chances[0] + chances[1]) / 2, flat = UNIT * error > 25;
    show(picture,
      bells(chances, error, { from: 7100, to: 7500, every: 100, title: "on the memo's scale; its two results are marked", marks: printed, dots: last }),
      bells(chances, error, { from: middle - 8, to: middle + 8, every: 4, title: `the middle, 25 times larger${flat ? ": too flat to see" : ""}`, marks: null, dots: flat ? [] : last }));
    show(tally, played ? `${played.toLocaleString("en-US")} such ${played === 1 ? "trial" : "trials"} run: the trick came out ahead in ${right} (${Math.round(chance * played)} are expected), and by ${decimal(printed[1] - printed[0], 1)} or more in ${far}.` : "");
    show(said,
      el("p", { class: "said" }, wins >= 100 ? "Such a trial finds the better strategy." : `The better strategy should come out ahead in ${wins} of 100 such trials.`),
      el("p", {}, `Chance moves each result by about ${decimal(UNIT * error, error < 1e-4 ? 2 : error < 1e-3 ? 1 : 0)} wins in 10,000; the strategies differ by ${decimal(UNIT * (chances[1] - chances[0]), 1)}.`));
  }
}

/**
 * Two bell curves on an axis that stays where it is.
 * @param {ArrayLike<number>} chances @param {number} error
 * @param {{from: number, to: number, every: number, title: string, marks: ArrayLike<number>|null, dots: number[][]}} scale in wins
 */
function bells(chances, error, { from, to, every, title, marks, dots }) {
  const height = 132, floor = 100, top = 24;
  const x = (/** @type {number} */ wins) => ((wins - from) / (to - from)) * WIDTH;
  const high = (/** @type {number} */ share, /** @type {number} */ p) => floor - (floor - top - 14) * Math.exp(-(((share - p) / error) ** 2) / 2);
  const curve = (/** @type {number} */ p) => [...Array.from({ length: 331 }, (_, i) => i), x(UNIT * p)].sort((a, b) => a - b)
    .map((at) => `${at.toFixed(1)},${high((from + ((to - from) * at) / WIDTH) / UNIT, p).toFixed(1)}`).join(" ");
  const tones = [colour("--series-1"), colour("--series-2")];
  const ticks = Array.from({ length: Math.floor(to / every) - Math.ceil(from / every) + 1 }, (_, i) => (Math.ceil(from / every) + i) * every).filter((t) => x(t) > 14 && x(t) < WIDTH - 14);
  const apart = Math.abs(x(UNIT * chances[1]) - x(UNIT * chances[0])) >= 8 && error * UNIT < 1.5 * UNIT * (chances[1] - chances[0]);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "live-dots live-bells", role: "img", "aria-label": `Two bell curves, ${apart ? "apart" : "one on top of the other"}: ${title}.` },
    svg("text", { x: WIDTH / 2, y: 13, class: "name" }, title),
    svg("line", { x1: 0, x2: WIDTH, y1: floor, y2: floor, class: "rule" }),
    [0, 1].map((i) => svg("polyline", { points: curve(chances[i]), fill: "none", stroke: tones[i], "stroke-width": 2.2, "stroke-dasharray": i ? "7 4" : null })),
    marks ? [0, 1].map((i) => [svg("line", { x1: x(marks[i]), x2: x(marks[i]), y1: top, y2: floor, stroke: tones[i], "stroke-width": 2 }),
      svg("text", { x: x(marks[i]) + (i ? 5 : -5), y: top + 12, class: i ? null : "end", style: `fill:${tones[i]}` }, marks[i].toLocaleString("en-US", { minimumFractionDigits: marks[0] % 1 || marks[1] % 1 ? 1 : 0 })),
      svg("text", { x: x(marks[i]) + (i ? 5 : -5), y: top + 27, class: i ? null : "end", style: `fill:${tones[i]}` }, NAMES[i])]) : null,
    dots.flatMap((results) => results.map((share, i) => x(UNIT * share) >= 0 && x(UNIT * share) <= WIDTH
      && svg("circle", { cx: x(UNIT * share), cy: floor + (i ? 4 : -4), r: dots.length > 1 ? 3 : 5, style: `fill:${tones[i]};fill-opacity:${dots.length > 1 ? 0.4 : 1}` }))),
    ticks.map((t) => svg("text", { x: x(t), y: floor + 16, class: "name" }, t.toLocaleString("en-US"))),
    svg("text", { x: WIDTH / 2, y: height - 2, class: "name" }, "wins in 10,000"));
}
