// @ts-check
/** One goal of 421: how often it is reached, and what comes in its place. */
import { barChart, el, field, inHundred, playOn, readout, select, show, slider, startAt } from "./frame.js";
import { Round421 } from "../play/game421-rules.js";

export const table = { name: "game421", version: 1 };
const SHOWN = 8;

/** Chances of each hand when one tries for a goal. @param {import("./frame.js").Table} solved
 *  @param {Round421} round @param {"first"|"next"} player @param {number} casts @param {number} goal a hand, from 0 */
export const endings = (solved, round, player, casts, goal) =>
  solved.arrays[`${player}/${solved.rules.dice}/${casts}`].subarray(goal * round.hands, (goal + 1) * round.hands);

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), said = readout(), bars = el("div"), on = el("p");
  const hands = Array.from({ length: round.hands }, (_, hand) => round.words(round.firstHand + hand)).reverse();
  const goal = select(hands.map((hand) => [hand, hand]), start.goal ?? "421", update);
  const player = select({ first: "first: may stop early", next: "second: makes every cast" }, start.player ?? "first", update);
  let casts = startAt(start, "casts", 3, 1, solved.rules.casts);
  const allowed = slider({ label: "Casts", least: 1, most: solved.rules.casts, value: casts, onInput: (n) => { casts = n; update(); } });
  stage.append(el("div", { class: "live-columns" }, el("div", {}, field("Goal", goal), field("Player", player), allowed.root, said, on), bars));
  update();

  function update() {
    const who = /** @type {"first"|"next"} */ (player.value), aim = round.find(goal.value) - round.firstHand;
    const chances = [...endings(solved, round, who, casts, aim)], name = (/** @type {number} */ hand) => round.words(hand + round.firstHand);
    const others = chances.map((chance, hand) => ({ hand, chance })).filter(({ hand, chance }) => hand !== aim && chance > 0)
      .sort((a, b) => b.chance - a.chance);
    const rest = others.slice(SHOWN).reduce((sum, { chance }) => sum + chance, 0);
    show(said, el("p", { class: "said" }, `${name(aim)} comes ${inHundred(chances[aim])} times in 100.`),
      el("p", {}, `${casts === 1 ? "One cast" : `${casts} casts`}, always keeping what leads most often to ${name(aim)}. `
        + `In the other ${inHundred(1 - chances[aim])} something else lies on the table, most often ${name(others[0].hand)}.`));
    show(bars, barChart({ label: "what comes, times in 100", bars: [
      { name: name(aim), value: chances[aim], words: inHundred(chances[aim]), best: true },
      ...others.slice(0, SHOWN).map(({ hand, chance }) => ({ name: name(hand), value: chance, words: inHundred(chance) })),
      ...(rest ? [{ name: `${others.length - SHOWN} other hands`, value: rest, words: inHundred(rest) }] : [])] }));
    show(on, playOn("Ask the adviser about this goal", "game421", { goal: goal.value, player: who }));
  }
}
