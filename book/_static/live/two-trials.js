// @ts-check
/** How far two trials of one game lie apart: with fresh luck for each, or with one stream of random numbers. */
import { button, colour, el, field, many, onTheme, readout, select, show, svg } from "./frame.js";
import { chanceAt, playGames, seriesOf } from "../play/tree-rules.js";
import { seeded } from "../play/words.js";

export const table = { name: "tree-solitaire", version: 1 };

const GAME = { ending: 0.5, share: 0.75 }, BY = "LSTRAT", GAMES = 10_000;
const MARGIN = 4, WIDTH = 330, MOST = 220, COLUMN = 5;
/** Half of all normal deviates lie within this. */
const HALF = 0.6745;

/** Half of all honest pairs lie further apart, in wins. @param {number} chance of winning a game */
export const median = (chance) => HALF * Math.sqrt(2 * GAMES * chance * (1 - chance));

/**
 * Wins of two trials.
 * @param {number} seed @param {number} apart how many numbers later in the first one's stream the
 * second trial begins; 0 if it has a stream of its own
 * @returns {number[]}
 */
export function pair(seed, apart) {
  const other = seeded(apart ? seed : ~seed);
  for (let skipped = 0; skipped < apart; skipped++) other();
  return [seeded(seed), other].map((random) => playGames(BY, GAME, GAMES, random));
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const half = median(chanceAt(seriesOf(solved, BY, GAME), 1)), dice = seeded(Date.now());
  const said = readout(), picture = el("div");
  /** @type {number[][]} */
  let pairs = [];
  const luck = select([["0", "new random numbers"], ["400", "400 numbers later in the same stream"], ["4000", "4,000 numbers later in the same stream"]], start.apart ?? "0",
    () => { pairs = []; more(10); });
  stage.append(field("The second trial uses", luck), el("div", { class: "play-buttons" },
    button("Two trials more", () => more(1)), button("Ten pairs more", () => more(10)),
    button("Ten pairs, same random numbers, shifted", () => { luck.value = "400"; pairs = []; more(10); })), picture, said);
  onTheme(update);
  more(10);

  /** @param {number} times */
  function more(times) {
    for (let n = 0; n < times; n++) pairs.push(pair(Math.floor(dice() * 2 ** 31), Number(luck.value)));
    update();
  }

  function update() {
    const gaps = pairs.map(([one, other]) => Math.abs(one - other)), [one, other] = pairs.at(-1) ?? [0, 0];
    const within = gaps.filter((gap) => gap <= MARGIN).length;
    show(picture, dots(gaps, half));
    show(said,
      el("p", { class: "said" }, `The last pair: ${one.toLocaleString("en")} and ${other.toLocaleString("en")} games won, ${many(Math.abs(one - other), "win")} apart.`),
      el("p", {}, `Of ${many(pairs.length, "pair")}, ${within} ${within === 1 ? "is" : "are"} within the memo's margin of four wins. `,
        `Of honest pairs it would be one in ${rarity(half)}, and half lie more than ${Math.round(half)} wins apart.`));
  }
}

/** One honest pair of so many is within the margin. @param {number} half */
const rarity = (half) => Math.round(((half / HALF) * Math.sqrt(2 * Math.PI)) / (2 * MARGIN + 1));

/**
 * Each pair a dot, stacked where they fall.
 * @param {number[]} gaps @param {number} half
 */
function dots(gaps, half) {
  const height = 150, floor = 112, x = (/** @type {number} */ wins) => 6 + (Math.min(wins, MOST) / MOST) * (WIDTH - 12);
  /** @type {Map<number, number>} */
  const stacks = new Map();
  const places = gaps.map((gap) => {
    const column = Math.floor(Math.min(gap, MOST) / COLUMN), level = stacks.get(column) ?? 0;
    stacks.set(column, level + 1);
    return { column, level };
  });
  const step = Math.min(9, (floor - 34) / Math.max(10, ...stacks.values()));
  const line = (/** @type {number} */ wins, /** @type {string} */ words, /** @type {number} */ y) => [
    svg("line", { x1: x(wins), x2: x(wins), y1: y - 8, y2: floor, stroke: colour("--series-2"), "stroke-dasharray": "5 3" }),
    svg("text", { x: x(wins) + 4, y }, words)];
  const honest = Array.from({ length: MOST + 1 }, (_, wins) => `${x(wins)},${floor - 50 * Math.exp(-(((wins * HALF) / half) ** 2) / 2)}`);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "live-dots live-bells", role: "img", "aria-label": `${many(gaps.length, "pair")} of trials, by how many wins they lie apart` },
    svg("path", { d: `M${x(0)},${floor}L${honest.join("L")}Z`, fill: colour("--faint"), "fill-opacity": 0.25 }),
    svg("text", { x: x(90), y: floor - 26 }, "gray: where honest pairs fall"),
    line(MARGIN + 0.5, "the memo's margin: 4 wins", 12), line(half, "half of all honest pairs lie beyond", 28),
    svg("line", { x1: 0, x2: WIDTH, y1: floor, y2: floor, class: "rule" }),
    places.map(({ column, level }) => svg("circle", { cx: x((column + 0.5) * COLUMN), cy: floor - 4 - level * step, r: 3.4, class: "best" })),
    [0, 50, 100, 150, 200].map((wins) => svg("text", { x: Math.max(x(wins), 8), y: floor + 16, class: "name" }, wins)),
    svg("text", { x: WIDTH / 2, y: height - 3, class: "name" }, "wins apart; each dot is a pair of trials"));
}
