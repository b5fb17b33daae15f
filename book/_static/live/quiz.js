// @ts-check
/** Three questions of a quiz, in an order of your choice, as a tree worked backward: what stopping and going on are worth. */
import { button, decimal, el, field, inHundred, readout, select, show, slider, startAt, svg } from "./frame.js";

/** @typedef {{hold: number, share: number, stop: number, on: number, after: number}} Step before a question, and what is right after it */

export const table = { name: "quiz", version: 1 };
const WIDTH = 360, ROW = 92, TRUNK = 176, NEARLY = 1e-3, EVENINGS = 100;
const SUBJECTS = ["Opera", "Football", "Cooking"];
const ORDERS = ["012", "021", "102", "120", "201", "210"];
const CAREFUL = -1;
const GOALS = [["0", "the best average"], [String(CAREFUL), "careful (square root)"], ["2000", "2,000, or more"], ["4000", "4,000, or more"], ["8000", "8,000"]];

/**
 * Before each question: what you hold, the chance of a right answer, and what is worth what: in euros
 * on average; in evenings of 100 that bring them, if you need so many; or, if you are careful, in
 * square roots, where 1,000 count 1.
 * @param {import("./frame.js").Table} solved @param {number[]} chances of a right answer, in steps @param {number} need 0 for the average, or CAREFUL
 * @returns {Step[]}
 */
export function steps({ arrays, rules }, chances, need = 0) {
  const worth = (/** @type {number[]} */ [a, b, c]) => arrays.worth[((a - 1) * rules.steps + b - 1) * rules.steps + c - 1];
  const pays = (/** @type {number} */ money) => (need === CAREFUL ? Math.sqrt(money / 1000) : need ? 100 * Number(money >= need) : money);
  /** @type {(right: number) => number} */
  const careful = (right) => {
    const stop = pays(1000 * 2 ** right);
    return right === chances.length ? stop : Math.max(stop, (chances[right] / rules.steps) * careful(right + 1));
  };
  return chances.map((chance, i) => {
    const hold = 1000 * 2 ** i, share = chance / rules.steps;
    const missing = chances.slice(i + 1).filter((_, n) => 2 * hold * 2 ** n < need);
    const after = need === CAREFUL ? careful(i + 1) : need ? missing.reduce((all, each) => (all * each) / rules.steps, 100)
      : 1000 * worth(chances.map((c, n) => (n > i ? c : rules.steps))); // as if one were sure so far
    return { hold, share, stop: pays(hold), on: share * after, after };
  });
}

const amount = (/** @type {number} */ money) => Math.round(money).toLocaleString("en");
/** Whether going on is better (1), worse (-1) or as good (0). @param {Step} each */
const better = ({ stop, on }) => (Math.abs(on - stop) < NEARLY ? 0 : Math.sign(on - stop));

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const most = solved.rules.steps, said = readout(), played = el("p", { "aria-live": "polite" }), picture = el("div");
  /** The plan under way: its questions, and what it takes home if all are answered. @type {{shares: number[], money: number}} */
  let plan = { shares: [], money: 0 };
  const chances = SUBJECTS.map((name, i) => startAt(start, name.toLowerCase(), [9, 14, 16][i], 1, most));
  const sliders = SUBJECTS.map((label, i) => slider({
    label, least: 1, most, value: chances[i], words: (n) => `${(100 * n) / most} in 100`, onInput: (n) => { chances[i] = n; update(); } }));
  for (const each of sliders) each.root.classList.add("unit");
  const order = select(ORDERS.map((each) => [each, [...each].map((i) => SUBJECTS[Number(i)].toLowerCase()).join(", ")]), ORDERS[0], update);
  const goal = select(GOALS, String(start.need ?? 0), update);
  stage.append(el("div", { class: "live-columns live-asked" }, el("div", {}, said, el("div", { class: "live-top" }, field("You want", goal), field("Order", order)),
    el("div", { class: "play-buttons" }, button(`Play ${EVENINGS} evenings`, play)), played), picture),
    ...sliders.map((each) => each.root));
  update();

  /** A hundred evenings as advised, with luck as it comes. */
  function play() {
    const { shares, money } = plan;
    const won = Array.from({ length: EVENINGS }, () => shares.every((share) => Math.random() < share)).filter(Boolean).length;
    show(played, `${amount(money)} in ${won} evenings, nothing in ${EVENINGS - won}: ${amount(money * won / EVENINGS)} each, on average.`);
  }

  function update() {
    const turns = [...order.value].map(Number), need = Number(goal.value), all = steps(solved, turns.map((i) => chances[i]), need);
    const names = turns.map((i) => SUBJECTS[i]), [{ hold, stop, share, on, after }] = all;
    const first = all.findIndex((each) => better(each) < 0), asked = first < 0 ? all.length : first;
    const home = all.slice(0, asked).reduce((chance, each) => chance * each.share, 1) + 1e-12; // a half rounds up
    const words = first < 0 ? "Answer all three" : first ? `Stop before ${names[first].toLowerCase()}` : "Stop now";
    show(said, el("p", { class: "said" }, better(all[0]) > 0 ? "Go on." : better(all[0]) < 0 ? "Stop." : "Stop or go on: both are as good."),
      need === CAREFUL ? el("p", {}, `Each amount counts as its square root: four times the money, twice as much. Going on counts ${decimal(on, 2)}, stopping ${decimal(stop, 2)}.`) : null,
      need ? null : el("p", {}, `Going on and playing well is worth ${amount(on)} on average, and you hold ${amount(hold)}. ${names[0]} alone would be worth ${amount(2 * hold * share)}. `
        + `With less than ${inHundred(stop / after)} chances in 100 for it, stop.`),
      el("p", {}, `${words}: you take home ${amount(1000 * 2 ** asked)}${home < 1 ? ` in ${inHundred(home)} evenings of 100, and nothing in the others` : " for sure"}.`));
    plan = { shares: all.slice(0, asked).map((each) => each.share), money: 1000 * 2 ** asked };
    show(played);
    show(picture, tree(all, names, need));
  }
}

/** @param {Step[]} all @param {string[]} names @param {number} need */
function tree(all, names, need) {
  const worth = need === CAREFUL ? (/** @type {number} */ value) => decimal(value, 2) : need ? (/** @type {number} */ value) => `${decimal(value, 1)} in 100` : amount, low = all.length * ROW + 14;
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${low + 12}`, class: "live-plot live-tree", role: "img",
    "aria-label": all.map(({ hold, stop, on }, i) => `${names[i]}: you hold ${amount(hold)}; stopping is worth ${worth(stop)}, going on ${worth(on)}`).join("; ") },
  all.map((each, i) => question(each, `${i + 1}. ${names[i]}`, 14 + i * ROW, worth, need)),
  svg("text", { x: TRUNK, y: low + 6, class: "best middle" }, `${amount(2 * all[all.length - 1].hold)}`));
}

/** One question: a square where you choose, the circle where you answer. @param {Step} step @param {string} name @param {number} y @param {(value: number) => string} worth @param {number} need */
function question(step, name, y, worth, need) {
  const { hold, share, stop, on, after } = step, line = (/** @type {number[]} */ [x1, y1, x2, y2], chosen = false) => svg("line", { x1, y1, x2, y2, class: chosen ? "chosen" : "rule" });
  const [middle, next] = [y + 48, y + ROW], right = TRUNK + 13, left = TRUNK - 13;
  return [line([TRUNK, y, 84, y], better(step) <= 0), line([TRUNK, y, TRUNK, middle], better(step) >= 0),
    line([TRUNK, middle, TRUNK, next - 8]), line([TRUNK, middle, right + 46, middle]),
    svg("rect", { x: TRUNK - 7, y: y - 7, width: 14, height: 14, class: "choice" }), svg("circle", { cx: TRUNK, cy: middle, r: 7, class: "chance" }),
    svg("text", { x: 80, y: y + 4, class: "end" }, `stop: ${amount(hold)}`), need ? svg("text", { x: 80, y: y + 19, class: "end" }, need === CAREFUL ? `counts ${worth(stop)}` : stop ? "enough" : "too little") : null,
    svg("text", { x: right, y: y + 4, class: "best" }, worth(Math.max(stop, on))), svg("text", { x: right - 5, y: y + 29 }, `go on: ${decimal(share, 2)} × ${need === CAREFUL ? worth(after) : need ? decimal(after, 1) : amount(after)} = ${need && need !== CAREFUL ? decimal(on, 1) : worth(on)}`),
    svg("text", { x: left, y: middle, class: "best end" }, name), svg("text", { x: left, y: middle + 15, class: "end" }, `${Math.round(100 * share)} in 100 right`),
    svg("text", { x: right + 50, y: middle + 4 }, "wrong: nothing")];
}
