// The search page: sections that hold all the words and numbers asked for, titles first.
// @ts-check
"use strict";

/** @typedef {[page: string, id: string, title: string, words: string, rows: string]} Section */

/** So many hits are shown at once. */
const MOST = 30;
const AROUND = 90;
const GLOSSARY = "book/glossary";

/** How much a hit counts, by the beginning of the page's name; the first that fits. */
const PLACES = /** @type {[RegExp, number][]} */ ([
  [/\.fr$/, 0.2], [/^book\/(library|notation|runtimes|beyond)/, 0.5], [/^book\/(method|ledger|bib)/, 0.7],
  [/^notebooks\//, 1.1], [/./, 1],
]);

/** Letters that one may type without their accents. */
const ACCENTS = /** @type {[RegExp, string][]} */ ([[/a/g, "[aàâä]"], [/c/g, "[cç]"], [/e/g, "[eéèêë]"], [/i/g, "[iîï]"], [/o/g, "[oôö]"], [/u/g, "[uùûü]"]]);

/** A pattern for a word from its beginning on, or for a number as it is. @param {string} word */
function pattern(word) {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (/^[.\d][\d.,/]*$/.test(word)) return new RegExp(`(?<![\\d.])${plain.replace(/^\\\./, "0?\\.")}(?!\\d|[.,]\\d)`, "gu");
  const stem = plain.length > 4 ? plain.replace(/s$/, "") : plain;
  return new RegExp(`(?<![\\p{L}\\d])${ACCENTS.reduce((words, [letter, any]) => words.replace(letter, any), stem)}`, "giu");
}

/** Numbers without the commas between their thousands. @param {string} words */
const bare = (words) => words.replace(/(?<=\d),(?=\d{3})/g, "");

/** @param {string} words @param {RegExp} what */
const count = (words, what) => (words.match(what) || []).length;

/** Sections with all words, the best first. @param {string} query @param {Section[]} sections */
function find(query, sections) {
  const wanted = bare(query.trim()).split(/[\s“”"]+/).filter(Boolean).map(pattern);
  if (wanted.length === 0) return [];
  const phrase = pattern(bare(query.trim()));
  /** @type {Map<string, string>} */
  const pages = new Map();
  for (const [page, , title] of sections) if (!pages.has(page)) pages.set(page, title);
  /** How often a page has what is asked for: of sections that score alike, those come first. @type {Map<string, number>} */
  const often = new Map();
  return sections
    .map((section) => {
      const [page, , title, words, rows] = section, top = pages.get(page) || "", said = bare(words);
      const own = [title, said, bare(rows)].join(" "), all = `${top} ${own}`;
      often.set(page, (often.get(page) || 0) + count(own, phrase));
      const fits = wanted.every((word) => count(all, word)) && wanted.some((word) => count(own, word));
      if (!fits) return { section, top, score: 0 };
      let score = 12 * Math.min(1, count(title, phrase)) + 6 * Math.min(1, count(top, phrase)) + 3 * Math.min(2, count(said, phrase));
      for (const word of wanted) score += 0.5 * Math.min(1, count(bare(rows), word)) + 4 * Math.min(1, count(title, word)) + 2 * Math.min(1, count(top, word)) + Math.min(3, count(said, word));
      if (title === top) score += 1;
      if (title.toLowerCase() === `play ${query.trim().toLowerCase()}`) score += 50;
      if (page === GLOSSARY && title.toLowerCase() === query.trim().toLowerCase()) score += 100;
      const [, weight] = PLACES.find(([name]) => name.test(page)) || [0, 1];
      return { section, top, score: score * weight };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (often.get(b.section[0]) || 0) - (often.get(a.section[0]) || 0))
    .filter((hit, place, hits) => hits.slice(0, place).filter(({ section }) => section[0] === hit.section[0]).length < 3);
}

/** How many letters have to be changed, left out or put in. @param {string} one @param {string} other */
function distance(one, other) {
  let row = [...other, ""].map((_, n) => n);
  [...one].forEach((letter, i) => {
    const last = row;
    row = [i + 1];
    [...other].forEach((its, j) => row.push(Math.min(last[j] + (letter === its ? 0 : 1), last[j + 1] + 1, row[j] + 1)));
  });
  return row[other.length];
}

/** The word of a title that is nearest to one that no page has. @param {string} query @param {Section[]} sections */
function nearest(query, sections) {
  const asked = query.trim().toLowerCase(), titles = sections.filter(([page]) => !page.endsWith(".fr")).map((section) => section[2]);
  const words = [...new Set(titles.join(" ").match(/\p{L}{4,}/gu) || [])];
  const [best] = words.map((word) => ({ word, off: distance(asked, word.toLowerCase()) })).sort((a, b) => a.off - b.off);
  return best && best.off <= Math.min(2, asked.length / 3) ? best.word : "";
}

/** @param {string} tag @param {string} [words] @param {Record<string, string>} [given] */
function make(tag, words = "", given = {}) {
  const element = document.createElement(tag);
  element.textContent = words;
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  return element;
}

/** The words around the first hit, or the row of a table that has it; hits marked.
 * @param {Section} section @param {RegExp[]} wanted */
function excerpt([, , title, words, rows], wanted) {
  const row = rows.split("\n").find((one) => wanted.some((word) => bare(one).search(word) >= 0));
  const told = wanted.some((word) => `${title} ${bare(words)}`.search(word) >= 0) || !row;
  const said = told ? bare(words) : `In a table: ${bare(row || "")}`;
  const first = Math.max(0, Math.min(...wanted.map((word) => { const at = said.search(word); return at < 0 ? Infinity : at; })));
  const from = Number.isFinite(first) ? said.lastIndexOf(" ", Math.max(0, first - AROUND)) + 1 : 0;
  const shown = said.slice(from, from + 3 * AROUND).replace(/\s\S*$/, ""), line = make("p", "", { class: "context" });
  let done = 0;
  line.append(from ? "… " : "");
  for (const hit of shown.matchAll(new RegExp(wanted.map((word) => word.source).join("|"), "giu"))) {
    line.append(shown.slice(done, hit.index), make("mark", hit[0]));
    done = (hit.index || 0) + hit[0].length;
  }
  line.append(shown.slice(done), " …");
  return line;
}

/** @param {Section} section @param {string} top @param {RegExp[]} wanted */
function entry(section, top, wanted) {
  const [page, id, title] = section, item = make("li"), whole = title === top;
  item.append(make("a", top || page, { href: `${page}.html${whole ? "" : `#${id}`}` }));
  if (!whole) item.append(make("span", ` › ${title}`));
  if (page.endsWith(".fr")) item.append(make("small", " (in French)"));
  item.append(excerpt(section, wanted));
  return item;
}

/** @param {string} query @param {Section[]} sections @param {HTMLElement} out */
function show(query, sections, out) {
  const hits = find(query, sections), wanted = bare(query.trim()).split(/\s+/).filter(Boolean).map(pattern);
  const told = make("p", "", { role: "status" }), list = make("ul", "", { class: "search" });
  const more = make("button", "Show more", { type: "button", class: "more" });
  const link = make("a", "Search the ledger", { href: `book/ledger.html?text=${encodeURIComponent(query)}#every-claim` });
  function next() {
    const done = list.children.length, last = Math.min(hits.length, done + MOST);
    list.append(...hits.slice(done, last).map(({ section, top }) => entry(section, top, wanted)));
    const places = `${hits.length} place${hits.length === 1 ? "" : "s"} with “${query}”`;
    const words = hits.length === 0 ? `No page says “${query}”. Try fewer words, or only their beginnings. `
      : last < hits.length ? `${places}; here are the first ${last}. ` : `${places}. `;
    const meant = hits.length === 0 ? nearest(query, sections) : "";
    told.replaceChildren(words, ...(meant ? ["Did you mean ", make("a", meant, { href: `?q=${encodeURIComponent(meant)}` }), "? "] : []), link, ", too: it has all that the studies print.");
    more.hidden = last === hits.length;
    const first = list.children[done] && list.children[done].querySelector("a");
    if (done && first) first.focus();
  }
  more.addEventListener("click", next);
  next();
  out.replaceChildren(told, list, more);
}

addEventListener("DOMContentLoaded", () => {
  const query = new URLSearchParams(location.search).get("q") || "", out = document.getElementById("search-results");
  for (const field of document.querySelectorAll('input[name="q"]')) /** @type {HTMLInputElement} */ (field).value = query;
  // the words of the book are a script beside this page, so that a folder is enough
  const sections = /** @type {any} */ (window).sectionsOfTheBook;
  if (query && out) show(query, sections, out);
});
