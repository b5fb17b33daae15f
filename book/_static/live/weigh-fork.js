// @ts-check
/** A fork whose two branches were seen to split: which of them is worth more? */
import { button, colour, decimal, el, onTheme, readout, show, slider, startAt, svg } from "./frame.js";

/** Half of all points are ends, and a fork that was not seen is taken to give three quarters to its high branch. */
const E = 0.5, A = 0.75, S = 1 - E, B = 1 - A;
const WIDTH = 330, HEIGHT = 176;

/** The depreciation factor of *check both*. @param {number} x value of the split point */
const factor = (x) => (E * (1 - E * A * B * x)) / (1 - S * (A + E * B) + 2 * E * S * A * B * x);

/**
 * What a split point is worth to a player who looks at both branches: one move, then factors.
 * @param {number} x its value @param {number} r share of its high branch
 */
export function worth(x, r) {
  const h = r * x, l = (1 - r) * x;
  return 1 - (1 - E * h) * (1 - E * l) + (1 - E * l) * S * h * factor(h) + E * (1 - h) * S * l * factor(l);
}

/** What the two branches get: halves, or hundredths that add up. @param {number} whole @param {number} share of the first */
const parts = (whole, share) => {
  const first = share === 0.5 ? whole / 2 : Math.round(100 * whole * share + 1e-9) / 100;
  return [first, whole - first];
};

/** What a branch is worth that splits into hundredths as they are written. @param {number} value @param {number} share */
export const asWritten = (value, share) => worth(value, parts(value, share)[0] / value);

/** Games won in ten thousand. @param {number} chance */
const games = (chance) => Math.round(1e4 * chance).toLocaleString("en-US");

/** A value as the pictures of the chapter write it. @param {number} value */
const written = (value) => decimal(value + 1e-9, Math.abs((100 * value) % 1 - 0.5) < 1e-6 ? 3 : 2).replace(/^0/, "");

/** @param {HTMLElement} stage @param {unknown} _ @param {import("./frame.js").Start} start */
export function draw(stage, _, start) {
  const at = { top: startAt(start, "top", 60, 50, 95), high: startAt(start, "high", 50, 50, 98), low: startAt(start, "low", 85, 50, 98) };
  const said = readout(), picture = el("div");
  /** What the reader chose; "any" shows the worths to who only moves the dials. @type {""|"high"|"low"|"any"} */
  let chosen = "";
  /** The first dial changes what the others share out. @type {(() => void)[]} */
  const renew = [];
  /** @param {string} label @param {"top"|"high"|"low"} key @param {() => number} whole what is shared out @param {number} most */
  const dial = (label, key, whole, most) => {
    const words = (/** @type {number} */ n) => parts(whole(), n / 100).map(written).join(" and ");
    const one = slider({ label, least: 50, most, value: at[key], words, onInput: (n) => { at[key] = n; chosen = "any"; update(); } });
    one.root.classList.add("above");
    renew.push(() => one.set(at[key]));
    return one.root;
  };
  const choose = (/** @type {"high"|"low"} */ way) => button(way === "high" ? "High" : "Low", () => { chosen = way; update(); });
  stage.append(el("div", { class: "live-columns" }, picture, el("div", {}, el("div", { class: "play-buttons" }, choose("high"), choose("low")), said,
    dial("The two branches", "top", () => 1, 95), dial("High branch, split", "high", () => at.top / 100, 98), dial("Low branch, split", "low", () => 1 - at.top / 100, 98))));
  onTheme(update);
  update();

  function update() {
    for (const each of renew) each();
    const top = at.top / 100, [high, low] = [asWritten(top, at.high / 100), asWritten(1 - top, at.low / 100)];
    const equal = games(high) === games(low), right = equal || chosen === (high > low ? "high" : "low");
    show(picture, forks(top, at.high / 100, at.low / 100, chosen ? [high, low] : []));
    if (!chosen) return show(said, el("p", { class: "said" }, "Which branch do you take?"));
    show(said, el("p", { class: "said" }, chosen === "any" ? "" : right ? "Right. " : "No. ", equal ? "They are worth the same." : high > low ? "Keep to the high branch." : "Take the low branch."),
      el("p", {}, `If you look at both branches from then on, you win about ${games(high)} of 10,000 games on the high branch, and ${games(low)} on the low one.`));
  }
}

/** @param {number} top share of the high branch @param {number} high @param {number} low how the two split @param {number[]} worths of both, or none yet */
function forks(top, high, low, worths) {
  const better = worths.length && games(worths[0]) !== games(worths[1]) ? Number(worths[0] < worths[1]) : -1, ink = colour("--ink");
  const branches = [{ x: 85, value: top, share: high }, { x: 245, value: 1 - top, share: low }];
  const line = (/** @type {number[]} */ [x1, y1, x2, y2], thick = false) =>
    svg("line", { x1, y1, x2, y2, stroke: thick ? colour("--series-1") : ink, "stroke-width": thick ? 3 : 1 });
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "live-dots live-bells", role: "img",
    "aria-label": `A fork with branches ${branches.map(({ value, share }) => `${written(value)}, which splits into ${parts(value, share).map(written).join(" and ")}`).join(", and ")}.` },
  svg("text", { x: WIDTH / 2, y: 12, class: "name" }, "1"), svg("circle", { cx: WIDTH / 2, cy: 20, r: 3, fill: ink }),
  branches.map(({ x, value, share }, n) => [line([WIDTH / 2, 20, x, 70], n === better),
    svg("text", { x: x + (n ? 13 : -13), y: 68, class: n ? null : "end" }, written(value)),
    parts(value, share).map((part, k) => { const to = x + (k ? 38 : -38); return [line([x, 70, x + (k ? 33 : -33), 113]),
      svg("circle", { cx: to, cy: 120, r: 9, style: `fill:none;stroke:${ink}` }), svg("text", { x: to, y: 124, class: "name" }, "?"), svg("text", { x: to, y: 146, class: "name" }, written(part))]; }),
    svg("circle", { cx: x, cy: 70, r: 7, style: `fill:var(--pst-color-background);stroke:${colour("--series-2")};stroke-width:2.5` }), // over the ends of the lines
    worths.length ? svg("text", { x, y: 170, class: "name", "font-weight": n === better ? 700 : 400 }, `${games(worths[n])} games`) : null]));
}
