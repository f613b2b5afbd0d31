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
/** @type {(number: number, name?: string) => BuildId} */
const build = (number, name = "mine.js") => ({ game: "line", name, number });
/** @type {(number: number, sha256: string, games?: Partial<import("../../protocol/protocol").BuildGames>) => FromBotStore} */
const kept = (number, sha256, games = {}) => ({ type: "kept", build: build(number), sha256, games: { isSilent: false, games: 0, failed: 0, ...games }, beaten: [] });

/** @import { BuildId, FromBotStore, ToBotStore } from "../../protocol/protocol" */
/** @import { TabMessage } from "./kept_builds" */

/** @type {FakeIndexedDb} */
let browser;
/** @type {import("../../testing/clock.js").FakeClock} */
let clock;
/** @type {(FromBotStore & { file?: string })[]} What the page was told, with the content of a file. */
let told;
/** @type {{ channels: FakeChannel[], heard: TabMessage[] }} */
let otherTabs;
/** @type {string[]} */
let events;
/** The channels of this browser's tabs, the last one that of the page. */
class FakeChannel {
  /** @type {((event: { data: TabMessage }) => void) | undefined} */
  onmessage;

  constructor() { otherTabs.channels.push(this); }
  /** @param {TabMessage} message */
  postMessage(message) { otherTabs.heard.push(message); }
  close() { otherTabs.channels = otherTabs.channels.filter(other => other !== this); }
}

/** @type {(request: ToBotStore, text?: string) => import("./kept_builds").Parcel} */
const parcel = (request, text) => [JSON.stringify(request), text === undefined ? undefined : new TextEncoder().encode(text).buffer];
/** @type {(request: ToBotStore, text?: string) => void} */
const send = (request, text) => { globalThis.botStore?.push(parcel(request, text)); };
/**
 * Waits until the page is told something of this type, and takes it from the list.
 * @template {FromBotStore["type"]} Type
 * @param {Type} type
 */
const tellsOf = async type => {
  const found = await until(() => told.find(message => message.type === type));
  told.splice(told.indexOf(found), 1);
  return /** @type {Extract<FromBotStore, { type: Type }> & { file?: string }} */ (found);
};
/** @type {import("./kept_builds").BotLibrary} */
const ask = async request => {
  assert.ok(globalThis.botLibrary);
  return globalThis.botLibrary(request);
};
const listOf = async () => (await ask({ type: "list", game: "line" })).builds;
/** @param {number} number */
const add = (number, text = "go()", name = "mine.js") => send({ type: "add", build: build(number, name), sha256: sha256(text) }, text);
const listed = async () => (await listOf()).map(({ name, number }) => `${name} ${number}`);

/**
 * A visit of the page, with what the browser has kept. The page has made these requests before.
 * @param {...ToBotStore} early
 */
const visit = async (...early) => {
  told = [];
  /** @type {import("./kept_builds").StoreLine[0]} */
  const take = ([message, file]) => { told.push({ ...JSON.parse(message), ...file && { file: new TextDecoder().decode(file) } }); };
  globalThis.botStore = [take, ...early.map(request => parcel(request))];
  await visitScript("page/js/bot_store.js");
  await settle();
};
/** @type {(number: number) => ToBotStore} */
const load = number => ({ type: "load", build: build(number) });
/** @type {(missing: import("../../protocol/protocol").MissingModule | null) => FromBotStore} */
const module = missing => ({ type: "module", build: build(1), missing });
/** @type {(text: string) => FromBotStore} */
const error = text => ({ type: "error", text });
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
  assert.deepEqual(told, [kept(1, HASH), { type: "listed" }]);
  send(load(1));
  assert.deepEqual(await tellsOf("module"), { ...module(null), file: "go()" });
  send(load(2));
  assert.equal((await tellsOf("module")).missing, "removed", "there is none");
});

test("what was asked early is done when the earlier visits' bots are listed", async () => {
  add(1);
  await settle();
  leave();
  await visit(load(1));
  assert.deepEqual(told.map(({ type }) => type), ["kept", "listed", "module"]);
});

test("another file under the number of a kept one gets the next, and the same file is kept once", async () => {
  add(1);
  add(1, "other()");
  add(1);
  await settle();
  assert.deepEqual(await listed(), ["mine.js 1", "mine.js 2"]);
  assert.deepEqual(otherTabs.heard, [kept(1, HASH), kept(2, sha256("other()"))]);
});

for (const fullAt of ["put", "commit"]) {
  test(`a bot for which there is no room at the ${fullAt} is told of, and no other tab hears of it`, async () => {
    browser.fullAt = fullAt;
    add(1);
    await settle();
    assert.deepEqual([told.at(-1), otherTabs.heard], [error(UNKEPT), []]);
    browser.fullAt = undefined;
    assert.deepEqual(await listed(), []);
  });
}

test("without storage the page goes on, and is told what is not kept", async () => {
  leave();
  browser.refusal = "UnknownError";
  await visit(load(1));
  assert.deepEqual(told, [{ type: "listed" }, module("removed")]);
  add(1);
  assert.deepEqual(await tellsOf("error"), error(UNKEPT));
  send({ type: "keepGames", build: build(1), sha256: HASH, hasFailed: true, games: { isSilent: false, games: 2, failed: 2 } });
  send({ type: "remove", build: build(1), sha256: HASH });
  await settle();
});

test("a browser that does not open its storage is waited for five seconds, and is then silent", async () => {
  leave();
  browser.hold();
  await visit(load(1));
  await clock.advance(4_999);
  assert.deepEqual(told, []);
  await clock.advance(1);
  assert.deepEqual(told, [{ type: "listed" }, module("silent")]);
});

test("a module that is not read for fifteen seconds holds up nothing any more", async () => {
  add(1);
  await settle();
  browser.isSilent = true;
  send(load(1));
  await clock.advance(14_999);
  assert.equal(told.at(-1)?.type, "listed");
  await clock.advance(1);
  assert.deepEqual(told.at(-1), module("silent"));
});

test("the bot that was removed last can be kept again, unless its number is another's now", async () => {
  add(1);
  add(2, "other()");
  await settle();
  send({ type: "remove", build: build(1), sha256: sha256("other()") });
  await settle();
  assert.deepEqual(await listed(), ["mine.js 1"], "it is known by its hash");
  assert.deepEqual(otherTabs.heard.at(-1), { type: "removed", build: build(2), sha256: sha256("other()") });
  send({ type: "restore", build: build(2), sha256: HASH });
  await settle();
  assert.deepEqual(await listed(), ["mine.js 1"], "another was removed last");
  send({ type: "restore", build: build(2), sha256: sha256("other()") });
  await settle();
  assert.deepEqual(await listed(), ["mine.js 1", "mine.js 2"]);
});

test("a bot that cannot be kept again is told of", async () => {
  add(1);
  await settle();
  send({ type: "remove", build: build(1), sha256: HASH });
  await settle();
  browser.fullAt = "put";
  send({ type: "restore", build: build(1), sha256: HASH });
  assert.deepEqual(await tellsOf("error"), error(UNKEPT));
});

/** @type {(rung: string, halfPoints: number) => import("../../protocol/protocol").BeatenRung} */
const beaten = (rung, halfPoints) => ({ rung, games: 20, halfPoints });
/** @type {(number: number, sha256: string, rung: import("../../protocol/protocol").BeatenRung) => void} */
const beat = (number, sha256, rung) => send({ type: "keepBeaten", build: build(number), sha256, beaten: rung });

test("the rungs that a build has beaten are kept with it, each once, and exported", async () => {
  add(1);
  await settle();
  [beaten("easy", 30), beaten("hard", 31), beaten("easy", 40)].forEach(rung => beat(1, HASH, rung));
  beat(1, sha256("other()"), beaten("wrong", 40));
  await settle();
  leave();
  await visit();
  const rungs = [beaten("hard", 31), beaten("easy", 40)];
  assert.deepEqual((await tellsOf("kept")).beaten, rungs);
  /** @type {Blob[]} */
  const files = [];
  Object.assign(URL, { createObjectURL: (/** @type {Blob} */ file) => (files.push(file), "blob:1"), revokeObjectURL: () => {} });
  await ask({ type: "export" });
  await settle();
  const library = await files[0].text();
  send({ type: "remove", build: build(1), sha256: HASH });
  await settle();
  drop(library);
  assert.deepEqual((await tellsOf("kept")).beaten, rungs);
});

test("only the newest builds of a name stay, and those with a note or a beaten rung", async () => {
  for (let number = 1; number <= 5; number += 1) add(number, `go(${number})`);
  add(1, "go()", "other.js");
  await settle();
  await ask({ type: "note", build: build(2), note: "the best" });
  beat(3, sha256("go(3)"), beaten("easy", 30));
  await settle();
  await ask({ type: "trim", game: "line", name: "mine.js", most: 1 });
  assert.deepEqual(await listed(), ["mine.js 2", "mine.js 3", "mine.js 5", "other.js 1"]);
  assert.deepEqual(told.flatMap(message => message.type === "trimmed" ? message.build.number : []), [1, 4]);
});

test("a build's results and games are kept with the file, and say if they mean little", async () => {
  add(1);
  await settle();
  await ask({ type: "keepResults", game: "line", name: "mine.js", sha256: HASH, results: "{}" });
  /** @type {(hasFailed: boolean, isSilent: boolean, games: number, failed: number) => Promise<unknown[]>} */
  const why = async (hasFailed, isSilent, games, failed) => {
    send({ type: "keepGames", build: build(1), sha256: HASH, hasFailed, games: { isSilent, games, failed } });
    await settle();
    const [{ results, files, failure }] = await listOf();
    return [results, files, failure];
  };
  assert.deepEqual(await why(true, true, 1, 1), ["{}", 0, "played no turn"]);
  assert.deepEqual(await why(true, false, 1, 1), ["{}", 0, "lost its only game by its own fault"]);
  assert.deepEqual(await why(true, false, 9, 8), ["{}", 0, "lost 8 of 9 games by its own fault"]);
  assert.deepEqual(await why(false, false, 9, 1), ["{}", 0, ""]);
});

test("other tabs' bots are told, and a page that comes back is told what it has missed", async () => {
  const [channel] = otherTabs.channels;
  channel.onmessage?.({ data: /** @type {TabMessage} */ (kept(3, HASH)) });
  channel.onmessage?.({ data: { type: "noted" } });
  assert.deepEqual([told.at(-1), events], [kept(3, HASH), ["botsnoted"]]);
  add(1);
  await settle();
  leave();
  await settle();
  assert.deepEqual([otherTabs.channels, browser.connections], [[], 0], "an open database would block the next page");
  told = [];
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  assert.deepEqual(await tellsOf("kept"), kept(1, HASH));
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
  assert.deepEqual(await tellsOf("notice"), { type: "notice", text: "Imported 1 bot with 2 builds. Pick it as a player." });
  const damaged = [
    exported(3, "three()", { module: btoa("other()") }), exported(4, "four()", { game: "chess" }), exported(0), exported(5, "a", { name: "a/b" }),
    exported(6, "six()", { results: "{\"games\":-1}" }), exported(8, "eight()", { game: ["line"] }),
    exported(9, "nine()", { beaten: [{ rung: "easy", games: 20 }] }),
  ];
  drop([...damaged, exported(7, "seven()")]);
  assert.equal((await tellsOf("error")).text, "1 of 8 bots of my.bots are kept. Damaged: mine.js, build 3: its module is not the one that was saved (another SHA-256); " +
    "mine.js, build 4: this page does not know its game; mine.js, build 0: its build has no number; and 4 more.");
  assert.deepEqual(await listed(), ["mine.js 1", "mine.js 2", "mine.js 7"]);
});

test("of a file for which there is no room, it says how much is kept", async () => {
  browser.fullAt = "put";
  drop([exported(1), exported(2, "two()")]);
  assert.deepEqual(await tellsOf("error"), error("0 of 2 bots of my.bots are kept: this browser's storage is full or switched off."));
});

test("a file that is not of this page, and one that is cut off, are refused; others are left to the page", async () => {
  drop("{\"format\":\"other\"}");
  assert.match((await tellsOf("error")).text, /was not saved by this page, or by a newer one\.$/);
  drop("{\"format\":\"botyard-bo");
  assert.match((await tellsOf("error")).text, /is cut off, or was not saved by this page\.$/);
  assert.ok(!drop([], "my.wasm").defaultPrevented);
});
