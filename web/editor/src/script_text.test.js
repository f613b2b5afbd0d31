// Scripts of several files as one text, and back.

import assert from "node:assert/strict";
import { test } from "node:test";

import "../../testing/browser.js";
import { joinFiles, sha256Of, sourceOf, splitFiles, withTranslation } from "./script_text.js";

/** @type {(path: string, text: string) => import("./open_editor.js").File} */
const file = (path, text) => ({ path, text });

test("files are joined under the lines that name them, and split again", () => {
  for (const { files, script } of [
    { files: [file("bot.js", "print(1);")], script: "print(1);" },
    { files: [file("bot.js", "a\n"), file("b.js", "b\n")], script: "a\n//# file: b.js\nb\n" },
    { files: [file("bot.js", ""), file("b.js", "b"), file("c.txt", "")], script: "//# file: b.js\nb\n//# file: c.txt\n" },
  ]) {
    assert.equal(joinFiles(files), script);
    assert.equal(joinFiles(splitFiles(script, "bot.js")), script);
  }
  assert.deepEqual(splitFiles("a\n//# file: b.js\nb", "main.js"), [file("main.js", "a\n"), file("b.js", "b")]);
  // A line end that is missing before the next file is added.
  assert.deepEqual(splitFiles(joinFiles([file("bot.js", "a"), file("b.js", "b")]), "bot.js"), [file("bot.js", "a\n"), file("b.js", "b")]);
});

test("a script in Python has a comment of its own for that", () => {
  const files = [file("bot.py", "import b\n"), file("b.py", "b\n//# file: c.js\n")];
  const script = "import b\n# %% file: b.py\nb\n//# file: c.js\n";
  assert.equal(joinFiles(files), script);
  assert.deepEqual(splitFiles(script, "bot.py"), files);
});

test("a build is identified by its SHA-256", async () => {
  assert.equal(await sha256Of(new TextEncoder().encode("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("the author's text of a translated script is before what plays", () => {
  const script = withTranslation("let a: number;", "let a;");
  assert.deepEqual([sourceOf(script), sourceOf("let a;")], ["let a: number;", "let a;"]);
});
