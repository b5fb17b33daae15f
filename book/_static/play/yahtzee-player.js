// @ts-check
/** A game of Yahtzee to play, with luck and skill told at the end. */
import { barChart, button, diceButtons, el, forget, keep, luck, readAddress, refocus, regretWords, restore, show, teller,
  writeAddress } from "./frame.js";
import { decimal } from "./words.js";
import { BOXES, countsOf, finalScore, placements, readSheet } from "./yahtzee-rules.js";
import { choiceTable } from "./yahtzee-adviser.js";
import { account, checkGame, isOver, newGame, options, rollOthers, scoreIn } from "./yahtzee-game.js";

/** @typedef {import("./yahtzee-game.js").Game} Game */
/** @typedef {import("./yahtzee-turn.js").Anchors} Anchors */

/** Name under which an unfinished game is kept. */
export const KEPT = "yahtzee";

/**
 * @param {Anchors} anchors
 * @param {(position: import("./yahtzee-adviser.js").Position) => void} onAsk shows the adviser
 * @returns {HTMLElement}
 */
export function player(anchors, onAsk) {
  const random = luck(readAddress());
  let game = restore(KEPT, (kept) => checkGame(anchors, kept)) ?? newGame(anchors, random);
  let helped = false;
  const told = teller(), board = el("div"), root = el("div", {}, told.root, board);
  writeAddress({ play: 1, dice: null, left: null, card: null, extra: null, target: null });

  /** @param {Game} next @param {string} [did] */
  const go = (next, did = "") => {
    const lost = next.lost - game.lost;
    game = next;
    if (isOver(game)) forget(KEPT);
    else keep(KEPT, game);
    told.tell(did && `${did}${lost < 0.005 ? ": there is no better choice." : `: ${decimal(lost, 2)} points given away.`}`);
    draw();
    refocus(board, ".play-die, .play-button.main");
  };
  const again = () => go(newGame(anchors, random));
  const help = () => { helped = !helped; draw(); };
  const draw = () => show(board, isOver(game) ? ending(anchors, game, again) : [
    turnView(anchors, game, (marked) => { game = marked; keep(KEPT, game); draw(); }, go, random),
    el("div", { class: "play-buttons" },
      button("Show advice", help, { "aria-pressed": String(helped) }),
      button("Ask the adviser", () => onAsk({ sheet: game.sheet, dice: game.dice, left: game.left, target: null })),
      button("New game", again)),
    helped ? advicePanel(anchors, game) : null,
    cardView(game, anchors)]);
  keep(KEPT, game);
  draw();
  return root;
}

/** Dice, the button that rolls, and the boxes.
 *  @param {Anchors} anchors @param {Game} game @param {(game: Game) => void} onMark
 *  @param {(game: Game, did: string) => void} go
 *  @param {() => number} random */
function turnView(anchors, game, onMark, go, random) {
  const { set, total } = readSheet(game.sheet, anchors.rules), again = game.kept.filter((kept) => !kept).length;
  const rolls = game.left === 1 ? "1 roll left" : `${game.left || "no"} rolls left`;
  const turn = game.sheet.scores.filter((score) => score !== null).length + 1;
  return [
    el("p", {}, el("strong", {}, `Turn ${turn} of ${BOXES.length}, ${rolls}. `),
      game.left ? "Mark the dice to keep, or score." : "Score in a box."),
    diceButtons({ dice: game.dice, label: "the dice", marked: game.kept, onMark: (i) =>
      onMark({ ...game, kept: game.kept.map((kept, at) => (at === i ? !kept : kept)) }) }),
    el("div", { class: "play-buttons" }, game.left ? button(rollWords(again), () =>
      go(rollOthers(anchors, game, random), "Rolled"), { class: "play-button main", disabled: !again, "data-key": "roll" }) : null),
    el("div", { class: "play-buttons", role: "group", "aria-label": "boxes" },
      placements(anchors.rules, set, total, countsOf(game.dice)).map(({ box, points }) =>
        button(`${BOXES[box].label} ${points}`, () =>
          go(scoreIn(anchors, game, box, random), `${points} in ${BOXES[box].label.toLowerCase()}`), { "data-key": BOXES[box].key }))),
  ];
}

/** @param {number} count */
const rollWords = (count) => (count === 5 ? "Roll all five" : count === 0 ? "All are kept" : `Roll the other ${count}`);

/** @param {Anchors} anchors @param {Game} game */
function advicePanel(anchors, game) {
  return el("div", { class: "play-panel" }, choiceTable(options(anchors, game), "final score",
    (value) => decimal(value, 2), (regret) => regretWords(regret, 2)));
}

/** @param {Game} game @param {Anchors} anchors */
function cardView(game, anchors) {
  return el("div", {}, el("h2", {}, "The card"), el("dl", { class: "play-card-shown" },
    BOXES.map(({ label }, box) => el("div", {}, el("dt", {}, label), el("dd", {}, game.sheet.scores[box] ?? "–")))),
    el("p", {}, `${finalScore(game.sheet, anchors.rules)} points so far, both bonuses counted.`));
}

/** @param {Anchors} anchors @param {Game} game @param {() => void} again */
function ending(anchors, game, again) {
  const { score, start, lost, ...rest } = account(anchors, game);
  const signed = (/** @type {number} */ value) => (value < 0 ? "" : "+") + decimal(value, 2);
  return [
    el("p", { class: "play-advice" }, `The game is over: ${score} points.`),
    barChart({ label: "where the score comes from", full: Math.max(start, score), bars: [
      { name: "perfect play, on average", value: start, words: decimal(start, 2) },
      { name: "the dice", value: rest.luck, words: signed(rest.luck) },
      { name: "your choices", value: -lost, words: lost < 0.005 ? "0.00" : signed(-lost) },
      { name: "your score", value: score, words: String(score), best: true }] }),
    game.mistakes.length ? [el("h2", {}, "The costliest choices"), el("ul", {}, game.mistakes.map((each) =>
      el("li", {}, `Turn ${each.turn}, ${each.dice.join(" ")}: ${each.did.toLowerCase()}, not ${each.better.toLowerCase()}; ${decimal(each.lost, 2)} points.`)))]
      : el("p", {}, "No choice could have been better."),
    el("div", { class: "play-buttons" }, button("New game", again, { class: "play-button main" })),
    cardView(game, anchors)];
}

