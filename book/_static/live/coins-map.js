// @ts-check
/** How many coins to flip, at every number of coins left and points needed; and the game itself, to be played there. */
import { button, calm, cellMap, colour, decimal, dotPlot, el, inHundred, legend, many, mix, readout, show, slider, startAt } from "./frame.js";

/** @typedef {{coins: number, points: number}} Square */
/** @typedef {Square & {start: Square, last: {from: Square, heads: boolean[]}|null, cost: number, over: boolean}} Game */

export const table = { name: "coins-map", version: 2 };

/**
 * The chance of winning with each number of coins flipped, best play afterwards: the sum over what
 * a throw may lose and earn, weighed by its chances.
 * @param {import("../play/tables.js").Table} solved @param {number} coins @param {number} points
 * @returns {number[]} entry n - 1 for n coins
 */
export function chances({ arrays, shapes, rules }, coins, points) {
  const { values, throws } = arrays, ways = shapes.throws[1];
  const chance = (/** @type {number} */ c, /** @type {number} */ p) =>
    (p <= 0 ? 1 : c === 0 ? 0 : values[(c - 1) * rules.points + p - 1]);
  return Array.from({ length: coins }, (_, n) => {
    let sum = 0;
    for (let way = 0; way < ways; way++) {
      const [share, lost, earned] = throws.subarray(3 * (n * ways + way));
      if (share) sum += share * chance(coins - lost, points - earned);
    }
    return sum;
  });
}

/** What is left after a flip. @param {Square} from @param {boolean[]} heads whether each coin shows heads */
export function after({ coins, points }, heads) {
  const up = heads.filter(Boolean).length, down = heads.length - up;
  return up > down ? { coins, points: points - up } : { coins: coins - down, points };
}

const REGIONS = ["one coin", "in between", "the largest odd number"];

/** The colours of the three regions, as the still picture has them. */
const colours = () => [["--series-5", 0.45], ["--series-2", 0.75], ["--series-1", 0.65]].map(([name, share]) =>
  mix(colour("--panel"), colour(String(name)), Number(share)));

/** Games won in a hundred, or one game in so many where a hundred are too few. @param {number} chance */
const games = (chance) => (chance >= 0.001 ? `${inHundred(chance)} games in 100` : `1 game in ${oneIn(chance)}`);

/** @param {number} chance */
const oneIn = (chance) => Math.round(1 / chance).toLocaleString("en");

/** Large numbers that have to fit beside a dot: 1.1B. */
const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 2 });

/** Games of a hundred that are given away. @param {number} chance */
const cost = (chance) => (chance < 0.0005 ? "less than 0.1" : inHundred(chance));

/** @param {HTMLElement} stage @param {import("../play/tables.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const { coins, points } = solved.rules, { flips, values, rule } = solved.arrays;
  const at = { coins: startAt(start, "coins", 3, 1, coins), points: startAt(start, "points", 4, 1, points) };
  const place = (/** @type {Square} */ square) => (square.coins - 1) * points + square.points - 1;
  const region = (/** @type {number} */ c, /** @type {number} */ p) => {
    const best = flips[place({ coins: c, points: p })];
    return best === 1 ? 0 : best === c - 1 + (c % 2) ? 2 : 1;
  };
  const pick = (/** @type {number} */ c, /** @type {number} */ p) => { Object.assign(at, { coins: c, points: p }); update(); };
  const all = coins * points;
  let filled = all, filling = 0; // squares that are there, row by row from the bottom; the timer that fills them
  const known = (/** @type {number} */ c, /** @type {number} */ p) => (p - 1) * coins + c <= filled;
  /** The square for which the reader is asked. @param {number} c @param {number} p */
  const asked = (c, p) => { const now = shown(); return now !== null && !now.over && !told && c === at.coins && p === at.points; };
  const said = readout(), below = el("div", { class: "live-fallen" }), choice = el("div"), score = el("p"), spot = el("p", { class: "live-spot", "aria-hidden": "true" });
  const tally = { won: 0, lost: 0, best: 0, cost: 0 };
  /** A game from here. @param {Square} from @returns {Game} */
  const fresh = (from) => ({ ...from, start: { coins: from.coins, points: from.points }, last: null, cost: 0, over: false });
  /** @type {Game|null} the reader plays first, where the page says so */
  let game = start.say === "ask" ? fresh(at) : null;
  let told = false; // the best flip, in the middle of a game
  const map = cellMap({
    label: "How many coins to flip, by coins left and points needed. The arrow keys move over the map.",
    columns: { first: 1, count: coins, name: "coins left" }, rows: { first: 1, count: points, name: "points needed" },
    level: (c, p) => (known(c, p) && !asked(c, p) ? region(c, p) : -1), levels: REGIONS.length, colours,
    text: (c, p) => (asked(c, p) ? "?" : known(c, p) ? String(flips[place({ coins: c, points: p })]) : ""), onPick: (c, p) => { if (filled === all) pick(c, p); },
  });
  const move = (/** @type {Partial<Square>} */ to) => { game = null; Object.assign(at, to); update(); };
  const held = slider({ label: "Coins left", least: 0, most: coins, value: at.coins, onInput: (c) => move({ coins: Math.max(1, c) }) });
  const needed = slider({ label: "Points needed", least: 0, most: points, value: at.points, onInput: (p) => move({ points: Math.max(1, p) }) });
  stage.append(el("div", { class: "live-columns live-asked" }, el("div", {}, held.root, needed.root, choice, said, below, score),
    el("div", {}, map.root, spot, legend(REGIONS, "Flip", undefined, colours), el("p", {}, button("Watch it fill", fill)))));
  update();

  /** The game under way, where its square is the one shown. */
  function shown() {
    return game && game.coins === at.coins && game.points === at.points ? game : null;
  }

  function again() {
    game = fresh(shown()?.start ?? at);
    told = false;
    pick(game.coins, game.points);
  }

  /** Empty the map and fill it as the program does: the bottom rows square by square, then row by row. */
  function fill() {
    window.clearTimeout(filling);
    filled = calm() ? all - coins : 0;
    game = null;
    told = false;
    show(said, el("p", { class: "said" }, "From the end backward."),
      el("p", {}, "A good flip leads down the map, a bad one to the left. So each square asks only for squares that are filled already."));
    show(below);
    show(spot);
    step();
  }

  function step() {
    filled += filled < 2 * coins ? 1 : coins;
    Object.assign(at, { coins: ((filled - 1) % coins) + 1, points: Math.ceil(filled / coins) });
    if (filled === all) return update();
    map.set(at.coins, at.points);
    filling = window.setTimeout(step, filled < 2 * coins ? 60 : 120);
  }

  /** @param {number} n */
  function flip(n) {
    const now = shown() ?? fresh(at);
    if (now.over || n > now.coins) return;
    told = false;
    const heads = Array.from({ length: n }, () => Math.random() < 0.5), left = after(now, heads), found = chances(solved, now.coins, now.points);
    const over = left.points <= 0 || left.coins === 0, away = now.cost + found[flips[place(now)] - 1] - found[n - 1];
    game = { ...now, ...(over ? {} : left), last: { from: { coins: now.coins, points: now.points }, heads }, cost: away, over };
    if (over) {
      tally[left.coins ? "won" : "lost"] += 1;
      tally.best += values[place(now.start)];
      tally.cost += away;
    }
    pick(game.coins, game.points);
  }

  function update() {
    const now = shown(), left = now?.over && now.last ? after(now, now.last.heads) : at; // the map keeps the square of the last flip
    window.clearTimeout(filling);
    filled = all;
    map.set(at.coins, at.points);
    held.set(left.coins);
    needed.set(Math.max(0, left.points));
    show(choice, el("div", { class: "play-buttons live-flips", role: "group", "aria-label": "How many coins to flip" }, el("span", {}, "Flip"),
      Array.from({ length: now?.start.coins ?? at.coins }, (_, i) => button(String(i + 1), () => flip(i + 1),
        { "aria-label": `Flip ${many(i + 1, "coin")}`, "aria-disabled": now?.over || i >= at.coins ? "true" : null })),
      button("New game", again), button("What is best?", () => { told = !shown()?.over; update(); }, { "aria-disabled": now?.over ? "true" : null })));
    show(spot);
    if (now && !told) play(now);
    else advise();
    const { won, lost } = tally;
    if (won + lost) show(score, `Won ${won} of ${many(won + lost, "finished game")}. Of 100 such games best play wins ${decimal(100 * tally.best / (won + lost), 0)}; your choices gave away ${decimal(100 * tally.cost / (won + lost), 1)}.`);
  }

  /** @param {Game} now */
  function play({ last, over }) {
    const ask = `${many(at.coins, "coin")} left, ${many(at.points, "point")} to go. How many do you flip?`;
    if (!last) {
      show(said, el("p", { class: "said" }, "A new game."), el("p", {}, ask));
      return show(below);
    }
    const { from, heads } = last, left = after(from, heads), n = heads.length, up = heads.filter(Boolean).length;
    const found = chances(solved, from.coins, from.points), best = flips[place(from)], lost = found[best - 1] - found[n - 1];
    const end = left.points <= 0 ? " You win!" : over ? " That was the last. You lose." : "";
    show(said, el("p", { class: "said" }, left.coins === from.coins ? `${many(up, "point")} scored.${end}` : `${many(n - up, "coin")} gone.${end}`),
      el("p", {}, from.coins === 1 ? "With one coin there is no choice." : lost < 1e-12 ? `Flipping ${n} was best.` : `Flipping ${best} was better: it wins ${games(found[best - 1])}. Your choice cost ${cost(lost)} of them.`),
      over ? null : el("p", {}, ask));
    show(below, el("div", { class: "live-coins", role: "img", "aria-label": `${many(up, "head")}, ${many(n - up, "tail")}` },
      heads.map((each) => el("span", { class: each ? "heads" : left.coins < from.coins ? "gone" : null }, each ? "H" : "T"))));
  }

  function advise() {
    const found = chances(solved, at.coins, at.points), best = flips[place(at)], chance = found[best - 1], rare = chance < 0.001;
    const kept = rule[place(at)], away = values[place(at)] - kept;
    show(said, el("p", { class: "said" }, `Flip ${best === 1 ? "one coin" : `${best} coins`}.`),
      el("p", {}, `${many(at.coins, "coin")} left, ${many(at.points, "point")} to go: you win ${games(chance)}.`),
      el("p", {}, `The rule below the map ${away < 1e-12 ? "wins as many" : rare ? `wins ${games(kept)}` : `gives away ${cost(away)} of them, here or later`}.`));
    show(spot, `${many(at.coins, "coin")}, ${many(at.points, "point")}: flip ${best}, win ${games(chance)}.`);
    const words = (/** @type {number} */ v) => (rare ? SHORT.format(1 / v) : inHundred(v));
    show(below, dotPlot({ label: "Games won in 100, by coins flipped", axis: rare ? "coins flipped (one game in so many)" : "coins flipped (games won in 100)", words,
      points: found.map((value, n) => ({ name: String(n + 1), value, best: n + 1 === best })) }));
  }
}
