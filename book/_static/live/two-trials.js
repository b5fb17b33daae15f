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
/** How many numbers after the first trial the second one begins; 0 has a stream of its own. @type {[string, string][]} */
const KINDS = [["0", "new random numbers"], ["400", "the same stream, 400 numbers later"], ["4000", "the same stream, 4,000 numbers later"]];

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
  /** Wins of honest pairs, and of pairs from one stream. @type {number[][][]} */
  const pairs = [[], []];
  const chosen = () => Number(luck.value), side = () => Number(chosen() > 0);
  let stream = Number(start.apart ?? 0);
  const luck = select(KINDS, start.apart ?? "0", () => {
    if (chosen() && chosen() !== stream) { stream = chosen(); pairs[1] = []; }
    update();
  });
  stage.append(field("The second trial uses", luck), el("div", { class: "play-buttons" },
    button("Ten pairs", () => more(10)), button("One pair", () => more(1))), picture, said);
  onTheme(update);
  // Nobody begins with an empty picture, and one stream is compared with honest pairs.
  for (let n = 0; n < 10; n++) pairs[0].push(pair(Math.floor(dice() * 2 ** 31), 0));
  update();

  /** @param {number} times */
  function more(times) {
    for (let n = 0; n < times; n++) pairs[side()].push(pair(Math.floor(dice() * 2 ** 31), chosen()));
    update();
  }

  function update() {
    const gaps = pairs.map((kind) => kind.map(([one, other]) => Math.abs(one - other))), [one, other] = pairs[side()].at(-1) ?? [];
    const within = gaps.map((kind) => kind.filter((gap) => gap <= MARGIN).length);
    const counted = [0, 1].filter((kind) => gaps[kind].length).map((kind) => `${many(gaps[kind].length, ["honest pair", "pair of one stream"][kind], ["honest pairs", "pairs of one stream"][kind])}: ${within[kind]} within four wins.`);
    show(picture, dots(gaps, half));
    show(said,
      el("p", { class: "said" }, one === undefined ? "Press “Ten pairs”." : `The last pair: ${one.toLocaleString("en")} and ${other.toLocaleString("en")} games won, ${many(Math.abs(one - other), "win")} apart.`),
      el("p", {}, counted.join(" "), counted.length ? " " : "",
        `Of honest pairs one in ${rarity(half)} is within four wins, and half lie more than ${Math.round(half)} wins apart.`));
  }
}

/** One honest pair of so many is within the margin. @param {number} half */
const rarity = (half) => Math.round(((half / HALF) * Math.sqrt(2 * Math.PI)) / (2 * MARGIN + 1));

/**
 * Each pair a dot where it falls: honest ones stacked upward, those of one stream downward.
 * @param {number[][]} gaps of both kinds @param {number} half
 */
function dots(gaps, half) {
  const height = 226, floor = 112, below = 46, x = (/** @type {number} */ wins) => 6 + (Math.min(wins, MOST) / MOST) * (WIDTH - 12);
  const heaps = gaps.map((kind, n) => {
    /** @type {Map<number, number>} */
    const stacks = new Map();
    const places = kind.map((gap) => {
      const column = Math.floor(Math.min(gap, MOST) / COLUMN), level = stacks.get(column) ?? 0;
      stacks.set(column, level + 1);
      return { column, level };
    });
    const step = Math.min(9, (n ? below - 8 : floor - 34) / Math.max(n ? 4 : 10, ...stacks.values()));
    return places.map(({ column, level }) => svg("circle", { cx: x((column + 0.5) * COLUMN), cy: floor + (n ? 1 : -1) * (4.5 + level * step), r: 3.4, style: `fill:${colour(n ? "--series-3" : "--series-1")}` }));
  });
  const line = (/** @type {number} */ wins, /** @type {string} */ words, /** @type {number} */ y) => [
    svg("line", { x1: x(wins), x2: x(wins), y1: y - 8, y2: floor + below, stroke: colour("--series-2"), "stroke-dasharray": "5 3" }),
    svg("text", { x: x(wins) + 4, y }, words)];
  const honest = Array.from({ length: MOST + 1 }, (_, wins) => `${x(wins)},${floor - 50 * Math.exp(-(((wins * HALF) / half) ** 2) / 2)}`);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height - 18}`, class: "live-dots live-bells", role: "img", "aria-label": `${many(gaps[0].length, "honest pair")} of trials and ${gaps[1].length} of one stream, by how many wins they lie apart` },
    svg("path", { d: `M${x(0)},${floor}L${honest.join("L")}Z`, fill: colour("--faint"), "fill-opacity": 0.25 }),
    svg("text", { x: x(98), y: floor - 30, style: `fill:${colour("--series-1")}` }, "above: honest pairs"),
    gaps[1].length ? svg("text", { x: x(98), y: floor + 24, style: `fill:${colour("--series-3")}` }, "below: one stream") : [],
    line(MARGIN + 0.5, "Johnson’s margin: 4 wins", 12), line(half, "half of all honest pairs lie beyond", 28),
    svg("line", { x1: 0, x2: WIDTH, y1: floor, y2: floor, class: "rule" }),
    heaps,
    [0, 50, 100, 150, 200].map((wins) => svg("text", { x: Math.max(x(wins), 8), y: floor + below + 16, class: "name" }, wins)),
    svg("text", { x: WIDTH / 2, y: height - 29, class: "name" }, "wins apart; each dot is a pair of trials"));
}
