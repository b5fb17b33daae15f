// @ts-check
/** A game of Yahtzee to play, with luck and skill told at the end. */
import { asker, barChart, button, diceButtons, diceShown, el, forget, fresh, keep, loadTable, luck, mover, readAddress, refocus, restore, share, shared, show,
  teller, timeline, valueTable } from "./frame.js";
import { TableError } from "./tables.js";
import { decimal, inHundred, many, t } from "./words.js";
import { BOXES, UPPER_TARGET, bonuses, countsOf, finalScore, placements, readSheet } from "./yahtzee-rules.js";
import { choiceTable, lossWords, whyShown } from "./yahtzee-adviser.js";
import { PLACES, uncapital, words } from "./yahtzee-words.js";
import { account, bestWith, checkGame, isOver, keptName, newGame, options, rollOthers, scoreIn } from "./yahtzee-game.js";

/** @typedef {import("./yahtzee-game.js").Game} Game */
/** @typedef {import("./yahtzee-turn.js").Anchors} Anchors */

/** Of finished games the last hundred results are kept. */
const MOST_RESULTS = 100;
/** Rules for which the chances of the best player's scores are at hand. */
const FORCED = "forced";
/** @param {Anchors} anchors */
const resultsName = (anchors) => `${keptName(anchors)}-results`;

/**
 * @param {Anchors} anchors
 * @param {(position: import("./yahtzee-adviser.js").Position) => void} onAsk shows the adviser
 * @param {() => void} onBack shows the game again, when the browser goes back to a move of it
 * @returns {{root: HTMLElement, resume: () => void}} made once; `resume` is called when it is shown
 */
export function player(anchors, onAsk, onBack) {
  const random = luck(readAddress()), kept = keptName(anchors), { name } = anchors.rules;
  let game = restore(kept, (found) => checkGame(anchors, found)) ?? newGame(anchors, random);
  let helped = false, asked = -1; // the box that would be a zero, while its button asks
  const quiet = el("input", { type: "checkbox", id: fresh("quiet") });
  const told = teller(), board = el("div"), root = el("div", {}, told.root, board);
  const moves = timeline(() => ({ game, name, luck: random.now() }), (at) => {
    if (at.name !== name) return window.location.reload(); // a game under the rules that the address names
    random.from(at.luck);
    game = at.game;
    asked = -1;
    if (root.closest("[hidden]")) onBack();
    save();
    told.tell([t`Taken back. The dice show ${game.dice.join(" ")}.`, t`The next dice will show the same faces.`].join(" "));
    draw();
    refocus(board, ".play-die, .play-button.main");
  });

  const save = () => {
    if (isOver(game)) {
      forget(kept);
      note(anchors, game);
    }
    else keep(kept, game);
  };
  /** @param {Game} next @param {string} [did] */
  const go = (next, did = "") => {
    const lost = next.lost - game.lost, fate = next.luck - game.luck, better = isOver(game) ? "" : uncapital(words(options(anchors, game)[0]));
    game = next;
    asked = -1;
    save();
    moves.moved();
    const judged = lost < 0.005 ? t`no choice was better` : t`${decimal(lost, 2)} points given away; “${better}” was better`;
    told.tell(did && [quiet.checked ? `${did}.` : t`${did}: ${judged}.`, ...isOver(game) ? [] : [t`The dice show ${game.dice.join(" ")}.`, fateWords(fate)]].join(" "));
    draw();
    refocus(board, ".play-die, .play-button.main");
    toTheDice();
  };
  /** On a phone dice and advice are above what was pressed. */
  const toTheDice = () => {
    if (matchMedia("(max-width: 700px)").matches) root.scrollIntoView({ block: "start" });
  };
  /** A zero while rolls are left is seldom meant: its button asks. @param {number} box @param {number} points @param {string} did */
  const write = (box, points, did) => {
    if (points || !game.left || box === asked) return go(scoreIn(anchors, game, box, random), did);
    asked = box;
    draw();
    refocus(board, ".play-box.asked");
  };
  const again = () => go(newGame(anchors, random));
  const help = () => { helped = !helped; draw(); toTheDice(); };
  const draw = () => show(board, isOver(game) ? ending(anchors, game, again, moves.undo) : [
    turnView(anchors, game, (marked) => { game = marked; asked = -1; save(); moves.change(); draw(); }, go, moves.undo),
    helped ? advicePanel(anchors, game) : null,
    cardView(game, anchors, write, asked),
    el("div", { class: "play-buttons" },
      button(t`Show advice`, help, { "aria-pressed": String(helped) }),
      button(t`Open in the adviser`, () => onAsk({ sheet: game.sheet, dice: game.dice, left: game.left, target: null })),
      asker(t`New game`, t`Give up this game?`, again, game.log.length > 0)),
    el("p", {}, quiet, " ", el("label", { for: quiet.id }, t`tell me only at the end what my choices cost`)),
    quiet.checked ? null : logView(game)]);
  save();
  draw();
  return { root, resume: moves.change };
}

/** What a roll brought, beside an average one. @param {number} fate points */
const fateWords = (fate) => (Math.abs(fate) < 0.05 ? t`This roll was an average one.`
  : fate > 0 ? t`This roll is worth ${decimal(fate, 1)} points more than an average one.` : t`This roll is worth ${decimal(-fate, 1)} points less than an average one.`);

/** Dice, and the button that rolls.
 *  @param {Anchors} anchors @param {Game} game @param {(game: Game) => void} onMark
 *  @param {(game: Game, did: string) => void} go @param {() => HTMLElement} undo */
function turnView(anchors, game, onMark, go, undo) {
  const again = game.kept.filter((kept) => !kept).length, mean = decimal(options(anchors, game)[0].value, 1);
  const rolls = game.left === 2 ? t`2 rolls left` : game.left === 1 ? t`1 roll left` : t`no rolls left`;
  return [
    el("p", {}, el("strong", {}, t`Turn ${game.faces.length} of ${BOXES.length}, ${rolls}.`), " ",
      game.left === 2 ? t`Tap the dice to keep, or score in a box.` : game.left ? t`Kept dice stay kept: tap to change that, or score in a box.` : t`Score in a box.`, " ",
      t`With these dice perfect play ends at ${mean} points on average.`),
    diceButtons({ dice: game.dice, label: t`the dice`, marked: game.kept, onMark: (i) =>
      onMark({ ...game, kept: game.kept.map((kept, at) => (at === i ? !kept : kept)) }) }),
    el("div", { class: "play-buttons" }, game.left ? mover(rollWords(again), () =>
      go(rollOthers(anchors, game), again === 5 ? t`You rolled all five` : t`You rolled ${many(again, t`die`, t`dice`)} again`), { class: "play-button main", disabled: !again, "data-key": "roll" }) : null, undo()),
  ];
}

/** @param {number} count */
const rollWords = (count) => (count === 5 ? t`Roll all five` : count === 0 ? t`All are kept` : t`Roll the other ${count}`);

/** @param {Anchors} anchors @param {Game} game */
function advicePanel(anchors, game) {
  const ranked = options(anchors, game);
  return el("div", { class: "play-panel" }, el("p", { class: "play-advice" }, `${words(ranked[0])}.`), whyShown(anchors, game, ranked), choiceTable(ranked, t`final score`,
    (value) => decimal(value, 2), lossWords));
}

/** The card, as on paper: what is scored, and a button in each box that the dice may go to.
 *  @param {Game} game @param {Anchors} anchors
 *  @param {(box: number, points: number, did: string) => void} [onScore] none when the game is over
 *  @param {number} [asked] the box that asks before it takes a zero */
function cardView(game, anchors, onScore, asked) {
  const { set, total } = readSheet(game.sheet, anchors.rules), { upper, upperBonus, extra } = bonuses(game.sheet, anchors.rules);
  const places = onScore ? placements(anchors.rules, set, total, countsOf(game.dice)) : [];
  const cells = BOXES.map(({ key, label }, box) => {
    const place = places.find((each) => each.box === box);
    if (!place || !onScore) return line(label, game.sheet.scores[box] ?? "–");
    const did = `${place.points} ${PLACES[box]}`, asks = box === asked;
    const made = mover("", () => onScore(box, place.points, did), { "data-key": key, "aria-label": asks ? t`Write a zero ${PLACES[box]}, with rolls left?` : t`Score ${place.points} ${PLACES[box]}`,
      class: `play-button play-box${place.points ? "" : " zero"}${asks ? " asked" : ""}` });
    made.append(el("span", {}, asks ? t`A zero, with rolls left? Press again` : label), el("strong", {}, place.points));
    return el("div", {}, made);
  });
  const bonus = onScore && upper < UPPER_TARGET ? t`${upper} of ${UPPER_TARGET}` : upperBonus;
  return el("div", { role: "group", "aria-label": t`boxes` }, onScore ? null : el("h2", {}, t`The card`),
    el("div", { class: "play-card-shown" },
      el("div", {}, cells.slice(0, 6), line(t`Upper bonus`, bonus)), el("div", {}, cells.slice(6), anchors.rules.yahtzee_bonus ? line(t`Yahtzee bonuses`, extra) : null),
      line(onScore ? t`Total so far` : t`Total`, finalScore(game.sheet, anchors.rules), "line wide")));
}

/** @param {string} label @param {string|number} points */
const line = (label, points, kind = "line") => el("div", { class: kind }, el("span", {}, label), el("strong", {}, points));

/** @param {Game} game */
const logView = (game) => (game.log.length ? el("details", {}, el("summary", {}, t`Every roll and choice (${game.log.length})`),
  el("ol", { class: "play-log" }, game.log.map((each) => el("li", {}, each)))) : null);

/** Note the result of a finished game: the first one with these dice counts. @param {Anchors} anchors @param {Game} game */
function note(anchors, game) {
  const { score, luck: dice, lost } = account(anchors, game), others = shared(resultsName(anchors));
  if (others.some((each) => each?.game === game.seed)) return;
  share(resultsName(anchors), [...others, { game: game.seed, score, dice, lost }].slice(-MOST_RESULTS));
}

/** What this browser has seen. @param {Anchors} anchors */
function resultsView(anchors) {
  const all = shared(resultsName(anchors)).filter((each) => [each?.score, each?.dice, each?.lost].every(Number.isFinite));
  if (all.length < 2) return null;
  const place = el("div"), mean = (/** @type {"score"|"dice"|"lost"} */ what) => decimal(all.reduce((sum, each) => sum + each[what], 0) / all.length, 1);
  show(place, el("h2", {}, t`Your games in this browser`),
    el("p", {}, t`${all.length} games: ${mean("score")} points on average, the best ${Math.max(...all.map(({ score }) => score))}.`, " ",
      t`Your choices gave away ${mean("lost")} points a game, and the dice brought ${mean("dice")}.`),
    el("div", { class: "play-buttons" }, button(t`Forget these games`, () => { share(resultsName(anchors), []); show(place); })));
  return place;
}

/** Where a score lies among the games of the best player; the table comes when it is needed.
 *  @param {Anchors} anchors @param {number} score */
function standing({ rules }, score) {
  const place = el("p");
  if (rules.name !== FORCED) return null;
  loadTable("yahtzee-targets", 1).then(({ arrays: { average } }) => {
    const below = 1 - average[score];
    show(place, below < 0.0005 ? t`Someone who always makes the best choice hardly ever ends below ${score}.`
      : below < 0.0095 ? t`Someone who always makes the best choice ends below ${score} in ${decimal(1000 * below, 0)} of 1,000 games.`
      : t`Someone who always makes the best choice ends below ${score} in ${inHundred(below)} of 100 games.`);
  }).catch((error) => { if (!(error instanceof TableError)) throw error; });
  return place;
}

/** The same dice in the hands of the best player, turn by turn. @param {Anchors} anchors @param {Game} game @param {number} score @param {number} start the average of perfect play */
function replayView(anchors, game, score, start) {
  const best = bestWith(anchors, game.faces), more = best.score - score, apart = best.score - Math.round(start);
  const bonus = (/** @type {number} */ final, /** @type {import("./yahtzee-game.js").Turn[]} */ turns) => turns.reduce((left, { points }) => left - points, final);
  const did = (/** @type {import("./yahtzee-game.js").Turn} */ { dice, box, points }) => [`${dice.join(" ")} `, el("br"), `${points} ${PLACES[box]}`];
  return [el("h2", {}, t`The best player with your dice`),
    el("p", {}, more > 0 ? t`With the same dice the best player scores ${best.score}, ${more} more than you.`
      : more < 0 ? t`With the same dice the best player scores ${best.score}, ${-more} less than you: you were luckier, for nobody sees the dice that come.` : t`With the same dice the best player scores ${best.score}, too.`, " ",
    t`It gets your first roll in every turn, and when it rolls again the same faces in the same order, as many as it rolls. But it keeps other dice, so its turns and its card soon differ from yours, and so does its luck:`, " ",
    apart < 0 ? t`here it ended ${-apart} points below the average of perfect play.` : apart > 0 ? t`here it ended ${apart} points above the average of perfect play.` : t`here it ended at the average of perfect play.`),
    valueTable({ caption: t`What each turn ended with, its points, and what your choices in it gave away`,
      heads: [t`turn`, t`you`, t`gave away`, t`the best player`],
      rows: [...game.turns.map((mine, i) => ({ cells: [i + 1, did(mine), mine.lost < 0.005 ? "–" : decimal(mine.lost, 2), did(best.turns[i])] })),
        { cells: [t`upper bonus`, bonus(score, game.turns), "", bonus(best.score, best.turns)] },
        { cells: [t`total`, score, decimal(game.lost, 2), best.score], best: true }] })];
}

/** How good the choices were, one by one; nothing of a game that began before they were counted. @param {Game} game */
function choicesShown({ costs, log, lost }) {
  if (costs.length !== log.length) return null;
  const best = costs.filter((cost) => cost === 0).length, small = costs.filter((cost) => cost > 0 && cost < 1).length;
  return el("p", {}, t`Of your ${costs.length} choices ${best} were best, ${small} gave away less than a point each, and ${costs.length - best - small} more.`, " ",
    t`That makes ${decimal(lost / costs.length, 2)} points a choice.`);
}

/** A choice that was not the best. @param {import("./yahtzee-game.js").Mistake} mistake */
const mistakeShown = ({ turn, dice, did, better, lost }) => [t`Turn ${turn}:`, " ", diceShown(dice), " ",
  t`you chose “${uncapital(did)}”; “${uncapital(better)}” was better by ${decimal(lost, 1)} points.`];

/** @param {Anchors} anchors @param {Game} game @param {() => void} again @param {() => HTMLElement} undo */
function ending(anchors, game, again, undo) {
  const { score, start, lost, ...rest } = account(anchors, game);
  const signed = (/** @type {number} */ value) => (value < 0 ? "" : "+") + decimal(value, 1);
  const { rules } = readAddress(), same = new URLSearchParams({ ...rules && { rules }, seed: String(game.seed) });
  return [
    el("p", {}, diceShown(game.dice)), el("p", { class: "play-advice" }, t`The game is over: ${score} points.`), standing(anchors, score),
    barChart({ label: t`from the average of perfect play to your score`, full: Math.max(start, score, start + rest.luck), bars: [
      { name: t`perfect play, on average`, value: start, words: decimal(start, 1) },
      { name: t`the dice`, value: rest.luck, from: Math.min(start, start + rest.luck), words: signed(rest.luck) },
      { name: t`your choices`, value: -lost, from: score, words: lost < 0.05 ? decimal(0, 1) : signed(-lost) },
      { name: t`your score`, value: score, words: String(score), best: true }] }),
    choicesShown(game),
    game.mistakes.length ? [el("h2", {}, t`The costliest choices`), el("ul", {}, game.mistakes.map((each) => el("li", {}, mistakeShown(each))))]
      : el("p", {}, t`No choice could have been better.`),
    el("div", { class: "play-buttons" }, mover(t`New game`, again, { class: "play-button main" }), undo()),
    replayView(anchors, game, score, start),
    el("p", {}, el("a", { href: `?${same}` }, t`The same dice once more`), " ", t`(or send a friend this link: the dice will be yours).`),
    cardView(game, anchors), resultsView(anchors), logView(game)];
}
