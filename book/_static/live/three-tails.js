// @ts-check
/** Three tails where two heads and one tail are wanted: keep a tail, or flip all three again? */
import { button, el, inHundred, readout, show } from "./frame.js";
import { chances, flipped, there } from "./ratchet-211.js";

export const table = { name: "ratchet-211", version: 1 };
/** @typedef {"keep" | "back"} Way */
const WAYS = /** @type {const} */ (["keep", "back"]), MANY = 1000;
const NAMES = { keep: "keep one tail", back: "flip all three" };

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved */
export function draw(stage, solved) {
  const exact = chances(solved, 2, 2), tally = { keep: [0, 0], back: [0, 0] };
  const coins = el("div"), said = readout(), counts = el("div");
  const presses = WAYS.map((way) => button(NAMES[way][0].toUpperCase() + NAMES[way].slice(1), () => play(way)));
  const both = button("Each 1,000 times", () => { for (let n = 0; n < MANY; n += 1) WAYS.forEach(add); tell("", `In the long run: ${inHundred(exact.keep)} in 100 if you keep one tail, ${inHundred(exact.back)} if you flip all three.`); });
  stage.append(coins, said, el("div", { class: "play-buttons" }, presses, both), counts);
  tell("TTT", "You want two heads and one tail.");

  /** @param {Way} way */
  function add(way) {
    const fallen = flipped(way);
    tally[way][0] += Number(there(fallen));
    tally[way][1] += 1;
    return fallen;
  }

  /** @param {Way} way */
  function play(way) {
    const fallen = add(way);
    tell(fallen, there(fallen) ? "Two heads and a tail: there you are." : "Not there.", way);
  }

  /** @param {string} fallen @param {string} words @param {Way} [way] */
  function tell(fallen, words, way) {
    if (fallen) show(coins, [...fallen].map((side, n) => el("span", { class: `tossed${way && (way === "back" || n) ? " flown" : ""}` }, side)));
    show(said, el("p", { class: "said" }, words));
    show(counts, WAYS.map(row));
  }

  /** @param {Way} way */
  function row(way) {
    const [won, tried] = tally[way], share = tried ? won / tried : 0;
    return el("div", {}, el("p", {}, `${NAMES[way]}: ${won.toLocaleString("en")} of ${tried.toLocaleString("en")} tries`),
      el("div", { class: "one-roll-bar tossed-bar", "aria-hidden": "true" }, el("span", { style: `background: var(--series-${way === "keep" ? 2 : 1}); width: ${100 * share}%` })));
  }
}
