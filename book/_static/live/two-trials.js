// @ts-check
/** How far two trials of one game lie apart: with fresh luck for each, or with one stream of random numbers. */
import { button, colour, decimal, el, field, many, onTheme, readout, select, show, slider, svg } from "./frame.js";
import { normal } from "./trials.js";
import { chanceAt, playGames, seriesOf } from "../play/tree-rules.js";
import { seeded } from "../play/words.js";

export const table = { name: "tree-solitaire", version: 1 };

const GAME = { ending: 0.5, share: 0.75 }, BY = "LSTRAT", GAMES = 10_000;
/** His margin, in wins of `GAMES`. */
const MARGIN = 4;
const WIDTH = 330, MOST = 220, COLUMN = 5;
/** Half of all normal deviates lie within this. */
const HALF = 0.6745;
/** Games in a trial, by the step of the slider. */
const LENGTHS = Array.from({ length: 13 }, (_, i) => [1000, 2500, 5000][i % 3] * 10 ** Math.floor(i / 3));
/** How many numbers after the first trial the second one begins; 0 has a stream of its own. @type {[string, string][]} */
const KINDS = [["0", "new random numbers"], ["400", "the same stream, 400 numbers later"], ["4000", "the same stream, 4,000 numbers later"]];

/** Standard deviation of the distance of honest pairs, in wins. @param {number} chance of winning a game @param {number} games in a trial */
const spread = (chance, games) => Math.sqrt(2 * games * chance * (1 - chance));

/**
 * How often honest pairs of trials lie within a margin.
 * @param {number} chance of winning a game @param {number} games in a trial @param {number} margin in wins
 */
export const within = (chance, games, margin) => 2 * normal((margin + 0.5) / spread(chance, games)) - 1;

/**
 * Honest pairs of trials of so many games.
 * @param {number} chance of winning a game @param {number} games
 * @returns {{half: number, within: number}} half of them lie further apart, in wins; the share within his margin
 */
export function honest(chance, games) {
  return { half: HALF * spread(chance, games), within: within(chance, games, Math.floor((MARGIN * games) / GAMES)) };
}

/**
 * How many of so many honest pairs to expect in each column of the picture; the last one takes all that lie beyond.
 * @param {number} pairs @param {number} half of them lie further apart, in wins of `GAMES`
 */
export function expected(pairs, half) {
  const columns = MOST / COLUMN, below = (/** @type {number} */ n) => (n < columns ? 2 * normal((n * COLUMN * HALF) / half) - 1 : 1);
  return Array.from({ length: columns }, (_, n) => pairs * (below(n + 1) - below(n)));
}

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
  const chance = chanceAt(seriesOf(solved, BY, GAME), 1), dice = seeded(Date.now());
  const said = readout(), picture = el("div");
  /** How many wins honest pairs lie apart, and pairs from one stream. @type {number[][]} */
  const pairs = [start.gaps ? String(start.gaps).split(" ").map(Number) : [], []];
  /** Wins of the pair just played. @type {number[]} */
  let last = [];
  const chosen = () => Number(luck.value);
  let stream = Number(start.apart ?? 0), step = LENGTHS.indexOf(GAMES);
  const luck = select(KINDS, start.apart ?? "0", () => {
    if (chosen() && chosen() !== stream) { stream = chosen(); pairs[1] = []; }
    if (chosen() && !pairs[1].length) for (let n = 0; n < 10; n++) play(stream); // a choice shows at once
    last = [];
    update();
  });
  const length = slider({ label: "Length of a trial", least: 0, most: LENGTHS.length - 1, value: step,
    words: (i) => `${LENGTHS[i].toLocaleString("en")} games`, onInput: (i) => { step = i; update(); } });
  length.root.classList.add("above");
  stage.append(field("The second trial uses", luck), el("div", { class: "play-buttons" },
    button("Ten pairs", () => more(10)), button("One pair", () => more(1))), length.root, picture, said);
  onTheme(update);
  // Nobody begins with an empty picture, and one stream is compared with honest pairs.
  if (!pairs[0].length) for (let n = 0; n < 10; n++) play(0);
  last = [];
  update();

  /** @param {number} apart */
  function play(apart) {
    last = pair(Math.floor(dice() * 2 ** 31), apart);
    pairs[Number(apart > 0)].push(Math.abs(last[0] - last[1]));
  }

  /** @param {number} times */
  function more(times) {
    for (let n = 0; n < times; n++) play(chosen());
    update();
  }

  function update() {
    const games = LENGTHS[step], { half, within: share } = honest(chance, games), margin = Math.floor((MARGIN * games) / GAMES);
    // A longer trial leaves an honest pair at its place under the hill, and does not move a pair of
    // one stream at all: only the games at its two ends differ.
    const gaps = pairs.map((kind, n) => kind.map((gap) => (n ? gap : Math.round(gap * Math.sqrt(games / GAMES)))));
    const counted = [0, 1].filter((kind) => gaps[kind].length).map((kind) =>
      `${many(gaps[kind].length, ["honest pair", "pair of one stream"][kind], ["honest pairs", "pairs of one stream"][kind])}: ${gaps[kind].filter((gap) => gap <= margin).length} within his margin.`);
    const played = last.length && games === GAMES, [one, other] = last;
    const far = (half * GAMES) / games;
    show(picture, dots(gaps.map((kind) => kind.map((gap) => (gap * GAMES) / games)), far));
    show(said,
      el("p", { class: "said" }, counted.length ? counted.join(" ") : "Press “Ten pairs”."),
      el("p", {}, played ? `The last pair: ${one.toLocaleString("en")} and ${other.toLocaleString("en")} games won, ${many(Math.abs(one - other), "win")} apart. ` : "",
        `${share < 0.2 ? `One honest pair in ${Math.round(1 / share)} lies` : `Of the honest pairs ${Math.round(100 * share)} in 100 lie`} within .0004${games === GAMES ? ", four wins" : ""}; half lie more than ${decimal(far, far < 10 ? 1 : 0)} wins in 10,000 apart.`));
  }
}

/**
 * Each pair a dot where it falls: honest ones stacked upward, those of one stream downward.
 * @param {number[][]} gaps of both kinds, in wins of `GAMES` @param {number} half of the honest ones lie beyond
 */
function dots(gaps, half) {
  const floor = 112, below = gaps[1].length ? 46 : 8, height = floor + below + 68, x = (/** @type {number} */ wins) => 6 + (Math.min(wins, MOST) / MOST) * (WIDTH - 12);
  const steps = [9, 9], due = expected(gaps[0].length, half);
  const heaps = gaps.map((kind, n) => {
    /** @type {Map<number, number>} */
    const stacks = new Map();
    const places = kind.map((gap) => {
      const column = Math.floor(Math.min(gap, MOST - 1) / COLUMN), level = stacks.get(column) ?? 0;
      stacks.set(column, level + 1);
      return { column, level };
    });
    const step = Math.min(9, (n ? below - 8 : floor - 34) / Math.max(n ? 4 : 8, ...stacks.values(), ...(n ? [] : due)));
    steps[n] = step;
    return places.map(({ column, level }) => svg("circle", { cx: x((column + 0.5) * COLUMN), cy: floor + (n ? 1 : -1) * (4.5 + level * step), r: 3.4, style: `fill:${colour(n ? "--series-3" : "--series-1")}` }));
  });
  const line = (/** @type {number} */ wins, /** @type {string} */ words, /** @type {number} */ y, /** @type {boolean} */ dashed) => [
    svg("line", { x1: x(wins), x2: x(wins), y1: y - 8, y2: floor, stroke: colour("--series-2"), "stroke-dasharray": dashed ? "5 3" : null }),
    svg("text", { x: x(wins) + (wins > MOST / 2 ? -4 : 4), y, class: wins > MOST / 2 ? "end" : null }, words)];
  // As high as the dots that are to be expected in each column, but never too flat to be seen.
  const tall = Math.max(steps[0], 40 / Math.max(...due, 0.01));
  const hill = due.flatMap((pile, n) => [n, n + 1].map((edge) => `${x(edge * COLUMN)},${floor - pile * tall}`));
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height - 18}`, class: "live-dots live-bells", role: "img", "aria-label": `${many(gaps[0].length, "honest pair")} of trials and ${gaps[1].length} of one stream, by how many wins in 10,000 they lie apart` },
    svg("path", { d: `M${x(0)},${floor}L${hill.join("L")}L${x(MOST)},${floor}Z`, fill: colour("--faint"), "fill-opacity": 0.25 }),
    svg("text", { x: x(118), y: floor - 54, style: `fill:${colour("--series-1")}` }, gaps[1].length ? "above: honest pairs" : "honest pairs"),
    gaps[1].length ? svg("text", { x: x(118), y: floor + 24, style: `fill:${colour("--series-3")}` }, "below: one stream") : [],
    line(MARGIN + 0.5, "Johnson’s margin: 4 or less", 12, false), line(half, "half of honest pairs lie beyond", 28, true),
    svg("line", { x1: 0, x2: WIDTH, y1: floor, y2: floor, class: "rule" }),
    heaps,
    [0, 50, 100, 150, 200].map((wins) => svg("text", { x: Math.max(x(wins), 8), y: floor + below + 16, class: "name" }, wins)),
    svg("text", { x: WIDTH / 2, y: height - 29, class: "name" }, `wins apart in 10,000 games; ${gaps.flat().some((gap) => gap >= MOST) ? `last column: ${MOST - COLUMN} or more` : "each dot is a pair"}`));
}
