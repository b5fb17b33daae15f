// @ts-check
/**
 * What the pictures that move in chapters have in common. A picture is a module `NAME.js` with
 *
 *   export const table = { name: "coins-map", version: 1 };
 *   export function draw(stage, table, start) { ... }
 *
 * It draws onto the stage from a table that the library made, or, if it names none, from what it
 * computes; the still picture stays below for print, and for readers without scripts.
 */
import { TableError, loadTable } from "../play/tables.js";
import { el, fresh } from "../play/frame.js";

export { barChart, button, diceButtons, diceShown, dieDrawing, dotPlot, el, field, select, show, svg, valueTable } from "../play/frame.js";
export { decimal, inHundred, many } from "../play/words.js";

/** @typedef {import("../play/tables.js").Table} Table */
/** @typedef {{first: number, count: number, name: string, words?: (at: number) => string, beyond?: (at: number) => string}} Axis beyond: what stands at its other end */
/** @typedef {Record<string, string>} Start where the chapter lets the picture begin */

/**
 * Put one picture in motion.
 * @param {HTMLElement} place made by the directive `live`
 */
export async function mount(place, start = JSON.parse(place.dataset.start ?? "{}")) {
  const stage = el("div", { class: "play live-stage" });
  try {
    const { table, draw } = await import(`./${place.dataset.live}.js`);
    const solved = table && await loadTable(table.name, table.version);
    place.querySelector(":scope > .live-stage")?.remove();
    place.prepend(stage);
    draw(stage, solved, start);
    for (const each of stage.querySelectorAll("button")) if (each.textContent === start.press) each.click();
    place.classList.add("moving");
  } catch (error) {
    stage.remove();
    if (!(error instanceof TableError)) throw error;
    place.prepend(el("p", { class: "play-error" }, `This picture does not move: ${error.message}`));
  } finally {
    place.dataset.ready = "";
  }
}

/**
 * A number of the chapter's, within bounds.
 * @param {Start} start @param {string} name @param {number} usual @param {number} least @param {number} most
 */
export function startAt(start, name, usual, least, most) {
  const value = Number(start[name] ?? usual);
  return Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : usual;
}

/** Whether the reader asked for less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/* ---------------------------------------------------------------- colours of the theme */

/** A colour of `book.css`, such as `--series-1`, as the theme has it now. @param {string} name */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Between two colours written #rrggbb.
 * @param {string} from @param {string} to @param {number} share 0 gives the first, 1 the second
 */
export function mix(from, to, share) {
  const parts = (/** @type {string} */ hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  const [a, b] = [parts(from), parts(to)];
  return `#${a.map((x, i) => Math.round(x + (b[i] - x) * share).toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, whichever stands out more on a colour: both do alike where the luminance is 0.179. @param {string} hex */
export function readable(hex) {
  const [r, g, b] = [1, 3, 5].map((i) => (parseInt(hex.slice(i, i + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
}

/**
 * So many steps from pale to strong in the colours of the theme.
 * @param {number} steps @returns {string[]}
 */
export function ramp(steps) {
  const dark = document.documentElement.dataset.theme === "dark";
  const stops = dark ? ["#2b3138", "#3f6d8f", "#56b4e9", "#f0e442"] : ["#f4f1d8", "#8fc4de", "#0072b2", "#1d2a5e"];
  return Array.from({ length: steps }, (_, i) => {
    const at = steps === 1 ? 1 : (i / (steps - 1)) * (stops.length - 1), low = Math.min(Math.floor(at), stops.length - 2);
    return mix(stops[low], stops[low + 1], at - low);
  });
}

/** The color of a cell where it does not matter. */
export const nowhere = () => mix(colour("--panel"), colour("--faint"), 0.75);

/** Draw again when the theme changes. @param {() => void} redraw */
export function onTheme(redraw) {
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}

/* ---------------------------------------------------------------- what a reader moves */

/**
 * A slider with its value in words; arrow keys, page keys, home and end come with it.
 * @param {object} options
 * @param {string} options.label
 * @param {number} options.least
 * @param {number} options.most
 * @param {number} options.value
 * @param {(value: number) => string} [options.words]
 * @param {(value: number) => void} options.onInput
 */
export function slider({ label, least, most, value, words = String, onInput }) {
  const id = fresh("slider"), shown = el("output", { for: id });
  const control = el("input", { id, type: "range", min: least, max: most, step: 1 });
  const set = (/** @type {number} */ now) => {
    control.value = String(now);
    control.setAttribute("aria-valuetext", words(now));
    shown.textContent = words(now);
  };
  control.addEventListener("input", () => { set(Number(control.value)); onInput(Number(control.value)); });
  set(value);
  /** Let it go no further, and say where it stands. @param {number} last */
  const limit = (last) => {
    const now = Math.min(Number(control.value), last);
    control.max = String(last);
    set(now);
    return now;
  };
  return { root: el("div", { class: "live-slider" }, el("label", { for: id }, label), control, shown), set, limit };
}

/**
 * A map of cells under the pointer. A mouse that moves over it shows a cell for as long as it stays;
 * a click, a finger that taps or slides, and the arrow keys keep it. Columns and rows count from
 * their first value, rows upwards.
 * @param {object} options
 * @param {string} options.label what the map shows, and how to move on it
 * @param {Axis} options.columns
 * @param {Axis} options.rows
 * @param {(column: number, row: number) => number} options.level step of the ramp, from 0; less
 *   where it does not matter
 * @param {number} options.levels
 * @param {() => string[]} [options.colours] of the levels, as the theme has them now
 * @param {(column: number, row: number) => string} [options.text] in a cell, where there is room
 * @param {(column: number, row: number) => string} [options.written] once on each band of one level, where there is room
 * @param {() => [number, number, string, boolean?][]} [options.notes] words on the map, each around a column and a
 *   row, with a border of the background, or small and without one
 * @param {number} [options.tall] height at least
 * @param {(column: number, row: number) => boolean} [options.marked] cells with a ring, or a dot where there is little room
 * @param {(column: number, row: number) => boolean} [options.framed] cells with a frame of their own
 * @param {(column: number, row: number) => unknown} [options.region] what a cell belongs to; a line is drawn between regions
 * @param {string} [options.ring] color around the cell that is shown
 * @param {(column: number, row: number) => void} options.onPick
 */
export function cellMap({ label, columns, rows, level, levels, colours = () => ramp(levels), text, written, notes, tall = 240, marked, framed, region, ring = "--series-2", onPick }) {
  const canvas = el("canvas"), root = el("div", { class: "live-map", tabindex: 0, role: "application", "aria-label": label }, canvas);
  const at = { column: columns.first, row: rows.first }, kept = { ...at };
  let passing = false;
  const left = 46, bottom = 38, top = columns.beyond ? 16 : 0, margin = rows.beyond ? 28 : 0;
  let width = 0, height = 0;

  const cell = () => ({ w: (width - left - margin) / columns.count, h: (height - bottom - top) / rows.count });
  const redraw = () => {
    const pen = canvas.getContext("2d"), scale = devicePixelRatio || 1;
    width = root.clientWidth;
    height = Math.round(Math.min(440, Math.max(tall, bottom + top + ((width - left - margin) / columns.count) * rows.count)));
    if (!pen || !width) return;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.height = `${height}px`;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    paint(pen);
  };
  /** @param {CanvasRenderingContext2D} pen */
  const paint = (pen) => {
    const { w, h } = cell(), steps = colours(), ink = colour("--ink"), scale = devicePixelRatio || 1;
    const font = getComputedStyle(root).fontFamily;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let i = 0; i < columns.count; i++) {
      for (let j = 0; j < rows.count; j++) {
        const fill = steps[level(columns.first + i, rows.first + j)] ?? nowhere();
        const x = left + i * w, y = height - bottom - (j + 1) * h;
        const [x0, x1, y0, y1] = [x, left + (i + 1) * w, y, height - bottom - j * h].map((edge) => Math.round(edge * scale) / scale);
        pen.fillStyle = fill;
        pen.fillRect(x0, y0, x1 - x0, y1 - y0);
        if (framed?.(columns.first + i, rows.first + j)) {
          pen.strokeStyle = ink;
          pen.lineWidth = 2;
          pen.strokeRect(x + 2, y + 2, w - 4, h - 4);
        }
        if (!text || Math.min(w, h) < 11) continue;
        pen.fillStyle = readable(fill);
        pen.font = `${Math.min(13, Math.floor(h * 0.8))}px ${font}`;
        pen.fillText(text(columns.first + i, rows.first + j), x + w / 2, y + h / 2 + 0.5);
      }
    }
    if (written) {
      pen.font = `600 12px ${font}`;
      for (const { i, j, room } of bands(columns.count, rows.count, (c, r) => level(columns.first + c, rows.first + r), marked && ((c, r) => beside(marked, c, r)))) {
        const fill = steps[level(columns.first + i, rows.first + j)];
        if (!fill || room * Math.min(w, h) < 6) continue;
        pen.fillStyle = readable(fill);
        pen.fillText(written(columns.first + i, rows.first + j), left + (i + 0.5) * w, height - bottom - (j + 0.5) * h + 0.5);
      }
    }
    for (const [column, row, words, small] of notes?.() ?? []) {
      const x = left + (column - columns.first + 0.5) * w, y = height - bottom - (row - rows.first + 0.5) * h;
      pen.font = `${small ? 10 : "600 12"}px ${font}`;
      pen.lineWidth = 4;
      pen.lineJoin = "round";
      pen.strokeStyle = colour("--panel");
      if (!small) pen.strokeText(words, x, y);
      pen.fillStyle = small ? readable(steps[level(Math.floor(column), row)]) : ink;
      pen.fillText(words, x, y);
    }
    if (region) borders(pen, region, ink);
    if (marked) marks(pen, marked);
    axes(pen, ink, font);
    const x = left + (at.column - columns.first) * w, y = height - bottom - (at.row - rows.first + 1) * h;
    const grow = Math.max(0, 7 - Math.min(w, h)) / 2;
    for (const [line, style] of /** @type {[number, string][]} */ ([[5, colour("--panel")], [2.5, colour(ring)]])) {
      pen.lineWidth = line;
      pen.strokeStyle = style;
      pen.strokeRect(x - grow, y - grow, w + 2 * grow, h + 2 * grow);
    }
  };
  /** Whether a mark lies on or next to a cell, so that no word should. @param {(column: number, row: number) => boolean} has @param {number} i @param {number} j */
  const beside = (has, i, j) => [-2, -1, 0, 1, 2].some((di) => [-2, -1, 0, 1, 2].some((dj) => has(columns.first + i + di, rows.first + j + dj)));
  /** @param {CanvasRenderingContext2D} pen @param {(column: number, row: number) => unknown} of @param {string} ink */
  const borders = (pen, of, ink) => {
    const { w, h } = cell(), foot = height - bottom;
    const line = (/** @type {number[]} */ ...[x1, y1, x2, y2]) => { pen.moveTo(x1, y1); pen.lineTo(x2, y2); };
    pen.save(); // the caps of the lines end at the edge of the map
    pen.beginPath();
    pen.rect(left, top, width - left - margin, foot - top);
    pen.clip();
    pen.beginPath();
    for (let i = 0; i < columns.count; i++) {
      for (let j = 0; j < rows.count; j++) {
        const here = of(columns.first + i, rows.first + j), x = left + (i + 1) * w, y = foot - (j + 1) * h;
        const right = i + 1 < columns.count ? of(columns.first + i + 1, rows.first + j) : here;
        const above = j + 1 < rows.count ? of(columns.first + i, rows.first + j + 1) : here;
        if (right !== here) line(x, y, x, y + h);
        if (above !== here) line(x - w, y, x, y);
      }
    }
    pen.strokeStyle = ink;
    pen.lineWidth = 2.5;
    pen.lineCap = "square";
    pen.stroke();
    pen.restore();
  };
  /** @param {CanvasRenderingContext2D} pen @param {(column: number, row: number) => boolean} has */
  const marks = (pen, has) => {
    const { w, h } = cell(), crowded = count(has) > 100, radius = crowded ? Math.max(1, Math.min(w, h) / 4) : 3.2;
    for (let i = 0; i < columns.count; i++) {
      for (let j = 0; j < rows.count; j++) {
        if (!has(columns.first + i, rows.first + j)) continue;
        pen.beginPath();
        pen.arc(left + (i + 0.5) * w, height - bottom - (j + 0.5) * h, radius, 0, 2 * Math.PI);
        pen.fillStyle = colour("--series-2");
        pen.fill();
        if (crowded) continue;
        pen.strokeStyle = "#ffffff";
        pen.lineWidth = 1.5;
        pen.stroke();
      }
    }
  };
  /** @param {(column: number, row: number) => boolean} has */
  const count = (has) => Array.from({ length: columns.count * rows.count }, (_, n) =>
    has(columns.first + (n % columns.count), rows.first + Math.floor(n / columns.count))).filter(Boolean).length;
  /** @param {CanvasRenderingContext2D} pen @param {string} ink @param {string} font */
  const axes = (pen, ink, font) => {
    const { w, h } = cell();
    pen.fillStyle = ink;
    pen.font = `12px ${font}`;
    for (const n of ticks(columns)) pen.fillText((columns.words ?? String)(n), left + (n - columns.first + 0.5) * w, height - bottom + 10);
    pen.fillText(columns.name, left + (width - left - margin) / 2, height - 9);
    const { beyond } = columns, across = rows.beyond;
    if (beyond) for (const n of ticks(columns)) pen.fillText(beyond(n), left + (n - columns.first + 0.5) * w, top / 2);
    if (across) for (const n of ticks(rows)) pen.fillText(across(n), width - margin / 2 + 1, height - bottom - (n - rows.first + 0.5) * h);
    pen.textAlign = "right";
    for (const n of ticks(rows)) pen.fillText((rows.words ?? String)(n), left - 5, height - bottom - (n - rows.first + 0.5) * h);
    pen.textAlign = "center";
    pen.save();
    pen.translate(8, (height - bottom) / 2);
    pen.rotate(-Math.PI / 2);
    pen.fillText(rows.name, 0, 0);
    pen.restore();
    pen.textAlign = "left";
    if (beyond) pen.fillText("needs", 0, top / 2);
    pen.textAlign = "center";
  };

  /** @param {number} column @param {number} row */
  const pick = (column, row) => {
    const c = Math.min(columns.first + columns.count - 1, Math.max(columns.first, column));
    const r = Math.min(rows.first + rows.count - 1, Math.max(rows.first, row));
    if (c !== at.column || r !== at.row) onPick(c, r);
  };
  const set = (/** @type {number} */ column, /** @type {number} */ row) => {
    Object.assign(at, { column, row });
    if (!passing) Object.assign(kept, at);
    redraw();
  };
  /** @param {PointerEvent} event */
  const point = (event) => {
    const box = canvas.getBoundingClientRect(), { w, h } = cell();
    const x = event.clientX - box.left - left, y = box.bottom - bottom - event.clientY;
    if (x >= 0 && y >= 0) pick(columns.first + Math.floor(x / w), rows.first + Math.floor(y / h));
  };
  const keep = () => { passing = false; Object.assign(kept, at); };
  root.addEventListener("pointerdown", (event) => { keep(); point(/** @type {PointerEvent} */ (event)); });
  root.addEventListener("pointermove", (event) => {
    const { pointerType, buttons } = /** @type {PointerEvent} */ (event);
    passing = pointerType === "mouse" && !buttons;
    if (passing || buttons) point(/** @type {PointerEvent} */ (event));
  });
  root.addEventListener("pointerleave", () => {
    if (!passing) return;
    passing = false;
    pick(kept.column, kept.row);
  });
  root.addEventListener("keydown", (event) => {
    const far = /** @type {KeyboardEvent} */ (event).shiftKey ? 10 : 1;
    const moves = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, far], ArrowDown: [0, -far], PageUp: [0, 10], PageDown: [0, -10], Home: [-1e6, 0], End: [1e6, 0] };
    const move = moves[/** @type {keyof typeof moves} */ (/** @type {KeyboardEvent} */ (event).key)];
    if (!move) return;
    event.preventDefault();
    keep();
    pick(at.column + move[0], at.row + move[1]);
  });
  new ResizeObserver(redraw).observe(root);
  onTheme(redraw);
  return { root, set, redraw };
}

/**
 * Where there is most room to write on each connected band of one level: its cell furthest from the border.
 * @param {number} wide @param {number} high @param {(i: number, j: number) => number} level
 * @param {(i: number, j: number) => boolean} [taken] cells to keep clear of
 * @returns {{i: number, j: number, room: number}[]} `room`: cells to each side, with the cell itself
 */
export function bands(wide, high, level, taken = () => false) {
  const levels = Array.from({ length: wide * high }, (_, n) => level(n % wide, Math.floor(n / wide)));
  const room = levels.map(() => Infinity), seen = levels.map(() => false);
  /** @param {number} n @param {number[][]} sides */
  const near = (n, sides) => Math.min(...sides.map(([di, dj]) => {
    const i = (n % wide) + di, j = Math.floor(n / wide) + dj, m = j * wide + i;
    return i >= 0 && i < wide && j >= 0 && j < high && levels[m] === levels[n] ? room[m] : 0;
  }));
  const before = [[-1, 0], [-1, -1], [0, -1], [1, -1]], after = before.map(([di, dj]) => [-di, -dj]);
  for (let n = 0; n < room.length; n++) room[n] = taken(n % wide, Math.floor(n / wide)) ? 0 : 1 + near(n, before);
  for (let n = room.length - 1; n >= 0; n--) room[n] = Math.min(room[n], 1 + near(n, after));
  const found = [];
  for (let first = 0; first < levels.length; first++) {
    if (seen[first]) continue;
    let best = first;
    seen[first] = true;
    for (const band = [first]; band.length;) {
      const n = /** @type {number} */ (band.pop()), i = n % wide;
      if (room[n] > room[best]) best = n;
      for (const m of [n - wide, n + wide, ...(i ? [n - 1] : []), ...(i < wide - 1 ? [n + 1] : [])]) {
        if (seen[m] !== false || levels[m] !== levels[n]) continue;
        seen[m] = true;
        band.push(m);
      }
    }
    found.push({ i: best % wide, j: Math.floor(best / wide), room: room[best] });
  }
  return found;
}

/** Numbers to write along an axis, a dozen at most. @param {{first: number, count: number}} axis */
function ticks({ first, count }) {
  const step = [1, 2, 5, 10, 20, 50].find((s) => count / s <= 12) ?? 100;
  return Array.from({ length: count }, (_, i) => first + i).filter((n) => n % step === 0 || (n === first && step === 1));
}

/**
 * The colours of a map as a strip, each with what it stands for.
 * @param {string[]} words by level @param {string} label @param {string} [indifferent] words for where it does not matter
 * @param {() => string[]} [colours] of the levels, as the theme has them now
 */
export function legend(words, label, indifferent, colours = () => ramp(words.length)) {
  const swatches = [...words, ...(indifferent ? [indifferent] : [])].map((each) => el("li", {}, each));
  const paint = () => [...colours(), nowhere()].slice(0, swatches.length)
    .forEach((step, i) => Object.assign(swatches[i].style, { background: step, color: readable(step) }));
  paint();
  onTheme(paint);
  return el("div", { class: "live-legend" }, el("span", {}, label), el("ul", { "aria-label": label }, swatches));
}

/* ---------------------------------------------------------------- what a reader sees */

/** A place whose words are read out when they change. */
export const readout = () => el("div", { class: "live-readout", "aria-live": "polite", "aria-atomic": "true" });

/**
 * The link to the page that plays on from here.
 * @param {string} words @param {string} page such as "dice-battle" @param {Record<string, string|number>} position
 */
export function playOn(words, page, position) {
  const address = new URL(`../../book/play/${page}.html`, import.meta.url);
  for (const [key, value] of Object.entries(position)) address.searchParams.set(key, String(value));
  return el("a", { class: "live-play", href: address.href }, words);
}

/**
 * Many small fields as one control: a pointer or the arrow keys pick one.
 * @param {object} options
 * @param {string} options.label what they show, and how to move
 * @param {number} options.count
 * @param {(chosen: number) => void} options.onPick
 */
export function fields({ label, count, onPick }) {
  const cells = Array.from({ length: count }, () => el("span"));
  const root = el("div", { class: "live-fields", tabindex: 0, role: "application", "aria-label": label }, cells);
  let at = 0, stays = 0, passing = false; // a mouse that passes over changes the field only until it leaves
  const pick = (/** @type {number} */ chosen) => {
    if (chosen !== at && chosen >= 0 && chosen < count) onPick(chosen);
  };
  const under = (/** @type {Event} */ event) => cells.findIndex((cell) => cell.contains(/** @type {Node} */ (event.target)));
  const pass = (/** @type {number} */ place) => { passing = true; pick(place); passing = false; };
  root.addEventListener("click", (event) => { pick(under(event)); stays = at; });
  root.addEventListener("pointerover", (event) => { if (/** @type {PointerEvent} */ (event).pointerType === "mouse") pass(under(event)); });
  root.addEventListener("pointerleave", () => pass(stays));
  root.addEventListener("keydown", (event) => {
    const across = Math.max(1, cells.findIndex((cell) => cell.offsetTop > cells[0].offsetTop));
    const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across, Home: -1e6, End: 1e6 };
    const move = moves[/** @type {keyof typeof moves} */ (/** @type {KeyboardEvent} */ (event).key)];
    if (!move) return;
    event.preventDefault();
    pick(Math.abs(move) > 1e5 ? (move < 0 ? 0 : count - 1) : at + move);
  });
  return {
    root,
    /** Fill every field. @param {(place: number) => Node[]} content */
    fill: (content) => cells.forEach((cell, place) => cell.replaceChildren(...content(place))),
    /** Mark the field that is chosen. @param {number} chosen */
    set: (chosen) => {
      at = chosen;
      if (!passing) stays = at;
      cells.forEach((cell, place) => cell.classList.toggle("chosen", place === at));
    },
  };
}
