// @ts-check
/** Make your own strategy of one or two looks: four choices, where it looks, and its place among all others; names come once reached. */
import { button, el, inHundred, playOn, readout, show, slider, startAt, svg } from "./frame.js";
import { NAMED, chanceOf } from "./tree-chances.js";
import { spelled, titled } from "../play/tree-rules.js";

/** @typedef {import("./tree-chances.js").Plan} Plan */
/** @typedef {{group: string, words: string, plans: [string, Plan][], own: Plan, pick: (key: string, plan: Plan) => void}} Row */

export const table = { name: "tree-solitaire", version: 1 };
/** Where the dots stand; a second look that decides nothing belongs to the first. */
const ROWS = ["one look", "both branches", "high, then deeper", "low, then deeper"];
const WAYS = /** @type {const} */ (["H", "L"]);
const WORDS = { H: "high", L: "low" };
const KEY = "Each dot is a plan. Orange ring: you. Hollow: not tried yet. Gray: tried. Blue: tried, and one of the memo’s five. Dashed line: your best so far. Press a dot to go back to it.";

/** Every table, once for each way to play: written differently, some of them play alike. @type {Plan[]} */
export const ALL = WAYS.flatMap((first) => [null, first === "H" ? "L" : null, `${first}H`, `${first}L`].flatMap((second, n) =>
  (n === 1 && !second ? [] : WAYS.flatMap((ifSplit) => (second?.length === 2 ? WAYS : [undefined]).map((ifLost) => ({ first, second, ifLost, ifSplit })))))
  .filter((plan) => simple(plan) === plan));

/** The same play, written as simply as it can be. @param {Plan} plan @returns {Plan} */
export function simple(plan) {
  const { first, second, ifLost, ifSplit } = plan;
  if (second?.length === 1) return first === "H" ? plan : { first: "H", second: "L", ifSplit };
  return second && ifLost === first && ifSplit === first ? { first, second: null, ifSplit } : plan;
}

/** @param {Plan} plan */
const rowOf = ({ first, second }) => (second === null ? 0 : second.length === 1 ? 1 : first === "H" ? 2 : 3);
/** @param {Plan} one @param {Plan} two */
const same = (one, two) => one.first === two.first && one.second === two.second && one.ifSplit === two.ifSplit && (one.second?.length !== 2 || one.ifLost === two.ifLost);
/** @param {Plan} plan */
const nameOf = (plan) => Object.keys(NAMED).find((name) => same(NAMED[name], plan));

/** The best of all; of several as good, one with a name. @param {number[]} chances of all */
export function bestOf(chances) {
  const most = Math.max(...chances), good = ALL.filter((_, n) => chances[n] > most - 1e-6);
  return good.find(nameOf) ?? good[0];
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} _ @param {import("./frame.js").Start} start */
export function draw(stage, _, start) {
  /** @type {{first: "H"|"L", second: string, ifLost: "H"|"L", ifSplit: "H"|"L"}} */
  const own = { first: "H", second: "nothing", ifLost: "L", ifSplit: "H" };
  const game = { e: startAt(start, "e", 50, 20, 90), a: startAt(start, "a", 75, 50, 95) };
  const board = el("div"), places = el("div"), signs = el("p", { class: "live-key" }, KEY), dots = el("div"), said = readout(), foot = el("p", { class: "play-buttons live-tried" });
  /** @type {Set<Plan>} */
  const tried = new Set();
  let all = startAt(start, "all", 0, 0, 1) === 1;
  const hundredth = (/** @type {number} */ n) => (n / 100).toFixed(2);
  const sliders = [
    slider({ label: "E, chance of an end", least: 20, most: 90, value: game.e, words: hundredth, onInput: (n) => { game.e = n; update(); } }),
    slider({ label: "A, share of high", least: 50, most: 95, value: game.a, words: hundredth, onInput: (n) => { game.a = n; update(); } })];
  stage.append(el("div", { class: "live-columns live-asking" }, el("div", {}, board, said), places), signs, dots, foot, el("div", { class: "live-pair" }, sliders.map(({ root }) => root)));
  update();

  /** The table as a plan. @returns {Plan} */
  function plan() {
    const second = own.second === "nothing" ? null : own.second === "other" ? (own.first === "H" ? "L" : "H") : own.first + own.second.slice(-1);
    return { first: own.first, second, ifLost: second?.length === 2 ? own.ifLost : undefined, ifSplit: own.ifSplit };
  }

  /** A question that was not asked before starts with the answer of the one that it splits from.
   *  @param {string} key @param {string} value */
  function answer(key, value) {
    if (key === "second" && !own.second.startsWith("below")) own.ifLost = own.ifSplit;
    Object.assign(own, { [key]: value });
  }

  /** @param {"first"|"second"|"ifLost"|"ifSplit"} key @param {string} question @param {Record<string, string>} answers */
  function choice(key, question, answers) {
    return el("div", { class: "live-choice", role: "group", "aria-label": question }, el("span", {}, question),
      el("span", { class: "play-buttons" }, Object.entries(answers).map(([value, words]) => button(words, () => { answer(key, value); update(); },
        { "aria-pressed": String(own[key] === value), "data-key": `${key} ${value}` }))));
  }

  function update() {
    const mine = plan(), at = simple(mine), played = ALL.find((each) => same(each, at)) ?? at, deeper = mine.second?.length === 2, e = game.e / 100, a = game.a / 100;
    const chances = ALL.map((each) => chanceOf(each, e, a, 1e-7)), won = chances[ALL.indexOf(played)];
    tried.add(played);
    const place = 1 + chances.filter((each) => each > won + 1e-6).length, best = bestOf(chances), name = nameOf(played);
    const top = [...tried].reduce((one, two) => (chances[ALL.indexOf(two)] > chances[ALL.indexOf(one)] + 1e-6 ? two : one)), most = chances[ALL.indexOf(top)], called = nameOf(top);
    const seconds = { nothing: "no more", other: `at the ${own.first === "H" ? "low" : "high"} branch`, "below H": "high below it", "below L": "low below it" };
    show(board, choice("first", "Look first", WORDS),
      choice("second", "If it splits, look", seconds),
      deeper ? choice("ifLost", "If the second point loses, go", WORDS) : null,
      choice("ifSplit", mine.second === null ? "If it splits, go" : mine.second.length === 1 ? "If both split, go" : "If both of these split, go", WORDS));
    const twin = ALL.find((each, n) => nameOf(each) && Math.abs(chances[n] - won) < 1e-9);
    const less = ALL.filter((each, n) => nameOf(each) && chances[n] < won - 1e-6).length;
    show(said, el("p", { class: "said" }, `At E = ${e}, A = ${a} your plan wins ${inHundred(won)} games in 100: place ${place} of ${ALL.length}.`),
      el("p", {}, [name ? `You have found ${titled(name)}, one of the five. It ${spelled(name)}. ` : `It has no name, and ${twin ? `wins as often as ${titled(/** @type {string} */ (nameOf(twin)))}` : less === 0 ? "all of the five win more" : less === 1 ? "beats one of the five" : `beats ${less} of the five`}. `, mine.second !== null && played.second === null ? "Its second look decides nothing: you go to the branch that split, whatever it shows. " : null,
        place === 1 ? "Nothing here beats it." : all ? `Nothing here beats ${titled(/** @type {string} */ (nameOf(best)))}: ${inHundred(Math.max(...chances))}.` : null]));
    show(places, fork(mine));
    show(dots, picture(chances, played, most, (each) => all || tried.has(each), (each) => {
      Object.assign(own, { first: each.first, second: each.second === null ? "nothing" : each.second.length === 1 ? "other" : `below ${each.second.slice(-1)}`,
        ifSplit: each.ifSplit, ifLost: each.ifLost ?? own.ifLost });
      update();
    }));
    show(foot, el("span", {}, `You have tried ${tried.size} of ${ALL.length}. Your best so far: ${inHundred(most)}${called ? ` (${titled(called)})` : ""}.`), button(all ? "Hide again" : "Show all", () => { all = !all; update(); }, { "data-key": "all" }), playOn("Play with this E and A", "tree-solitaire", name ? { e, a, by: name } : { e, a }));
  }
}

/** Where a point of the fork stands, by its path. @param {string} path */
const spot = (path) => ({ x: 150 + (path[0] === "L" ? 70 : path ? -70 : 0) + (path[1] === "L" ? 33 : path[1] ? -33 : 0), y: 18 + 56 * path.length });

/** A fork and what hangs below it: the looks of a plan in their order, and the way if all that was seen splits. @param {Plan} plan */
function fork({ first, second, ifLost, ifSplit }) {
  const looks = [first, second], turns = ifLost !== undefined && ifLost !== ifSplit;
  const goes = (/** @type {string} */ path) => (path === ifSplit ? "goes" : turns && path === ifLost ? "goes else" : null);
  const points = ["", "H", "L", "HH", "HL", "LH", "LL"];
  const label = `A fork. ${looks.map((path, n) => (path ? `Look ${n + 1}: ${whereIs(path)}. ` : "")).join("")}If all that you see splits, you go ${WORDS[ifSplit]}.`;
  return el("div", {}, svg("svg", { viewBox: "30 0 240 150", class: "live-fork", role: "img", "aria-label": label },
    points.slice(1).map((path) => { const up = spot(path.slice(0, -1)), { x, y } = spot(path); return svg("line", { x1: up.x, y1: up.y, x2: x, y2: y, class: goes(path) }); }),
    points.map((path) => { const { x, y } = spot(path), n = looks.indexOf(path); return svg("g", { class: n < 0 ? null : "looked" }, svg("circle", { cx: x, cy: y, r: 12 }), n < 0 ? null : svg("text", { x, y: y + 4.5 }, n + 1)); }),
    WAYS.map((way) => svg("text", { x: way === "H" ? 48 : 252, y: 79 }, WORDS[way]))),
  el("p", { class: "live-key" }, `${second ? "1, 2: your looks." : "1: your look."} Blue: where you go if ${second ? "all that you saw" : "it"} splits${turns ? "; dashed, if 2 loses" : ""}.`));
}

/** @param {string} path of a point below a fork */
const whereIs = (path) => (path.length === 1 ? `the ${WORDS[/** @type {"H"|"L"} */ (path)]} branch` : `the ${WORDS[/** @type {"H"|"L"} */ (path[1])]} branch below the ${WORDS[/** @type {"H"|"L"} */ (path[0])]} one`);

/**
 * The memo's own strategies of a row that were found, from right to left, and where their names end: over the dot, or
 * left of the name before.
 * @param {number} row @param {number[]} chances of all @param {(plan: Plan) => boolean} found @param {(chance: number) => number} x
 * @param {number} right
 */
function namesOf(row, chances, found, x, right) {
  const letter = 6.4, first = letter * ROWS[row].length + 14;
  return ALL.map((plan, n) => ({ name: found(plan) && nameOf(plan), at: x(chances[n]), row: rowOf(plan) }))
    .filter((each) => each.name && each.row === row).sort((a, b) => b.at - a.at).map(({ name, at }) => {
      const words = titled(/** @type {string} */ (name)), wide = letter * words.length, end = Math.max(first + wide, Math.min(right, at + wide / 2));
      right = end - wide - 8;
      return { words, end };
    });
}

/** How high a dot stands on those before it: no two on one height are closer than `apart`.
 *  @param {{x: number, level: number}[]} before @param {number} x @param {number} apart */
function levelOn(before, x, apart) {
  for (let level = 0; ; level++) if (!before.some((dot) => dot.level === level && Math.abs(dot.x - x) < apart)) return level;
}

/**
 * Dots of a row, those with a name first, so that they stand on the line.
 * @param {number} row @param {number[]} chances of all @param {(chance: number) => number} x
 */
function dotsOf(row, chances, x) {
  /** @type {{plan: Plan, won: number, x: number, level: number}[]} */
  const dots = [];
  for (const plan of ALL.filter((each) => rowOf(each) === row).sort((one, two) => Number(!nameOf(one)) - Number(!nameOf(two)))) {
    const won = chances[ALL.indexOf(plan)];
    dots.push({ plan, won, x: x(won), level: levelOn(dots, x(won), 8) });
  }
  return dots;
}

/** @param {number[]} chances of all @param {Plan} played @param {number} most of those that were tried
 *  @param {(plan: Plan) => boolean} found @param {(plan: Plan) => void} take what is pressed */
function picture(chances, played, most, found, take) {
  const low = Math.floor(20 * Math.min(...chances)) / 20, high = Math.ceil(20 * Math.max(...chances)) / 20;
  const width = 360, row = 58, top = 6, left = 8, right = 12;
  const x = (/** @type {number} */ chance) => left + ((width - left - right) * (chance - low)) / (high - low);
  const y = (/** @type {number} */ n) => top + row * n + 36;
  const foot = top + row * ROWS.length + 8;
  const ticks = Array.from({ length: Math.round(20 * (high - low)) + 1 }, (_, n) => low + n / 20);
  const label = `Games won in 100. ${ROWS.map((words, n) => `${words}: ${chances.filter((_, k) => rowOf(ALL[k]) === n).map((chance) => inHundred(chance)).join(", ")}`).join("; ")}. Yours: ${inHundred(chances[ALL.indexOf(played)])}`;
  return svg("svg", { viewBox: `0 0 ${width} ${foot + 30}`, class: "live-plot live-ways", role: "img", "aria-label": label },
    ticks.map((tick) => svg("line", { x1: x(tick), x2: x(tick), y1: y(0) - 8, y2: foot - 6, class: "rule", "stroke-dasharray": "1 4" })),
    svg("line", { x1: x(most), x2: x(most), y1: y(0) - 8, y2: foot - 6, class: "best-so-far" }),
    ROWS.map((words, n) => [svg("text", { x: left, y: y(n) - 20, class: "best" }, words),
      namesOf(n, chances, found, x, width - right).map(({ words: name, end }) => svg("text", { x: end, y: y(n) - 20, "text-anchor": "end" }, name)), svg("line", { x1: left, x2: width - right, y1: y(n), y2: y(n), class: "rule" })]),
    ticks.filter((tick) => Math.round(100 * tick) % 10 === 0).map((tick) => svg("text", { x: x(tick), y: foot + 8, "text-anchor": "middle" }, Math.round(100 * tick))),
    svg("text", { x: (left + width - right) / 2, y: foot + 24, "text-anchor": "middle" }, "games won in 100"),
    ROWS.flatMap((_, n) => dotsOf(n, chances, x).flatMap((dot) => mark(dot, y(n), dot.plan === played, found(dot.plan), take))));
}

/** @param {{plan: Plan, won: number, x: number, level: number}} dot @param {number} line on which it stands @param {boolean} yours
 *  @param {boolean} found @param {(plan: Plan) => void} take */
function mark({ plan, won, x, level }, line, yours, found, take) {
  const y = line - 8 * level, name = nameOf(plan), words = !found ? "not tried yet" : name ? titled(name) : "a strategy without a name";
  const dot = svg("circle", { cx: x, cy: y, r: yours || !found ? 3 : 4, class: !found ? "untried" : name ? "named" : "way" },
    svg("title", {}, `${words}: ${inHundred(won)}`));
  if (found) dot.addEventListener("click", () => take(plan));
  return yours ? [svg("circle", { cx: x, cy: y, r: 7, class: "yours" }), dot, svg("text", { x: Math.max(x, 20), y: line + 19, "text-anchor": "middle", class: "best" }, "you")] : [dot];
}
