// @ts-check
/** Choices in words. */
import { t } from "./words.js";

/** @param {string} sentence */
export const uncapital = (sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Where points are written, box by box. */
export const PLACES = [t`in aces`, t`in twos`, t`in threes`, t`in fours`, t`in fives`, t`in sixes`, t`in three of a kind`, t`in four of a kind`,
  t`in full house`, t`in small straight`, t`in large straight`, t`in Yahtzee`, t`in chance`];

/** @param {import("./yahtzee-turn.js").Option} option @returns {string} */
export function words(option) {
  if (option.box !== undefined) return t`Score ${option.points} ${PLACES[option.box]}`;
  return option.keep?.length ? t`Keep ${option.keep.join(" ")}` : t`Roll all five again`;
}
