// @ts-check
/** Choices in words. */
import { BOXES } from "./yahtzee-rules.js";
import { t } from "./words.js";

/** @param {import("./yahtzee-turn.js").Option} option @returns {string} */
export function words(option) {
  if (option.box !== undefined) return t`Score ${option.points} in ${BOXES[option.box].label.toLowerCase()}`;
  return option.keep?.length ? t`Keep ${option.keep.join(" ")}` : t`Roll all five again`;
}
