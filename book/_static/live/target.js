// @ts-check
/** A score to reach in Yahtzee: the best chance, and what playing for the average gives. */
import { decimal, el, inHundred, playOn, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "yahtzee-targets", version: 1 };
const LEAST = 100, MOST = 500, WIDTH = 420, HEIGHT = 210, LEFT = 40, BOTTOM = 40;

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { greatest, average } = solved.arrays, said = readout(), plot = el("div"), on = el("p");
  const target = slider({ label: "Score to reach", least: LEAST, most: MOST, value: startAt(start, "score", 300, LEAST, MOST), onInput: update });
  stage.append(target.root, el("div", { class: "live-columns" }, plot, el("div", {}, said, on)));
  update(startAt(start, "score", 300, LEAST, MOST));

  /** @param {number} score */
  function update(score) {
    const best = greatest[score], usual = average[score];
    show(said, el("p", { class: "said" }, `${score} points or more: ${often(best)}.`),
      el("p", {}, `That is for one who plays for ${score} and nothing else. One who plays for the best average gets there ${often(usual)}; the difference is ${decimal(100 * (best - usual), 2)} games in 100.`));
    show(plot, curve(score, greatest, average));
    show(on, playOn("Play for this score", "yahtzee", { target: score }));
  }
}

/** @param {number} chance */
const often = (chance) => (chance >= 0.001 ? `${inHundred(chance)} games in 100` : `1 game in ${Math.round(1 / chance).toLocaleString("en")}`);

/** Both chances over the score. @param {number} score @param {ArrayLike<number>} greatest @param {ArrayLike<number>} average */
function curve(score, greatest, average) {
  const x = (/** @type {number} */ s) => LEFT + ((WIDTH - LEFT - 10) * (s - LEAST)) / (MOST - LEAST), y = (/** @type {number} */ p) => 10 + (HEIGHT - BOTTOM - 10) * (1 - p);
  const path = (/** @type {ArrayLike<number>} */ chances) => Array.from({ length: MOST - LEAST + 1 }, (_, i) => `${i ? "L" : "M"}${x(LEAST + i).toFixed(1)} ${y(chances[LEAST + i]).toFixed(1)}`).join("");
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "live-plot", role: "img", "aria-label": "Two falling curves of the chance of a score: playing for it lies above playing for the average." },
    [0, 0.5, 1].map((p) => [svg("line", { x1: LEFT, x2: WIDTH - 10, y1: y(p), y2: y(p), class: "rule" }), svg("text", { x: LEFT - 6, y: y(p) + 4, "text-anchor": "end" }, String(100 * p))]),
    [100, 200, 300, 400, 500].map((s) => svg("text", { x: x(s), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, String(s))),
    svg("text", { x: LEFT, y: HEIGHT - 6 }, "games in 100, by score; solid: for the score, dashed: for the average"),
    svg("path", { d: path(average), class: "two" }), svg("path", { d: path(greatest), class: "one" }),
    svg("line", { x1: x(score), x2: x(score), y1: 10, y2: HEIGHT - BOTTOM, class: "here" }),
    svg("circle", { cx: x(score), cy: y(greatest[score]), r: 5, fill: "var(--series-1)" }));
}
