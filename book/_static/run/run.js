// "Edit and run": a listing of the library becomes an editor, and Python runs in the page.
// Nothing is loaded before the reader asks for it, and nothing that came with a link runs unasked.

/**
 * What a reader edits: a model and lines that try it, or (with no lines) a policy to be judged.
 * @typedef {{ names: string[], code: string, trial: string | null, within?: number, unit?: string,
 *            further?: string, cards?: boolean }} Model
 */
/** @typedef {{ output: string, rows: [string, string, number | null][] | null, error: string | null }} Answer */

const SLOW = 8000; // milliseconds after which the reader is told that Stop helps

/** @type {Worker | null} */
let worker = null;
/** @type {((data: any) => void) | null} */
let waiting = null;

/** Start Python, once; it answers with `ready` or `failed`. */
function python() {
  if (worker === null) {
    // started from a Blob, a worker obeys the page's own security policy: no other host
    const code = `import ${JSON.stringify(new URL("worker.js", import.meta.url))};`;
    const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    worker = new Worker(address, { type: "module" });
    worker.addEventListener("message", ({ data }) => waiting?.(data));
    worker.addEventListener("error", () => waiting?.({ failed: "the browser refused it" }));
  }
  return worker;
}

/** End Python, whatever it is doing. */
function end() {
  worker?.terminate();
  worker = null;
  waiting = null;
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @param {string} label @param {string} text */
function editor(label, text) {
  const area = /** @type {HTMLTextAreaElement} */ (
    element("textarea", { "aria-label": label, spellcheck: "false", autocapitalize: "off" })
  );
  area.value = text;
  const fit = () => { // long lines wrap on a phone
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 24, 900)}px`;
  };
  area.addEventListener("input", fit);
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      const line = area.value.slice(0, area.selectionStart).split("\n").at(-1) ?? "";
      const indent = (line.match(/^ */)?.[0] ?? "") + (line.trimEnd().endsWith(":") ? "    " : "");
      event.preventDefault();
      area.setRangeText(`\n${indent}`, area.selectionStart, area.selectionEnd, "end");
      fit();
      return;
    }
    if (event.key !== "Tab" || event.shiftKey || area.dataset.leave !== undefined) return;
    event.preventDefault(); // Escape, then Tab, leaves the editor
    area.setRangeText("    ", area.selectionStart, area.selectionEnd, "end");
  });
  area.addEventListener("keyup", (event) => {
    if (event.key === "Escape") area.dataset.leave = "";
    else if (event.key !== "Tab") delete area.dataset.leave;
  });
  return area;
}

/** A number that a line names, as in `Rules(coins=3)`. */
const NAMED = /\b([a-z]\w*)=(\d+(?:\.\d+)?)(?=[,)])/g;

/** A field for each number that the lines name: what is typed there is written into the lines. */
/** @param {HTMLTextAreaElement} area */
function fields(area) {
  const box = element("p", { class: "fields" });
  const draw = () => {
    if (box.contains(document.activeElement)) return; // the reader is typing in a field
    /** @type {Map<string, Set<string>>} */
    const found = new Map();
    for (const [, name, value] of area.value.matchAll(NAMED)) {
      found.set(name, (found.get(name) ?? new Set()).add(value));
    }
    const made = [];
    for (const [name, values] of found) {
      if (values.size > 1) continue; // the same name twice, with two values: which is meant?
      const [value] = values;
      const field = /** @type {HTMLInputElement} */ (
        element("input", { type: "number", value, min: "0", step: value.includes(".") ? "any" : "1" })
      );
      field.addEventListener("input", () => {
        if (!/^\d+(\.\d+)?$/.test(field.value)) return;
        area.value = area.value.replace(NAMED, (whole, n) => (n === name ? `${n}=${field.value}` : whole));
        area.dispatchEvent(new Event("input"));
      });
      made.push(element("label", {}, name.replaceAll("_", " "), field));
    }
    box.replaceChildren(...made);
    box.hidden = made.length === 0;
  };
  area.addEventListener("input", draw);
  draw();
  return box;
}

/** Rows with a bar each; below zero it runs to the left, in another color. @param {Answer["rows"]} rows */
function table(rows) {
  const numbers = rows?.map((row) => row[2]).filter((number) => number !== null) ?? [];
  const lowest = Math.min(...numbers, 0), range = Math.max(...numbers, 0) - lowest;
  const body = element("tbody");
  for (const [key, value, number] of rows ?? []) {
    const bar = element("td", { class: "bar", "aria-hidden": "true" });
    if (number !== null && range > 0) {
      const length = element("span", { class: number < 0 ? "below" : "above" });
      length.style.width = `${(100 * Math.abs(number)) / range}%`;
      length.style.marginLeft = `${(100 * (Math.min(number, 0) - lowest)) / range}%`;
      bar.append(length);
    }
    const shown = number !== null && value.includes("/") ? `${value} ≈ ${number.toFixed(3)}` : value;
    body.append(element("tr", {}, element("th", { scope: "row" }, key), element("td", {}, shown), bar));
  }
  return element("table", { class: "ledger-table" }, body);
}

/** @param {Model} model */
function packed(model) {
  const data = new TextEncoder().encode(JSON.stringify(model));
  return btoa(String.fromCharCode(...data)).replaceAll("+", "-").replaceAll("/", "_");
}

/** @param {string} text @returns {Model | null} */
function unpacked(text) {
  try {
    const data = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const model = JSON.parse(new TextDecoder().decode(Uint8Array.from(data, (c) => c.charCodeAt(0))));
    const strings = [model.code, model.trial ?? "", ...model.names];
    return strings.every((part) => typeof part === "string") ? model : null;
  } catch {
    return null;
  }
}

/** @param {HTMLElement} box @param {Model} model */
function bench(box, model) {
  const judged = model.trial === null;
  const code = editor(judged ? "Your policy" : "The model; edit it", model.code);
  const trial = editor("Lines that try it", model.trial ?? "");
  trial.hidden = judged;
  const run = /** @type {HTMLButtonElement} */ (element("button", { type: "button" }, "Run"));
  const stop = /** @type {HTMLButtonElement} */ (element("button", { type: "button" }, "Stop"));
  const reset = element("button", { type: "button" }, "Reset");
  const link = element("button", { type: "button" }, judged ? "Copy a link to your player" : "Copy a link to this code");
  const said = element("p", { class: "said", role: "status" });
  const shown = element("div", { class: "shown" });
  stop.disabled = true;
  let slow = 0;

  /** @param {boolean} running */
  const busy = (running) => {
    run.disabled = running;
    stop.disabled = !running;
  };
  /** @param {string} words */
  const say = (words) => {
    said.textContent = words;
  };

  /** What the page says of the first player would read like a verdict on this one. @param {boolean} hidden */
  const hideFirst = (hidden) => {
    const before = box.nextElementSibling;
    if (before?.matches(".as-it-stands")) /** @type {HTMLElement} */ (before).hidden = hidden;
  };

  run.addEventListener("click", () => {
    if (!("Worker" in globalThis) || location.protocol === "file:") {
      say("This browser does not start Python on this page; open the book over http.");
      return;
    }
    busy(true);
    shown.replaceChildren();
    const fresh = worker === null;
    say(fresh ? "Python is being loaded, 6 MB, once …" : "Running …");
    const begun = performance.now();
    clearTimeout(slow);
    slow = setTimeout(() => say("Still running. Stop ends it."), SLOW);
    waiting = (data) => {
      if (data.ready) return;
      clearTimeout(slow);
      busy(false);
      if (data.failed !== undefined) {
        end();
        say(`Python could not be started: ${data.failed}. Everything else on this page works.`);
        return;
      }
      /** @type {Answer} */
      const answer = data.answer;
      if (answer.output) shown.append(element("pre", {}, answer.output));
      if (judged && answer.output) hideFirst(true);
      if (answer.rows) shown.append(table(answer.rows));
      if (answer.error) shown.append(element("p", { class: "wrong", role: "alert" }, answer.error));
      say(`Done in ${((performance.now() - begun) / 1000).toFixed(1)} seconds.`);
    };
    const { within, unit, further, cards } = model, task = original(box).code;
    const asked = judged
      ? { module: model.names[0], code: code.value, within, unit, further, task, cards }
      : { names: model.names, code: code.value, trial: trial.value };
    python().postMessage(asked);
  });
  stop.addEventListener("click", () => {
    clearTimeout(slow);
    end();
    busy(false);
    say("Stopped.");
  });
  code.addEventListener("input", (event) => {
    if (!judged) return;
    const own = code.value !== original(box).code;
    hideFirst(own);
    if (event instanceof CustomEvent) return; // the editor was opened; nothing was typed
    keep(box, own ? code.value : null);
    if (location.hash.startsWith("#run=")) history.replaceState(null, "", location.pathname + location.search);
  });
  reset.addEventListener("click", () => {
    code.value = original(box).code;
    trial.value = original(box).trial ?? "";
    for (const area of [code, trial]) area.dispatchEvent(new Event("input"));
    if (judged) keep(box, null);
    shown.replaceChildren();
    say("");
  });
  link.addEventListener("click", () => {
    const state = { ...model, code: code.value, trial: judged ? null : trial.value };
    const address = new URL(location.href);
    address.hash = `run=${packed(state)}`;
    history.replaceState(null, "", address);
    const copied = navigator.clipboard?.writeText(address.href) ?? Promise.reject();
    copied.then(
      () => say("The link is copied."),
      () => say("The link is in the address bar."),
    );
  });
  const made = element("div", { class: "bench" }, fields(judged ? code : trial), code, trial);
  made.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run.click();
  });
  const buttons = element("p", { class: "buttons" }, run, stop, reset, link);
  if (matchMedia("(hover: hover)").matches) said.textContent = "Ctrl+Enter runs it.";
  made.append(buttons, said, shown);
  return made;
}

/** What the page shows of a model, before anything was edited. @param {HTMLElement} box @returns {Model} */
function original(box) {
  const asked = JSON.parse(box.querySelector("script.runnable")?.textContent ?? "{}");
  const code = box.querySelector("pre")?.textContent?.trimEnd() ?? "";
  return { ...asked, code };
}

/** Where this browser keeps a reader's player: by the first one, so that another exercise does not get it. @param {HTMLElement} box */
const place = (box) => `player ${location.pathname} ${original(box).code}`;

/** @param {HTMLElement} box @param {string | null} code */
function keep(box, code) {
  try {
    if (code === null) localStorage.removeItem(place(box));
    else localStorage.setItem(place(box), code);
  } catch { /* this browser keeps nothing */ }
}

/** @param {HTMLElement} box */
function kept(box) {
  try {
    return localStorage.getItem(place(box));
  } catch {
    return null;
  }
}

/** @param {HTMLElement} box @param {Model} model @param {string} note */
function open(box, model, note = "") {
  box.querySelector(".bench")?.remove();
  const listing = /** @type {HTMLElement | null} */ (box.querySelector("div[class*=highlight-]"));
  const made = bench(box, model);
  if (note) made.prepend(element("p", { class: "note" }, note));
  if (listing !== null) listing.hidden = true;
  box.querySelector("button.edit")?.remove();
  box.append(made);
  for (const area of made.querySelectorAll("textarea")) area.dispatchEvent(new CustomEvent("input"));
  return made;
}

for (const script of document.querySelectorAll("script.runnable")) {
  const box = /** @type {HTMLElement} */ (script.closest(".from-library"));
  const edit = element(
    "button",
    { type: "button", class: "edit" },
    original(box).trial === null ? "Change it" : "Edit and run",
  );
  edit.addEventListener("click", async () => {
    const first = original(box), own = first.trial === null ? kept(box) : null;
    const note = own === null ? "" : "Your player of last time. Reset brings back the first one.";
    open(box, { ...first, code: own ?? first.code }, note).querySelector("textarea")?.focus();
    const stores = (await globalThis.caches?.keys().catch(() => [])) ?? [];
    if (stores.some((name) => name.startsWith("python-"))) python(); // nothing is fetched: start it meanwhile
  });
  box.append(edit);
}

const shared = location.hash.startsWith("#run=") ? unpacked(location.hash.slice(5)) : null;
if (shared !== null) {
  for (const script of document.querySelectorAll("script.runnable")) {
    const box = /** @type {HTMLElement} */ (script.closest(".from-library"));
    if (original(box).names.join() === shared.names.join()) {
      open(box, shared, "This code came with the link. Read it before you run it.").scrollIntoView();
    }
  }
}
