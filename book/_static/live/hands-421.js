// @ts-check
/** What to keep of each of the 56 hands of 421. */
import { barChart, button, decimal, el, field, fields, playOn, readout, select, show, slider, startAt, svg } from "./frame.js";
import { NOTHING, Round421, Stakes } from "../play/game421-rules.js";

export const table = { name: "game421", version: 1 };
const PRIZE = 10; // tokens that a 421 is worth where the book plays
/** @type {Record<string, string>} */
const WORTH = { transfer: "tokens of the hand", Total: "sum of the faces", Max: "largest face" };

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), said = readout(), bars = el("div", { class: "hands-bars" }), on = el("p"), spot = el("p", { class: "live-spot", "aria-hidden": "true" }), asks = start.say === "ask";
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
  let prize = startAt(start, "prize", PRIZE, 6, 14);
  const prizeSlider = slider({ label: "A 421 is worth", least: 6, most: 14, value: prize, onInput: (n) => { prize = n; tellAll(); } });
  const casts = slider({ label: "Casts left", least: 1, most: 2, value: left, onInput: (n) => { left = n; tellAll(); } });
  const map = fields({ label: "What to keep of each hand. The arrow keys go from hand to hand.",
    count: hands.length, onPick: (chosen) => { at = chosen; tell(); } });
  map.root.classList.add("with-worth");
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, legend, map.root, spot),
    el("div", {}, said, choose, bars)),
  el("div", { class: "play-fields" }, field("Order", order), field("Player", player), field("What counts", worth)), casts.root, prizeSlider.root, on);
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
    prizeSlider.root.hidden = worth.value !== "transfer";
    stakes = played(worth.value === "transfer" ? prize : PRIZE);
    const before = prize === PRIZE || prizeSlider.root.hidden ? stakes : played(PRIZE);
    const kept = (/** @type {Stakes} */ by, /** @type {number} */ hand) => by.choices(left, NOTHING, hand).find((c) => c.best)?.option;
    const hand = hands[at];
    hands = order.value === "rank" ? ranked : [...ranked].sort((a, b) => alike(a) - alike(b));
    at = hands.indexOf(hand);
    hands.forEach((shown, place) => map.root.children[place].classList.toggle("changed", kept(before, shown) !== kept(stakes, shown)));
    map.fill((place) => [el("i", {}, tokens(hands[place])), ...dice(round.words(hands[place]), told ? round.words(choices(hands[place])[0].option) : "")]);
    shade();
    tell();
  }

  /** What the round is about, if a 421 is worth so many tokens. @param {number} worthOf421 */
  function played(worthOf421) {
    const named = Stakes.named(round, who(), worth.value), best = round.find("421") - round.firstHand;
    return worthOf421 === PRIZE ? named : new Stakes(round, who(), Array.from(named.utility, (amount, hand) => (hand === best ? worthOf421 : amount)));
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
    show(spot, `${round.words(hand)}: ${words(round, found[0].option)}, worth ${decimal(found[0].value, 2)} ${unit}.`);
    for (const each of choose.children) each.setAttribute("aria-pressed", String(each.textContent === mine));
    const yours = found.find(({ option }) => words(round, option) === mine);
    show(said, yours ? el("p", {}, yours.best ? "Your choice is best play." : `To ${mine} is worth only ${decimal(yours.value, 2)} ${unit}.`) : null,
       el("p", { class: "said" }, `${round.words(hand)}: ${words(round, found[0].option)}.`),
      el("p", {}, `${found[0].option === hand ? "The hand" : "This"} is worth ${decimal(found[0].value, 2)} ${unit}${found[0].option === hand ? "" : ` on average; as they lie, the dice are worth ${decimal(stakes.utility[hand - round.firstHand], 0)}`}.`));
    show(bars, barChart({ label: `what each choice is worth, in ${unit}`, bars: found.map(({ option, value, best }) =>
      ({ name: words(round, option), value, words: decimal(value, 2), best })) }), found.length > 1 ? shape(found[0], yours && !yours.best ? yours : found[1], unit) : null);
    show(on, prize !== PRIZE && !prizeSlider.root.hidden ? null : playOn("Play on from this hand", "game421", { dice: round.words(hand), left, player: who(), worth: worth.value }));
  }

  /**
   * How the round ends after two choices: for each worth, rounds in 100 as a filled column and as an outline.
   * @param {import("../play/game421-rules.js").Choice} one @param {import("../play/game421-rules.js").Choice} other @param {string} unit
   */
  function shape(one, other, unit) {
    const worths = [...new Set(Array.from(stakes.utility))].sort((a, b) => a - b);
    const shares = [one, other].map(({ option }) => {
      const ends = stakes.ends(left, option);
      return worths.map((amount) => 100 * ends.reduce((sum, chance, hand) => sum + (stakes.utility[hand] === amount ? chance : 0), 0));
    });
    const [width, high] = [330, 70], wide = width / worths.length, most = Math.max(...shares.flat());
    const column = (/** @type {number} */ share, /** @type {number} */ n, /** @type {number} */ side) => svg("rect", { class: side ? "other" : "best",
      x: (n + 0.14 + 0.38 * side) * wide, y: 16 + high * (1 - share / most), width: 0.34 * wide, height: Math.max(high * share / most, 0.5) });
    const described = [one, other].map(({ option }, i) => `${words(round, option)}: ${worths.map((amount, n) => `${amount} in ${shares[i][n].toFixed(0)}`).join(", ")}`);
    return el("div", { class: "hands-ends" }, el("p", {}, `how 100 rounds end, by ${unit}: `, el("b", { class: "best" }, words(round, one.option)), " or ", el("b", { class: "other" }, words(round, other.option))),
      svg("svg", { viewBox: `0 0 ${width} ${high + 34}`, role: "img", "aria-label": `Of 100 rounds, ${described.join("; ")}.` },
        worths.map((amount, n) => [column(shares[0][n], n, 0), column(shares[1][n], n, 1),
          ...(worths.length > 10 ? [] : [0, 1].map((side) => svg("text", { x: (n + 0.31 + 0.38 * side) * wide, y: 13 + high * (1 - shares[side][n] / most) }, shares[side][n] >= 0.5 ? shares[side][n].toFixed(0) : ""))),
          svg("text", { class: "worth", x: (n + 0.5) * wide, y: high + 31 }, String(amount))]).flat()));
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
