// Pieces of code in scripts: what they replace, where new ones go, and what they lack.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseTopLevel } from "../../testing/top_level.js";
import { createCodeMerge } from "./merge_code.js";

const { merge, compare } = createCodeMerge(parseTopLevel);

const BOT = `// A bot.

const WIDTH = 7; // columns

// The column to play.
function choose(open) {
  return open[0];
}

print("p");
play();
`;

test("what exists is replaced where it is, with the comments right above it", () => {
  const code = "// The middle is best.\nfunction choose(open) {\n  return open[3];\n}\n";
  assert.equal(merge(BOT, code), BOT.replace(/\/\/ The column[^]*?\n\}\n/, code));
  assert.equal(merge(BOT, "const WIDTH = 8;\n"), BOT.replace("const WIDTH = 7; // columns", "const WIDTH = 8;"));
});

test("a comment behind an item, in its line, is its own", () => {
  assert.equal(merge("let a = 1; // one\nlet b = 2; // two\n", "let b = 3;"), "let a = 1; // one\nlet b = 3;\n");
});

test("a comment that stands apart stays", () => {
  assert.match(merge("// A bot.\n\nfunction play() {\n}\n", "function play() {\n  print(4);\n}\n"), /^\/\/ A bot\.\n\nfunction play\(\) \{\n {2}print\(4\);\n\}\n$/);
});

test("New functions go above the statement that starts the bot, and new variables above the first function", () => {
  const merged = merge(BOT, "const HEIGHT = 6;\n\n// Who wins.\nfunction wins() {\n  return false;\n}\n");
  assert.match(merged, /columns\n\nconst HEIGHT = 6;\n\n\/\/ The column to play\.\nfunction choose/);
  assert.match(merged, /print\("p"\);\n\/\/ Who wins\.\nfunction wins\(\) \{\n {2}return false;\n\}\n\nplay\(\);\n$/);
});

test("what has no place is added at the end", () => {
  assert.equal(merge("", "play();"), "play();\n");
  assert.equal(merge("let a = 1;\n\n\n", "function b() {\n}"), "let a = 1;\n\nfunction b() {\n}\n");
  assert.equal(merge("function b() {\n}\n", "play();"), "function b() {\n}\n\nplay();\n");
});

test("a statement that is there already is not added again, with or without its semicolon", () => {
  assert.equal(merge(BOT, "play()"), BOT.replace("play();", "play()"));
  assert.deepEqual(compare("play()", "", "play();").lacking, []);
});

test("it is told which names are new, which are replaced, and what the script lacks for the code", () => {
  const code = "function choose() {\n}\n\nfunction wins() {\n}\n";
  assert.deepEqual(compare(BOT, code, BOT), { added: ["wins"], replaced: ["choose"], lacking: [] });
  // The bot of somebody who has built it in another way.
  const own = "print('p');\nlet theirs = 1;\n";
  assert.deepEqual(compare(own, code, BOT), { added: ["choose", "wins"], replaced: [], lacking: ["WIDTH", 'print("p")', "play()"] });
});
