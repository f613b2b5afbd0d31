// The page of WASI tests: reads a folder, has the match worker run each module alone, and compares.
// Knows no game.

/** Virtual time for each test, in milliseconds. */
const LIMIT = 60_000;
/** How the names of those end that an earlier run of the tests has left. */
const LEFT = ".cleanup";

/**
 * A test's input and its expected result: its folders as the host and as the module name them.
 * @typedef {{ args: string[], env: Record<string, string>, folders: [host: string, guest: string][],
 * exit_code: number, stdout?: string, stderr?: string }} Expectation
 *
 * How a module ended, and what it printed.
 * @typedef {{ stdout: string, stderr: string, ending: string | { exited?: number, failed?: string }
 * }} Run
 *
 * @typedef {Map<string, File>} Files
 */

const status = present(document.getElementById("status"));
const table = present(document.querySelector("table"));
let rounds = 0;

const folder = present(document.querySelector("input"));
folder.addEventListener("change", () => test([...folder.files ?? []]));

/**
 * Runs all tests among these files. A folder that is chosen meanwhile takes the place of this one.
 * @param {File[]} files
 */
async function test(files) {
  const round = ++rounds;
  const paths = new Map(files.map((file) => [file.webkitRelativePath || file.name, file]));
  const modules = [...paths.keys()].filter((path) => path.endsWith(".wasm")).sort();
  table.hidden = true;
  table.tBodies[0].replaceChildren();
  if (modules.length === 0) return say("There is no test (NAME.wasm) in this folder.");
  const worker = await start();
  let failed = 0;
  for (const [at, path] of modules.entries()) {
    say(`Running test ${at + 1} of ${modules.length} …`);
    const why = await verdict(worker, paths, path);
    if (round !== rounds) return worker.terminate();
    failed += why === null ? 0 : 1;
    show(path, why);
  }
  worker.terminate();
  say(`${modules.length - failed} of ${modules.length} ${modules.length === 1 ? "test" : "tests"} passed.`);
}

/**
 * @template {Element} Part
 * @param {Part | null} part of the page
 */
function present(part) {
  if (!part) throw new TypeError("the page is not whole");
  return part;
}

/** @param {string} words */
function say(words) {
  status.textContent = words;
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * @param {string} path
 * @param {string | null} why
 */
function show(path, why) {
  table.hidden = false;
  const row = table.tBodies[0].insertRow();
  row.className = why === null ? "passed" : "failed";
  row.insertCell().textContent = nameOf(path).replace(/\.wasm$/, "");
  row.insertCell().textContent = why === null ? "passed" : "FAILED";
  row.insertCell().textContent = why ?? "";
}

/** A match worker that is up; the one that interprets where modules cannot be suspended. */
async function start() {
  const suspends = typeof WebAssembly.Suspending === "function" && !location.search.includes("interpreter");
  const worker = new Worker(suspends ? "./worker_loader.js" : "./interpreter_loader.js", { type: "module" });
  await new Promise((resolve) => (worker.onmessage = resolve));
  return worker;
}

/**
 * Why a test fails, as a clause; `null` if it does not.
 * @param {Worker} worker
 * @param {Files} paths
 * @param {string} path
 */
async function verdict(worker, paths, path) {
  try {
    const expected = expectation(await paths.get(path.replace(/\.wasm$/, ".json"))?.text());
    const left = await run(worker, paths, path, expected);
    return judge(expected, left);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * A test's input and its expected result; both forms of the suite's files.
 * @param {string | undefined} text
 */
export function expectation(text) {
  /** @type {Expectation} */
  const expected = { args: [], env: {}, folders: [], exit_code: 0 };
  /** @type {(name: string, value: unknown) => void} */
  const field = (name, value) => {
    if (name === "dirs" && Array.isArray(value)) {
      value.forEach((folder) => expected.folders.push([folder, folder]));
    } else if (name === "dirs") {
      expected.folders.push(...Object.entries(/** @type {Record<string, string>} */ (value)));
    } else if (name === "root") {
      expected.folders.push([String(value), "/"]);
    } else if (["args", "env", "exit_code", "stdout", "stderr"].includes(name)) {
      Object.assign(expected, { [name]: value });
    } else {
      throw new Error(`its JSON file is not understood: there is no field \`${name}\``);
    }
  };
  /** @type {Record<string, unknown>} */
  const fields = text === undefined ? {} : JSON.parse(text);
  for (const [name, value] of Object.entries(fields)) {
    if (name === "operations") {
      for (const { type, id, payload, ...fields } of /** @type {{ type: string, id?: string, payload?: string }[]} */ (value)) {
        if (type === "read") field(id ?? "stdout", payload);
        else if (type === "run" || type === "wait") Object.entries(fields).forEach(([name, value]) => field(name, value));
        else throw new Error(`its JSON file is not understood: there is no operation \`${type}\` for a program without a network`);
      }
    } else if (!["wasi_functions", "world", "proposals"].includes(name)) {
      field(name, value);
    }
  }
  return expected;
}

/**
 * Runs a module alone.
 * @param {Worker} worker
 * @param {Files} paths
 * @param {string} path
 * @param {Expectation} expected
 * @returns {Promise<Run>}
 */
async function run(worker, paths, path, expected) {
  const beside = path.slice(0, path.lastIndexOf("/") + 1);
  const files = [paths.get(path)];
  const folders = [];
  for (const [host, guest] of expected.folders) {
    const inside = [...paths.keys()].filter((file) => file.startsWith(`${beside}${host}/`));
    const kept = inside.filter((file) => !file.split("/").some((name) => name.endsWith(LEFT)));
    folders.push({ path: guest, files: kept.map((file) => file.slice(beside.length + host.length + 1)) });
    files.push(...kept.map((file) => paths.get(file)));
  }
  const args = [nameOf(path), ...expected.args];
  const env = Object.entries(expected.env).map(([name, value]) => ({ name, value }));
  /** @type {import("../protocol/protocol").ToMatchWorker} */
  const message = { wasiTest: { id: 1, args, env, folders, limitMs: LIMIT } };
  /** @type {ArrayBuffer[]} */
  const buffers = [];
  for (const file of files) if (file) buffers.push(await file.arrayBuffer());
  /** @type {{ tried: { Ok?: Run, Err?: string } }} */
  const { tried } = await new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = (event) => resolve(JSON.parse(event.data[0]).host.tried);
    worker.postMessage([JSON.stringify(message), ...buffers], buffers);
  });
  if (!tried.Ok) throw new Error(tried.Err);
  return tried.Ok;
}

/**
 * Why a run is not the expected one, as a clause; `null` if it is.
 * @param {Expectation} expected
 * @param {Run} run
 */
export function judge(expected, { stdout, stderr, ending }) {
  if (ending === "waiting") return "it waits for something that never happens";
  if (typeof ending === "string") return "out of time";
  if (ending.exited === undefined) return ending.failed ?? "out of time";
  if (ending.exited !== expected.exit_code) {
    const last = stderr.trimEnd().split("\n").pop();
    return `it exits with ${ending.exited}, not ${expected.exit_code}: ${last}`;
  }
  const printed = [{ name: "stdout", got: stdout, wanted: expected.stdout }, { name: "stderr", got: stderr, wanted: expected.stderr }];
  const wrong = printed.find(({ got, wanted }) => wanted !== undefined && wanted !== got);
  return wrong ? `its ${wrong.name} is ${JSON.stringify(wrong.got)}, not ${JSON.stringify(wrong.wanted)}` : null;
}
