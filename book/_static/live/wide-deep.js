// @ts-check
/** Wide and deep on the same tree, a look or a move of each at a press: who sees what? */
import { barChart, button, decimal, el, field, inHundred, readout, select, show } from "./frame.js";
import { namedChance } from "./tree-chances.js";
import { KINDS } from "./walk-tree.js";
import { lookAt, newTree, parseTree, playTrees, strategyOf } from "../play/tree-rules.js";
import { drawTree } from "../play/tree-drawing.js";

/** @typedef {import("../play/tree-rules.js").Tree} Tree */
/** @typedef {{tree: Tree, at: string, seen: import("../play/tree-rules.js").Kind[], looked: string[], said: string}} Walk what one player has seen and done */

export const table = { name: "tree-solitaire", version: 1 };

const PLAYERS = { BSTRAT: "Wide", "2LSTRAT": "Deep" }, NAMES = Object.keys(PLAYERS), MANY = 1000, SHARE = 0.5;
/** What ends are like, how often a point is one, and the tree to begin with. */
const GAMES = {
  rare: { words: "rare: one point in ten", ending: 0.1, tree: "Hs.HHs.HLs.HHHl.HHLl.Ls.LHw.LLs.LLHl" },
  frequent: { words: "frequent: seven in ten", ending: 0.7, tree: "Hl.Ls.LHl.LLw" },
};

/**
 * One look or one move of a player.
 * @param {string} name @param {Walk} walk changed @param {(path: string) => import("../play/tree-rules.js").Kind} meet what is at a point
 */
export function act(name, walk, meet) {
  const strategy = strategyOf(name), look = strategy.look(walk.seen);
  if (look !== null) {
    const path = walk.at + look, kind = meet(path);
    walk.seen.push(kind);
    walk.looked.push(path);
    walk.tree.set(path, kind);
    walk.said = `looks ${place(look)}: ${KINDS[kind]}.`;
    return;
  }
  const way = strategy.move(walk.seen) ?? "H", kind = meet(walk.at + way);
  walk.at += way;
  walk.tree.set(walk.at, kind);
  walk.seen = [];
  walk.looked = [];
  walk.said = `goes ${way === "H" ? "high" : "low"}: ${KINDS[kind]}${kind === "split" ? "." : "!"}`;
}

/** Nobody has moved. @returns {Walk} */
export const atTop = () => ({ tree: newTree(), at: "", seen: [], looked: [], said: "stands at the top." });

/** @param {Walk} walk */
const over = ({ tree, at }) => tree.get(at) !== "split";

/** @param {HTMLElement} stage @param {import("./frame.js").Table} _ @param {import("./frame.js").Start} start */
export function draw(stage, _, start) {
  /** The tree as it was met by either. @type {Tree} */
  let met = newTree();
  /** @type {Walk[]} */
  let walks = [];
  let games = 0, won = NAMES.map(() => 0);
  const said = readout(), boards = el("div", { class: "live-pair" }), score = el("div", { class: "live-long" });
  const ends = select(Object.entries(GAMES).map(([key, { words }]) => [key, words]), start.ends ?? "rare", fresh);
  const next = button("Next step", step, { class: "play-button main" });
  stage.append(field("Ends are", ends), el("div", { class: "play-buttons" }, next, button(`Play ${MANY.toLocaleString("en")} trees`, playMany)), said, score, boards);
  fresh();

  function chosen() {
    return GAMES[/** @type {keyof typeof GAMES} */ (ends.value)];
  }

  /** Another game: its first tree, and nothing played. */
  function fresh() {
    games = 0;
    won = NAMES.map(() => 0);
    show(score);
    again(parseTree(chosen().tree, ""));
  }

  /** @param {Tree} tree what is known of it */
  function again(tree) {
    met = tree;
    walks = NAMES.map(atTop);
    update();
  }

  function step() {
    if (walks.every(over)) return again(newTree());
    const game = { ending: chosen().ending, share: SHARE };
    walks.forEach((walk, n) => { if (!over(walk)) act(NAMES[n], walk, (path) => lookAt(met, path, game, Math.random)); });
    return update();
  }

  function playMany() {
    playTrees(NAMES, { ending: chosen().ending, share: SHARE }, MANY, Math.random).forEach((more, n) => { won[n] += more; });
    games += MANY;
    show(score, barChart({ label: `Games won in 100, after ${games.toLocaleString("en")} trees, the same trees for both. In brackets, what each wins in the long run; at least 19 times in 20, what was played is within ${decimal(200 * Math.sqrt(0.25 / games), 1)} of it.`, full: 1,
      bars: NAMES.map((name, n) => ({ name: PLAYERS[/** @type {"BSTRAT"} */ (name)], value: won[n] / games, best: won[n] > won[1 - n],
        words: `${inHundred(won[n] / games)} (${inHundred(namedChance(name, chosen().ending, SHARE))})` })) }));
  }

  function update() {
    const titles = Object.values(PLAYERS), done = walks.map(over), ended = walks.map(({ tree, at }) => (tree.get(at) === "win" ? "has won" : "has lost"));
    next.textContent = done.every(Boolean) ? "Another tree" : "Next step";
    show(said, el("p", { class: "said" }, done.every(Boolean) ? `${titles[0]} ${ended[0]}, ${ended[0] === ended[1] ? "and so has deep" : `deep ${ended[1]}`}.` : done.some(Boolean) ? `${titles[done.indexOf(true)]} ${ended[done.indexOf(true)]}.` : "One tree, two players: two looks each, then a move."));
    show(boards, walks.map((walk, n) => el("div", {}, el("p", {}, el("b", {}, titles[n]), ` ${walk.said}`),
      drawTree(walk.tree, walk.at, SHARE, `The tree as far as ${titles[n].toLowerCase()} has seen it. ${titles[n]} ${walk.said}`,
        (path) => walk.tree.has(path) && path !== "" && !walk.at.startsWith(path) && !walk.looked.includes(path)))));
  }
}

/** @param {string} path seen from where the player stands */
const place = (path) => ({ H: "high", L: "low" }[path] ?? `${path[0] === "H" ? "high" : "low"}, and high below`);
