// @ts-check
/** How many dice to roll in the race in turn, at every pair of points still lacking. */
import { cellMap, dotPlot, el, inHundred, legend, playOn, readout, show, slider, startAt } from "./frame.js";
import { Race } from "../play/dice-battle-rules.js";

export const table = { name: "throw-map", version: 1 };

/** @param {HTMLElement} stage @param {import("../play/tables.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const race = new Race(solved, "turns"), { throws } = solved.arrays;
  const goal = startAt(start, "goal", race.goal, 2, race.goal);
  const at = { you: startAt(start, "you", 0, 0, goal - 1), other: startAt(start, "other", 0, 0, goal - 1) };
  const best = (/** @type {number} */ mine, /** @type {number} */ theirs) => throws[race.index(goal - mine, goal - theirs)];
  const said = readout(), dots = el("div"), on = el("p");
  const pick = (/** @type {number} */ mine, /** @type {number} */ theirs) => { Object.assign(at, { you: mine, other: theirs }); update(); };
  const map = cellMap({
    label: "How many dice to roll, by your points and the other player's. The arrow keys move over the map, with shift by ten.",
    columns: { first: 0, count: goal, name: "your points" }, rows: { first: 0, count: goal, name: "the other player’s points" },
    level: (mine, theirs) => best(mine, theirs) - 1, levels: race.dice, onPick: pick,
  });
  const mine = slider({ label: "Your points", least: 0, most: goal - 1, value: at.you, onInput: (points) => pick(points, at.other) });
  const theirs = slider({ label: "The other’s", least: 0, most: goal - 1, value: at.other, onInput: (points) => pick(at.you, points) });
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, map.root, legend(Array.from({ length: race.dice }, (_, i) => String(i + 1)), "dice to roll")),
    el("div", {}, mine.root, theirs.root, said, dots, on)));
  update();

  function update() {
    const choices = race.choices(goal - at.you, goal - at.other), dice = best(at.you, at.other);
    const even = choices.filter((c) => c.best).length;
    map.set(at.you, at.other);
    mine.set(at.you);
    theirs.set(at.other);
    show(said, el("p", { class: "said" }, `Roll ${dice === 1 ? "one die" : `${dice} dice`}.`),
      el("p", {}, `At ${at.you} to ${at.other} it is your turn: you win ${inHundred((1 + choices[dice - 1].gain) / 2)} races in 100.`),
      even === 1 ? null : el("p", {}, even === race.dice ? "Any number of dice does as well." : `${even} numbers of dice are equally good.`));
    show(dots, dotPlot({ label: "Races won in 100, by dice rolled", axis: "dice rolled (races won in 100)", words: (v) => inHundred(v),
      points: choices.map((c) => ({ name: String(c.dice), value: (1 + c.gain) / 2, best: c.dice === dice })) }));
    show(on, playOn("Play on from this position", "dice-battle", { race: "turns", most: race.dice, goal, you: at.you, other: at.other }));
  }
}
