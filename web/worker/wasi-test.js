// The page of WASI tests: reads a folder, has the match worker run each module alone, and compares.
// Knows no game.

/** Virtual time for each test, in milliseconds. */
const LIMIT = 60_000;
/** How the names of those end that an earlier run of the tests has left. */
const LEFT = ".cleanup";

const status = document.getElementById("status");
const table = document.querySelector("table");
let rounds = 0;

const folder = /** @type {HTMLInputElement} */ (document.getElementById("folder"));
folder.addEventListener("change", () => test([...folder.files]));

/**
 * Runs all tests among these files. A folder that is chosen meanwhile takes the place of this one.
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

function say(words) {
  status.textContent = words;
}

function show(path, why) {
  table.hidden = false;
  const row = table.tBodies[0].insertRow();
  row.className = why === null ? "passed" : "failed";
  row.insertCell().textContent = path.split("/").pop().replace(/\.wasm$/, "");
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

/** Why a test fails, as a clause; `null` if it does not. */
async function verdict(worker, paths, path) {
  try {
    const expected = expectation(await paths.get(path.replace(/\.wasm$/, ".json"))?.text());
    const left = await run(worker, paths, path, expected);
    return judge(expected, left);
  } catch (error) {
    return error.message;
  }
}

/** A test's input and its expected result; both forms of the suite's files. */
export function expectation(text) {
  const expected = { args: [], env: {}, folders: [], exit_code: 0 };
  const field = (name, value) => {
    if (name === "dirs") {
      const pairs = Array.isArray(value) ? value.map((folder) => [folder, folder]) : Object.entries(value);
      expected.folders.push(...pairs);
    } else if (name === "root") {
      expected.folders.push([value, "/"]);
    } else if (["args", "env", "exit_code", "stdout", "stderr"].includes(name)) {
      expected[name] = value;
    } else {
      throw new Error(`its JSON file is not understood: there is no field \`${name}\``);
    }
  };
  for (const [name, value] of Object.entries(text === undefined ? {} : JSON.parse(text))) {
    if (name === "operations") {
      for (const { type, id, payload, ...fields } of value) {
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

/** Runs a module alone: how it ended, and what it printed. */
async function run(worker, paths, path, expected) {
  const beside = path.slice(0, path.lastIndexOf("/") + 1);
  const buffers = [await paths.get(path).arrayBuffer()];
  const folders = [];
  for (const [host, guest] of expected.folders) {
    const inside = [...paths.keys()].filter((file) => file.startsWith(`${beside}${host}/`));
    const kept = inside.filter((file) => !file.split("/").some((name) => name.endsWith(LEFT)));
    folders.push([guest, kept.map((file) => file.slice(beside.length + host.length + 1))]);
    for (const file of kept) buffers.push(await paths.get(file).arrayBuffer());
  }
  const args = [path.split("/").pop(), ...expected.args];
  const request = { id: 1, args, env: Object.entries(expected.env), folders, limit_ms: LIMIT };
  const { tried } = await new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = (event) => resolve(JSON.parse(event.data).tried);
    worker.postMessage([JSON.stringify({ rehearse: request }), ...buffers], buffers);
  });
  if (tried.Err !== undefined) throw new Error(tried.Err);
  return tried.Ok;
}

/** Why a run is not the expected one, as a clause; `null` if it is. */
export function judge(expected, { stdout, stderr, ending }) {
  if (ending === "waiting") return "it waits for something that never happens";
  if (ending.exited === undefined) return ending.failed ?? "out of time";
  if (ending.exited !== expected.exit_code) {
    const last = stderr.trimEnd().split("\n").pop();
    return `it exits with ${ending.exited}, not ${expected.exit_code}: ${last}`;
  }
  const wrong = Object.entries({ stdout, stderr }).find(([name, got]) => expected[name] !== undefined && expected[name] !== got);
  return wrong ? `its ${wrong[0]} is ${JSON.stringify(wrong[1])}, not ${JSON.stringify(expected[wrong[0]])}` : null;
}
