// @ts-check
/** What to keep of each of the 56 hands of 421. */
import { barChart, button, decimal, el, field, fields, playOn, readout, select, show, slider, startAt } from "./frame.js";
import { NOTHING, Round421, Stakes } from "../play/game421-rules.js";

export const table = { name: "game421", version: 1 };
/** @type {Record<string, string>} */
const WORTH = { transfer: "tokens of the hand", Total: "sum of the faces", Max: "largest face" };

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), said = readout(), bars = el("div"), on = el("p"), asks = start.say === "ask";
  const choose = el("div", { class: "play-buttons", role: "group", "aria-label": "what you keep", hidden: !asks }), legend = key();
  let told = !asks, offered = "", mine = "";
  const ranked = Array.from({ length: round.hands }, (_, hand) => hand)
    .sort((a, b) => solved.data.order[a] - solved.data.order[b]).map((hand) => round.firstHand + hand);
  let left = startAt(start, "casts", 2, 1, 2), at = Math.max(0, ranked.indexOf(round.find(start.hand ?? "641")));
  const usual = Stakes.named(round, "first", "transfer");
  let hands = ranked, stakes = usual;
  const who = () => /** @type {"first"|"next"} */ (player.value);
  const order = select({ rank: "the best hand first", keep: "by what to keep" }, start.order ?? "rank", tellAll);
  const worth = select(WORTH, start.worth ?? "transfer", tellAll);
  const player = select({ first: "first: may stop", next: "second: makes every cast" }, start.player ?? "first", tellAll);
  const casts = slider({ label: "Casts left", least: 1, most: 2, value: left, onInput: (n) => { left = n; tellAll(); } });
  const map = fields({ label: "What to keep of each hand. The arrow keys go from hand to hand.",
    count: hands.length, onPick: (chosen) => { at = chosen; tell(); } });
  map.root.classList.add("with-worth");
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, legend, map.root),
    el("div", {}, said, choose, bars)),
  el("div", { class: "play-fields" }, field("Order", order), field("Player", player), field("What counts", worth)), casts.root, on);
  fill();

  /** @param {number} hand the choices, best first */
  function choices(hand) {
    return stakes.choices(left, NOTHING, hand).sort((a, b) => Number(b.best) - Number(a.best) || b.value - a.value);
  }

  /** From here on nothing is asked any more. */
  function tellAll() {
    told = true;
    fill();
  }

  /** The choices for a hand as buttons, most dice first; a second player cannot stop. @param {number} hand */
  function offer(hand) {
    const all = usual.choices(left, NOTHING, hand).map(({ option }) => option).sort((a, b) => round.faces(b).length - round.faces(a).length || b - a);
    const names = all.map((option) => words(round, option)), open = new Set(choices(hand).map(({ option }) => words(round, option)));
    if (offered === [...names, ...open].sort().join()) return;
    [offered, mine] = [[...names, ...open].sort().join(), ""];
    show(choose, names.map((name) => button(name, () => { mine = name; tellAll(); }, { disabled: !open.has(name) })));
  }

  /** Where a hand stands among those that are played alike: stops, then those that keep most dice. @param {number} hand */
  function alike(hand) {
    const { option } = choices(hand)[0];
    return option === hand ? -1 : 1000 * (3 - round.faces(option).length) + option;
  }

  function fill() {
    legend.hidden = !told;
    map.root.style.pointerEvents = told ? "" : "none";
    stakes = Stakes.named(round, who(), worth.value);
    const hand = hands[at];
    hands = order.value === "rank" ? ranked : [...ranked].sort((a, b) => alike(a) - alike(b));
    at = hands.indexOf(hand);
    map.fill((place) => [el("i", {}, tokens(hands[place])), ...dice(round.words(hands[place]), told ? round.words(choices(hands[place])[0].option) : "")]);
    shade();
    tell();
  }

  /** What a hand is worth if tokens count and it is worth more than one. @param {number} hand */
  function tokens(hand) {
    const amount = worth.value === "transfer" ? stakes.utility[hand - round.firstHand] : 0;
    return amount > 1 ? String(amount) : "";
  }

  /** Every second group of hands that are played alike lies on a band. */
  function shade() {
    let band = false;
    hands.forEach((hand, place) => {
      if (place && alike(hand) !== alike(hands[place - 1])) band = !band;
      map.root.children[place].classList.toggle("band", band && order.value === "keep");
    });
  }

  function tell() {
    const hand = hands[at], found = choices(hand), unit = worth.value === "transfer" ? "tokens" : "points";
    map.set(at);
    if (asks) offer(hand);
    if (!told) {
      show(said, el("p", { class: "said" }, `${round.words(hand)}, ${left > 1 ? "two casts" : "one cast"} left. What do you keep?`));
      return;
    }
    const yours = found.find(({ option }) => words(round, option) === mine);
    show(said, yours ? el("p", {}, yours.best ? "Your choice is best play." : `To ${mine} is worth only ${decimal(yours.value, 2)} ${unit}.`) : null,
       el("p", { class: "said" }, `${round.words(hand)}: ${words(round, found[0].option)}.`),
      el("p", {}, `${found[0].option === hand ? "The hand" : "This"} is worth ${decimal(found[0].value, 2)} ${unit}${found[0].option === hand ? "" : ` on average; as they lie, the dice are worth ${decimal(stakes.utility[hand - round.firstHand], 0)}`}.`));
    show(bars, barChart({ label: `what each choice is worth, in ${unit}`, bars: found.map(({ option, value, best }) =>
      ({ name: words(round, option), value, words: decimal(value, 2), best })) }));
    show(on, playOn("Play on from this hand", "game421", { dice: round.words(hand), left, player: who(), worth: worth.value }));
  }
}

/** A die without a number. */
const BLANK = "\u00a0";

/** What the dice in the colours mean. */
export const key = () => el("p", { class: "live-key" }, el("b", { class: "kept" }, BLANK), " keep ", el("b", { class: "kept stop" }, BLANK), " stop ", el("b", {}, BLANK), " cast again");

/** A hand with the dice to keep filled, and filled otherwise if all are kept. @param {string} hand @param {string} kept */
export function dice(hand, kept) {
  const loose = [...kept];
  return [...hand].map((face) => {
    const place = loose.indexOf(face);
    if (place >= 0) loose.splice(place, 1);
    return el("b", { class: place < 0 ? "" : kept === hand ? "kept stop" : "kept" }, face);
  });
}

/** @param {Round421} round @param {number} option */
export function words(round, option) {
  if (round.isHand(option)) return "stop";
  return option === NOTHING ? "cast all three again" : `keep ${round.words(option)}`;
}
