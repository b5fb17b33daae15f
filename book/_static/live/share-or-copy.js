// @ts-check
/** From shared to copied value: where caution takes over from boldness. */
import { colour, decimal, el, inHundred, onTheme, readout, show, slider, startAt, svg } from "./frame.js";

export const table = { name: "tree-solitaire", version: 1 };

/** Half of all points are ends, and an end at the start would win half of the time. */
const E = 0.5, S = 1 - E, TOP = 0.5, LEVELS = 80;
const WIDTH = 330, HEIGHT = 226, LEFT = 42, FLOOR = 186, HIGHEST = 15, LOWEST = -5;

/**
 * Chances of winning of boldness and of caution, where both branches of a fork are worth the same.
 * @param {number} both what they are worth together, where their fork is 1
 * @returns {number[]}
 */
export function chances(both) {
  return [false, true].map((cautious) => {
    let won = 0, stands = 1, value = TOP;
    for (let level = 0; level < LEVELS; level++) {
      value *= both / 2;
      // Where the look says so you stay at that branch; else the other one, unseen, ends or goes on.
      const stays = cautious ? S : 0, leaves = cautious ? E * (1 - value) : 1 - E * value;
      won += stands * (E * value + leaves * E * value);
      stands *= stays + leaves * S;
    }
    return won;
  });
}

const PARTS = Array.from({ length: 51 }, (_, i) => 1 + i / 50);
const LEADS = PARTS.map((both) => { const [bold, cautious] = chances(both); return 100 * (cautious - bold); });

/** @param {HTMLElement} stage @param {import("./frame.js").Table} _ @param {import("./frame.js").Start} start */
export function draw(stage, _, start) {
  let both = startAt(start, "both", 100, 100, 200);
  const said = readout(), picture = el("div");
  const dial = slider({ label: "Both branches together", least: 100, most: 200, value: both,
    words: (n) => `${decimal(n / 100, 2)} × fork`, onInput: (n) => { both = n; update(); } });
  dial.root.classList.add("above");
  stage.append(el("div", { class: "live-columns" }, picture, el("div", {}, dial.root, said)));
  onTheme(update);
  update();

  function update() {
    const [bold, cautious] = chances(both / 100), lead = 100 * (cautious - bold);
    show(picture, curve(both / 100, lead));
    show(said, el("p", { class: "said" }, `${lead > 0 ? "Caution" : "Boldness"} leads by ${decimal(Math.abs(lead), 1)} games in 100.`),
      el("p", {}, `Caution wins ${inHundred(cautious, 2)}, boldness ${inHundred(bold, 2)}. `, both === 100 ? "All of the value is shared out, as in Tree Solitaire with even forks." : both === 200 ? "Each branch is a full copy, as in the small case above." : ""));
  }
}

/** @param {number} both @param {number} lead */
function curve(both, lead) {
  const x = (/** @type {number} */ part) => LEFT + (WIDTH - LEFT - 8) * (part - 1);
  const y = (/** @type {number} */ games) => FLOOR - (FLOOR - 8) * (games - LOWEST) / (HIGHEST - LOWEST);
  const ink = colour("--ink"), tone = colour(lead > 0 ? "--series-1" : "--series-2"), each = decimal(TOP * both / 2 + 1e-9, 2).replace(/^0/, "");
  const [fx, fy] = [112, 32];
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "live-dots live-bells", role: "img",
    "aria-label": `The lead of caution rises from below zero at 1 to above 13 games in 100 at 2. A fork of .50, and two branches of ${each}.` },
  [-5, 0, 5, 10, 15].map((games) => [svg("line", { x1: LEFT, x2: WIDTH, y1: y(games), y2: y(games), class: "rule" }), svg("text", { x: LEFT - 5, y: y(games) + 4, class: "end" }, decimal(games, 0))]),
  svg("text", { x: 10, y: FLOOR / 2, class: "name", transform: `rotate(-90 10 ${FLOOR / 2})` }, "lead of caution (games in 100)"),
  svg("line", { x1: LEFT, x2: WIDTH, y1: y(0), y2: y(0), stroke: ink, "stroke-width": 1.4 }),
  svg("text", { x: WIDTH - 4, y: y(0) - 6, class: "end" }, "caution leads"), svg("text", { x: LEFT + 30, y: y(LOWEST) - 5 }, "boldness leads"),
  svg("polyline", { points: PARTS.map((part, i) => `${x(part).toFixed(1)},${y(LEADS[i]).toFixed(1)}`).join(" "), fill: "none", stroke: colour("--series-1"), "stroke-width": 2.2 }),
  svg("circle", { cx: x(both), cy: y(lead), r: 5.5, style: `fill:${tone}` }),
  [-1, 1].map((side) => [svg("line", { x1: fx, y1: fy, x2: fx + 36 * side, y2: fy + 36, stroke: ink }), svg("circle", { cx: fx + 36 * side, cy: fy + 36, r: 3.5, fill: ink }),
    svg("text", { x: fx + 36 * side, y: fy + 54, class: "name" }, each)]),
  svg("circle", { cx: fx, cy: fy, r: 3.5, fill: ink }), svg("text", { x: fx, y: fy - 8, class: "name" }, ".50"),
  [1, 1.25, 1.5, 1.75, 2].map((part) => svg("text", { x: x(part), y: FLOOR + 16, class: "name" }, part)),
  svg("text", { x: LEFT + (WIDTH - LEFT) / 2, y: HEIGHT - 6, class: "name" }, "both branches together (their fork = 1)"));
}
