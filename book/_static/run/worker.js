// Python in a worker: it can be stopped at any time, and it cannot reach any host.
import { loadPyodide } from "../pyodide/pyodide.mjs";

/** Everything that Python sees of JavaScript. */
const BARE = { Object, Array, Math, Date, Promise, setTimeout, clearTimeout, console };

/** @param {string} address */
async function bytes(address) {
  const answer = await fetch(new URL(address, import.meta.url));
  if (!answer.ok) throw new Error(`${address} is missing beside this page`);
  return answer.arrayBuffer();
}

async function start() {
  const [python, library, harness] = await Promise.all([
    loadPyodide({ jsglobals: BARE }),
    bytes("library.zip"),
    bytes("harness.py"),
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

onmessage = async ({ data }) => {
  const python = await ready;
  python.globals.set("asked", JSON.stringify(data));
  const asked = "json.dumps((harness.judge if 'module' in (a := json.loads(asked)) else harness.run)(**a))";
  const answer = python.runPython(asked);
  postMessage({ answer: JSON.parse(answer) });
};
