// What the service worker keeps, and when; which files a new version takes from the ones before; and
// what it answers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import vm from "node:vm";

const TEXT = readFileSync(new URL("./service_worker.js", import.meta.url), "utf8");
const SCOPE = "https://example.org/some/folder/";
/** @param {string} name */
const addressOf = name => new URL(name, SCOPE).href;
const ONE = "-0000000000000001", TWO = "-0000000000000002";

/**
 * An answer of the host, or of a cache.
 * @typedef {{ ok: boolean, status: number, redirected: boolean, body: string, blob: () =>
 * Promise<string>, clone: () => Answer }} Answer
 *
 * A request of a page, or its address.
 * @typedef {string | { url: string, mode: string, method: string }} Asked
 */

/** @param {Asked} request */
const urlOf = request => typeof request === "string" ? request : request.url;

/** A cache of the browser: answers by their addresses. */
class FakeCache {
  /** @type {Map<string, Answer>} */
  answers = new Map();
  isFull = false;

  /** @param {Asked} request */
  async match(request) { return this.answers.get(urlOf(request)); }
  async keys() { return [...this.answers.keys()].map(url => ({ url })); }

  /**
   * @param {string} address
   * @param {Answer} answer
   */
  async put(address, answer) {
    if (this.isFull) throw new DOMException("", "QuotaExceededError");
    this.answers.set(address, answer);
  }
}

// The browser: its caches, what the host has (a text, or an answer), and what was fetched.
/** @type {ReturnType<typeof createCaches>} */
let caches;
/** @type {Record<string, string | Answer>} */
let host;
let isAway = false;
/** @type {[name: string, cache: string | undefined][]} */
let fetched;

const createCaches = () => {
  /** @type {Map<string, FakeCache>} */
  const all = new Map();
  return {
    all,
    keys: async () => [...all.keys()],
    /** @param {string} name */
    delete: async name => all.delete(name),
    /** @param {string} name */
    open: async name => {
      const cache = all.get(name) ?? new FakeCache();
      all.set(name, cache);
      return cache;
    },
    /** @param {string} address */
    match: async address => [...all.values()].map(({ answers }) => answers.get(address)).find(Boolean),
  };
};

/** @type {(body: string, more?: Partial<Answer>) => Answer} */
const answerOf = (body, more = {}) => {
  const answer = { ok: true, status: 200, redirected: false, body, blob: async () => body, ...more };
  return { ...answer, clone: () => answerOf(body, more) };
};

/**
 * A version of the worker. Returns what its events do.
 * @param {string} version
 * @param {string[]} files
 * @param {string[]} others
 */
const start = (version, files, others, suspends = true) => {
  /** @type {Record<string, (event: object) => void>} */
  const listeners = {};
  const worker = { isActive: false, isClaimed: false };
  const globals = {
    VERSION: version, FILES: files, OTHERS: others, SIZES: others.map((_, at) => 10 ** at), SCRIPTS: { ".js": ["javascript"] }, URL, caches, registration: { scope: SCOPE },
    WebAssembly: suspends ? { Suspending() {}, promising() {} } : {},
    /** @type {(body: string, init: Partial<Answer>) => Answer} */
    Response: function (body, init) { return answerOf(body, init); },
    /** @type {(request: Asked, options?: { cache?: string }) => Promise<Answer>} */
    fetch: async (request, { cache } = {}) => {
      const address = urlOf(request);
      fetched.push([address.replace(SCOPE, ""), cache]);
      const body = host[address.replace(SCOPE, "")];
      if (isAway) throw new TypeError("no network");
      return typeof body === "object" ? body : answerOf(body ?? "", body === undefined ? { ok: false, status: 404 } : {});
    },
    /** @type {(name: string, listener: (event: object) => void) => void} */
    addEventListener: (name, listener) => { listeners[name] = listener; },
    skipWaiting: () => { worker.isActive = true; },
    clients: { claim: async () => { worker.isClaimed = true; } },
  };
  vm.runInNewContext(TEXT, globals);
  /** @param {string} name */
  const waitFor = async (name, properties = {}) => {
    /** @type {Promise<void>[]} */
    const work = [];
    listeners[name]({ ...properties, waitUntil: (/** @type {Promise<void>} */ promise) => work.push(promise) });
    await Promise.all(work);
  };
  return {
    state: worker,
    install: () => waitFor("install"),
    activate: () => waitFor("activate"),
    send: (/** @type {{ game?: string, activate?: boolean, allGames?: string }} */ data, ports = /** @type {object[]} */ ([])) => waitFor("message", { data, ports }),
    /**
     * The answer to a request; `undefined` if it is left to the browser.
     * @param {string} name
     */
    get: (name, { mode = "no-cors", method = "GET" } = {}) => {
      /** @type {Promise<Answer>[]} */
      const answers = [];
      listeners.fetch({ request: { url: addressOf(name), mode, method }, respondWith: (/** @type {Promise<Answer>} */ given) => answers.push(given) });
      return answers.at(0);
    },
  };
};

/**
 * The names of what this version keeps.
 * @param {string} version
 */
const keptBy = version => [...caches.all.get(`botyard ${SCOPE} ${version}`)?.answers.keys() ?? []].map(address => address.replace(SCOPE, "")).sort();
const namesFetched = () => fetched.map(([name]) => name);

const FILES = ["./", `page${ONE}.js`];
const OTHERS = [
  `bots/line-ace${ONE}.wasm`, `bots/line-script${ONE}.js`, `bots/tower-ace${ONE}.wasm`, `bots/javascript${ONE}.wasm`,
  `manual/line${ONE}.json`, `manual/tower${ONE}.json`, `manual/all${ONE}.json`, `interpreter${ONE}.js`, `interpreter_bg${ONE}.wasm`, "licences.html",
];
/** @param {string} name */
const newer = name => name.replace(ONE, TWO);

beforeEach(() => {
  [caches, fetched, isAway] = [createCaches(), [], false];
  host = Object.fromEntries([...FILES, ...OTHERS, ...FILES.map(newer), ...OTHERS.map(newer)].map(name => [name.replace("./", ""), `of ${name}`]));
});

test("what every visit needs is kept when it is installed, and nothing else", async () => {
  await start("1", FILES, OTHERS).install();
  assert.deepEqual(keptBy("1"), ["", `page${ONE}.js`]);
  assert.deepEqual(fetched, [["", "no-cache"], [`page${ONE}.js`, "default"]], "a name with a hash cannot have another content");
});

test("a version of which a file is missing is not installed", async () => {
  delete host[`page${ONE}.js`];
  await assert.rejects(start("1", FILES, OTHERS).install(), /page.*: 404/);
});

// Regression: such a browser fetches its match worker before anything is kept, and did not have it
// at the next visit.
test("a browser that cannot suspend a module keeps the interpreter at once", async () => {
  await start("1", FILES, OTHERS, false).install();
  assert.deepEqual(keptBy("1"), ["", `interpreter${ONE}.js`, `interpreter_bg${ONE}.wasm`, `page${ONE}.js`]);
});

test("a game that is visited is kept with all its bots, its manual, and the interpreter of its scripts", async () => {
  const worker = start("1", FILES, OTHERS);
  await worker.send({ game: "tower" });
  assert.deepEqual(keptBy("1"), [`bots/tower-ace${ONE}.wasm`, `manual/all${ONE}.json`, `manual/tower${ONE}.json`]);
  await worker.send({ game: "line" });
  const added = keptBy("1").filter(name => !/tower|all/.test(name));
  assert.deepEqual(added, [`bots/javascript${ONE}.wasm`, `bots/line-ace${ONE}.wasm`, `bots/line-script${ONE}.js`, `manual/line${ONE}.json`]);
  const other = start("2", FILES, OTHERS);
  await other.send({ game: "nowhere" });
  assert.deepEqual(keptBy("2"), [], "there is no such game");
});

test("a bot that cannot be fetched does not keep the others from being kept", async () => {
  delete host[`bots/line-ace${ONE}.wasm`];
  await start("1", FILES, OTHERS).send({ game: "line" });
  assert.deepEqual(keptBy("1").filter(name => name.startsWith("bots/line")), [`bots/line-script${ONE}.js`]);
});

// Regression: changed files of a visited game were kept only if the page showed that game when the
// new version came.
test("a new version has the games that were visited, under their new names", async () => {
  const first = start("1", FILES, OTHERS);
  await first.install();
  await first.send({ game: "line" });
  await first.get(`bots/tower-ace${ONE}.wasm`);
  fetched = [];
  const others = [...OTHERS.map(name => /line-ace|manual/.test(name) ? newer(name) : name), `bots/line-new${TWO}.wasm`];
  delete host[`bots/line-script${ONE}.js`];
  await start("2", FILES, others).install();
  const kept = keptBy("2");
  for (const name of [`bots/line-ace${TWO}.wasm`, `manual/line${TWO}.json`, `manual/all${TWO}.json`, `bots/line-script${ONE}.js`, `bots/tower-ace${ONE}.wasm`]) {
    assert.ok(kept.includes(name), `${name}: ${kept}`);
  }
  assert.ok(!kept.includes(`manual/tower${TWO}.json`), "nobody has read that");
  assert.ok(!namesFetched().includes(`bots/line-script${ONE}.js`), "what has not changed is not fetched again");
  assert.ok(namesFetched().includes(`bots/line-new${TWO}.wasm`), "a game whose manual is kept has new bots too");
});

test("a file that the host lacks does not hold up a new version, unless every visit needs it", async () => {
  await start("1", FILES, OTHERS).send({ game: "line" });
  delete host[`bots/line-ace${TWO}.wasm`];
  await start("2", FILES.map(newer), OTHERS.map(newer)).install();
  assert.deepEqual(keptBy("2").filter(name => name.startsWith("bots/line")), [`bots/line-script${TWO}.js`]);
});

test("the version before stays for tabs that still show it, and older ones go", async () => {
  await caches.open("botyard https://example.org/another/ 1");
  const workers = ["1", "2", "3"].map(version => start(version, FILES, OTHERS));
  for (const worker of workers) await worker.install();
  await workers[2].activate();
  assert.deepEqual(await caches.keys(), ["botyard https://example.org/another/ 1", `botyard ${SCOPE} 2`, `botyard ${SCOPE} 3`]);
  assert.ok(workers[2].state.isClaimed);
});

test("a new version waits until the visitor asks for it", async () => {
  const worker = start("1", FILES, OTHERS);
  await worker.send({ game: "line" });
  assert.ok(!worker.state.isActive);
  await worker.send({ activate: true });
  assert.ok(worker.state.isActive);
});

test("the page opens without a network, at the folder's address and at that of its file", async () => {
  const worker = start("1", FILES, OTHERS);
  await worker.install();
  isAway = true;
  for (const name of ["", "?embed", "index.html", `page${ONE}.js?x`]) {
    const answer = await worker.get(name, { mode: name.startsWith("page") ? "no-cors" : "navigate" });
    assert.match(answer?.body ?? "", name.startsWith("page") ? /of page/ : /of \.\//, name);
  }
  await assert.rejects(async () => worker.get(`bots/line-ace${ONE}.wasm`), TypeError);
});

test("what is asked for later is kept then, if it is the page's and whole", async () => {
  const worker = start("1", FILES, OTHERS);
  Object.assign(host, { "licences.html": answerOf("busy", { ok: false, status: 503 }), "other.html": "of another page" });
  for (const name of [`bots/line-ace${ONE}.wasm`, "other.html", "licences.html"]) await worker.get(name);
  assert.deepEqual(keptBy("1"), [`bots/line-ace${ONE}.wasm`]);
  isAway = true;
  assert.equal((await worker.get(`bots/line-ace${ONE}.wasm`))?.body, `of bots/line-ace${ONE}.wasm`);
});

test("a browser without room for the copy still gets the file", async () => {
  const worker = start("1", FILES, OTHERS);
  (await caches.open(`botyard ${SCOPE} 1`)).isFull = true;
  assert.equal((await worker.get(`bots/line-ace${ONE}.wasm`))?.body, `of bots/line-ace${ONE}.wasm`);
});

test("a tab of the version before gets its files, which have other names", async () => {
  await start("1", FILES, OTHERS).install();
  const worker = start("2", FILES.map(newer), OTHERS);
  host[""] = "of the new page";
  await worker.install();
  isAway = true;
  assert.equal((await worker.get(""))?.body, "of the new page");
  assert.equal((await worker.get(`page${ONE}.js`))?.body, `of page${ONE}.js`);
  assert.equal((await worker.get(`page${TWO}.js`))?.body, `of page${TWO}.js`);
});

test("requests of other hosts, and requests that send something, are left to the browser", () => {
  const worker = start("1", FILES, OTHERS);
  assert.equal(worker.get("https://example.com/some/folder/"), undefined);
  assert.equal(worker.get("../"), undefined);
  assert.equal(worker.get("", { method: "POST" }), undefined);
});

test("a redirected answer is kept as one that browsers show", async () => {
  host["licences.html"] = answerOf("licences", { redirected: true });
  await start("1", [...FILES, "licences.html"], []).install();
  const kept = await (await caches.open(`botyard ${SCOPE} 1`)).match(addressOf("licences.html"));
  assert.deepEqual([kept?.body, kept?.redirected], ["licences", false]);
});

test("all games are kept on request, and a page is told how much of them is missing", async () => {
  const worker = start("1", FILES, OTHERS);
  await worker.install();
  /** @type {number[]} */
  const told = [];
  const port = { postMessage: (/** @type {number} */ bytes) => told.push(bytes) };
  await worker.send({ allGames: "size" }, [port]);
  await worker.send({ game: "tower" });
  await worker.send({ allGames: "size" }, [port]);
  await worker.send({ allGames: "keep" });
  await worker.send({ allGames: "size" }, [port]);
  assert.deepEqual(told, [1_111_111, 1_011_011 - 1_000_000, 0]);
  assert.deepEqual(keptBy("1"), [...FILES.map(name => name.replace("./", "")), ...OTHERS.slice(0, 7)].sort());
});
