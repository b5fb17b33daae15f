// @ts-check
/**
 * The chances of sixteen targets at once at a card of Yahtzee, as a program for WebAssembly, which is put
 * together here: the sums and maxima of `yahtzee-turn.js`, four lanes an instruction.
 *
 * Memory begins with the sixteen lanes of each row of dice; then come lists of what the loops go through:
 * for each keep where the rows with one die more lie, for each row how many parts it has and where
 * they lie, the chances of the rolls; and the lanes of all ways to write a roll.
 */
import { MORE, PARTS, ROLLS, ROLL_CHANCE, ROWS } from "./yahtzee-turn.js";

export const LANES = 16;
/** Bytes of a number. */
export const FLOAT = 4;
/** Bytes of a row, of a vector of four lanes, and of a page of memory. */
const STRIDE = LANES * FLOAT, VECTOR = 16, PAGE = 65536;
/** Parts of equal length in which the rolls are added up. */
const ROLL_PARTS = 14;
/** No card has more ways to write its rolls. */
export const MOST_WAYS = 400;
const KEEPS = MORE.map((row) => row * STRIDE);
const BACKWARDS = ROWS.map((_, i) => ROWS.length - 1 - i);
const PART_LIST = BACKWARDS.filter((row) => PARTS[row].length).flatMap((row) => [row * STRIDE, PARTS[row].length, ...PARTS[row].map((part) => part * STRIDE)]);
const MORE_AT = ROWS.length * STRIDE, PARTS_AT = MORE_AT + FLOAT * KEEPS.length, CHANCES_AT = PARTS_AT + FLOAT * PART_LIST.length;
/** Where the lanes of the first way lie, bytes from one way to the next, and the end of all this. */
export const WAYS_AT = STRIDE * Math.ceil((CHANCES_AT + FLOAT * ROLLS) / STRIDE), WAY = STRIDE, WORK = WAYS_AT + WAY * MOST_WAYS;

/** @param {number} n @returns {number[]} a number as the format writes it, without sign */
const unsigned = (n) => (n < 128 ? [n] : [n & 127 | 128, ...unsigned(n >>> 7)]);
/** @param {number} n @returns {number[]} with sign */
const signed = (n) => (n >= -64 && n < 64 ? [n & 127] : [n & 127 | 128, ...signed(n >> 7)]);
/** @param {number} n */
const float = (n) => [0x43, ...new Uint8Array(Float32Array.of(n).buffer)];
/** @param {number} n */
const whole = (n) => [0x41, ...signed(n)];
/** @param {number} n */
const get = (n) => [0x20, n];
/** @param {number} n */
const set = (n) => [0x21, n];
/** @param {number} code of a vector instruction */
const vector = (code) => [0xfd, ...unsigned(code)];
const SPLAT = vector(0x13), ADD = vector(0xe4), MULTIPLY = vector(0xe6), GREATER = vector(0xeb);
const PLUS = [0x6a], LESS = [0x48], SELECT = [0x1b], END = 0x0b, WORD = 0x7f, LANE = 0x7b, VOID = 0x40;
/** @param {number} i @returns {number[]} load the vector so many vectors after the address on the stack */
const load = (i) => [0xfd, 0, 4, VECTOR * i];
/** @param {number} i */
const store = (i) => [0xfd, 0x0b, 4, VECTOR * i];
/** @param {number} i */
const loadWord = (i) => [0x28, 2, FLOAT * i];
/** @param {number} local @param {number} more */
const add = (local, more) => [...get(local), ...whole(more), ...PLUS, ...set(local)];
/** What comes next in a list. @param {number} p local that goes along it */
const next = (p) => [...get(p), ...loadWord(0), ...add(p, FLOAT)];
/** @param {number[]} body leaves on the stack whether to go on */
const loop = (body) => [0x03, VOID, ...body, 0x0d, 0, END];
/** @param {(i: number) => number[]} code of each of the four vectors of a row */
const each = (code) => [0, 1, 2, 3].flatMap(code);
/** @param {number[]} locals how many of which kind, in pairs @param {number[]} body */
const func = (locals, body) => {
  const code = [locals.length / 2, ...locals, ...body, END];
  return [...unsigned(code.length), ...code];
};

/** mean(): every keep gets the mean over its next die. */
function meanCode() {
  const p = 0, keep = 1, first = 2, faces = [0, 1, 2, 3, 4, 5];
  return func([8, WORD], [...whole(MORE_AT), ...set(p), ...whole(ROLLS * STRIDE), ...set(keep), ...loop([
    ...faces.flatMap((face) => [...next(p), ...set(first + face)]),
    ...each((i) => [...get(keep), ...faces.flatMap((face) => [...get(first + face), ...load(i), ...face ? ADD : []]), ...float(1 / 6), ...SPLAT, ...MULTIPLY, ...store(i)]),
    ...add(keep, STRIDE), ...get(keep), ...whole(ROWS.length * STRIDE), ...LESS])]);
}

/** best(): every row gets the best that may be kept of it. */
function bestCode() {
  const [p, row, n, part, best] = [0, 1, 2, 3, 4];
  const parts = loop([...next(p), ...set(part), ...each((i) => [...get(best + i), ...get(part), ...load(i), ...GREATER, ...set(best + i)]), ...add(n, -1), ...get(n)]);
  return func([4, WORD, 4, LANE], [...whole(PARTS_AT), ...set(p), ...loop([
    ...next(p), ...set(row), ...next(p), ...set(n), ...each((i) => [...get(row), ...load(i), ...set(best + i)]), ...parts,
    ...each((i) => [...get(row), ...get(best + i), ...store(i)]), ...get(p), ...whole(CHANCES_AT), ...LESS])]);
}

/** sum(out): the mean over the first roll, added up in parts, since many small numbers added to a large
 *  one lose their ends. */
function sumCode() {
  const [out, p, row, end, chance, part, sum] = [0, 1, 2, 3, 4, 5, 9];
  return func([3, WORD, 9, LANE], [...whole(CHANCES_AT), ...set(p), ...loop([
    ...each((i) => [...float(0), ...SPLAT, ...set(part + i)]), ...get(row), ...whole(ROLLS / ROLL_PARTS * STRIDE), ...PLUS, ...set(end), ...loop([
      ...get(p), 0x2a, 2, 0, ...SPLAT, ...set(chance), ...add(p, FLOAT),
      ...each((i) => [...get(part + i), ...get(row), ...load(i), ...get(chance), ...MULTIPLY, ...ADD, ...set(part + i)]),
      ...add(row, STRIDE), ...get(row), ...get(end), ...LESS]),
    ...each((i) => [...get(sum + i), ...get(part + i), ...ADD, ...set(sum + i)]),
    ...get(row), ...whole(ROLLS * STRIDE), ...LESS]), ...each((i) => [...get(out), ...get(sum + i), ...store(i)])]);
}

/**
 * block(list, nexts, ways, out, off): chances at a card for one block of targets, `off` bytes after the
 * first.  `nexts` has for each way the first and the last place that may be read of the chances after it,
 * and the place for the first block; `list` has for each roll how many ways there are to write it, and
 * where their lanes lie.
 */
function blockCode() {
  const [list, nexts, ways, out, off, p, x, n, from, to, best] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const word = (/** @type {number} */ i) => [...get(p), ...loadWord(i)];
  const gather = [...get(nexts), ...set(p), ...get(ways), ...set(n), ...whole(WAYS_AT), ...set(to), ...loop([
    ...word(2), ...get(off), ...PLUS, ...set(from),
    ...word(0), ...get(from), ...get(from), ...word(0), ...LESS, ...SELECT, ...set(from), // not before the first
    ...word(1), ...get(from), ...word(1), ...get(from), ...LESS, ...SELECT, ...set(from), // not after the last
    ...each((i) => [...get(to), ...get(from), ...load(i), ...store(i)]), ...add(to, WAY), ...add(p, 3 * FLOAT), ...add(n, -1), ...get(n)])];
  const raise = loop([...next(p), ...set(from), ...each((i) => [...get(best + i), ...get(from), ...load(i), ...GREATER, ...set(best + i)]), ...add(n, -1), ...get(n)]);
  const rolls = [...get(list), ...set(p), ...whole(0), ...set(x), ...loop([
    ...next(p), ...set(n), ...each((i) => [...float(0), ...SPLAT, ...set(best + i)]), ...raise, ...each((i) => [...get(x), ...get(best + i), ...store(i)]),
    ...add(x, STRIDE), ...get(x), ...whole(ROLLS * STRIDE), ...LESS])];
  const turn = [0x10, 0, 0x10, 1, 0x10, 0, 0x10, 1, ...get(out), ...get(off), ...PLUS, 0x10, 2];
  return func([5, WORD, 4, LANE], [...gather, ...rolls, ...turn]);
}

/** @param {number} id @param {number[]} body */
const section = (id, body) => [id, ...unsigned(body.length), ...body];
/** @param {string} name */
const named = (name) => [name.length, ...[...name].map((sign) => sign.charCodeAt(0))];

/**
 * The program, with its memory.
 * @param {number} bytes that it needs, those up to `WORK` among them
 * @returns {{memory: WebAssembly.Memory, block: (list: number, nexts: number, ways: number, out: number, off: number) => void}}
 */
export function kernel(bytes) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  new Int32Array(memory.buffer).set([...KEEPS, ...PART_LIST], MORE_AT / FLOAT);
  new Float32Array(memory.buffer).set(ROLL_CHANCE, CHANCES_AT / FLOAT);
  const code = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [3, 0x60, 0, 0, 0x60, 1, WORD, 0, 0x60, 5, WORD, WORD, WORD, WORD, WORD, 0]), // kinds of functions
    ...section(2, [1, ...named("e"), ...named("m"), 2, 0, 0]), // the memory
    ...section(3, [4, 0, 0, 1, 2]), // the functions
    ...section(7, [1, ...named("block"), 0, 3]), // what can be called from here
    ...section(10, [4, ...meanCode(), ...bestCode(), ...sumCode(), ...blockCode()])]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { e: { m: memory } });
  return { memory, block: /** @type {any} */ (exports.block) };
}
