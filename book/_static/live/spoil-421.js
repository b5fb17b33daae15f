// @ts-check
/** A second player has 421 too soon: one die has to be cast again, and which one tells only if 421 does not come back. */
import { barChart, button, decimal, diceShown, dieDrawing, el, many, readout, show } from "./frame.js";
import { Round421 } from "../play/game421-rules.js";

export const table = { name: "game421", version: 1 };
const GOAL = [4, 2, 1];
/** What a reader may guess the chance of the bet to be; the first is right. */
const GUESSES = ["1 time in 6", "11 times in 36", "1 time in 2"];

/** Tokens of the hand in the end, on average, if this die of the goal is cast again. @param {Round421} round @param {number} spoiled */
export const worth = (round, spoiled) => [1, 2, 3, 4, 5, 6].reduce((sum, face) => sum + tokens(round, spoiled, face), 0) / 6;

/** What the hand is worth if this die of the goal shows another face. @param {Round421} round @param {number} spoiled @param {number} face */
const tokens = (round, spoiled, face) => round.table.data.tokens[handOf(round, spoiled, face) - round.firstHand];

/** @param {Round421} round @param {number} spoiled @param {number} face */
const handOf = (round, spoiled, face) => round.find([...GOAL.filter((die) => die !== spoiled), face]);

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved */
export function draw(stage, solved) {
  const round = new Round421(solved), most = Math.max(...GOAL.map((die) => worth(round, die)));
  const dice = el("div", { class: "play-dice", role: "group", "aria-label": "Which die do you cast again?" }), said = readout(), rows = el("div");
  /** @type {Set<number>} */
  const tried = new Set(), told = el("p", { "aria-live": "polite" });
  stage.append(el("p", {}, "You hold 421, and two casts are left. How often will you win the bet?"),
    el("div", { class: "play-buttons" }, GUESSES.map((words) => button(words, () => answer(words)))), told, dice, said, rows);
  show(dice, GOAL.map((die) => {
    const press = button("", () => spoil(die), { class: "play-die", "aria-label": `cast the ${die} again` });
    press.append(dieDrawing(die));
    return press;
  }));
  show(said, el("p", { class: "said" }, "Press the die that you cast again."));
  compare();

  /** @param {string} words of the guess */
  function answer(words) {
    show(told, el("b", {}, words === GUESSES[0] ? "One time in six, yes. " : `Not ${words}, but one time in six. `),
      "If 421 is back after the next cast, that is too soon again: only the last cast counts.");
  }

  /** @param {number} die */
  function spoil(die) {
    tried.add(die);
    const cast = [0, 1].map(() => 1 + Math.floor(6 * Math.random())), last = cast[1], back = last === die;
    show(said, el("p", {}, `You keep ${GOAL.filter((kept) => kept !== die).join(" and ")}, and cast the ${die} twice: `, diceShown([cast[0]]), " does not count, ", diceShown([last]), " does."),
      el("p", { class: "said" }, back ? "421 is back: the bet is won." : `You end with ${round.words(handOf(round, die, last))}, worth ${many(tokens(round, die, last), "token")}: the bet is lost.`));
    compare();
  }

  /** What a die is worth is told once it was tried. */
  function compare() {
    const bars = GOAL.map((die) => {
      const known = tried.has(die), value = worth(round, die);
      return { name: `cast the ${die}`, value: known ? value : 0, words: known ? decimal(value, 2) : "?", best: tried.size === GOAL.length && value === most };
    });
    show(rows, barChart({ label: "What your hand is then worth on average, in tokens that the loser takes", full: most, bars }), !tried.size ? null
      : tried.size < GOAL.length ? el("p", {}, "Try the other dice, too.") : el("p", {}, `421 comes back one time in six, whichever die you take. The misses differ: spoil the ${GOAL.filter((each) => worth(round, each) === most)}.`));
  }
}
