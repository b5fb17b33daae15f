// @ts-check
/**
 * The two races of the dice battle, as lib/chancegames/games/dice_battle has them. No part of this module
 * touches the page.
 *
 * A state is what a player lacks (`a`) and what the other lacks (`b`), both from 1; zero or less is
 * a race that is over. Gains: a win counts 1, a draw 0, a loss -1.
 */
import { InputError, drawIndex, t, throwDice } from "./words.js";

/** @typedef {import("./tables.js").Table} Table */
/** @typedef {"turns"|"draw"|"higher"} Kind in turn; at once, with a draw or the higher total winning at the end */
/** @typedef {{dice: number, gain: number, regret: number, best: boolean, worst: number}} Choice */

/** @type {Record<Kind, string>} */
export const KINDS = {
  turns: t`in turn`,
  draw: t`at once (both arrive: a draw)`,
  higher: t`at once (both arrive: the higher total wins)`,
};
/** Values are stored in single precision. */
const TIE = 2e-7;

/** A race of one kind with one table. */
export class Race {
  /** @param {Table} table @param {Kind} kind */
  constructor(table, kind) {
    this.table = table;
    this.kind = kind;
    this.dice = /** @type {number} */ (table.rules.dice);
    this.goal = /** @type {number} */ (table.rules.goal);
    this.width = this.dice * table.rules.faces;
    this.values = table.arrays[kind === "turns" ? "turns" : `${kind}/values`];
    /** @type {Map<number, number[]>} */
    this.mixed = new Map();
    if (kind !== "turns") {
      const places = table.arrays[`${kind}/mixed_at`];
      for (let n = 0; n < places.length / 2; n++) {
        const weights = [...table.arrays[`${kind}/mixed`].subarray(n * this.dice, (n + 1) * this.dice)];
        this.mixed.set(this.index(places[2 * n], places[2 * n + 1]), weights);
      }
    }
  }

  /** @param {number} a @param {number} b */
  index(a, b) {
    return a * (this.goal + 1) + b;
  }

  /** Chance that `dice` dice score `points`. @param {number} dice @param {number} points */
  chance(dice, points) {
    return this.table.arrays.law[(dice - 1) * this.width + points - 1];
  }

  /** Expected gain of the player who lacks `a` (and throws, if in turn). @param {number} a @param {number} b */
  value(a, b) {
    if (a > 0 && b > 0) return this.values[this.index(a, b)];
    if (this.kind === "higher") return Math.sign(b - a);
    return (a <= 0 ? 1 : 0) - (b <= 0 ? 1 : 0);
  }

  /** In turn: expected gain of the player who lacks `a` while the other, who lacks `b`, is to throw. @param {number} a @param {number} b */
  waiting(a, b) {
    return -this.value(b, a);
  }

  /** In turn: expected gain of a number of dice. @param {number} dice @param {number} a @param {number} b */
  gainInTurn(dice, a, b) {
    let gain = 0;
    for (let k = 1; k <= this.width; k++) {
      const p = this.chance(dice, k);
      if (p) gain += p * (k >= a ? 1 : this.waiting(a - k, b));
    }
    return gain;
  }

  /** At once: expected gain of each number of dice (rows) against each of the other's. @param {number} a @param {number} b */
  matrix(a, b) {
    const { width, dice } = this;
    const inner = Array.from({ length: width }, (_, k) => Array.from({ length: dice }, (__, e) => {
      let gain = 0;
      for (let l = 1; l <= width; l++) {
        const p = this.chance(e + 1, l);
        if (p) gain += p * this.value(a - k - 1, b - l);
      }
      return gain;
    }));
    return Array.from({ length: dice }, (_, d) => Array.from({ length: dice }, (__, e) =>
      inner.reduce((sum, row, k) => sum + this.chance(d + 1, k + 1) * row[e], 0)));
  }

  /** At once: chances with which each number of dice is thrown. @param {number} a @param {number} b @returns {number[]} */
  strategy(a, b) {
    const one = this.table.arrays[`${this.kind}/throw`][this.index(a, b)];
    return this.mixed.get(this.index(a, b)) ?? Array.from({ length: this.dice }, (_, i) => (i + 1 === one ? 1 : 0));
  }

  /**
   * Every number of dice with its expected gain: best play afterwards, and at once against the
   * other's best strategy; `worst` is against the reply that harms most.
   * @param {number} a
   * @param {number} b
   * @returns {Choice[]}
   */
  choices(a, b) {
    /** @type {number[]} */
    const gains = [], /** @type {number[]} */ worst = [];
    const matrix = this.kind === "turns" ? null : this.matrix(a, b);
    const other = matrix && this.strategy(b, a);
    for (let d = 1; d <= this.dice; d++) {
      gains.push(matrix && other ? matrix[d - 1].reduce((sum, gain, e) => sum + gain * other[e], 0) : this.gainInTurn(d, a, b));
      worst.push(matrix ? Math.min(...matrix[d - 1]) : gains[d - 1]);
    }
    const most = Math.max(...gains);
    return gains.map((gain, i) => ({ dice: i + 1, gain, regret: most - gain, best: most - gain <= TIE, worst: worst[i] }));
  }

  /** The dice that best play throws. @param {number} a @param {number} b @param {() => number} random */
  bestThrow(a, b, random) {
    return this.kind === "turns" ? bestOf(this.choices(a, b)) : 1 + drawIndex(this.strategy(a, b), random);
  }

  /** The dice that the other throws, who lacks `a`. @param {number} a @param {number} b @param {() => number} random */
  reply(a, b, random) {
    return this.bestThrow(a, b, random);
  }

  /** Points of a throw. @param {readonly number[]} faces */
  score(faces) {
    return faces.includes(1) ? this.table.rules.bust_score : faces.reduce((sum, face) => sum + face, 0);
  }
}

/** The first of the best. @param {Choice[]} choices */
const bestOf = (choices) => choices.find((c) => c.best)?.dice ?? 1;

/** A race in turn against a player who keeps a rule: all values are those of the best answer to it. */
export class Answer extends Race {
  /** @param {Table} table @param {Rule} rule of the other, who must not throw more dice than the table has */
  constructor(table, rule) {
    super(table, "turns");
    this.rule = rule;
    this.values = new Float64Array((this.goal + 1) ** 2);
    this.waits = new Float64Array((this.goal + 1) ** 2);
    // A throw scores at least a point, so the sum of what both lack falls with each.
    for (let sum = 2; sum <= 2 * this.goal; sum++) {
      for (let a = Math.max(1, sum - this.goal); a <= Math.min(this.goal, sum - 1); a++) {
        const b = sum - a, at = this.index(a, b), dice = rule(b, a);
        this.values[at] = Math.max(...this.choices(a, b).map(({ gain }) => gain));
        for (let k = 1; k <= this.width; k++) this.waits[at] += this.chance(dice, k) * (k >= b ? -1 : this.value(a, b - k));
      }
    }
  }

  /** @override @param {number} a @param {number} b */
  waiting(a, b) {
    return this.waits[this.index(a, b)];
  }

  /** @override @param {number} a @param {number} b */
  reply(a, b) {
    return this.rule(a, b);
  }
}

/* ---------------------------------------------------------------- rules of thumb */

/** @typedef {(a: number, b: number) => number} Rule dice to throw by what one lacks and the other lacks */

/** Best play, looked up once for each state. @param {Race} race @returns {Rule} */
export function bestRule(race) {
  /** @type {Map<number, number>} */
  const known = new Map();
  return (a, b) => {
    const at = race.index(a, b);
    let dice = known.get(at);
    if (dice === undefined) known.set(at, dice = bestOf(race.choices(a, b)));
    return dice;
  };
}

/** @type {Record<string, (x: number, y: number) => boolean>} */
const COMPARED = { "<=": (x, y) => x <= y, ">=": (x, y) => x >= y, "<": (x, y) => x < y, ">": (x, y) => x > y, "=": (x, y) => x === y };

/** The rule of the book for the pocket, as a reader may type it. @param {number} most dice */
export const bookRule = (most) => `other <= 30: ${Math.min(10, most)}
lead <= -10: ${Math.min(7, most)}
lead >= 10: ${Math.min(5, most)}
else: ${Math.min(6, most)}
at most need/4 + 1`;

/** @typedef {{what: string, sign: string, number: number}} Condition  what is compared with a number */
/** @typedef {{steps: {conditions: Condition[], dice: number}[], share: number, more: boolean}} Written  a rule: of its
 *  steps the first counts whose conditions all hold; a share caps the dice at so much of what one needs, if it is not
 *  0: rounded up, or rounded down and one more */

/**
 * Read a rule: entries of conditions and dice, of which the first that fits counts, an entry `else`,
 * and perhaps a last one that caps the dice. "8:2" is short for "need <= 8: 2".
 * @param {string} text @param {number} most dice
 * @returns {Written}
 * @throws {InputError}
 */
export function readRule(text, most) {
  /** @type {Written["steps"]} */
  const steps = [];
  let share = 0, more = false, whole = false, before = 0;
  const plain = text.replaceAll("≤", "<=").replaceAll("≥", ">=").replaceAll("−", "-");
  for (const entry of plain.split(/[\n;]/).flatMap((line) => line.match(/[^:]+:\s*[^:\s,]*|[^:]+$|:/g) ?? [])) {
    const item = entry.replace(/^[\s,]+|[\s,]+$/g, "");
    if (!item) continue;
    const cap = /^at most need\s*\/\s*([1-9]\d*)(\s*\+\s*1)?$/.exec(item);
    if (cap) [share, more] = [Number(cap[1]), Boolean(cap[2])];
    const [, words, count] = /^(.+?)\s*:\s*(\d+)$/.exec(item) ?? [];
    if (cap) continue;
    if (!words) throw new InputError(t`“${item}” cannot be read. Write 8: 2, or lead <= -10: 7, or else: 6.`);
    if (whole) throw new InputError(t`“${item}” comes after else, where nothing is left to decide.`);
    const dice = Number(count), upTo = /^\d+$/.test(words) ? Number(words) : 0;
    if (dice < 1 || dice > most) throw new InputError(t`A roll has 1 to ${most} dice, not ${count}.`);
    if (upTo && upTo <= before) throw new InputError(t`${upTo} must be more than the number before it.`);
    whole = words === "else";
    before = upTo;
    steps.push({ conditions: whole ? [] : upTo ? [{ what: "need", sign: "<=", number: upTo }] : conditionsOf(words), dice });
  }
  if (!whole) throw new InputError(t`The last entry says what to do otherwise, such as else:6.`);
  return { steps, share, more };
}

/** The same as a function. @param {string} text @param {number} most dice @returns {Rule} */
export function parseRule(text, most) {
  const { steps, share, more } = readRule(text, most);
  return (a, b) => {
    const { dice } = /** @type {{dice: number}} */ (steps.find(({ conditions }) => conditions.every(({ what, sign, number }) =>
      COMPARED[sign](what === "need" ? a : what === "other" ? b : b - a, number))));
    return share ? Math.min(dice, more ? Math.floor(a / share) + 1 : Math.ceil(a / share)) : dice;
  };
}

/** Conditions that all have to hold. @param {string} words @returns {Condition[]} */
function conditionsOf(words) {
  return words.split(/\s*,\s*|\s+and\s+/).map((condition) => {
    const [, what, sign, number] = /^(need|other|lead)\s*(<=|>=|<|>|=)\s*(-?\d+)$/.exec(condition) ?? [];
    if (!what) throw new InputError(t`“${condition}” is no condition: compare need, other or lead with a number, such as lead <= -10.`);
    return { what, sign, number: Number(number) };
  });
}

/**
 * Races in turn between two rules, from the start: the share that the first wins.
 * @param {Race} race @param {Rule} first @param {Rule} second @param {number} goal
 * @returns {{opens: number, follows: number}} shares of wins of `first`, as opener and as second
 */
export function duel(race, first, second, goal) {
  const size = goal + 1;
  const mine = new Float64Array(size * size), theirs = new Float64Array(size * size);
  const chances = Array.from({ length: race.dice }, (_, d) =>
    Array.from({ length: race.width }, (__, k) => race.chance(d + 1, k + 1)));
  /** @param {Rule} rule @param {Float64Array} reply @param {number} a @param {number} b */
  const gain = (rule, reply, a, b) => chances[rule(a, b) - 1].reduce((sum, p, k) =>
    sum + (p ? p * (k + 1 >= a ? 1 : -reply[b * size + a - k - 1]) : 0), 0);
  for (let sum = 2; sum <= 2 * goal; sum++) {
    for (let a = Math.max(1, sum - goal); a <= Math.min(goal, sum - 1); a++) {
      mine[a * size + sum - a] = gain(first, theirs, a, sum - a);
      theirs[a * size + sum - a] = gain(second, mine, a, sum - a);
    }
  }
  const start = goal * size + goal;
  return { opens: (1 + mine[start]) / 2, follows: (1 - theirs[start]) / 2 };
}

/* ---------------------------------------------------------------- a race against the page */

/**
 * @typedef {object} Game
 * @property {number} goal
 * @property {number} you points
 * @property {number} page points
 * @property {number} begun 0 if you began, 1 if the page did; 0 at once
 * @property {number} rounds throws of yours
 * @property {number} lost expected gain lost by choices, in millionths
 * @property {number} over 0 while it lasts, else 1: you won, 2: a draw, 3: the page won
 * @property {number} yours points that you began with
 * @property {number} theirs points that the page began with
 */

/** Whom one may race in turn: a page that plays perfectly, by the book's rule, or rolls the same every time. @type {Record<string, string>} */
export const OPPONENTS = { best: t`perfectly`, book: t`by the book’s rule`, always6: t`6 dice every time`, always3: t`3 dice every time` };
/** A page with fewer dice always plays perfectly. */
const WIDE = 6;

/** The race against one of them. @param {Table} table @param {Kind} kind @param {string} opponent */
export function raceAgainst(table, kind, opponent) {
  const race = new Race(table, kind);
  if (opponent === "best" || !hasOpponents(race)) return race;
  const dice = Number(opponent.replace("always", ""));
  return new Answer(table, opponent === "book" ? parseRule(bookRule(race.dice), race.dice) : () => dice);
}

/** Whether one may choose among them: a race at once needs a page that hides its choice, and few dice are no choice. @param {Race} race */
export const hasOpponents = (race) => race.kind === "turns" && race.dice >= WIDE;

/** A race that begins at these scores, and you are to roll. @param {number} goal @param {number} you @param {number} page @returns {Game} */
export const goOn = (goal, you, page) => ({ goal, you, page, begun: 0, rounds: 0, lost: 0, over: 0, yours: you, theirs: page });

/** @typedef {{who: "you"|"page", faces: number[], points: number}} Thrown */
/** @typedef {{game: Game, thrown: Thrown[], choice?: Choice}} Step */

/** @param {Race} race @param {number} goal @param {number} begun @param {() => number} random @returns {Step} */
export function begin(race, goal, begun, random) {
  const game = { ...goOn(goal, 0, 0), begun };
  return begun && race.kind === "turns" ? pageThrows(race, game, random) : { game: { ...game, begun: race.kind === "turns" ? begun : 0 }, thrown: [] };
}

/** Throw so many dice; the page does its part. @param {Race} race @param {Game} game @param {number} dice @param {() => number} random @returns {Step} */
export function play(race, game, dice, random) {
  if (game.over) throw new InputError(t`This race is over: begin another.`);
  if (!(Number.isInteger(dice) && dice >= 1 && dice <= race.dice)) throw new InputError(t`A roll has 1 to ${race.dice} dice, not ${dice}.`);
  const choice = race.choices(game.goal - game.you, game.goal - game.page)[dice - 1];
  const replied = race.kind === "turns" ? 0 : race.bestThrow(game.goal - game.page, game.goal - game.you, random);
  const mine = thrown(race, "you", dice, random);
  const after = { ...game, you: game.you + mine.points, rounds: game.rounds + 1, lost: game.lost + Math.round(1e6 * choice.regret) };
  if (race.kind === "turns") {
    if (after.you >= game.goal) return { game: { ...after, over: 1 }, thrown: [mine], choice };
    const reply = pageThrows(race, after, random);
    return { game: reply.game, thrown: [mine, ...reply.thrown], choice };
  }
  const other = thrown(race, "page", replied, random);
  after.page += other.points;
  return { game: { ...after, over: outcome(race, after) }, thrown: [mine, other], choice };
}

/** @param {Race} race @param {Game} game @param {() => number} random @returns {Step} */
function pageThrows(race, game, random) {
  const other = thrown(race, "page", race.reply(game.goal - game.page, game.goal - game.you, random), random);
  const page = game.page + other.points;
  return { game: { ...game, page, over: page >= game.goal ? 3 : 0 }, thrown: [other] };
}

/** @param {Race} race @param {"you"|"page"} who @param {number} dice @param {() => number} random @returns {Thrown} */
function thrown(race, who, dice, random) {
  const faces = throwDice(dice, random, race.table.rules.faces);
  return { who, faces, points: race.score(faces) };
}

/** @param {Race} race @param {Game} game */
function outcome(race, game) {
  if (game.you < game.goal && game.page < game.goal) return 0;
  return 2 - race.value(game.goal - game.you, game.goal - game.page);
}

/** What the race was worth to you when it began. @param {Race} race @param {Game} game */
export function beginning(race, game) {
  const yours = game.goal - game.yours, theirs = game.goal - game.theirs;
  return game.begun ? race.waiting(yours, theirs) : race.value(yours, theirs);
}

/** @typedef {{you: number, page: number, roll: Thrown, made: Choice, choices: Choice[]}} Judged a roll of the reader, and the scores before it */

/** The reader's rolls, judged one by one: the scores are found back from where the race stands. @param {Race} race @param {Game} game @param {Thrown[]} rolls @returns {Judged[]} */
export function judgedRolls(race, game, rolls) {
  /** @type {Judged[]} */
  const found = [];
  let { you, page } = game;
  for (const roll of [...rolls].reverse()) {
    if (roll.who === "you") you -= roll.points;
    else page -= roll.points;
    if (you < game.yours || page < game.theirs) break;
    if (roll.who !== "you" || Math.max(you, page) >= game.goal) continue;
    const choices = race.choices(game.goal - you, game.goal - page), made = choices[roll.faces.length - 1];
    if (made) found.unshift({ you, page, roll, made, choices });
  }
  return found;
}

const FIELDS = /** @type {const} */ (["goal", "you", "page", "begun", "rounds", "lost", "over", "yours", "theirs"]);

/** A position to go on from, in one word: both scores. @param {number} you @param {number} page */
export const wordOf = (you, page) => `${you}_${page}`;

/**
 * The race that goes on from such a word, without what happened before.
 * @param {number} goal @param {string} word
 * @returns {Game}
 * @throws {InputError}
 */
export function gameOf(goal, word) {
  const scores = word.split("_").map(Number);
  if (scores.length !== 2 || !scores.every((score) => Number.isInteger(score) && score >= 0 && score < goal)) {
    throw new InputError(t`The address holds no race that can be gone on with: begin a new one.`);
  }
  return goOn(goal, scores[0], scores[1]);
}

/**
 * A race that was kept, if it is one.
 * @param {Race} race @param {any} kept
 * @returns {Game}
 * @throws {InputError}
 */
export function soundGame(race, kept) {
  const game = /** @type {Game} */ (Object.fromEntries(FIELDS.map((name) => [name, kept?.[name]])));
  const whole = FIELDS.every((name) => Number.isInteger(game[name]) && game[name] >= 0) && game.yours <= game.you && game.theirs <= game.page;
  const arrived = Math.max(game.you, game.page) >= game.goal;
  const one = race.kind !== "turns" || Math.min(game.you, game.page) < game.goal;
  if (!whole || game.goal < 1 || game.goal > race.goal || game.begun > 1 || Math.max(game.you, game.page) >= game.goal + race.width || !one
    || game.over !== (arrived ? outcome(race, game) : 0)) {
    throw new InputError(t`The race that was kept cannot be gone on with.`);
  }
  return game;
}
