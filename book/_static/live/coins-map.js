// @ts-check
/** How many coins to flip, at every number of coins left and points needed. */
import { cellMap, colour, dotPlot, el, inHundred, legend, many, mix, readout, show, slider, startAt } from "./frame.js";

export const table = { name: "coins-map", version: 1 };

/**
 * The chance of winning with each number of coins flipped, best play afterwards: the sum over what
 * a throw may lose and earn, weighed by its chances.
 * @param {import("../play/tables.js").Table} solved @param {number} coins @param {number} points
 * @returns {number[]} entry n - 1 for n coins
 */
export function chances({ arrays, shapes, rules }, coins, points) {
  const { values, throws } = arrays, ways = shapes.throws[1];
  const chance = (/** @type {number} */ c, /** @type {number} */ p) =>
    (p <= 0 ? 1 : c === 0 ? 0 : values[(c - 1) * rules.points + p - 1]);
  return Array.from({ length: coins }, (_, n) => {
    let sum = 0;
    for (let way = 0; way < ways; way++) {
      const [share, lost, earned] = throws.subarray(3 * (n * ways + way));
      if (share) sum += share * chance(coins - lost, points - earned);
    }
    return sum;
  });
}

const REGIONS = ["one coin", "in between", "the largest odd number"];

/** The colours of the three regions, as the still picture has them. */
const colours = () => [["--series-5", 0.45], ["--series-2", 0.75], ["--series-1", 0.65]].map(([name, share]) =>
  mix(colour("--panel"), colour(String(name)), Number(share)));

/** Games won in a hundred, or one game in so many where a hundred are too few. @param {number} chance */
const games = (chance) => (chance >= 0.001 ? `${inHundred(chance)} games in 100` : `1 game in ${oneIn(chance)}`);

/** @param {number} chance */
const oneIn = (chance) => Math.round(1 / chance).toLocaleString("en");

/** @param {HTMLElement} stage @param {import("../play/tables.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { coins, points } = solved.rules, { flips } = solved.arrays;
  const at = { coins: startAt(start, "coins", 3, 1, coins), points: startAt(start, "points", 4, 1, points) };
  const best = (/** @type {number} */ c, /** @type {number} */ p) => flips[(c - 1) * points + p - 1];
  const said = readout(), dots = el("div");
  const region = (/** @type {number} */ c, /** @type {number} */ p) =>
    (best(c, p) === 1 ? 0 : best(c, p) === c - 1 + (c % 2) ? 2 : 1);
  const pick = (/** @type {number} */ c, /** @type {number} */ p) => { Object.assign(at, { coins: c, points: p }); update(); };
  const map = cellMap({
    label: "How many coins to flip, by coins left and points needed. The arrow keys move over the map.",
    columns: { first: 1, count: coins, name: "coins left" }, rows: { first: 1, count: points, name: "points needed" },
    level: region, levels: REGIONS.length, colours, text: (c, p) => String(best(c, p)), onPick: pick,
  });
  const held = slider({ label: "Coins left", least: 1, most: coins, value: at.coins, onInput: (c) => pick(c, at.points) });
  const needed = slider({ label: "Points needed", least: 1, most: points, value: at.points, onInput: (p) => pick(at.coins, p) });
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, map.root, legend(REGIONS, "Flip", undefined, colours)), el("div", {}, held.root, needed.root, said, dots)));
  update();

  function update() {
    const found = chances(solved, at.coins, at.points), flip = best(at.coins, at.points);
    const second = Math.max(...found.filter((_, n) => n + 1 !== flip));
    map.set(at.coins, at.points);
    held.set(at.coins);
    needed.set(at.points);
    show(said, el("p", { class: "said" }, `Flip ${flip === 1 ? "one coin" : `${flip} coins`}.`),
      el("p", {}, `${many(at.coins, "coin")} left, ${many(at.points, "point")} to go: you win ${games(found[flip - 1])}.`),
      at.coins > 1 ? el("p", {}, second > found[flip - 1] - 1e-12 ? "Another number of coins does as well." : `The next best number wins ${games(second)}.`) : null);
    const rare = found[flip - 1] < 0.001;
    const words = (/** @type {number} */ v) => (rare ? `1:${oneIn(v)}` : inHundred(v));
    show(dots, dotPlot({ label: "Games won in 100, by coins flipped", axis: rare ? "coins flipped (one game in so many)" : "coins flipped (games won in 100)", words,
      points: found.map((value, n) => ({ name: String(n + 1), value, best: n + 1 === flip })) }));
  }
}
