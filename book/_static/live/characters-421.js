// @ts-check
/** One hand of 421, and what each character of the papers does with it. */
import { decimal, diceButtons, el, field, playOn, readout, select, show, slider, startAt, valueTable } from "./frame.js";
import { NOTHING, Round421, Stakes } from "../play/game421-rules.js";

export const table = { name: "game421", version: 1 };

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), said = readout(), dice = el("div"), all = el("div"), on = el("p");
  let faces = [...(start.dice ?? "641")].map(Number), left = startAt(start, "casts", 2, 1, 2);
  const casts = slider({ label: "Casts left", least: 1, most: 2, value: left, onInput: (n) => { left = n; update(); } });
  const goals = Array.from({ length: round.hands }, (_, hand) => round.words(round.firstHand + hand)).reverse();
  const goal = select(goals.map((hand) => [hand, hand]), start.goal ?? "421", update);
  stage.append(dice, casts.root, field("Goal of those who have one", goal), said, all, on);
  update();

  function update() {
    const stakes = Stakes.named(round, "first", "transfer"), hand = round.find(faces);
    const best = Math.max(...stakes.choices(left, NOTHING, hand).map((c) => c.value));
    const players = stakes.policies(left, NOTHING, hand, round.find(goal.value));
    const alike = players.filter((p) => p.law && best - p.mean <= 1e-9).length;
    show(dice, diceButtons({ dice: faces, label: "the hand", faces: 6, onFace: (i, face) => { faces = faces.map((old, k) => (k === i ? face : old)); update(); } }));
    show(said, el("p", { class: "said" }, `${alike} of ${players.length} do what is best with ${round.words(hand)}.`),
      el("p", {}, `Best play brings ${decimal(best, 2)} tokens on average.`));
    show(all, valueTable({ caption: "what each does with this hand, and the tokens that it gives away by this step", heads: ["who", "does", "gives away"],
      rows: players.map((p) => ({ best: p.law !== null && best - p.mean <= 1e-9,
        cells: [p.name, p.law ? does(round, p.law, hand) : `cannot: ${p.why}`, p.law ? decimal(Math.max(0, best - p.mean), 2) : "–"] })) }));
    show(on, playOn("Ask the adviser about this hand", "game421", { dice: faces.join(""), left, player: "first", worth: "transfer", goal: goal.value }));
  }
}

/** @param {Round421} round @param {Map<number, number>} law @param {number} hand */
function does(round, law, hand) {
  if (law.size > 3) return `any of ${law.size} choices`;
  return [...law.keys()].map((option) => (option === hand ? "stops" : option === NOTHING ? "casts all three" : `keeps ${round.words(option)}`)).join(" or ");
}
