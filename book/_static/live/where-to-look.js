// @ts-check
/** Where does the second look go? A line over all forks decides, and the page counts the games. */
import { button, colour, decimal, el, mix, onTheme, readable, readout, show, slider, startAt, svg } from "./frame.js";

/** Half of all points are ends; the shares of high branches lie between a half and one, all equally likely. */
const E = 0.5, S = 1 - E, TERMS = 20;
const WIDTH = 340, SIDE = 132, TOP = 22, LEFT = 34, APART = 34;
const SQUARES = ["first fork", "later forks"];
const DIALS = [["left", "First fork, left end"], ["right", "First fork, right end"], ["later_left", "Later forks, left end"], ["later_right", "Later forks, right end"]];

/** The x that solves M x = b, by elimination; M has a strong diagonal. @param {number[][]} M @param {number[]} b */
function solve(M, b) {
  const n = b.length;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const factor = M[j][i] / M[i][i];
      for (let k = i; k < n; k++) M[j][k] -= factor * M[i][k];
      b[j] -= factor * b[i];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) b[i] -= M[i][k] * b[k];
    b[i] /= M[i][i];
  }
  return b;
}

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/**
 * The power series of the library, on so many shares.
 * @param {number[]} lines limits at the ends of the lines: first fork, later forks @param {number} shares
 */
function onShares(lines, shares) {
  const r = Array.from({ length: shares }, (_, i) => 0.5 + (i + 0.5) / (2 * shares));
  const limits = (/** @type {number} */ left, /** @type {number} */ right) => r.map((share) => {
    const line = left + (right - left) * (2 * share - 1);
    return { found: E * (1 + S * (1 - line ** 2)), within: r.map((_, k) => Math.min(1, Math.max(0, (line - 0.5) * 2 * shares - k)) / shares) };
  });
  /** @type {number[][]} */
  const terms = [r.map(() => 0)], means = [0], later = limits(lines[2], lines[3]);
  for (let n = 1; n <= TERMS; n++) {
    const known = r.map((a, i) => {
      const b = 1 - a, { found, within } = later[i];
      if (n === 1) return found * b + E * a;
      return -(n === 2 ? found * E * b * a : 0) - found * b * S * means[n - 1] * a ** (n - 1) - S * E * a * b ** (n - 1) * dot(within, terms[n - 1]);
    });
    const matrix = r.map((a, i) => r.map((_, k) => (i === k ? 1 : 0) - (S * a ** n) / shares - S * E * (1 - a) ** n * later[i].within[k]));
    terms.push(solve(matrix, known));
    means.push(terms[n].reduce((sum, x) => sum + x, 0) / shares);
  }
  const wins = limits(lines[0], lines[1]).map(({ found, within }, i) => {
    const a = r[i], b = 1 - a, seen = found * b;
    const high = E * a + S * means.reduce((sum, mean, n) => sum + mean * a ** n, 0);
    const low = terms.reduce((sum, row, n) => sum + dot(within, row) * b ** n, 0);
    return seen + (1 - seen) * high + S * E * b * low;
  });
  return wins.reduce((sum, x) => sum + x, 0) / shares;
}

/** Chance to win. @param {number[]} lines limits at the ends of the lines, from a half to one */
export const chance = (lines) => (4 * onShares(lines, 40) - onShares(lines, 20)) / 3;

/** @param {number} wins */
const games = (wins) => (1e4 * wins).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** @param {number} hundredths */
const written = (hundredths) => decimal(hundredths / 100, 2).replace(/^0/, "");

/** @param {HTMLElement} stage @param {unknown} _ @param {import("./frame.js").Start} start */
export function draw(stage, _, start) {
  const at = DIALS.map(([name]) => startAt(start, name, 70, 50, 100)), usual = chance([0.7, 0.7, 0.7, 0.7]);
  const said = readout(), picture = el("div");
  const dials = DIALS.map(([, label], i) => slider({ label, least: 50, most: 100, value: at[i], words: written, onInput: (now) => { at[i] = now; update(); } }));
  for (const each of dials) each.root.classList.add("above");
  const again = button("All at .70", () => { dials.forEach((dial, i) => dial.set(at[i] = 70)); update(); });
  stage.append(el("div", { class: "live-columns" }, picture, el("div", {}, said, dials.map(({ root }) => root), el("div", { class: "play-buttons" }, again))));
  onTheme(update);
  update();

  function update() {
    const wins = chance(at.map((limit) => limit / 100)), more = Math.round(1e5 * wins) - Math.round(1e5 * usual);
    show(picture, squares(at));
    show(said, el("p", { class: "said" }, `${games(wins)} of 10,000 games`),
      el("p", {}, more ? `${decimal(Math.abs(more) / 10, 1)} ${more > 0 ? "more" : "fewer"} than with .70 for all forks.` : "As many as with .70 for all forks."));
  }
}

/** Both squares of forks, cut by their lines. @param {number[]} at limits in hundredths */
function squares(at) {
  const ink = colour("--ink"), below = colour("--series-1"), high = mix(colour("--panel"), colour("--series-2"), 0.45);
  const y = (/** @type {number} */ share) => TOP + SIDE * (1 - (share - 50) / 50);
  const one = (/** @type {string} */ title, /** @type {number} */ n) => {
    const x = LEFT + n * (SIDE + APART), [left, right] = [at[2 * n], at[2 * n + 1]];
    const name = (/** @type {number} */ tall, /** @type {string} */ words, /** @type {string} */ fill) => svg("text", { x: x + SIDE / 2, y: tall, class: "name", style: `fill:${fill};stroke:none` }, words);
    return [svg("text", { x: x + SIDE / 2, y: 14, class: "name", "font-weight": 700 }, title),
      svg("rect", { x, y: TOP, width: SIDE, height: SIDE, style: `fill:${high}` }),
      svg("path", { d: `M${x} ${TOP}H${x + SIDE}V${y(right)}L${x} ${y(left)}Z`, style: `fill:${below}` }),
      left + right < 190 ? name(TOP + 20, "look below it", readable(below)) : null,
      left + right > 112 ? name(TOP + SIDE - 8, "look high", ink) : null,
      svg("line", { x1: x, y1: y(left), x2: x + SIDE, y2: y(right), stroke: ink, "stroke-width": 3 }),
      n === 0 ? svg("circle", { cx: x + SIDE * 0.2, cy: y(85), r: 4.5, style: `fill:${readable(below)};stroke:${ink};stroke-width:1.5` }) : null,
      [50, 100].map((tick) => [svg("text", { x: x + (tick === 50 ? 0 : SIDE), y: TOP + SIDE + 15, class: "name" }, tick === 50 ? ".5" : "1"),
        svg("text", { x: x - 5, y: y(tick) + (tick === 50 ? 0 : 9), class: "end" }, tick === 50 ? ".5" : "1")])];
  };
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${TOP + SIDE + 34}`, class: "live-dots live-bells", role: "img",
    "aria-label": SQUARES.map((title, n) => `${title}: look below the low branch if its better point has more than ${written(at[2 * n])} of it where the high branch has a half, and more than ${written(at[2 * n + 1])} where it has nearly everything`).join("; ") },
  SQUARES.map(one), svg("text", { x: WIDTH / 2, y: TOP + SIDE + 30, class: "name" }, "share of the high branch"),
  svg("text", { x: 10, y: TOP + SIDE / 2, class: "name", transform: `rotate(-90 10 ${TOP + SIDE / 2})` }, "share of the better point"));
}
