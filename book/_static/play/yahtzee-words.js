// @ts-check
/** Choices in words. */
import { BOXES } from "./yahtzee-rules.js";

/** @param {import("./yahtzee-turn.js").Option} option @returns {string} */
export function words(option) {
  if (option.box !== undefined) return `Score ${option.points} in ${BOXES[option.box].label.toLowerCase()}`;
  return option.keep?.length ? `Keep ${option.keep.join(" ")}` : "Roll all five again";
}
