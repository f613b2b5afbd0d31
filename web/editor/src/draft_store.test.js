// Names and versions of drafts, and what a tab remembers of them. What becomes of typed text is in
// `draft_session.test.js`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClock } from "../../testing/clock.js";
import { createDatabase } from "../../testing/database.js";
import { createTab } from "../../testing/tab.js";
import { ConflictError, createDraftStore, isBotName, unusedName } from "./draft_store.js";

/**
 * @typedef {import("./draft_store.js").Draft} Draft
 * @typedef {NonNullable<Parameters<typeof createDraftStore>[0]>} Browser
 */

/** @type {(database?: Browser["database"], tab?: Browser["tab"], clock?: Browser["clock"]) => import("./draft_store.js").DraftStore} */
const createStore = (database = createDatabase(), tab = createTab(), clock = createClock()) => createDraftStore({ database, tab, clock });
/** @type {(name: string, parts?: Partial<Draft>) => Draft} */
const draftOf = (name, parts = {}) => ({ game: "connect-four", name, files: [], version: 0, time: 0, ...parts });

test("a bot is called as a file can be", () => {
  for (const name of ["a", "my-bot", "My bot 2", "ümlaut_1.5", "x".repeat(40)]) assert.ok(isBotName(name), name);
  for (const name of ["", "a/b", ".hidden", " a", "a\n", "x".repeat(41)]) assert.ok(!isBotName(name), name);
});

test("a taken name gets the next number that is free", () => {
  for (const [name, taken, free] of /** @type {[string, string[], string][]} */ ([
    ["bot", [], "bot"],
    ["bot", ["bot"], "bot-2"],
    ["bot-2", ["bot", "bot-2"], "bot-3"],
    ["bot", ["bot", "bot-2", "bot-4"], "bot-3"],
  ])) assert.equal(unusedName(name, taken), free);
});

test("names are unique among the drafts of a game", async () => {
  const store = createStore();
  assert.equal((await store.keep(draftOf("bot"))).name, "bot");
  assert.equal((await store.keep(draftOf("bot"))).name, "bot-2");
  assert.equal((await store.keep(draftOf("bot", { game: "stratego" }))).name, "bot");
  assert.deepEqual((await store.list("stratego")).map(({ name }) => name), ["bot"]);
});

test("the draft that was changed last comes first", async () => {
  const clock = createClock();
  const store = createStore(undefined, undefined, clock);
  const first = await store.keep(draftOf("first"));
  await clock.advance(1);
  await store.keep(draftOf("second"));
  const names = async () => (await store.list("connect-four")).map(({ name }) => name);
  assert.deepEqual(await names(), ["second", "first"]);
  await clock.advance(1);
  await store.keep(first);
  assert.deepEqual(await names(), ["first", "second"]);
});

test("an old version does not overwrite a newer one, unless it follows the visit that kept it", async () => {
  const database = createDatabase(), tab = createTab();
  const [before, other] = [createStore(database, tab), createStore(database)];
  const old = await before.keep(draftOf("bot"));
  const newer = await before.keep(old);
  await assert.rejects(other.keep(old), ConflictError);
  before.rememberTyped(old);
  const typed = createStore(database, tab).takeTyped("connect-four");
  assert.ok(typed);
  assert.equal((await other.keep(typed)).version, newer.version + 1);
  await assert.rejects(other.keep(typed), ConflictError, "another visit has kept it since");
});

test("typed text is remembered once, for its game", () => {
  const store = createStore();
  store.rememberTyped(draftOf("bot"));
  assert.equal(store.takeTyped("stratego"), undefined);
  assert.equal(store.takeTyped("connect-four")?.name, "bot");
  assert.equal(store.takeTyped("connect-four"), undefined);
});

test("a tab without storage of its own remembers nothing, and goes on", () => {
  const tab = {
    addEventListener: () => {},
    /** @type {Storage} */
    get sessionStorage() { throw new DOMException("", "SecurityError"); },
  };
  const store = createStore(undefined, tab);
  const draft = draftOf("bot", { id: 1 });
  store.rememberTyped(draft);
  store.rememberShown(draft);
  assert.equal(store.takeTyped("connect-four"), undefined);
  assert.equal(store.findShown("connect-four", [draft]), draft);
});

test("a page that is left closes the database", () => {
  const tab = createTab();
  let isClosed = false;
  createStore({ ...createDatabase(), close: () => { isClosed = true; } }, tab);
  tab.send("pagehide");
  assert.ok(isClosed);
});
