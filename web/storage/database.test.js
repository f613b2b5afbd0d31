// A database that never opens, is full, or was left: what callers are told, and when.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { installClock, settle } from "../testing/clock.js";
import { FakeIndexedDb } from "../testing/indexed_db.js";
import { Database, answer } from "./database.js";

const TABLES = { lines: {}, notes: { keyPath: "id", autoIncrement: true } };
/** @typedef {Database<import("./database.js").Table<any, any>[]>} AnyDatabase */

/** @type {FakeIndexedDb} */
let browser;
/** @type {import("../testing/clock.js").FakeClock} */
let clock;

beforeEach(() => {
  browser = new FakeIndexedDb().install();
  clock = installClock();
});

/** @type {(database: AnyDatabase, value: unknown, key: number | number[]) => Promise<unknown>} */
const put = (database, value, key) => database.transact("readwrite", async lines => answer(lines.put(value, key)));
/** @param {AnyDatabase} database */
const all = database => database.transact("readonly", async lines => answer(lines.getAll()));
/**
 * The name of the error with which a promise is refused; `undefined` while it is not.
 * @param {Promise<unknown>} promise
 */
const refusalOf = async promise => {
  /** @type {string | undefined} */
  let name;
  promise.catch(error => { name = error.name; });
  await settle();
  return name;
};

test("what one visit keeps, the next one reads", async () => {
  const database = new Database("kept", TABLES);
  await put(database, "second", [2]);
  await put(database, "first", [1]);
  database.close();
  assert.deepEqual(await all(new Database("kept", TABLES)), ["first", "second"]);
  assert.deepEqual(await all(new Database("other", TABLES)), []);
});

test("one that is asked often is opened once", async () => {
  const database = new Database("kept", TABLES);
  await Promise.all([put(database, "a", 1), put(database, "b", 2), all(database)]);
  assert.equal(browser.connections, 1);
});

test("a browser that does not answer is refused after five seconds, and then at once", async () => {
  browser.hold();
  const database = new Database("kept", TABLES);
  const first = put(database, "lost", 1);
  first.catch(() => {});
  await clock.advance(4_999);
  assert.equal(await refusalOf(first), undefined, "a busy browser takes some seconds");
  await clock.advance(1);
  assert.equal(await refusalOf(first), "TimeoutError");
  assert.equal(await refusalOf(all(database)), "TimeoutError", "nobody waits a second time");
  browser.release();
  await settle();
  assert.deepEqual(await all(database), [], "it has opened after all, and what was refused was not done");
});

test("a browser that refuses to open one is asked again", async () => {
  browser.refusal = "UnknownError";
  const database = new Database("kept", TABLES);
  await assert.rejects(all(database), { name: "UnknownError" });
  browser.refusal = undefined;
  assert.deepEqual(await all(database), []);
});

test("a database of a newer version of the page is refused", async () => {
  indexedDB.open("kept", 99);
  await settle();
  await assert.rejects(all(new Database("kept", TABLES)), { name: "VersionError" });
});

for (const fullAt of ["put", "commit"]) {
  test(`where the storage is full at the ${fullAt}, nothing of a transaction is done`, async () => {
    const database = new Database("kept", TABLES);
    await put(database, "old", 1);
    browser.fullAt = fullAt;
    const change = database.transact("readwrite", async lines => {
      lines.delete(1);
      return answer(lines.put("new", 2));
    });
    await assert.rejects(change, { name: "QuotaExceededError" });
    assert.deepEqual(await all(database), ["old"]);
  });
}

test("a request that nobody waits for fails its transaction", async () => {
  const database = new Database("kept", TABLES);
  await all(database);
  browser.fullAt = "put";
  await assert.rejects(database.transact("readwrite", async lines => void lines.put("new", 1)), { name: "QuotaExceededError" });
});

test("work that fails takes back what it has done", async () => {
  const database = new Database("kept", TABLES);
  const change = database.transact("readwrite", async lines => {
    await answer(lines.put("half", 1));
    throw new RangeError("no more");
  });
  await assert.rejects(change, RangeError);
  assert.deepEqual(await all(database), []);
});

test("a page that was left has no connection until it comes back", async () => {
  const database = new Database("kept", TABLES);
  database.close();
  await put(database, "kept", 1);
  database.close();
  await settle();
  assert.equal(browser.connections, 0, "an open one would block the next page");
  assert.deepEqual(await all(database), ["kept"]);
});

test("a page that is left while the database opens has no connection either", async () => {
  browser.hold();
  const database = new Database("kept", TABLES);
  const asked = refusalOf(all(database));
  database.close();
  browser.release();
  await asked;
  await settle();
  assert.equal(browser.connections, 0);
});

test("records without a key get the next number", async () => {
  const database = new Database("kept", TABLES);
  /** @param {{ id?: number, text?: string }} draft */
  const add = draft => database.transact("readwrite", async (_, notes) => answer(notes.put(draft)));
  assert.deepEqual([await add({ text: "a" }), await add({ text: "b" }), await add({ id: 7 }), await add({})], [1, 2, 7, 8]);
});
