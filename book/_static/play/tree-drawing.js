// @ts-check
/** The drawing of a tree as far as it is known. */
import { doubled, svg } from "./frame.js";
import { BRANCHES, valueOf, valueShort } from "./tree-rules.js";

/** @typedef {import("./tree-rules.js").Tree} Tree */

/** Steps behind the player that are drawn. */
export const ABOVE = 3;
const WIDE = 70, HIGH = 74, RADIUS = 26, LEAST = 5;
const MARKS = { win: "✓", loss: "✗", split: "", unseen: "?" };

/** @typedef {{path: string, kind: string, x: number, y: number, from: {x: number, y: number}|null}} Place */

/** Lay out what hangs below a point; leaves stand side by side, others above the middle.
 *  @param {Tree} tree @param {string} path @param {number} level @param {{leaves: number}} count
 *  @param {(path: string) => boolean} opened whether the branches of a split point are drawn
 *  @returns {Place[]} the point itself first */
function laidOut(tree, path, level, count, opened) {
  const kind = tree.get(path) ?? "unseen", y = RADIUS + 6 + level * HIGH;
  if (kind !== "split" || !opened(path)) {
    return [{ path, kind, x: WIDE * (0.5 + count.leaves++), y, from: null }];
  }
  const below = BRANCHES.map((way) => laidOut(tree, path + way, level + 1, count, opened));
  const here = { path, kind, x: (below[0][0].x + below[1][0].x) / 2, y, from: null };
  for (const [top] of below) top.from = here;
  return [here, ...below.flat()];
}

/**
 * Draw a tree around the player, three moves back.
 * @param {Tree} tree @param {string} at @param {number} share @param {string} words what it shows
 *  @param {string[]} [looked] points looked at before this move, in orange; all others off the way are pale
 *  @param {Record<string, {words: string, act: () => void}>} [acts] what a press on a point does
 */
export function drawTree(tree, at, share, words, looked, acts = {}) {
  const top = at.slice(0, Math.max(0, at.length - ABOVE)), count = { leaves: 0 };
  const known = [...tree.keys(), ...Object.keys(acts)], pressed = Object.keys(acts).length > 0;
  const places = laidOut(tree, top, 0, count, (path) =>
    path === at || known.some((other) => other.length > path.length && other.startsWith(path)));
  const shade = (/** @type {string} */ path) => (looked?.includes(path) ? "looked" : looked && tree.has(path) && !at.startsWith(path) ? "forgotten" : "");
  const width = WIDE * Math.max(LEAST, count.leaves), left = (WIDE * count.leaves - width) / 2, height = Math.max(...places.map(({ y }) => y)) + RADIUS + 6;
  return svg("svg", { viewBox: `${left} 0 ${width} ${height}`, class: "play-tree", role: pressed ? "group" : "img", "aria-label": words, style: `max-width:${1.3 * width}px` },
    top ? svg("line", { x1: places[0].x, y1: 0, x2: places[0].x, y2: 6, class: "walked" }) : null,
    places.map(({ path, x, y, from }) => from && svg("line", {
      x1: from.x, y1: from.y, x2: x, y2: y, class: at.startsWith(path) ? "walked" : null })),
    places.map((place) => point(place, at, share, shade(place.path), acts[place.path])));
}

/** @param {Place} place @param {string} at @param {number} share @param {string} shade
 *  @param {{words: string, act: () => void}} [press] */
function point({ path, kind, x, y }, at, share, shade, press) {
  const mark = /** @type {Record<string, string>} */ (MARKS)[kind];
  const keys = { click: (/** @type {Event} */ event) => { if (!doubled(event)) press?.act(); }, keydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) press?.act();
  } };
  const does = press ? { role: "button", tabindex: 0, "aria-label": press.words, "data-key": `point ${path}`, on: keys } : {};
  return svg("g", { class: `${kind}${path === at ? " here" : ""}${shade ? ` ${shade}` : ""}${press ? " press" : ""}`, ...does },
    svg("circle", { cx: x, cy: y, r: RADIUS }),
    svg("text", { x, y: mark ? y - 3 : y + 4 }, valueShort(valueOf(path, share))),
    mark ? svg("text", { x, y: y + 14, class: "mark" }, mark) : null);
}
