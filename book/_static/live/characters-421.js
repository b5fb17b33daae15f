// @ts-check
/** One hand of 421, and what players do with it who think in goals. */
import { button, decimal, diceButtons, el, field, inHundred, playOn, readout, select, show, slider, startAt, valueTable } from "./frame.js";
import { NOTHING, Round421, Stakes } from "../play/game421-rules.js";

export const table = { name: "game421", version: 1 };
const MOST_OFF = 18, READY = ["321", "311", "511", "222", "664"];
/** @type {Record<string, string>} */
const WORTH = { transfer: "tokens of the hand", Total: "sum of the faces", Max: "largest face" };
/** Players, and the names that the rules give them. @type {[string, string][]} */
const PLAYERS = [
  ["looks ahead, counts the misses", "goals, looking ahead, misses count"],
  ["looks ahead", "goals, looking ahead, misses are nothing"],
  ["counts the misses", "goals drawn before the cast, misses count"],
  ["neither", "goals drawn before the cast, misses are nothing"],
];

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), said = readout(), dice = el("div"), all = el("div"), on = el("p");
  let faces = [...(start.dice ?? "321")].map(Number), left = startAt(start, "casts", 2, 1, 2), off = startAt(start, "off", 0, 0, MOST_OFF);
  const casts = slider({ label: "Casts left", least: 1, most: 2, value: left, onInput: (n) => { left = n; update(); } });
  const less = slider({ label: "Points taken off", least: 0, most: MOST_OFF, value: off, onInput: (n) => { off = n; update(); } });
  const worth = select(WORTH, start.worth ?? "Total", update);
  const ready = el("div", { class: "play-buttons" }, READY.map((hand) => button(hand, () => { faces = [...hand].map(Number); update(); })));
  stage.append(el("div", { class: "live-columns" }, el("div", {}, dice, ready, all),
    el("div", {}, less.root, casts.root, field("What counts", worth), said, on)));
  update();

  function update() {
    const hand = round.find(faces), stakes = shifted(round, worth.value, off), unit = worth.value === "transfer" ? "tokens" : "points";
    const choices = stakes.choices(left, NOTHING, hand), best = Math.max(...choices.map((c) => c.value));
    const players = stakes.policies(left, NOTHING, hand, hand), promise = blindest(stakes, left, hand);
    show(dice, diceButtons({ dice: faces, label: "the hand", faces: 6, onFace: (i, face) => { faces = faces.map((old, k) => (k === i ? face : old)); update(); } }));
    show(said, el("p", { class: "said" }, `Best play: ${does(round, choices.filter((c) => c.best).map((c) => c.option), hand)}, worth ${decimal(best, 2)} ${unit}.`),
      el("p", {}, `Who counts success alone compares: stop, ${decimal(stakes.utility[hand - round.firstHand], 0)} for certain; or go for ${round.words(promise.goal)}, `
        + `worth ${decimal(stakes.utility[promise.goal - round.firstHand], 0)} in ${inHundred(promise.chance)} of 100 rounds: ${decimal(promise.blind, 2)}.`));
    show(all, valueTable({ caption: "what each does, and what this step gives away", heads: ["who", "does", "gives away"],
      rows: PLAYERS.map(([words, name]) => {
        const { law, mean } = players.find((p) => p.name === name) ?? players[0], lost = Math.max(0, best - mean);
        return { best: lost <= 1e-9, cells: [words, does(round, [...(law ?? new Map()).keys()], hand), decimal(lost, 2)] };
      }) }));
    show(on, playOn("Ask the adviser about this hand", "game421", { dice: faces.join(""), left, player: "first", worth: worth.value }));
  }
}

/** The round with some points taken off every hand. @param {Round421} round @param {string} name @param {number} off */
function shifted(round, name, off) {
  const { utility, values } = Stakes.named(round, "first", name);
  return new Stakes(round, "first", Array.from(utility, (worth) => worth - off), Array.from(values, (value) => value - off));
}

/** The goal that promises most if only success counts, short of stopping. @param {Stakes} stakes @param {number} left @param {number} hand */
function blindest(stakes, left, hand) {
  return stakes.choices(left, NOTHING, hand).filter((c) => c.option !== hand).flatMap((c) => stakes.prospects(left, c.option))
    .reduce((most, each) => (each.blind > most.blind + 1e-9 ? each : most));
}

/** @param {Round421} round @param {number[]} options @param {number} hand */
function does(round, options, hand) {
  if (options.length > 3) return `any of ${options.length} choices`;
  return options.map((option) => (option === hand ? "stop" : option === NOTHING ? "cast all three" : `keep ${round.words(option)}`)).join(" or ");
}
