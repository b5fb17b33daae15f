// @ts-check
/** One roll each: your own mixture of numbers of dice against the reply that harms it most. */
import { button, decimal, dotPlot, el, inHundred, readout, show, slider } from "./frame.js";

export const table = { name: "one-roll", version: 2 };
const PARTS = 100;
/** Numbers of dice with a slider in sight; those of more dice, which are all bad, are behind a door. */
const SHOWN = 6;

/**
 * What each number of dice of the other wins against a mixture, as shares with draws counting half.
 * @param {import("./frame.js").Table} solved @param {number[]} weights @returns {number[]}
 */
export function replies({ arrays, rules }, weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Array.from({ length: rules.dice }, (_, e) =>
    (1 - weights.reduce((sum, weight, d) => sum + weight * arrays.gains[d * rules.dice + e], 0) / total) / 2);
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { dice } = solved.rules, best = [...solved.arrays.best].map((share) => PARTS * share);
  /** @type {number[]} */
  let weights = Array.from({ length: dice }, (_, d) => Number(start[String(d + 1)] ?? 0));
  if (!weights.some(Boolean)) weights[4] = PARTS;
  const said = readout(), dots = el("div"), more = el("div"), total = () => weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const sliders = weights.map((weight, d) => slider({ label: `${d + 1} ${d ? "dice" : "die"}`, least: 0, most: PARTS, value: weight,
    words: (parts) => (parts ? `${Math.round(100 * parts / total())}%` : "never"), onInput: (parts) => { weights = weights.map((old, k) => (k === d ? parts : old)); update(); } }));
  const door = button("", () => {
    const open = !more.childElementCount;
    door.setAttribute("aria-expanded", String(open));
    show(more, open ? sliders.slice(SHOWN).map(({ root }) => root) : null);
  }, { "aria-expanded": "false" });
  const use = (/** @type {number[]} */ chosen) => { weights = chosen; update(); };
  stage.append(said, el("div", { class: "live-columns" },
    el("div", {}, dots, el("div", { class: "play-buttons" },
      button("The best mixture", () => use(best)), button("All equally often", () => use(best.map(() => PARTS / dice))))),
    el("div", {}, el("p", {}, "Mix your own roll: how often each number of dice?"), sliders.slice(0, SHOWN).map(({ root }) => root),
      door, more)));
  update();

  function update() {
    sliders.forEach(({ set }, d) => set(Number(weights[d].toFixed(1))));
    const rest = weights.slice(SHOWN).reduce((sum, weight) => sum + weight, 0);
    door.textContent = `${SHOWN + 1} to ${dice} dice: ${rest ? `${Math.round(100 * rest / total())}%` : "never"}`;
    if (!weights.some(Boolean)) {
      show(dots);
      return show(said, el("p", { class: "said" }, "Give at least one number of dice a part."));
    }
    const found = replies(solved, weights), most = Math.max(...found), reply = found.indexOf(most) + 1, lost = 100 * (most - 0.5);
    show(said, el("p", { class: "said" }, lost < 0.05 ? "Nobody gains anything against this mixture."
      : `Whoever finds out rolls ${reply} ${reply === 1 ? "die" : "dice"}, and wins ${inHundred(most)} games in 100 against you.`),
    el("p", {}, lost < 0.05 ? "Every reply wins half of the games at most, a draw counting half." : `That is ${decimal(lost, 1)} more than half, a draw counting half.`));
    return show(dots, dotPlot({ label: "Games in 100 that the other wins, by dice rolled", axis: "the other’s dice (wins in 100)", over: "behind", words: (v) => inHundred(v),
      points: found.map((value, e) => ({ name: String(e + 1), value, best: e + 1 === reply })) }));
  }
}
