// @ts-check
/** Advice for any position of Yahtzee: a card, five dice, rolls left, and what one plays for. */
import { attempt, button, diceButtons, el, field, mover, noAdvice, refocus, say, select, show,
  teller, valueTable, writeAddress } from "./frame.js";
import { decimal, inHundred, parseDice, parseInteger, t, throwDice } from "./words.js";
import { BOXES, DICE, HIGHEST, emptySheet, fillBox, finalScore, readSheet, writeSheet } from "./yahtzee-rules.js";
import { loadTable } from "./tables.js";
import { advise, numbersOfCards } from "./yahtzee-turn.js";
import { deviation, outlook, reason } from "./yahtzee-why.js";
import { words } from "./yahtzee-words.js";

/** @typedef {import("./yahtzee-rules.js").Sheet} Sheet */
/** @typedef {import("./yahtzee-turn.js").Option} Option */
/** @typedef {import("./yahtzee-turn.js").Anchors} Anchors */
/** @typedef {{sheet: Sheet, dice: number[], left: number, target: number|null}} Position */

const SHOWN = 6;
const LEFT = { 2: t`2 rolls left`, 1: t`1 roll left`, 0: t`no rolls left` };

/**
 * @param {Anchors} anchors @param {import("./tables.js").Table} table
 * @param {Position} at kept up to date @param {string} said a sentence about the address
 * @returns {HTMLElement}
 */
export function adviser(anchors, table, at, said) {
  const position = at, advice = el("div", { class: "play-panel", "aria-live": "polite" });
  const dice = el("div"), typed = el("input", { inputmode: "numeric", size: 8, autocomplete: "off" });
  const left = select(LEFT, String(position.left), (value) => { position.left = Number(value); update(); });
  const target = el("input", { inputmode: "numeric", size: 6, autocomplete: "off", value: position.target ?? "" });
  let asked = 0;
  const card = cardFields(position.sheet, anchors.rules, (sheet) => { position.sheet = sheet; update(); },
    () => { asked += 1; noAdvice(advice); });
  /** @param {number[]} faces */
  const setDice = (faces) => { position.dice = faces; update(); };
  typed.addEventListener("input", () => {
    const faces = attempt(typed, () => (typed.value.trim() === "" ? position.dice : parseDice(typed.value, { least: DICE, most: DICE })));
    if (faces) setDice(faces);
    else { asked += 1; waitForDice(advice, typed.value); }
  });
  target.addEventListener("input", () => {
    const score = attempt(target, () => (target.value.trim() === "" ? null
      : parseInteger(target.value, { name: t`The score to reach`, least: 1, most: HIGHEST })));
    if (score === undefined) { asked += 1; noAdvice(advice); return; }
    position.target = score;
    update();
  });

  function update() {
    show(dice, diceButtons({ dice: position.dice, label: t`the dice`, faces: 6, onFace: (i, face) => {
      typed.value = "";
      say(typed, "");
      setDice(position.dice.map((old, die) => (die === i ? face : old)));
    } }));
    writeAddress({ dice: position.dice.join(""), left: position.left, card: writeSheet(position.sheet),
      extra: position.sheet.extra || null, target: position.target });
    const now = ++asked;
    const average = showAverage(advice, position, anchors, table.name, doing);
    if (average && position.target !== null) aim(now);
  }

  /** @param {number} now which question this answers */
  async function aim(now) {
    const goal = /** @type {number} */ (position.target), { open, points } = readSheet(position.sheet, anchors.rules);
    const place = el("span", { "aria-hidden": "true" });
    const { chancesFor, unknownChance } = await import("./yahtzee-ask.js");
    if (now !== asked) return;
    const why = unknownChance(anchors.rules, position.sheet, goal);
    say(target, why);
    if (why) return;
    show(advice, el("p", {}, t`Working out the chances of all cards that can follow:`, " ", place));
    let chances;
    try {
      chances = await chancesFor(anchors.rules, position.sheet, goal, (share) => {
        if (now === asked) show(place, `${decimal(100 * share, 0)} %`);
      });
    } catch (error) {
      if (now === asked) show(advice, el("p", {}, t`The chances could not be worked out: reload the page.`));
      throw error;
    }
    if (now !== asked) return;
    const places = chances.step > 2e-4 ? 1 : 2, least = 10 ** -places;
    const often = (/** @type {number} */ chance) => (chance > 0 && 100 * chance < least / 2 ? t`less than ${decimal(least, places)}` : inHundred(chance, places));
    const ranked = advise(chances.judge(position.sheet, goal), position.sheet, position.dice, position.left);
    show(advice, summary(ranked[0], t`You then end at ${goal} or more ${often(ranked[0].value)} times in 100.`), doing(ranked[0]),
      open.length === BOXES.length ? el("p", {}, t`Before the first roll it was ${often(table.arrays.greatest[goal] ?? 0)}.`) : null,
      choiceTable(ranked, t`${goal} or more, times in 100`, often,
        (regret) => (regret < Math.max(5e-5, chances.step) ? t`best` : decimal(100 * regret, places))),
      el("p", {}, t`${points} points are on the card.`));
  }

  /** A button that does what is best, and throws the dice. @param {Option} best */
  const doing = (best) => el("div", { class: "play-buttons" }, mover(best.keep ? t`Do so and roll` : t`Do so and begin the next turn`, () => {
    const fresh = throwDice(DICE - (best.keep?.length ?? 0), Math.random);
    if (best.box !== undefined) {
      position.sheet = fillBox(anchors.rules, position.sheet, position.dice, best.box);
      card.fill(position.sheet);
    }
    position.left = best.keep ? position.left - 1 : 2;
    left.value = String(position.left);
    typed.value = "";
    setDice([...best.keep ?? [], ...fresh].sort());
    refocus(advice, ".play-button");
  }, { "data-key": "do" }));

  const write = writer(anchors, position, (sheet) => { position.sheet = sheet; card.fill(sheet); update(); });
  const clear = button(t`Empty the card`, () => { position.sheet = emptySheet(); card.fill(position.sheet); update(); });
  queueMicrotask(update);
  return el("div", {},
    said ? el("p", { class: "play-error", role: "alert" }, t`The address could not be read whole: ${said}`) : null,
    dice, el("div", { class: "play-fields" }, field(t`Tap a die to change it, or type all five`, typed), field(t`Rolls`, left),
      field(t`Score to reach`, target, t`empty: you play for the best average`)),
    advice, el("h2", {}, t`The card`), el("p", {}, t`An empty box is open.`), card.root, el("div", { class: "play-fields" }, write), clear);
}

/** Show the advice for the average.
 *  @param {HTMLElement} advice @param {Position} position @param {Anchors} anchors
 *  @param {string} rules name of the table @param {(best: Option) => HTMLElement} doing
 *  @returns {boolean} whether the game goes on */
function showAverage(advice, position, anchors, rules, doing) {
  const { points, open } = readSheet(position.sheet, anchors.rules);
  if (!open.length) {
    show(advice, el("p", { class: "play-advice" }, t`The card is full: ${finalScore(position.sheet, anchors.rules)} points.`));
    return false;
  }
  const ranked = advise(anchors, position.sheet, position.dice, position.left);
  const final = (/** @type {number} */ value) => decimal(points + value, 2);
  const before = anchors.expected(position.sheet), fate = points + ranked[0].value - before, by = decimal(Math.abs(fate), 1);
  const stray = el("span"), { sheet, dice, left } = position;
  strayings(rules).then((known) => {
    if (known) show(stray, " ", t`From here on final scores stray by ${decimal(deviation(anchors, known, sheet, dice, left, ranked[0]), 1)} points (one standard deviation).`);
  });
  show(advice, summary(ranked[0], t`From here perfect play ends at ${final(ranked[0].value)} points on average.`), doing(ranked[0]),
    el("p", {}, fate >= 0 ? t`Before this turn it was ${decimal(before, 2)}: these dice are worth ${by} points more than average ones.`
      : t`Before this turn it was ${decimal(before, 2)}: these dice are worth ${by} points less than average ones.`, stray),
    whyShown(anchors, position, ranked),
    choiceTable(ranked, t`final score`, final, lossWords),
    partsShown(anchors, rules, position, ranked.slice(0, SHOWN)));
  return true;
}

/** @type {Map<string, Promise<Float64Array|null>>} */
const loaded = new Map();

/** How far the points still to come stray at each card, which no advice waits for.
 *  @param {string} rules name of the table @returns {Promise<Float64Array|null>} null if it cannot be had */
function strayings(rules) {
  const found = loaded.get(rules) ?? loadTable(`${rules}-deviations`, 1).then(numbersOfCards, () => null);
  loaded.set(rules, found);
  return found;
}

/** The reason for the best choice. @param {Anchors} anchors
 *  @param {{sheet: Sheet, dice: number[], left: number}} at @param {Option[]} ranked */
export function whyShown(anchors, { sheet, dice, left }, ranked) {
  if (ranked.length < 2) return null;
  const [one, other] = ranked.slice(0, 2).map((option) => outlook(anchors, sheet, dice, left, option));
  return el("p", { class: "play-why" }, reason(ranked[0], ranked[1], one, other));
}

/** Say what is missing while dice are typed. @param {HTMLElement} advice @param {string} text */
function waitForDice(advice, text) {
  const signs = text.replace(/[\s,;.-]+/g, ""), wrong = [...signs].find((sign) => !/[1-6]/.test(sign));
  show(advice, el("p", { class: "play-waiting" }, wrong ? t`A die shows 1 to 6, and “${wrong}” is typed.`
    : signs.length === 1 ? t`1 die typed; advice needs ${DICE}.` : t`${signs.length} dice typed; advice needs ${DICE}.`));
}

/** So many choices fit side by side on a phone. */
const COLUMNS = 5;

/** What each of the best choices leads to. @param {Anchors} anchors @param {string} rules name of the table
 *  @param {Position} at @param {Option[]} ranked */
function partsShown(anchors, rules, { sheet, dice, left }, ranked) {
  const body = el("div"), made = el("details", {}, el("summary", {}, t`What each choice leads to`), body);
  made.addEventListener("toggle", async () => {
    const found = ranked.map((option) => ({ option, of: outlook(anchors, sheet, dice, left, option) }));
    const boxes = BOXES.map(({ label }, box) => ({ label, chances: found.map(({ of }) =>
      of.ends.filter((end) => end.box === box).reduce((sum, { chance }) => sum + chance, 0)) })).filter(({ chances }) => chances.some((chance) => chance > 0.0005));
    const known = await strayings(rules);
    const parts = found.map(({ option, of }) => ({ best: option.regret <= 0, cells: [words(option), decimal(of.now, 2), decimal(of.bonus, 2), decimal(of.rest, 2), decimal(of.spread, 1),
      ...known ? [decimal(deviation(anchors, known, sheet, dice, left, option), 1)] : []] }));
    show(body,
      valueTable({ caption: t`points on average: this turn + bonus + rest = what the choice is worth; ± is the standard deviation of the turn's points and of the final score`,
        heads: [t`choice`, t`this turn`, t`bonus`, t`rest`, t`± turn`, ...known ? [t`± final`] : []], rows: parts }),
      valueTable({ caption: t`The box that this turn fills, times in 100`, heads: [t`box`, ...found.slice(0, COLUMNS).map(({ option }) => words(option))],
        rows: boxes.map(({ label, chances }) => ({ cells: [label, ...chances.slice(0, COLUMNS).map((chance) => decimal(100 * chance, 1))] })) }));
  }, { once: true });
  return made;
}

/** @param {Option} best @param {string} worth */
const summary = (best, worth) =>
  el("p", { class: "play-advice" }, `${words(best)}. ${worth}`);

/** Points that a choice gives away. @param {number} regret */
export const lossWords = (regret) => (regret < 0.005 ? t`best` : decimal(regret, 2));

/** @param {Option[]} ranked @param {string} head @param {(value: number) => string} value
 *  @param {(regret: number) => string} regret */
export function choiceTable(ranked, head, value, regret) {
  const rows = ranked.map((option) => ({
    cells: [words(option), value(option.value), regret(option.regret)], best: option.regret <= 0,
  }));
  const heads = [t`choice`, head, t`loses`];
  const most = rows.slice(0, SHOWN), rest = rows.slice(SHOWN);
  return [valueTable({ caption: t`The best choices`, heads, rows: most }),
    rest.length ? el("details", {}, el("summary", {}, t`${rest.length} more choices`),
      valueTable({ caption: t`The other choices`, heads, rows: rest })) : null];
}

/**
 * Thirteen fields and one for the bonuses.
 * @param {Sheet} sheet @param {import("./yahtzee-rules.js").Rules} rules
 * @param {(sheet: Sheet) => void} onSheet told of every sound card
 * @param {() => void} onFault told that a field cannot be read
 */
function cardFields(sheet, rules, onSheet, onFault) {
  const boxes = BOXES.map(() => el("input", { inputmode: "numeric", size: 4, autocomplete: "off" }));
  const extra = el("input", { inputmode: "numeric", size: 4, autocomplete: "off" });
  const total = teller();
  const read = () => {
    const scores = boxes.map((box, i) => attempt(box, () => readBox(box.value, i, rules)));
    const bonuses = attempt(extra, () => (extra.value.trim() === "" ? 0
      : parseInteger(extra.value, { name: t`The number of bonuses`, least: 0, most: 12 })));
    if (bonuses === undefined || scores.includes(undefined)) return onFault();
    const typed = { scores: /** @type {(number|null)[]} */ (scores), extra: bonuses };
    if (!attempt(extra, () => readSheet(typed, rules))) return onFault();
    tell(typed);
    onSheet(typed);
  };
  const tell = (/** @type {Sheet} */ now) => total.tell(
    now.scores.includes(null) ? t`${finalScore(now, rules)} points so far, both bonuses counted.` : t`${finalScore(now, rules)} points, both bonuses counted.`);
  const fill = (/** @type {Sheet} */ now) => {
    boxes.forEach((box, i) => { box.value = now.scores[i] ?? ""; say(box, ""); });
    extra.value = now.extra || "";
    say(extra, "");
    tell(now);
  };
  fill(sheet);
  const fields = BOXES.map(({ label }, i) => field(label, boxes[i]));
  const root = el("div", { class: "play-card", on: { input: read } },
    el("div", {}, fields.slice(0, 6)), el("div", {}, fields.slice(6), field(t`Yahtzee bonuses`, extra)), total.root);
  return { root, fill };
}

/** @param {string} text @param {number} box @param {import("./yahtzee-rules.js").Rules} rules
 *  @returns {number|null} */
function readBox(text, box, rules) {
  if (text.trim() === "") return null;
  const points = parseInteger(text, { name: BOXES[box].label, least: 0, most: 50 });
  const scores = BOXES.map((_, i) => (i === box ? points : null));
  readSheet({ scores, extra: 0 }, rules);
  return points;
}

/** A box to write the dice into.
 *  @param {Anchors} anchors @param {Position} position @param {(sheet: Sheet) => void} onSheet */
function writer(anchors, position, onSheet) {
  const names = Object.fromEntries(BOXES.map(({ key, label }) => [key, label]));
  const box = select(names, BOXES[0].key, () => say(box, ""));
  const done = button(t`Write`, () => {
    const at = BOXES.findIndex(({ key }) => key === box.value);
    const sheet = attempt(box, () => fillBox(anchors.rules, position.sheet, position.dice, at));
    if (sheet) onSheet(sheet);
  });
  return [field(t`Write the dice into`, box), done];
}

