// Which files of a folder are listed, and how its bot is asked for. Which bot it is, is tested in
// `sandbox/src/bot_folder.rs`.

import assert from "node:assert/strict";
import { test } from "node:test";

import "../../testing/browser.js";
import { filesOfField, makeBot } from "./bot_folder.js";

/** @type {import("./bot_folder.js").PathFile[]} */
const FILES = [["bot.js", new File(["a"], "bot.js")], ["data/b.txt", new File(["b"], "b.txt")]];

// A worker that is up at once, and answers its only message so.
/** @type {(answer: unknown[]) => { sent: unknown[], ended: number }} */
const answering = answer => {
  const seen = { sent: /** @type {unknown[]} */ ([]), ended: 0 };
  class FakeWorker {
    /** @type {(event: { data: unknown[] }) => void} */
    onmessage = () => {};
    constructor() { queueMicrotask(() => this.onmessage({ data: ["{}"] })); }
    /** @param {unknown} parcel */
    postMessage(parcel) {
      seen.sent.push(parcel);
      queueMicrotask(() => this.onmessage({ data: answer }));
    }
    terminate() { seen.ended += 1; }
  }
  Object.assign(globalThis, { Worker: FakeWorker });
  return seen;
};

test("a worker makes the bot of the files, which are not read here", async () => {
  const { sent } = answering(['{"bot":"mine.js"}', new TextEncoder().encode("ab")]);
  const bot = await makeBot("mine", FILES);
  assert.deepEqual([bot.name, await bot.text()], ["mine.js", "ab"]);
  const request = '{"makeBot":{"folder":"mine","paths":["bot.js","data/b.txt"]}}';
  assert.deepEqual(sent, [[request, FILES[0][1], FILES[1][1]]]);
});

test("a folder that is not a bot is refused by the worker's clause, and the worker ends", async () => {
  const seen = answering(['{"refused":"it is empty"}']);
  await assert.rejects(makeBot("mine", []), /^TypeError: it is empty$/);
  assert.equal(seen.ended, 1);
});

test("a field's files have their paths below the folder, without hidden ones", () => {
  const files = ["mine/bot.js", "mine/.git/config", "mine/data/a.txt"].map(path => Object.assign(new File([], path), { webkitRelativePath: path }));
  const [name, found] = filesOfField(files);
  assert.deepEqual([name, found.map(([path]) => path)], ["mine", ["bot.js", "data/a.txt"]]);
});
