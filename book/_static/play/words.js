// @ts-check
/** What readers type and what they are told. No part of this module touches the page. */

/** The language of the page; a worker and a bare page speak English. */
const language = globalThis.document?.documentElement.lang ?? "en";
/** What is said in other words than those of the scripts: French, from book/locale; and what is counted there.
 *  @type {{default: Record<string, string>, counted: string[]}} */
const { default: catalog, counted } = language === "fr" ? await import(new URL("french.js", import.meta.url).href) : { default: {}, counted: [] };
/** The French plural begins at two: 1,9 point. */
const FEWER = new RegExp(`(?<![\\d,\\u202f])([01](?:,\\d+)?\\s+(?:${counted.join("|")}))s\\b`, "g");

/**
 * Words in the language of the page, with values in their places. What is not translated stays English.
 * @param {TemplateStringsArray} parts @param {...unknown} values
 */
export function t(parts, ...values) {
  const words = parts.reduce((all, part, i) => `${all}{${i}}${part}`);
  const said = (catalog[words] ?? words).replace(/\{(\d+)\}/g, (_, i) => String(values[i - 1]));
  return counted.length ? said.replace(FEWER, "$1") : said;
}

/** Something typed that cannot be used; the message is one sentence for the reader. */
export class InputError extends Error {}

/**
 * Read dice: "421", "4 2 1" or "4,2,1".
 * @param {string} text
 * @param {{least: number, most: number, faces?: number}} rule
 * @returns {number[]} faces in the order typed
 * @throws {InputError}
 */
export function parseDice(text, { least, most, faces = 6 }) {
  const signs = text.replace(/[\s,;.-]+/g, "");
  const bad = [...signs].find((sign) => !(Number(sign) >= 1 && Number(sign) <= faces));
  if (bad !== undefined) throw new InputError(t`A die shows 1 to ${faces}, not “${bad}”.`);
  if (signs.length < least || signs.length > most) {
    const wanted = least === most ? `${least}` : t`${least} to ${most}`;
    throw new InputError(t`${wanted} dice are needed here, not ${signs.length}.`);
  }
  return [...signs].map(Number);
}

/**
 * Read an integer.
 * @param {string} text
 * @param {{name: string, least: number, most: number}} rule
 * @returns {number}
 * @throws {InputError}
 */
export function parseInteger(text, { name, least, most }) {
  const trimmed = text.trim();
  const value = Number(trimmed);
  if (!/^[+-]?\d+$/.test(trimmed) || value < least || value > most) {
    throw new InputError(t`${name} must be a whole number from ${least} to ${most}, not “${trimmed}”.`);
  }
  return value;
}

/**
 * Write a number with a true minus sign.
 * @param {number} value
 * @param {number} [places]
 * @returns {string}
 */
export function decimal(value, places = 3) {
  const text = Math.abs(value).toFixed(places);
  return (value < 0 && Number(text) !== 0 ? "−" : "") + (language === "fr" ? text.replace(".", ",") : text);
}

/** A number with the digits that it has. @param {number} value */
export const numeral = (value) => value.toLocaleString(language === "fr" ? "fr" : "en", { maximumFractionDigits: 6 });

/**
 * A chance as games in a hundred.
 * @param {number} chance
 * @param {number} [places]
 */
export const inHundred = (chance, places = 1) => decimal(100 * chance, places);

/** A count and its word. @param {number} count @param {string} word @param {string} [plural] */
export const many = (count, word, plural = `${word}s`) => `${count} ${count === 1 || (language === "fr" && count < 2) ? word : plural}`;

/**
 * @param {readonly string[]} items
 * @param {string} [last]
 */
export function listed(items, last = t`or`) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${last} ${items[items.length - 1]}`;
}

/**
 * A generator of numbers from 0 to below 1 that repeats itself for equal seeds (mulberry32); `now`
 * tells where it stands and `from` puts it back there.
 * @param {number} seed
 */
export function seeded(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return Object.assign(next, { now: () => state, from: (/** @type {number} */ back) => { state = back >>> 0; } });
}

/**
 * Throw dice.
 * @param {number} count
 * @param {() => number} random
 * @param {number} [faces]
 * @returns {number[]}
 */
export function throwDice(count, random, faces = 6) {
  return Array.from({ length: count }, () => 1 + Math.floor(faces * random()));
}

/**
 * Draw an index by its weight.
 * @param {ArrayLike<number>} weights
 * @param {() => number} random
 */
export function drawIndex(weights, random) {
  let rest = random() * Array.from(weights).reduce((a, b) => a + b, 0);
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] <= 0) continue;
    last = i;
    if ((rest -= weights[i]) < 0) break;
  }
  return last;
}
