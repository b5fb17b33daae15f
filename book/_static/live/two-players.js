// @ts-check
/** You look at a branch of a fork, and see what check high and check low make of it: how often does it matter, and who gains? */
import { barChart, button, decimal, el, readout, show, svg } from "./frame.js";
import { chanceAt, lookAt, moveOn, newTree, parseTree, seriesOf, strategyOf, valueOf, valueShort } from "../play/tree-rules.js";

/** @typedef {import("../play/tree-rules.js").Kind} Kind */

export const table = { name: "tree-solitaire", version: 1 };

/** Half of all points are ends, and three quarters of a fork's value go to its high branch. */
const GAME = { ending: 0.5, share: 0.75 }, MANY = 1000;
const SHOWN = { win: "a win", loss: "a loss", split: "a fork" }, MARKS = { win: "✓", loss: "✗", split: "" };
const PLACES = { H: 85, L: 215 }, SIDES = { H: "high", L: "low" };
const WAYS = /** @type {const} */ (["H", "L"]);

/**
 * Where the two players go, and whether one of them has won or lost while the other plays on.
 * @param {Kind} high what the high branch is @param {Kind} low
 */
export function meeting(high, low) {
  const kinds = { H: high, L: low }, checkHigh = strategyOf("HSTRAT").move([high]) ?? "H", checkLow = strategyOf("LSTRAT").move([low]) ?? "H";
  return { checkHigh, checkLow, parted: kinds[checkHigh] !== kinds[checkLow] };
}

/**
 * In which share of forks one player alone wins, in the long run, if the other plays on with check low.
 * @param {import("./frame.js").Table} solved
 */
export function alone(solved) {
  const { ending, share } = GAME, [atHigh, atLow] = [share, 1 - share].map((value) => chanceAt(seriesOf(solved, "LSTRAT", GAME), value));
  const parted = ending * (1 - share) * (1 - ending); // each of the two ways to part comes up so often
  return { low: parted * (1 - atHigh), high: parted * atLow };
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const said = readout(), bars = el("div"), picture = el("div"), tally = { forks: 0, parted: 0, low: 0, high: 0 }, own = { looks: 0, better: 0, worse: 0 };
  /** @type {Record<"H"|"L", Kind>|null} */
  let kinds = null;
  /** What became of the one who was left at a fork. @type {Kind|null} */
  let rest = null, many = false, /** @type {"H"|"L"|null} */ yours = null;
  const due = alone(solved);
  stage.append(el("div", { class: "live-columns" }, picture, el("div", {}, el("div", { class: "play-buttons" },
    WAYS.map((way) => button(`Look ${SIDES[way]}`, () => { yours = way; deal(1); }, { class: "play-button main" })), button(`${MANY.toLocaleString("en")} forks`, () => deal(MANY))), said, bars)));
  if (start.tree) meet(parseTree(start.tree, ""));
  update();

  /** Both come to a fork. @param {import("../play/tree-rules.js").Tree} [met] what it is, if the words of the chapter say so */
  function meet(met) {
    const tree = newTree(), [H, L] = WAYS.map((way) => lookAt(tree, way, GAME, Math.random, met)), { checkHigh, parted } = meeting(H, L);
    kinds = { H, L };
    rest = parted ? playedOn(tree, checkHigh, met) : null;
    return { parted, lowWon: L === "win" };
  }

  /** @param {number} forks */
  function deal(forks) {
    many = forks > 1;
    if (many) yours = null;
    for (let n = 0; n < forks; n++) {
      const { parted, lowWon } = meet();
      tally.forks += 1;
      tally.parted += Number(parted);
      const sole = rest && (rest === "win") !== lowWon ? (lowWon ? "L" : "H") : null;
      if (sole) tally[sole === "L" ? "low" : "high"] += 1;
      if (!yours) continue;
      own.looks += 1;
      if (sole) own[sole === yours ? "better" : "worse"] += 1;
    }
    update();
  }

  function update() {
    show(picture, fork(many ? null : kinds, yours)); // a thousand forks are not drawn
    if (!kinds) return show(said, el("p", { class: "said" }, "Where do you look?"), el("p", {}, "Both branches are covered. Press, and see what the other look would have shown. Each press is a new fork."));
    const { forks, parted, low, high } = tally;
    show(said, el("p", { class: "said" }, many ? `Check low alone won ${low.toLocaleString("en")} forks, check high alone ${high.toLocaleString("en")}.` : outcome(kinds, rest)), many ? null : el("p", {}, `Check high${yours === "H" ? " (you)" : ""} saw ${SHOWN[kinds.H]}, check low${yours === "L" ? " (you)" : ""} ${SHOWN[kinds.L]}.`),
      yours ? el("p", {}, `Where you looked has won you ${own.better} and cost you ${own.worse} of ${own.looks} ${own.looks === 1 ? "game" : "games"}.`)
        : forks ? el("p", {}, `They have parted at ${parted.toLocaleString("en")} of ${forks.toLocaleString("en")} ${forks === 1 ? "fork" : "forks"}${forks >= MANY ? ` (${decimal((100 * parted) / forks, 1)} in 100)` : ""}.`) : null);
    show(bars, forks && parted ? barChart({ label: "What this fork decides: won by one of them only, of 100 (in brackets: in the long run)", full: 2 * due.low, bars: [
      { name: "by check low", value: Math.min(low / forks, 2 * due.low), words: share(low / forks, due.low), best: low > high },
      { name: "by check high", value: Math.min(high / forks, 2 * due.low), words: share(high / forks, due.high), best: high > low }] }) : null);
  }
}

/** @param {number} seen @param {number} due */
const share = (seen, due) => `${decimal(100 * seen, 1)} (${decimal(100 * due, 1)})`;

/** Play on with check low from a fork that is seen. @param {import("../play/tree-rules.js").Tree} tree changed @param {string} at @param {import("../play/tree-rules.js").Tree} [met] as of `meet` @returns {Kind} */
function playedOn(tree, at, met) {
  const checkLow = strategyOf("LSTRAT");
  let here = at;
  while (tree.get(here) === "split") here = moveOn(checkLow, tree, here, GAME, Math.random, met);
  return tree.get(here) ?? "loss";
}

/** What has become of the two. @param {Record<"H"|"L", Kind>} kinds @param {Kind|null} rest of the one who was left at a fork */
function outcome(kinds, rest) {
  const { checkHigh, checkLow, parted } = meeting(kinds.H, kinds.L), end = kinds[checkLow];
  if (parted) return `They part: check low has ${end === "win" ? "won" : "lost"}. Check high plays on, and ${rest === "win" ? "wins" : "loses"}${rest === end ? ", too" : ""}.`;
  if (checkHigh !== checkLow) return `Both ${end === "win" ? "win" : "lose"}, each on a branch of its own.`;
  return `Both go ${SIDES[checkHigh]}, and ${{ win: "win", loss: "lose", split: "come to another fork" }[end]}.`;
}

/** @param {Record<"H"|"L", Kind>|null} kinds of the two branches, or null while they are covered @param {"H"|"L"|null} looked where you look */
function fork(kinds, looked) {
  const to = kinds && meeting(kinds.H, kinds.L);
  const names = (/** @type {"H"|"L"} */ way) => (to ? [to.checkHigh === way && "check high", to.checkLow === way && "check low"].filter(Boolean) : [`check ${SIDES[way]}`, "looks here"]);
  const words = kinds && to ? `A fork. High branch: ${SHOWN[kinds.H]}. Low branch: ${SHOWN[kinds.L]}. Check high goes ${SIDES[to.checkHigh]}, check low goes ${SIDES[to.checkLow]}.` : "A fork with two covered branches, of value .750 and .250.";
  return svg("svg", { viewBox: "0 0 300 190", class: "play-tree two-players", role: "img", "aria-label": words },
    WAYS.map((way) => svg("line", { x1: 150, y1: 28, x2: PLACES[way], y2: 96, class: to && (to.checkHigh === way || to.checkLow === way) ? "walked" : null })),
    svg("g", { class: "split" }, svg("circle", { cx: 150, cy: 28, r: 24 }), svg("text", { x: 150, y: 32 }, "1")),
    WAYS.map((way) => { const x = PLACES[way], kind = kinds?.[way] ?? "unseen", mark = kinds ? MARKS[kinds[way]] : "?";
      return svg("g", { class: `${kind}${way === looked ? " looked" : ""}` }, kind === "split" ? [-1, 1].map((side) => svg("line", { x1: x + 10 * side, y1: 110, x2: x + 24 * side, y2: 140 })) : null,
        svg("circle", { cx: x, cy: 96, r: 26 }), svg("text", { x, y: mark ? 93 : 100 }, valueShort(valueOf(way, GAME.share))), mark ? svg("text", { x, y: 110, class: "mark" }, mark) : null,
        names(way).map((name, n) => svg("text", { x, y: 158 + 18 * n, class: "who" }, name))); }));
}
