// @ts-check
/** A strategy walks down a tree that it discovers look by look; and all of them play the same trees. */
import { barChart, button, decimal, el, field, inHundred, many, playOn, readout, select, show } from "./frame.js";
import { namedChance } from "./tree-chances.js";
import { lookAt, newTree, parseTree, playTrees, spelled, strategyOf, titled, valueOf, valueWords, writeTree } from "../play/tree-rules.js";
import { drawTree } from "../play/tree-drawing.js";
import { seeded } from "../play/words.js";

export const table = { name: "tree-solitaire", version: 1 };
export const KINDS = { win: "a win", loss: "a loss", split: "it splits" };
const MANY = 1000;

/** Chance at a point, the same for all who come to it. @param {number} seed @param {string} path */
const luck = (seed, path) => seeded([...path].reduce((state, way) => Math.imul(state ^ (way === "H" ? 0x9e3779b1 : 0x85ebca6b), 0xc2b2ae35), seed + 1))();

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const game = { ending: Number(start.e ?? 0.5), share: Number(start.a ?? 0.75) };
  const names = /** @type {string[]} */ (solved.data.strategies), won = names.map(() => 0);
  const given = parseTree(start.tree ?? "", ""), random = seeded(Date.now());
  let seed = 0, coin = seeded(seed), tree = newTree(), at = "", games = 0;
  /** @type {import("../play/tree-rules.js").Kind[]} */
  let seen = [];
  /** @type {string[]} */
  let remembered = [];
  const said = readout(), board = el("div"), score = el("div", { class: "live-long" }), on = el("p");
  const by = select(names.map((each) => [each, titled(each)]), start.by ?? "LSTRAT", () => again(seed));
  const next = button("Next step", step, { class: "play-button main" });
  const rule = el("p", { class: "live-key" });
  stage.append(field("Strategy", by), rule, el("div", { class: "tree-board" }, board, el("div", {}, said, el("div", { class: "play-buttons" }, next,
    button("Same tree again", () => again(seed)), button("Another tree", () => again(seed + 1)), button(`Play ${trees(MANY)}`, playMany)))), score, on);
  again(seed);

  /** @param {number} from */
  function again(from) {
    seed = from;
    coin = seeded(~seed);
    tree = newTree();
    at = "";
    forget();
    show(rule, `${who()}: ${spelled(by.value)}.`);
    tell(`${who()} stands at the top and knows nothing.`);
    if (games) tally();
  }

  function forget() {
    seen = [];
    remembered = [];
  }

  /** What is there: a tree given by the chapter first, then trees drawn as they are met. @param {string} path */
  function meet(path) {
    const kind = seed ? undefined : given.get(path);
    if (kind) tree.set(path, kind);
    return lookAt(tree, path, game, () => luck(seed, path));
  }

  function step() {
    if (tree.get(at) !== "split") return again(seed + 1);
    const strategy = strategyOf(by.value), look = strategy.look(seen);
    if (look !== null) {
      seen.push(meet(at + look));
      remembered.push(at + look);
      return tell(`${who()} looks at ${place(look)}: ${KINDS[seen[seen.length - 1]]}.`);
    }
    const way = strategy.move(seen) ?? (coin() < 0.5 ? "H" : "L");
    at += way;
    forget();
    return tell(`${who()} moves to ${place(way)}: ${KINDS[meet(at)]}.`);
  }

  /** What the next press will do. */
  function coming() {
    if (tree.get(at) !== "split") return `The game is ${tree.get(at) === "win" ? "won" : "lost"} after ${many(at.length, "move")}.`;
    const strategy = strategyOf(by.value), look = strategy.look(seen), way = strategy.move(seen);
    if (look !== null) return `Next, a look at ${place(look)}. If it is an end, it wins with probability ${valueWords(valueOf(at + look, game.share))}.`;
    return way ? `Next, a move to ${place(way)}.` : "Next, a coin decides where to move.";
  }

  /** @param {string} first */
  function tell(first) {
    next.textContent = tree.get(at) === "split" ? "Next step" : "Next tree";
    show(board, drawTree(tree, at, game.share, `The tree as far as ${who()} has seen it. ${first}`, remembered));
    show(said, el("p", { class: "said" }, first), el("p", {}, coming()));
    show(on, playOn("Play on from here yourself", "tree-solitaire", { e: game.ending, a: game.share, by: by.value, tree: writeTree(tree), at }));
  }

  function playMany() {
    playTrees(names, game, MANY, random).forEach((more, n) => { won[n] += more; });
    games += MANY;
    again(seed);
    show(said, el("p", { class: "said" }, `${who()} has won ${inHundred(won[names.indexOf(by.value)] / games)} games in 100.`),
      el("p", {}, `All played the same ${trees(games)}, so kind trees lift every one of them: compare the strategies with each other.`));
  }

  function tally() {
    const give = decimal(100 / Math.sqrt(games), 1);  // two standard errors at most
    show(score, barChart({ label: `Games won in 100, after ${trees(games)}. In brackets, what each wins in the long run; 19 times in 20 the two are within ${give}.`, full: 1,
      bars: names.map((each, n) => ({ name: titled(each), value: won[n] / games, best: each === by.value,
        words: `${inHundred(won[n] / games)} (${inHundred(namedChance(each, game.ending, game.share))})` })) }));
  }

  function who() {
    return titled(by.value).replace(/^./, (letter) => letter.toUpperCase());
  }
}

/** @param {string} path seen from where the player stands */
const place = (path) => (path === "H" ? "the high branch" : path === "L" ? "the low branch" : "the high branch below that");

/** @param {number} count */
const trees = (count) => `${count.toLocaleString("en")} trees`;
