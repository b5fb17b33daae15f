// @ts-check
/** Choices in words. */
import { BOXES } from "./yahtzee-rules.js";
import { t } from "./words.js";

/** @param {string} sentence */
export const uncapital = (sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** The name of a box inside a sentence. @param {string} label */
export const inside = (label) => (label === "Yahtzee" ? label : label.toLowerCase());

/** @param {import("./yahtzee-turn.js").Option} option @returns {string} */
export function words(option) {
  if (option.box !== undefined) return t`Score ${option.points} in ${inside(BOXES[option.box].label)}`;
  return option.keep?.length ? t`Keep ${option.keep.join(" ")}` : t`Roll all five again`;
}
