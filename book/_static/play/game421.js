// @ts-check
/** The page of 421: advice for any round, and the whole game against the page. */
import {
  InputError, asker, attempt, diceButtons, diceShown, doubled, el, field, forget, keep, loadTable, luck, mover, noAdvice, readAddress, refocus,
  restore, select, show, start, tabs, teller, timeline, unknown, valueTable, writeAddress,
} from "./frame.js";
import { AIMS, advise, begin, beginAt, choose, decode, encode, hands, isOver, nextSet, outcome, promised } from "./game421-match.js";
import { tally } from "./tally.js";
import { NOTHING, PAGE, Round421, Stakes, Whole421, YOU, parseUtility, writeUtility } from "./game421-rules.js";
import { decimal, inHundred, listed, many, parseDice, t } from "./words.js";

const VERSION = 1;
const OWN = "own", AIM = "aim", WIN = "win";
/** What the address holds of a question to the adviser. */
const ASKED = ["dice", "aside", "left", "player", "worth", "own", "goal", "inpot", "mine", "beat"];
/** What it holds of a position to play on from. */
const PLACED = ["pot", "you", "cast"];
/** @type {Record<string, string>} */
const WORDS = {
  transfer: t`tokens of the hand`, Total: t`sum of the faces`, Max: t`largest face`, [AIM]: t`one hand and nothing else`, [WIN]: t`winning the whole game`,
  Times: t`product of the faces`, "Times(face-1)": t`product of the faces, each less 1`,
};
/** The others come from the papers. */
const COMMON = ["transfer", WIN, "Total", "Max", AIM, OWN];

/** What a utility counts. @param {string} name */
const unitOf = (name) => (name === "transfer" ? t`tokens` : name !== AIM && name !== WIN && (name in WORDS || name === OWN) ? t`points` : "chance");

/** What a choice is worth: tokens or points, or how often it succeeds. @param {number} value @param {string} unit */
const worthWords = (value, unit) => (unit === "chance" ? inHundred(value) : decimal(value, 2));

/** What a choice gives away, in the same unit. @param {number} regret @param {boolean} best @param {number} places */
const lostWords = (regret, best, places) => (best ? t`best` : regret < 0.5 * 10 ** -places ? `< ${decimal(10 ** -places, places)}` : decimal(regret, places));

/** What a choice gives away: the difference of the numbers that are shown. @param {number} most @param {number} value @param {number} places */
const gap = (most, value, places) => Number(most.toFixed(places)) - Number(value.toFixed(places));

/** A utility in words. @param {string} name */
const utilityWords = (name) => WORDS[name]
  ?? t`reach ${listed(name.replace("delta", "").split("+").map((hand) => [...hand].sort().reverse().join("")))}`;

start("play-game421", async (root) => {
  const round = new Round421(await loadTable("game421", VERSION));
  const address = readAddress();
  /** @type {UnderWay} */
  const underWay = { asked: null };
  tabs(root, t`What to do`, {
    game: { words: t`Play a game`, keys: ["game", ...PLACED], build: (panel) => gamePage(panel, round, address, underWay) },
    advice: { words: t`Adviser`, keys: ASKED, build: (panel) => advicePage(panel, round, address, underWay) },
  }, ["game", ...PLACED].some((key) => key in address) ? "game" : address.show ?? (ASKED.some((key) => key in address) ? "advice" : undefined));
});

/** @typedef {{asked: Record<string, string>|null}} UnderWay what to ask about a game, by the keys of the address; null if it was asked or nothing is to choose */

/* ---------------------------------------------------------------- advice */

/**
 * @param {HTMLElement} root
 * @param {Round421} round
 * @param {Record<string, string>} address
 * @param {UnderWay} underWay
 */
function advicePage(root, round, address, underWay) {
  const names = Object.keys(round.table.data.utilities), whole = new Whole421(round);
  const papers = names.filter((name) => !COMMON.includes(name));
  /** @type {Record<string, string>} */
  const utilities = { ...Object.fromEntries([...COMMON, ...papers].map((name) => [name, utilityWords(name)])), [OWN]: t`a table of my own` };

  const dice = el("input", { value: address.dice ?? "641", inputmode: "numeric", autocomplete: "off", size: 6, on: { input: update } });
  const aside = el("input", { value: address.aside ?? "", inputmode: "numeric", autocomplete: "off", size: 6, on: { input: update } });
  const left = select([["2", "2"], ["1", "1"]], address.left ?? "2", update);
  const player = select({ first: t`I cast first and may stop`, next: t`second: I must use every cast` }, address.player ?? "first", update);
  const worth = select(utilities, address.worth ?? "transfer", changeWorth);
  worth.append(el("optgroup", { label: t`prizes of the papers` }, [...worth.options].filter(({ value }) => papers.includes(value))));
  const own = el("textarea", { rows: 3, spellcheck: "false", value: address.own ?? "", on: { input: update } });
  const goal = el("input", { value: address.goal ?? "421", inputmode: "numeric", autocomplete: "off", size: 6, on: { input: update } });

  const tokens = (/** @type {string|undefined} */ given, /** @type {string} */ usual) => el("input", { value: given ?? usual, inputmode: "numeric", autocomplete: "off", size: 3, on: { input: update } });
  const inPot = tokens(address.inpot, "1"), mine = tokens(address.mine, "5"), beat = tokens(address.beat, "665"), beatField = field(t`The other’s hand`, beat);
  const winFields = [field(t`Tokens in the pot`, inPot), field(t`Tokens in my hand`, mine), beatField];

  const turned = el("div");
  const asideField = field(t`Put aside earlier`, aside, t`empty: nothing`);
  const ownField = field(t`What each hand is worth`, own, t`hands not named are worth “other”, or 0`);
  const goalField = field(t`The hand to reach`, goal), stakesFields = el("div", { class: "play-fields" }), goalPlace = el("div", { class: "play-fields" });
  const advice = el("div", { class: "play-panel", role: "status", "aria-live": "polite" });
  const choices = el("div"), goals = el("div"), policies = el("div");

  const folded = [el("details", {}, el("summary", {}, t`The hands to hope for`), goals),
    el("details", { open: Boolean(address.goal) && address.worth !== AIM }, el("summary", {}, t`What the players of the papers would do`), goalPlace, policies)];
  root.append(
    el("div", { class: "play-fields" }, field(t`Dice on the table`, dice), field(t`Casts left`, left), asideField),
    turned, stakesFields, advice, choices, ...folded,
  );
  stakesFields.append(field(t`What counts`, worth), field(t`Player`, player), ownField, ...winFields);
  follow();
  unknown(left, address.left, t`There is a choice with one or two casts left, not`);
  unknown(player, address.player, t`A player is first or next, not`);
  unknown(worth, address.worth, t`There is no such choice here:`);
  return follow;

  /** A game has come to another position since this page was shown: that is asked about. */
  function follow() {
    const controls = { dice, aside, left, player, worth, inpot: inPot, mine, beat };
    for (const [key, value] of Object.entries(underWay.asked ?? {})) controls[/** @type {keyof controls} */ (key)].value = value;
    underWay.asked = null;
    update();
  }

  function changeWorth() {
    if (worth.value === OWN && !own.value.trim()) own.value = writeUtility(round.table.data.utilities.transfer, round);
    update();
  }

  /** The utility that counts, and what is worth what. */
  function readStakes() {
    const who = /** @type {import("./game421-rules.js").Player} */ (player.value);
    if (worth.value === WIN) return readGame();
    if (worth.value === AIM) return attempt(goal, () => Stakes.reach(round, who, round.find(parseDice(goal.value, { least: 3, most: 3 }))));
    if (worth.value !== OWN) return Stakes.named(round, who, worth.value);
    const utility = attempt(own, () => parseUtility(own.value, round));
    return utility && new Stakes(round, who, utility);
  }

  /** The chances to win the game from where it stands. */
  function readGame() {
    const first = player.value === "first", all = round.table.rules.pot;
    const position = attempt(inPot, () => {
      const found = whole.find(Number(inPot.value), Number(mine.value), first ? YOU : PAGE);
      if (found === undefined) throw new InputError(t`No set begins with ${inPot.value} in the pot and ${mine.value} in your hand: a game has ${all} tokens.`);
      const starters = first ? Number(mine.value) : all - Number(inPot.value) - Number(mine.value);
      if (!starters && Number(inPot.value) < all) throw new InputError(t`No set begins like this: whoever begins has lost the set before, and holds tokens.`);
      return found;
    });
    const other = first ? 0 : attempt(beat, () => round.find(parseDice(beat.value, { least: 3, most: 3 })) - round.firstHand);
    if (position === undefined || other === undefined) return undefined;
    const plan = whole.plan(position), values = first ? plan.starter : plan.next[other];
    return {
      choices: (/** @type {number} */ casts, /** @type {number} */ kept, /** @type {number} */ table) => round.choices(first ? "first" : "next", values, casts, kept, table),
      prospect: (/** @type {number} */ casts, /** @type {number} */ option) => whole.prospect(position, first ? -1 : other, casts, option),
    };
  }

  function update() {
    ownField.hidden = worth.value !== OWN;
    const won = worth.value === WIN;
    for (const one of winFields) one.hidden = !won;
    beatField.hidden ||= player.value === "first";
    for (const one of folded) one.hidden = won;
    const place = worth.value === AIM ? stakesFields : goalPlace;
    if (goalField.parentElement !== place) place.append(goalField);
    asideField.hidden = left.value === "2" && !aside.value.trim();
    const casts = Number(left.value);
    const seen = attempt(dice, () => parseDice(dice.value, { least: 3, most: 3 }));
    turned.classList.toggle("play-stale", !seen);
    if (seen) {
      show(turned, diceButtons({ dice: seen, label: t`Dice on the table, to turn`, faces: 6, onFace: (i, face) => {
        dice.value = seen.map((f, k) => (k === i ? face : f)).join("");
        update();
      } }));
    }
    const kept = attempt(aside, () => {
      const read = parseDice(aside.value, { least: 0, most: 3 });
      if (seen) round.check(/** @type {any} */ (player.value), casts, read, seen);
      return read;
    });
    const aimed = attempt(goal, () => round.find(parseDice(goal.value, { least: 3, most: 3 })));
    const stakes = readStakes();
    if (!seen || !kept || !stakes) {
      noAdvice(advice, choices, goals, policies);
      return;
    }
    writeAddress({
      dice: dice.value.trim(), aside: aside.value.trim() || null, left: left.value, player: player.value, worth: worth.value,
      own: worth.value === OWN ? own.value.trim() : null, goal: goal.value.trim() === "421" ? null : goal.value.trim(),
      inpot: won ? inPot.value.trim() : null, mine: won ? mine.value.trim() : null, beat: won && !beatField.hidden ? beat.value.trim() : null,
    });
    if (stakes instanceof Stakes) tell(stakes, casts, round.find(kept), round.find(seen), aimed);
    else tellGame(stakes, casts, round.find(kept), round.find(seen));
  }

  /** @param {{choices: Function, prospect: Function}} game @param {number} casts @param {number} kept @param {number} table */
  function tellGame(game, casts, kept, table) {
    /** @type {import("./game421-rules.js").Choice[]} */
    const found = game.choices(casts, kept, table);
    const best = found.filter((c) => c.best), next = found.filter((c) => !c.best).sort((a, b) => b.value - a.value)[0];
    show(advice, el("p", { class: "play-advice" }, `${capital(best.map((c) => optionWords(round, c.option, kept, table)).join(t`; or `))}.`),
      el("p", {}, t`You then win ${inHundred(best[0].value)} games in 100.`),
      next ? el("p", { class: "play-why" }, whyWins(game.prospect(casts, best[0].option), game.prospect(casts, next.option), optionWords(round, next.option, kept, table), gap(100 * best[0].value, 100 * next.value, 2))) : null);
    show(choices, wonTable(round, found, kept, table));
  }

  /** @param {Stakes} stakes @param {number} casts @param {number} kept @param {number} table @param {number|undefined} aimed */
  function tell(stakes, casts, kept, table, aimed) {
    const found = stakes.choices(casts, kept, table), unit = unitOf(worth.value);
    const best = found.filter((c) => c.best), places = unit === "chance" ? 1 : 2, scale = unit === "chance" ? 100 : 1;
    const counts = worth.value === AIM ? t`reach ${goal.value.trim()}` : utilities[worth.value];
    const brought = decimal(best[0].value, 2);
    show(advice, el("p", { class: "play-advice" }, `${capital(best.map((c) => optionWords(round, c.option, kept, table)).join(t`; or `))}.`),
      el("p", {}, unit === "chance" ? t`You then ${counts} ${inHundred(best[0].value)} times in 100.`
        : `${best[0].option === table ? t`Your hand is worth ${brought} ${unit}` : t`Your hand will then be worth ${brought} ${unit} on average`}`
          + `${worth.value === "transfer" ? "" : ` (${counts})`}.`),
      bound(stakes, casts, kept, table),
      reasonShown(stakes, casts, found, kept, table, unit));
    show(choices, valueTable({
      caption: unit === "chance" ? t`every choice: how often it succeeds if you play on as well as possible, and what the choice gives away`
        : t`every choice: the ${unit} to expect if you play on as well as possible, and what the choice gives away`,
      heads: [t`choice`, unit === "chance" ? t`in 100` : unit, t`loses`],
      rows: [...found].sort((a, b) => b.value - a.value).map((c) => ({
        best: c.best, cells: [optionWords(round, c.option, kept, table), worthWords(c.value, unit), lostWords(gap(scale * best[0].value, scale * c.value, places), c.best, places)],
      })),
    }), leadsShown(stakes, casts, found, kept, table, unit));
    const top = [...stakes.prospects(casts, best[0].option)].sort((a, b) => b.honest - a.honest).slice(0, 8);
    show(goals, valueTable({
      caption: t`after “${optionWords(round, best[0].option, kept, table)}”: how often a hand comes if you stop at no other, and what the round brings (${unit === "chance" ? t`in 100` : unit}), misses counted or taken for nothing`,
      heads: [t`hand`, t`comes, in 100, if you try for nothing else`, t`brings`, t`misses for nothing`],
      rows: top.map((p) => ({ cells: [round.words(p.goal), inHundred(p.chance), worthWords(p.honest, unit), worthWords(p.blind, unit)] })),
    }));
    if (aimed === undefined) return;
    const most = best[0].value, all = stakes.policies(casts, kept, table, aimed);
    const plays = (/** @type {{law: Map<number, number>|null, mean: number}} */ p) => p.law !== null && most - p.mean <= 1e-9;
    const right = all.filter((p) => plays(p) && p.name !== t`best play`).map((p) => p.name), wrong = all.filter((p) => p.law && !plays(p));
    show(policies, wrong.length ? valueTable({
      caption: t`who plays otherwise here, and what this one step gives away`,
      heads: [t`player`, t`does`, t`loses`],
      rows: wrong.map((p) => ({
        cells: [p.name, lawWords(round, /** @type {Map<number, number>} */ (p.law), kept, table), lostWords(gap(scale * most, scale * p.mean, places), false, places)],
      })),
    }) : null, right.length ? el("p", {}, t`As good as best play: ${right.join(t`; `)}.`) : null);
  }
}

/**
 * What to do if dice are aside already, with which the best choice is out of reach.
 * @param {Stakes} stakes @param {number} casts @param {number} kept @param {number} table
 */
function bound(stakes, casts, kept, table) {
  const { round } = stakes, free = stakes.choices(casts, kept, table).filter((c) => c.best).map((c) => c.option);
  if (casts !== 1 || kept !== NOTHING) return null;
  /** @type {Map<string, string[]>} */
  const told = new Map();
  for (const aside of round.between(NOTHING, table).filter((state) => state !== NOTHING && !round.isHand(state))) {
    if (free.some((option) => round.between(aside, option).length)) continue;
    const best = stakes.choices(casts, aside, table).filter((c) => c.best).map((c) => optionWords(round, c.option, aside, table)).join(t`, or `);
    told.set(best, [...told.get(best) ?? [], round.apart(aside)]);
  }
  return told.size ? el("p", {}, [...told].map(([best, asides]) => t`With ${listed(asides)} already aside: ${best}.`).join(" ")) : null;
}

/**
 * The reason for the best choice against the next best.
 * @param {Stakes} stakes @param {number} casts @param {import("./game421-rules.js").Choice[]} found
 * @param {number} kept @param {number} table @param {string} unit
 */
function reasonShown(stakes, casts, found, kept, table, unit) {
  const { round } = stakes, ranked = [...found].sort((a, b) => b.value - a.value), best = ranked[0];
  const next = ranked.find((c) => !c.best);
  if (!next) return ranked.length > 1 ? el("p", {}, t`All choices are equally good.`) : null;
  const { worth, one, other } = stakes.difference(casts, best.option, next.option);
  const named = Array.from(stakes.utility).flatMap((each, hand) => (each >= worth ? [round.words(round.firstHand + hand)] : []));
  const reached = named.length < 3 ? named.length > 1 ? t`${listed(named)} then come` : t`${listed(named)} then comes` : t`${decimal(worth, Number.isInteger(worth) ? 0 : 2)} ${unit} or more then come`;
  const less = gap(best.value, next.value, 2), gain = unit === "chance" ? "" : less > 0 ? t`; all in all ${decimal(less, 2)} ${unit} less` : t`; all in all it hardly matters`;
  return el("p", { class: "play-why" }, t`Why not ${optionWords(round, next.option, kept, table)}? ${reached} ${inHundred(other)} times in 100 instead of ${inHundred(one)}${gain}.`);
}

/**
 * What each choice leads to, best play afterwards: the hands that come most often, and how far their worth strays.
 * @param {Stakes} stakes @param {number} casts @param {import("./game421-rules.js").Choice[]} found
 * @param {number} kept @param {number} table @param {string} unit
 */
function leadsShown(stakes, casts, found, kept, table, unit) {
  const { round } = stakes, chance = unit === "chance";
  const often = (/** @type {Float64Array} */ ends) => [...ends].map((share, hand) => ({ share, hand })).sort((a, b) => b.share - a.share)
    .slice(0, 3).filter(({ share }) => share > 0).map(({ share, hand }) => `${round.words(round.firstHand + hand)} (${inHundred(share)})`).join(", ");
  const rows = [...found].sort((a, b) => b.value - a.value).map((c) => {
    const ends = stakes.ends(casts, c.option);
    return { best: c.best, cells: [optionWords(round, c.option, kept, table), often(ends), ...chance ? [] : [`± ${decimal(stakes.spread(ends), 2)}`]] };
  });
  return el("details", {}, el("summary", {}, t`What each choice leads to`), valueTable({
    caption: chance ? t`the hands that then come most often, times in 100` : t`the hands that then come most often, times in 100, and the standard deviation of the ${unit}`,
    heads: [t`choice`, t`hands`, ...chance ? [] : [unit]], rows,
  }));
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * An option in words.
 * @param {Round421} round @param {number} option @param {number} kept @param {number} table
 */
function optionWords(round, option, kept, table) {
  if (option === table) return t`stop with ${round.words(table)}`;
  const rest = 3 - round.names[option].length;
  if (option === NOTHING) return t`cast all three again`;
  return rest === 1 ? t`keep ${round.apart(option)}, cast one` : t`keep ${round.words(option)}, cast two`;
}

/** An option in a sentence about what was best. @param {Round421} round @param {number} option @param {number} table */
function advised(round, option, table) {
  if (option === table) return t`stop with ${round.words(table)}`;
  if (option === NOTHING) return t`cast all three again`;
  return round.names[option].length === 2 ? t`keep the ${round.apart(option)}, and cast the third die` : t`keep the ${round.words(option)} and cast the other two`;
}

/** A button that casts so many. @param {number} dice */
const castAgain = (dice) => (dice === 3 ? t`Cast all three again` : dice === 2 ? t`Cast two dice again` : t`Cast one die again`);

/** @param {Round421} round @param {Map<number, number>} law @param {number} kept @param {number} table */
function lawWords(round, law, kept, table) {
  const all = [...law].sort((a, b) => b[1] - a[1]);
  if (all.length > 4) return t`any of ${all.length} choices`;
  return listed(all.map(([o, p]) => optionWords(round, o, kept, table) + (p > 0.9999 ? "" : ` (${decimal(p, 2)})`)));
}

/* ---------------------------------------------------------------- the whole game */

/**
 * @param {HTMLElement} root
 * @param {Round421} round
 * @param {Record<string, string>} address
 * @param {UnderWay} underWay
 */
function gamePage(root, round, address, underWay) {
  const whole = new Whole421(round);
  const random = luck(address);
  const { root: told, tell } = teller();
  const board = el("div"), turn = el("div"), more = el("div"), history = el("div");
  const hint = el("input", { type: "checkbox", id: "play-421-hint", on: { change: () => draw() } });
  /** @type {import("./game421-match.js").Game|null} */
  let game = null;
  /** @type {string[]} */
  let log = [];
  /** The dearest choices of the game: what was said of them, what they cost, and the game before. @type {{words: string, lost: number, at: string}[]} */
  let slips = [];
  /** @type {boolean[]} */
  let marked = [];
  let serial = random.now();
  /** @type {Record<typeof AIMS[number], string>} */
  const plays = { game: t`to win the game, without mistakes`, tokens: t`for what each hand is worth: a little worse`, 421: t`for 421 only: badly` };
  const aim = select(AIMS.map((name) => [name, plays[name]]), AIMS[0], () => {
    game &&= { ...game, aim: aimed() };
    save();
    moves.change();
    draw();
  });
  const aimed = () => AIMS.findIndex((name) => name === aim.value);
  /** Games count against a page that played as it does now. */
  const results = () => tally(aimed() ? `game421-${aim.value}` : "game421");

  const ranking = document.querySelector(".play-rules table")?.cloneNode(true);
  root.append(
    el("div", { class: "play-beside" },
      el("div", {}, board, told, turn, more, el("p", {}, hint, " ", el("label", { for: hint.id }, t`show what each choice is worth before I choose`)), history,
        el("div", { class: "play-fields" }, field(t`The page plays`, aim))),
      ranking ? el("div", { class: "play-ranking" }, ranking) : null),
    ranking ? el("details", { class: "play-ranking-folded" }, el("summary", {}, t`The hands and their tokens`), el("div", { class: "play-ranking" }, ranking.cloneNode(true))) : "",
  );
  const placed = PLACED.some((key) => key in address) && !address.game;
  if (address.game || placed) {
    try {
      const { pot = round.table.rules.pot, you = 0, cast } = address;
      game = placed ? beginAt(whole, random, pot, you, cast ? parseDice(cast, { least: 3, most: 3 }) : undefined) : decode(whole, address.game);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      tell(error.message);
    }
  }
  const kept = restore("game421", (saved) => (Array.isArray(saved.log) ? { game: decode(whole, saved.game), log: saved.log.map(String), slips: readSlips(saved.slips) } : null));
  if (kept && (game ? encode(game) === encode(kept.game) : !address.game && !placed)) ({ game, log, slips } = kept);
  if (!game && !address.game && !placed) ({ game } = begin(whole, random, YOU, aimed()));
  else if (game) aim.value = AIMS[game.aim];
  const rules = /** @type {HTMLDetailsElement|null} */ (document.querySelector(".play-rules"));
  if (rules && !kept && !address.game && !placed) rules.open = true; // for whoever comes first
  const moves = timeline(() => ({ game: game && encode(game), log, slips, marked, luck: random.now() }), (at) => {
    game = at.game === null ? null : decode(whole, at.game);
    if (game) aim.value = AIMS[game.aim];
    ({ log, slips, marked } = at);
    random.from(at.luck);
    save();
    tell(t`Taken back. The next dice will show the same faces.`);
    draw();
    refocus(turn, ".play-die, .play-button.main");
  });
  draw();
  moves.change();
  return draw;

  function save() {
    if (game) keep("game421", { game: encode(game), log, slips });
    else forget("game421");
  }

  /** @param {import("./game421-match.js").Step} step @param {string[]} [before] */
  function go(step, before = []) {
    if (!game) serial = random.now();
    const over = step.game.next >= 0, lines = over ? step.told.slice(0, -1) : step.told; // the board shows how a set ends
    game = step.game;
    if (isOver(whole, game)) results().note(serial, game.next === whole.won ? 1 : 0, game.lost / 1e4);
    log = [...before, ...lines];
    marked = [];
    save();
    moves.moved();
    tell([...before.slice(-1), ...lines].join(" "));
    if (over) told.append(el("span", { class: "play-unseen" }, ` ${step.told[step.told.length - 1]}`));
    draw();
    refocus(turn, ".play-die, .play-button.main");
  }

  function stopGame() {
    game = null;
    log = [];
    slips = [];
    marked = [];
    save();
    moves.moved();
    tell("");
    draw();
    refocus(turn, ".play-button.main");
  }

  function draw() {
    writeAddress({ game: game && encode(game), ...Object.fromEntries(PLACED.map((key) => [key, null])) });
    show(history, log.length ? el("details", { open: log.length > 3 }, el("summary", {}, t`This set so far`), el("ol", { class: "play-log" }, log.map((line) => el("li", {}, line)))) : null);
    underWay.asked = game && !isOver(whole, game) ? question(game) : null;
    if (!game) {
      show(board);
      show(turn, el("div", { class: "play-buttons" },
        mover(t`You begin`, () => go(begin(whole, random, YOU, aimed())), { class: "play-button main" }),
        mover(t`The page begins`, () => go(begin(whole, random, PAGE, aimed()))), moves.undo()));
      show(more);
      return;
    }
    const now = game, [upper, lower] = now.next < 0 ? decision(now) : ending(now);
    show(board, standing(whole, now));
    show(turn, upper);
    show(more, lower);
  }

  /** What the adviser is to be asked. @param {import("./game421-match.js").Game} now @returns {Record<string, string>} */
  function question(now) {
    const [pot, yours] = whole.positions[now.next < 0 ? now.position : now.next], digits = (/** @type {number} */ state) => [...round.faces(state)].reverse().join("");
    const tokens = { worth: WIN, inpot: String(pot), mine: String(yours) };
    if (now.next >= 0 || !now.made) return tokens; // no dice lie there to be asked about
    return {
      ...tokens, dice: digits(now.table), aside: digits(now.kept), left: String(now.limit - now.made),
      ...now.first < 0 ? { player: "first" } : { player: "next", beat: digits(round.firstHand + now.first) },
    };
  }

  /** What there is to do, and what stands below it. @param {import("./game421-match.js").Game} now */
  function decision(now) {
    const choices = advise(whole, now), most = Math.max(...choices.map((c) => c.value));
    const below = [hint.checked && now.made && !beaten(now) ? wonTable(round, choices, now.kept, now.table) : null, account(now, most),
      el("div", { class: "play-buttons" }, moves.undo(), asker(t`New game`, t`Give up this game?`, stopGame, true))];
    const facing = now.first >= 0 ? [t`The page has `, handShown(whole, now.first), t` after ${many(now.limit, t`cast`)}. `] : [];
    if (!now.made) {
      return [[el("p", {}, facing, beaten(now) ? t`Nothing beats it, and after a tie you take the tokens: this set is lost, whatever you do.` : t`If you tie, you lose the set. You have one cast, too.`),
        el("div", { class: "play-buttons" }, mover(t`Cast the dice`, () => go(choose(whole, now, NOTHING, random), log), { class: "play-button main", "data-key": "act" }))], below];
    }
    const dice = [...round.faces(now.table)].reverse(); // as a hand is read: 421
    const locked = lockedDice(dice, round.faces(now.kept));
    if (marked.length !== dice.length) marked = locked.slice();
    const option = round.find(dice.filter((_, i) => marked[i]));
    const chosen = choices.find((c) => c.option === option);
    const left = now.limit - now.made, all = option === now.table;
    const stop = choices.find((c) => c.option === now.table), hopeless = beaten(now);
    const onward = stop ? "" : choices.length === 1 ? t`The page cast ${now.limit} times, so you must cast the last die again.` : t`The page cast ${now.limit} times, so you must cast at least one die again.`;
    return [[
      now.first >= 0 ? el("p", {}, facing,
        hopeless ? t`Nothing beats it, and after a tie you take the tokens: this set is lost, whatever you do.` : t`If you tie, you lose the set.`)
        : el("p", {}, now.sets > 1 ? t`You start this set.` : [now.made > 1 ? null : [t`The page has cast your three dice.`, " "], t`You start this set, and the page then casts as often as you did. If you tie, the page takes the tokens.`]),
      hopeless ? null : el("p", {}, t`Cast ${now.made} of ${now.limit}.` + ` ${thought(promised(whole, now), most)}`
        + (stop && most - promised(whole, now) > 0.015 && most - stop.value > 0.015 ? ` ${t`What counts is what it may become.`}` : "")),
      el("p", {}, [t`You have ${round.words(now.table)}, ${worthShown(now.table)}.`, hopeless ? "" : onward,
        hopeless || choices.length === 1 ? "" : left === 1 ? t`Tap the dice you want to keep; one cast is left.` : t`Tap the dice you want to keep; ${left} casts are left.`].filter(Boolean).join(" ")),
      diceButtons({ dice, label: t`Your dice`, marked, locked, markedWords: t`kept`, onMark: (i, event) => { if (doubled(event)) return; marked = marked.map((m, k) => (k === i ? !m : m)); moves.change(); draw(); } }),
      el("div", { class: "play-buttons" },
        hopeless ? mover(t`Take the tokens`, () => giveUp(now), { class: "play-button main", "data-key": "give-up" }) : null,
        mover(all ? t`Stop with ${round.words(now.table)}` : castAgain(dice.length - round.names[option].length), () => chosen && act(now, chosen, choices),
          { class: hopeless || !marked.some(Boolean) ? "play-button" : "play-button main", "data-key": "act", disabled: !chosen }),
        stop && !all ? mover(t`Stop with ${round.words(now.table)}`, () => act(now, stop, choices), { "data-key": "stop" }) : null,
        chosen ? null : el("span", {}, t`You must cast as often as the page: leave a die to cast.`)),
    ], below];
  }

  /** Whether the page has cast the best hand, so that the set is lost. @param {import("./game421-match.js").Game} now */
  function beaten(now) {
    return now.first >= 0 && round.table.data.order[now.first] === 0;
  }

  /** Cast a set that is lost to its end. @param {import("./game421-match.js").Game} now */
  function giveUp(now) {
    let step = { game: now, told: /** @type {string[]} */ ([]) };
    while (step.game.next < 0) step = choose(whole, step.game, advise(whole, step.game)[0].option, random);
    go({ ...step, told: [t`Your casts were made for you.`, ...step.told] }, log);
  }

  /** What a hand pays, in words. @param {number} hand a state */
  function worthShown(hand) {
    return t`worth ${many(round.table.data.tokens[hand - round.firstHand], t`token`)}`;
  }

  /** What mistakes and dice have cost since the game began. @param {import("./game421-match.js").Game} now @param {number} chance to win */
  function account(now, chance) {
    if (now.sets === 1 && now.made < 2 && now.next < 0) return null;
    const lost = now.lost / 1e6, given = now.given / 1e6, fate = tenth(chance) - tenth(whole.chance[now.begin]) + tenth(lost) - tenth(given); // as printed they add up
    const dice = decimal(Math.abs(fate), 1);
    return el("p", { class: "play-account" }, lost < 0.0005 ? t`So far your choices have cost you nothing;` : t`So far your choices have cost you ${inHundred(lost)} games in 100;`,
      " ", given ? [t`the page’s have given you ${inHundred(given)};`, " "] : null, Math.abs(fate) < 0.05 ? t`the dice have neither given nor taken.` : fate < 0 ? t`the dice have taken ${dice}.` : t`the dice have given you ${dice}.`);
  }

  /**
   * @param {import("./game421-match.js").Game} now
   * @param {import("./game421-match.js").Choice} chosen
   * @param {import("./game421-match.js").Choice[]} choices
   */
  function act(now, chosen, choices) {
    const best = choices.filter((c) => c.best).map((c) => advised(round, c.option, now.table)), table = round.words(now.table);
    const did = chosen.option === now.table ? t`You stopped with ${table}` : chosen.option === NOTHING ? t`You cast all three again (${table})` : t`You kept the ${round.apart(chosen.option)} of ${table}`;
    const lost = 100 * chosen.regret;
    const judged = choices.length === 1 ? t`you had no choice` : chosen.best ? best.length === 1 ? t`that was best` : t`no other choice was better`
      : t`that costs you ${lostWords(lost, false, 1)} games in 100. It was best to ${best.join(t`, or to `)}`;
    const words = t`${did}: ${judged}.`;
    if (lost >= 0.05) slips = [...slips, { words, lost, at: encode(now) }].sort((a, b) => b.lost - a.lost).slice(0, MOST_SLIPS);
    go(choose(whole, now, chosen.option, random), [...log, words]);
  }

  /** @param {import("./game421-match.js").Game} now */
  function ending(now) {
    const lost = now.lost / 1e6;
    if (!isOver(whole, now)) {
      return [[resultShown(whole, now), el("div", { class: "play-buttons" },
        mover(t`Next set`, () => go(nextSet(whole, now, random)), { class: "play-button main", "data-key": "act" }), moves.undo())], account(now, whole.chance[now.next])];
    }
    const won = now.next === whole.won ? 1 : 0;
    const gifts = now.given / 1e6, fate = tenth(won) - tenth(whole.chance[now.begin]) + tenth(lost) - tenth(gifts);
    return [[resultShown(whole, now), el("div", { class: "play-panel" },
      el("p", { class: "play-advice" }, won ? t`You win the game. The page pays for the drinks.` : t`The page wins the game. The drinks are on you.`),
      el("p", {}, t`When it began you could win ${inHundred(whole.chance[now.begin])} such games in 100. Over ${many(now.sets, t`set`)} your choices cost ${decimal(100 * lost, 1)},` + " " + (gifts ? t`those of the page gave you ${inHundred(gifts)},` + " " : "")
        + (fate >= 0 ? t`and the dice, yours and the page’s, gave ${decimal(fate, 1)}.` : t`and the dice, yours and the page’s, took ${decimal(-fate, 1)}.`)),
      results().shown(), el("div", { class: "play-buttons" }, mover(t`Play again`, stopGame, { class: "play-button main", "data-key": "act" }), moves.undo()))],
    slips.length ? el("details", { open: true }, el("summary", {}, t`Your costliest choices`), el("ol", { class: "play-slips" }, slips.map(({ words, at }) => el("li", {}, words, " ",
      el("a", { href: `?game=${at}` }, t`Choose again`))))) : null];
  }
}

/** A chance in hundred, as it is printed. @param {number} chance */
const tenth = (chance) => Math.round(1000 * chance) / 10;

/** Choices that are told when a game is over. */
const MOST_SLIPS = 3;

/** What was kept of dear choices. @param {any} saved */
const readSlips = (saved) => (Array.isArray(saved) ? saved : []).filter((each) => [each?.words, each?.at].every((part) => typeof part === "string") && Number.isFinite(each.lost));

/**
 * What each choice makes of the whole game.
 * @param {Round421} round @param {import("./game421-rules.js").Choice[]} choices @param {number} kept @param {number} table
 */
function wonTable(round, choices, kept, table) {
  const most = Math.max(...choices.map((c) => c.value));
  return valueTable({
    caption: t`games won in 100 after each choice, best play on both sides`,
    heads: [t`choice`, t`wins in 100`, t`loses`],
    rows: [...choices].sort((a, b) => b.value - a.value).map((c) => ({
      best: c.best, cells: [optionWords(round, c.option, kept, table), inHundred(c.value, 2), lostWords(gap(100 * most, 100 * c.value, 2), c.best, 2)],
    })),
  });
}

/** @typedef {{loses: number, afterLoss: number, afterWin: number}} Prospect */

/**
 * Why a choice wins more games than the next best: how often each loses the set, and what a lost and a won set leave.
 * @param {Prospect} best @param {Prospect} other @param {string} named the next best @param {number} less what it loses, in 100
 */
function whyWins(best, other, named, less) {
  const left = (/** @type {number} */ chance) => (Number.isFinite(chance) ? inHundred(chance) : "–");
  return [t`Why not ${named}? You would lose this set ${inHundred(other.loses)} times in 100 (by the best choice: ${inHundred(best.loses)}).`,
    t`After a lost set you would win ${left(other.afterLoss)} games in 100 on average (${left(best.afterLoss)}), after a won one ${left(other.afterWin)} (${left(best.afterWin)}).`,
    best.afterLoss > best.afterWin ? t`So here you want to lose the set.` : "",
    less > 0 ? t`All in all ${decimal(less, 2)} games in 100 less.` : t`All in all it hardly matters.`].filter(Boolean).join(" ");
}

/** What the page thinks of a cast. @param {number} before chance to win @param {number} after */
function thought(before, after) {
  const change = after - before, by = t`it moves your chance from ${inHundred(before)} to ${inHundred(after)} games in 100.`;
  const words = change > 0.06 ? t`A splendid cast` : change > 0.015 ? t`A good cast` : change > -0.015 ? t`An ordinary cast` : change > -0.06 ? t`A bad cast` : t`A terrible cast`;
  return t`${words}: ${by}`;
}

/** A hand with its dice and its worth. @param {Whole421} whole @param {number} hand from 0 */
function handShown(whole, hand) {
  const { round } = whole;
  return [diceShown([...round.faces(round.firstHand + hand)].reverse()), ` ${round.words(round.firstHand + hand)} (${many(round.table.data.tokens[hand], t`token`)})`];
}

/** Both hands of a set that is over, and what follows. @param {Whole421} whole @param {import("./game421-match.js").Game} now */
function resultShown(whole, now) {
  const { yours, pages, loser } = hands(whole, now), goesOn = !isOver(whole, now);
  const emptied = goesOn && whole.positions[now.position][0] && !whole.positions[now.next][0];
  const row = (/** @type {string} */ name, /** @type {number} */ hand, /** @type {number} */ side) => el("p", { class: side === loser ? "play-hand beaten" : "play-hand" },
    el("span", {}, name), el("span", {}, handShown(whole, hand)));
  return el("div", { class: "play-panel" }, row(t`You`, yours, YOU), row(t`The page`, pages, PAGE), el("p", { class: "play-advice" }, capital(outcome(whole, now))),
    emptied ? el("p", {}, t`The pot is empty: from now on the winner of a set hands over tokens.`) : null,
    goesOn ? el("p", {}, loser === YOU ? t`You lost the set, so you begin the next.` : t`The page lost the set, so it begins the next.`) : null);
}

/** Which dice were put aside earlier. @param {number[]} dice @param {number[]} kept */
function lockedDice(dice, kept) {
  const rest = [...kept];
  return dice.map((face) => {
    const place = rest.indexOf(face);
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
}

/** Tokens and chances. @param {Whole421} whole @param {import("./game421-match.js").Game} game */
function standing(whole, game) {
  const { pot } = whole.round.table.rules;
  const over = isOver(whole, game);
  const at = game.next >= 0 && !over ? game.next : game.position;
  const [inPot, yours] = over ? [0, game.next === whole.won ? 0 : pot] : whole.positions[at];
  const cells = /** @type {[string, number][]} */ ([[t`pot`, inPot], [t`you`, yours], [t`page`, pot - inPot - yours]]);
  const chance = game.next < 0 ? Math.max(...advise(whole, game).map((c) => c.value)) : whole.chance[at];
  return el("dl", { class: "play-standing" }, cells.map(([name, count]) => el("div", {}, el("dt", {}, name),
    el("dd", {}, count, el("span", { class: "play-tokens", "aria-hidden": "true" }, "●".repeat(count))))),
  over ? null : el("div", {}, el("dt", {}, game.aim ? t`your chances in 100, if the page errs no more` : t`your chances in 100`), el("dd", {}, inHundred(chance),
    el("span", { class: "play-chance", "aria-hidden": "true" }, el("span", { style: `width:${100 * chance}%` })))));
}
