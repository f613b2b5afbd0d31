// What the fleet's panel shows, and when it asks the program.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";

import { document, findAll, installDocument } from "../../../../web/testing/elements.js";
import { installClock, until } from "../../../../web/testing/clock.js";
import { visitScript } from "../../../../web/testing/served_script.js";

/** @import { FleetSnapshot, PanelState, WorkerSnapshot } from "./fleet_snapshot" */

/** @type {WorkerSnapshot} */
const WORKER = {
  name: "node-1", threads: 4, games_per_second: 12.34, games: 1_234, playing: 2, refused: 0, void: 0, allows_executables: true,
  missing_restrictions: [], system: "linux", is_ours: true, version: "1", trouble: null, last_refusal: null,
};
/** @type {FleetSnapshot} */
const FLEET = { server: "nats://127.0.0.1", connected: true, workers: [WORKER], tournaments: [], batches: 3, answers: 1 };

/** @type {import("../../../../web/testing/clock.js").FakeClock} */
let clock;
/** @type {string | null} */
let token;
/** @type {PanelState} */
let state;
/** @type {string[]} */
let asked;
/** @typedef {() => Promise<{ text: () => Promise<string> }>} Answers */
/** @type {Answers} */
let answers;
const summary = () => findAll("fleet")[0].textContent;
const sheet = () => findAll("fleet-sheet")[0];
const rows = () => sheet().querySelectorAll("tbody tr").map(row => row.children.map(({ textContent }) => textContent));
/**
 * Opens the page, which shows this of a fleet.
 * @type {(fleet: Partial<FleetSnapshot>, trouble?: string | null) => Promise<void>}
 */
const open = async (fleet, trouble = null) => {
  state = { fleet: { ...FLEET, ...fleet }, trouble };
  installDocument();
  await visitScript("../native/src/cli/commands/fleet_panel.js");
  if (token) await until(() => summary() !== "Fleet");
};

beforeEach(() => {
  clock = installClock();
  [token, asked] = ["secret", []];
  answers = async () => ({ text: async () => JSON.stringify(state) });
  Object.assign(globalThis, {
    sessionStorage: { getItem: (/** @type {string} */ name) => name === "botyard-server" ? token : null },
    fetch: (/** @type {string} */ address) => {
      asked.push(address);
      return answers();
    },
  });
});

test("the line says how many workers there are, how fast they are, and what waits", async () => {
  await open({ workers: [WORKER, { ...WORKER, games_per_second: null }] });
  assert.equal(summary(), "Fleet: 2 workers, 12.3 games/s, queue: 3");
  await open({ workers: [{ ...WORKER, games_per_second: 1_234.5 }], batches: null });
  assert.equal(summary(), "Fleet: 1 worker, 1,235 games/s, queue: not known");
  await open({}, "the server is gone");
  assert.equal(summary(), "Fleet: the server is gone");
  assert.ok(sheet().textContent.startsWith("the server is gone"));
});

test("a worker has a row, and what a phone has no room for in another", async () => {
  await open({});
  assert.deepEqual(rows(), [
    ["node-1", "4", "12.3", "1,234", "2", "0", "0", "linux, sandboxed"], ["4 threads, executables: linux, sandboxed"],
  ]);
  assert.equal(sheet().querySelectorAll(".bad").length, 0);
});

test("what is wrong with a worker is told below it", async () => {
  await open({ workers: [{ ...WORKER, refused: 2, is_ours: false, version: "0.9", trouble: "no disk", last_refusal: "too large", games_per_second: null }] });
  const bad = sheet().querySelectorAll(".bad").map(({ textContent }) => textContent);
  assert.deepEqual(bad, ["2", "It is 0.9: another version than this program's.", "It reports: no disk", "It refused last: too large"]);
  assert.equal(rows()[0][2], "n/a");
});

test("it says whether executables are run, and what their sandbox lacks", async () => {
  /** @type {(string | undefined)[]} */
  const told = [];
  for (const changed of [{ allows_executables: false }, { missing_restrictions: null }, { missing_restrictions: ["network", "files"] }]) {
    await open({ workers: [{ ...WORKER, ...changed }] });
    told.push(rows()[0].at(-1));
  }
  assert.deepEqual(told, ["no", "linux, in a sandbox of which nothing is known", "linux, in a sandbox without network, files"]);
});

test("tournaments, the queue and the server are below", async () => {
  const tournament = { name: "cup", game: "line", games: 1_000, of: 2_000, sent: 30, audited: 4, left_out: ["ace"] };
  await open({ workers: [], connected: false, tournaments: [tournament], batches: 2, answers: 1 });
  assert.deepEqual(sheet().children.map(({ textContent }) => textContent), [
    "NATS server nats://127.0.0.1: it does not answer", "No workers. Start one: botyard worker --nats URL",
    "Tournament cup: line, 1,000 of 2,000 games, 30 sent, 4 played again; left out: ace", "Queue: 2 batches played or waiting, 1 answer not stored yet",
  ]);
  await open({ answers: null });
  assert.ok(!sheet().textContent.includes("Queue"));
});

test("only a page with the program's token asks, at an address that needs it", async () => {
  token = null;
  await open({});
  await clock.advance(2_000);
  assert.deepEqual(asked, []);
  token = "secret";
  await clock.advance(2_000);
  await until(() => asked.length > 0);
  assert.equal(asked[0], `./host-panel/${createHash("sha256").update("host-panel secret").digest("hex")}`);
});

test("it asks every two seconds, but not while it is hidden or waits for an answer", async () => {
  await open({});
  await clock.advance(1_999);
  assert.equal(asked.length, 1);
  state.fleet.batches = 4;
  await clock.advance(1);
  await until(() => summary().endsWith("queue: 4"));
  document.hidden = true;
  await clock.advance(10_000);
  assert.equal(asked.length, 2);
  document.hidden = false;
  let isAsked = false;
  answers = () => new Promise(() => { isAsked = true; });
  await clock.advance(2_000);
  await until(() => isAsked);
  await clock.advance(10_000);
  assert.equal(asked.length, 3);
});

test("an unchanged state is not drawn again, so that a selection stays", async () => {
  await open({});
  const row = sheet().querySelector("tbody tr");
  let isRead = false;
  answers = async () => ({ text: async () => { isRead = true; return JSON.stringify(state); } });
  await clock.advance(2_000);
  await until(() => isRead);
  await clock.advance(0);
  assert.equal(sheet().querySelector("tbody tr"), row);
});

test("a program that does not answer is told of, until it does again", async () => {
  await open({});
  const works = answers;
  answers = async () => { throw new TypeError("no network"); };
  await clock.advance(2_000);
  await until(() => summary() === "Fleet: the program does not answer");
  answers = works;
  await clock.advance(2_000);
  await until(() => summary().startsWith("Fleet: 1 worker"));
});
