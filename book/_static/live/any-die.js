// @ts-check
/** Hog with dice of any number of faces: how to open a race to any goal. */
import { button, cellMap, colour, decimal, dotPlot, el, inHundred, legend, mix, playOn, readout, show, slider, startAt } from "./frame.js";

export const table = { name: "any-die", version: 3 };
/** Races that the chapter talks about: faces and goal. */
const TELLING = /** @type {const} */ ([["8 faces, to 50", 8, 50], ["8 faces, to 60", 8, 60], ["6 faces, to 100", 6, 100], ["20 faces, to 100", 20, 100]]);
/** The plans that the chapter tells of: home after so many rolls. */
const PLANS = ["home at once", "in two rolls", "collect points"];

/**
 * Chance that so many dice reach a goal at once: none shows a 1, and the sum is large enough.
 * @param {number} dice @param {number} faces @param {number} goal
 */
export function arrives(dice, faces, goal) {
  let law = [1];
  for (let n = 0; n < dice; n++) {
    const next = Array.from({ length: law.length + faces }, () => 0);
    law.forEach((chance, sum) => { for (let face = 2; face <= faces; face++) next[sum + face] += chance / faces; });
    law = next;
  }
  return law.slice(goal).reduce((sum, chance) => sum + chance, 0);
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { least, most, goal: far, tried } = solved.rules, { dice, wins, lost } = solved.arrays;
  const at = { faces: startAt(start, "faces", 8, least, most), goal: startAt(start, "goal", 50, 1, far) };
  const place = (/** @type {number} */ goal, /** @type {number} */ faces) => (faces - least) * far + goal - 1;
  const said = readout(), dots = el("div"), on = el("p");
  const pick = (/** @type {number} */ goal, /** @type {number} */ faces) => { Object.assign(at, { goal, faces }); update(); };
  const row = (/** @type {number} */ f) => Array.from({ length: far }, (_, i) => dice[place(i + 1, f)]);
  const ends = Array.from({ length: most - least + 1 }, (_, i) => reach(row(least + i), least + i));
  const plan = (/** @type {number} */ goal, /** @type {number} */ faces) => ends[faces - least].filter((end) => goal > end).length;
  /** The number of dice in every second row, where there is room, and beside the race that is shown. @returns {[number, number, string, boolean][]} */
  const counts = () => {
    // Nearly two rows off, where the rim of the frame does not cut the number.
    const cell = (map.root.clientWidth - 46) / far, beside = at.faces + (at.faces < most - 1 ? 1.4 : -1.4), near = Math.min(Math.max(at.goal, 4), far - 4);
    const rows = Array.from({ length: most - least + 1 }, (_, i) => least + i).filter((f) => f % 2 === 0);
    const all = rows.flatMap((sides) => runs(row(sides).map((n, i) => 100 * plan(i + 1, sides) + n)).map((each) => ({ ...each, f: sides, value: each.value % 100 }))
      .filter(({ value, count }) => count * cell >= 4 + 6 * String(value).length)
      .map(({ f, first, value, count }) => /** @type {[number, number, string, boolean]} */ ([first + 1 + (Math.min(count, 60) - 1) / 2, f, String(value), true])));
    const here = /** @type {[number, number, string, boolean]} */ ([near, beside, String(dice[place(at.goal, at.faces)]), false]);
    return [...all.filter(([goal, f]) => Math.abs(f - beside) > 1 || Math.abs(goal - near) * cell > 16), here];
  };
  const map = cellMap({
    label: "Dice of the first roll, by the goal and the faces of a die. The arrow keys move over the map, with shift by ten.",
    columns: { first: 1, count: far, name: "points to reach", words: (n) => (n < far ? String(n) : "") }, rows: { first: least, count: most - least + 1, name: "faces of a die" },
    levels: 2 * PLANS.length, colours: shades, onPick: pick, notes: counts, region: plan, ring: "--series-3", tall: 310,
    level: (goal, faces) => 2 * plan(goal, faces) + (dice[place(goal, faces)] % 2),
  });
  const faces = slider({ label: "Faces of a die", least, most, value: at.faces, onInput: (n) => pick(at.goal, n) });
  const goal = slider({ label: "Points to reach", least: 1, most: far, value: at.goal, onInput: (n) => pick(n, at.faces) });
  stage.append(el("div", { class: "live-columns" },
    el("div", {}, map.root, legend(PLANS, "the plan", undefined, () => PLANS.map((_, i) => shades()[2 * i])),
      el("div", { class: "play-buttons" }, TELLING.map(([words, f, g]) => button(words, () => pick(g, f))))),
    el("div", {}, faces.root, goal.root, said, dots, on)));
  update();

  function update() {
    const here = place(at.goal, at.faces), rolled = dice[here], clean = (1 - 1 / at.faces) ** rolled, points = (rolled * (at.faces + 2)) / 2;
    map.set(at.goal, at.faces);
    faces.set(at.faces);
    goal.set(at.goal);
    const score = `${inHundred(clean, 0)} times in 100 ${rolled === 1 ? "it shows no 1, and then it scores" : "none shows a 1, and then they score"} ${decimal(points, points % 1 ? 1 : 0)} points on average`;
    show(said, el("p", { class: "said" }, rolled === 1 ? "Roll one die." : `Roll ${rolled} dice.`),
      el("p", {}, at.goal === 1 ? "Any roll is enough." : points >= at.goal ? `${score}; ${inHundred(arrives(rolled, at.faces, at.goal), 0)} times that is enough.` : `${score}: you will need more than one roll.`),
      el("p", {}, `If you begin, you win ${decimal(wins[here], 1)} races in 100.`));
    const won = (/** @type {number} */ n) => (wins[here] - lost[here * tried + n - 1] / 100) / 100;
    show(dots, dotPlot({ label: "Races won in 100 by the player who begins, by dice of the first roll", axis: "dice of your first roll (races won in 100)", words: (v) => inHundred(v),
      points: Array.from({ length: Math.min(tried, Math.max(10, rolled + 6)) }, (_, i) => ({ name: String(i + 1), value: won(i + 1), best: i + 1 === rolled })) }));
    show(on, at.faces === 6 && rolled <= 10 && at.goal <= 100 ? playOn("Play this race", "dice-battle", { race: "turns", goal: at.goal }) : null);
  }
}

/**
 * Equal values in a row.
 * @param {number[]} values
 */
export function runs(values) {
  /** @type {{first: number, value: number, count: number}[]} */
  const found = [];
  values.forEach((value, i) => {
    const last = found[found.length - 1];
    if (last?.value === value) last.count += 1;
    else found.push({ first: i, value, count: 1 });
  });
  return found;
}

/**
 * Up to which goal one roll, and up to which two, of the dice that open best bring it, on average and without a 1.
 * @param {ArrayLike<number>} dice by goal, from one point on @param {number} faces
 */
export const reach = (dice, faces) => [1, 2].map((rolls) =>
  Array.from(dice).reduce((last, n, i) => (rolls * n * (faces + 2) >= 2 * (i + 1) ? i + 1 : last), 0));

/** A color for each plan, in two tints, for even and odd numbers of dice. */
function shades() {
  return ["--series-2", "--series-8", "--series-1"].flatMap((name) => [0.55, 0.35].map((by) => mix(colour("--panel"), colour(name), by)));
}
