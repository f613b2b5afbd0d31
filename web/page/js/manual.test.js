// The manual: what a search finds and marks, and what a page offers to try, to download and to open.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { document, findAll, installDocument, send } from "../../testing/elements.js";
import { settle } from "../../testing/clock.js";

installDocument();
Object.assign(globalThis, { location: { hash: "" } });
const { excerpt, search } = await import("./manual.js");

const PROTOCOL = {
  name: "protocol", title: "Protocol", html: `<p>A bot prints lines.</p><h3 id="manual-buffer">Output</h3>
    <p>Flush the buffer, or the bot times out: a line in a buffer that nobody flushes is lost. The first line is 'p'.</p>
    <h3 id="manual-numbers">Numbers</h3><p>It reads \u22121 first, a temperature of 0.5 and x-1.</p>
    <table><tbody><tr><th>sign</th><th>words</th></tr><tr><td>?</td><td>your turn</td></tr></tbody></table>`,
};
const RULES = { name: "rules", title: "Rules of C++ bots", html: "<p>Who is bluffing loses.</p><ul><li>one</li><li>two</li></ul><h4 id=\"manual-flush\">A flush</h4><p>No word.</p>" };
const PAGES = [PROTOCOL, RULES];

/** @param {string} text */
const found = text => search(PAGES, text).map(({ page }) => page);
/** @param {string} text */
const texts = text => search(PAGES, text).map(({ words }) => words);
/**
 * The parts of an excerpt as text, the marked one in brackets.
 * @type {(words: string, text: string) => string}
 */
const marked = (words, text) => excerpt(words, text).map(part => typeof part === "string" ? part : `[${part.textContent}]`).join("");

test("a section has its address, the titles of its page and its own, and its words", () => {
  const [numbers] = search(PAGES, "temperature");
  assert.deepEqual([numbers.page, numbers.title], ["protocol/numbers", "Protocol: Numbers"]);
  assert.equal(numbers.words, "It reads \u22121 first, a temperature of 0.5 and x-1. sign · words; ? · your turn");
  assert.deepEqual(texts("bluffing"), ["Who is bluffing loses. one two"]);
});

test("all words are wanted, in any case and order, also within other words", () => {
  assert.deepEqual(found("BUFFER flush"), ["protocol/buffer"]);
  assert.deepEqual(found("buf lush"), ["protocol/buffer"]);
  assert.deepEqual(found("buffer bluffing"), []);
  assert.deepEqual(found("xyzzy"), []);
});

test("sections that have the words whole come first, and of these the ones with them in the title", () => {
  assert.deepEqual(found("flush"), ["rules/flush", "protocol/buffer"]);
  assert.deepEqual(found("bot"), ["protocol", "protocol/buffer", "rules", "rules/flush"], "`bots` is another word");
});

// Regression: a text that was copied with its commas and quotes was not found.
test("punctuation around words is not searched", () => {
  for (const [plain, typed] of [["flush", "(Flush),"], ["buffer flush", "\"buffer\", flush!"], ["-1", "-1?"], ["-1", "'\u22121'."]]) {
    assert.ok(found(plain).length > 0, plain);
    assert.deepEqual(found(typed), found(plain), typed);
  }
});

test("a text of punctuation alone is searched as it is", () => {
  assert.deepEqual(found("?"), ["protocol/numbers"]);
  assert.deepEqual(found("c++"), ["rules", "rules/flush"]);
});

test("a word is marked whole where it can be, also one of a letter or with a sign", () => {
  assert.equal(marked("stop, put 'p' there", "p"), "stop, put '[p]' there");
  assert.equal(marked("x-1 is not \u22121", "-1"), "x-1 is not [\u22121]");
  assert.equal(marked("version 0.5 of C++", "0.5"), "version [0.5] of C++");
  assert.equal(marked("bluffing", "uff"), "bl[uff]ing", "within another where it is only there");
});

test("an excerpt is a piece around the first word, of whole words", () => {
  const words = `${"before ".repeat(30)}needle ${"behind ".repeat(60)}`.trim();
  const piece = marked(words, "needle behind");
  assert.match(piece, /^… (before )+\[needle\]( behind)+ …$/);
  assert.ok(piece.length < 180, piece);
  assert.equal(marked("a short text", "title"), "a short text", "the words are in the title alone");
});

// The element, in a page with a match.

/** @type {Record<string, Partial<import("./manual.js").ManualFile>>} */
const FILES = {
  "manual/line.json": {
    title: "Line", pages: [
      { name: "rules", title: "Rules", html: "<p>Who has four wins.</p>" },
      { ...PROTOCOL, html: `${PROTOCOL.html}<h3 id="manual-match">A match</h3><figure><pre>p</pre><button data-seat="1" data-input="p&#10;"></button></figure>
        <figure><button data-seat="0" data-input="1&#10;"></button><button data-seat="0" data-input="2&#10;3&#10;"></button></figure><a data-page="rules">Rules</a><a data-page="rules/x" data-game="other">Others</a>` },
      { name: "starters", title: "Starters", html: "<p data-starter=\"javascript\" data-written=\"\"></p><p data-starter=\"c\"></p>" },
    ], files: [{ language: "javascript", name: "bot.js", text: "go()" }, { language: "c", name: "src/bot.c", text: "int main;" }],
  },
  "manual/all-0123456789abcdef.json": { pages: [{ name: "help", title: "Help", html: "<p>Help.</p>" }, { name: "wasm", title: "WebAssembly", html: "<p>Buffers.</p>" }] },
};

/** @type {import("../../testing/elements.js").FakeElement & { drawn?: { pages: import("./manual.js").ManualPage[] } }} */
let manual;
/** @type {string[]} */
let fetched;
let isOnline = true;
/** @param {URL} address */
const fetch = async address => {
  const path = String(address).replace(document.baseURI, "");
  fetched.push(path);
  if (!isOnline) throw new TypeError("no network");
  return { ok: path in FILES, statusText: "Not Found", json: async () => FILES[path] };
};
Object.assign(globalThis, { fetch });

/** @param {string} page */
const open = async (page, game = "line") => {
  manual.setAttribute("game", game);
  manual.setAttribute("page", page);
  await settle();
};
const page = () => findAll("manual-page")[0];
/** @param {string} text */
const type = text => {
  const [field] = findAll("manual-search");
  field.value = text;
  send(field, "input");
};

beforeEach(async () => {
  [isOnline, fetched] = [true, []];
  const names = document.createElement("script");
  names.id = "file-names";
  names.append(JSON.stringify({ "manual/all.json": "manual/all-0123456789abcdef.json" }));
  manual = document.createElement("bot-manual");
  const stage = document.createElement("section");
  stage.className = "stage";
  document.body.replaceChildren(names, stage);
  manual.setAttribute("game", "line");
  document.body.append(manual);
  await settle();
});

test("each file is fetched once, by its name on the host, and again after a failure", async () => {
  isOnline = false;
  await open("rules", "other");
  assert.match(findAll("manual-missing")[0].textContent, /Is this computer online/);
  isOnline = true;
  FILES["manual/other.json"] = { ...FILES["manual/line.json"], title: "Other" };
  document.querySelector("bot-manual button")?.click();
  await settle();
  assert.equal(page().textContent, "RulesWho has four wins.");
  await open("protocol", "other");
  assert.deepEqual(fetched.filter(path => path === "manual/other.json"), ["manual/other.json", "manual/other.json"]);
  assert.ok(fetched.every(path => path !== "manual/all.json"), `${fetched}`);
});

test("the tab has the title of the page, and the pages are listed with the common ones around", async () => {
  await open("protocol");
  assert.equal(document.title, "Protocol · Line · Botyard");
  const links = document.querySelectorAll("nav a").map(link => [link.textContent, link.getAttribute("href"), link.getAttribute("aria-current")]);
  assert.deepEqual(links, [
    ["Help", "#/line/help", null], ["Rules", "#/line/rules", null], ["Protocol", "#/line/protocol", "page"],
    ["Starters", "#/line/starters", null], ["WebAssembly", "#/line/wasm", null],
  ]);
});

test("an example's lines can be tried, and each run alone where there are several", async () => {
  await open("protocol");
  const buttons = document.querySelectorAll("figure button").map(({ textContent, value, dataset }) => [textContent, value, dataset.do]);
  assert.deepEqual(buttons, [
    ["Try these lines", '{"seat":1,"input":"p\\n"}', "try"],
    ["Try run 1", '{"seat":0,"input":"1\\n"}', "try"],
    ["Try run 2", '{"seat":0,"input":"2\\n3\\n"}', "try"],
  ]);
});

test("links lead to pages of this game, or of the one that they name", async () => {
  await open("protocol");
  assert.deepEqual(page().querySelectorAll("a[data-page]").map(({ href }) => href), ["#/line/rules", "#/other/rules/x"]);
});

test("a page with many sections lists them", async () => {
  await open("protocol");
  const [list] = page().querySelectorAll("details");
  assert.deepEqual(list.querySelectorAll("a").map(({ href }) => href), ["buffer", "numbers", "match"].map(name => `#/line/protocol/${name}`));
  await open("rules");
  assert.equal(page().querySelector("details"), null);
});

test("a starter's files are downloaded by their own names, and one in JavaScript is opened in the editor", async () => {
  await open("starters");
  /** @type {Blob[]} */
  const saved = [];
  /** @type {string[]} */
  const names = [];
  Object.assign(URL, {
    createObjectURL: (/** @type {Blob} */ blob) => { saved.push(blob); return "blob:1"; },
    revokeObjectURL: () => {},
  });
  const { createElement } = document;
  document.createElement = name => {
    const made = createElement.call(document, name);
    return name === "a" ? Object.assign(made, { click: () => { names.push(made.download); } }) : made;
  };
  ["starter-javascript-bot.js", "starter-c-bot.c"].forEach(testid => findAll(testid)[0].click());
  Reflect.deleteProperty(document, "createElement");
  assert.deepEqual([...names, ...await Promise.all(saved.map(file => file.text()))], ["bot.js", "bot.c", "go()", "int main;"]);
  assert.deepEqual(page().querySelectorAll("a").map(({ href }) => href), ["#/line/write"]);
});

test("what was found takes the place of the page and of the list of pages, until its search ends", async () => {
  type("buffer flush");
  assert.equal(findAll("manual-count")[0].textContent, "1 section has it.");
  assert.deepEqual(document.querySelectorAll(".found a").map(({ href }) => href), ["#/line/protocol/buffer"]);
  assert.deepEqual([page(), document.querySelector("nav")?.hidden], [undefined, true]);
  type("xyzzy ");
  assert.equal(findAll("manual-count")[0].textContent, "Nothing found for “xyzzy”.");
  assert.equal(document.querySelector("[role=status]")?.textContent, "Nothing found for “xyzzy”");
  type(" ");
  assert.deepEqual([page().textContent.startsWith("Help"), document.querySelector("nav")?.hidden], [true, false]);
});

test("who follows a link to what was found is at its section, and the search is over", async () => {
  type("buffer flush");
  const link = document.querySelector(".found a");
  link?.click();
  await open("protocol/buffer");
  assert.deepEqual([findAll("manual-search")[0].value, document.querySelector("nav")?.hidden], ["", false]);
  assert.equal(document.activeElement?.textContent, "Output");
  assert.equal(document.scrolledTo, document.activeElement);
});

test("a link to the page that is shown leads to its section again", async () => {
  await open("protocol/buffer");
  location.hash = "#/line/protocol/buffer";
  document.moveFocus(null);
  type("times out");
  document.querySelector(".found a")?.click();
  await settle();
  assert.equal(findAll("manual-search")[0].value, "");
  assert.equal(document.activeElement?.textContent, "Output");
});

test("many finds are counted, and the first are shown", () => {
  const sections = Array.from({ length: 40 }, (_, nth) => `<h3 id="manual-${nth}">Part ${nth}</h3><p>zebra</p>`);
  manual.drawn?.pages.push({ name: "long", title: "Long", html: sections.join("") });
  type("zebra");
  assert.equal(findAll("manual-count")[0].textContent, "40 sections have it; the first 30:");
  assert.equal(document.querySelectorAll(".found li").length, 30);
});

test("a page that is not there is the first one", async () => {
  await open("nowhere");
  assert.equal(page().querySelector("h2")?.textContent, "Help");
});
