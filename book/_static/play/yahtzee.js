// @ts-check
/** The page of Yahtzee: advice for any position, and a game to play. */
import { button, el, loadTable, readAddress, restore, show, start } from "./frame.js";
import { InputError, parseDice, parseInteger } from "./words.js";
import { DICE, emptySheet, parseSheet, readSheet } from "./yahtzee-rules.js";
import { Anchors } from "./yahtzee-turn.js";
import { adviser } from "./yahtzee-adviser.js";
import { checkGame } from "./yahtzee-game.js";
import { KEPT, player } from "./yahtzee-player.js";

/** @typedef {import("./yahtzee-adviser.js").Position} Position */

const VERSION = 3;

/** @returns {Position} where a reader begins */
const first = () => ({ sheet: emptySheet(), dice: [1, 1, 6, 6, 6], left: 2, target: null });

/**
 * Read a position from the address; what cannot be is left out and told in one sentence.
 * @param {import("./yahtzee-rules.js").Rules} rules
 * @returns {{position: Position, complaint: string, shared: boolean}}
 */
function addressed(rules) {
  const address = readAddress(), position = first();
  /** @type {string[]} */
  const complaints = [];
  /** @param {string} key @param {(text: string) => void} read */
  const take = (key, read) => {
    try {
      if (address[key]) read(address[key]);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      complaints.push(error.message);
    }
  };
  take("dice", (text) => { position.dice = parseDice(text, { least: DICE, most: DICE }).sort(); });
  take("left", (text) => { position.left = parseInteger(text, { name: "The rolls left", least: 0, most: 2 }); });
  take("target", (text) => { position.target = parseInteger(text, { name: "The score to reach", least: 1, most: 1575 }); });
  take("card", (text) => {
    const extra = parseInteger(address.extra ?? "0", { name: "The number of Yahtzee bonuses", least: 0, most: 12 });
    const sheet = parseSheet(text, extra);
    readSheet(sheet, rules);
    position.sheet = sheet;
  });
  return { position, complaint: complaints[0] ?? "", shared: ["dice", "card"].some((key) => address[key]) };
}

start("yahtzee-mount", async (root) => {
  const table = await loadTable("yahtzee", VERSION), anchors = Anchors.unpack(table);
  const { position, complaint, shared } = addressed(anchors.rules);
  const body = el("div"), tabs = el("div", { class: "play-buttons", role: "group", "aria-label": "advise or play" });
  let current = position;
  /** @type {ReturnType<typeof player>|null} */
  let playing = null;
  /** @param {"advise"|"play"} mode @param {Position} [at] @param {string} [said] */
  const go = (mode, at = current, said = "") => {
    current = at;
    show(tabs, [["advise", "Adviser"], ["play", "Play a game"]].map(([value, label]) =>
      button(label, () => go(/** @type {"advise"|"play"} */ (value)), { "aria-pressed": String(value === mode) })));
    if (mode === "advise") return show(body, adviser(anchors, table, at, said));
    playing ??= player(anchors, (asked) => go("advise", asked), () => go("play"));
    show(body, playing.root);
    playing.resume();
  };
  root.append(tabs, body);
  const kept = !shared && restore(KEPT, (game) => checkGame(anchors, game));
  go(kept || readAddress().play ? "play" : "advise", position, complaint);
});
