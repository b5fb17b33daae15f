// @ts-check
/** Three questions of a quiz, in an order of your choice: what stopping and going on are worth before each. */
import { button, el, field, inHundred, readout, select, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "quiz", version: 1 };
const WIDTH = 360, ROW = 19, GROUP = 86, ROOM = 140, END = 58, NEARLY = 1e-3;
const SUBJECTS = ["Opera", "Football", "Cooking"];
const ORDERS = ["012", "021", "102", "120", "201", "210"];

/**
 * Before each question: what you hold, what the question alone would bring, and going on.
 * @param {import("./frame.js").Table} solved @param {number[]} chances of a right answer, in steps
 */
export function steps({ arrays, rules }, chances) {
  const worth = (/** @type {number[]} */ [a, b, c]) => arrays.worth[((a - 1) * rules.steps + b - 1) * rules.steps + c - 1];
  return chances.map((chance, i) => {
    const hold = 1000 * 2 ** i, share = chance / rules.steps;
    const after = 1000 * worth(chances.map((c, n) => (n > i ? c : rules.steps))); // as if one were sure so far
    return { hold, alone: 2 * hold * share, on: share * after, enough: hold / after };
  });
}

const amount = (/** @type {number} */ money) => Math.round(money).toLocaleString("en");
/** Whether going on is better (1), worse (-1) or as good (0). @param {{hold: number, on: number}} each */
const better = ({ hold, on }) => (Math.abs(on - hold) < NEARLY ? 0 : Math.sign(on - hold));

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const most = solved.rules.steps, said = readout(), picture = el("div");
  const chances = SUBJECTS.map((name, i) => startAt(start, name.toLowerCase(), [9, 14, 16][i], 1, most));
  const sliders = SUBJECTS.map((label, i) => slider({
    label, least: 1, most, value: chances[i], words: (n) => `${(100 * n) / most} in 100`, onInput: (n) => { chances[i] = n; update(); } }));
  for (const each of sliders) each.root.classList.add("unit");
  const order = select(ORDERS.map((each) => [each, [...each].map((i) => SUBJECTS[Number(i)].toLowerCase()).join(", ")]), ORDERS[0], update);
  const ready = [["Opera first", "012"], ["Opera last", "210"]].map(([words, each]) => button(words, () => { order.value = each; update(); }));
  stage.append(el("div", { class: "live-columns" }, picture, said), el("div", { class: "play-buttons" }, ready),
    el("div", { class: "play-fields" }, field("Order", order)), ...sliders.map((each) => each.root));
  update();

  function update() {
    const turns = [...order.value].map(Number), all = steps(solved, turns.map((i) => chances[i])), [{ hold, alone, on, enough }] = all;
    const names = turns.map((i) => SUBJECTS[i]), stop = all.findIndex((each) => better(each) < 0);
    const asked = stop < 0 ? all.length : stop, home = turns.slice(0, asked).reduce((chance, i) => (chance * chances[i]) / most, 1);
    show(said, el("p", { class: "said" }, better(all[0]) > 0 ? "Go on." : better(all[0]) < 0 ? "Stop." : "Stop or go on, it is all one."),
      el("p", {}, `Going on and playing well is worth ${amount(on)} on average, and you hold ${amount(hold)}. ${names[0]} alone would be worth ${amount(alone)}. `
        + `With less than ${inHundred(enough)} chances in 100 for it, stop.`),
      asked ? el("p", {}, `${stop < 0 ? "Answer all three" : `Stop before ${names[stop].toLowerCase()}`}: you take home ${amount(1000 * 2 ** asked)} in ${inHundred(home)} evenings of 100, and nothing in the others.`) : null);
    show(picture, bars(all, names, home, 1000 * 2 ** asked));
  }
}

/** @param {{hold: number, alone: number, on: number}[]} all @param {string[]} names @param {number} home @param {number} prize */
function bars(all, names, home, prize) {
  const most = Math.max(...all.flatMap(({ hold, alone, on }) => [hold, alone, on])), wide = (/** @type {number} */ v) => ((WIDTH - ROOM) * v) / most;
  const low = all.length * GROUP, split = WIDTH * (1 - home);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${low + END}`, class: "live-plot", role: "img",
    "aria-label": all.map(({ hold, alone, on }, i) => `${names[i]}: stop ${amount(hold)}, this question alone ${amount(alone)}, go on ${amount(on)}`).join("; ") },
  all.map((each, i) => [
    svg("text", { x: 0, y: i * GROUP + 13, class: "best" }, `${i + 1}. ${names[i]}${["", ": all one", ": stop here"][1 - better(each)]}`),
    /** @type {[string, number, string][]} */ ([["stop", each.hold, "--faint"], ["this question alone", each.alone, "--series-5"], ["go on, play well", each.on, "--series-1"]]).map(([words, value, ink], n) => [
      svg("rect", { x: 0, y: i * GROUP + 19 + n * ROW, width: wide(value), height: ROW - 4, fill: `var(${ink})` }),
      svg("text", { x: wide(value) + 5, y: i * GROUP + 31 + n * ROW }, `${amount(value)} ${words}`)])]),
  svg("text", { x: 0, y: low + 13, class: "best" }, "How the evening ends"),
  svg("rect", { x: 0, y: low + 19, width: split, height: ROW - 4, fill: "var(--faint)" }),
  svg("rect", { x: split, y: low + 19, width: WIDTH - split, height: ROW - 4, fill: "var(--series-2)" }),
  split > 70 ? svg("text", { x: 0, y: low + 50 }, `nothing: ${inHundred(1 - home)} in 100`) : null,
  svg("text", { x: WIDTH, y: low + 50, "text-anchor": "end" }, `${amount(prize)}: ${inHundred(home)} in 100`));
}
