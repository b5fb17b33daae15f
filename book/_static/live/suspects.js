// @ts-check
/** A bet on suspects: what you give each of them before you hear the clues, and after. It reckons with the table of suspects on its page. */
import { barChart, el, readout, show, slider } from "./frame.js";
import { within } from "./two-trials.js";
import { chanceAt, seriesOf } from "../play/tree-rules.js";

/** @typedef {{name: string, times: number[]}} Suspect how many times as likely as luck each clue is if it was this one */

export const table = { name: "tree-solitaire", version: 1 };

/** Bets, in chances of 100, by the step of a slider. */
export const BETS = [0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
/** How many pairs he may have picked from, by the step of a slider. */
export const PAIRS = [2, 3, 5, 10, 20, 30, 50, 100, 200];
/** The margins of his three pairs, in wins of so many games. */
const MARGINS = [4, 1, 3], GAMES = 10_000, LUCK = "Nothing but luck";

/** What the table says: "680 times" or "no more". @param {string} words @returns {number} */
export const timesAsLikely = (words) => Number(/([\d,]+) times/.exec(words)?.[1].replaceAll(",", "") ?? 1);

/**
 * How many times as likely as one pair for each margin the best of so many are to agree as well.
 * @param {number} chance of winning a game @param {number} pairs
 */
export function picked(chance, pairs) {
  return MARGINS.map((margin) => within(chance, GAMES, margin))
    .reduce((all, once) => (all * (1 - (1 - once) ** pairs)) / once, 1);
}

/**
 * Every set of culprits, with its chance after the clues. A clue counts as for the one of them who
 * explains it best; the empty set is luck.
 * @param {Suspect[]} suspects @param {number[]} bets on them, as chances @param {number} heard how many clues
 * @returns {{culprits: number[], chance: number}[]}
 */
export function after(suspects, bets, heard) {
  const sets = [...Array(2 ** suspects.length).keys()].map((set) => {
    const culprits = [...suspects.keys()].filter((i) => (set >> i) & 1);
    const before = bets.reduce((all, bet, i) => all * (culprits.includes(i) ? bet : 1 - bet), 1);
    const clues = [...Array(heard).keys()].map((clue) => Math.max(1, ...culprits.map((i) => suspects[i].times[clue])));
    return { culprits, chance: clues.reduce((all, times) => all * times, before) };
  });
  const all = sets.reduce((sum, { chance }) => sum + chance, 0);
  return sets.map(({ culprits, chance }) => ({ culprits, chance: chance / all }));
}

/** @param {number} chance */
export function chances(chance) {
  if (chance >= 0.005 || !chance) return `${chance > 0.995 && chance < 1 ? "over 99" : Math.round(100 * chance)} in 100`;
  return `1 in ${Number((1 / chance).toPrecision(2)).toLocaleString("en")}`;
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved */
export function draw(stage, solved) {
  const rows = [...document.querySelectorAll(".suspects table tr")].map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? ""));
  const [[, ...clues], ...named] = rows, suspects = named.map(([name, ...words]) => ({ name, times: words.map(timesAsLikely) }));
  const picker = suspects.findIndex(({ name }) => name.startsWith("Picked")), chance = chanceAt(seriesOf(solved, "LSTRAT", { ending: 0.5, share: 0.75 }), 1);
  const said = readout(), bars = el("div"), bets = suspects.map(() => BETS.indexOf(1));
  let heard = 1, pairs = PAIRS.indexOf(10);
  const clue = slider({ label: "Clues", least: 0, most: clues.length, value: heard,
    words: (n) => (n ? clues.slice(0, n).join(", ") : "none yet"), onInput: (n) => { heard = n; update(); } });
  const sliders = suspects.map(({ name }, i) => slider({ label: name, least: 0, most: BETS.length - 1, value: bets[i],
    words: (n) => `${BETS[n]} in 100`, onInput: (n) => { bets[i] = n; update(); } }));
  const from = slider({ label: "Picked from", least: 0, most: PAIRS.length - 1, value: pairs,
    words: (n) => `${PAIRS[n]} pairs`, onInput: (n) => { pairs = n; update(); } });
  for (const { root } of [clue, from, ...sliders]) root.classList.add("above");
  stage.append(clue.root, el("div", { class: "live-columns" },
    el("div", { class: "live-long" }, said, bars, from.root), el("div", {}, el("p", {}, "Before any clue, you give"), sliders.map(({ root }) => root))));
  update();

  function update() {
    if (picker >= 0) suspects[picker].times[0] = picked(chance, PAIRS[pairs]);
    const sets = after(suspects, bets.map((step) => BETS[step] / 100), heard), best = sets.reduce((a, b) => (b.chance > a.chance ? b : a));
    const names = best.culprits.map((i) => suspects[i].name.toLowerCase()), [{ chance: luck }] = sets;
    const had = suspects.map(({ name }, i) => ({ name, value: sets.filter(({ culprits }) => culprits.includes(i)).reduce((sum, set) => sum + set.chance, 0), best: best.culprits.includes(i) }));
    show(said, el("p", { class: "said" }, names.length ? `Best bet: ${names.join(" and ")}${names.length > 1 ? "" : " alone"}, ${chances(best.chance)}.` : `Best bet: nothing but luck, ${chances(luck)}.`),
      el("p", {}, names.length ? `Nothing but luck: ${chances(luck)}.` : bets.some(Boolean) ? "" : "You suspect nobody."));
    show(bars, barChart({ label: heard ? "Who had a hand in it, now" : "Who had a hand in it, as you bet", full: 1,
      bars: [{ name: LUCK, value: luck, best: !names.length }, ...had].map((bar) => ({ ...bar, words: chances(bar.value) })) }));
  }
}
