// @ts-check
/** The page of Tree Solitaire: walk a tree by hand or let a strategy walk. */
import { button, el, field, keep, loadTable, luck, mover, readAddress, refocus, regretWords, restore, select, show, start,
  teller, timeline, valueTable, writeAddress } from "./frame.js";
import { InputError, inHundred, many, numeral, t } from "./words.js";
import { BRANCHES, choices, chanceAt, knownFrom, lookAt, looksOf, moveOn, newTree, nextOf, parseTree, pathWords, playGames,
  reached, seenFrom, seriesOf, spelled, strategyOf, titled, valueOf, valueWords, writeTree } from "./tree-rules.js";
import { ABOVE, drawTree } from "./tree-drawing.js";

/** @typedef {import("./tree-rules.js").Tree} Tree */
/** @typedef {import("./tree-rules.js").Game} Game */
/** @typedef {{games: number, won: number, judged?: number, lost?: number}} Score  of the games `judged` the choices
 *  gave away `lost` wins */
/** @typedef {{step: number, better: string, lost: number}} Paid  what a choice of the reader gave away */
/** @typedef {{game: Game, looks: number, used: number, by: string, tree: Tree, at: string, player: string,
 *  met: Tree, paid: Paid[]|null, scores: Record<string, Score>}} State  `used` are the looks made before this move, and
 *  `player` is who made the moves of this game so far, "" for nobody yet and "both" if hand and strategy
 *  took turns or a move was taken back, which counts for neither; `met` is what an earlier game on this
 *  tree has found, and such a game counts for nobody; `paid` has the reader's choices, and is null where
 *  perfect play is not known or was not known all the time: with two looks and more */

const VERSION = 1, DEEP = 2;
const KEPT = "tree-solitaire";
const MANY = 1000, FEW = 30, ENDLESS = "oo";
const YOU = "you", USUAL = "LSTRAT";
/** Less than this is given away by no choice, as far as one can read. */
const ROUNDING = 0.0005;
/** Strategies that arrive at each fork knowing nothing: play can go on by them. */
const FRESH = ["NOSTRAT", "STRAT", "HSTRAT", "LSTRAT", "2LSTRAT", "BSTRAT", "ooLSTRAT"];
const KINDS = { win: t`a win`, loss: t`a loss`, split: t`it splits` };

/** @returns {State} */
const first = () => ({ game: { ending: 0.5, share: 0.75 }, looks: 1, used: 0, by: USUAL, tree: newTree(), at: "",
  player: "", met: new Map(), paid: [], scores: {} });

/**
 * Read a state from the words of an address or of a kept game.
 * @param {import("./tables.js").Table} table @param {Record<string, any>} words @returns {State}
 * @throws {InputError}
 */
function readState(table, words) {
  const state = first(), { endings, shares, strategies } = table.data;
  const one = (/** @type {string} */ key, /** @type {any[]} */ allowed, /** @type {any} */ usual, /** @type {string} */ name) => {
    if (words[key] === undefined) return usual;
    const found = allowed.find((each) => String(each) === String(words[key]));
    if (found === undefined) throw new InputError(t`${name} must be one of ${allowed.join(", ")}, not “${words[key]}”.`);
    return found;
  };
  state.game.ending = one("e", endings, 0.5, t`The chance to end, E,`);
  state.game.share = one("a", shares, 0.75, t`The share of the high branch, A,`);
  state.by = one("by", strategies, USUAL, t`The strategy`);
  const needed = Math.max(1, looksOf(state.by));
  const looks = one("looks", [0, 1, 2, ENDLESS], needed === Infinity ? ENDLESS : needed, t`The number of looks a move`);
  state.looks = looks === ENDLESS ? Infinity : looks;
  if (looksOf(state.by) > state.looks) state.by = bestWith(table, state);
  state.at = String(words.at ?? "");
  state.tree = parseTree(String(words.tree ?? ""), state.at);
  const below = [...state.tree.keys()].filter((path) => path.startsWith(state.at) && path !== state.at).length;
  state.used = /^\d+$/.test(String(words.used ?? "")) ? Math.min(below, Number(words.used)) : below;
  return state;
}

/** @param {State} state @returns {Record<string, string|number|null>} */
const written = ({ game, looks, used, by, tree, at }) =>
  ({ e: game.ending, a: game.share, looks: looks === Infinity ? ENDLESS : looks, by, tree: writeTree(tree), at, used });

/** What the address does not tell. @param {Record<string, any>} words */
const rest = (words) => ({ player: String(words.player), met: words.met ? parseTree(String(words.met), "") : new Map(),
  paid: Array.isArray(words.paid) && words.paid.every((each) => Number.isFinite(each?.lost)) ? words.paid : null });

/** @param {State} state @returns {Record<string, any>} all of a game but the score */
const whole = (state) => ({ ...written(state), player: state.player, met: writeTree(state.met), paid: state.paid });

/** @param {any} scores @returns {Record<string, Score>} those that can be */
const soundScores = (scores) => Object.fromEntries(Object.entries(scores ?? {}).filter(([, each]) =>
  Number.isInteger(each?.games) && Number.isInteger(each?.won) && each.won >= 0 && each.won <= each.games
  && [each.judged ?? 0, each.lost ?? 0].every((part) => Number.isFinite(part) && part >= 0)));

/** @param {import("./tables.js").Table} table @returns {{state: State, complaint: string}} */
function opening(table) {
  const kept = restore(KEPT, (words) => ({ ...readState(table, words), ...rest(words), scores: soundScores(words.scores) }));
  const address = readAddress(), scores = kept?.scores ?? {};
  try {
    const asked = readState(table, address);
    const same = kept && JSON.stringify(written(kept)) === JSON.stringify(written(asked));
    if (same || !Object.keys(address).length) return { state: kept ?? asked, complaint: "" };
    return { state: { ...asked, scores, player: asked.at ? "both" : "" }, complaint: "" };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { state: kept ?? first(), complaint: t`The address could not be read: ${error.message}` };
  }
}

start("tree-mount", async (root) => {
  const table = await loadTable("tree-solitaire", VERSION);
  const { state, complaint } = opening(table);
  const random = luck(readAddress()), told = teller(), aim = el("p"), board = el("div"), scores = el("div");
  const helper = el("span"), lent = el("span", { class: "play-buttons" }), more = el("span"), rule = el("p", { class: "play-small" });
  const asking = el("div", { class: "play-fields" }, helper, lent);
  // The strategies would give the riddle away: they are shown after a game, or to who asks.
  let helped = false, acted = false, armed = "", asked = Object.keys(state.scores).length > 0 || "by" in readAddress();

  const save = () => {
    writeAddress({ ...written(state), ...asked || state.by !== USUAL ? {} : { by: null } });
    keep(KEPT, { ...whole(state), scores: state.scores });
  };
  const draw = (/** @type {string} */ words = "") => {
    armed = ""; // the unseen point that a second press goes to, with no look left
    save();
    told.tell(words || situation(state));
    show(aim, aimWords(table, state));
    show(helper, field(t`Ask a strategy`, select(within(table, state).map((name) => [name, titled(name)]), state.by, (value) => change(() => { state.by = value; asked = true; }, false))));
    const over = state.tree.get(state.at) !== "split", stuck = over || spent(state);
    asked ||= helped || over;
    show(rule, asked ? [t`${capital(titled(state.by))}: ${spelled(state.by)}.`, over ? null : ` ${nextWords(state)}`] : [t`Strategies can play here for you, too. They come after your first game, or now:`, " ", button(t`Show them now`, () => { asked = true; draw(); })]);
    asking.hidden = more.hidden = !asked;
    show(lent, mover(t`Let it move`, moveBy, { "data-key": "moves", disabled: stuck }), mover(t`Let it play on`, finishBy, { "data-key": "plays", disabled: stuck }));
    show(more, button(t`${numeral(MANY)} games by ${titled(state.by)}`, playMany));
    show(board, boardView(state, words || shortly(state), { act, again, same, help, helped, undo: moves.undo }, helped ? advice(table, state) : null));
    if (acted) refocus(board, ".play-button.main:not([disabled])");
    acted = true;
    show(scores, scoreView(table, state, asked));
  };
  const by = (/** @type {string} */ who) => { state.player = state.player && state.player !== who ? "both" : who; };
  const moves = timeline(() => ({ ...whole(state), scores: state.scores, luck: random.now() }), (back) => {
    const learnt = state.tree.size > 1;
    Object.assign(state, readState(table, back), rest(back), { scores: state.scores });
    const open = learnt && state.tree.get(state.at) === "split";
    if (open) state.player = "both";
    random.from(back.luck);
    draw(open ? t`Taken back. What you play now does not count.` : t`Taken back.`);
  });
  /** @param {Tree} met */
  const begin = (met) => { Object.assign(state, { tree: newTree(), at: "", player: "", used: 0, met, paid: [] }); moves.moved(); };
  const again = () => { begin(new Map()); draw(); };
  const same = () => { begin(new Map([...state.met, ...state.tree])); draw(t`The same tree again. This game counts for nobody.`); };
  const help = () => { helped = !helped; draw(); };
  /** @param {"look"|"move"|"none"} kind "none" if no look is left @param {string} path seen from here */
  const act = (kind, path) => {
    if (kind === "none" && armed !== state.at + path) {
      draw(t`No look is left. Press again to go there unseen.`);
      armed = state.at + path;
      return;
    }
    by(YOU);
    const looks = kind === "look";
    state.paid = charged(table, state, looks ? "look" : "move", path);
    lookAt(state.tree, state.at + path, state.game, random, state.met);
    if (looks) state.used += 1;
    else arrive(state.at + path);
    moves.moved();
    draw();
  };
  const arrive = (/** @type {string} */ at) => {
    Object.assign(state, { at, used: 0 });
    const kind = state.tree.get(at);
    if (kind !== "split" && state.player !== "both" && !state.met.size) count(state, state.player, 1, Number(kind === "win"), state.player === YOU ? state.paid : null);
  };
  const oneMove = () => arrive(moveOn(strategyOf(state.by), state.tree, state.at, state.game, random, state.met));
  const moveBy = () => {
    asked = true;
    by(state.by);
    oneMove();
    moves.moved();
    draw();
  };
  const finishBy = () => {
    by(state.by);
    while (state.tree.get(state.at) === "split") oneMove();
    moves.moved();
    draw();
  };
  const playMany = () => {
    asked = true;
    count(state, state.by, MANY, playGames(state.by, state.game, MANY, random));
    draw(t`${numeral(MANY)} games were played by ${titled(state.by)}.`);
  };
  const change = (/** @type {() => void} */ how, fresh = true) => { how(); if (fresh) again(); else draw(); };

  root.append(el("div", {}, complaint ? el("p", { class: "play-error", role: "alert" }, complaint) : null,
    aim, told.root, board,
    asking, rule,
    el("h2", {}, t`Settings`),
    el("div", { class: "play-fields" },
      field(t`Chance that a point ends`, select(options(table.data.endings), String(state.game.ending), (value) => change(() => { state.game.ending = Number(value); }))),
      field(t`Share of the high branch`, select(options(table.data.shares), String(state.game.share), (value) => change(() => { state.game.share = Number(value); }))),
      field(t`Looks before each step`, select([...options([0, 1, 2]), [ENDLESS, t`no limit`]], state.looks === Infinity ? ENDLESS : String(state.looks), (value) => change(() => {
        state.looks = value === ENDLESS ? Infinity : Number(value);
        state.by = bestWith(table, state);
      })))),
    el("h2", {}, t`Running score`), scores,
    el("div", { class: "play-buttons" }, more,
      button(t`Forget the score`, () => { state.scores = {}; draw(); }))));
  draw();
  moves.change();
});

/** @param {any[]} values @returns {[string, string][]} */
const options = (values) => values.map((value) => [String(value), numeral(value)]);

/** @param {State} state @param {string} who */
const scoreKey = ({ game, looks }, who) =>
  `${game.ending} ${game.share} ${who === YOU ? `${YOU}, ${looks}` : who}`;

/** @param {State} state @param {string} who @param {number} games @param {number} won @param {Paid[]|null} [paid] */
function count(state, who, games, won, paid = null) {
  const key = scoreKey(state, who), old = state.scores[key] ?? { games: 0, won: 0 };
  const judged = paid ? { judged: (old.judged ?? 0) + games, lost: (old.lost ?? 0) + sum(paid) } : {};
  state.scores = { ...state.scores, [key]: { ...old, games: old.games + games, won: old.won + won, ...judged } };
}

/** What choices gave away together. @param {Paid[]} paid */
const sum = (paid) => paid.reduce((all, each) => all + each.lost, 0);

/** @param {State} state @returns {string} where the player stands, in words */
function situation({ tree, at, game, player }) {
  const value = valueWords(valueOf(at, game.share)), kind = tree.get(at);
  if (kind !== "split") {
    return t`An end of value ${value}: ${outcome(kind === "win", player)}.`;
  }
  const [high, low] = BRANCHES.map((way) => branchWords(tree, at, game, way));
  return t`You stand at a split point of value ${value}; ${high}; ${low}.`;
}

/** What is known of a branch. @param {Tree} tree @param {string} at @param {Game} game @param {"H"|"L"} way */
function branchWords(tree, at, game, way) {
  const seen = seenFrom(tree, at)[way];
  return t`${pathWords(way)}, value ${valueWords(valueOf(at + way, game.share))}: ${seen ? KINDS[seen] : t`not seen`}`;
}

/** @param {boolean} won @param {string} player */
function outcome(won, player) {
  const walked = [YOU, "both", ""].includes(player) ? "" : titled(player);
  if (walked) return won ? t`${walked} wins` : t`${walked} loses`;
  return won ? t`you win` : t`you lose`;
}

/** The same in fewer words, for those who see the tree. @param {State} state */
function shortly({ tree, at, game, player, paid, met }) {
  const kind = tree.get(at), value = valueWords(valueOf(at, game.share)), steps = many(at.length, t`step`, t`steps`);
  if (kind !== "split") {
    const step = [YOU, "both"].includes(player) && kind === "loss" ? passed(tree, at) : 0;
    const judged = player === YOU && paid && !met.size ? verdict(paid, !step) : "";
    return t`${capital(outcome(kind === "win", player))} after ${steps}.` + judged + (step ? t` At step ${step} you passed a win that you had seen.` : "")
      + (player === "both" ? t` You had help or took something back, so this game does not count.` : "");
  }
  const seen = BRANCHES.filter((way) => tree.has(at + way)).map((way) => branchWords(tree, at, game, way));
  if (seen.length) return `${capital(seen.join(t`; `))}.`;
  return at ? t`After ${steps} you stand at a split point of value ${value}.` : t`You stand at the top, which splits.`;
}

/** What the choices of a game gave away. @param {Paid[]} paid @param {boolean} named whether to name the worst */
function verdict(paid, named) {
  const lost = sum(paid);
  if (lost < ROUNDING) return t` No choice could have been better.`;
  const { step, better } = paid.reduce((worst, each) => (each.lost > worst.lost ? each : worst));
  return t` Your choices gave away ${inHundred(lost)} games in 100.` + (named ? t` Step ${step} cost most: “${better}” was better.` : "");
}

/** The choices of this game, with one more and what it gives away. @param {import("./tables.js").Table} table
 *  @param {State} state @param {"look"|"move"} act @param {string} path @returns {Paid[]|null} */
function charged(table, { tree, at, game, looks, used, paid }, act, path) {
  if (looks > 1 || !paid) return null;
  const name = bestWith(table, { game, looks });
  const ranked = choices({ name, series: seriesOf(table, name, game) }, game, valueOf(at, game.share), knownFrom(tree, at), looksLeft({ looks, used }));
  const made = ranked.find((choice) => choice.act === act && choice.path === path);
  return made ? [...paid, { step: at.length + 1, better: actWords(ranked[0].act, ranked[0].path).toLowerCase(), lost: made.regret }] : null;
}

/** Whether the chosen strategy may want more looks here than are left. @param {State} state */
const spent = ({ by, tree, at, looks, used }) => looks < Infinity && !suffice(by, tree, at, looksLeft({ looks, used }));

/** Whether so many looks do for a strategy, whatever they show. @param {string} by @param {Tree} tree @param {string} at @param {number} left @returns {boolean} */
function suffice(by, tree, at, left) {
  const { act, path } = nextOf(strategyOf(by), tree, at);
  if (act !== "look" || path === null) return true;
  return left > 0 && /** @type {import("./tree-rules.js").Kind[]} */ (Object.keys(KINDS)).every((kind) => suffice(by, new Map([...tree, [at + path, kind]]), at, left - 1));
}

/** What the chosen strategy would do here. @param {State} state */
function nextWords(state) {
  const { act, path } = nextOf(strategyOf(state.by), state.tree, state.at);
  if (spent(state)) return t`It would have looked elsewhere; it can go on after your next step.`;
  return t`Its next step here: ${path === null ? t`toss a coin` : actWords(act, path).toLowerCase()}.`;
}

/** The first step that left a win behind which had been seen. @param {Tree} tree @param {string} at
 *  @returns {number} counted from 1; 0 for none */
function passed(tree, at) {
  const wins = [...tree].filter(([, kind]) => kind === "win").map(([path]) => path);
  return 1 + [...at].findIndex((way, n) => wins.some((path) => path.startsWith(at.slice(0, n) + (way === "H" ? "L" : "H"))));
}

/** What there is to reach, and how the reader does. @param {import("./tables.js").Table} table @param {State} state */
function aimWords(table, state) {
  const { games, won, judged = 0, lost = 0 } = state.scores[scoreKey(state, YOU)] ?? { games: 0, won: 0 };
  const given = judged > 1 ? t` Your choices gave away ${inHundred(lost / judged)} in 100 on average.` : "";
  const looks = state.looks === Infinity ? t`as many looks as you like` : state.looks ? manyLooks(state.looks) : t`no look`;
  const best = inHundred(bestOf(table, state)), named = state.looks > 1 ? t`the best strategy of this page wins ${best}` : t`nobody can win more than ${best}`;
  const dare = state.looks > 1 ? t`Can you beat it?` : t`How close do you get?`;
  return t`With ${looks} before each step ${named} games in 100, in the long run. ${games ? t`You have won ${won} of ${games}.` : dare}` + given;
}

/** @param {State} state @param {string} words @param {{act: (kind: "look"|"move"|"none", path: string) => void,
 *  again: () => void, same: () => void, help: () => void, helped: boolean, undo: () => HTMLElement}} todo
 *  @param {HTMLElement|null} values of the choices, if they are asked for */
function boardView(state, words, { act, again, same, help, helped, undo }, values) {
  const { tree, at, game } = state, over = tree.get(at) !== "split", left = looksLeft(state);
  const drawn = t`The tree after ${many(at.length, t`step`, t`steps`)}. ${situation(state)}`, main = { class: "play-button main" };
  const looking = left > 0 && BRANCHES.some((way) => !tree.has(at + way));
  /** @type {Record<string, {words: string, act: () => void}>} */
  const presses = {};
  if (!over) {
    // In a game with looks a point that is unseen is not for going there, only its button is: no slip of the thumb ends a game.
    for (const way of BRANCHES) if (!state.looks || tree.has(at + way)) presses[at + way] = { words: t`Go to ${pathWords(way)}`, act: () => act("move", way) };
    if (state.looks && !left) for (const way of BRANCHES) if (!tree.has(at + way)) presses[at + way] = { words: t`No look left for ${pathWords(way)}`, act: () => act("none", way) };
    for (const point of left ? reached(tree, at) : []) {
      const path = point.slice(at.length);
      presses[point] = { words: t`Look at ${pathWords(path)}`, act: () => act("look", path) };
    }
  }
  return el("div", { class: "tree-board" },
    drawTree(tree, at, game.share, drawn, undefined, presses),
    el("div", {}, at.length > ABOVE ? el("p", { class: "play-small" }, at.length === ABOVE + 1 ? t`Not drawn: the first step of your walk.` : t`Not drawn: the first ${at.length - ABOVE} steps of your walk.`) : null,
      el("p", { class: "tree-said", "aria-hidden": "true" }, words),
      over ? null : el("div", { class: "play-buttons", role: "group", "aria-label": t`look or move` },
        el("span", { class: "play-left" }, left === Infinity ? t`As many looks as you like. Look or go:` : left && !looking ? t`${manyLooks(left)} left. Press a ? to look, or go:` : left ? t`${manyLooks(left)} left. Look or go:` : state.looks ? t`No look left. Go:` : t`No looks in this game. Go:`),
        el("span", { class: "tree-acts" },
          (state.looks ? BRANCHES : []).map((way) => mover(actWords("look", way), () => act("look", way), { disabled: !left || tree.has(at + way), ...(looking ? main : {}) })),
          BRANCHES.map((way) => mover(actWords("move", way), () => act("move", way), looking || tree.get(at + way) === "loss" ? {} : main)))),
      el("div", { class: "play-buttons" },
        over ? mover(t`New tree`, again, main) : null,
        undo(),
        over ? null : button(t`Show values`, help, { "aria-pressed": String(helped) }),
        tree.size > 1 ? mover(t`Same tree again`, same) : null,
        over ? null : mover(t`New tree`, again)), values));
}

/** @param {{looks: number, used: number}} state */
const looksLeft = ({ looks, used }) => Math.max(0, looks - used);

/** @param {import("./tables.js").Table} table @param {State} state */
function advice(table, state) {
  const { tree, at, game, by } = state;
  if (tree.get(at) !== "split") return null;
  if (!FRESH.includes(by)) return panel(t`${capital(titled(by))} has looked below the branch that it takes, and what it found there counts later on; choose another strategy to see values.`);
  const left = looksLeft(state), playing = { name: by, series: seriesOf(table, by, game) };
  const ranked = choices(playing, game, valueOf(at, game.share), knownFrom(tree, at), Math.min(DEEP, left));
  // A cost is the difference of the two numbers shown, so that the table closes as it is rounded.
  const shown = (/** @type {number} */ value) => Number((100 * value).toFixed(2));
  return el("div", { class: "play-panel" }, valueTable({
    caption: left > DEEP ? t`Games won in 100, if ${titled(by)} plays on after this one move, before which you look twice more at most`
      : t`Games won in 100, if ${titled(by)} plays on after this one move`,
    heads: [t`choice`, t`wins in 100`, t`costs`],
    rows: ranked.map(({ act, path, value, regret }) => ({
      cells: [actWords(act, path), inHundred(value, 2), regretWords(shown(ranked[0].value) - shown(value), 2).replace("−", "")], best: regret < 1e-12 })),
  }));
}

/** @param {"look"|"move"} act @param {string} path */
function actWords(act, path) {
  if (path.length > 1) return t`Look at ${pathWords(path)}`;
  if (act === "look") return path === "H" ? t`Look high` : t`Look low`;
  return path === "H" ? t`Go high` : t`Go low`;
}

/** @param {number} looks */
const manyLooks = (looks) => many(looks, t`look`, t`looks`);

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {string} words */
const panel = (words) => el("div", { class: "play-panel" }, el("p", {}, words));

/** The strategies that need no more looks than there are. @param {import("./tables.js").Table} table
 *  @param {{looks: number}} state @returns {string[]} */
const within = (table, { looks }) => table.data.strategies.filter((/** @type {string} */ name) => looksOf(name) <= looks);

/** The strategy that wins most with so many looks. @param {import("./tables.js").Table} table @param {{game: Game, looks: number}} state */
function bestWith(table, state) {
  const chance = (/** @type {string} */ name) => chanceAt(seriesOf(table, name, state.game), 1);
  return within(table, state).reduce((best, name) => (chance(name) > chance(best) ? name : best));
}

/** What it wins. @param {import("./tables.js").Table} table @param {State} state */
const bestOf = (table, state) => chanceAt(seriesOf(table, bestWith(table, state), state.game), 1);

/** @param {import("./tables.js").Table} table @param {State} state @param {boolean} all the strategies, too */
function scoreView(table, state, all) {
  const { game, scores, looks } = state, names = all ? within(table, state) : [];
  const row = (/** @type {string} */ who, /** @type {string} */ label, /** @type {string} */ exact) => {
    const { games, won } = scores[scoreKey(state, who)] ?? { games: 0, won: 0 };
    const share = won / games, enough = games >= FEW;
    return { cells: [label, games, enough ? inHundred(share) : games ? t`${won} of ${games}` : "–", enough ? `± ${inHundred(Math.sqrt((share * (1 - share)) / games))}` : "–", exact], played: who === state.by };
  };
  const mine = looks === Infinity ? t`you, looks without limit` : t`you, ${manyLooks(looks)}`;
  const chance = (/** @type {string} */ name) => inHundred(chanceAt(seriesOf(table, name, game), 1));
  const best = inHundred(bestOf(table, state));
  return valueTable({
    caption: t`Games won in 100, if a point ends with chance ${numeral(game.ending)} and the high branch gets ${numeral(game.share)}`,
    heads: [t`who`, t`games`, t`won in 100`, t`give or take`, t`in the long run`],
    rows: [row(YOU, mine, looks > 1 ? t`${best} by the best strategy here` : t`${best} at best`), ...names.map((name) => row(name, titled(name), chance(name)))],
  });
}
