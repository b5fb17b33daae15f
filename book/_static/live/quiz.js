// @ts-check
/** Three questions of a quiz: what stopping and going on are worth before each. */
import { button, el, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "quiz", version: 1 };
const WIDTH = 360, ROW = 19, GROUP = 86, ROOM = 140;
const ORDERS = /** @type {const} */ ([["The hard one first", [9, 14, 16]], ["The hard one last", [16, 14, 9]], ["Three coins", [10, 10, 10]]]);

/**
 * Before each question: what you hold, what the question alone would bring, and going on.
 * @param {import("./frame.js").Table} solved @param {number[]} chances of a right answer, in steps
 */
export function steps({ arrays, rules }, chances) {
  const worth = (/** @type {number[]} */ [a, b, c]) => arrays.worth[((a - 1) * rules.steps + b - 1) * rules.steps + c - 1];
  return chances.map((chance, i) => {
    const hold = 1000 * 2 ** i, share = chance / rules.steps;
    const after = 1000 * worth(chances.map((c, n) => (n > i ? c : rules.steps))); // as if one were sure so far
    return { hold, alone: 2 * hold * share, on: share * after };
  });
}

const amount = (/** @type {number} */ money) => Math.round(money).toLocaleString("en");

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const most = solved.rules.steps, said = readout(), picture = el("div");
  const chances = ["first", "second", "third"].map((name, i) => startAt(start, name, ORDERS[0][1][i], 1, most));
  const sliders = ["First question", "Second question", "Third question"].map((label, i) => slider({
    label, least: 1, most, value: chances[i], words: (n) => `${(100 * n) / most} in 100`, onInput: (n) => { chances[i] = n; update(); } }));
  for (const each of sliders) each.root.classList.add("unit");
  const ready = ORDERS.map(([words, order]) => button(words, () => { order.forEach((n, i) => { chances[i] = n; sliders[i].set(n); }); update(); }));
  stage.append(el("div", { class: "live-columns" }, picture, said), el("div", { class: "play-buttons" }, ready), ...sliders.map((each) => each.root));
  update();

  function update() {
    const all = steps(solved, chances), [{ hold, alone, on }] = all, stop = all.findIndex((each) => each.on <= each.hold);
    show(said, el("p", { class: "said" }, on > hold ? "Go on." : on < hold ? "Stop." : "Stop or go on, it is all one."),
      el("p", {}, `Going on and playing well is worth ${amount(on)} on average, and you hold ${amount(hold)}. The first question alone would be worth ${amount(alone)}.`),
      on > hold ? el("p", {}, stop < 0 ? "Then answer all three." : `Then stop with ${amount(all[stop].hold)}.`) : null);
    show(picture, bars(all));
  }
}

/** @param {{hold: number, alone: number, on: number}[]} all */
function bars(all) {
  const most = Math.max(...all.flatMap(({ hold, alone, on }) => [hold, alone, on])), wide = (/** @type {number} */ v) => ((WIDTH - ROOM) * v) / most;
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${all.length * GROUP + 2}`, class: "live-plot", role: "img",
    "aria-label": all.map(({ hold, alone, on }, i) => `Question ${i + 1}: stop ${amount(hold)}, this question alone ${amount(alone)}, go on ${amount(on)}`).join("; ") },
  all.map(({ hold, alone, on }, i) => [
    svg("text", { x: 0, y: i * GROUP + 13, class: "best" }, `Question ${i + 1}${on > hold ? "" : ": stop here"}`),
    /** @type {[string, number, string][]} */ ([["stop", hold, "--faint"], ["this question alone", alone, "--series-5"], ["go on, play well", on, "--series-1"]]).map(([words, value, ink], n) => [
      svg("rect", { x: 0, y: i * GROUP + 19 + n * ROW, width: wide(value), height: ROW - 4, fill: `var(${ink})` }),
      svg("text", { x: wide(value) + 5, y: i * GROUP + 31 + n * ROW }, `${amount(value)} ${words}`)])]));
}
