// How bots come into the editor from elsewhere, and leave it.

import assert from "node:assert/strict";
import { test } from "node:test";

import "../../testing/browser.js";
import { installDocument } from "../../testing/elements.js";
import { createDraftLinks } from "./draft_links.js";
import { STRANGERS } from "./draft_origin.js";
import { decodeBot, encodeBot, writeBot } from "./shared_bot.js";

const GAME = "connect-four";
const BOT = { name: "their-bot", files: [{ path: "bot.js", text: "print('p');" }], seats: ["*", "random"], seed: "77" };

/**
 * A bot that came into the session.
 * @typedef {import("./draft_session.js").OpenDraft & { origin?: string }} Taken
 */

// What was copied last, and the files that were saved.
let copied = "";
/** @type {Blob[]} */
const saved = [];
Object.assign(URL, { createObjectURL: (/** @type {Blob} */ blob) => saved.push(blob) && "blob:" });

// A source that the page wants opened. No two requests are equal, unless they are of links.
let requests = 0;
/** @type {(source: import("../../protocol/protocol").Source) => import("../../protocol/protocol").OpenSource} */
const wanted = source => ({ number: source.type === "link" ? null : requests += 1, source });
/** @param {string} payload */
const link = payload => wanted({ type: "link", payload });

// What a server answers by the ends of addresses; what it does not have fails.
/** @param {Record<string, string>} texts */
const serve = texts => {
  /** @param {URL} address */
  const fetch = async address => {
    const text = Object.entries(texts).find(([end]) => String(address).endsWith(end))?.[1];
    return { ok: text !== undefined, statusText: "Not Found", text: async () => text };
  };
  Object.assign(globalThis, { fetch });
};

/**
 * The links of a panel whose session has these drafts, and what came of them.
 * @param {Taken} draft
 * @param {string[]} known
 */
const createPanel = (draft = { name: "my-bot", files: [{ path: "bot.js", text: "" }] }, known = []) => {
  const document = installDocument();
  const clipboard = { writeText: async (/** @type {string} */ text) => { copied = text; } };
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { clipboard } });
  /** @type {{ draft: Taken, told: import("../../protocol/protocol").FromEditor[], notices: { text: string, actions: [string, () => unknown][] }[], taken: Taken[], begun: string[] }} */
  const panel = { draft, told: [], notices: [], taken: [], begun: [] };
  /** @param {Taken} bot */
  const take = bot => {
    const isKnown = known.includes(bot.name);
    panel.taken.push(bot);
    panel.draft = { ...bot, origin: isKnown ? undefined : bot.origin };
    return isKnown;
  };
  const links = createDraftLinks({
    game: GAME,
    session: {
      draft: () => panel.draft,
      origin: () => panel.draft.origin,
      take: async bot => { take(bot); },
      takeShared: async bot => take(bot),
      beginIn: async ({ name }) => { panel.begun.push(name); },
    },
    setup: () => ({ seats: ["*", "random"], seed: "77" }),
    tell: message => panel.told.push(message),
    messages: { announce: (...notice) => announce(...notice), announceOfText: (...notice) => announce(...notice) },
  });
  /** @type {import("./panel_messages.js").Announce} */
  const announce = (text, actions = []) => {
    panel.notices.push({ text, actions });
    return () => {};
  };
  return Object.assign(panel, { document, clipboard, links, open: links.open, notice: () => panel.notices.at(-1)?.text ?? "" });
};

test("a link brings a bot that somebody else has written, and its match", async () => {
  const panel = createPanel();
  await panel.open(link(await encodeBot(BOT)));
  assert.deepEqual(panel.taken, [{ ...BOT, origin: "link" }]);
  assert.deepEqual(panel.told, [{ type: "setUp", game: GAME, setup: { seed: "77", seats: ["*", "random"] }, settings: null }], "nothing is run");
  assert.deepEqual(panel.notices, [], "the draft's origin is said above the text");
});

test("a file brings the same", async () => {
  const panel = createPanel();
  await panel.open(wanted({ type: "file", text: writeBot(GAME, BOT) }));
  assert.deepEqual(panel.taken, [{ ...BOT, origin: "file" }]);
  assert.deepEqual(panel.told, [{ type: "setUp", game: GAME, setup: { seed: "77", seats: ["*", "random"] }, settings: null }]);
});

test("a link is opened once, and a source as often as the page wants it", async () => {
  const panel = createPanel();
  const payload = await encodeBot(BOT);
  await panel.open(link(payload));
  await panel.open(link(payload));
  assert.equal(panel.taken.length, 1);
  await panel.open(wanted({ type: "file", text: writeBot(GAME, BOT) }));
  await panel.open(wanted({ type: "file", text: writeBot(GAME, BOT) }));
  assert.equal(panel.taken.length, 3);
});

test("an address begins a draft in the language that it names", async () => {
  const panel = createPanel();
  for (const language of ["python", "javascript", "cobol"]) await panel.open(wanted({ type: "new", language }));
  assert.deepEqual(panel.begun, ["Python", "JavaScript"]);
});

test("a bot whose name no draft can have gets another", async () => {
  const panel = createPanel();
  await panel.open(link(await encodeBot({ ...BOT, name: "../bot" })));
  assert.equal(panel.taken[0].name, "shared-bot");
});

test("a link to a bot that is here already says as which draft", async () => {
  const panel = createPanel(undefined, ["their-bot"]);
  await panel.open(link(await encodeBot(BOT)));
  assert.equal(panel.notice(), "This bot is here already, as the draft their-bot.");
});

test("what is damaged is said, and changes nothing", async () => {
  const panel = createPanel();
  await panel.open(link("damaged"));
  assert.match(panel.notice(), /^This link contains no bot/);
  await panel.open(wanted({ type: "file", text: writeBot(GAME, BOT).replace("bot.js", "a/b.js") }));
  assert.match(panel.notice(), /^This file contains no bot/);
  assert.deepEqual([panel.taken, panel.told], [[], []]);
});

test("a bot that comes with the page opens as a copy, from the address that the page has for it", async () => {
  const panel = createPanel(), { document } = panel;
  const names = document.createElement("script");
  names.setAttribute("id", "file-names");
  names.textContent = JSON.stringify({ "bots/connect-four-lookahead.js": "bots/connect-four-lookahead-1234.js" });
  document.body.append(names);
  serve({ "bots/connect-four-lookahead-1234.js": "// Looks." });
  await panel.open(wanted({ type: "bundled", file: "connect-four-lookahead.js" }));
  assert.deepEqual(panel.taken, [{ name: "lookahead", files: [{ path: "bot.js", text: "// Looks." }] }]);
  assert.equal(panel.notice(), "This is how lookahead plays. It is a copy, which you can change and run.");
});

test("what cannot be fetched can be tried again", async () => {
  for (const request of [wanted({ type: "bundled", file: "connect-four-lookahead.js" }), wanted({ type: "served", file: "mine.js", address: "/bots/mine.js" })]) {
    serve({});
    const panel = createPanel();
    await panel.open(request);
    assert.match(panel.notice(), /^The source of .* cannot be fetched\.$/);
    serve({ ".js": "// There." });
    const [[name, again]] = panel.notices[panel.notices.length - 1].actions;
    assert.equal(name, "Try again");
    await again();
    assert.equal(panel.taken.length, 1);
  }
});

test("a script of the local server opens as a copy, with line ends of one kind and its files apart", async () => {
  serve({ "/bots/mine.js": "a\r\n//# file: helper.js\r\nb\r\n" });
  const panel = createPanel();
  await panel.open(wanted({ type: "served", file: "mine.js", address: "/bots/mine.js" }));
  assert.deepEqual(panel.taken, [{ name: "mine", files: [{ path: "bot.js", text: "a\n" }, { path: "helper.js", text: "b\n" }] }]);
  assert.equal(panel.notice(), `This is a copy of mine.js, as the draft mine. The file stays as it is. ${STRANGERS}`);
});

test("a script that is too long is not opened", async () => {
  serve({ "/bots/mine.js": "x".repeat((1 << 20) + 1) });
  const panel = createPanel();
  await panel.open(wanted({ type: "served", file: "mine.js", address: "/bots/mine.js" }));
  assert.deepEqual(panel.taken, []);
});

/** @type {(sha256: string, results: string, text: string) => void} */
const keepBuild = (sha256, results, text) => {
  /** @param {import("../../protocol/protocol").ToBotLibrary} request */
  const botLibrary = async request => {
    if (request.type === "list") return { builds: [{ name: "mine.js", number: 3, sha256, since: "", note: "", results, files: 0, failure: "" }] };
    assert.deepEqual(request, { type: "text", build: { game: GAME, name: "mine.js", number: 3 } });
    return text;
  };
  Object.assign(globalThis, { botLibrary });
};

test("a build that was dropped may be somebody else's, and one that was run here is not", async () => {
  keepBuild("ab", "{}", "// Kept.");
  const panel = createPanel();
  await panel.open(wanted({ type: "build", file: "mine.js", sha256: "ab", text: null }));
  assert.deepEqual(panel.taken[0].files, [{ path: "bot.js", text: "// Kept." }]);
  assert.equal(panel.notice(), `This is mine.js, as the draft mine: somebody else may have written it. ${STRANGERS}`);
  keepBuild("ab", JSON.stringify({ counted: 10 }), "// Kept.");
  await panel.open(wanted({ type: "build", file: "mine.js", sha256: "ab", text: null }));
  assert.equal(panel.notice(), "This is mine.js, as the draft mine.");
});

test("a build that is a draft already is nobody else's", async () => {
  keepBuild("ab", "{}", "// Kept.");
  const panel = createPanel(undefined, ["mine"]);
  await panel.open(wanted({ type: "build", file: "mine.js", sha256: "ab", text: null }));
  assert.equal(panel.notice(), "This is mine.js, as the draft mine.");
});

test("a build opens with the text that the page has of it, or is said to be gone", async () => {
  globalThis.botLibrary = undefined;
  const panel = createPanel();
  await panel.open(wanted({ type: "build", file: "a b?.js", sha256: "ab", text: "// Of the page." }));
  assert.deepEqual(panel.taken, [{ name: "opened-bot", files: [{ path: "bot.js", text: "// Of the page." }] }]);
  await panel.open(wanted({ type: "build", file: "mine.js", sha256: "ab", text: null }));
  assert.equal(panel.notice(), "The source of mine.js is not kept any more. Drop its file again.");
});

test("Share copies a link to the draft and its match, and says if programs may cut it", async () => {
  const panel = createPanel({ name: "my-bot", files: BOT.files });
  panel.document.baseURI = "https://example.org/page/#/stratego";
  await panel.links.share();
  const [address, link] = copied.split(`#/${GAME}/write/`);
  assert.equal(address, "https://example.org/page/");
  assert.deepEqual(await decodeBot(link), { ...BOT, name: "my-bot" });
  assert.equal(panel.notice(), `A link to this bot, its opponents and the seed was copied. It has ${copied.length} characters.`);
  // What does not compress.
  panel.draft = { name: "my-bot", files: [{ path: "bot.js", text: Array.from({ length: 4_000 }, (_, at) => Math.sin(at)).join() }] };
  await panel.links.share();
  assert.match(panel.notice(), /Some programs cut links of this length: save the bot as a file instead\.$/);
});

test("a link that cannot be copied is shown", async () => {
  const panel = createPanel({ name: "my-bot", files: BOT.files });
  panel.clipboard.writeText = async () => { throw new DOMException("", "NotAllowedError"); };
  await panel.links.share();
  assert.match(panel.notice(), /^Copy this link: http:\/\/127\.0\.0\.1\/#\/connect-four\/write\/[\w-]+$/);
});

test("a draft is saved as the file that brings it, or as its scripts", async () => {
  const panel = createPanel({ name: "my-bot", files: [...BOT.files, { path: "helper.js", text: "// Helps." }] });
  await panel.links.share();
  const { actions } = panel.notices[panel.notices.length - 1];
  actions.find(([name]) => name === "Save as a file")?.[1]();
  const other = createPanel();
  await other.open(wanted({ type: "file", text: await saved[0].text() }));
  assert.deepEqual(other.taken, [{ ...panel.draft, seats: ["*", "random"], seed: "77", origin: "file" }]);
  actions.find(([name]) => name === "Save the scripts")?.[1]();
  assert.deepEqual(await Promise.all(saved.slice(1).map(blob => blob.text())), ["print('p');", "// Helps."]);
});
