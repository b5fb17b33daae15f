// Python in a worker: it can be stopped at any time, and it cannot reach any host. The page starts it
// from a Blob, so that its own security policy holds here too.
import { loadPyodide, version } from "../pyodide/pyodide.mjs";

/** Everything that Python sees of JavaScript. */
const BARE = { Object, Array, Math, Date, Promise, setTimeout, clearTimeout, console };

const { fetch } = globalThis; // kept from Python, see `start`

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch.call(globalThis, new URL(address, import.meta.url));
  if (!answer.ok) throw new Error(`${address} is missing beside this page`);
  return answer.arrayBuffer();
}

/** Where the browser keeps Python's memory as it is after a start: the next one is five times as fast. */
const KEPT = `python-${version}`;
const MEMORY = new URL("memory", import.meta.url);

/** @returns {Promise<Uint8Array | null>} nothing on plain http, where there is no such store */
async function keptMemory() {
  const found = await (await caches.open(KEPT)).match(MEMORY);
  const memory = new Uint8Array((await found?.arrayBuffer()) ?? 0);
  return memory.length && found?.headers.get("size") === String(memory.length) ? memory : null;
}

/** Python, from its kept memory if there is one. */
async function interpreter() {
  if (!("caches" in globalThis)) return loadPyodide({ jsglobals: BARE });
  try {
    const memory = await keptMemory();
    if (memory !== null) return await loadPyodide({ jsglobals: BARE, _loadSnapshot: memory });
  } catch {
    await caches.delete(KEPT).catch(() => {});
  }
  const python = await loadPyodide({ jsglobals: BARE, _makeSnapshot: true });
  const bytes = python.makeMemorySnapshot();
  const memory = new Response(bytes, { headers: { size: String(bytes.length) } });
  void caches.open(KEPT).then((store) => store.put(MEMORY, memory)).catch(() => {});
  return python;
}

async function start() {
  const [python, library, harness] = await Promise.all([
    interpreter(),
    fetched("library.zip"),
    fetched("harness.py"),
  ]);
  python.unpackArchive(library, "zip", { extractDir: "/library" });
  python.FS.writeFile("/library/harness.py", new Uint8Array(harness));
  python.runPython("import sys; sys.path.insert(0, '/library'); import harness, json");
  for (const way of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "importScripts"]) {
    Object.defineProperty(globalThis, way, { value: undefined });
  }
  return python;
}

const ready = start();
ready.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error.message ?? error) }),
);

/** What the play page knows of every card of Yahtzee, once: 6 MB of numbers for Python. */
async function cards(python) {
  if (python.runPython("len(harness.CARDS)")) return;
  const [{ Anchors }, { readTable }, packed] = await Promise.all([
    import("../play/yahtzee-turn.js"),
    import("../play/tables.js"),
    fetched("../play/tables/yahtzee.table"),
  ]);
  const { values } = Anchors.unpack(await readTable(new Uint8Array(packed), "yahtzee", 3));
  python.globals.set("worths", new Uint8Array(values.buffer));
  python.runPython("harness.CARDS.frombytes(worths.to_bytes()); del worths");
}

onmessage = async ({ data: { cards: wanted, ...asked } }) => {
  try {
    const python = await ready;
    if (wanted) await cards(python);
    python.globals.set("asked", JSON.stringify(asked));
    const verb = "module" in asked ? "judge" : "run";
    const answer = python.runPython(`json.dumps(harness.${verb}(**json.loads(asked)))`);
    postMessage({ answer: JSON.parse(answer) });
  } catch (error) {
    postMessage({ failed: String(error.message ?? error) });
  }
};
