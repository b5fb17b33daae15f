// @ts-check
/** What a Yahtzee player may forget: nested squares, and the time that it takes to solve what is left. */
import { el, many, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "forgetting", version: 1 };
const SIDE = 260;
const STEPS = [
  { forget: "nothing", left: "score sheets" },
  { forget: "what cannot matter", left: "outlines of sheets" },
  { forget: "what cannot happen", left: "outlines that can occur" },
  { forget: "what cannot be told apart", left: "anchors that differ" },
];
const SPEEDS = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { anchors, positions } = /** @type {{anchors: number[], positions: number}} */ (solved.data);
  const at = { step: startAt(start, "step", 0, 0, STEPS.length - 1), speed: startAt(start, "speed", 3, 0, SPEEDS.length - 1) };
  const said = readout(), picture = el("div");
  const forget = slider({ label: "You forget", least: 0, most: STEPS.length - 1, value: at.step, words: (n) => STEPS[n].forget, onInput: (step) => { at.step = step; update(); } });
  const speed = slider({ label: "Positions a second", least: 0, most: SPEEDS.length - 1, value: at.speed, words: (n) => SPEEDS[n].toLocaleString("en"), onInput: (n) => { at.speed = n; update(); } });
  for (const { root } of [forget, speed]) root.classList.add("wide");
  stage.append(forget.root, speed.root, el("div", { class: "live-columns" }, picture, said));
  update();

  function update() {
    const left = anchors[at.step], states = left * positions;
    show(said, el("p", { class: "said" }, `${left.toLocaleString("en")} ${STEPS[at.step].left}.`),
      el("p", {}, `Each has a turn of ${positions.toLocaleString("en")} positions. At ${SPEEDS[at.speed].toLocaleString("en")} a second all of them take ${duration(states / SPEEDS[at.speed])}.`),
      at.step ? el("p", {}, `${timesWords(anchors[at.step - 1] / left)} fewer than the step before.`) : el("p", {}, "The white square in the corner is what the next step leaves, drawn to scale."));
    show(picture, squares(anchors, at.step));
  }
}

/** The square of a step with the next one inside, areas to scale. @param {number[]} anchors @param {number} step */
function squares(anchors, step) {
  const inner = step + 1 < anchors.length ? SIDE * Math.sqrt(anchors[step + 1] / anchors[step]) : 0;
  return svg("svg", { viewBox: `0 0 ${SIDE + 8} ${SIDE + 8}`, class: "live-squares", role: "img",
    "aria-label": inner ? `A square, and in its corner what the next step leaves, ${(100 * (inner / SIDE) ** 2).toPrecision(2)} per cent of it.` : "A square: nothing more can be forgotten." },
  svg("rect", { x: 4, y: 4, width: SIDE, height: SIDE, class: "outer" }),
  inner ? svg("rect", { x: 4, y: 4 + SIDE - inner, width: Math.max(inner, 0.6), height: Math.max(inner, 0.6), class: "inner" }) : null,
  inner && inner < 12 ? svg("circle", { cx: 4 + inner / 2, cy: 4 + SIDE - inner / 2, r: 12, class: "ring" }) : null);
}

/** @param {number} ratio */
const timesWords = (ratio) => `${ratio >= 100 ? Number(ratio.toPrecision(2)).toLocaleString("en") : ratio.toFixed(2)} times`;

/** @param {number} seconds */
export function duration(seconds) {
  const units = /** @type {[string, number][]} */ ([["year", 365.25 * 86400], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]]);
  const [word, size] = units.find(([, length]) => seconds >= 2 * length) ?? units[units.length - 1];
  const count = seconds / size;
  return count < 10 ? `${count.toFixed(1)} ${word}s` : many(Number(count.toPrecision(3)), word).replace(/^\d+/, (digits) => Number(digits).toLocaleString("en"));
}
