// The visitor's bots from one visit to the next: what the page is told of each, also where the
// storage is full, is switched off or does not answer.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";

import { installDocument } from "../../testing/elements.js";
import { installClock, settle, until } from "../../testing/clock.js";
import { FakeIndexedDb } from "../../testing/indexed_db.js";
import { visitScript } from "../../testing/served_script.js";

const UNKEPT = "mine.js is not kept: this browser's storage is full or switched off. It is here until the page is closed.";
/** @param {string} text */
const sha256 = text => createHash("sha256").update(text).digest("hex");
const HASH = sha256("go()");
/** @type {(build: number, name?: string) => import("./kept_builds").BuildKey} */
const key = (build, name = "mine.js") => ["line", name, build];

/** @import { Request } from "./kept_builds" */

/** @type {FakeIndexedDb} */
let browser;
/** @type {import("../../testing/clock.js").FakeClock} */
let clock;
/** @type {unknown[][]} What the page was told. */
let told;
/** @type {{ channels: FakeChannel[], heard: unknown[][] }} */
let otherTabs;
/** @type {string[]} */
let events;
/** The channels of this browser's tabs, the last one that of the page. */
class FakeChannel {
  /** @type {((event: { data: unknown[] }) => void) | undefined} */
  onmessage;

  constructor() { otherTabs.channels.push(this); }
  /** @param {unknown[]} message */
  postMessage(message) { otherTabs.heard.push(message); }
  close() { otherTabs.channels = otherTabs.channels.filter(other => other !== this); }
}

/** @param {Request} request */
const send = request => globalThis.botStore?.push(request);
/**
 * Waits until the page is told something that begins like this, and takes it from the list.
 * @param {...unknown} start
 */
const tellsOf = async (...start) => {
  /** @param {unknown[]} message */
  const fits = message => start.every((part, nth) => message[nth] === part);
  const found = await until(() => told.find(fits));
  told.splice(told.indexOf(found), 1);
  return found;
};
/** @type {import("./kept_builds").BotLibrary} */
const ask = async (operation, ...parts) => {
  assert.ok(globalThis.botLibrary);
  return globalThis.botLibrary(operation, ...parts);
};
const listOf = async () => {
  const [, , ...builds] = await ask("list", "line");
  return builds;
};
/** @param {number} build */
const add = (build, text = "go()", name = "mine.js") => send(["add", ...key(build, name), sha256(text), new TextEncoder().encode(text)]);
const listed = async () => (await listOf()).map(([name, build]) => `${name} ${build}`);

/**
 * A visit of the page, with what the browser has kept. The page has made these requests before.
 * @param {...Request} early
 */
const visit = async (...early) => {
  told = [];
  globalThis.botStore = [message => { told.push(message); }, ...early];
  await visitScript("page/js/bot_store.js");
  await settle();
};
const leave = () => dispatchEvent(new Event("pagehide"));

beforeEach(async () => {
  const document = installDocument();
  const tab = Object.assign(document.createElement("a"), { className: "game-tab", href: "#/line" });
  document.body.append(tab);
  [browser, clock, otherTabs, events] = [new FakeIndexedDb().install(), installClock(), { channels: [], heard: [] }, []];
  Object.assign(globalThis, { BroadcastChannel: FakeChannel });
  addEventListener("botsnoted", () => events.push("botsnoted"));
  await visit();
});

test("a bot is there in the next visit, and its module is loaded on request", async () => {
  add(1);
  await settle();
  leave();
  await visit();
  assert.deepEqual(told, [["kept", ...key(1), HASH, undefined, 0, 0], ["listed"]]);
  send(["load", ...key(1)]);
  const [, , , , module, isSilent] = await tellsOf("module");
  assert.deepEqual([new TextDecoder().decode(/** @type {ArrayBuffer} */ (module)), isSilent], ["go()", false]);
  send(["load", ...key(2)]);
  assert.deepEqual((await tellsOf("module")).slice(4), [undefined, false], "there is none");
});

test("what was asked early is done when the earlier visits' bots are listed", async () => {
  add(1);
  await settle();
  leave();
  await visit(["load", ...key(1)]);
  assert.deepEqual(told.map(([word]) => word), ["kept", "listed", "module"]);
});

test("another file under the number of a kept one gets the next, and the same file is kept once", async () => {
  add(1);
  add(1, "other()");
  add(1);
  await settle();
  assert.deepEqual(await listed(), ["mine.js 1", "mine.js 2"]);
  assert.deepEqual(otherTabs.heard.map(([word, , , build]) => [word, build]), [["kept", 1], ["kept", 2]]);
});

for (const fullAt of ["put", "commit"]) {
  test(`a bot for which there is no room at the ${fullAt} is told of, and no other tab hears of it`, async () => {
    browser.fullAt = fullAt;
    add(1);
    await settle();
    assert.deepEqual([told.at(-1), otherTabs.heard], [["error", UNKEPT], []]);
    browser.fullAt = undefined;
    assert.deepEqual(await listed(), []);
  });
}

test("without storage the page goes on, and is told what is not kept", async () => {
  leave();
  browser.refusal = "UnknownError";
  await visit(["load", ...key(1)]);
  assert.deepEqual(told, [["listed"], ["module", ...key(1), undefined, false]]);
  add(1);
  assert.deepEqual(await tellsOf("error"), ["error", UNKEPT]);
  send(["keepGames", ...key(1), HASH, true, false, 2, 2]);
  send(["remove", ...key(1), HASH]);
  await settle();
});

test("a browser that does not open its storage is waited for five seconds, and is then silent", async () => {
  leave();
  browser.hold();
  await visit(["load", ...key(1)]);
  await clock.advance(4_999);
  assert.deepEqual(told, []);
  await clock.advance(1);
  assert.deepEqual(told, [["listed"], ["module", ...key(1), undefined, true]]);
});

test("a module that is not read for fifteen seconds holds up nothing any more", async () => {
  add(1);
  await settle();
  browser.isSilent = true;
  send(["load", ...key(1)]);
  await clock.advance(14_999);
  assert.equal(told.at(-1)?.[0], "listed");
  await clock.advance(1);
  assert.deepEqual(told.at(-1), ["module", ...key(1), undefined, true]);
});

test("the bot that was removed last can be kept again, unless its number is another's now", async () => {
  add(1);
  add(2, "other()");
  await settle();
  send(["remove", ...key(1), sha256("other()")]);
  await settle();
  assert.deepEqual(await listed(), ["mine.js 1"], "it is known by its hash");
  assert.deepEqual(otherTabs.heard.at(-1), ["removed", ...key(2), sha256("other()")]);
  send(["restore", ...key(2), HASH]);
  await settle();
  assert.deepEqual(await listed(), ["mine.js 1"], "another was removed last");
  send(["restore", ...key(2), sha256("other()")]);
  await settle();
  assert.deepEqual(await listed(), ["mine.js 1", "mine.js 2"]);
});

test("a bot that cannot be kept again is told of", async () => {
  add(1);
  await settle();
  send(["remove", ...key(1), HASH]);
  await settle();
  browser.fullAt = "put";
  send(["restore", ...key(1), HASH]);
  assert.deepEqual(await tellsOf("error"), ["error", UNKEPT]);
});

test("only the newest builds of a name stay, and those with a note", async () => {
  for (let build = 1; build <= 5; build += 1) add(build, `go(${build})`);
  add(1, "go()", "other.js");
  await settle();
  await ask("note", "line", "mine.js", 2, "the best");
  await ask("trim", "line", "mine.js", 2);
  assert.deepEqual(await listed(), ["mine.js 2", "mine.js 4", "mine.js 5", "other.js 1"]);
  assert.deepEqual(told.filter(([word]) => word === "trimmed").map(([, , , build]) => build), [1, 3]);
});

test("a build's results and games are kept with the file, and say if they mean little", async () => {
  add(1);
  await settle();
  await ask("keepResults", "line", "mine.js", HASH, "{}");
  /** @param {[hasFailed: boolean, isSilent: boolean, games: number, failed: number]} games */
  const why = async (...games) => {
    send(["keepGames", ...key(1), HASH, ...games]);
    await settle();
    return (await listOf())[0].slice(5);
  };
  assert.deepEqual(await why(true, true, 1, 1), ["{}", 0, "played no turn"]);
  assert.deepEqual(await why(true, false, 1, 1), ["{}", 0, "lost its only game by its own fault"]);
  assert.deepEqual(await why(true, false, 9, 8), ["{}", 0, "lost 8 of 9 games by its own fault"]);
  assert.deepEqual(await why(false, false, 9, 1), ["{}", 0, ""]);
});

test("other tabs' bots are told, and a page that comes back is told what it has missed", async () => {
  const [channel] = otherTabs.channels;
  channel.onmessage?.({ data: ["kept", ...key(3), HASH] });
  channel.onmessage?.({ data: ["noted"] });
  assert.deepEqual([told.at(-1), events], [["kept", ...key(3), HASH], ["botsnoted"]]);
  add(1);
  await settle();
  leave();
  await settle();
  assert.deepEqual([otherTabs.channels, browser.connections], [[], 0], "an open database would block the next page");
  told = [];
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await tellsOf("kept", ...key(1), HASH);
  assert.equal(otherTabs.channels.length, 1);
});

/**
 * Drops a file of exported bots on the page.
 * @param {string | object[]} builds
 */
const drop = (builds, name = "my.bots") => {
  const text = typeof builds === "string" ? builds : JSON.stringify({ format: "botyard-bots-1", builds });
  const event = Object.assign(new Event("drop", { cancelable: true }), { dataTransfer: { files: [{ name, text: async () => text }] } });
  dispatchEvent(event);
  return event;
};
/** @type {(build: number, text?: string, changes?: Partial<Record<keyof import("./kept_builds").ExportedBuild, unknown>>) => object} */
const exported = (build, text = "go()", changes = {}) => ({ game: "line", name: "mine.js", build, sha256: sha256(text), time: 1, note: "", module: btoa(text), ...changes });

test("bots of a file are kept, and the damaged ones among them are named", async () => {
  assert.ok(drop([exported(1), exported(2, "two()")]).defaultPrevented);
  assert.deepEqual(await tellsOf("notice"), ["notice", "Kept 2 builds of 1 bot from my.bots. Choose them in the seats of their games."]);
  const damaged = [
    exported(3, "three()", { module: btoa("other()") }), exported(4, "four()", { game: "chess" }), exported(0), exported(5, "a", { name: "a/b" }),
    exported(6, "six()", { results: "{\"games\":-1}" }), exported(8, "eight()", { game: ["line"] }),
  ];
  drop([...damaged, exported(7, "seven()")]);
  const [, sentence] = await tellsOf("error");
  assert.equal(sentence, "1 of 7 bots of my.bots are kept. Damaged: mine.js, build 3: its module is not the one that was saved (another SHA-256); " +
    "mine.js, build 4: this page does not know its game; mine.js, build 0: its build has no number; and 3 more.");
  assert.deepEqual(await listed(), ["mine.js 1", "mine.js 2", "mine.js 7"]);
});

test("of a file for which there is no room, it says how much is kept", async () => {
  browser.fullAt = "put";
  drop([exported(1), exported(2, "two()")]);
  assert.deepEqual(await tellsOf("error"), ["error", "0 of 2 bots of my.bots are kept: this browser's storage is full or switched off."]);
});

test("a file that is not of this page, and one that is cut off, are refused; others are left to the page", async () => {
  drop("{\"format\":\"other\"}");
  assert.match(String((await tellsOf("error"))[1]), /was not saved by this page, or by a newer one\.$/);
  drop("{\"format\":\"botyard-bo");
  assert.match(String((await tellsOf("error"))[1]), /is cut off, or was not saved by this page\.$/);
  assert.ok(!drop([], "my.wasm").defaultPrevented);
});
