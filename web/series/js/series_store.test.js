// What series and cases get from their store, also where the storage is full or refuses to open, and
// how match workers are started.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "../../testing/browser.js";
import { installDocument } from "../../testing/elements.js";
import { installClock, settle, until } from "../../testing/clock.js";
import { FakeIndexedDb } from "../../testing/indexed_db.js";
import { visitScript } from "../../testing/served_script.js";

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

/** The program of series: a worker whose requests the store answers. */
class Program extends EventTarget {
  /** @type {unknown[][]} */
  answers = [];
  #number = 0;

  /** @param {unknown[]} message */
  postMessage(message) { this.answers.push(message); }

  /** @param {unknown[]} data */
  send(data) { this.dispatchEvent(Object.assign(new Event("message"), { data })); }

  /**
   * Whether a request was done, and its result.
   * @param {string} operation
   * @param {...unknown} parts
   * @returns {Promise<[isDone: boolean, result: any]>}
   */
  async ask(operation, ...parts) {
    this.#number += 1;
    const number = this.#number;
    this.send([number, operation, ...parts]);
    const [, , isDone, result] = await until(() => this.answers.find(([, of]) => of === number));
    return [isDone === true, result];
  }
}

/** A visit of the page, with what the browser has kept. */
const visit = async () => {
  await visitScript("series/js/series_store.js");
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

const BOT = Uint8Array.of(1, 2).buffer;
/** @type {(name: string, ...more: string[]) => unknown[]} */
const row = (name, ...more) => [name, BOT, ...more];
/** @returns {Promise<string[]>} */
const names = async () => (await program.ask("list"))[1].map((/** @type {[id: number, name: string]} */ [, name]) => name);

test("a series is there in the next visit, with the lines of its games in their order, each once", async () => {
  const [isDone, id] = await program.ask("add", row("four"));
  await program.ask("addLines", id, [[[2, 0, 0], "third"], [[0, 1, 0], "second"]]);
  await program.ask("addLines", id, [[[0, 0, 0], "first"], [[0, 1, 0], "second"]]);
  await program.ask("describe", id, row("four games"));
  dispatchEvent(new Event("pagehide"));
  await settle();
  assert.equal(browser.connections, 0, "an open one would block the next page");
  await visit();
  assert.deepEqual([isDone, await program.ask("list")], [true, [true, [[id, "four games"]]]]);
  const [, [kept, lines]] = await program.ask("load", id);
  assert.deepEqual([kept, lines], [row("four games"), ["first", "second", "third"]]);
});

test("a series that is removed takes its games along, and no other's", async () => {
  const [[, one], [, other]] = [await program.ask("add", row("one")), await program.ask("add", row("other"))];
  await program.ask("addLines", one, [[[0, 0, 0], "a"]]);
  await program.ask("addLines", other, [[[0, 0, 0], "b"]]);
  await program.ask("remove", one);
  assert.deepEqual(await program.ask("load", one), [true, undefined]);
  assert.deepEqual((await program.ask("load", other))[1][1], ["b"]);
  await program.ask("describe", one, row("another under its number"));
  assert.deepEqual((await program.ask("load", one))[1][1], []);
});

test("its number grows with the clock: another tab may still keep games of one that was removed", async () => {
  const [, first] = await program.ask("add", row("first"));
  await program.ask("remove", first);
  await clock.advance(1_000);
  const [, next] = await program.ask("add", row("next"));
  assert.equal(next, first + 1);
});

test("the newest twelve series are kept, and as many of the editor's runs", async () => {
  for (let nth = 1; nth <= 14; nth += 1) {
    await program.ask("add", row(`series ${nth}`));
    await program.ask("add", row(`run ${nth}`, "run"));
  }
  const kept = await names();
  assert.deepEqual(kept.filter(name => name.startsWith("series")), Array.from({ length: 12 }, (_, nth) => `series ${nth + 3}`));
  assert.deepEqual(kept.filter(name => name.startsWith("run")), Array.from({ length: 12 }, (_, nth) => `run ${nth + 3}`));
});

test("where the storage is full, a request is refused and nothing else is lost for it", async () => {
  for (let nth = 1; nth <= 12; nth += 1) await program.ask("add", row(`series ${nth}`));
  const [[id]] = (await program.ask("list"))[1];
  await program.ask("addLines", id, [[[0, 0, 0], "kept"]]);
  for (const fullAt of ["put", "commit"]) {
    browser.fullAt = fullAt;
    assert.deepEqual(await program.ask("add", row("new")), [false, "QuotaExceededError"]);
    assert.deepEqual(await program.ask("addLines", id, [[[1, 0, 0], "lost"]]), [false, "QuotaExceededError"]);
  }
  assert.equal((await names())[0], "series 1", "the oldest stays until there is room for the new one");
  assert.deepEqual((await program.ask("load", id))[1][1], ["kept"]);
});

test("without storage each request is refused, so that a series goes on without it", async () => {
  dispatchEvent(new Event("pagehide"));
  // As a later version of the page leaves it.
  indexedDB.open("botyard-series", 99);
  await visit();
  for (const [operation, ...parts] of /** @type {[string, ...unknown[]][]} */ ([["list"], ["add", row("new")], ["addLines", 1, [[[0, 0, 0], "lost"]]], ["load", 1]])) {
    assert.deepEqual(await program.ask(operation, ...parts), [false, "VersionError"], operation);
  }
  assert.deepEqual(await program.ask("listCases"), [true, []], "cases have a database of their own");
});

test("where the browser does not answer, requests are refused after a while", async () => {
  browser.hold();
  await visit();
  const asked = program.ask("list");
  await clock.advance(5_000);
  assert.deepEqual(await asked, [false, "TimeoutError"]);
});

test("what the store does not know is refused", async () => {
  assert.deepEqual(await program.ask("format"), [false, "TypeError"]);
});

test("cases have numbers, and verdicts on bots go with either", async () => {
  assert.deepEqual([await program.ask("addCase", "a"), await program.ask("addCase", "b")], [[true, 1], [true, 2]]);
  for (const [id, bot] of [[1, "x"], [1, "y"], [2, "x"], [2, "y"], [3, "y"]]) await program.ask("keepVerdict", id, bot, `${id}${bot}`);
  await program.ask("removeCase", 1);
  assert.deepEqual(await program.ask("listCases"), [true, [[2, "b"]]]);
  await program.ask("removeVerdicts", 1, "x");
  assert.deepEqual(await program.ask("listVerdicts"), [true, [[2, "y", "2y"], [3, "y", "3y"]]]);
  assert.deepEqual(await program.ask("addCase", "c"), [true, 3]);
});

test("an interpreter without a hash in its name is known by its bytes", async () => {
  Object.assign(globalThis, { fetch: async () => ({ ok: true, arrayBuffer: async () => new TextEncoder().encode("abc").buffer }) });
  const SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assert.deepEqual(await program.ask("interpreter"), [true, `bots/javascript.wasm ${SHA256}`]);
  Object.assign(globalThis, { fetch: async () => ({ ok: false }) });
  assert.deepEqual(await program.ask("interpreter"), [false, "Error"]);
});

test("a report waits for the editor, which can answer the program", async () => {
  let isTold = false;
  addEventListener("runreport", () => { isTold = true; });
  program.send([0, "report", "mine", "{}"]);
  await settle();
  const { mine } = globalThis.runReports ?? {};
  mine.tell({ do: ["stop"] });
  assert.deepEqual([isTold, mine.report, program.answers], [true, "{}", [["{\"do\":[\"stop\"]}"]]]);
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
  program.send([address, port2]);
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
