// @ts-check
/** A game of Yahtzee to play, with luck and skill told at the end. */
import { asker, barChart, button, diceButtons, el, forget, keep, loadTable, luck, mover, readAddress, refocus, restore, share, shared, show,
  teller, timeline, writeAddress } from "./frame.js";
import { TableError } from "./tables.js";
import { decimal, inHundred } from "./words.js";
import { BOXES, UPPER_TARGET, bonuses, countsOf, finalScore, placements, readSheet } from "./yahtzee-rules.js";
import { choiceTable, lossWords, whyShown } from "./yahtzee-adviser.js";
import { account, checkGame, isOver, newGame, options, rollOthers, scoreIn } from "./yahtzee-game.js";

/** @typedef {import("./yahtzee-game.js").Game} Game */
/** @typedef {import("./yahtzee-turn.js").Anchors} Anchors */

/** Name under which an unfinished game is kept. */
export const KEPT = "yahtzee";
/** Name under which results of finished games are kept, the last hundred. */
const RESULTS = "yahtzee-results", MOST_RESULTS = 100;

/**
 * @param {Anchors} anchors
 * @param {(position: import("./yahtzee-adviser.js").Position) => void} onAsk shows the adviser
 * @param {() => void} onBack shows the game again, when the browser goes back to a move of it
 * @returns {{root: HTMLElement, resume: () => void}} made once; `resume` is called when it is shown
 */
export function player(anchors, onAsk, onBack) {
  const random = luck(readAddress());
  let game = restore(KEPT, (kept) => checkGame(anchors, kept)) ?? newGame(anchors, random);
  let helped = false;
  const told = teller(), board = el("div"), root = el("div", {}, told.root, board);
  const moves = timeline(() => ({ game, luck: random.now() }), (at) => {
    random.from(at.luck);
    if (!root.isConnected) onBack();
    game = at.game;
    save();
    told.tell(`Taken back. The dice show ${game.dice.join(" ")}.`);
    draw();
    refocus(board, ".play-die, .play-button.main");
  });

  const save = () => {
    if (isOver(game)) {
      forget(KEPT);
      note(anchors, game);
    }
    else keep(KEPT, game);
  };
  /** @param {Game} next @param {string} [did] */
  const go = (next, did = "") => {
    const lost = next.lost - game.lost;
    game = next;
    save();
    moves.moved();
    const judged = lost < 0.005 ? "no choice was better" : `${decimal(lost, 2)} points given away`;
    told.tell(did && `${did}: ${judged}.${isOver(game) ? "" : ` The dice show ${game.dice.join(" ")}.`}`);
    draw();
    refocus(board, ".play-die, .play-button.main");
    toTheDice();
  };
  /** On a phone dice and advice are above what was pressed. */
  const toTheDice = () => {
    if (matchMedia("(max-width: 700px)").matches) root.scrollIntoView({ block: "start" });
  };
  const again = () => go(newGame(anchors, random));
  const help = () => { helped = !helped; draw(); toTheDice(); };
  const draw = () => show(board, isOver(game) ? ending(anchors, game, again, moves.undo) : [
    turnView(anchors, game, (marked) => { game = marked; save(); moves.change(); draw(); }, go, random, moves.undo),
    helped ? advicePanel(anchors, game) : null,
    cardView(game, anchors, (box, words) => go(scoreIn(anchors, game, box, random), words)),
    el("div", { class: "play-buttons" },
      button("Show advice", help, { "aria-pressed": String(helped) }),
      button("Open in the adviser", () => onAsk({ sheet: game.sheet, dice: game.dice, left: game.left, target: null })),
      asker("New game", "Give up this game?", again, game.log.length > 0)),
    logView(game)]);
  save();
  draw();
  return {
    root,
    resume() {
      writeAddress({ play: 1, dice: null, left: null, card: null, extra: null, target: null });
      moves.change();
    },
  };
}

/** Dice, and the button that rolls.
 *  @param {Anchors} anchors @param {Game} game @param {(game: Game) => void} onMark
 *  @param {(game: Game, did: string) => void} go
 *  @param {() => number} random @param {() => HTMLElement} undo */
function turnView(anchors, game, onMark, go, random, undo) {
  const again = game.kept.filter((kept) => !kept).length;
  const rolls = game.left === 1 ? "1 roll left" : `${game.left || "no"} rolls left`;
  const turn = game.sheet.scores.filter((score) => score !== null).length + 1;
  return [
    el("p", {}, el("strong", {}, `Turn ${turn} of ${BOXES.length}, ${rolls}. `),
      game.left ? "Tap the dice to keep, or score in a box." : "Score in a box.",
      ` Played perfectly from here, games like this end at ${decimal(options(anchors, game)[0].value, 1)} on average.`),
    diceButtons({ dice: game.dice, label: "the dice", marked: game.kept, onMark: (i) =>
      onMark({ ...game, kept: game.kept.map((kept, at) => (at === i ? !kept : kept)) }) }),
    el("div", { class: "play-buttons" }, game.left ? mover(rollWords(again), () =>
      go(rollOthers(anchors, game, random), "Rolled"), { class: "play-button main", disabled: !again, "data-key": "roll" }) : null, undo()),
  ];
}

/** @param {number} count */
const rollWords = (count) => (count === 5 ? "Roll all five" : count === 0 ? "All are kept" : `Roll the other ${count}`);

/** @param {Anchors} anchors @param {Game} game */
function advicePanel(anchors, game) {
  const ranked = options(anchors, game);
  return el("div", { class: "play-panel" }, whyShown(anchors, game, ranked), choiceTable(ranked, "final score",
    (value) => decimal(value, 2), lossWords));
}

/** The card: what is scored, and a button in each box that the dice may go to.
 *  @param {Game} game @param {Anchors} anchors
 *  @param {(box: number, words: string) => void} [onScore] none when the game is over */
function cardView(game, anchors, onScore) {
  const { set, total } = readSheet(game.sheet, anchors.rules), { upper, upperBonus, extra } = bonuses(game.sheet, anchors.rules);
  const places = onScore ? placements(anchors.rules, set, total, countsOf(game.dice)) : [];
  const cells = BOXES.map(({ key, label }, box) => {
    const place = places.find((each) => each.box === box);
    if (!place || !onScore) return line(label, game.sheet.scores[box] ?? "–");
    const words = `${place.points} in ${label.toLowerCase()}`;
    return el("div", {}, mover(`${label} → ${place.points}`, () => onScore(box, words), { "data-key": key, class: "play-button play-box", "aria-label": `Score ${words}` }));
  });
  const bonus = onScore && upper < UPPER_TARGET ? `${upper} of ${UPPER_TARGET}` : upperBonus;
  return el("div", { role: "group", "aria-label": "boxes" }, el("h2", {}, "The card"),
    el("div", { class: "play-card-shown" }, cells.slice(0, 6), line("Upper bonus", bonus, "line wide"), cells.slice(6), line("Yahtzee bonuses", extra),
      line(onScore ? "Total so far" : "Total", finalScore(game.sheet, anchors.rules))));
}

/** @param {string} label @param {string|number} points */
const line = (label, points, kind = "line") => el("div", { class: kind }, el("span", {}, label), el("strong", {}, points));

/** @param {Game} game */
const logView = (game) => (game.log.length ? el("details", {}, el("summary", {}, `Every roll and choice (${game.log.length})`),
  el("ol", { class: "play-log" }, game.log.map((each) => el("li", {}, each)))) : null);

/** Note the result of a finished game, once. @param {Anchors} anchors @param {Game} game */
function note(anchors, game) {
  const { score, luck: dice, lost } = account(anchors, game), played = game.log.join();
  const others = shared(RESULTS).filter((each) => each.game !== played);
  share(RESULTS, [...others, { game: played, score, dice, lost }].slice(-MOST_RESULTS));
}

/** What this browser has seen. */
function resultsView() {
  const all = shared(RESULTS).filter((each) => [each?.score, each?.dice, each?.lost].every(Number.isFinite));
  if (all.length < 2) return null;
  const place = el("div"), mean = (/** @type {"score"|"dice"|"lost"} */ what) => decimal(all.reduce((sum, each) => sum + each[what], 0) / all.length, 1);
  show(place, el("h2", {}, "Your games in this browser"),
    el("p", {}, `${all.length} games: ${mean("score")} points on average, the best ${Math.max(...all.map(({ score }) => score))}. `
      + `Your choices gave away ${mean("lost")} points a game, and the dice brought ${mean("dice")}.`),
    el("div", { class: "play-buttons" }, button("Forget these games", () => { share(RESULTS, []); show(place); })));
  return place;
}

/** Where a score lies among the games of the best player; the table comes when it is needed. @param {number} score */
function standing(score) {
  const place = el("p");
  loadTable("yahtzee-targets", 1).then(({ arrays: { average } }) => {
    const below = 1 - average[score];
    show(place, `Someone who always makes the best choice ends below ${score} in ${below < 0.0005 ? "almost none" : inHundred(below)} of 100 games.`);
  }).catch((error) => { if (!(error instanceof TableError)) throw error; });
  return place;
}

/** @param {Anchors} anchors @param {Game} game @param {() => void} again @param {() => HTMLElement} undo */
function ending(anchors, game, again, undo) {
  const { score, start, lost, ...rest } = account(anchors, game);
  const signed = (/** @type {number} */ value) => (value < 0 ? "" : "+") + decimal(value, 2);
  return [
    el("p", { class: "play-advice" }, `The game is over: ${score} points.`), standing(score),
    barChart({ label: "from the average of perfect play to your score", full: Math.max(start, score, start + rest.luck), bars: [
      { name: "perfect play, on average", value: start, words: decimal(start, 2) },
      { name: "the dice", value: rest.luck, from: Math.min(start, start + rest.luck), words: signed(rest.luck) },
      { name: "your choices", value: -lost, from: score, words: lost < 0.005 ? "0.00" : signed(-lost) },
      { name: "your score", value: score, words: String(score), best: true }] }),
    game.mistakes.length ? [el("h2", {}, "The costliest choices"), el("ul", {}, game.mistakes.map((each) =>
      el("li", {}, `Turn ${each.turn}, ${each.dice.join(" ")}: you chose “${each.did.toLowerCase()}”; “${each.better.toLowerCase()}” was better by ${decimal(each.lost, 2)} points.`)))]
      : el("p", {}, "No choice could have been better."),
    el("div", { class: "play-buttons" }, mover("New game", again, { class: "play-button main" }), undo()),
    cardView(game, anchors), resultsView(), logView(game)];
}
