// @ts-check
/** What to keep of each of the 56 hands of 421. */
import { decimal, el, field, fields, legend, playOn, readout, select, show, slider, startAt } from "./frame.js";
import { NOTHING, Round421, Stakes } from "../play/game421-rules.js";

export const table = { name: "game421", version: 1 };
/** @type {Record<string, string>} */
const WORTH = { transfer: "tokens of the hand", Total: "sum of the faces", Max: "largest face", Times: "product of the faces" };

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), said = readout(), on = el("p");
  const hands = Array.from({ length: round.hands }, (_, hand) => round.firstHand + hand).reverse();
  let left = startAt(start, "casts", 2, 1, 2), at = Math.max(0, hands.indexOf(round.find(start.hand ?? "664")));
  const worth = select(WORTH, start.worth ?? "transfer", update);
  const casts = slider({ label: "Casts left", least: 1, most: 2, value: left, onInput: (n) => { left = n; update(); } });
  const map = fields({ label: "What to keep of each hand. The arrow keys go from hand to hand.", words: hands.map((hand) => round.words(hand)),
    levels: 4, onPick: (chosen) => { at = chosen; update(); } });
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, map.root, legend(["0", "1", "2", "3"], "dice to keep")),
    el("div", {}, field("What counts", worth), casts.root, said, on)));
  update();

  function update() {
    const stakes = Stakes.named(round, "first", worth.value);
    const best = (/** @type {number} */ hand) => stakes.choices(left, NOTHING, hand).find((c) => c.best) ?? { option: NOTHING, value: 0 };
    const kept = hands.map((hand) => round.names[best(hand).option].length);
    const chosen = best(hands[at]), unit = worth.value === "transfer" ? "tokens" : "points";
    const second = stakes.choices(left, NOTHING, hands[at]).filter((c) => !c.best).sort((a, b) => b.value - a.value)[0];
    map.set(at, kept);
    show(said, el("p", { class: "said" }, `${round.words(hands[at])}: ${words(round, chosen.option)}.`),
      el("p", {}, `That brings ${decimal(chosen.value, 2)} ${unit} on average.`),
      second ? el("p", {}, `The next best, ${words(round, second.option)}, brings ${decimal(second.value, 2)}.`) : null);
    show(on, playOn("Play on from this hand", "game421", { dice: round.words(hands[at]), left, player: "first", worth: worth.value }));
  }
}

/** @param {Round421} round @param {number} option */
function words(round, option) {
  if (round.isHand(option)) return "stop";
  return option === NOTHING ? "cast all three again" : `keep ${round.words(option)}`;
}
