// The filter of the ledger and of the discrepancies: by study, verdict, chapter and words. The rows
// stay behind their doors until somebody asks for them; the address keeps what was asked.
// @ts-check
"use strict";

/** Doors with hits are opened as long as no more rows than this are shown. */
const AT_ONCE = 40;
const FIELDS = ["source", "verdict", "page", "text"];

/** What the cells of a row say, but for the program of its proof. @param {Element} row */
function said(row) {
  const program = (row.querySelector("pre") || {}).textContent || "\0";
  const cells = [...row.querySelectorAll("th, td")].map((cell) => (cell.textContent || "").replace(program, ""));
  return `${cells.join("\n")}\n${row.id}`.toLowerCase();
}

/** Numbers as they are compared: no marks between thousands, no zero before the point. @param {string} words */
const unmarked = (words) => words.replace(/(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))/g, "").replace(/(?<![\d.])0+(?=\.\d)/g, "");

/** From the beginning of a word or number on: 421 finds neither 0.1421 nor 4213. @param {string} text */
function fromBeginning(text) {
  const plain = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = /^[.\d]/.test(text) ? "(?<![\\d.])" : /^\p{L}/u.test(text) ? "(?<!\\p{L})" : "";
  return new RegExp(before + plain + (/^\d+$/.test(text) ? "(?!\\d)" : ""), "u");
}

/** What is searched for: words in quotes and the thousands of a number stay together. */
const TERMS = /["“][^"”]+["”]?|(?<!\S)\d{1,3}(?: \d{3})+(?!\S)|\S+/g;

/** Whether a row holds every term that is asked for. @param {string} asked */
function finder(asked) {
  const terms = (asked.match(TERMS) || []).map((term) => finds(term.replace(/["“”]/g, "").trim()));
  return (/** @type {string} */ words) => terms.every((found) => found(words));
}

/** Whether a row holds a term, as it is printed or with its numbers bare. @param {string} text */
function finds(text) {
  const closed = /^\d{1,3}( \d{3})+$/.test(text) ? text.replace(/ /g, "") : text;
  const [asked, plainly] = [fromBeginning(text), fromBeginning(unmarked(closed))];
  return (/** @type {string} */ words) => asked.test(words) || plainly.test(unmarked(words));
}

/** @param {HTMLFormElement} form @param {HTMLElement} ledger */
function filtered(form, ledger) {
  const rows = [...ledger.querySelectorAll("tbody")];
  const doors = /** @type {HTMLDetailsElement[]} */ ([...ledger.querySelectorAll("details.rows")]);
  const sections = [...ledger.querySelectorAll("section")];
  const words = new Map(rows.map((row) => [row, said(row)]));
  const usual = new Map(doors.map((door) => [door, told(door).textContent]));
  const address = new URL(location.href);
  for (const name of FIELDS) field(name).value = address.searchParams.get(name) || "";

  /** @param {string} name @returns {HTMLInputElement | HTMLSelectElement} */
  function field(name) {
    return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  }

  /** @param {HTMLElement} door @returns {HTMLElement} */
  function told(door) {
    return /** @type {HTMLElement} */ (door.querySelector(".many"));
  }

  /** @param {Element} row */
  const claims = (row) => Number(/** @type {HTMLElement} */ (row).dataset.claims);

  /** @param {Iterable<Element>} some */
  const sum = (some) => [...some].reduce((total, row) => total + claims(row), 0);

  /** Whether all that is shown of a study or a door is only rounded wrongly. @param {Element} part */
  function petty(part) {
    const hits = /** @type {HTMLElement[]} */ ([...part.querySelectorAll("tbody:not([hidden])")]);
    return hits.length > 0 && hits.every((row) => row.dataset.more === "rounded wrongly");
  }

  /** How many claims of the studies are shown, and how many of the literature, which count apart.
   * @param {(row: Element) => boolean} shown */
  function counts(shown) {
    const beside = rows.filter((row) => row.closest("section[data-beside]") !== null);
    const own = rows.filter((row) => !beside.includes(row));
    const [n, more] = [sum(own.filter(shown)), sum(beside.filter(shown))];
    const every = [sum(own), sum(beside)], of = (/** @type {number} */ some, /** @type {number} */ whole) =>
      some === whole ? some.toLocaleString("en") : `${some.toLocaleString("en")} of ${whole.toLocaleString("en")}`;
    return `${of(n, every[0])} claims${more ? `, and ${of(more, every[1])} from published work on Yahtzee` : ""}`;
  }

  function apply() {
    const wanted = Object.fromEntries(FIELDS.map((name) => [name, field(name).value.trim()]));
    const asked = Object.values(wanted).some(Boolean);
    const found = finder(wanted.text.toLowerCase());
    for (const row of rows) {
      const { source, verdict, group, page, more } = row.dataset;
      row.hidden = !(
        (!wanted.source || wanted.source === source) &&
        (!wanted.verdict || [verdict, group, more].includes(wanted.verdict)) &&
        (!wanted.page || wanted.page === page) &&
        (!wanted.text || found(words.get(row) || ""))
      );
    }
    const last = (/** @type {Element} */ part) => Number(petty(part));
    ledger.append(...[...sections].sort((a, b) => last(a) - last(b)));
    let open = 0;
    for (const door of [...doors].sort((a, b) => last(a) - last(b))) {
      const own = [...door.querySelectorAll("tbody")], hits = own.filter((row) => !row.hidden);
      door.hidden = hits.length === 0;
      told(door).textContent = asked ? `${sum(hits)} of ${sum(own)}` : usual.get(door) || "";
      door.open = asked && hits.length > 0 && (open === 0 || open + hits.length <= AT_ONCE);
      if (door.open) open += hits.length;
    }
    for (const part of sections) {
      part.hidden = part.querySelector("details.rows:not([hidden])") === null;
      const study = part.querySelector("details.study");
      if (study instanceof HTMLDetailsElement) study.open = asked && !part.hidden;
    }
    const hits = rows.filter((row) => !(/** @type {HTMLElement} */ (row).hidden));
    for (const proof of hits.length === 1 ? hits[0].querySelectorAll("details") : []) proof.open = true;
    const output = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
    output.textContent = !hits.length && wanted.text
      ? `No claim here contains “${wanted.text}”. Numbers are searched with the digits that are printed.`
      : counts((row) => !(/** @type {HTMLElement} */ (row).hidden));
    const verdicts = [.../** @type {HTMLSelectElement} */ (field("verdict")).options];
    const meant = verdicts.find(({ value }) => value && value === wanted.text.toLowerCase());
    if (meant) output.append(" ", instead(meant.value));
    for (const name of FIELDS) {
      if (wanted[name]) address.searchParams.set(name, wanted[name]);
      else address.searchParams.delete(name);
    }
    try { history.replaceState(null, "", address); } catch { /* a file:// page keeps its address */ }
  }

  /** For who types a verdict among the words. @param {string} verdict */
  function instead(verdict) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: `Show the verdict “${verdict}” instead` });
    button.addEventListener("click", () => {
      [field("text").value, field("verdict").value] = ["", verdict];
      apply();
    });
    return button;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  apply();
}

addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("ledger-filter"), ledger = document.getElementById("ledger");
  if (!(form instanceof HTMLFormElement) || ledger === null) return;
  form.hidden = false;
  filtered(form, ledger);
  const name = decodeURIComponent(location.hash.slice(1));
  const place = name ? document.getElementById(name) : null;
  for (let here = place; here !== null; here = here.parentElement) {
    if (here instanceof HTMLDetailsElement) here.open = true;
  }
  if (place !== null) place.scrollIntoView(); // what is hidden now has moved it
});
