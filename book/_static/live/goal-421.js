// @ts-check
/** One goal of 421: how often it is reached, and what comes in its place. */
import { barChart, button, diceShown, el, field, inHundred, many, playOn, readout, select, show, slider, startAt } from "./frame.js";
import { Round421 } from "../play/game421-rules.js";

export const table = { name: "game421", version: 1 };
const WORST = "221", NUMBERS = ["none", "one", "two"];
const MOST_CASTS = 9;

/** Chances of each hand when one tries for a goal. @param {import("./frame.js").Table} solved
 *  @param {Round421} round @param {"first"|"next"} player @param {number} casts @param {number} goal a hand, from 0 */
export const endings = (solved, round, player, casts, goal) =>
  casts > solved.rules.casts ? played(round, player, casts, [...round.words(goal + round.firstHand)])
    : solved.arrays[`${player}/${solved.rules.dice}/${casts}`].subarray(goal * round.hands, (goal + 1) * round.hands);

/** The same for more casts than the table has: first the best choices, from the last cast back, then where they lead.
 *  @param {Round421} round @param {"first"|"next"} player @param {number} casts @param {string[]} goal */
function played(round, player, casts, goal) {
  const chances = new Float64Array(round.hands), full = goal.join("");
  const parts = [...new Set(Array.from({ length: 2 ** goal.length }, (_, n) => goal.filter((face, i) => n & (2 ** i)).join("")))];
  /** Dice of the goal that are aside -> all hands that may come, each with the parts that may be kept of it. */
  const cast = new Map(parts.map((aside) => [aside, Array.from({ length: 6 ** (goal.length - aside.length) }, (_, way) => {
    const dice = aside + [...goal].slice(aside.length).map((face, i) => 1 + (Math.floor(way / 6 ** i) % 6)).join("");
    const fit = shared(goal, dice), keeps = parts.filter((part) => has(fit, part) && has([...part], aside) && (player === "first" || part !== full));
    return { hand: round.find(dice) - round.firstHand, done: fit.length === goal.length, keeps };
  })]));
  /** By the casts that are left: the chance of the goal with these dice aside. */
  const values = [new Map(parts.map((part) => [part, Number(part === full)]))];
  const value = (/** @type {number} */ left, /** @type {string} */ part) => (part === full ? 1 : values[left].get(part) ?? 0);
  for (let left = 1; left <= casts; left++) {
    values.push(new Map([...cast].map(([aside, hands]) => [aside, hands.reduce((sum, { done, keeps }) =>
      sum + (left === 1 ? Number(done) : Math.max(...keeps.map((part) => value(left - 1, part)))), 0) / hands.length])));
  }
  let now = new Map([["", 1]]);
  for (let left = casts; left > 0; left--) {
    /** @type {Map<string, number>} */
    const next = new Map();
    for (const [aside, p] of now) {
      for (const { hand, done, keeps } of cast.get(aside) ?? []) {
        const share = p / 6 ** (goal.length - aside.length);
        if (left === 1 || (done && player === "first")) { chances[hand] += share; continue; }
        const most = Math.max(...keeps.map((part) => value(left - 1, part))), best = keeps.filter((part) => most - value(left - 1, part) < 1e-12);
        best.forEach((part) => next.set(part, (next.get(part) ?? 0) + share / best.length));
      }
    }
    now = next;
  }
  return chances;
}

/** Whether some dice hold all of a part. @param {string[]} dice @param {string} part */
const has = (dice, part) => shared([...part], dice.join("")).length === part.length;

/**
 * One round of dice: what fits is kept. A second player who is there too soon casts one die again.
 * @param {string} goal @param {string} player @param {number} casts
 * @returns {{cast: string[], kept: string[]}[]} what lies after each cast, and what is kept of it
 */
export function playRound(goal, player, casts) {
  /** @type {{cast: string[], kept: string[]}[]} */
  const seen = [];
  for (let left = casts, aside = /** @type {string[]} */ ([]); left > 0; left -= 1) {
    const fresh = Array.from({ length: goal.length - aside.length }, () => String(1 + Math.floor(6 * Math.random())));
    const cast = [...aside, ...fresh], kept = shared([...goal], cast.join("")), done = kept.length === goal.length;
    if (done && left > 1 && player === "next") kept.splice(kept.lastIndexOf(fresh[0]), 1);
    seen.push({ cast, kept: left > 1 ? kept : cast });
    if (done && player === "first") break;
    aside = kept;
  }
  return seen;
}

/** @param {HTMLElement} stage @param {import("./frame.js").Table} solved @param {import("./frame.js").Start} start */
export function draw(stage, solved, start) {
  const round = new Round421(solved), said = readout(), bars = el("div", { class: "live-goal" }), near = el("div"), on = el("p");
  const hands = Array.from({ length: round.hands }, (_, hand) => hand)
    .sort((a, b) => solved.data.order[a] - solved.data.order[b]).map((hand) => round.words(round.firstHand + hand));
  const goal = select(hands.map((hand) => [hand, hand]), start.goal ?? "421", update);
  const player = select({ first: "first: may stop early", next: "second: makes every cast" }, start.player ?? "first", update);
  let casts = startAt(start, "casts", 3, 1, MOST_CASTS);
  const allowed = slider({ label: "Casts", least: 1, most: MOST_CASTS, value: casts, onInput: (n) => { casts = n; update(); } });
  const seen = el("p"), tally = { played: 0, reached: 0 };
  const plays = [1, 100].map((rounds) => button(rounds > 1 ? "Play 100 rounds" : "Play a round", () => play(rounds)));
  stage.append(el("div", { class: "play-fields" }, field("Goal", goal), field("Player", player)), allowed.root, said, el("div", { class: "play-buttons" }, plays), seen, bars, near, on);
  update();

  /** @param {number} rounds */
  function play(rounds) {
    /** @type {ReturnType<typeof playRound>} */
    let last = [];
    for (let i = 0; i < rounds; i += 1) {
      last = playRound(goal.value, player.value, casts);
      tally.reached += Number(shared([...goal.value], last[last.length - 1].cast.join("")).length === goal.value.length);
    }
    tally.played += rounds;
    show(seen, rounds > 1 ? null : last.map(({ cast, kept }, i) => [diceShown(cast.map(Number)), i + 1 < last.length ? [" keep ", diceShown(kept.map(Number)), ", cast: "] : ". "]),
      `${goal.value} in ${tally.reached} of ${many(tally.played, "round")}.`);
  }

  function update() {
    const who = /** @type {"first"|"next"} */ (player.value), aim = round.find(goal.value) - round.firstHand;
    Object.assign(tally, { played: 0, reached: 0 });
    show(seen);
    const chances = [...endings(solved, round, who, casts, aim)], name = (/** @type {number} */ hand) => round.words(hand + round.firstHand);
    const groups = misses(chances, aim, name), close = groups.filter(({ right }) => right === 2);
    show(said, el("p", { class: "said" }, `${name(aim)} comes up in ${inHundred(chances[aim])} of 100 rounds.`),
      el("p", {}, casts === 1 ? "With one cast there is nothing to choose." : asHard(name(aim))));
    show(near, close.length ? el("details", {}, el("summary", {}, "Which hands have two right dice?"), close.map(({ hands: alike }) =>
      el("p", {}, `In ${inHundred(chances[alike[0]])} of 100 rounds${alike.length > 1 ? " each" : ""}: ${alike.map(name).join(", ")}.`)),
      who === "next" && casts > 1 ? el("p", {}, "(These are averages: it depends on which die you spoil.)") : null) : null);
    show(bars, barChart({ label: "how the round ends, in 100 rounds", full: 1, bars: [
      { name: name(aim), value: chances[aim], words: inHundred(chances[aim]), best: true },
      ...groups.map(({ right, hands: alike }) => {
        const sum = alike.reduce((total, hand) => total + chances[hand], 0);
        return { name: `${NUMBERS[right]} right${right === 2 ? shape(alike.map(name)) : ""}`, value: sum, words: inHundred(sum) };
      })] }));
    show(on, casts === 1 || casts > solved.rules.casts ? null : playOn("Ask the adviser about this goal", "game421", { left: casts - 1, player: who, worth: "aim", goal: goal.value }));
  }
}

/** Hands that are just as hard, in words. @param {string} goal */
function asHard(goal) {
  return ["All three-of-a-kind hands are equally hard: six have this chance.", "All hands with a pair and another face are equally hard: 30 have this chance.",
    "Any three different faces are equally hard: 20 hands have this chance."][new Set(goal).size - 1];
}

/** What hands with two dice right have in common, and the first of them. @param {string[]} hands */
function shape(hands) {
  const [faces, ...others] = new Set(hands.map((hand) => new Set(hand).size));
  return others.length ? `, like ${hands[0]}` : `, ${["three alike", "a pair", "no pair"][faces - 1]} (${hands[0]})`;
}

/** What comes instead: hands with two dice right by how often each comes, others by the dice that are right.
 *  @param {number[]} chances @param {number} aim @param {(hand: number) => string} name
 *  @returns {{right: number, hands: number[]}[]} most dice first */
function misses(chances, aim, name) {
  /** @type {Map<string, {right: number, hands: number[]}>} */
  const groups = new Map();
  chances.forEach((chance, hand) => {
    const right = shared([...name(aim)], name(hand)).length, key = right === 2 ? `2/${chance.toFixed(9)}` : String(right);
    if (hand === aim || chance <= 0) return;
    const group = groups.get(key) ?? { right, hands: [] };
    group.hands.push(hand);
    groups.set(key, group);
  });
  groups.forEach((group) => group.hands.sort((a, b) => Number(name(b) === WORST) - Number(name(a) === WORST) || a - b));
  return [...groups.values()].sort((a, b) => b.right - a.right || b.hands.length * chances[b.hands[0]] - a.hands.length * chances[a.hands[0]]);
}

/** Dice that two hands have in common. @param {string[]} one @param {string} other */
function shared(one, other) {
  const rest = [...other];
  return one.filter((face) => {
    const place = rest.indexOf(face);
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
}
