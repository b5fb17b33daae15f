// @ts-check
/** The whole game of 421, by the tokens in the pot and in your hand: which first casts to stop at, and what to keep of the others. */
import { cellMap, el, fields, inHundred, many, playOn, ramp, readout, show, startAt } from "./frame.js";
import { Round421, Whole421, YOU } from "../play/game421-rules.js";
import { dice, words } from "./hands-421.js";

export const table = { name: "game421", version: 1 };
const STEPS = 2;

/**
 * What to keep of a first cast if you begin the set; a hand kept whole is one to stop at.
 * @param {import("./frame.js").Table} solved @param {Whole421} whole @param {number} pot @param {number} own @param {number} hand a state
 */
export function kept(solved, whole, pot, own, hand) {
  const { round } = whole, position = whole.find(pot, own, YOU) ?? 0;
  return solved.arrays.keeps[(position >> 1) * round.hands + hand - round.firstHand];
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), whole = new Whole421(round), all = solved.rules.pot, said = readout(), on = el("p");
  const hands = Array.from({ length: round.hands }, (_, hand) => hand)
    .sort((a, b) => solved.data.order[a] - solved.data.order[b]).map((hand) => round.firstHand + hand);
  const best = round.find("421"), arrangements = round.casts[0];
  const at = { own: startAt(start, "own", 5, 0, all - 1), pot: startAt(start, "pot", 1, 0, all) };
  let chosen = hands.indexOf(best);
  const known = (/** @type {number} */ own, /** @type {number} */ pot) => solved.arrays.reached[(whole.find(pot, own, YOU) ?? -2) >> 1] === 1;
  const keep = (/** @type {number} */ own, /** @type {number} */ pot, /** @type {number} */ hand) => kept(solved, whole, pot, own, hand);
  const stops = (/** @type {number} */ own, /** @type {number} */ pot) => hands.reduce((sum, hand) => sum
    + (keep(own, pot, hand) === hand ? arrangements.weights[hand - round.firstHand] / arrangements.throws : 0), 0);
  const map = cellMap({
    label: "Where a 421 goes back, by your tokens and those in the pot. The arrow keys move over the map.",
    columns: { first: 0, count: all, name: "your tokens" }, rows: { first: 0, count: all + 1, name: "tokens in the pot" },
    level: (own, pot) => (known(own, pot) ? Number(keep(own, pot, best) !== best) : -1), levels: STEPS, colours: () => ramp(STEPS + 1),
    text: (own, pot) => (known(own, pot) && keep(own, pot, best) !== best ? "★" : ""),
    onPick: (own, pot) => { if (known(own, pot)) { Object.assign(at, { own, pot }); update(); } },
  });
  const grid = fields({ label: "What to keep of each first cast here, the best hand of the game first. The arrow keys go from hand to hand.",
    count: hands.length, onPick: (place) => { chosen = place; tell(); } });
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, map.root, el("p", { class: "live-key" }, "★ a 421 goes back. The other has the rest of the eleven tokens.")),
    el("div", {}, said, grid.root, el("p", { class: "live-key" }, el("b", { class: "kept" }, "4"), " keep ", el("b", { class: "kept stop" }, "4"), " stop ", el("b", {}, "4"), " cast again"), on)));
  update();

  function update() {
    map.set(at.own, at.pot);
    grid.fill((place) => dice(round.words(hands[place]), round.words(keep(at.own, at.pot, hands[place]))));
    tell();
  }

  function tell() {
    const hand = hands[chosen], position = whole.find(at.pot, at.own, YOU) ?? 0, other = all - at.pot - at.own;
    grid.set(chosen);
    show(said, el("p", { class: "said" }, `${round.words(hand)}: ${words(round, keep(at.own, at.pot, hand))}.`),
      el("p", {}, `${many(at.pot, "token")} in the pot, you hold ${at.own}, the other ${other}. You begin the set and win ${inHundred(whole.chance[position])} games in 100; `
        + `${Math.round(100 * stops(at.own, at.pot))} of 100 first casts are hands to stop at.`));
    show(on, playOn("Play a whole game", "game421", { show: "game" }));
  }
}
