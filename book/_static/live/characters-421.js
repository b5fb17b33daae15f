// @ts-check
/** One hand of 421, and what players do with it who think in goals. */
import { button, decimal, diceButtons, el, field, inHundred, playOn, readout, select, show, slider, startAt, svg, valueTable } from "./frame.js";
import { CASTS, NOTHING, Round421, Stakes } from "../play/game421-rules.js";

export const table = { name: "game421", version: 1 };
const READY = ["311", "511", "222", "664", "321"];
/** @type {Record<string, string>} */
const WORTH = { transfer: "tokens of the hand", Total: "sum of the faces", Max: "largest face" };
/** Points that may be taken off: beyond, no hand is worth anything, and nothing is left to aim at. @type {Record<string, number>} */
const MOST_OFF = { transfer: 9, Total: 17, Max: 5 };
/** Players, and the names that the rules give them. @type {[string, string][]} */
const PLAYERS = [
  ["looks first, counts the misses", "looks first, counts the misses"],
  ["looks first, counts only the hits", "looks first, takes a miss for nothing"],
  ["chooses blind, counts the misses", "picks a goal before the cast, counts the misses"],
  ["chooses blind, counts only the hits", "picks a goal before the cast, takes a miss for nothing"],
];

/** Where the first two are the only ones, their curves are shown, for one hand. */
const PAIR = 2;

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), said = readout(), dice = el("div"), all = el("div"), on = el("p"), plot = el("div");
  let faces = [...(start.dice ?? "321")].map(Number), off = startAt(start, "off", 0, 0, MOST_OFF.Total);
  const casts = select([["2", "two"], ["1", "one"]], String(startAt(start, "casts", 2, 1, 2)), update);
  const less = slider({ label: "Points taken off", least: 0, most: MOST_OFF.Total, value: off, onInput: (n) => { off = n; update(); } });
  const worth = select(WORTH, start.worth ?? "Total", update);
  const ready = el("div", { class: "play-buttons" }, READY.map((hand) => button(hand, () => { faces = [...hand].map(Number); update(); })));
  const named = PLAYERS.slice(0, startAt(start, "players", PLAYERS.length, 2, PLAYERS.length)), pair = named.length === PAIR;
  const fields = el("div", { class: "play-fields" }, field("What counts", worth), field("Casts left", casts)), turned = [dice, ready];
  stage.append(...(pair ? [el("div", { class: "live-columns" }, el("div", {}, plot, less.root), said)] : [fields, ...turned, said, all, on]));
  let counted = "", curves = /** @type {number[][]} */ ([]);
  update();

  function update() {
    off = less.limit(MOST_OFF[worth.value]);
    const left = Number(casts.value), hand = round.find(faces), stakes = shifted(round, worth.value, off), unit = worth.value === "transfer" ? "tokens" : "points";
    const choices = stakes.choices(left, NOTHING, hand), best = Math.max(...choices.map((c) => c.value));
    if (pair && counted !== worth.value) [counted, curves] = [worth.value, ways(round, worth.value)];
    if (pair) show(plot, wayShown(curves, off));
    const players = stakes.policies(left, NOTHING, hand, hand), promise = blindest(stakes, left, hand);
    const sure = stakes.utility[hand - round.firstHand], aim = stakes.utility[promise.goal - round.firstHand];
    show(dice, diceButtons({ dice: faces, label: "the hand", faces: 6, onFace: (i, face) => { faces = faces.map((old, k) => (k === i ? face : old)); update(); } }));
    show(said, el("p", { class: "said" }, `Best play: ${does(round, choices.filter((c) => c.best).map((c) => c.option), hand)}, worth ${decimal(best, 2)} ${unit}${off ? ` (${decimal(best + off, 2)} less ${off})` : ""}.`),
      el("p", {}, `A player who counts only the hits compares: stop, ${decimal(sure, 0)} for certain; or go for ${round.words(promise.goal)}: ${decimal(aim, 0)} ${aim === 1 ? unit.slice(0, -1) : unit}, `
        + `${inHundred(promise.chance)} times in 100, makes ${decimal(promise.blind, 2)}.${pair ? ` So it ${sure > promise.blind ? "stops" : goesOn(round, promise.option)}.` : ""}`));
    if (pair) return;
    const rows = named.map(([words, name]) => {
      const { law, mean } = players.find((p) => p.name === name) ?? players[0], lost = Math.max(0, best - mean);
      return { best: lost <= 1e-9, cells: [words, does(round, [...(law ?? new Map()).keys()], hand), decimal(lost, 2)] };
    });
    show(all, valueTable({ caption: `what each does, and how many ${unit} this step gives away (${rows.some((row) => row.best) ? "blue: as best play" : "none plays best"})`, heads: ["who", "does", "gives away"], rows }));
    show(on, playOn("Ask the adviser about this hand", "game421", { dice: faces.join(""), left, player: "first", worth: worth.value }));
  }
}

/**
 * The round with some points taken off every hand.
 * @param {Round421} round @param {string} name @param {number} off
 */
function shifted(round, name, off) {
  const { utility, values } = Stakes.named(round, "first", name);
  return new Stakes(round, "first", Array.from(utility, (worth) => worth - off), Array.from(values, (value) => value - off));
}

/**
 * How far two players who look at the cast first get from random (0) to best play (100), with 0, 1, ... points taken off:
 * the one who counts only the hits, and the one who counts the misses too.
 * @param {Round421} round @param {string} name of a utility
 */
export function ways(round, name) {
  const usual = Stakes.named(round, "first", name), most = usual.values[CASTS * round.count + NOTHING];
  const least = usual.brings((_, options) => options);
  return [false, true].map((misses) => Array.from({ length: MOST_OFF[name] + 1 }, (_, off) => {
    const stakes = shifted(round, name, off);
    return (100 * (stakes.brings((left, options) => (left ? stakes.promising(left, options, misses) : options)) + off - least)) / (most - least);
  }));
}

/** Both curves, with a dot where the slider is. @param {number[][]} curves @param {number} off */
function wayShown(curves, off) {
  const width = 360, height = 232, left = 34, floor = 158, most = curves[0].length - 1, [alone, misses] = curves.map((curve) => decimal(curve[off], 0));
  const x = (/** @type {number} */ n) => left + ((width - left - 12) * n) / most, y = (/** @type {number} */ way) => floor - (1.28 * way);
  const path = (/** @type {number[]} */ curve) => curve.map((way, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(way).toFixed(1)}`).join("");
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "live-plot", role: "img",
    "aria-label": `From random play, 0, to best play, 100. With ${off} points taken off: ${alone} if only the hits count, ${misses} if the misses count too.` },
  svg("text", { x: 0, y: 12 }, "random play 0, best play 100"),
  [0, 50, 100].map((way) => [svg("line", { x1: left, x2: width - 12, y1: y(way), y2: y(way), class: "rule" }),
    svg("text", { x: left - 6, y: y(way) + 4, "text-anchor": "end" }, String(way))]),
  [0, 5, 10, 15].filter((n) => n <= most).map((n) => svg("text", { x: x(n), y: floor + 18, "text-anchor": "middle" }, String(n))),
  svg("text", { x: (left + width) / 2, y: height - 34, "text-anchor": "middle" }, "points taken off every hand"),
  svg("path", { d: path(curves[1]), class: "one" }), svg("path", { d: path(curves[0]), class: "two" }),
  svg("path", { d: `M4 ${height - 9}h22`, class: "two" }), svg("text", { x: 32, y: height - 5 }, "counts only the hits"),
  svg("path", { d: `M206 ${height - 9}h22`, class: "one" }), svg("text", { x: 234, y: height - 5 }, "counts the misses too"),
  svg("line", { x1: x(off), x2: x(off), y1: y(100), y2: floor, class: "here" }),
  svg("circle", { cx: x(off), cy: y(curves[1][off]), r: 4, fill: "var(--series-1)" }),
  svg("circle", { cx: x(off), cy: y(curves[0][off]), r: 6, fill: "var(--series-2)" }),
  svg("text", { x: x(off) + (off > 0.8 * most ? -9 : 9), y: Math.min(y(curves[0][off]) + 14, floor - 4), "text-anchor": off > 0.8 * most ? "end" : "start", class: "name best" }, alone));
}

/** The goal that promises most if only success counts, short of stopping. @param {Stakes} stakes @param {number} left @param {number} hand */
function blindest(stakes, left, hand) {
  return stakes.choices(left, NOTHING, hand).filter((c) => c.option !== hand).flatMap((c) => stakes.prospects(left, c.option).map((each) => ({ ...each, option: c.option })))
    .filter((each) => each.goal !== hand) // to choose the hand on the table is to stop
    .reduce((most, each) => (each.blind > most.blind + 1e-9 ? each : most));
}

/** @param {Round421} round @param {number} option */
const goesOn = (round, option) => (option === NOTHING ? "casts all three" : `keeps ${[...round.words(option)].join(" ")}`);

/** @param {Round421} round @param {number[]} options @param {number} hand */
function does(round, options, hand) {
  if (options.length > 3) return `any of ${options.length} choices: all promise the same`;
  return options.map((option) => (option === hand ? "stop" : option === NOTHING ? "cast all three" : `keep ${[...round.words(option)].join(" ")}`)).join(" or ");
}
