// @ts-check
/** A strategy walks down a tree that grows, look by look. */
import { button, el, field, playOn, readout, select, show } from "./frame.js";
import { lookAt, newTree, spelled, strategyOf, valueOf, valueWords, writeTree } from "../play/tree-rules.js";
import { drawTree } from "../play/tree-drawing.js";
import { seeded } from "../play/words.js";

export const table = { name: "tree-solitaire", version: 1 };
const KINDS = { win: "a win", loss: "a loss", split: "it splits" };

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const game = { ending: Number(start.e ?? 0.3), share: Number(start.a ?? 0.75) };
  let seed = Number(start.seed ?? 1), random = seeded(seed), tree = newTree(), at = "";
  /** @type {import("../play/tree-rules.js").Kind[]} */
  let seen = [];
  const said = readout(), board = el("div"), on = el("p");
  const by = select(solved.data.strategies.map((/** @type {string} */ name) => [name, `${name}: ${spelled(name)}`]), start.by ?? "LSTRAT", () => again(seed));
  const next = button("Next step", step, { class: "play-button main" });
  stage.append(field("Strategy", by), board, said,
    el("div", { class: "play-buttons" }, next, button("Same tree again", () => again(seed)), button("Another tree", () => again(seed + 1))), on);
  again(seed);

  /** @param {number} from */
  function again(from) {
    seed = from;
    random = seeded(seed);
    tree = newTree();
    at = "";
    seen = [];
    tell(`${by.value} stands at the top, worth ${valueWords(1)}, and knows nothing.`, "Each press is one look or one move.");
  }

  function step() {
    if (tree.get(at) !== "split") return again(seed + 1);
    const strategy = strategyOf(by.value), look = strategy.look(seen);
    if (look !== null) {
      const kind = lookAt(tree, at + look, game, random);
      seen.push(kind);
      return tell(`${by.value} looks at ${place(look)}: ${KINDS[kind]}.`, `A point there wins ${valueWords(valueOf(at + look, game.share))} of the time if it is an end.`);
    }
    const way = strategy.move(seen) ?? (random() < 0.5 ? "H" : "L");
    at += way;
    seen = [];
    const kind = lookAt(tree, at, game, random);
    return tell(`${by.value} moves to the ${way === "H" ? "high" : "low"} branch: ${KINDS[kind]}.`,
      kind === "split" ? `It now stands at a point worth ${valueWords(valueOf(at, game.share))}.` : `The game is over after ${at.length} move${at.length === 1 ? "" : "s"}.`);
  }

  /** @param {string} first @param {string} second */
  function tell(first, second) {
    const over = tree.get(at) !== "split";
    next.textContent = over ? "Next tree" : "Next step";
    show(board, drawTree(tree, at, game.share, `The tree as far as ${by.value} has seen it. ${first}`));
    show(said, el("p", { class: "said" }, first), el("p", {}, second));
    show(on, playOn("Play on from here yourself", "tree-solitaire", { e: game.ending, a: game.share, by: by.value, tree: writeTree(tree), at }));
  }
}

/** @param {string} path seen from where the player stands */
const place = (path) => (path === "H" ? "the high branch" : path === "L" ? "the low branch" : `the point ${path}`);
