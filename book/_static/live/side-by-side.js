// @ts-check
/** Two players on the same tree, a look or a move of each at a press: who sees what? */
import { barChart, button, decimal, el, field, inHundred, readout, select, show } from "./frame.js";
import { namedChance } from "./tree-chances.js";
import { KINDS } from "./walk-tree.js";
import { lookAt, newTree, parseTree, playTrees, strategyOf } from "../play/tree-rules.js";
import { drawTree } from "../play/tree-drawing.js";

/** @typedef {import("../play/tree-rules.js").Tree} Tree */
/** @typedef {{tree: Tree, at: string, seen: import("../play/tree-rules.js").Kind[], looked: string[], said: string}} Walk what one player has seen and done */

export const table = { name: "tree-solitaire", version: 1 };

const MANY = 1000;
/** Who plays, with how many looks, at which share A; how often a point is an end, and a tree to begin with. */
const CONTESTS = {
  two: { players: { BSTRAT: "Wide", "2LSTRAT": "Deep" }, looks: "up to two looks", share: 0.5, games: {
    rare: { words: "rare: one point in ten", ending: 0.1, tree: "Hs.HHs.HLs.HHHl.HHLl.Ls.LHw.LLs.LLHl" },
    frequent: { words: "frequent: seven in ten", ending: 0.7, tree: "Hl.Ls.LHl.LLw" } } },
  one: { players: { HSTRAT: "Check high", LSTRAT: "Check low" }, looks: "one look", share: 0.75, games: {
    half: { words: "half of the points", ending: 0.5, tree: "Hs.Ls.HHs.HLw.HHHl.HHLl" },
    rare: { words: "rare: one point in ten", ending: 0.1, tree: "" },
    frequent: { words: "frequent: nine in ten", ending: 0.9, tree: "" } } },
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
  const way = strategy.move(walk.seen) ?? "H", kind = meet(walk.at + way), forgets = kind === "split" && walk.seen.includes("win");
  walk.at += way;
  walk.tree.set(walk.at, kind);
  walk.seen = [];
  walk.looked = [];
  walk.said = `goes ${way === "H" ? "high" : "low"}: ${KINDS[kind]}${kind === "split" ? "." : "!"}${forgets ? " It forgets the win it saw, but that is the high branch now, and it will go high unless it sees another." : ""}`;
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
  const { players, looks, share, games: kinds } = CONTESTS[/** @type {keyof typeof CONTESTS} */ (start.players ?? "two")];
  const names = Object.keys(players), titles = Object.values(players), options = Object.entries(kinds);
  let games = 0, apart = 0, won = names.map(() => 0);
  const said = readout(), boards = el("div", { class: "live-pair" }), score = el("div", { class: "live-long" });
  const ends = select(options.map(([key, { words }]) => [key, words]), start.ends ?? options[0][0], fresh);
  const next = button("Next step", step, { class: "play-button main" }), finish = button("To the end", () => { toTheEnd(); update(); });
  stage.append(field("Ends are", ends), el("div", { class: "play-buttons" }, next, finish, button(`Play ${MANY.toLocaleString("en")} trees`, playMany)), said, score, boards);
  fresh();
  if (start.tree) again(parseTree(start.tree, ""));
  for (let n = Number(start.steps ?? 0); n > 0; n--) goOn();
  if (start.ended) toTheEnd();
  update();

  function chosen() {
    return Object.fromEntries(options)[ends.value];
  }

  /** Another game: its first tree, and nothing played. */
  function fresh() {
    games = apart = 0;
    won = names.map(() => 0);
    show(score);
    again(parseTree(chosen().tree, ""));
  }

  /** @param {Tree} tree what is known of it */
  function again(tree) {
    met = tree;
    walks = names.map(atTop);
    update();
  }

  function step() {
    if (walks.every(over)) return again(newTree());
    goOn();
    return update();
  }

  /** A look or a move of each. */
  function goOn() {
    const game = { ending: chosen().ending, share };
    walks.forEach((walk, n) => { if (!over(walk)) act(names[n], walk, (path) => lookAt(met, path, game, Math.random)); });
  }

  function toTheEnd() {
    while (!walks.every(over)) goOn();
  }

  function playMany() {
    for (let tree = 0; tree < MANY; tree++) {
      const [one, other] = playTrees(names, { ending: chosen().ending, share }, 1, Math.random);
      won = [won[0] + one, won[1] + other];
      apart += Number(one !== other);
    }
    games += MANY;
    again(newTree());
    show(said, el("p", { class: "said" }, won[0] === won[1] ? "Both have won as many trees." : `${titles[Number(won[1] > won[0])]} has won more trees.`));
    show(score, barChart({ label: `Games won in 100, after ${games.toLocaleString("en")} trees, the same trees for both. In brackets, what each wins in the long run; the lead is within ${decimal(200 * Math.sqrt(apart) / games, 1)} of its long run about 19 times in 20.`, full: 1,
      bars: names.map((name, n) => ({ name: titles[n], value: won[n] / games, best: won[n] > won[1 - n],
        words: `${inHundred(won[n] / games)} (${inHundred(namedChance(name, chosen().ending, share))})` })) }));
  }

  function update() {
    const done = walks.map(over), ended = walks.map(({ tree, at }) => (tree.get(at) === "win" ? "has won" : "has lost"));
    const second = titles[1].toLowerCase();
    next.textContent = done.every(Boolean) ? "Another tree" : "Next step";
    finish.setAttribute("aria-disabled", String(done.every(Boolean)));
    show(said, el("p", { class: "said" }, done.every(Boolean) ? `${titles[0]} ${ended[0]}, ${ended[0] === ended[1] ? `and so has ${second}` : `${second} ${ended[1]}`}.` : done.some(Boolean) ? `${titles[done.indexOf(true)]} ${ended[done.indexOf(true)]}.` : `One tree, two players: ${looks} each, then a move.`),
      done.every(Boolean) ? el("p", {}, `${madeBy(titles[0], walks[0])}, ${madeBy(second, walks[1])}.`) : null);
    show(boards, walks.map((walk, n) => el("div", {}, el("p", {}, el("b", {}, titles[n]), ` ${walk.said}`),
      drawTree(walk.tree, walk.at, share, `The tree as far as ${titles[n].toLowerCase()} has seen it. ${titles[n]} ${walk.said}`, walk.looked))));
  }
}

/** @param {string} who @param {Walk} walk */
const madeBy = (who, { at }) => `${who} made ${at.length} ${at.length === 1 ? "move" : "moves"}`;

/** @param {string} path seen from where the player stands */
const place = (path) => ({ H: "high", L: "low" }[path] ?? `${path[0] === "H" ? "high" : "low"}, and high below`);
