// @ts-check
/** 211 is wanted, and the first cast shows a lone 2: keep it, or throw it back? */
import { button, el, inHundred, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "ratchet-211", version: 1 };
/** Chances that differ by less are the same. */
const EQUAL = 1e-12;
const WIDTH = 380, LEFT = 40, TOP = 46, FLOOR = 196;

/** Chances to get there after the first cast. @param {import("./frame.js").Table} solved @param {number} faces @param {number} casts in all */
export function chances(solved, faces, casts) {
  const { least, most } = solved.rules, at = (faces - solved.rules.faces) * (most - least + 1) + casts - least;
  return { keep: solved.arrays.keep[at], back: solved.arrays.back[at] };
}

/** What lies there if the tail is kept, or if all three coins are flipped again. @param {"keep" | "back"} way @param {() => number} [random] @returns {string} */
export function flipped(way, random = Math.random) {
  const fall = () => (random() < 0.5 ? "H" : "T");
  return (way === "keep" ? "T" : fall()) + fall() + fall();
}

/** Two heads and one tail? @param {string} coins */
export const there = (coins) => [...coins].filter((side) => side === "H").length === 2;

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { least, most, faces: first, last } = solved.rules, said = readout(), plot = el("div");
  const at = { casts: startAt(start, "casts", 9, least, most), faces: startAt(start, "faces", 6, first, last) };
  const casts = slider({ label: "Casts still to come", least: least - 1, most: most - 1, value: at.casts - 1, onInput: (n) => { at.casts = n + 1; update(); } });
  const faces = slider({ label: "Faces of a die", least: first, most: last, value: at.faces, onInput: (n) => { at.faces = n; update(); } });
  const settings = [{ words: "Three coins", sides: 2, all: 2 }, { words: "Three dice", sides: 6, all: 9 }];
  const ready = settings.map(({ words, sides, all }) => button(words, () => {
    Object.assign(at, { faces: sides, casts: all });
    faces.set(at.faces);
    casts.set(at.casts - 1);
    update();
  }));
  const sum = { rounds: 0, keep: 0, back: 0 }, told = el("p", {}), coins = el("div"), flips = button("Flip 50 rounds each way", () => {
    for (let n = 0; n < 50; n += 1) for (const way of /** @type {const} */ (["keep", "back"])) sum[way] += Number(there(flipped(way)));
    sum.rounds += 50;
    show(told, `In ${sum.rounds} rounds that begin with three tails: ${sum.keep} succeed if the tail stays, ${sum.back} if all three coins fly again.`);
  });
  stage.append(el("div", { class: "live-columns" }, plot, el("div", {}, el("div", { class: "play-buttons" }, ready), casts.root, faces.root, said, coins)));
  update();

  function update() {
    const { keep, back } = chances(solved, at.faces, at.casts);
    settings.forEach(({ sides, all }, i) => ready[i].setAttribute("aria-pressed", String(at.faces === sides && at.casts === all)));
    show(said, el("p", { class: "said" }, Math.abs(keep - back) < EQUAL ? "Keep the 2 or throw it back, it is all one." : keep > back ? "Keep the 2." : "Throw the 2 back."),
      el("p", {}, `You get 211 in ${inHundred(keep, 2)} of 100 rounds if you keep the 2, in ${inHundred(back, 2)} if you cast all three ${at.faces === 2 ? "coins" : "dice"} again.`),
      Math.abs(keep - back) >= EQUAL && Math.abs(keep - back) < 0.00005 ? el("p", {}, "The difference is less than 0.01.") : null);
    const now = at.faces === 2 && at.casts === 2;
    if (now !== coins.contains(flips)) coins.replaceChildren(...(now ? [flips, told] : []));
    show(plot, bars(solved, at.faces, at.casts));
  }
}

/** What throwing back gains, over the number of casts. @param {import("./frame.js").Table} solved @param {number} faces @param {number} casts */
function bars(solved, faces, casts) {
  const { least, most } = solved.rules, every = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const gains = every.map((n) => { const { keep, back } = chances(solved, faces, n); return 100 * (back - keep); });
  const high = Math.max(...gains, 0.5), low = Math.min(...gains, 0), wide = (WIDTH - LEFT) / every.length;
  const y = (/** @type {number} */ v) => TOP + ((FLOOR - TOP) * (high - v)) / (high - low), x = (/** @type {number} */ i) => LEFT + i * wide;
  const rule = (/** @type {number} */ v, /** @type {string} */ words) => [svg("line", { x1: LEFT, x2: WIDTH, y1: y(v), y2: y(v), class: "rule" }),
    svg("text", { x: LEFT - 5, y: y(v) + 4, "text-anchor": "end" }, words)];
  const from = gains.findIndex((gain) => gain > 0);
  return svg("svg", { viewBox: `0 0 ${WIDTH} 260`, class: "live-plot", role: "img",
    "aria-label": `What it gains to throw the 2 back, in 100 rounds, with dice of ${faces} faces: ${from < 0 ? "nothing" : `less than nothing up to ${every[from] - 2} casts still to come, then more than nothing`}.` },
  svg("text", { x: 0, y: 12 }, "more rounds won in 100 if you throw the 2 back"),
  rule(high, `+${high.toFixed(1)}`), rule(0, "0"), low < -0.05 ? rule(low, `−${(-low).toFixed(1)}`) : null,
  gains.map((gain, i) => svg("rect", { x: x(i) + 1, width: wide - 2, y: y(Math.max(gain, 0)), height: Math.max(1, Math.abs(y(Math.max(gain, low)) - y(0))),
    fill: gain > 0 ? "var(--series-2)" : "var(--faint)", stroke: every[i] === casts ? "var(--ink)" : "none", "stroke-width": 2 })),
  every.map((n, i) => ((n - least) % 3 ? null : svg("text", { x: x(i) + wide / 2, y: FLOOR + 16, "text-anchor": "middle" }, String(n - 1)))),
  svg("text", { x: (LEFT + WIDTH) / 2, y: 230, "text-anchor": "middle" }, "casts still to come"),
  svg("text", { x: Math.max(x(casts - least) + wide, LEFT + 44), y: y(Math.max(gains[casts - least], 0)) - 4, "text-anchor": "end", class: "name best" }, signed(gains[casts - least])),
  [["var(--series-2)", "throw back"], ...low < -0.05 ? [["var(--faint)", "keep"]] : []].map(([fill, words], i) => [
    svg("rect", { x: 10 + 116 * i, y: 244, width: 11, height: 11, fill }),
    svg("text", { x: 26 + 116 * i, y: 254 }, words)]));
}

/** A gain with its sign. @param {number} gain */
const signed = (gain) => `${gain < 0 ? "−" : "+"}${Math.abs(gain).toFixed(2)}`;
