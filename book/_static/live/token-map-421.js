// @ts-check
/** The whole game of 421, by the tokens in the pot and in your hand: which first casts to stop at, and what to keep of the others. */
import { cellMap, colour, el, field, fields, inHundred, legend, many, mix, playOn, readout, select, show, startAt } from "./frame.js";
import { CASTS, NOTHING, Round421, Stakes, Whole421, YOU } from "../play/game421-rules.js";
import { dice, key, words } from "./hands-421.js";

export const table = { name: "game421", version: 1 };
/** Who begins the next set. @type {Record<string, string>} */
const STARTERS = { loser: "the loser of this one", winner: "its winner", alternate: "both in turn" };
const KEPT = 0, SMALL = 1, BACK = 2, NEVER = 3, LEVELS = ["stop", "★ gains up to 1", "★ gains 1 to 6", "cannot come up"];

/** The colours of the levels; what cannot come up is no part of the picture. */
const colours = () => [mix(colour("--panel"), colour("--series-5"), 0.45), ...[0.28, 0.75].map((share) => mix(colour("--panel"), colour("--series-1"), share)), ground()];

/** The page behind the map, as #rrggbb. */
function ground() {
  const dark = document.documentElement.dataset.theme === "dark";
  return mix(colour("--panel"), dark ? "#000000" : "#ffffff", 0.6);
}

/** An array of the table, as it is where so begins the next set. @param {import("./frame.js").Table} solved @param {string} name @param {string} starter */
const told = (solved, name, starter) => solved.arrays[starter === "loser" ? name : `${name}/${starter}`];

/**
 * What to keep of a first cast if you begin the set; a hand kept whole is one to stop at.
 * @param {import("./frame.js").Table} solved @param {Whole421} whole @param {number} pot @param {number} own
 * @param {number} hand a state @param {string} [starter] who begins the next set
 */
export function kept(solved, whole, pot, own, hand, starter = "loser") {
  const { round } = whole, position = whole.find(pot, own, YOU) ?? 0;
  return told(solved, "keeps", starter)[(position >> 1) * round.hands + hand - round.firstHand];
}

/**
 * What it costs to stop at a first cast where the loser of a set begins the next: a chance to win.
 * @param {Whole421} whole @param {number} pot @param {number} own @param {number} hand a state
 */
export function cost(whole, pot, own, hand) {
  const { best, stop } = chances(whole, pot, own, hand);
  return best - stop;
}

/** Chances to win after the best choice and after stopping. @param {Whole421} whole @param {number} pot @param {number} own @param {number} hand a state */
function chances(whole, pot, own, hand) {
  const { starter } = whole.plan(whole.find(pot, own, YOU) ?? 0), all = whole.round.choices("first", starter, CASTS - 1, NOTHING, hand);
  const best = Math.max(...all.map(({ value }) => value));
  return { best, stop: all.find(({ option }) => option === hand)?.value ?? best };
}

/**
 * Chance to win for who begins the set.
 * @param {import("./frame.js").Table} solved @param {Whole421} whole @param {number} pot @param {number} own @param {string} starter
 */
export function begins(solved, whole, pot, own, starter) {
  const position = whole.find(pot, own, YOU) ?? 0;
  return starter === "loser" ? whole.chance[position] : solved.arrays[`begins/${starter}`][position >> 1];
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), whole = new Whole421(round), all = solved.rules.pot, said = readout(), on = el("p");
  const hands = Array.from({ length: round.hands }, (_, hand) => hand)
    .sort((a, b) => solved.data.order[a] - solved.data.order[b]).map((hand) => round.firstHand + hand);
  const { utility } = Stakes.named(round, "first", "transfer"), worth = (/** @type {number} */ hand) => (utility[hand - round.firstHand] > 1 ? String(utility[hand - round.firstHand]) : "");
  const best = round.find("421"), arrangements = round.casts[0];
  const at = { own: startAt(start, "own", 5, 0, all - 1), pot: startAt(start, "pot", 1, 0, all) };
  let chosen = hands.indexOf(best);
  /** @type {Map<string, number>} */
  const costs = new Map();
  const next = select(STARTERS, start.starter ?? "loser", update);
  const known = (/** @type {number} */ own, /** @type {number} */ pot) => told(solved, "reached", next.value)[(whole.find(pot, own, YOU) ?? -2) >> 1] === 1;
  const keep = (/** @type {number} */ own, /** @type {number} */ pot, /** @type {number} */ hand) => kept(solved, whole, pot, own, hand, next.value);
  const stops = (/** @type {number} */ own, /** @type {number} */ pot) => hands.reduce((sum, hand) => sum
    + (keep(own, pot, hand) === hand ? arrangements.weights[hand - round.firstHand] / arrangements.throws : 0), 0);
  const map = cellMap({
    label: "Where a 421 goes back, by your tokens and those in the pot. The arrow keys move over the map.",
    columns: { first: 0, count: all, name: "your tokens" }, rows: { first: -all, count: all + 1, name: "tokens in the pot", words: (row) => String(-row) },
    level: (own, row) => (!known(own, -row) ? NEVER : keep(own, -row, best) === best ? KEPT : (costs.get(`${-row}/${own}`) ?? 1) < 0.0105 ? SMALL : BACK), levels: LEVELS.length, colours,
    text: (own, row) => (known(own, -row) && keep(own, -row, best) !== best ? "★" : ""),
    onPick: (own, row) => { if (known(own, -row)) { Object.assign(at, { own, pot: -row }); update(); } },
  });
  const grid = fields({ label: "What to keep of each first cast here, the best hand of the game first. The arrow keys go from hand to hand.",
    count: hands.length, onPick: (place) => { chosen = place; tell(); } });
  grid.root.classList.add("with-worth");
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, field("Who begins the next set", next), legend(LEVELS.slice(0, NEVER), "A 421 at the first cast. ★: throw it back. Color: how many games in 100 you gain.", undefined, colours), map.root),
    el("div", {}, said, on)), key(), grid.root);
  update();
  weigh([...Array(all * all).keys()].map((n) => [n % all, 1 + Math.floor(n / all)]).filter(([own, pot]) => known(own, pot) && kept(solved, whole, pot, own, best) !== best));

  /** What each star is worth, one after another so that nothing waits. @param {number[][]} stars */
  function weigh([star, ...others]) {
    if (!star) { map.redraw(); return; }
    const [own, pot] = star;
    costs.set(`${pot}/${own}`, cost(whole, pot, own, best));
    setTimeout(weigh, 0, others);
  }

  function update() {
    map.redraw();
    map.set(at.own, -at.pot);
    grid.fill((place) => [el("i", {}, worth(hands[place])), ...dice(round.words(hands[place]), round.words(keep(at.own, at.pot, hands[place])))]);
    tell();
  }

  /** What the best choice and stopping win, where that can be told and differs. @param {number} hand */
  function stopping(hand) {
    if (next.value !== "loser" || !known(at.own, at.pot)) return "";
    const { best: most, stop } = chances(whole, at.pot, at.own, hand), lost = 100 * (most - stop), digits = lost < 0.1 ? 2 : 1;
    return lost < 1e-7 ? "" : ` That wins ${inHundred(most, digits)} games in 100, stopping ${inHundred(stop, digits)}.`;
  }

  function tell() {
    const hand = hands[chosen], other = all - at.pot - at.own;
    grid.set(chosen);
    show(said, el("p", { class: "said" }, `${round.words(hand)}: ${words(round, keep(at.own, at.pot, hand))}.${stopping(hand)}`),
      el("p", {}, `${many(at.pot, "token")} in the pot, you hold ${at.own}, the other ${other}. You begin the set. Before the first cast you win ${inHundred(begins(solved, whole, at.pot, at.own, next.value))} games in 100. `
        + `You stop at ${Math.round(100 * stops(at.own, at.pot))} of 100 first casts.`));
    show(on, next.value === "loser" ? playOn("Play on from here", "game421", { pot: at.pot, you: at.own, cast: round.words(hand) }) : "The page that plays always lets the loser begin.");
  }
}
