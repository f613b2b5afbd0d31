// Bots in links and files: what is read again, and what is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import "../../testing/browser.js";
import { decodeBot, encodeBot, readBot, writeBot } from "./shared_bot.js";

const BOT = {
  name: "my-bot",
  files: [{ path: "bot.js", text: "print('p'); // ü" }, { path: "helper.js", text: "" }],
  seats: ["", "random"],
  seed: "77",
};
/** @type {(bot: import("./shared_bot.js").SharedBot) => [number, string, string[][], string[], string]} */
const rowOf = ({ name, files, seats, seed }) => [1, name, files.map(({ path, text }) => [path, text]), seats, seed];
/** @param {string} content */
const linkOf = content => deflateRawSync(content).toString("base64url");

test("a link brings the bot and its match", async () => {
  const link = await encodeBot({ ...BOT, files: BOT.files.map(file => ({ ...file, state: { history: 1 } })) });
  assert.match(link, /^[\w-]+$/);
  assert.deepEqual(await decodeBot(link), BOT);
});

test("links that were shared are read for ever", async () => {
  const link = "BcExCoAwDEDRu_xJJQpOHTxKmsHiotC01Cze3vd0F-q3lhaIKqXF9rwIfdweU6Zn5iM7ZqIsCOP0q1VMSAn7AQ";
  assert.deepEqual(await decodeBot(link), { name: "my-bot", files: [{ path: "bot.js", text: "print(\"p\");\n" }], seats: ["*", "random"], seed: "77" });
});

test("a file has the same content, with its format and game", () => {
  const text = writeBot("stratego", BOT);
  assert.deepEqual(JSON.parse(text), { format: "botyard-draft-1", game: "stratego", draft: rowOf(BOT) });
  assert.deepEqual(readBot(text), BOT);
});

test("what is damaged, or of a later version, is refused", async () => {
  const [version, name, files, seats, seed] = rowOf(BOT);
  for (const [what, row] of Object.entries({
    "a later version": [version + 1, name, files, seats, seed],
    "no name": [version, 5, files, seats, seed],
    "no files": [version, name, [], seats, seed],
    "a file in another folder": [version, name, [["a/b.js", ""]], seats, seed],
    "a hidden file": [version, name, [[".js", ""]], seats, seed],
    "a file without its text": [version, name, [["bot.js"]], seats, seed],
    "a seat that is no name": [version, name, files, [1], seed],
    "more seats than any game has": [version, name, files, Array(65).fill(""), seed],
    "a seed that is no number": [version, name, files, seats, "1e9"],
    "no list": {},
  })) {
    assert.throws(() => readBot(JSON.stringify({ draft: row })), what);
    await assert.rejects(decodeBot(linkOf(JSON.stringify(row))), what);
  }
  assert.throws(() => readBot("{"));
  assert.throws(() => readBot("{}"));
  await assert.rejects(decodeBot("!"));
  const link = await encodeBot(BOT);
  await assert.rejects(decodeBot(link.slice(0, -8)));
});

test("a link that would grow without end is refused", async () => {
  const bomb = rowOf({ ...BOT, files: [{ path: "bot.js", text: " ".repeat(3 << 20) }] });
  const link = linkOf(JSON.stringify(bomb));
  assert.ok(link.length < 10_000);
  await assert.rejects(decodeBot(link), RangeError);
  assert.throws(() => readBot(JSON.stringify({ draft: bomb })), RangeError);
});
