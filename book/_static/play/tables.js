// @ts-check
/**
 * Read the tables that lib/chancegames/show/play/tables.py packs: a first line with the checksum, then
 * gzip: a line of JSON and arrays. No part of this module touches the page.
 */

import { t } from "./words.js";

/** A table that cannot be used as it is; the message is one sentence for the reader. */
export class TableError extends Error {}

/**
 * @typedef {Float64Array|Float32Array|Int32Array|Int16Array|Uint16Array|Int8Array|Uint8Array} Numbers
 * @typedef {object} Table
 * @property {string} name
 * @property {number} version version of the layout
 * @property {any} rules
 * @property {any} data
 * @property {Record<string, Numbers>} arrays
 * @property {Record<string, number[]>} shapes
 * @property {string} sha256
 */

/** @type {Record<string, any>} */
const ARRAYS = {
  "<f8": Float64Array, "<f4": Float32Array, "<i4": Int32Array, "<i2": Int16Array,
  "<u2": Uint16Array, "|i1": Int8Array, "|u1": Uint8Array,
};

/**
 * SHA-256, by its own code: browsers lend theirs to pages from https and localhost only.
 * @param {Uint8Array} bytes
 * @returns {string} 64 hexadecimal digits
 */
export function sha256(bytes) {
  const [starts, cubes] = primeRoots();
  const state = Uint32Array.from(starts);
  const padded = new Uint8Array(((bytes.length + 8) >> 6 << 6) + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3 >>> 0);
  const w = new Uint32Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const low = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const high = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + cubes[i] + w[i] | 0;
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c)) | 0;
      h = g; g = f; f = e; e = d + first | 0; d = c; c = b; b = a; a = first + second | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** Fractional parts of the square and cube roots of the first primes, as the standard asks. */
function primeRoots() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (/** @type {number} */ x) => Math.floor((x - Math.floor(x)) * 0x100000000);
  return [primes.slice(0, 8).map((p) => fraction(Math.sqrt(p))), primes.map((p) => fraction(Math.cbrt(p)))];
}

/**
 * Unpack and check a table.
 * @param {Uint8Array} packed
 * @param {string} name the table that is asked for
 * @param {number} version the layout that the script knows
 * @returns {Promise<Table>}
 * @throws {TableError}
 */
export async function readTable(packed, name, version) {
  const damaged = t`The table of this page (${name}) is damaged: reload the page, or build the book again.`;
  const end = packed.indexOf(10);
  const [magic, container, checksum] = new TextDecoder().decode(packed.slice(0, Math.max(end, 0))).split(" ");
  if (magic !== "chancegames-table" || container !== "1") throw new TableError(damaged);
  let body;
  try {
    body = await inflate(packed.slice(end + 1));
  } catch {
    throw new TableError(damaged);
  }
  if ((await digest(body)) !== checksum) throw new TableError(damaged);
  const line = body.indexOf(10) + 1;
  const head = JSON.parse(new TextDecoder().decode(body.slice(0, line)));
  if (head.name !== name || head.version !== version) {
    throw new TableError(t`This page and its table (${name}) are of different versions: reload the page.`);
  }
  /** @type {Table} */
  const table = { ...head, arrays: {}, shapes: {}, sha256: checksum };
  let offset = line;
  for (const { name: key, kind, shape } of head.arrays) {
    const count = shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1);
    table.arrays[key] = new ARRAYS[kind](body.buffer, offset, count);
    table.shapes[key] = shape;
    offset += Math.ceil(table.arrays[key].byteLength / 8) * 8;
  }
  return table;
}

/** The browser's own SHA-256 where it lends it, ours elsewhere. @param {Uint8Array} bytes */
async function digest(bytes) {
  if (!globalThis.crypto?.subtle) return sha256(bytes);
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array} bytes */
async function inflate(bytes) {
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Fetch a table that lies beside the scripts.
 * @param {string} name
 * @param {number} version
 * @returns {Promise<Table>}
 * @throws {TableError}
 */
export async function loadTable(name, version) {
  let answer;
  try {
    answer = await fetch(new URL(`tables/${name}.table`, import.meta.url));
  } catch {
    throw new TableError(t`The table of this page (${name}) cannot be fetched: is the book still being served?`);
  }
  if (!answer.ok) throw new TableError(t`The table of this page (${name}) is missing: build the book again.`);
  return readTable(new Uint8Array(await answer.arrayBuffer()), name, version);
}
