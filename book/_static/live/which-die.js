// @ts-check
/** The points that a program drew, and what they would be if its dice had another number of faces. */
import { colour, el, field, inHundred, onTheme, readout, select, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "which-die", version: 1 };

/** The players as the chapter calls them. */
const PLAYERS = { optimal: "best", blind: "always six" };
const AXES = { N: { first: 20, step: 20, least: 16, most: 200, every: 40, title: "points to reach" }, D: { first: 2, step: 2, least: 2, most: 20, every: 4, title: "dice allowed" } };
const WIDTH = 330, HEIGHT = 282, LEFT = 34, TOP = 24, BOTTOM = 40;

/**
 * The points of one curve, with what is expected there.
 * @param {import("./frame.js").Table} solved @param {"N"|"D"} axis @param {number} duel @param {number} faces
 * @returns {{at: number, seen: number, exact: number, off: number}[]} `off`: standard errors above what is expected
 */
export function points(solved, axis, duel, faces) {
  const { first, step } = AXES[axis], exact = curve(solved, axis, duel, faces), [, many] = solved.shapes[`seen_${axis}`];
  return Array.from({ length: many }, (_, i) => {
    const at = first + i * step, seen = solved.arrays[`seen_${axis}`][duel * many + i], share = exact[at - 1];
    return { at, seen, exact: share, off: (seen - share) / Math.sqrt((share * (1 - share)) / solved.rules.games) };
  });
}

/**
 * The exact shares of one duel, from the smallest goal or number of dice on.
 * @param {import("./frame.js").Table} solved @param {"N"|"D"} axis @param {number} duel @param {number} faces
 * @returns {number[]}
 */
export function curve(solved, axis, duel, faces) {
  const [, duels, many] = solved.shapes[`exact_${axis}`], start = ((faces - solved.rules.least) * duels + duel) * many;
  return [...solved.arrays[`exact_${axis}`].subarray(start, start + many)];
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const names = solved.data.duels.map((/** @type {string} */ pair) => pair.split(", ").map((one) => PLAYERS[/** @type {"optimal"} */ (one)]));
  const { least, most } = solved.rules, said = readout(), picture = el("div");
  let faces = startAt(start, "faces", 6, least, most);
  const dial = slider({ label: "Faces of the dice", least, most, value: faces, onInput: (n) => { faces = n; update(); } });
  dial.root.classList.add("above");
  const duel = select(names.map((/** @type {string[]} */ [one, other], /** @type {number} */ i) => [String(i), `${one} against ${other}`]), String(startAt(start, "duel", 2, 0, names.length - 1)), update);
  const axis = select({ N: "the goal", D: "the dice allowed" }, start.axis ?? "N", update);
  stage.append(dial.root, el("div", { class: "live-columns" }, picture,
    el("div", {}, said, field("Who opens, against whom", duel), field("What changes", axis))));
  onTheme(update);
  update();

  function update() {
    const along = /** @type {"N"|"D"} */ (axis.value), which = Number(duel.value), seen = points(solved, along, which, faces);
    const beyond = seen.filter(({ off }) => Math.abs(off) > 2).length, worst = seen.reduce((a, b) => (Math.abs(b.off) > Math.abs(a.off) ? b : a));
    const all = [0, 1, 2, 3].flatMap((each) => /** @type {const} */ (["N", "D"]).flatMap((one) => points(solved, one, each, faces)));
    dial.set(faces);
    show(picture, plot(solved, along, which, seen, curve(solved, along, which, faces)));
    show(said,
      el("p", { class: "said" }, beyond === 0 ? "The line runs through the bars of all ten dots." : `The line misses ${beyond} of the ten dots.`),
      el("p", {}, `The worst is ${Math.abs(worst.off).toFixed(1)} standard errors off: ${inHundred(worst.seen)} races won in 100, where ${inHundred(worst.exact)} would be expected.`),
      el("p", {}, `Of all ${all.length} dots of the four duels, ${all.filter(({ off }) => Math.abs(off) > 2).length} are more than two standard errors off; luck does that to about ${Math.round(all.length * 0.0455)}.`));
  }
}

/**
 * @param {import("./frame.js").Table} solved @param {"N"|"D"} axis @param {number} duel
 * @param {{at: number, seen: number, off: number}[]} seen @param {number[]} exact
 */
function plot(solved, axis, duel, seen, exact) {
  const { least, most, every, title } = AXES[axis], shown = [solved.rules.least, solved.rules.most];
  const everything = [...seen.map((each) => each.seen), ...[5, 6, 7].filter((f) => f >= shown[0] && f <= shown[1]).flatMap((f) => curve(solved, axis, duel, f).slice(least - 1, most))];
  const two = (/** @type {number} */ share) => 2 * Math.sqrt((share * (1 - share)) / solved.rules.games), spread = [...everything, ...exact.slice(least - 1, most)];
  const low = Math.floor(20 * (Math.min(...spread) - 0.01)) / 20, high = Math.ceil(20 * (Math.max(...spread) + 0.01)) / 20;
  const x = (/** @type {number} */ at) => LEFT + 8 + ((at - least) / (most - least)) * (WIDTH - LEFT - 18);
  const y = (/** @type {number} */ share) => TOP + ((high - share) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const marks = Array.from({ length: Math.round((high - low) / 0.05) + 1 }, (_, i) => low + i * 0.05);
  const off = seen.filter((each) => Math.abs(each.off) > 2).length;
  const ticks = Array.from({ length: Math.floor(most / every) }, (_, i) => (i + 1) * every);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "live-dots live-bells", role: "img", "aria-label": `Ten dots with bars of two standard errors, and a line that misses ${off} of them.` },
    marks.map((share) => [svg("line", { x1: LEFT, x2: WIDTH, y1: y(share), y2: y(share), class: "rule" }), svg("text", { x: LEFT - 5, y: y(share) + 4, class: "end" }, inHundred(share, 0))]),
    svg("text", { x: 0, y: 11 }, "races won in 100"),
    ticks.map((at) => svg("text", { x: x(at), y: HEIGHT - BOTTOM + 18, class: "name" }, String(at))),
    svg("text", { x: (WIDTH + LEFT) / 2, y: HEIGHT - 4, class: "name" }, title),
    svg("polyline", { points: exact.slice(least - 1, most).map((share, i) => `${x(least + i).toFixed(1)},${y(share).toFixed(1)}`).join(" "), fill: "none", stroke: colour("--series-1"), "stroke-width": 2 }),
    seen.map((each) => { const tone = Math.abs(each.off) > 2 ? colour("--series-2") : colour("--ink");
      return [svg("line", { x1: x(each.at), x2: x(each.at), y1: y(each.seen - two(each.seen)), y2: y(each.seen + two(each.seen)), stroke: tone, "stroke-width": 1.4 }),
        svg("circle", { cx: x(each.at), cy: y(each.seen), r: 3.6, style: `fill:${tone}` })]; }));
}
