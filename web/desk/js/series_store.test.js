// What series and cases get from their store, also where the storage is full or refuses to open, and
// how match workers are started.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "../../testing/browser.js";
import { installDocument } from "../../testing/elements.js";
import { installClock, settle, until } from "../../testing/clock.js";
import { FakeIndexedDb } from "../../testing/indexed_db.js";
import { visitScript } from "../../testing/served_script.js";
import { Database } from "../../storage/database.js";

// What the script has of the browser, new for each test.
/** @type {FakeIndexedDb} */
let browser;
/** @type {import("../../testing/clock.js").FakeClock} */
let clock;
/** @type {FakeWorker[]} */
let workers;
/** @type {FakeSocket[]} */
let sockets;
/** @type {Program} */
let program;

class FakeWorker {
  /** @type {unknown[]} */
  sent = [];
  isEnded = false;
  /** @type {(event: { data: unknown }) => void} */
  onmessage = () => {};
  /** @type {(event: { message: string, preventDefault: () => void }) => void} */
  onerror = () => {};

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    workers.push(this);
  }

  /** @param {unknown} message */
  postMessage(message) { this.sent.push(message); }
  terminate() { this.isEnded = true; }
}

class FakeSocket extends FakeWorker {
  static OPEN = 1;
  readyState = 0;
  onopen = () => {};
  /** @type {(event: { reason: string }) => void} */
  onclose = () => {};

  /** @param {string} address */
  constructor(address) {
    super(address);
    sockets.push(this);
  }

  /** @param {unknown} message */
  send(message) { this.sent.push(message); }
  close() { this.isEnded = true; }
}

/** @import { StoreAnswer, StoreRequest, ToDocument } from "../../protocol/protocol" */
/** @typedef {{ result: any, error?: undefined } | { error: string, result?: undefined }} Answered */

/** The program of series: a worker whose requests the store answers. */
class Program extends EventTarget {
  /** @type {[message: string, ...bytes: unknown[]][]} */
  heard = [];
  #number = 0;

  /** @param {Program["heard"][number]} parcel */
  postMessage(parcel) { this.heard.push(parcel); }

  /** @type {(message: ToDocument, ...beside: unknown[]) => void} */
  send(message, ...beside) { this.dispatchEvent(Object.assign(new Event("message"), { data: [JSON.stringify(message), ...beside] })); }

  /**
   * The result of a request, or the name of the error; and the bytes beside it.
   * @param {StoreRequest} request
   * @param {...unknown} files
   * @returns {Promise<Answered & { bytes: unknown[] }>}
   */
  async try(request, ...files) {
    this.#number += 1;
    const number = this.#number;
    this.send({ type: "ask", number, request }, ...files);
    /** @type {() => { answer: StoreAnswer, bytes: unknown[] } | undefined} */
    const find = () => this.heard.map(([text, ...bytes]) => ({ answer: JSON.parse(text).answer, bytes })).find(({ answer }) => answer?.number === number);
    const { answer: { result }, bytes } = await until(find);
    return "Ok" in result ? { result: result.Ok, bytes } : { error: result.Err, bytes };
  }

  /**
   * The result of a request that is done.
   * @param {StoreRequest} request
   * @param {...unknown} files
   */
  async ask(request, ...files) {
    const { result, error } = await this.try(request, ...files);
    assert.equal(error, undefined);
    return result;
  }
}

/** A visit of the page, with what the browser has kept. */
const visit = async () => {
  await visitScript("desk/js/series_store.js");
  program = new Program();
  // The store sends it messages, and listens to it.
  globalThis.serveSeriesStore?.(/** @type {Worker} */ (/** @type {unknown} */ (program)));
};

beforeEach(async () => {
  installDocument();
  [browser, clock, workers, sockets] = [new FakeIndexedDb().install(), installClock(), [], []];
  Object.assign(globalThis, { Worker: FakeWorker, WebSocket: FakeSocket });
  await visit();
});

const BOT = Uint8Array.of(1, 2);
/** @type {(description: string, isRun?: boolean) => Promise<number>} */
const add = (description, isRun = false) => program.ask({ type: "add", description, isRun }, BOT);
/** @type {(id: number, ...lines: [unit: number, rotation: number, line: string][]) => StoreRequest} */
const addLines = (id, ...lines) => ({ type: "addLines", id, lines: lines.map(([unit, rotation, line]) => ({ unit, rotation, voids: 0, line })) });
/** @type {(id: number) => Promise<string[]>} */
const linesOf = async id => (await program.ask({ type: "load", id })).lines;
/** @returns {Promise<string[]>} */
const names = async () => (await program.ask({ type: "list" })).map((/** @type {import("../../protocol/protocol").ListedSeries} */ { description }) => description);

test("a series is there in the next visit, with the lines of its games in their order, each once", async () => {
  const id = await add("four");
  await program.ask(addLines(id, [2, 0, "third"], [0, 1, "second"]));
  await program.ask(addLines(id, [0, 0, "first"], [0, 1, "second"]));
  await program.ask({ type: "describe", id, description: "four games", isRun: false }, BOT);
  dispatchEvent(new Event("pagehide"));
  await settle();
  assert.equal(browser.connections, 0, "an open one would block the next page");
  await visit();
  assert.deepEqual(await program.ask({ type: "list" }), [{ id, description: "four games" }]);
  const loaded = await program.try({ type: "load", id });
  assert.deepEqual(loaded, { result: { description: "four games", lines: ["first", "second", "third"] }, bytes: [BOT] });
});

test("a row that an earlier version of the page has kept is read", async () => {
  const database = new Database("botyard-series", { series: {}, games: {} });
  await database.transact("readwrite", async (series, games) => {
    series.put(["a run", BOT, BOT, "run"], 7);
    games.put("first", [7, 0, 1, 0]);
  });
  const { result, bytes } = await program.try({ type: "load", id: 7 });
  assert.deepEqual([result, bytes], [{ description: "a run", lines: ["first"] }, [BOT, BOT]]);
});

test("a series that is removed takes its games along, and no other's", async () => {
  const [one, other] = [await add("one"), await add("other")];
  await program.ask(addLines(one, [0, 0, "a"]));
  await program.ask(addLines(other, [0, 0, "b"]));
  await program.ask({ type: "remove", id: one });
  assert.equal(await program.ask({ type: "load", id: one }), null);
  assert.deepEqual(await linesOf(other), ["b"]);
  await program.ask({ type: "describe", id: one, description: "another under its number", isRun: false }, BOT);
  assert.deepEqual(await linesOf(one), []);
});

test("its number grows with the clock: another tab may still keep games of one that was removed", async () => {
  const first = await add("first");
  await program.ask({ type: "remove", id: first });
  await clock.advance(1_000);
  assert.equal(await add("next"), first + 1);
});

test("the newest twelve series are kept, and as many of the editor's runs", async () => {
  for (let nth = 1; nth <= 14; nth += 1) {
    await add(`series ${nth}`);
    await add(`run ${nth}`, true);
  }
  const kept = await names();
  assert.deepEqual(kept.filter(name => name.startsWith("series")), Array.from({ length: 12 }, (_, nth) => `series ${nth + 3}`));
  assert.deepEqual(kept.filter(name => name.startsWith("run")), Array.from({ length: 12 }, (_, nth) => `run ${nth + 3}`));
});

test("where the storage is full, a request is refused and nothing else is lost for it", async () => {
  for (let nth = 1; nth <= 12; nth += 1) await add(`series ${nth}`);
  const [{ id }] = await program.ask({ type: "list" });
  await program.ask(addLines(id, [0, 0, "kept"]));
  for (const fullAt of ["put", "commit"]) {
    browser.fullAt = fullAt;
    for (const request of [/** @type {StoreRequest} */ ({ type: "add", description: "new", isRun: false }), addLines(id, [1, 0, "lost"])]) {
      assert.equal((await program.try(request)).error, "QuotaExceededError");
    }
  }
  assert.equal((await names())[0], "series 1", "the oldest stays until there is room for the new one");
  assert.deepEqual(await linesOf(id), ["kept"]);
});

test("without storage each request is refused, so that a series goes on without it", async () => {
  dispatchEvent(new Event("pagehide"));
  // As a later version of the page leaves it.
  indexedDB.open("botyard-series", 99);
  await visit();
  /** @type {StoreRequest[]} */
  const requests = [{ type: "list" }, { type: "add", description: "new", isRun: false }, addLines(1, [0, 0, "lost"]), { type: "load", id: 1 }];
  for (const request of requests) assert.equal((await program.try(request)).error, "VersionError", request.type);
  assert.deepEqual(await program.ask({ type: "listCases" }), [], "cases have a database of their own");
});

test("where the browser does not answer, requests are refused after a while", async () => {
  browser.hold();
  await visit();
  const asked = program.try({ type: "list" });
  await clock.advance(5_000);
  assert.equal((await asked).error, "TimeoutError");
});

test("cases have numbers, and verdicts on bots go with either", async () => {
  assert.deepEqual([await program.ask({ type: "addCase", text: "a" }), await program.ask({ type: "addCase", text: "b" })], [1, 2]);
  /** @type {(id: number, bot: string) => import("../../protocol/protocol").KeptVerdictText} */
  const verdict = (id, bot) => ({ case: id, bot, text: `${id}${bot}` });
  for (const kept of [verdict(1, "x"), verdict(1, "y"), verdict(2, "x"), verdict(2, "y"), verdict(3, "y")]) await program.ask({ type: "keepVerdict", ...kept });
  await program.ask({ type: "removeCase", id: 1 });
  assert.deepEqual(await program.ask({ type: "listCases" }), [{ id: 2, text: "b" }]);
  await program.ask({ type: "removeVerdicts", case: 1, bot: "x" });
  assert.deepEqual(await program.ask({ type: "listVerdicts" }), [verdict(2, "y"), verdict(3, "y")]);
  assert.equal(await program.ask({ type: "addCase", text: "c" }), 3);
});

test("an interpreter is known by the hash in its name, and else by its bytes", async () => {
  Object.assign(globalThis, { fetch: async () => ({ ok: true, arrayBuffer: async () => new TextEncoder().encode("abc").buffer }) });
  const SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  for (const name of ["javascript", "python"]) assert.equal(await program.ask({ type: "interpreter", name }), `bots/${name}.wasm ${SHA256}`);
  Object.assign(globalThis, { fetch: async () => ({ ok: false }) });
  assert.equal((await program.try({ type: "interpreter", name: "python" })).error, "Error");
  const names = document.createElement("script");
  names.id = "file-names";
  names.append(JSON.stringify({ "bots/python.wasm": "bots/python-0123456789abcdef.wasm" }));
  document.body.append(names);
  assert.equal(await program.ask({ type: "interpreter", name: "python" }), "bots/python-0123456789abcdef.wasm");
});

test("a report waits for the editor, which can answer the program", async () => {
  let isTold = false;
  addEventListener("runreport", () => { isTold = true; });
  program.send({ type: "report", about: "series", report: "{}" });
  await settle();
  const { series } = globalThis.runReports ?? {};
  series.tell("bots-noted");
  assert.deepEqual([isTold, series.report, program.heard], [true, "{}", [['"bots-noted"']]]);
});

/**
 * Asks for a worker as `relayed_worker.js` does. Returns the messages of its port, and the port.
 * @param {string} address
 */
const start = async address => {
  const { port1, port2 } = new MessageChannel();
  /** @type {unknown[]} */
  const got = [];
  port1.onmessage = ({ data }) => got.push(data);
  // Node goes on for as long as somebody listens to a port.
  if ("unref" in port1 && typeof port1.unref === "function") port1.unref();
  program.send({ type: "relay", address }, port2);
  await settle();
  return { got, send: (/** @type {unknown} */ message) => port1.postMessage(message), end: () => port1.close() };
};

test("messages of a match worker and to it go through the port", async () => {
  const { got, send, end } = await start("./worker.js");
  const [worker] = workers;
  worker.onmessage({ data: "up" });
  await until(() => got.length === 1);
  send(["play"]);
  await until(() => worker.sent.length === 1);
  let isPrevented = false;
  worker.onerror({ message: "", preventDefault: () => { isPrevented = true; } });
  await until(() => got.length === 2);
  assert.deepEqual([got, worker.sent, isPrevented], [[{ data: "up" }, { message: "it could not be started" }], [["play"]], true]);
  send(null);
  await until(() => worker.isEnded);
  end();
});

test("a worker that does not come up is replaced, each time after twice as long", async () => {
  const { got, send, end } = await start("./worker.js");
  await clock.advance(9_999);
  assert.equal(workers.length, 1);
  await clock.advance(1);
  assert.deepEqual(workers.map(({ isEnded }) => isEnded), [true, false]);
  await clock.advance(19_999);
  assert.equal(workers.length, 2, "a slow computer needs more");
  await clock.advance(1);
  assert.equal(workers.length, 3);
  workers[2].onmessage({ data: "up" });
  await until(() => got.length === 1);
  await clock.advance(1_000_000);
  assert.deepEqual([workers.length, clock.waiting()], [3, 0], "it is up");
  send(null);
  await until(() => workers[2].isEnded);
  end();
});

test("a worker that ends before it was up is not replaced", async () => {
  const { send, end } = await start("./worker.js");
  send(null);
  await until(() => workers[0].isEnded);
  await clock.advance(1_000_000);
  assert.equal(workers.length, 1);
  end();
});

test("the connection to the native program sends files before the message that has them", async () => {
  const { got, send, end } = await start("ws://127.0.0.1:1/matches hello token");
  const [socket] = sockets;
  assert.equal(socket.address, "ws://127.0.0.1:1/matches");
  send(["play", "module"]);
  await settle();
  socket.readyState = FakeSocket.OPEN;
  socket.onopen();
  assert.deepEqual(socket.sent, ["hello token", "module", "play"]);
  socket.onmessage({ data: "played" });
  socket.onclose({ reason: "" });
  await until(() => got.length === 2);
  assert.deepEqual(got, [{ data: "played" }, { message: "the local server does not respond" }]);
  send(null);
  await until(() => socket.isEnded);
  end();
});
