// @ts-check
/**
 * What all pages that play have in common: elements, dice, tables of choices, bars, sentences
 * beside fields, the state in the address, and games kept until they are finished.
 *
 * A page is one module: `start("play-game421", async (root) => { ... })`.
 */
import { InputError, decimal, seeded, t } from "./words.js";
import { TableError } from "./tables.js";

export { InputError } from "./words.js";
export { loadTable } from "./tables.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element. `on` holds listeners; a property `class`, `for`, `aria-...` is an attribute;
 * `true` sets an empty attribute, `false`, `null` and `undefined` none.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|number|null|undefined|false|any[])} children
 * @returns {HTMLElement & Record<string, any>}
 */
export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|number|null|undefined|false|any[])} children
 */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** @param {any} node @param {Record<string, any>} props @param {any[]} children */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") for (const [kind, listener] of Object.entries(value)) node.addEventListener(kind, listener);
    else if (name === "value") node.value = value;
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false).map((c) => (c instanceof Node ? c : String(c))));
  return node;
}

/**
 * Put `children` in the place of what `node` holds. The focus stays on the element with the same
 * `data-key` if there is one before and after.
 * @param {Element} node
 * @param {...any} children
 */
export function show(node, ...children) {
  const active = document.activeElement;
  const key = active && node.contains(active) ? active.getAttribute("data-key") : null;
  node.replaceChildren();
  fill(node, {}, children);
  if (key !== null) /** @type {HTMLElement|null} */ (node.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}

/**
 * Where the focus goes if the element that had it is gone or disabled after `show`.
 * @param {Element} node
 * @param {string} selector of the elements that may take it, the first one does
 */
export function refocus(node, selector) {
  const active = document.activeElement;
  if (active && active !== document.body && !(/** @type {any} */ (active).disabled)) return;
  /** @type {HTMLElement|null} */ (node.querySelector(selector))?.focus({ preventScroll: true });
}

/**
 * Begin: find the mount, run the page, and tell in one sentence what prevents it.
 * @param {string} id
 * @param {(root: HTMLElement) => Promise<void>|void} page
 */
export async function start(id, page) {
  const root = document.getElementById(id);
  if (!root) return;
  root.setAttribute("aria-busy", "true");
  try {
    root.replaceChildren();
    await page(root);
  } catch (error) {
    const known = error instanceof TableError || error instanceof InputError;
    root.replaceChildren(el("p", { class: "play-error", role: "alert" },
      known ? /** @type {Error} */ (error).message : t`This page met an error of its own and stopped: reload it, and please report it.`));
    if (!known) console.error(error);
  }
  root.removeAttribute("aria-busy");
}

let serial = 0;
/** @param {string} stem */
export const fresh = (stem) => `play-${stem}-${++serial}`;

/**
 * A labelled field with a place for a sentence beside it. Give `control` any input, select or
 * textarea element; the label, the hint and the sentence are tied to it.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 * @returns {HTMLElement}
 */
export function field(label, control, hint) {
  control.id ||= fresh("field");
  const said = el("span", { class: "play-said", id: `${control.id}-said`, "aria-live": "polite" });
  const described = hint ? el("small", { id: `${control.id}-hint` }, hint) : null;
  control.setAttribute("aria-describedby", `${described ? `${control.id}-hint ` : ""}${control.id}-said`);
  control.addEventListener("change", () => unsaid.get(control)?.());
  return el("div", { class: "play-field" }, el("label", { for: control.id }, label), control, described, said);
}

/**
 * Tell in one sentence what is wrong with a field, or with "" that nothing is.
 * @param {HTMLElement} control made part of the page by `field`
 * @param {string} sentence
 */
export function say(control, sentence) {
  const said = document.getElementById(`${control.id}-said`);
  if (said && said.textContent !== sentence) said.textContent = sentence;
  if (sentence) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}

/** Milliseconds of rest after which what stands in a field is taken for finished. */
const PATIENCE = 900;
/** What there is to tell of fields whose readers are still typing. @type {WeakMap<HTMLElement, () => void>} */
const unsaid = new WeakMap();

/**
 * Run a reader of a field; an InputError becomes the sentence beside it, as soon as the reader
 * rests, leaves the field or presses Enter.
 * @template T
 * @param {HTMLElement} control
 * @param {() => T} read
 * @returns {T|undefined}
 */
export function attempt(control, read) {
  unsaid.delete(control);
  try {
    const value = read();
    say(control, "");
    return value;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const tell = () => {
      if (unsaid.get(control) !== tell) return;
      unsaid.delete(control);
      say(control, error.message);
    };
    unsaid.set(control, tell);
    if (document.activeElement === control && !control.hasAttribute("aria-invalid")) setTimeout(tell, PATIENCE);
    else tell();
    return undefined;
  }
}

/** Take away advice that does not belong to what is typed now. @param {Element} panel @param {...Element} others emptied */
export function noAdvice(panel, ...others) {
  show(panel, el("p", { class: "play-waiting" }, t`No advice yet: complete the entry, or fix the highlighted field.`));
  for (const other of others) show(other);
}

/**
 * A selection.
 * @param {Record<string, string>|string[][]} options value to words; pairs keep their order
 *   even if values are numbers
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 */
export function select(options, chosen, onChange) {
  const made = el("select", { on: { change: () => onChange(made.value) } },
    (Array.isArray(options) ? options : Object.entries(options)).map(([value, words]) => el("option", { value, selected: value === chosen }, words)));
  return made;
}

/**
 * Say beside a selection that the address asks for something that it does not offer.
 * @param {HTMLElement & Record<string, any>} control made by `select`, part of the page
 * @param {string|undefined} asked
 * @param {string} words up to what was asked
 */
export function unknown(control, asked, words) {
  if (asked !== undefined && control.value !== asked) say(control, t`${words} “${asked}”.`);
}

/**
 * A button.
 * @param {string} words
 * @param {() => void} onClick
 * @param {Record<string, any>} [props]
 */
export function button(words, onClick, props = {}) {
  return el("button", { type: "button", class: "play-button", "data-key": words, ...props, on: { click: onClick } }, words);
}

/** Milliseconds within which a second click at the same place belongs to the first. */
const DOUBLE = 400, NEAR = 12;
let last = { timeStamp: -Infinity, clientX: 0, clientY: 0 };

/**
 * Whether a click is the second one of a double click, or of a double tap.
 * @param {Event} event
 */
export function doubled(event) {
  const { detail, timeStamp, clientX, clientY } = /** @type {MouseEvent} */ (event);
  const near = Math.hypot(clientX - last.clientX, clientY - last.clientY) < NEAR;
  if (detail && near && timeStamp - last.timeStamp < DOUBLE) return true;
  if (detail) last = { timeStamp, clientX, clientY };
  return false;
}

/**
 * A button that makes a move: of a double click, or of a key held down, only the first counts.
 * @param {string} words
 * @param {() => void} onMove
 * @param {Record<string, any>} [props]
 */
export function mover(words, onMove, props = {}) {
  const made = button(words, () => {}, props);
  made.addEventListener("keydown", (event) => { if (/** @type {KeyboardEvent} */ (event).repeat) event.preventDefault(); });
  made.addEventListener("click", (event) => { if (!doubled(event)) onMove(); });
  return made;
}

/**
 * A button that ends what is under way: it asks first.
 * @param {string} words
 * @param {string} question
 * @param {() => void} onYes
 * @param {boolean} needed whether there is anything to lose
 */
export function asker(words, question, onYes, needed) {
  const place = el("span", { class: "play-asker" });
  const rest = () => show(place, mover(words, needed ? ask : onYes));
  const ask = () => {
    const no = button(t`No, go on`, () => { rest(); /** @type {HTMLElement} */ (place.firstChild).focus(); });
    show(place, el("span", { role: "group", "aria-label": question, class: "play-buttons" }, el("span", {}, question), button(t`Yes`, onYes), no));
    no.focus();
  };
  rest();
  return place;
}

/** A region that a screen reader reads out when `tell` changes it. */
export function teller() {
  const root = el("p", { class: "play-told", role: "status", "aria-live": "polite" });
  return { root, tell: (/** @type {string} */ words) => { root.textContent = words; } };
}

/* ---------------------------------------------------------------- state in the address */

/** Read the address. @returns {Record<string, string>} */
export function readAddress() {
  return Object.fromEntries(new URL(window.location.href).searchParams);
}

/**
 * Write a position into the address, so that it can be shared; null removes a key.
 * @param {Record<string, string|number|null>} position
 */
export function writeAddress(position) {
  const address = new URL(window.location.href);
  for (const [key, value] of Object.entries(position)) {
    if (value === null || value === "") address.searchParams.delete(key);
    else address.searchParams.set(key, String(value));
  }
  try { window.history.replaceState(window.history.state, "", address); } catch { /* a file:// page keeps its address */ }
}

/**
 * Moves that can be taken back, by the browser's own button or by ours. Each move is an entry of the
 * history with the position after it; the dice that a choice met come again when it is made again.
 * @template T
 * @param {() => T} read the position, something that can be cloned
 * @param {(position: T) => void} goTo shows a position that was read before
 */
export function timeline(read, goTo) {
  let step = Number(window.history.state?.play?.step ?? 0);
  const entry = () => ({ play: { step, at: read() } });
  const change = () => { try { window.history.replaceState(entry(), ""); } catch { /* nothing to go back to */ } };
  window.addEventListener("popstate", ({ state }) => {
    if (!state?.play) return;
    step = state.play.step;
    goTo(state.play.at);
  });
  return {
    /** After a move. */
    moved() {
      step += 1;
      try { window.history.pushState(entry(), ""); } catch { step -= 1; }
    },
    /** After something that is no move, such as a mark, and at the beginning. */
    change,
    /** A button that takes the last move back. */
    undo: () => mover(t`Undo`, () => window.history.back(), { disabled: !step, title: t`Takes back the choice, not the luck` }),
  };
}

/* ---------------------------------------------------------------- unfinished games */

/** Each window has its own game; one that is opened later begins with what was played last. */
const STORES = /** @type {const} */ (["sessionStorage", "localStorage"]);

/** @param {string} name @param {unknown} game */
export function keep(name, game) {
  for (const store of STORES) {
    try { window[store].setItem(`play-${name}`, JSON.stringify(game)); } catch { /* nothing is kept in private windows */ }
  }
}

/**
 * Restore what was kept, if the guard accepts it; whatever it refuses is forgotten.
 * @template T
 * @param {string} name
 * @param {(game: any) => T|null} guard returns the game if it can be gone on with
 * @returns {T|null}
 */
export function restore(name, guard) {
  for (const store of STORES) {
    try {
      const kept = window[store].getItem(`play-${name}`);
      if (kept === null) continue;
      const game = kept === "null" ? null : guard(JSON.parse(kept));
      if (game !== null || kept === "null") return game;
      window[store].removeItem(`play-${name}`);
    } catch {
      try { window[store].removeItem(`play-${name}`); } catch { /* there is nothing to forget */ }
    }
  }
  return null;
}

/** Forget the game of this window, and leave alone what another one has kept since. @param {string} name */
export function forget(name) {
  try {
    const mine = sessionStorage.getItem(`play-${name}`);
    sessionStorage.setItem(`play-${name}`, "null");
    if (localStorage.getItem(`play-${name}`) === mine) localStorage.removeItem(`play-${name}`);
  } catch { /* there is nothing to forget */ }
}

/**
 * What all windows of this browser share, such as results of games; an empty list if nothing is kept.
 * @param {string} name @returns {any[]}
 */
export function shared(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(`play-${name}`) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} name @param {any[]} items */
export function share(name, items) {
  try { localStorage.setItem(`play-${name}`, JSON.stringify(items)); } catch { /* nothing is kept in private windows */ }
}

/* ---------------------------------------------------------------- dice */

/** Places of the pips on a square of 3 x 3. @type {Record<number, number[][]>} */
const PIPS = {
  1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

/** A die as a drawing without words. @param {number} face */
export function dieDrawing(face) {
  return svg("svg", { viewBox: "0 0 40 40", class: "play-pips", "aria-hidden": "true", focusable: "false" },
    svg("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    (PIPS[face] || []).map(([x, y]) => svg("circle", { cx: 10 + 10 * x, cy: 10 + 10 * y, r: 3.8 })));
}

/** Small dice in a line, with words. @param {readonly number[]} dice @param {string} [nothing] */
export function diceShown(dice, nothing = t`none`) {
  if (!dice.length) return el("span", { class: "play-none" }, nothing);
  return el("span", { class: "play-dice-shown", role: "img", "aria-label": dice.join(" ") }, dice.map(dieDrawing));
}

/**
 * Dice as buttons. With `faces` a click turns a die to the next face, the keys 1 to 6 and the
 * arrows up and down set it (`onFace`); without, a click marks it (`marked`, `onMark`). The arrows
 * left and right go from die to die.
 * @param {object} options
 * @param {readonly number[]} options.dice
 * @param {string} options.label
 * @param {number} [options.faces]
 * @param {(index: number, face: number) => void} [options.onFace]
 * @param {readonly boolean[]} [options.marked]
 * @param {readonly boolean[]} [options.locked] dice that cannot be marked any more
 * @param {(index: number, event: Event) => void} [options.onMark]
 * @param {string} [options.markedWords] what a mark means, such as "kept"
 */
export function diceButtons({ dice, label, faces, onFace, marked, locked, onMark, markedWords = t`kept` }) {
  const buttons = dice.map((face, i) => el("button", {
    type: "button", class: `play-die${locked?.[i] ? " locked" : ""}`, "data-key": `${label}-${i}`,
    "aria-pressed": marked ? String(Boolean(marked[i])) : null, disabled: Boolean(locked?.[i]),
    "aria-label": t`die ${i + 1} shows ${face}` + (marked?.[i] ? `, ${markedWords}` : "") + (locked?.[i] ? t` for good` : ""),
    on: {
      click: (/** @type {Event} */ event) => (faces ? onFace?.(i, (face % faces) + 1) : onMark?.(i, event)),
      keydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const turn = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (step) buttons[(i + step + dice.length) % dice.length].focus();
        else if (faces && turn) onFace?.(i, ((face - 1 + turn + faces) % faces) + 1);
        else if (faces && Number(event.key) >= 1 && Number(event.key) <= faces) onFace?.(i, Number(event.key));
        else return;
        event.preventDefault();
      },
    },
  }, dieDrawing(face), marked ? el("span", { class: "play-mark", "aria-hidden": "true" }, marked[i] ? markedWords.split(" ").at(-1) : "\u00a0") : null));
  return el("div", { class: "play-dice", role: "group", "aria-label": label }, buttons);
}

/* ---------------------------------------------------------------- values */

/**
 * A table of values; the best row is marked, a long table scrolls within its frame.
 * @param {object} options
 * @param {string} options.caption
 * @param {string[]} options.heads first column: what the row is about
 * @param {{cells: any[], best?: boolean, played?: boolean}[]} options.rows
 */
export function valueTable({ caption, heads, rows }) {
  return el("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": caption },
    el("table", { class: "ledger-table play-table" },
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.map(({ cells, best, played }) =>
        el("tr", { class: [best && "best", played && "played"].filter(Boolean).join(" ") || null },
          cells.map((cell, i) => el(i ? "td" : "th", i ? {} : { scope: "row" }, cell)))))));
}

/**
 * Words for what a choice loses.
 * @param {number} regret
 * @param {number} [places]
 */
export function regretWords(regret, places = 3) {
  return regret < 0.5 * 10 ** -places ? t`best` : decimal(-regret, places);
}

/**
 * Horizontal bars from 0, values written beside them.
 * @param {object} options
 * @param {string} options.label what the bars are, shown above them
 * @param {{name: string, value: number, words: string, best?: boolean, from?: number}[]} options.bars `from` is where one begins, if not at 0
 * @param {number} [options.full] value of a full bar (default: the greatest)
 */
export function barChart({ label, bars, full }) {
  const most = full ?? Math.max(...bars.map((bar) => Math.abs(bar.value)), 1e-12);
  const id = fresh("bars");
  return el("div", { class: "play-bars" }, el("p", { id }, label), el("div", { role: "list", "aria-labelledby": id }, bars.map(({ name, value, words, best, from = 0 }) =>
      el("div", { role: "listitem", class: `play-bar${best ? " best" : ""}${value < 0 ? " negative" : ""}` },
        el("span", { class: "name" }, name),
        el("span", { class: "track", "aria-hidden": "true" }, el("span", { class: "fill", style: `width:${(100 * Math.abs(value)) / most}%;margin-left:${(100 * from) / most}%` })),
        el("span", { class: "value" }, words)))));
}

/**
 * Values side by side as dots between the smallest and the largest. Each is written over its dot, or
 * both ends if there is no room, so that small differences can be seen and not mistaken.
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.axis what is compared, under the names
 * @param {{name: string, value: number, best?: boolean}[]} options.points
 * @param {(value: number) => string} options.words
 * @param {{value: number, words: string}} [options.line] a dashed line above all dots
 * @param {"ahead"|"behind"} [options.over] what more than one half means for the reader: a line marks the half, and colors tell
 */
export function dotPlot({ label, axis, points, words, line, over }) {
  const values = [...points.map((p) => p.value), ...(line ? [line.value] : []), ...(over ? [0.4, 0.6] : [])], low = Math.min(...values), high = Math.max(...values);
  const side = (/** @type {number} */ v) => (!over || Math.abs(v - 0.5) < 0.0005 ? "" : (v > 0.5) === (over === "ahead") ? "ahead" : "behind");
  const room = points.length <= 10 && points.every((p) => words(p.value).length <= 4);
  const width = 330, height = 150, left = room ? 6 : 44, right = room ? 6 : 10, top = (room ? 24 : 14) + (line ? 16 : 0), bottom = 40;
  const x = (/** @type {number} */ i) => left + ((width - left - right) * (i + 0.5)) / points.length;
  const y = (/** @type {number} */ v) => (high - low < 1e-12 ? top : top + ((height - top - bottom - 8) * (high - v)) / (high - low));
  const every = Math.ceil(points.length / 14);
  /** Whether a number stands under its dot: over it, a line would run through the number. @param {{value: number}} p */
  const under = (p) => room && Boolean((line && y(p.value) - y(line.value) < 24) || (over && y(p.value) - y(0.5) > 3 && y(p.value) - y(0.5) < 24));
  /** Where the words at the half are furthest from the numbers: at either end, above the line or below. */
  const evenPlace = () => {
    const ends = [{ at: { x: width - right, class: "end" }, near: points.slice(-2) }, { at: { x: left }, near: points.slice(0, 2) }];
    const places = ends.flatMap(({ at, near }) => [-5, 13].map((by) => ({ ...at, y: y(0.5) + by, room: Math.min(...near.map((p) => Math.abs(y(p.value) + (under(p) ? 19 : -7) - y(0.5) - by))) })));
    const { room: _, ...place } = places.reduce((best, each) => (each.room > best.room + 4 ? each : best));
    return place;
  };
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "live-dots", role: "img",
    "aria-label": `${label}: ${points.map((p) => `${p.name}: ${words(p.value)}`).join("; ")}${line ? `; ${line.words}` : ""}` },
  over ? [svg("line", { x1: left, x2: width - right, y1: y(0.5), y2: y(0.5), class: "rule" }), svg("text", evenPlace(), "50: even")] : null,
  (room ? [] : over ? [low] : [high, low]).filter((v, i) => i === 0 || high - low > 1e-12).map((v) => [
    svg("line", { x1: left, x2: width - right, y1: y(v), y2: y(v), class: "rule" }),
    room ? null : svg("text", { x: left - 6, y: y(v) + 4, class: "end" }, words(v))]),
  line ? [svg("line", { x1: left, x2: width - right, y1: y(line.value), y2: y(line.value), class: "mark" }), svg("text", { x: left, y: 12 }, line.words)] : null,
  points.map((p, i) => [
    svg("line", { x1: x(i), x2: x(i), y1: top, y2: height - bottom, class: "guide" }), // of one height: the dots do not begin at 0
    svg("circle", { cx: x(i), cy: y(p.value), r: p.best ? 6 : 4, class: `${side(p.value)}${p.best ? " best" : ""}` }),
    room ? svg("text", { x: x(i), y: y(p.value) + (under(p) ? 19 : -9), class: p.best ? "name best" : "name" }, words(p.value)) : null,
    i % every ? null : svg("text", { x: x(i), y: height - bottom + 15, class: p.best ? "name best" : "name" }, p.name)]),
  svg("text", { x: left + (width - left - right) / 2, y: height - 6, class: "name" }, axis));
}

/* ---------------------------------------------------------------- more than one view */

/**
 * Views of a page, one at a time. Each is built when it is first shown, and may return what to do
 * when it is shown again; the keys of the address that are its own leave the address with it.
 * @param {HTMLElement} root
 * @param {string} label
 * @param {Record<string, {words: string, keys: string[], build: (panel: HTMLElement) => (() => void)|void}>} views
 * @param {string|undefined} first name of the view to begin with, kept in the address as `show`
 * @returns {(shown: string) => void} opens a view
 */
export function tabs(root, label, views, first) {
  const names = Object.keys(views);
  const panels = Object.fromEntries(names.map((name) => [name, el("div", { hidden: true })]));
  const buttons = Object.fromEntries(names.map((name) => [name, button(views[name].words, () => open(name))]));
  /** @type {Map<string, (() => void)|void>} */
  const built = new Map();
  /** @param {string} shown */
  const open = (shown) => {
    for (const name of names) {
      panels[name].hidden = name !== shown;
      buttons[name].setAttribute("aria-pressed", String(name === shown));
    }
    const others = names.filter((name) => name !== shown).flatMap((name) => views[name].keys);
    writeAddress({ ...Object.fromEntries(others.map((key) => [key, null])), show: shown === names[0] ? null : shown });
    if (built.has(shown)) built.get(shown)?.();
    else built.set(shown, views[shown].build(panels[shown]));
  };
  root.append(el("div", { class: "play-buttons play-tabs", role: "group", "aria-label": label }, Object.values(buttons)), ...Object.values(panels));
  open(first !== undefined && names.includes(first) ? first : names[0]);
  return open;
}

/**
 * Where chance comes from: `seed` in the address, which repeats itself, or a seed drawn anew.
 * @param {Record<string, string>} address
 */
export function luck(address) {
  return seeded(/^\d+$/.test(address.seed ?? "") ? Number(address.seed) : Math.floor(Math.random() * 2 ** 32));
}
