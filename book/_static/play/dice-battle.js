// @ts-check
/** The page of the dice battle, which others call Hog: advice, a race against the page, and rules of thumb. */
import {
  InputError, asker, attempt, diceShown, dotPlot, el, field, forget, keep, loadTable, luck, mover, noAdvice, readAddress,
  refocus, restore, select, show, start, tabs, teller, timeline, unknown, valueTable, writeAddress,
} from "./frame.js";
import { KINDS, Race, begin, beginning, bestRule, decode, duel, encode, parseRule, play } from "./dice-battle-rules.js";
import { decimal, inHundred, listed, many, parseInteger } from "./words.js";

const VERSION = 1;
const SIZES = ["3", "6", "10"];
/** Smaller losses, in wins in a hundred, are shown as none. */
const NONE = 0.005;

/** @typedef {import("./dice-battle-rules.js").Kind} Kind */
/** @typedef {import("./dice-battle-rules.js").Choice} Choice */
/** @typedef {{race: Race, goal: number, sound: boolean, lock: (on: boolean) => void}} Setting */

/** @type {Map<string, Promise<import("./tables.js").Table>>} */
const loaded = new Map();
/** @param {string} dice */
const tableOf = (dice) => {
  const table = loaded.get(dice) ?? loadTable(`dice-battle-${dice}`, VERSION);
  loaded.set(dice, table);
  return table;
};

start("play-dice-battle", async (root) => {
  const address = readAddress();
  const kind = select(KINDS, address.race && address.race in KINDS ? address.race : "turns", change);
  const dice = select(SIZES.map((size) => [size, size]), SIZES.includes(address.most) ? address.most : "10", change);
  const goal = el("input", { value: address.goal ?? "100", inputmode: "numeric", autocomplete: "off", size: 4, on: { input: changeGoal } });
  const locked = el("p", { class: "play-locked", hidden: true }, "A race under way keeps its rules; a new race takes others.");
  /** @type {Setting} */
  const rule = {
    race: await makeRace(), goal: 100, sound: true,
    lock(on) {
      for (const control of [kind, dice, goal]) /** @type {any} */ (control).disabled = on;
      locked.hidden = !on;
    },
  };
  /** @type {(() => void)[]} */
  const listeners = [];
  root.append(el("div", { class: "play-fields" }, field("Both roll", kind), field("Dice at most", dice), field("Points to reach", goal)), locked);
  readGoal();
  unknown(kind, address.race, "No race here is called");
  unknown(dice, address.most, "There are tables for 3, 6 and 10 dice, not for");
  writeRule();
  tabs(root, "What to do", {
    advice: { words: "Advice", keys: ["you", "other"], build: (panel) => advicePage(panel, rule, address, listeners) },
    game: { words: "Play a race", keys: ["game"], build: (panel) => gamePage(panel, rule, address, listeners) },
    rules: { words: "Compare rules", keys: ["rule"], build: (panel) => rulesPage(panel, rule, address, listeners) },
  }, address.game ? "game" : address.show);

  async function makeRace() {
    return new Race(await tableOf(dice.value), /** @type {Kind} */ (kind.value));
  }

  function readGoal() {
    const read = attempt(goal, () => parseInteger(goal.value, { name: "The goal", least: 1, most: rule.race.goal }));
    rule.sound = read !== undefined;
    if (read !== undefined) rule.goal = read;
  }

  function writeRule() {
    writeAddress({ race: kind.value, most: dice.value, goal: rule.goal });
  }

  async function change() {
    try {
      rule.race = await makeRace();
    } catch (error) {
      loaded.delete(dice.value);
      show(root, el("p", { class: "play-error", role: "alert" }, /** @type {Error} */ (error).message));
      return;
    }
    writeRule();
    for (const listener of listeners) listener();
  }

  function changeGoal() {
    readGoal();
    if (rule.sound) writeRule();
    for (const listener of listeners) listener();
  }
});

/** @param {number} dice */
const diceWords = (dice) => many(dice, "die", "dice");

/** Wins in a hundred, a draw counting half. @param {number} gain */
const wins = (gain) => inHundred((1 + gain) / 2);

/** What a choice loses, in wins in a hundred. @param {number} regret */
const lossWords = (regret) => (50 * regret < NONE ? "best" : `−${decimal(50 * regret, 2)}`);

/** @param {Race} race */
const unit = (race) => (race.kind === "turns" ? "wins in 100" : "wins in 100, a draw counting half");

/* ---------------------------------------------------------------- advice */

/**
 * @param {HTMLElement} root
 * @param {Setting} rule
 * @param {Record<string, string>} address
 * @param {(() => void)[]} listeners
 */
function advicePage(root, rule, address, listeners) {
  const you = el("input", { value: address.you ?? "0", inputmode: "numeric", autocomplete: "off", size: 4, on: { input: update } });
  const other = el("input", { value: address.other ?? "0", inputmode: "numeric", autocomplete: "off", size: 4, on: { input: update } });
  const advice = el("div", { class: "play-panel", role: "status", "aria-live": "polite" });
  const gains = el("div"), mixture = el("div"), matrix = el("div");
  const details = el("details", {}, el("summary", {}, "Your wins for each pair of rolls"), matrix);
  root.append(el("div", { class: "play-fields" }, field("Your points", you), field("Points of the other", other)), advice, gains, mixture, details);
  listeners.push(() => root.hidden || update());
  update();
  return update;

  function update() {
    rule.lock(false);
    const rules = { least: 0, most: rule.goal - 1 };
    const mine = attempt(you, () => parseInteger(you.value, { name: "Your score", ...rules }));
    const theirs = attempt(other, () => parseInteger(other.value, { name: "The other’s score", ...rules }));
    if (mine === undefined || theirs === undefined || !rule.sound) {
      details.hidden = true;
      noAdvice(advice, gains, mixture);
      return;
    }
    writeAddress({ you: mine, other: theirs });
    tell(rule.race, rule.goal - mine, rule.goal - theirs);
  }

  /** @param {Race} race @param {number} a @param {number} b */
  function tell(race, a, b) {
    const choices = race.choices(a, b);
    const value = race.value(a, b);
    const turns = race.kind === "turns";
    const strategy = turns ? null : race.strategy(a, b);
    const mixing = strategy !== null && race.mixed.has(race.index(a, b));
    const thrown = strategy && !mixing ? choices[strategy.indexOf(1)] : null;
    const words = mixing ? "Leave it to chance: draw the number of dice as below." : adviceWords(thrown ? [thrown] : choices.filter((c) => c.best), choices);
    show(advice, el("p", { class: "play-advice" }, words),
      el("p", {}, turns ? `You then win ${wins(value)} races in 100.` : `With best play on both sides you win ${wins(value)} races in 100, a draw counting half.`),
      turns ? reason(choices, race, a) : null);
    show(gains, valueTable({
      caption: turns ? "what each number of dice is worth, with best play afterwards"
        : "what each number of dice is worth: against best play, and against the roll that harms most",
      heads: ["roll", unit(race), "lost", ...(turns ? ["goes bust"] : ["at worst"])],
      rows: choices.map((c) => ({
        best: thrown ? c === thrown : c.best,
        cells: [diceWords(c.dice), wins(c.gain), lossWords(c.regret), turns ? `${inHundred(bust(race, c.dice))} in 100` : wins(c.worst)],
      })),
    }), winDots(race, choices, thrown));
    mixture.hidden = details.hidden = turns;
    if (!strategy) return;
    show(mixture, el("p", {}, mixing ? "Any fixed number can be used against you, so best play draws it."
      : "One number of dice is enough here: nobody gains by hiding it."),
    mixing ? valueTable({
      caption: "how often best play rolls each number of dice", heads: ["roll", "times in 100"],
      rows: strategy.map((p, i) => ({ cells: [diceWords(i + 1), inHundred(p)], best: p > 0 })),
    }) : null);
    show(matrix, valueTable({
      caption: "your wins in 100, a draw counting half; rows: your dice, columns: the other’s",
      heads: ["dice", ...choices.map((c) => String(c.dice))],
      rows: race.matrix(a, b).map((row, i) => ({ best: strategy[i] > 0, cells: [String(i + 1), ...row.map(wins)] })),
    }));
  }
}

/** Chance that one of the dice shows a 1. @param {Race} race @param {number} dice */
const bust = (race, dice) => 1 - (1 - 1 / race.table.rules.faces) ** dice;

/** Points of a throw without a 1, on average. @param {Race} race @param {number} dice */
function unspoiled(race, dice) {
  let sum = 0;
  for (let points = race.table.rules.bust_score + 1; points <= race.width; points++) sum += points * race.chance(dice, points);
  return sum / (1 - bust(race, dice));
}

/** Chance that a throw reaches the goal at once. @param {Race} race @param {number} dice @param {number} need */
function arrives(race, dice, need) {
  let chance = 0;
  for (let points = need; points <= race.width; points++) chance += race.chance(dice, points);
  return chance;
}

/** The best number against the next best, by what differs. @param {Choice[]} choices @param {Race} race @param {number} need */
function reason(choices, race, need) {
  const ranked = [...choices].sort((a, b) => b.gain - a.gain), best = ranked[0];
  const next = ranked.find((c) => !c.best);
  if (!next) return null;
  const [mine, other] = [best, next].map((c) => ({ bust: bust(race, c.dice), points: unspoiled(race, c.dice), arrives: arrives(race, c.dice, need) }));
  const there = mine.arrives + other.arrives > 0
    ? `, and ${inHundred(mine.arrives)} against ${inHundred(other.arrives)} times in 100 it ends the race at once` : "";
  return el("p", {}, `Against ${diceWords(next.dice)}, the next best: a 1 spoils the roll ${inHundred(mine.bust)} instead of ${inHundred(other.bust)} times in 100, `
    + `unspoiled it scores ${decimal(mine.points, 1)} instead of ${decimal(other.points, 1)} points on average${there}. `
    + `All in all it wins ${decimal(50 * next.regret, 2)} more races in 100.`);
}

/** @param {Choice[]} best @param {Choice[]} all */
function adviceWords(best, all) {
  if (best.length === all.length) {
    return best[0].gain >= 1 - 1e-9 ? "Roll as many dice as you like: every roll wins." : "Roll as many dice as you like: all are equally good.";
  }
  const first = best[0].dice, last = best[best.length - 1].dice;
  const run = best.length > 2 && last - first === best.length - 1;
  return `Roll ${run ? `${first} to ${last} dice, whichever you like` : listed(best.map((c) => diceWords(c.dice)))}.`;
}

/**
 * @param {Race} race
 * @param {Choice[]} choices
 * @param {Choice|null} only the one to mark, else all that are best
 */
function winDots(race, choices, only) {
  return dotPlot({
    label: `${unit(race)}, by number of dice`, axis: `dice (${unit(race)})`, words: (share) => inHundred(share),
    points: choices.map((c) => ({ name: String(c.dice), value: (1 + c.gain) / 2, best: only ? c === only : c.best })),
  });
}

/* ---------------------------------------------------------------- a race against the page */

/**
 * @param {HTMLElement} root
 * @param {Setting} rule
 * @param {Record<string, string>} address
 * @param {(() => void)[]} listeners
 */
function gamePage(root, rule, address, listeners) {
  const random = luck(address);
  const { root: told, tell } = teller();
  const board = el("div"), history = el("div");
  const hint = el("input", { type: "checkbox", id: "play-battle-hint", on: { change: () => draw() } });
  /** @type {import("./dice-battle-rules.js").Game|null} */
  let game = null;
  /** @type {import("./dice-battle-rules.js").Thrown[]} */
  let thrown = [];
  let race = rule.race;
  root.append(told, board, el("p", {}, hint, " ", el("label", { for: hint.id }, "show what each roll is worth before I choose")), history);
  const name = () => `dice-battle-${race.kind}-${race.dice}`;
  const under = () => game !== null && !game.over;
  if (address.game) {
    try {
      game = decode(race, address.game);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      tell(error.message);
    }
  }
  const readKept = () => restore(name(), (kept) => ({ game: decode(race, kept.game), thrown: soundThrows(kept.thrown) }));
  const kept = readKept();
  if (kept && (!game || encode(game) === encode(kept.game))) ({ game, thrown } = kept);
  const moves = timeline(() => ({ name: name(), game: game && encode(game), thrown, luck: random.now() }), (at) => {
    if (at.name !== name()) return;
    game = at.game === null ? null : decode(race, at.game);
    thrown = at.thrown;
    random.from(at.luck);
    save();
    tell("Taken back.");
    draw();
    refocus(board, ".play-button");
  });
  listeners.push(() => {
    if (rule.race !== race) {
      race = rule.race;
      ({ game, thrown } = readKept() ?? { game: null, thrown: [] });
      tell("");
      moves.change();
    }
    if (!root.hidden) draw();
  });
  draw();
  moves.change();
  return draw;

  function save() {
    if (game) keep(name(), { game: encode(game), thrown });
    else forget(name());
  }

  /** @param {import("./dice-battle-rules.js").Step} step */
  function go(step) {
    game = step.game;
    thrown = [...thrown, ...step.thrown];
    save();
    const judged = !step.choice ? "" : step.choice.best ? "That number of dice was best. "
      : `${capital(diceWords(step.choice.dice))} cost ${decimal(50 * step.choice.regret, 2)} wins in 100. `;
    moves.moved();
    tell(judged + step.thrown.map((t) => `${t.who === "you" ? "You score" : "The page scores"} ${t.points}.`).join(" "));
    draw();
    refocus(board, ".play-button");
  }

  /** @param {number} who */
  function first(who) {
    thrown = [];
    go(begin(race, rule.goal, who, random));
  }

  function quit() {
    game = null;
    thrown = [];
    forget(name());
    moves.moved();
    tell("");
    draw();
    refocus(board, ".play-button");
  }

  function draw() {
    writeAddress({ game: game && encode(game) });
    rule.lock(under());
    show(history, thrown.length ? el("details", { open: true }, el("summary", {}, "Every roll of this race"),
      el("ol", { class: "play-log" }, thrown.map((t) => el("li", {}, `${t.who === "you" ? "You" : "Page"}: `, diceShown(t.faces), ` ${many(t.points, "point")}`)))) : null);
    if (!game) {
      show(board, el("div", { class: "play-buttons" },
        mover(race.kind === "turns" ? "You begin" : "Begin", () => first(0), { class: "play-button main", disabled: !rule.sound }),
        race.kind === "turns" ? mover("The page begins", () => first(1), { disabled: !rule.sound }) : null, moves.undo()));
      return;
    }
    show(board, standing(game), game.over ? ending(game) : decision(game));
  }

  /** @param {import("./dice-battle-rules.js").Game} now */
  function standing(now) {
    return el("dl", { class: "play-standing" }, [["you", now.you], ["page", now.page], ["goal", now.goal]]
      .map(([words, count]) => el("div", {}, el("dt", {}, words), el("dd", {}, count))));
  }

  /** @param {import("./dice-battle-rules.js").Game} now */
  function decision(now) {
    const choices = race.choices(now.goal - now.you, now.goal - now.page);
    return [
      el("p", {}, race.kind === "turns" ? "How many dice do you roll?" : "How many dice do you roll? The page has made up its mind."),
      el("div", { class: "play-buttons", role: "group", "aria-label": "number of dice" },
        choices.map((c) => mover(String(c.dice), () => go(play(race, now, c.dice, random)), { "aria-label": `roll ${diceWords(c.dice)}` }))),
      hint.checked ? winDots(race, choices, null) : null,
      el("div", { class: "play-buttons" }, moves.undo(), asker("New race", "Give up this race?", quit, true)),
    ];
  }

  /** @param {import("./dice-battle-rules.js").Game} now */
  function ending(now) {
    const worth = beginning(race, now), lost = now.lost / 1e6;
    const fate = 2 - now.over - worth + lost;
    return [el("div", { class: "play-panel" },
      el("p", { class: "play-advice" }, ["", "You win the race.", "The race is a draw.", "The page wins the race."][now.over]),
      el("p", {}, `When it began you could win ${wins(worth)} such races in 100. Your choices, ${many(now.rounds, "roll")}, gave away ${decimal(50 * lost, 2)} of them, `
        + `and the dice, yours and the page’s, ${fate >= 0 ? "gave" : "took"} ${decimal(50 * Math.abs(fate), 1)}.`)),
    el("div", { class: "play-buttons" }, mover("Another race", quit, { class: "play-button main" }), moves.undo())];
  }
}

/** @param {any} kept @returns {import("./dice-battle-rules.js").Thrown[]} */
function soundThrows(kept) {
  const sound = Array.isArray(kept) && kept.every((t) => ["you", "page"].includes(t.who) && Number.isInteger(t.points) && Array.isArray(t.faces)
    && t.faces.every((/** @type {unknown} */ face) => Number.isInteger(face)));
  if (!sound) throw new InputError("The rolls of the kept race cannot be read.");
  return kept;
}

/* ---------------------------------------------------------------- rules of thumb */

/**
 * @param {HTMLElement} root
 * @param {Setting} rule
 * @param {Record<string, string>} address
 * @param {(() => void)[]} listeners
 */
function rulesPage(root, rule, address, listeners) {
  const own = el("input", { value: address.rule ?? "8:2 20:4 else:6", autocomplete: "off", spellcheck: "false", size: 24, on: { input: update } });
  const against = select({ best: "best play", own: "my rule", always: "always the best fixed number" }, "best", update);
  const result = el("div");
  root.append(el("div", { class: "play-fields" },
    field("My rule", own, "points still needed and dice: 8:2 20:4 else:6 rolls two dice for up to 8 points, four for up to 20, and six for more"),
    field("Against", against)), result);
  listeners.push(() => root.hidden || update());
  update();
  return update;

  function update() {
    rule.lock(false);
    const { race, goal } = rule;
    if (race.kind !== "turns") {
      show(result, el("p", {}, "Rules are compared in the race in turn: choose it above."));
      return;
    }
    const mine = attempt(own, () => parseRule(own.value, race.dice));
    if (!mine || !rule.sound) {
      noAdvice(result);
      return;
    }
    writeAddress({ rule: own.value.trim() });
    const best = bestRule(race);
    const fixed = Array.from({ length: race.dice }, (_, i) => () => i + 1);
    const strongest = fixed.map((each) => duel(race, each, best, goal).opens);
    const number = strongest.indexOf(Math.max(...strongest));
    const opponent = { best, own: mine, always: fixed[number] }[/** @type {"best"|"own"|"always"} */ (against.value)];
    const rows = [{ name: "best play", of: best }, { name: "my rule", of: mine }, ...fixed.map((of, i) => ({ name: `always ${diceWords(i + 1)}`, of }))]
      .map((each) => ({ ...each, ...duel(race, each.of, opponent, goal) })).map((each) => ({ ...each, mean: (each.opens + each.follows) / 2 }));
    const most = Math.max(...rows.map((row) => row.mean));
    const name = { best: "best play", own: "my rule", always: `always ${diceWords(number + 1)}` }[/** @type {"best"|"own"|"always"} */ (against.value)];
    show(result, valueTable({
      caption: `wins in 100 races to ${goal} against ${name}`,
      heads: ["rule", "opening", "second", "both in turn"],
      rows: [...rows].sort((a, b) => b.mean - a.mean).map((row) => ({
        cells: [row.name, inHundred(row.opens), inHundred(row.follows), inHundred(row.mean)], best: row.mean === most, played: row.name === "my rule",
      })),
    }));
  }
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
