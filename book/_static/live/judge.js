// @ts-check
/** Judge claims of the studies before the book does. The cases are those of the list that it stands for: what is said, what we find, and the verdict with its reason. */
import { button, el, field, readout, show } from "./frame.js";

/** @typedef {{says: Node[], finds: Node[], verdict: string, why: Node[], number: {printed: string, ours: number, cut: boolean}|null}} Case number: of a claim that is one, to be changed */

const VERDICTS = ["confirmed", "wrong", "neither"];

/** @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** What we compute, from its words, such as "1/3" or "0.3333333 (1/3)". @param {string} words */
export function valueIn(words) {
  const [, above, below] = /(\d+)\/(\d+)/.exec(words) ?? [];
  return above ? Number(above) / Number(below) : parseFloat(words);
}

/**
 * Whether a printed number agrees with ours, as far as its digits go.
 * @param {string} printed such as ".25" or "1/4" @param {number} ours @param {boolean} cut whether the study cuts its numbers off @returns {boolean|null} null: no number
 */
export function agrees(printed, ours, cut) {
  if (/^\s*\d+\/\d+\s*$/.test(printed)) return Math.abs(valueIn(printed) - ours) < 1e-12;
  const [, decimals] = /^\s*-?\d*\.?(\d*)\s*$/.exec(printed) ?? [];
  if (decimals === undefined || !/\d/.test(printed)) return null;
  const unit = 10 ** -decimals.length, number = Number(printed);
  return cut ? Math.trunc(ours / unit) === Math.round(number / unit) : Math.abs(ours - number) <= unit / 2 + 1e-12;
}

/** @param {Element} item @returns {Case} */
function caseOf(item) {
  const [says, finds, judged] = item.children, ours = /** @type {HTMLElement|null} */ (finds.querySelector("[data-how]"));
  const [verdict, ...why] = words(judged), how = ours?.dataset.how ?? "", printed = says.querySelector("[data-printed]")?.textContent ?? "";
  return {
    says: words(says), finds: words(finds), why, verdict: verdict.textContent?.toLowerCase().replace(".", "") ?? "",
    number: ["exact", "rounded", "truncated"].includes(how) ? { printed, ours: valueIn(ours?.textContent ?? ""), cut: how === "truncated" } : null,
  };
}

/** @param {Element} paragraph */
const words = (paragraph) => [...paragraph.childNodes].map((each) => each.cloneNode(true));

/** @param {HTMLElement} stage */
export function draw(stage) {
  const cases = [...(stage.parentElement?.querySelectorAll(".live-still > ol > li") ?? [])].map(caseOf), said = readout(), card = el("div", { class: "judged" }), tally = el("p", { "aria-live": "polite" });
  const typed = /** @type {HTMLInputElement} */ (el("input", { type: "text", size: 10, autocomplete: "off", on: { input: retyped } }));
  const told = el("span", { "aria-live": "polite" }), change = el("div", { class: "judge-change" }, field("Change what is printed", typed), told);
  let at = 0, agreed = 0, judged = 0, open = true;
  stage.append(card, el("div", { class: "play-buttons" }, VERDICTS.map((each) => button(capital(each), () => judge(each))),
    button("Next case", () => turn(at + 1))), said, change, tally);
  turn(0);

  /** @param {number} next */
  function turn(next) {
    at = next % cases.length;
    open = true;
    if (at === 0) {
      agreed = judged = 0;
      show(tally);
    }
    change.hidden = true;
    const { says, finds } = cases[at];
    show(card, el("p", {}, el("b", {}, `Case ${at + 1} of ${cases.length}. `), says), el("p", {}, finds));
    show(said, el("p", { class: "said" }, "What do you say?"), el("p", {}, "Press a button; then you see what we say."));
  }

  /** @param {string} yours */
  function judge(yours) {
    const { verdict, why, number } = cases[at];
    if (open) {
      judged += 1;
      agreed += Number(yours === verdict);
    }
    open = false;
    show(said, el("p", { class: "said" }, el("span", { class: `verdict ${verdict === "neither" ? "other" : verdict}` }, capital(verdict)), yours === verdict ? ", as you say." : `, we say, and not ${yours}.`), el("p", {}, why));
    show(tally, judged === cases.length ? `That was the last one: you judge as we do in ${agreed} of ${judged} cases.` : `So far you judge as we do in ${agreed} of ${judged} ${judged === 1 ? "case" : "cases"}.`);
    change.hidden = !number;
    typed.value = number?.printed ?? "";
    retyped();
  }

  function retyped() {
    const { number } = cases[at], fits = number && agrees(typed.value, number.ours, number.cut);
    show(told, fits === null ? "Type a number, such as .25 or 1/4." : fits ? `It agrees: ours, ${number?.cut ? "cut off" : "rounded"} to as many digits, is that.` : "It differs from ours.");
  }
}
