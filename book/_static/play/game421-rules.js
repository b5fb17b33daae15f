// @ts-check
/**
 * The round of 421 and the whole game, as lib/chancegames/games/game421 has them. No part of this module
 * touches the page.
 *
 * States are combinations of at most three dice, numbered as in the table, the shorter first. A
 * position of a round: casts left, dice put aside earlier (`kept`), all dice in sight (`table`).
 * An option is the state of the dice that are then aside.
 */
import { InputError, listed, t } from "./words.js";

/** @typedef {import("./tables.js").Table} Table */
/** @typedef {"first"|"next"} Player */
/** @typedef {{option: number, value: number, regret: number, best: boolean}} Choice */

const TIE = 1e-9;
/** The page plays three casts: its positions and sentences say so. Other numbers are the library's, `Game(casts=2)`. */
export const CASTS = 3;
export const NOTHING = 0;

/** The combinations of a round and what may follow what. */
export class Round421 {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} faces of each state, such as "124" */
    this.names = table.data.states;
    this.count = this.names.length;
    this.firstHand = this.names.findIndex((name) => name.length === table.rules.dice);
    this.hands = this.count - this.firstHand;
    /** @type {Map<string, number>} */
    this.number = new Map(this.names.map((name, n) => [name, n]));
    /** @type {{tables: Int16Array, weights: Float64Array, throws: number}[]} */
    this.casts = this.names.slice(0, this.firstHand).map((name) => this.castsFrom(name));
    /** @type {Map<number, number[]>} */
    this.known = new Map();
  }

  /** @param {string} kept */
  castsFrom(kept) {
    const left = this.table.rules.dice - kept.length;
    const thrown = this.names.filter((name) => name.length === left);
    return {
      tables: Int16Array.from(thrown, (name) => this.find(kept + name)),
      weights: Float64Array.from(thrown, arrangements),
      throws: this.table.rules.faces ** left,
    };
  }

  /** The number of a combination. @param {string|readonly (number|string)[]} dice in any order */
  find(dice) {
    const found = this.number.get([...dice].map(String).sort().join(""));
    if (found === undefined) throw new InputError(t`${[...dice].join(" ")} are no dice of this game.`);
    return found;
  }

  /** @param {number} state */
  faces(state) {
    return [...this.names[state]].map(Number);
  }

  /** @param {number} state */
  isHand(state) {
    return state >= this.firstHand;
  }

  /** As players write it, the greatest face first. @param {number} state */
  words(state) {
    return [...this.names[state]].reverse().join("");
  }

  /** Dice to keep, one by one. @param {number} state */
  apart(state) {
    return listed([...this.words(state)], t`and`);
  }

  /**
   * States between what is aside and what is in sight, the shorter first, as they are numbered.
   * @param {number} kept
   * @param {number} table
   */
  between(kept, table) {
    const key = kept * this.count + table;
    let found = this.known.get(key);
    if (!found) {
      const low = this.names[kept], high = this.names[table];
      found = [];
      for (let s = kept; s <= table; s++) if (contains(this.names[s], low) && contains(high, this.names[s])) found.push(s);
      this.known.set(key, found);
    }
    return found;
  }

  /**
   * @param {Player} player
   * @param {number} left casts left
   * @param {number} kept
   * @param {number} table
   * @returns {number[]}
   */
  options(player, left, kept, table) {
    if (left === 0) return [table];
    const found = this.between(kept, table);
    return player === "next" ? found.slice(0, -1) : found;
  }

  /**
   * Say in one sentence why this is no position with a choice.
   * @param {Player} player
   * @param {number} left
   * @param {readonly number[]} kept
   * @param {readonly number[]} table
   */
  check(player, left, kept, table) {
    const { dice } = this.table.rules;
    if (table.length !== dice) throw new InputError(t`421 is played with ${dice} dice, not ${table.length}.`);
    const rest = [...table];
    for (const face of kept) {
      const place = rest.indexOf(face);
      if (place < 0) throw new InputError(t`The dice put aside must be among ${table.join(" ")}: there is no such ${face}.`);
      rest.splice(place, 1);
    }
    if (left === 2 && kept.length) throw new InputError(t`With two casts left only one was made, and no die was put aside before it.`);
    if (!rest.length) throw new InputError(t`If all three dice were aside before the last cast, the round was over.`);
    if (left < 1 || left > 2 || (player !== "first" && player !== "next")) throw new InputError(t`There is a choice with one or two casts left.`);
  }

  /**
   * Solve a round: mean-max. Solved here are readers' own utilities and the sets of the whole game;
   * for the built-in utilities the library's own values are in the table.
   * @param {Player} player
   * @param {ArrayLike<number>[]} worth for 0, 1 and 2 casts left: what each hand is worth
   * @returns {Float64Array} entry [left * count + state]
   */
  solve(player, worth) {
    const { count, firstHand } = this;
    const values = new Float64Array((CASTS + 1) * count);
    for (let left = 0; left <= CASTS; left++) {
      for (let h = 0; h < this.hands; h++) {
        if (left < CASTS && (left === 0 || player === "first")) values[left * count + firstHand + h] = worth[left][h];
      }
      const last = left === 0 ? 0 : left === CASTS ? 1 : firstHand;
      for (let s = 0; s < last; s++) values[left * count + s] = this.meanOfMax(player, values, left, s);
    }
    return values;
  }

  /** @param {Player} player @param {Float64Array} values @param {number} left @param {number} kept */
  meanOfMax(player, values, left, kept) {
    const { tables, weights, throws } = this.casts[kept];
    let total = 0;
    for (let n = 0; n < tables.length; n++) {
      let most = -Infinity;
      for (const option of this.options(player, left - 1, kept, tables[n])) most = Math.max(most, values[(left - 1) * this.count + option]);
      total += weights[n] * most;
    }
    return total / throws;
  }

  /**
   * Every choice at a position with what it is worth and what it loses.
   * @param {Player} player
   * @param {ArrayLike<number>} values
   * @param {number} left
   * @param {number} kept
   * @param {number} table
   * @returns {Choice[]}
   */
  choices(player, values, left, kept, table) {
    const options = this.options(player, left, kept, table);
    const worth = options.map((option) => values[left * this.count + option]);
    const best = Math.max(...worth);
    return options.map((option, i) => ({ option, value: worth[i], regret: best - worth[i], best: best - worth[i] <= TIE }));
  }

  /**
   * What ends bring on average after an option, if the best choice by some values is made from there on (the first of equals).
   * @param {Player} player
   * @param {ArrayLike<number>} values
   * @param {(left: number, hand: number) => number[]} ends what a hand brings, from 0, with so many casts left
   * @param {number} left casts
   * @param {number} option dice aside, as a state
   * @param {Map<number, number[]>} [known]
   * @returns {number[]}
   */
  average(player, values, ends, left, option, known = new Map()) {
    if (this.isHand(option)) return ends(left, option - this.firstHand);
    const key = left * this.count + option, { tables, weights, throws } = this.casts[option];
    if (!known.has(key)) {
      const parts = Array.from(tables, (table) => {
        const made = this.choices(player, values, left - 1, option, table).find((c) => c.best);
        return this.average(player, values, ends, left - 1, made?.option ?? table, known);
      });
      known.set(key, parts[0].map((_, i) => parts.reduce((sum, part, n) => sum + (weights[n] / throws) * part[i], 0)));
    }
    return known.get(key) ?? [];
  }
}

/** How many throws show a combination. @param {string} faces */
function arrangements(faces) {
  let ways = 1;
  const seen = /** @type {Record<string, number>} */ ({});
  [...faces].forEach((face, i) => {
    seen[face] = (seen[face] ?? 0) + 1;
    ways = (ways * (i + 1)) / seen[face];
  });
  return ways;
}

/** Both in increasing order. @param {string} whole @param {string} part */
function contains(whole, part) {
  let at = 0;
  for (const face of part) {
    at = whole.indexOf(face, at) + 1;
    if (!at) return false;
  }
  return true;
}

/**
 * What a round is about: its utility, the values of its states, and the goals of a position.
 */
export class Stakes {
  /**
   * @param {Round421} round
   * @param {Player} player
   * @param {ArrayLike<number>} utility of each hand
   * @param {ArrayLike<number>} [values] from the table; else they are computed
   */
  constructor(round, player, utility, values) {
    this.round = round;
    this.player = player;
    this.utility = utility;
    this.values = values ?? round.solve(player, [utility, utility, utility]);
    /** Whether players who look first never stop at a hand of the smallest worth. */
    this.neverWorst = false;
    /** @type {Map<number, Stakes>} */
    this.aims = new Map();
    /** @type {Map<string, number>} */
    this.promises = new Map();
  }

  /** @param {Round421} round @param {Player} player @param {string} name of a built-in utility */
  static named(round, player, name) {
    const names = Object.keys(round.table.data.utilities);
    const [, players, lefts, states] = round.table.shapes.values;
    const size = lefts * states;
    const from = (names.indexOf(name) * players + (player === "first" ? 0 : 1)) * size;
    const values = round.table.arrays.values.subarray(from, from + size);
    return new Stakes(round, player, round.table.data.utilities[name], values);
  }

  /** @param {number} left @param {number} kept @param {number} table */
  choices(left, kept, table) {
    return this.round.choices(this.player, this.values, left, kept, table);
  }

  /**
   * Which hands come in the end after an option, best play afterwards (the first of equals).
   * @param {number} left casts @param {number} option dice aside, as a state
   * @returns {Float64Array} chance of each hand, from 0
   */
  ends(left, option) {
    const { round } = this, found = new Float64Array(round.hands);
    if (round.isHand(option)) {
      found[option - round.firstHand] = 1;
      return found;
    }
    const { tables, weights, throws } = round.casts[option];
    tables.forEach((table, n) => {
      const best = this.choices(left - 1, option, table).find((c) => c.best)?.option ?? table;
      this.ends(left - 1, best).forEach((chance, hand) => { found[hand] += (weights[n] / throws) * chance; });
    });
    return found;
  }

  /** @param {Float64Array} ends chance of each hand @returns {number} standard deviation of its worth */
  spread(ends) {
    const mean = ends.reduce((sum, chance, hand) => sum + chance * this.utility[hand], 0);
    return Math.sqrt(ends.reduce((sum, chance, hand) => sum + chance * (this.utility[hand] - mean) ** 2, 0));
  }

  /**
   * What tells two options apart most: the worth that the first reaches more often, by the most.
   * @param {number} left @param {number} one @param {number} other
   * @returns {{worth: number, one: number, other: number}} chances of at least so much
   */
  difference(left, one, other) {
    const { utility } = this, [a, b] = [one, other].map((option) => this.ends(left, option));
    const reached = (/** @type {Float64Array} */ ends, /** @type {number} */ worth) => ends.reduce((sum, chance, hand) => sum + (utility[hand] >= worth ? chance : 0), 0);
    return [...new Set(Array.from(utility))].map((worth) => ({ worth, one: reached(a, worth), other: reached(b, worth) }))
      .reduce((most, each) => (each.one - each.other > most.one - most.other ? each : most));
  }

  /**
   * What trying for each goal brings, and how often it is reached (equations 51 and 52 of 2007).
   * @param {number} left
   * @param {number} state
   * @returns {{goal: number, honest: number, blind: number, chance: number}[]} with serendipity,
   *   without, and the chance of success
   */
  prospects(left, state) {
    const { round, utility } = this;
    if (round.isHand(state)) {
      const worth = utility[state - round.firstHand];
      return [{ goal: state, honest: worth, blind: worth, chance: 1 }];
    }
    const missing = round.table.rules.dice - round.names[state].length;
    const chances = round.table.arrays[`${this.player}/${missing}/${left}`];
    const { tables } = round.casts[state];
    const worths = Float64Array.from(tables, (hand) => utility[hand - round.firstHand]);
    const size = tables.length;
    return Array.from(tables, (goal, row) => {
      let honest = 0;
      for (let column = 0; column < size; column++) honest += chances[row * size + column] * worths[column];
      const chance = chances[row * size + row];
      return { goal, honest, blind: chance * worths[row], chance };
    });
  }

  /** The most useful goals. @param {number} left @param {number} state @param {boolean} serendipity */
  goals(left, state, serendipity) {
    const all = this.prospects(left, state);
    const of = (/** @type {{honest: number, blind: number}} */ p) => (serendipity ? p.honest : p.blind);
    const most = Math.max(...all.map(of));
    return all.filter((p) => most - of(p) <= TIE);
  }

  /** The round with 1 for one goal and 0 for all else. @param {Round421} round @param {Player} player @param {number} goal */
  static reach(round, player, goal) {
    const point = new Float64Array(round.hands);
    point[goal - round.firstHand] = 1;
    return new Stakes(round, player, point);
  }

  /** The same round for one goal. @param {number} goal */
  aim(goal) {
    const aim = this.aims.get(goal) ?? Stakes.reach(this.round, this.player, goal);
    this.aims.set(goal, aim);
    return aim;
  }

  /**
   * The policies of the papers at a position: with which chances each takes which option.
   * @param {number} left
   * @param {number} kept
   * @param {number} table
   * @param {number} goal of the ratchet and its kin
   * @returns {{name: string, law: Map<number, number>|null, mean: number}[]} no law: nothing that this player can do here
   */
  policies(left, kept, table, goal) {
    const choices = this.choices(left, kept, table);
    const value = new Map(choices.map((c) => [c.option, c.value]));
    const options = [...value.keys()];
    const aimed = this.round.words(goal);
    const equal = (/** @type {number[]} */ chosen) => new Map(chosen.map((o) => [o, 1 / chosen.length]));
    const look = (/** @type {boolean} */ serendipity) => equal(this.promising(left, options, serendipity));
    const ratchet = meet(this.round, goal, table);
    const follows = this.player === "first";
    /** @type {[string, Map<number, number>|null][]} */
    const laws = [
      [t`best play`, equal(choices.filter((c) => c.best).map((c) => c.option))],
      [t`keeps what fits ${aimed}`, follows && value.has(ratchet) ? equal([ratchet]) : null],
      [t`all or nothing for ${aimed}`, follows ? equal([table === goal ? table : kept]) : null],
      [t`wants ${aimed} and nothing else`, best(this.aim(goal).choices(left, kept, table), equal)],
      [t`looks first, counts the misses`, look(true)],
      [t`looks first, takes a miss for nothing`, look(false)],
      [t`picks a goal before the cast, counts the misses`, this.redraw(left, kept, table, true)],
      [t`picks a goal before the cast, takes a miss for nothing`, this.redraw(left, kept, table, false)],
      [t`keeps dice at random`, equal(options)],
    ];
    return laws.map(([name, law]) => ({
      name,
      law,
      mean: law ? [...law].reduce((sum, [o, p]) => sum + p * (value.get(o) ?? NaN), 0) : NaN,
    }));
  }

  /**
   * The options that promise most to a player who looks at the cast first, goal by goal.
   * @param {number} left @param {readonly number[]} options @param {boolean} serendipity whether misses count
   */
  promising(left, options, serendipity) {
    const { round, utility } = this, worst = Math.min(...Array.from(utility));
    const poor = (/** @type {number} */ option) => round.isHand(option) && utility[option - round.firstHand] === worst;
    const open = this.neverWorst && options.length > 1 ? options.filter((option) => !poor(option)) : options;
    const seen = open.map((option) => this.promise(left, option, serendipity)), most = Math.max(...seen);
    return open.filter((_, i) => most - seen[i] <= TIE);
  }

  /** What the best goal promises after an option. @param {number} left @param {number} option @param {boolean} serendipity */
  promise(left, option, serendipity) {
    const key = [left, option, serendipity].join(), known = this.promises.get(key);
    if (known !== undefined) return known;
    const found = Math.max(...this.prospects(left, option).map((p) => (serendipity ? p.honest : p.blind)));
    this.promises.set(key, found);
    return found;
  }

  /**
   * What the round brings before its first cast if each choice is drawn from the options that a player names.
   * @param {(left: number, options: number[]) => readonly number[]} player
   * @returns {number}
   */
  brings(player) {
    const { round, utility } = this, known = new Map();
    const from = (/** @type {number} */ left, /** @type {number} */ state) => {
      if (round.isHand(state)) return utility[state - round.firstHand];
      const key = left * round.count + state;
      if (known.has(key)) return known.get(key);
      const { tables, weights, throws } = round.casts[state];
      let total = 0;
      tables.forEach((table, n) => {
        const chosen = player(left - 1, round.options(this.player, left - 1, state, table));
        total += (weights[n] / throws / chosen.length) * chosen.reduce((/** @type {number} */ sum, option) => sum + from(left - 1, option), 0);
      });
      known.set(key, total);
      return total;
    };
    return from(CASTS, NOTHING);
  }

  /**
   * Draw one of the goals that were best before the cast, then take a step towards it.
   * @param {number} left @param {number} kept @param {number} table @param {boolean} serendipity
   */
  redraw(left, kept, table, serendipity) {
    const goals = this.goals(left + 1, kept, serendipity);
    /** @type {Map<number, number>} */
    const law = new Map();
    for (const { goal } of goals) {
      const chosen = this.aim(goal).choices(left, kept, table).filter((c) => c.best);
      for (const { option } of chosen) law.set(option, (law.get(option) ?? 0) + 1 / chosen.length / goals.length);
    }
    return law;
  }
}

/** @param {Choice[]} choices @param {(chosen: number[]) => Map<number, number>} equal */
const best = (choices, equal) => equal(choices.filter((c) => c.best).map((c) => c.option));

/** Dice that two combinations share. @param {Round421} round @param {number} one @param {number} other */
function meet(round, one, other) {
  const rest = [...round.names[other]];
  const shared = [...round.names[one]].filter((face) => {
    const place = rest.indexOf(face);
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
  return round.find(shared);
}

/* ---------------------------------------------------------------- one's own utility */

/**
 * Read one's own utility: "421=10 111=7 other=1".
 * @param {string} text
 * @param {Round421} round
 * @returns {number[]} of each hand
 */
export function parseUtility(text, round) {
  const items = text.replace(/\s*[=:]\s*/g, "=").split(/[\s,;]+/).filter(Boolean);
  if (!items.length) throw new InputError(t`Write hands and what they are worth, such as 421=10 111=7 other=1.`);
  const given = new Map();
  for (const item of items) {
    const [name, worth, more] = item.split("=");
    const value = Number((worth ?? "").replace("−", "-"));
    if (worth === undefined || worth === "" || more !== undefined || !Number.isFinite(value)) throw new InputError(t`“${item}” is not of the form 421=10.`);
    if (Math.abs(value) > 1e6) throw new InputError(t`${worth} is more than a hand can be worth here: stay below a million.`);
    const hand = name === "other" ? -1 : round.number.get([...name].sort().join(""));
    if (hand === undefined || (hand >= 0 && !round.isHand(hand))) throw new InputError(t`“${name}” is not a hand of three dice with faces 1 to 6.`);
    if (given.has(hand)) throw new InputError(t`${name} is given twice.`);
    given.set(hand, value);
  }
  return Array.from({ length: round.hands }, (_, h) => given.get(round.firstHand + h) ?? given.get(-1) ?? 0);
}

/**
 * Write a utility in the same way, the most frequent worth as `other`.
 * @param {ArrayLike<number>} utility
 * @param {Round421} round
 */
export function writeUtility(utility, round) {
  const counts = new Map();
  for (const worth of Array.from(utility)) counts.set(worth, (counts.get(worth) ?? 0) + 1);
  const other = [...counts].sort((a, b) => b[1] - a[1])[0][0];
  const named = Array.from(utility, (worth, h) => ({ worth, name: round.words(round.firstHand + h) }))
    .filter(({ worth }) => worth !== other).sort((a, b) => b.worth - a.worth || b.name.localeCompare(a.name));
  return [...named.map(({ name, worth }) => `${name}=${worth}`), `other=${other}`].join(" ");
}

/* ---------------------------------------------------------------- the whole game */

/** Sides of the whole game: the reader is A, the page is B. */
export const YOU = 0, PAGE = 1, NOBODY = 2;

/** The whole game for tokens; its chances come from the table. */
export class Whole421 {
  /** @param {Round421} round */
  constructor(round) {
    this.round = round;
    this.positions = /** @type {number[][]} */ (round.table.data.positions);
    this.chance = round.table.arrays.chance;
    this.lost = this.positions.length;
    this.won = this.lost + 1;
    /** @type {Map<string, number>} */
    this.number = new Map(this.positions.map((p, n) => [p.join(), n]));
    /** @type {Map<number, {starter: Float64Array, next: Float64Array[]}>} */
    this.plans = new Map();
    /** @type {Map<string, Stakes>} */
    this.habits = new Map();
  }

  /**
   * The round of a player who does not think of the game.
   * @param {"tokens"|"421"} aim @param {Player} player
   */
  habit(aim, player) {
    const key = `${aim} ${player}`, { round } = this;
    const habit = this.habits.get(key) ?? (aim === "tokens" ? Stakes.named(round, player, "transfer") : Stakes.reach(round, player, round.find(aim)));
    this.habits.set(key, habit);
    return habit;
  }

  /** @param {number} pot @param {number} yours @param {number} starter */
  find(pot, yours, starter) {
    return this.number.get([pot, yours, starter].join());
  }

  /**
   * Who loses a set, and for how many tokens.
   * @param {number} mine number of the starter's hand, from 0
   * @param {number} other of the other's
   * @returns {{loser: number, amount: number}} loser 0: the starter, 1: the other, 2: nobody
   */
  result(mine, other) {
    const { order, tokens } = this.round.table.data;
    const loser = order[mine] > order[other] ? 0 : order[mine] < order[other] || this.round.table.rules.tie !== "void" ? 1 : NOBODY;
    return { loser, amount: order[mine] > order[other] ? tokens[other] : tokens[mine] };
  }

  /**
   * The position after a set; `lost` and `won` are said of the reader.
   * @param {number} position
   * @param {number} mine the starter's hand
   * @param {number} other
   */
  after(position, mine, other) {
    const { loser, amount } = this.result(mine, other);
    const starter = this.positions[position][2];
    const who = loser === NOBODY || starter === YOU ? loser : 1 - loser;
    const [, sides, amounts] = this.round.table.shapes.targets;
    return this.round.table.arrays.targets[(position * sides + who) * amounts + amount];
  }

  /**
   * What becomes of a set after an option of the reader, best play on both sides.
   * @param {number} position
   * @param {number} first the page's hand if it started the set, from 0, else -1
   * @param {number} left casts of the reader
   * @param {number} option dice aside, as a state
   * @returns {{loses: number, afterLoss: number, afterWin: number}} chances that the reader loses the set, and wins
   *   the game then and otherwise, NaN if that cannot be; a set in which nobody takes tokens is not lost
   */
  prospect(position, first, left, option) {
    const { round } = this, plan = this.plan(position);
    /** @param {number} mine @param {number} other */
    const ends = (mine, other) => { // of the starter and the other
      const { loser } = this.result(mine, other), lost = loser === (first < 0 ? 0 : 1), chance = this.chance[this.after(position, mine, other)];
      return lost ? [1, chance, 0] : [0, 0, chance];
    };
    /** @type {Map<number, number[]>} */
    const replies = new Map();
    const answered = (/** @type {number} */ unused, /** @type {number} */ mine) => {
      const key = unused * round.hands + mine;
      if (!replies.has(key)) replies.set(key, round.average("next", plan.next[mine], (_, other) => ends(mine, other), CASTS - unused, NOTHING));
      return replies.get(key) ?? [];
    };
    const [loses, lost, won] = first < 0 ? round.average("first", plan.starter, answered, left, option)
      : round.average("next", plan.next[first], (_, hand) => ends(first, hand), left, option);
    return { loses, afterLoss: loses > TIE ? lost / loses : NaN, afterWin: 1 - loses > TIE ? won / (1 - loses) : NaN };
  }

  /**
   * Values of a set: chances to win the whole game, each as its player sees it.
   * @param {number} position
   * @returns {{starter: Float64Array, next: Float64Array[]}} `next` by the starter's hand
   */
  plan(position) {
    let plan = this.plans.get(position);
    if (!plan) {
      const { round } = this;
      const yours = this.positions[position][2] === YOU;
      const payoff = Array.from({ length: round.hands }, (_, mine) => Float64Array.from({ length: round.hands }, (__, other) => {
        const chance = this.chance[this.after(position, mine, other)];
        return yours ? 1 - chance : chance;
      }));
      const next = payoff.map((worth) => round.solve("next", [worth, worth, worth]));
      const worth = [0, 1, 2].map((left) => Float64Array.from(next, (values) => 1 - values[(CASTS - left) * round.count]));
      plan = { starter: round.solve("first", worth), next };
      this.plans.set(position, plan);
    }
    return plan;
  }
}
