// @ts-check
/** The page of the dice battle, which others call Hog: advice, a race against the page, and rules of thumb. */
import {
  InputError, asker, attempt, button, diceShown, dieDrawing, el, field, forget, keep, loadTable, luck, mover, noAdvice,
  readAddress, refocus, restore, select, show, start, tabs, teller, timeline, unknown, valueTable, writeAddress,
} from "./frame.js";
import { KINDS, OPPONENTS, Race, begin, beginning, bestRule, bookRule, duel, gameOf, hasOpponents, judgedRolls, parseRule, play, raceAgainst, readRule, soundGame, wordOf } from "./dice-battle-rules.js";
import { diceWords, judged, luckWords, reason, spoiled } from "./dice-battle-words.js";
import { tally } from "./tally.js";
import { decimal, inHundred, listed, many, numeral, parseInteger, t } from "./words.js";

const VERSION = 1;
const SIZES = ["3", "6", "10"];
/** @type {Record<string, string>} */
const USUAL = { race: "turns", most: "10", goal: "100", page: "best" };
/** Smaller losses, in wins in a hundred, are shown as none. */
const NONE = 0.005;
/** Where the map of a rule changes its shade: losses, in wins in a hundred. */
const COSTS = [0.1, 0.5, 1, 2];

/** @typedef {import("./dice-battle-rules.js").Kind} Kind */
/** @typedef {import("./dice-battle-rules.js").Choice} Choice */
/** @typedef {import("./dice-battle-rules.js").Condition} Condition */
/** @typedef {{name: string, of: import("./dice-battle-rules.js").Rule, wins: number, fixed?: boolean, own?: boolean}} Rival */
/** `faced` is the race against the opponent that the reader has chosen, `race` that against a perfect one. */
/** @typedef {{race: Race, faced: Race, opponent: string, goal: number, sound: boolean, lock: (on: boolean) => void, quit: () => void, inTurn: () => void, under?: {you: number, page: number}|null}} Setting */

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
  const page = select(OPPONENTS, address.page && address.page in OPPONENTS ? address.page : "best", change);
  const goal = el("input", { value: address.goal ?? "100", inputmode: "numeric", autocomplete: "off", size: 4, on: { input: changeGoal } });
  const locked = el("div", { class: "play-locked", hidden: true });
  const opponents = field(t`The page rolls`, page);
  /** @type {Setting} */
  const rule = {
    ...await makeRaces(), goal: 100, sound: true,
    lock(on) {
      if (on && locked.hidden) box.open = false;
      for (const control of [kind, dice, goal, page]) /** @type {any} */ (control).disabled = on;
      locked.hidden = !on;
      show(locked, ...!on ? [] : [el("p", {}, t`A race under way keeps its rules; a new race takes others.`), el("div", { class: "play-buttons" }, asker(t`Give up this race`, t`Give up this race?`, rule.quit, true))]);
    },
    quit() {},
    inTurn() {
      kind.value = "turns";
      change();
    },
  };
  /** @type {(() => void)[]} */
  const listeners = [];
  const summary = el("summary");
  const asked = { ...USUAL, ...address };
  const box = el("details", { class: "play-setting", open: Object.entries(USUAL).some(([key, usual]) => asked[key] !== usual) }, summary,
    el("div", { class: "play-fields" }, field(t`Both roll`, kind), field(t`Dice at most`, dice), field(t`Points to reach`, goal), opponents), locked);
  root.append(box);
  readGoal();
  unknown(kind, address.race, t`No race here is called`);
  unknown(dice, address.most, t`There are tables for 3, 6 and 10 dice, not for`);
  unknown(page, address.page, t`No opponent here is called`);
  writeRule();
  const view = address.you || address.other ? "advice" : address.rule ? "rules" : "game";
  tabs(root, t`What to do`, {
    game: { words: t`Play`, keys: ["game"], build: (panel) => gamePage(panel, rule, address, listeners) },
    advice: { words: t`Advice`, keys: ["you", "other"], build: (panel) => advicePage(panel, rule, address, listeners) },
    rules: { words: t`A rule of yours`, keys: ["rule"], build: (panel) => rulesPage(panel, rule, address, listeners) },
  }, address.game ? "game" : address.show ?? view);

  async function makeRaces() {
    const table = await tableOf(dice.value), of = /** @type {Kind} */ (kind.value), race = new Race(table, of);
    return { race, faced: raceAgainst(table, of, page.value), opponent: hasOpponents(race) ? page.value : "best" };
  }

  function readGoal() {
    const read = attempt(goal, () => parseInteger(goal.value, { name: t`The goal`, least: 1, most: rule.race.goal }));
    rule.sound = read !== undefined;
    if (read !== undefined) rule.goal = read;
  }

  function writeRule() {
    opponents.hidden = !hasOpponents(rule.race);
    show(summary, t`The race: ${KINDS[/** @type {Kind} */ (kind.value)]}, at most ${dice.value} dice, to ${many(rule.goal, t`point`)}.`, " ",
      rule.opponent === "best" ? null : [t`The page rolls ${OPPONENTS[rule.opponent]}.`, " "], el("span", { class: "play-change" }, t`Change it`));
    writeAddress({ race: kind.value, most: dice.value, goal: rule.goal, page: rule.opponent });
  }

  async function change() {
    try {
      Object.assign(rule, await makeRaces());
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

/** Wins in a hundred, a draw counting half. @param {number} gain @param {number} [places] */
const wins = (gain, places = 1) => inHundred((1 + gain) / 2, places);

/** What a choice loses, in wins in a hundred. @param {number} regret */
const lossWords = (regret) => (50 * regret < NONE ? "0" : decimal(50 * regret, 2));

/** @param {Race} race */
const unit = (race) => (race.kind === "turns" ? t`wins in 100` : t`wins in 100, a draw counting half`);

/** The address to play on from a position. @param {Setting} rule @param {number} you @param {number} other */
const playOn = ({ race, goal, opponent }, you, other) => `?race=${race.kind}&most=${race.dice}&goal=${goal}&page=${opponent}&game=${wordOf(you, other)}`;

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
  const details = el("details", {}, el("summary", {}, t`Your wins for each pair of rolls`), matrix);
  root.append(el("div", { class: "play-fields" }, field(t`Your points`, you), field(t`The other’s points`, other)), advice, gains, mixture, details);
  listeners.push(() => root.hidden || update());
  follow();
  return follow;

  /** A race under way has come to another position since this page was shown: that is asked about. */
  function follow() {
    if (rule.under) [you.value, other.value] = [String(rule.under.you), String(rule.under.page)];
    rule.under = null;
    update();
  }

  function update() {
    rule.lock(false);
    const rules = { least: 0, most: rule.goal - 1 };
    const mine = attempt(you, () => parseInteger(you.value, { name: t`Your score`, ...rules }));
    const theirs = attempt(other, () => parseInteger(other.value, { name: t`The other’s score`, ...rules }));
    if (mine === undefined || theirs === undefined || !rule.sound) {
      details.hidden = true;
      noAdvice(advice, gains, mixture);
      return;
    }
    writeAddress({ you: mine, other: theirs });
    tell(rule.faced, rule.goal - mine, rule.goal - theirs);
  }

  /** @param {Race} race @param {number} a @param {number} b */
  function tell(race, a, b) {
    const choices = race.choices(a, b);
    const value = race.value(a, b);
    const turns = race.kind === "turns";
    const strategy = turns ? null : race.strategy(a, b);
    const mixing = strategy !== null && race.mixed.has(race.index(a, b));
    const thrown = strategy && !mixing ? choices[strategy.indexOf(1)] : null;
    const words = mixing ? t`Leave it to chance: draw the number of dice as below.` : adviceWords(thrown ? [thrown] : choices.filter((c) => c.best), choices);
    show(advice, el("p", { class: "play-advice" }, words),
      el("p", {}, turns ? t`You then win ${wins(value)} races in 100.` : t`With best play on both sides you win ${wins(value)} races in 100, a draw counting half.`),
      turns ? el("p", {}, reason(choices, race, a)) : null,
      el("p", {}, el("a", { href: playOn(rule, rule.goal - a, rule.goal - b) }, t`Play on from this position`)));
    if (turns && choices.every((c) => c.best)) show(gains); // ten rows that say the same
    else show(gains, valueTable({
      caption: turns ? t`What each number of dice is worth, with best play afterwards.`
        : mixing ? t`What each number of dice is worth: against best play, and, at worst, against the roll that harms most.` : t`What each number of dice is worth against best play.`,
      heads: [t`roll`, unit(race), t`less than the best`, ...turns ? [t`spoiled by a 1`] : mixing ? [t`at worst`] : []],
      rows: choices.map((c) => ({
        best: thrown ? c === thrown : c.best,
        cells: [diceWords(c.dice), wins(c.gain, 2), lossWords(c.regret), ...turns ? [t`${inHundred(spoiled(race, c.dice))} in 100`] : mixing ? [wins(c.worst)] : []],
      })),
    }));
    mixture.hidden = details.hidden = turns;
    if (!strategy) return;
    show(mixture, el("p", {}, mixing ? t`Any fixed number can be used against you, so best play draws it.`
      : t`One number of dice is enough here: nobody gains by hiding it.`),
    mixing ? valueTable({
      caption: t`how often best play rolls each number of dice`, heads: [t`roll`, t`times in 100`],
      rows: strategy.map((p, i) => ({ cells: [diceWords(i + 1), inHundred(p)], best: p > 0 })),
    }) : null);
    show(matrix, valueTable({
      caption: t`your wins in 100, a draw counting half; rows: your dice, columns: the other’s`,
      heads: [t`dice`, ...choices.map((c) => String(c.dice))],
      rows: race.matrix(a, b).map((row, i) => ({ best: strategy[i] > 0, cells: [String(i + 1), ...row.map((gain) => wins(gain))] })),
    }));
  }
}

/** @param {Choice[]} best @param {Choice[]} all */
function adviceWords(best, all) {
  if (best.length === all.length) {
    return best[0].gain >= 1 - 1e-9 ? t`Roll as many dice as you like: every roll wins.` : t`Roll as many dice as you like: all are equally good.`;
  }
  const first = best[0].dice, last = best[best.length - 1].dice;
  const run = best.length > 2 && last - first === best.length - 1;
  return run ? t`Roll ${first} to ${last} dice, whichever you like.` : t`Roll ${listed(best.map((c) => diceWords(c.dice)))}.`;
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
  const board = el("div"), turn = el("div"), history = el("div");
  const hint = el("input", { type: "checkbox", id: "play-battle-hint", on: { change: () => draw() } });
  /** @type {import("./dice-battle-rules.js").Game|null} */
  let game = null;
  /** @type {import("./dice-battle-rules.js").Thrown[]} */
  let thrown = [];
  let serial = random.now();
  const name = () => `dice-battle-${rule.race.kind}-${rule.race.dice}-${rule.goal}-${rule.opponent}`;
  let shown = name();
  root.append(board, told, turn, el("p", {}, hint, " ", el("label", { for: hint.id }, t`show what each roll is worth before I choose`)), history);
  rule.quit = quit;
  const under = () => game !== null && !game.over;
  if (address.game) {
    try {
      game = gameOf(rule.goal, address.game);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      tell(error.message);
    }
  }
  const readKept = () => restore(name(), (kept) => ({ game: soundGame(rule.race, kept.game), thrown: soundThrows(kept.thrown) }));
  const kept = readKept();
  if (kept && (!game || (game.you === kept.game.you && game.page === kept.game.page))) ({ game, thrown } = kept);
  const moves = timeline(() => ({ name: name(), game, thrown, luck: random.now() }), (at) => {
    if (at.name !== name()) return;
    ({ game, thrown } = at);
    random.from(at.luck);
    save();
    tell(t`Taken back. The next dice will show the same faces.`);
    draw();
    refocus(turn, ".play-button");
  });
  listeners.push(() => {
    if (name() !== shown) {
      shown = name();
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
    if (game) keep(name(), { game, thrown });
    else forget(name());
  }

  /** @param {import("./dice-battle-rules.js").Step} step @param {Choice[]} [choices] among which the reader chose */
  function go(step, choices = []) {
    const need = game ? game.goal - game.you : step.game.goal;
    if (!game) serial = random.now();
    if (step.game.over) tally(name()).note(serial, 1 - (step.game.over - 1) / 2, step.game.lost / 2e4);
    thrown = [...(game ? thrown : []), ...step.thrown];
    game = step.game;
    save();
    moves.moved();
    tell([...step.thrown.map(({ who, points }) => (who === "you" ? t`You score ${points}.` : t`The page scores ${points}.`)), step.choice ? judged(rule.faced, step.choice, choices, need) : ""].join(" ").trim());
    draw();
    if (rule.race.kind === "turns" && step.thrown.length > 1) pause();
    refocus(turn, ".play-button");
  }

  /** The page rolls after the reader: its dice come a moment later, and with them what they change. */
  function pause() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const late of [...board.querySelectorAll(".play-rolls p + p, .play-standing > div + div"), told]) {
      late.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], 900);
    }
  }

  function quit() {
    game = null;
    thrown = [];
    forget(name());
    moves.moved();
    tell("");
    draw();
    refocus(turn, ".play-button");
  }

  function draw() {
    writeAddress({ game: game && under() ? wordOf(game.you, game.page) : null });
    rule.under = game && under() ? game : null;
    rule.lock(under());
    const rolls = game && thrown.length > 2 ? judgedRolls(rule.faced, game, thrown) : [];
    show(history, thrown.length > 2 ? el("details", {}, el("summary", {}, t`Every roll of this race`),
      el("ol", { class: "play-log" }, thrown.map((roll) => el("li", {}, t`${whose(roll)}:`, " ", diceShown(roll.faces), ` ${many(roll.points, t`point`)}`,
        givenAway(rolls.find((each) => each.roll === roll)))))) : null);
    if (!game && !rule.sound) {
      show(board, el("p", { class: "play-waiting" }, t`No race yet: fix the highlighted field.`));
      show(turn);
      return;
    }
    const now = game ?? begin(rule.faced, rule.goal, 0, random).game;
    show(board, lastRolls(), standing(now));
    show(turn, now.over ? ending(now) : decision(now));
  }

  /** @param {import("./dice-battle-rules.js").Game} now */
  function standing(now) {
    const worth = now.over ? 1 - (now.over - 1) / 2 : (1 + rule.faced.value(now.goal - now.you, now.goal - now.page)) / 2;
    const bar = (/** @type {number} */ share) => el("span", { class: "play-chance", "aria-hidden": "true" }, el("span", { style: `width:${Math.min(100, 100 * share)}%` }));
    return el("dl", { class: "play-standing" }, [[t`you, of ${now.goal}`, now.you, bar(now.you / now.goal)], [t`page, of ${now.goal}`, now.page, bar(now.page / now.goal)],
      [t`your chances`, t`${inHundred(worth, now.over ? 0 : 1)} in 100`, bar(worth)]]
      .map(([words, count, strip]) => el("div", {}, el("dt", {}, words), el("dd", {}, count, strip))));
  }

  /** The rolls since the reader's last choice, as they lie on the table. */
  function lastRolls() {
    const from = Math.max(0, thrown.map(({ who }) => who).lastIndexOf("you"));
    if (!thrown.length) return el("div", { class: "play-rolls play-unrolled", "aria-hidden": "true" }, el("p", {}, el("span", { class: "play-dice-shown" }, Array.from({ length: rule.race.dice }, (_, i) => dieDrawing(2 + (3 * i) % 5)))));
    return el("div", { class: "play-rolls" }, thrown.slice(from).map((roll) => el("p", {},
      el("span", {}, whose(roll), " ", el("strong", {}, `+${roll.points}`), roll.faces.length > 1 && roll.faces.includes(1) ? [el("br"), t`spoiled`] : null),
      el("span", { class: "play-dice-shown", role: "img", "aria-label": roll.faces.join(" ") }, roll.faces.map(dieOf)))));
  }

  /** @param {import("./dice-battle-rules.js").Game} now */
  function decision(now) {
    const race = rule.faced, choices = race.choices(now.goal - now.you, now.goal - now.page);
    const before = !game && race.kind === "turns", undo = moves.undo();
    return [
      el("p", {}, race.kind === "turns" ? t`How many dice do you roll?` : t`How many dice do you roll? The page has made up its mind.`),
      el("div", { class: "play-buttons play-numbers", role: "group", "aria-label": t`number of dice` },
        choices.map((c) => numbered(now, c, choices))),
      el("div", { class: "play-buttons" }, before ? mover(t`Let the page begin`, () => go(begin(race, rule.goal, 1, random))) : null,
        game || !undo.hasAttribute("disabled") ? undo : null, game ? asker(t`New race`, t`Give up this race?`, quit, true) : null),
    ];
  }

  /** A button to roll so many dice, with what that is worth if the reader wants to know. @param {import("./dice-battle-rules.js").Game} now @param {Choice} choice @param {Choice[]} choices */
  function numbered(now, choice, choices) {
    const { dice: count, gain, best } = choice, words = t`roll ${diceWords(count)}`;
    const made = mover(String(count), () => go(play(rule.faced, now, count, random), choices), { "aria-label": hint.checked ? `${words}, ${unit(rule.race)}: ${wins(gain)}` : words });
    if (hint.checked) made.append(el("small", {}, wins(gain)));
    made.classList.toggle("main", hint.checked && best);
    return made;
  }

  /** The reader's rolls that gave away most, the dearest first. @param {import("./dice-battle-rules.js").Game} now */
  function dearest(now) {
    const dear = judgedRolls(rule.faced, now, thrown).filter(({ made }) => 50 * made.regret >= DEAR).sort((a, b) => b.made.regret - a.made.regret).slice(0, MOST_DEAR);
    return dear.length ? el("details", { open: true }, el("summary", {}, t`Your costliest rolls`), el("ol", { class: "play-slips" }, dear.map(({ you, page, made, choices }) => el("li", {},
      t`At ${you} to ${page},`, " ", judged(rule.faced, made, choices, now.goal - you), " ",
      el("a", { href: playOn(rule, you, page) }, t`Choose again`))))) : null;
  }

  /** @param {import("./dice-battle-rules.js").Game} now */
  function ending(now) {
    const worth = beginning(rule.faced, now), lost = now.lost / 1e6;
    const tenth = (/** @type {number} */ share) => Math.round(10 * share) / 10;
    const fate = 50 + 50 * (2 - now.over) - tenth(50 + 50 * worth) + tenth(50 * lost); // as printed they add up
    return [el("div", { class: "play-panel" },
      el("p", { class: "play-advice" }, ["", t`You win the race.`, t`The race is a draw.`, t`The page wins the race.`][now.over]),
      el("p", {}, t`You began with a chance of ${wins(worth)} in 100. Your ${many(now.rounds, t`choice`, t`choices`)} gave away ${decimal(50 * lost, 1)};`, " ", luckWords(fate))),
    dearest(now), tally(name()).shown(), el("div", { class: "play-buttons" }, mover(t`Another race`, quit, { class: "play-button main" }), moves.undo())];
  }
}

/** Rolls that are told when a race is over, and what they give away at least, in wins in a hundred. */
const MOST_DEAR = 3, DEAR = 0.05;

/** What a roll gave away, at the end of its line. @param {import("./dice-battle-rules.js").Judged} [rolled] */
const givenAway = (rolled) => (rolled && 50 * rolled.made.regret >= NONE ? t`, ${decimal(50 * rolled.made.regret, 2)} in 100 given away` : "");

/** @param {import("./dice-battle-rules.js").Thrown} roll */
const whose = ({ who }) => (who === "you" ? t`You` : t`Page`);

/** A die, its 1 marked. @param {number} face */
function dieOf(face) {
  const die = dieDrawing(face);
  if (face === 1) die.classList.add("one");
  return die;
}

/** @param {any} kept @returns {import("./dice-battle-rules.js").Thrown[]} */
function soundThrows(kept) {
  const sound = Array.isArray(kept) && kept.every(({ who, points, faces }) => ["you", "page"].includes(who) && Number.isInteger(points) && Array.isArray(faces)
    && faces.every((/** @type {unknown} */ face) => Number.isInteger(face)));
  if (!sound) throw new InputError(t`The rolls of the kept race cannot be read.`);
  return kept;
}

/* ---------------------------------------------------------------- rules of thumb */

/** A rule to begin with. @param {number} most dice */
const smallTable = (most) => `8: ${Math.min(2, most)}\n20: ${Math.min(4, most)}\nelse: ${Math.min(6, most)}`;

const GRAMMAR = [
  ["8: 2", t`if you need up to 8 points: two dice`], ["lead <= -10: 7", t`if you are 10 points or more behind: seven`],
  ["need >= 30, other <= 25: 10", t`if you need 30 or more, and the other 25 or less: ten`],
  ["else: 6", t`in all other cases: six`], ["at most need/4 + 1", t`and never more than one die for every full four points you need, and one more`],
];

/**
 * @param {HTMLElement} root
 * @param {Setting} rule
 * @param {Record<string, string>} address
 * @param {(() => void)[]} listeners
 */
function rulesPage(root, rule, address, listeners) {
  const own = el("textarea", { value: address.rule?.replaceAll("; ", "\n") ?? smallTable(rule.race.dice), rows: 5, cols: 30, autocomplete: "off", spellcheck: "false", on: { input: update } });
  const result = el("div"), departs = el("div"), others = el("div"), examples = el("div", { class: "play-buttons" }), says = el("ol", { class: "play-grammar" });
  const grammar = el("details", {}, el("summary", {}, t`What a line may say`),
    el("ul", { class: "play-grammar" }, GRAMMAR.map(([written, meant]) => el("li", {}, el("code", {}, written), " ", meant))));
  own.addEventListener("change", () => { grammar.open ||= !says.childElementCount; }); // who leaves the field with a mistake
  const editor = el("div", {}, el("div", { class: "play-fields" },
    field(t`Your rule`, own, t`One line for each case; the first that fits counts. “8: 2” means: if you need 8 points or fewer, two dice.`),
    el("div", {}, el("h3", { class: "play-label" }, t`In words`), says)),
  examples, grammar);
  root.append(editor, result, departs, others);
  const example = (/** @type {string} */ words, /** @type {() => string} */ text) => button(words, () => { own.value = text(); update(); });
  show(examples, example(t`The book’s rule`, () => bookRule(rule.race.dice)), example(t`A small table`, () => smallTable(rule.race.dice)));
  /** What does not depend on the reader's rule, by race and goal. @type {Map<string, Rival[]>} */
  const known = new Map();
  /** The map of the same, and the rule that it shows. @type {{key: string, of: import("./dice-battle-rules.js").Rule, redraw: () => void}|null} */
  let map = null;
  listeners.push(() => root.hidden || update());
  update();
  return update;

  function update() {
    rule.lock(false);
    const { race, goal } = rule;
    departs.hidden = others.hidden = true;
    editor.hidden = race.kind !== "turns";
    if (race.kind !== "turns") {
      show(result, el("p", {}, t`Rules are compared in the race in turn.`), el("div", { class: "play-buttons" }, button(t`Take the race in turn`, rule.inTurn)));
      return;
    }
    const mine = attempt(own, () => parseRule(own.value, race.dice));
    show(says, mine ? ruleWords(readRule(own.value, race.dice)).map((line) => el("li", {}, line)) : null);
    if (!mine || !rule.sound) {
      show(result, el("p", { class: "play-waiting" }, t`No comparison yet: complete the rule, or fix the highlighted field.`));
      return;
    }
    writeAddress({ rule: own.value.trim().replace(/\s*\n\s*/g, "; ") });
    const rivals = known.get(`${race.dice} ${goal}`) ?? rivalsOf(race, goal);
    known.set(`${race.dice} ${goal}`, rivals);
    /** @type {Rival} */
    const yours = { name: t`your rule`, of: mine, wins: mean(duel(race, mine, rivals[0].of, goal)), own: true };
    const fixed = rivals.filter((each) => each.fixed);
    const top = fixed.reduce((most, each) => (each.wins > most.wins ? each : most));
    show(result, el("div", { class: "play-panel" },
      el("p", { class: "play-advice" }, t`Your rule wins ${inHundred(yours.wins)} races in 100 against perfect play.`),
      el("p", {}, t`The best fixed number, ${top.name}, wins ${inHundred(top.wins)}, and nobody can win more than ${inHundred(0.5)}.`, " ",
        t`Against ${top.name} your rule wins ${inHundred(mean(duel(race, mine, top.of, goal)))}.`)));
    show(others, valueTable({
      caption: t`Wins in 100 races to ${goal}, if you take turns to begin.`,
      heads: [t`rule`, t`wins against perfect play`, t`your rule wins against it`],
      rows: [...rivals, yours].sort((a, b) => b.wins - a.wins).map(({ name, of, wins: rate, own: best }) => ({
        cells: [name, inHundred(rate), inHundred(mean(duel(race, mine, of, goal)))], best,
      })),
    }));
    departs.hidden = others.hidden = false;
    showMap(race, goal, mine);
  }

  /** Where the rule departs from the best. @param {Race} race @param {number} goal @param {import("./dice-battle-rules.js").Rule} of */
  async function showMap(race, goal, of) {
    const key = `${race.dice} ${goal}`;
    if (map?.key === key) {
      map.of = of;
      map.redraw();
      return;
    }
    const { cellMap, legend } = await import("../live/frame.js"), said = el("p", { "aria-live": "polite" });
    if (map?.key === key) return;
    const choices = (/** @type {number} */ you, /** @type {number} */ other) => race.choices(goal - you, goal - other);
    const costs = Array.from({ length: goal * goal }, (_, n) => choices(n % goal, Math.floor(n / goal)).map((c) => 50 * c.regret));
    const cost = (/** @type {number} */ n) => costs[n][mine.of(goal - n % goal, goal - Math.floor(n / goal)) - 1];
    const mine = map = { key, of, redraw: () => { cells.redraw(); find(); tell(); } }, at = { you: 0, other: 0 };
    let picked = false;
    /** Until the reader picks a position, it is the one where the rule costs most. */
    const find = () => {
      if (picked) return;
      const worst = costs.reduce((most, _, n) => (cost(n) > cost(most) ? n : most), 0);
      Object.assign(at, { you: worst % goal, other: Math.floor(worst / goal) });
      cells.set(at.you, at.other);
    };
    const tell = () => {
      const all = choices(at.you, at.other);
      show(said, t`At ${at.you} to ${at.other} (you need ${goal - at.you}, the other needs ${goal - at.other}),`, " ", judged(race, all[mine.of(goal - at.you, goal - at.other) - 1], all, goal - at.you));
    };
    const cells = cellMap({
      label: t`Races given away, by your points and the other’s. The arrow keys move over the map, with shift by ten.`,
      columns: { first: 0, count: goal, name: t`your points` }, rows: { first: 0, count: goal, name: t`the other’s points` }, levels: COSTS.length + 1,
      level: (you, other) => COSTS.filter((least) => cost(other * goal + you) >= least).length,
      onPick: (you, other) => { picked = true; Object.assign(at, { you, other }); cells.set(you, other); tell(); },
    });
    show(departs, el("h3", { class: "play-label" }, t`What your rule costs, position by position`), cells.root,
      legend(["0", ...COSTS.map(numeral)], t`races in 100 given away, at least`),
      el("p", { class: "play-small" }, t`Outlined at first: where your rule costs most. Press any other position.`), said);
    find();
    tell();
  }

  /** Those that every rule is compared with. @param {Race} race @param {number} goal @returns {Rival[]} */
  function rivalsOf(race, goal) {
    const best = bestRule(race);
    return [
      { name: t`perfect play`, of: best }, { name: t`the book’s rule`, of: parseRule(bookRule(race.dice), race.dice) },
      ...Array.from({ length: race.dice }, (_, i) => ({ name: t`always ${diceWords(i + 1)}`, of: () => i + 1, fixed: true })),
    ].map((each) => ({ ...each, wins: mean(duel(race, each.of, best, goal)) }));
  }
}

/** A condition of a rule in words. @param {Condition} condition */
function conditionWords({ what, sign, number }) {
  const least = sign.startsWith(">"), n = sign === ">" ? number + 1 : sign === "<" ? number - 1 : number;
  if (sign === "=") return what === "need" ? t`you need exactly ${n}` : what === "other" ? t`the other needs exactly ${n}` : t`your lead is exactly ${decimal(n, 0)}`;
  if (what === "need") return least ? t`you need ${n} or more` : t`you need ${n} or fewer`;
  if (what === "other") return least ? t`the other needs ${n} or more` : t`the other needs ${n} or fewer`;
  if (least && n > 0) return t`you are ${n} or more ahead`;
  if (!least && n < 0) return t`you are ${-n} or more behind`;
  return least ? t`your lead is ${decimal(n, 0)} or more` : t`your lead is ${decimal(n, 0)} or less`;
}

/** A rule in words, line by line. @param {import("./dice-battle-rules.js").Written} rule @returns {string[]} */
const ruleWords = ({ steps, share, more }) => [...steps.map(({ conditions, dice }) => (conditions.length
  ? t`If ${listed(conditions.map(conditionWords), t`and`)}: ${diceWords(dice)}.` : t`In all other cases: ${diceWords(dice)}.`)),
...share ? [more ? t`Never more than one die for every full ${share} points you need, and one more.` : share === 1 ? t`Never more dice than points you need.` : t`Never more than one die for every ${share} points you need, rounded up.`] : []];

/** Wins of a rule that begins every other race. @param {{opens: number, follows: number}} found */
const mean = ({ opens, follows }) => (opens + follows) / 2;
