// @ts-check
/**
 * The whole game of 421 against the page, as states and steps. No part of this module touches
 * the page.
 */
import { NOBODY, NOTHING, PAGE, YOU, CASTS } from "./game421-rules.js";
import { InputError, many, t, throwDice } from "./words.js";

/** @typedef {import("./game421-rules.js").Whole421} Whole421 */
/** @typedef {import("./game421-rules.js").Choice} Choice */

/** What the page may play for. Only who plays for the game makes no mistake. */
export const AIMS = /** @type {const} */ (["game", "tokens", "421"]);

/**
 * A game between two steps of the reader.
 * @typedef {object} Game
 * @property {number} position tokens and starter: a number of `Whole421.positions`
 * @property {number} limit casts that the reader has in this set
 * @property {number} made casts made; 0 before the only cast of a set
 * @property {number} kept dice put aside, as a state of the round
 * @property {number} table dice in sight
 * @property {number} first the page's hand if it started, from 0, else -1
 * @property {number} reply the page's hand if it came second and the set is over, from 0, else -1
 * @property {number} next the position after a set that is over, else -1
 * @property {number} begin the position in which the game began
 * @property {number} sets sets begun
 * @property {number} lost chance lost by choices, in millionths
 * @property {number} aim what the page plays for, of `AIMS`
 * @property {number} given chance won by choices of the page, in millionths
 */

/** @typedef {{game: Game, told: string[]}} Step what follows, and what there is to tell of it */

/** @param {Whole421} whole @param {() => number} random @param {number} starter @param {number} [aim] of the page */
export function begin(whole, random, starter, aim = 0) {
  const position = whole.find(whole.round.table.rules.pot, 0, starter);
  if (position === undefined) throw new InputError(t`A game is begun by you or by the page.`);
  return dealSet(whole, { position, begin: position, sets: 0, lost: 0, aim, given: 0 }, random);
}

/**
 * A game from the start of one of its sets, which the reader begins.
 * @param {Whole421} whole @param {() => number} random
 * @param {string|number} pot tokens there @param {string|number} yours tokens of the reader
 * @param {readonly number[]} [shown] the first cast, if it is known
 * @throws {InputError} if no set begins there
 */
export function beginAt(whole, random, pot, yours, shown) {
  const position = whole.number.get([pot, yours, YOU].join());
  if (position === undefined) {
    throw new InputError(t`No set begins with ${pot} in the pot and ${yours} in your hand: a game has ${whole.round.table.rules.pot} tokens.`);
  }
  const { game } = dealSet(whole, { position, begin: position, sets: 0, lost: 0, aim: 0, given: 0 }, random);
  return shown ? { ...game, table: whole.round.find(shown) } : game;
}

/**
 * Begin a set: the page plays first if it is its turn, then the reader casts.
 * @param {Whole421} whole
 * @param {Pick<Game, "position"|"begin"|"sets"|"lost"|"aim"|"given">} at
 * @param {() => number} random
 * @returns {Step}
 */
export function dealSet(whole, at, random) {
  const { round } = whole;
  const told = [];
  let first = -1, limit = CASTS, { given } = at;
  if (whole.positions[at.position][2] === PAGE) {
    const played = playOut(whole, at, -1, CASTS, random);
    first = played.hand;
    limit = played.casts;
    ({ given } = played);
    told.push(...played.told);
  }
  const dealt = { ...at, given, sets: at.sets + 1, limit, kept: NOTHING, first, reply: -1, next: -1 };
  if (limit === 1) return { game: { ...dealt, made: 0, table: round.firstHand }, told }; // the reader casts, and no choice is left
  return { game: { ...dealt, made: 1, table: cast(whole, NOTHING, random) }, told };
}

/** @param {Whole421} whole @param {Game} game @returns {Choice[]} */
export function advise(whole, game) {
  const { player, values } = reader(whole, game);
  if (!game.made) return [{ option: NOTHING, value: values[whole.round.count + NOTHING], regret: 0, best: true }];
  return whole.round.choices(player, values, game.limit - game.made, game.kept, game.table);
}

/**
 * The reader's chance to win the game as it was just before the last cast.
 * @param {Whole421} whole @param {Game} game
 */
export function promised(whole, game) {
  const { values } = reader(whole, game);
  return values[(game.limit - game.made + 1) * whole.round.count + game.kept];
}

/**
 * Both hands of a set that is over, from 0, and who lost it.
 * @param {Whole421} whole @param {Game} game
 * @returns {{yours: number, pages: number, loser: number, amount: number}} amount: tokens, if there are so many
 */
export function hands(whole, game) {
  const yours = game.table - whole.round.firstHand, begun = game.first < 0;
  const pages = begun ? game.reply : game.first;
  const { loser, amount } = begun ? whole.result(yours, pages) : whole.result(pages, yours);
  return { yours, pages, amount, loser: loser === NOBODY ? NOBODY : (loser === 0) === begun ? YOU : PAGE };
}

/**
 * Put dice aside, and cast the others or stop.
 * @param {Whole421} whole @param {Game} game @param {number} option @param {() => number} random
 * @returns {Step}
 */
export function choose(whole, game, option, random) {
  const choice = advise(whole, game).find((c) => c.option === option);
  if (!choice) throw new InputError(t`These dice cannot be put aside now.`);
  const lost = game.lost + Math.round(choice.regret * 1e6);
  if (whole.round.isHand(option)) return settle(whole, { ...game, lost, kept: option }, option, random);
  const table = cast(whole, option, random);
  const after = { ...game, lost, kept: option, table, made: game.made + 1 };
  return after.made < game.limit ? { game: after, told: [] } : settle(whole, after, table, random);
}

/** @param {Whole421} whole @param {Game} game @param {() => number} random @returns {Step} */
export function nextSet(whole, game, random) {
  return dealSet(whole, { ...game, position: game.next }, random);
}

/** Whether the game is over. @param {Whole421} whole @param {Game} game */
export const isOver = (whole, game) => game.next >= whole.lost;

/** The reader's role and the chances to win that lie ahead. @param {Whole421} whole @param {Game} game */
function reader(whole, game) {
  const plan = whole.plan(game.position);
  return game.first < 0
    ? { player: /** @type {const} */ ("first"), values: plan.starter }
    : { player: /** @type {const} */ ("next"), values: plan.next[game.first] };
}

/** @param {Whole421} whole @param {number} kept @param {() => number} random */
function cast(whole, kept, random) {
  const { dice, faces } = whole.round.table.rules;
  const aside = whole.round.faces(kept);
  return whole.round.find([...aside, ...throwDice(dice - aside.length, random, faces)]);
}

/**
 * Let the page play its round.
 * @param {Whole421} whole
 * @param {Pick<Game, "position"|"aim"|"given">} at
 * @param {number} hand of the reader who started, or -1 if the page starts
 * @param {number} limit casts
 * @param {() => number} random
 */
function playOut(whole, at, hand, limit, random) {
  const { round } = whole, plan = whole.plan(at.position), aim = AIMS[at.aim];
  const player = hand < 0 ? "first" : "next";
  const values = hand < 0 ? plan.starter : plan.next[hand];
  const shown = [];
  let kept = NOTHING, casts = 0, { given } = at;
  while (!round.isHand(kept)) {
    const table = cast(whole, kept, random);
    casts += 1;
    const all = round.choices(player, values, limit - casts, kept, table);
    const liked = aim === "game" ? all : whole.habit(aim, player).choices(limit - casts, kept, table);
    const { option } = liked.find((c) => c.best) ?? liked[0];
    given += Math.round(1e6 * (all.find((c) => c.option === option)?.regret ?? 0));
    kept = option;
    const wins = player === "next" && whole.result(hand, table - round.firstHand).loser === 0, forced = wins && casts < limit; // as often as the reader did
    const step = round.isHand(kept) ? "" : (forced ? t` (must cast on)` : "") + (kept === NOTHING ? t`, casts all again` : t`, keeps ${round.apart(kept)}`);
    shown.push(`${round.words(table)}${step}`);
  }
  const head = t`The page: ${shown.join(t`; `)}.`;
  return { hand: kept - round.firstHand, casts, given, told: [head] };
}

/** Compare the hands. @param {Whole421} whole @param {Game} game @param {number} hand @param {() => number} random @returns {Step} */
function settle(whole, game, hand, random) {
  const { round } = whole;
  const told = [];
  let other = game.first, { given } = game;
  if (other < 0) {
    const played = playOut(whole, game, hand - round.firstHand, game.made, random);
    other = played.hand;
    ({ given } = played);
    told.push(...played.told);
  }
  const mine = hand - round.firstHand;
  const next = game.first < 0 ? whole.after(game.position, mine, other) : whole.after(game.position, other, mine);
  const settled = { ...game, given, table: hand, kept: hand, reply: game.first < 0 ? other : -1, next };
  told.push(t`Your ${round.words(hand)} against ${round.words(other + round.firstHand)}: ${outcome(whole, settled)}`);
  return { game: settled, told };
}

/** What a set that is over has brought. @param {Whole421} whole @param {Game} game */
export function outcome(whole, game) {
  const { loser, amount } = hands(whole, game), { next } = game;
  if (next === whole.won) return t`you are rid of all tokens and win the game.`;
  if (next === whole.lost) return t`the page is rid of all tokens and wins the game.`;
  if (loser === NOBODY) return t`nobody gets tokens.`;
  const all = whole.round.table.rules.pot, [pot] = whole.positions[game.position];
  const held = (/** @type {number} */ p) => [whole.positions[p][1], all - whole.positions[p][0] - whole.positions[p][1]][loser];
  const tokens = held(next) - held(game.position), from = pot ? t`from the pot` : loser === YOU ? t`from the page` : t`from you`;
  const short = tokens < amount ? t`, which has no more (the hand is worth ${amount})` : "", got = many(tokens, t`token`);
  return loser === YOU ? t`you lose the set and take ${got} ${from}${short}.` : t`you win the set: the page must take ${got} ${from}${short}.`;
}

/* ---------------------------------------------------------------- to keep and to share */

const FIELDS = /** @type {const} */ (["position", "limit", "made", "kept", "table", "first", "reply", "next", "begin", "sets", "lost", "aim", "given"]);

/** A game in one word. @param {Game} game */
export const encode = (game) => FIELDS.map((name) => game[name]).join("_");

/**
 * Read such a word back. What is missing at its end is 0: the first such words had no aim.
 * @param {Whole421} whole
 * @param {string} word
 * @returns {Game}
 * @throws {InputError} if there is no such game
 */
export function decode(whole, word) {
  const parts = word.split("_");
  const game = /** @type {Game} */ (Object.fromEntries(FIELDS.map((name, i) => [name, Number(parts[i] ?? 0)])));
  const { round, positions } = whole;
  const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) => Number.isInteger(value) && value >= least && value <= most;
  const numbers = parts.length <= FIELDS.length
    && within(game.position, 0, positions.length - 1) && within(game.begin, 0, positions.length - 1)
    && within(game.limit, 1, CASTS) && within(game.made, 0, game.limit)
    && within(game.kept, 0, round.count - 1) && within(game.table, round.firstHand, round.count - 1)
    && within(game.first, -1, round.hands - 1) && within(game.reply, -1, round.hands - 1) && within(game.next, -1, whole.won)
    && within(game.sets, 1, 1e6) && within(game.lost, 0, 1e9) && within(game.aim, 0, AIMS.length - 1) && within(game.given, 0, 1e9);
  if (!numbers || !possible(whole, game)) throw new InputError(t`The address holds no game that can be gone on with: begin a new one.`);
  return game;
}

/** @param {Whole421} whole @param {Game} game */
function possible(whole, game) {
  const { round } = whole;
  if ((whole.positions[game.position][2] === PAGE) !== game.first >= 0) return false;
  if (game.first < 0 && game.limit !== CASTS) return false;
  if ((game.reply >= 0) !== (game.first < 0 && game.next >= 0)) return false;
  if (!round.between(game.kept, game.table).length) return false;
  if (game.next < 0) return game.made < game.limit && !round.isHand(game.kept) && (game.made > 1 || game.kept === NOTHING) && (game.made > 0 || game.limit === 1);
  const [, sides, amounts] = round.table.shapes.targets;
  const { targets } = round.table.arrays;
  const start = game.position * sides * amounts;
  return targets.subarray(start, start + sides * amounts).some((target) => target === game.next);
}
