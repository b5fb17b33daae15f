// @ts-check
/** A score to reach in Yahtzee: the best chance, and what playing for the average gives. */
import { button, el, inHundred, playOn, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "yahtzee-targets", version: 1 };
const LEAST = 100, MOST = 500, WIDTH = 420, LEFT = 40;
/** The first roll of the chapter, on an empty card. */
const BEGIN = { dice: "11166", left: 2 };

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { greatest, average } = solved.arrays, said = readout(), plot = el("div"), on = el("p");
  const target = slider({ label: "Score to reach", least: LEAST, most: MOST, value: startAt(start, "score", 300, LEAST, MOST), words: (n) => `${n} points`, onInput: update });
  target.root.classList.add("unit");
  let now = startAt(start, "score", 300, LEAST, MOST);
  /** A thumb cannot hit every point of the slider. @param {number} step @param {string} words */
  const nudge = (step, words) => button(words, () => { const to = Math.min(MOST, Math.max(LEAST, now + step)); target.set(to); update(to); });
  stage.append(target.root, el("div", { class: "play-buttons" }, nudge(-1, "One less"), nudge(1, "One more")), el("div", { class: "live-columns" }, plot, el("div", {}, said, on)));
  update(now);

  /** @param {number} score */
  function update(score) {
    now = score;
    const best = greatest[score], usual = average[score];
    show(said, el("p", { class: "said" }, `${score} points or more: ${often(best)}.`),
      el("p", {}, `That is if you play for ${score} and nothing else. If you play for the best average, you get there ${often(usual)}; aiming wins ${best - usual < 0.0005 ? "fewer than 0.1" : `about ${inHundred(best - usual)}`} games more in 100.`),
      best > 0.95 ? el("p", {}, `Or count the misses: 1 game in ${rarely(1 - best)} if you aim, 1 in ${rarely(1 - usual)} if you do not.`) : "");
    show(plot, curve(score, greatest, average));
    show(on, playOn(`Put in your own card and dice, and aim at ${score}`, "yahtzee", { ...BEGIN, target: score }));
  }
}

/** @param {number} chance */
const often = (chance) => (chance >= 0.001 ? `${inHundred(chance)} games in 100` : `1 game in ${Math.round(1 / chance).toLocaleString("en")}`);

/** One in how many, in round numbers. @param {number} chance */
const rarely = (chance) => Number((1 / chance).toPrecision(2)).toLocaleString("en");

/** Both chances over the score, and below them their difference. @param {number} score @param {ArrayLike<number>} greatest @param {ArrayLike<number>} average */
function curve(score, greatest, average) {
  const scores = Array.from({ length: MOST - LEAST + 1 }, (_, i) => LEAST + i), gain = (/** @type {number} */ s) => greatest[s] - average[s];
  const x = (/** @type {number} */ s) => LEFT + ((WIDTH - LEFT - 10) * (s - LEAST)) / (MOST - LEAST);
  const y = (/** @type {number} */ p) => 26 + 130 * (1 - p), z = (/** @type {number} */ p) => 212 + 110 * (1 - p / 0.08);
  const path = (/** @type {(s: number) => number} */ at) => scores.map((s, i) => `${i ? "L" : "M"}${x(s).toFixed(1)} ${at(s).toFixed(1)}`).join("");
  const rule = (/** @type {number} */ at, /** @type {number} */ mark) => [svg("line", { x1: LEFT, x2: WIDTH - 10, y1: at, y2: at, class: "rule" }), svg("text", { x: LEFT - 6, y: at + 4, "text-anchor": "end" }, String(mark))];
  const near = Array.from({ length: 13 }, (_, i) => i - 6), tops = scores.filter((s) => s >= 120 && s < 300 && near.every((n) => gain(s) >= gain(s + n)));
  return svg("svg", { viewBox: `0 0 ${WIDTH} 368`, class: "live-plot", role: "img", "aria-label": "Above, two falling curves of the chance of a score: playing for it lies above playing for the average. Below, their difference: a hill with its top at 240 points." },
    svg("text", { x: 0, y: 12 }, "games in 100 that reach the score"),
    [["one", "if you aim at it"], ["two", "if you play for the average"]].map(([kind, words], i) => [
      svg("path", { d: `M${x(296)} ${44 + 20 * i}h26`, class: kind }), svg("text", { x: x(296) + 31, y: 48 + 20 * i, class: "key", style: `fill: var(--series-${i + 1})` }, words)]),
    [0, 0.5, 1].map((p) => rule(y(p), 100 * p)), [0, 0.04, 0.08].map((p) => rule(z(p), 100 * p)),
    svg("text", { x: 0, y: 198 }, "difference, games in 100"),
    [100, 200, 300, 400, 500].map((s) => svg("text", { x: x(s), y: 340, "text-anchor": s === MOST ? "end" : "middle" }, String(s))),
    svg("text", { x: LEFT, y: 360 }, "score to reach"),
    svg("path", { d: path((s) => y(average[s])), class: "two" }), svg("path", { d: path((s) => y(greatest[s])), class: "one" }),
    svg("path", { d: path((s) => z(gain(s))), class: "one" }),
    svg("line", { x1: x(score), x2: x(score), y1: 26, y2: 322, class: "here" }),
    tops.map((s) => svg("text", { x: x(s) - (Math.abs(s - score) < 9 ? 6 : 0), y: z(gain(s)) - 7, "text-anchor": Math.abs(s - score) < 9 ? "end" : "middle" }, String(s))),
    [{ chance: average[score], ink: "--series-2", by: -8, down: 16 }, { chance: greatest[score], ink: "--series-1", by: x(score) > WIDTH - 50 ? -8 : 8, down: -7 }].map(({ chance, ink, by, down }) => [
      svg("circle", { cx: x(score), cy: y(chance), r: 5, fill: `var(${ink})` }),
      svg("text", { x: x(score) + by, y: y(chance) + down, "text-anchor": by < 0 ? "end" : "start", class: "best" }, greatest[score] < 0.995 ? inHundred(chance) : "")]),
    svg("circle", { cx: x(score), cy: z(gain(score)), r: 5, fill: "var(--series-1)" }));
}
