// @ts-check
/** The page of the dice battle: advice for both races, and a race against the page. */
import {
  InputError, attempt, barChart, button, diceShown, el, field, forget, keep, loadTable, luck, readAddress, regretWords, restore,
  select, show, start, tabs, teller, unknown, valueTable, writeAddress,
} from "./frame.js";
import { KINDS, Race, begin, beginning, decode, encode, play } from "./dice-battle-rules.js";
import { decimal, listed, parseInteger } from "./words.js";

const VERSION = 1;
const SIZES = ["3", "6", "10"];

/** @typedef {import("./dice-battle-rules.js").Kind} Kind */

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
  /** @type {{race: Race, goal: number}} */
  const rule = { race: await makeRace(), goal: 100 };
  readGoal();
  /** @type {(() => void)[]} */
  const listeners = [];
  root.append(el("div", { class: "play-fields" }, field("Both throw", kind), field("Dice at most", dice), field("Points to reach", goal)));
  unknown(kind, address.race, "No race here is called");
  unknown(dice, address.most, "There are tables for 3, 6 and 10 dice, not for");
  writeRule();
  tabs(root, "What to do", {
    advice: { words: "Advice", keys: ["you", "other"], build: (panel) => advicePage(panel, rule, address, listeners) },
    game: { words: "Play a race", keys: ["game"], build: (panel) => gamePage(panel, rule, address, listeners) },
  }, address.game ? "game" : address.show);

  async function makeRace() {
    return new Race(await tableOf(dice.value), /** @type {Kind} */ (kind.value));
  }

  function readGoal() {
    const read = attempt(goal, () => parseInteger(goal.value, { name: "The goal", least: 1, most: rule.race.goal }));
    if (read !== undefined) rule.goal = read;
    return read !== undefined;
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
    if (!readGoal()) return;
    writeRule();
    for (const listener of listeners) listener();
  }
});

/** @param {number} dice */
const diceWords = (dice) => `${dice} ${dice === 1 ? "die" : "dice"}`;

/* ---------------------------------------------------------------- advice */

/**
 * @param {HTMLElement} root
 * @param {{race: Race, goal: number}} rule
 * @param {Record<string, string>} address
 * @param {(() => void)[]} listeners
 */
function advicePage(root, rule, address, listeners) {
  const you = el("input", { value: address.you ?? "0", inputmode: "numeric", autocomplete: "off", size: 4, on: { input: update } });
  const other = el("input", { value: address.other ?? "0", inputmode: "numeric", autocomplete: "off", size: 4, on: { input: update } });
  const advice = el("div", { class: "play-panel", role: "status", "aria-live": "polite" });
  const gains = el("div"), mixture = el("div"), matrix = el("div");
  const details = el("details", {}, el("summary", {}, "Your gain for each pair of throws"), matrix);
  root.append(el("div", { class: "play-fields" }, field("Your points", you), field("Points of the other", other)), advice, gains, mixture, details);
  listeners.push(() => root.hidden || update());
  update();
  return update;

  function update() {
    const rules = { least: 0, most: rule.goal - 1 };
    const mine = attempt(you, () => parseInteger(you.value, { name: "Your score", ...rules }));
    const theirs = attempt(other, () => parseInteger(other.value, { name: "The other’s score", ...rules }));
    if (mine === undefined || theirs === undefined) return;
    writeAddress({ you: mine, other: theirs });
    tell(rule.race, rule.goal - mine, rule.goal - theirs);
  }

  /** @param {Race} race @param {number} a @param {number} b */
  function tell(race, a, b) {
    const choices = race.choices(a, b);
    const best = choices.filter((c) => c.best);
    const value = race.value(a, b);
    const turns = race.kind === "turns";
    const strategy = turns ? null : race.strategy(a, b);
    const mixing = strategy !== null && race.mixed.has(race.index(a, b));
    const thrown = strategy && !mixing ? choices[strategy.indexOf(1)] : null;
    const words = mixing ? "Leave it to chance: draw the number of dice as below"
      : thrown ? `Throw ${diceWords(thrown.dice)}` : `Throw ${listed(best.map((c) => diceWords(c.dice)))}`;
    show(advice, el("p", { class: "play-advice" }, `${words}.`),
      el("p", {}, turns
        ? `You then expect a gain of ${decimal(value)}: you win with a chance of ${decimal((1 + value) / 2)}.`
        : `Best play on both sides gains you ${decimal(value)} (a win counts 1, a draw 0, a loss −1).`));
    show(gains, valueTable({
      caption: turns ? "expected gain EG of each number of dice, best play afterwards"
        : "expected gain of each number of dice: against the best strategy of the other, and against the throw that harms most",
      heads: ["throw", "gain", "lost", ...(turns ? [] : ["at worst"])],
      rows: choices.map((c) => ({
        best: thrown ? c === thrown : c.best,
        cells: [diceWords(c.dice), decimal(c.gain), regretWords(c.regret), ...(turns ? [] : [decimal(c.worst)])],
      })),
    }), winBars(race, choices, thrown));
    mixture.hidden = details.hidden = turns;
    if (!strategy) return;
    show(mixture, el("p", {}, mixing ? "Any fixed number can be used against you, so best play draws it."
      : "One number of dice is enough here: nobody gains by hiding it."),
    barChart({
      label: "chance with which best play throws each number of dice",
      full: 1,
      bars: strategy.map((p, i) => ({ name: diceWords(i + 1), value: p, words: decimal(p), best: p > 0 })),
    }));
    show(matrix, valueTable({
      caption: "your expected gain; rows: your dice, columns: the other’s",
      heads: ["dice", ...choices.map((c) => String(c.dice))],
      rows: race.matrix(a, b).map((row, i) => ({ best: strategy[i] > 0, cells: [String(i + 1), ...row.map((gain) => decimal(gain))] })),
    }));
  }
}

/**
 * @param {Race} race
 * @param {import("./dice-battle-rules.js").Choice[]} choices
 * @param {import("./dice-battle-rules.js").Choice|null} only the one to mark, else all that are best
 */
function winBars(race, choices, only) {
  return barChart({
    label: race.kind === "turns" ? "chance to win, by number of dice" : "share of wins, a draw counting half, by number of dice",
    full: 1,
    bars: choices.map((c) => ({
      name: diceWords(c.dice), value: (1 + c.gain) / 2, words: decimal((1 + c.gain) / 2), best: only ? c === only : c.best,
    })),
  });
}

/* ---------------------------------------------------------------- a race against the page */

/**
 * @param {HTMLElement} root
 * @param {{race: Race, goal: number}} rule
 * @param {Record<string, string>} address
 * @param {(() => void)[]} listeners
 */
function gamePage(root, rule, address, listeners) {
  const random = luck(address);
  const { root: told, tell } = teller();
  const board = el("div"), last = el("div");
  const hint = el("input", { type: "checkbox", id: "play-battle-hint", on: { change: draw } });
  /** @type {import("./dice-battle-rules.js").Game|null} */
  let game = null;
  /** @type {import("./dice-battle-rules.js").Thrown[]} */
  let thrown = [];
  let race = rule.race;
  root.append(told, board, last, el("p", {}, hint, " ", el("label", { for: hint.id }, "show what each throw is worth before I choose")));
  const name = () => `dice-battle-${race.kind}-${race.dice}`;
  if (address.game) {
    try {
      game = decode(race, address.game);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      tell(error.message);
    }
  }
  if (!game) game = restore(name(), (word) => decode(race, word));
  listeners.push(() => {
    if (rule.race === race) return;
    race = rule.race;
    thrown = [];
    game = restore(name(), (word) => decode(race, word));
    tell("");
    if (!root.hidden) draw();
  });
  draw();
  return draw;

  /** @param {import("./dice-battle-rules.js").Step} step */
  function go(step) {
    ({ game, thrown } = step);
    keep(name(), encode(game));
    const judged = !step.choice ? "" : step.choice.best ? "That number of dice was best. "
      : `${capital(diceWords(step.choice.dice))} cost ${decimal(step.choice.regret)} of expected gain. `;
    tell(judged + thrown.map((t) => `${t.who === "you" ? "You score" : "The page scores"} ${t.points}.`).join(" "));
    draw();
  }

  function draw() {
    writeAddress({ game: game && encode(game) });
    show(last, thrown.map((t) => el("p", {}, `${t.who === "you" ? "You" : "Page"}: `, diceShown(t.faces), ` ${t.points} point${t.points === 1 ? "" : "s"}`)));
    if (!game) {
      show(board, el("div", { class: "play-buttons" },
        button(race.kind === "turns" ? "You begin" : "Begin", () => go(begin(race, rule.goal, 0, random)), { class: "play-button main" }),
        race.kind === "turns" ? button("The page begins", () => go(begin(race, rule.goal, 1, random))) : null));
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
      el("p", {}, race.kind === "turns" ? "How many dice do you throw?" : "How many dice do you throw? The page has made up its mind."),
      el("div", { class: "play-buttons", role: "group", "aria-label": "number of dice" },
        choices.map((c) => button(String(c.dice), () => go(play(race, now, c.dice, random)), { "aria-label": `throw ${diceWords(c.dice)}` }))),
      hint.checked ? winBars(race, choices, null) : null,
    ];
  }

  /** @param {import("./dice-battle-rules.js").Game} now */
  function ending(now) {
    const gain = 2 - now.over;
    const lost = now.lost / 1e6;
    const fate = gain - beginning(race, now) + lost;
    return el("div", { class: "play-panel" },
      el("p", { class: "play-advice" }, ["", "You win the race.", "The race is a draw.", "The page wins the race."][now.over]),
      el("p", {}, `It was worth ${decimal(beginning(race, now))} to you when it began. In ${now.rounds} throw${now.rounds === 1 ? "" : "s"} your choices lost ${decimal(lost)}, `
        + `and the dice, yours and the page’s, ${fate >= 0 ? "gave" : "took"} ${decimal(Math.abs(fate))}.`),
      el("div", { class: "play-buttons" }, button("Another race", () => {
        game = null;
        thrown = [];
        forget(name());
        tell("");
        draw();
      }, { class: "play-button main" })));
  }
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
