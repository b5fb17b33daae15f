// @ts-check
/** The page of Yahtzee: advice for any position, and a game to play. */
import { el, field, loadTable, readAddress, select, show, start, tabs, unknown } from "./frame.js";
import { InputError, parseDice, parseInteger, t } from "./words.js";
import { DICE, JOKERS, VARIANTS, emptySheet, parseSheet, readSheet } from "./yahtzee-rules.js";
import { Anchors } from "./yahtzee-turn.js";
import { adviser } from "./yahtzee-adviser.js";
import { player } from "./yahtzee-player.js";

/** @typedef {import("./yahtzee-adviser.js").Position} Position */

const VERSION = 3;
/** What the address holds of a question to the adviser. */
const ASKED = ["dice", "left", "card", "extra", "target"];
const [FORCED] = Object.keys(VARIANTS);

/** @returns {Position} where a reader begins */
const first = () => ({ sheet: emptySheet(), dice: [1, 1, 6, 6, 6], left: 2, target: null });

/**
 * Read a position from the address; what cannot be is left out and told in one sentence.
 * @param {import("./yahtzee-rules.js").Rules} rules
 * @returns {{position: Position, complaint: string}}
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
  take("left", (text) => { position.left = parseInteger(text, { name: t`The rolls left`, least: 0, most: 2 }); });
  take("target", (text) => { position.target = parseInteger(text, { name: t`The score to reach`, least: 1, most: 1575 }); });
  take("card", (text) => {
    const extra = parseInteger(address.extra ?? "0", { name: t`The number of Yahtzee bonuses`, least: 0, most: 12 });
    const sheet = parseSheet(text, extra);
    readSheet(sheet, rules);
    position.sheet = sheet;
  });
  return { position, complaint: complaints[0] ?? "" };
}

/** Which joker rule is played; another one opens the page anew, with its own table and its own game.
 *  @param {HTMLElement} root @param {string} name @param {string|undefined} asked */
function rulesField(root, name, asked) {
  const choice = select({ ...VARIANTS }, name, (value) => {
    const { show: shown } = readAddress();
    window.location.assign(`?${new URLSearchParams({ ...shown && { show: shown }, ...value !== FORCED && { rules: value } })}`);
  });
  root.append(el("details", { class: "play-setting", open: name !== FORCED || (asked !== undefined && asked !== name) },
    el("summary", {}, t`The joker rule: ${VARIANTS[/** @type {keyof typeof VARIANTS} */ (name)]}.`, " ", el("span", { class: "play-change" }, t`Change it`)),
    field(t`If you roll a second Yahtzee`, choice, JOKERS[name])));
  unknown(choice, asked, t`No rule here is called`);
}

start("yahtzee-mount", async (root) => {
  const address = readAddress(), name = address.rules && Object.hasOwn(VARIANTS, address.rules) ? address.rules : FORCED;
  const table = await loadTable(name === FORCED ? "yahtzee" : `yahtzee-${name}`, VERSION), anchors = Anchors.unpack(table);
  const { position, complaint } = addressed(anchors.rules);
  let said = complaint;
  const open = tabs(root, t`What to do`, {
    game: { words: t`Play a game`, keys: ["play"], build: (panel) => {
      const { root: game, resume } = player(anchors, (asked) => { Object.assign(position, asked); open("advice"); }, () => open("game"));
      panel.append(game);
      resume();
      return resume;
    } },
    advice: { words: t`Adviser`, keys: ASKED, build: (panel) => {
      const draw = () => { show(panel, adviser(anchors, table, position, said)); said = ""; };
      draw();
      return draw;
    } },
  }, address.play ? "game" : address.show ?? (ASKED.some((key) => key in address) ? "advice" : undefined));
  rulesField(root, name, address.rules);
});
