// @ts-check
/** What a Yahtzee player may forget: a ladder of counts, and the time that it takes to solve what is left. */
import { decimal, el, many, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "forgetting", version: 4 };
const WIDTH = 330, ROW = 46, LONGEST = 240;
const STEPS = [
  { forget: "nothing", left: "score sheets", one: "Every number on the sheet is remembered, though most of them will never be asked for again." },
  { forget: "what cannot matter", left: "short notes", one: "For instance: a 20 and a 28 under chance are one now. Both are written down, and no rule looks at them again." },
  { forget: "what cannot happen", left: "notes that can occur", one: "For instance: an upper total of 7 with only the sixes filled is gone, for sixes bring 6, 12, 18 and so on." },
  { forget: "what looks the same", left: "notes with different futures", one: "For instance: upper totals of 10 and 32 with only the sixes open are one now. The bonus is out of reach with both." },
  { forget: "too much: the total", left: "notes without the upper total", one: "Without it, this player plays as if there were no bonus, and gives away " },
];
const SPEEDS = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { anchors, positions, full, best, lost } = /** @type {{anchors: number[], positions: number, full: number, best: number, lost: number}} */ (solved.data);
  const at = { step: startAt(start, "step", 0, 0, STEPS.length - 1), speed: startAt(start, "speed", 3, 0, SPEEDS.length - 1) };
  const said = readout(), picture = el("div");
  const forget = slider({ label: "You forget", least: 0, most: STEPS.length - 1, value: at.step, words: (n) => STEPS[n].forget, onInput: (step) => { at.step = step; update(); } });
  const speed = slider({ label: "Positions a second", least: 0, most: SPEEDS.length - 1, value: at.speed, words: (n) => SPEEDS[n].toLocaleString("en"), onInput: (n) => { at.speed = n; update(); } });
  for (const { root } of [forget, speed]) root.classList.add("above");
  stage.append(el("div", { class: "live-pair" }, forget.root, speed.root), el("div", { class: "live-columns" }, picture, said));
  update();

  function update() {
    const times = anchors.map((count, i) => duration(((i ? count : count - full) * positions) / SPEEDS[at.speed])), last = at.step === STEPS.length - 1;
    show(said, el("p", { class: "said" }, `${anchors[at.step].toLocaleString("en")} ${STEPS[at.step].left}: ${times[at.step]}.`),
      el("p", {}, STEPS[at.step].one, last ? `${decimal(lost, 1)} points a game.` : ""),
      el("p", {}, "Average: ", el("strong", {}, `${decimal(last ? best - lost : best, 2)} points`), last ? ", where all the others play perfectly." : ", as well as anyone can play."),
      el("p", {}, last ? ""
        : at.step ? leftWords(anchors[at.step] / anchors[at.step - 1])
          : `The time is that for ${positions.toLocaleString("en")} positions from each of them${at.step ? "" : " that is not full"}.`));
    show(picture, ladder(anchors, times, at.step));
  }
}

/** Bars, the first of which is far too long and torn; what is forgotten already is pale, and what forgets too much is orange. @param {number[]} anchors @param {string[]} times @param {number} step */
function ladder(anchors, times, step) {
  const height = ROW * anchors.length, end = 1.04 * LONGEST, x = (/** @type {number} */ count) => Math.min(end, (LONGEST * count) / anchors[1]);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "live-plot", role: "img",
    "aria-label": `Bars: ${anchors.map((count, i) => `${count.toLocaleString("en")} ${STEPS[i].left}, ${times[i]}`).join("; ")}. With the last, the play is no longer the best.` },
  anchors.map((count, i) => [
    svg("text", { x: 2, y: ROW * i + 14, class: i === step ? "name best" : "name" }, `${count.toLocaleString("en")} ${STEPS[i].left}: ${times[i]}`),
    svg("rect", { x: 0, y: ROW * i + 20, width: x(count), height: 18, fill: i < anchors.length - 1 ? (i === step ? "var(--series-1)" : "var(--faint)") : "var(--series-2)" })]),
  svg("text", { x: x(anchors[anchors.length - 1]) + 6, y: height - ROW + 33 }, "too much: the play is no longer the best"),
  [0, 8].map((shift) => svg("line", { x1: 0.9 * end + shift, x2: 0.92 * end + shift, y1: 39, y2: 19, style: "stroke: var(--pst-color-background); stroke-width: 3" })),
  [`${(anchors[0] / anchors[1] / 1e6).toFixed(1)} million`, "times as long"].map((words, i) => svg("text", { x: end + 5, y: 27 + 14 * i }, words)));
}

/** @param {number} share */
const leftWords = (share) => (share < 1e-6 ? `One note stands for ${(1e-6 / share).toFixed(1)} million sheets.` : `${Math.round(100 * share)} in 100 of the step before are left.`);

/** @param {number} seconds */
export function duration(seconds) {
  const units = /** @type {[string, number][]} */ ([["year", 365.25 * 86400], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]]);
  const [word, size] = units.find(([, length]) => seconds >= 2 * length) ?? units[units.length - 1];
  const count = seconds / size;
  return count < 10 ? `${count.toFixed(1)} ${word}s` : many(Number(count.toPrecision(3)), word).replace(/^\d+/, (digits) => Number(digits).toLocaleString("en"));
}
