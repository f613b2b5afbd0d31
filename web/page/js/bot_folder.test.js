// Which bot a folder is. Its bytes are compared with the native program's where both run.

import assert from "node:assert/strict";
import { test } from "node:test";

import "../../testing/browser.js";
import { filesOfField, makeBot } from "./bot_folder.js";

const WASM = "\0asm\u0001\0\0\0";
/** @typedef {Record<string, string | Uint8Array<ArrayBuffer>>} Folder */

/** @type {(folder: Folder) => import("./bot_folder.js").PathFile[]} */
const filesOf = folder => Object.entries(folder).map(([path, text]) => [path, new File([text], path.slice(path.lastIndexOf("/") + 1))]);
/** @param {Folder} folder */
const make = async (folder, name = "mine") => makeBot(name, filesOf(folder));

test("a script has the files that it names, and those that these name, each once", async () => {
  const bot = await make({ "bot.js": "import \"./a.js\";\nimport './b.js'; // \"./c.js'", "a.js": "import \"./b.js\";\n", "b.js": "b();\n", "c.js": "c()" });
  assert.equal(bot.name, "mine.js");
  assert.equal(await bot.text(), "import \"./a.js\";\nimport './b.js'; // \"./c.js'\n//# file: a.js\nimport \"./b.js\";\n//# file: b.js\nb();\n");
});

test("a script in Python has the modules that it imports", async () => {
  const main = "import sys, a\nfrom b.c import d\ntry: import e; import sys\nexcept ImportError: pass\nimportant = 1\nfrom . import f";
  const bot = await make({ "bot.py": main, "a.py": "import bot, b", "b.py": "b()\n", "e.py": "e()", "f.py": "", "ant.py": "" });
  assert.equal(bot.name, "mine.py");
  assert.equal(await bot.text(), `${main}\n# %% file: a.py\nimport bot, b\n# %% file: b.py\nb()\n# %% file: e.py\ne()`);
  assert.equal((await make({ "bot.wasm": WASM }, "mine.py")).name, "mine.py.wasm");
});

test("a module has the other files in its last section", async () => {
  const bot = await make({ "bot.wasm": WASM, "data/book.txt": "b", "a.txt": "aa" }, "mine.js");
  const text = await bot.text();
  const section = "\u000dbotyard.files\u0005\0a.txt\u0002\0\0\0aa\u000d\0data/book.txt\u0001\0\0\0b";
  assert.deepEqual([bot.name, text.slice(0, 8), text.slice(10, -4)], ["mine.js.wasm", WASM, section]);
  assert.equal(new DataView(await bot.arrayBuffer()).getUint32(bot.size - 4, true), bot.size - 12, "its length comes last");
  assert.equal(await (await make({ "one.wasm": WASM })).text(), WASM);
});

for (const [why, folder] of /** @type {[RegExp, Folder][]} */ ([
  [/no module \(\.wasm\), no bot\.js and no bot\.py/, { "other.js": "" }],
  [/both bot\.js and bot\.py/, { "bot.js": "", "bot.py": "" }],
  [/both bot\.wasm and bot\.js/, { "bot.wasm": WASM, "bot.js": "" }],
  [/several modules \(a\.wasm, b\.wasm\)/, { "b.wasm": WASM, "a.wasm": WASM }],
  [/its bot\.wasm is no WebAssembly module/, { "bot.wasm": "text" }],
  [/its bot\.js is not UTF-8 text/, { "bot.js": Uint8Array.of(0xff) }],
  [/more than 1000 files/, { "bot.wasm": WASM, ...Object.fromEntries(Array.from({ length: 1_001 }, (_, nth) => [`${nth}`, ""])) }],
  [/its files have more than 16 MiB/, { "bot.wasm": WASM, big: new Uint8Array((16 << 20) + 1) }],
])) {
  test(`a folder is refused: ${why.source.replaceAll("\\", "")}`, async () => {
    await assert.rejects(make(folder), why);
  });
}

test("a field's files have their paths below the folder, without hidden ones", () => {
  const files = ["mine/bot.js", "mine/.git/config", "mine/data/a.txt"].map(path => Object.assign(new File([], path), { webkitRelativePath: path }));
  const [name, found] = filesOfField(files);
  assert.deepEqual([name, found.map(([path]) => path)], ["mine", ["bot.js", "data/a.txt"]]);
});
