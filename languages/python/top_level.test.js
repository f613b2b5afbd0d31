// What the steps put into a bot in Python, and where.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createCodeMerge } from "../../web/editor/src/merge_code.js";
import { parsePython } from "./top_level.js";

const { merge, compare } = createCodeMerge(parsePython, "\n\n\n");
const BOT = '"""A bot.\n\nIt plays.\n"""\nimport sys\n\nlimit: int = 4\n\n\n# Chooses.\n@cache\ndef choose():\n    if limit:\n\n        return (\n            1\n)\n    return 2\n\n\nplay()\n';

test("a function takes the place of one of its name, with its comment and its decorators", () => {
  const code = "# Chooses well.\ndef choose():\n    return 4\n";
  assert.equal(merge(BOT, code), BOT.replace(/# Chooses[^]*return 2\n/, code));
  assert.deepEqual(compare(BOT, code, BOT), { added: [], replaced: ["choose"], lacking: [] });
});

test("what is new comes before the functions, or before the statement that starts the bot", () => {
  const merged = merge(BOT, "import time\n\n\ndef look():\n    pass\n");
  assert.ok(merged.includes("limit: int = 4\n\n\nimport time\n\n\n# Chooses."), merged);
  assert.ok(merged.endsWith("    return 2\n\n\ndef look():\n    pass\n\n\nplay()\n"), merged);
  assert.deepEqual(compare(BOT, "import time\nimport sys\n", "x = 1\nplay()\n"), { added: ["time"], replaced: ["sys"], lacking: ["x"] });
});

test("a statement goes on with its clauses", () => {
  const text = 'if place == "2":\n    print("?")\nelse:\n    pass\nprint(4)\n';
  const lacking = compare("", "", text).lacking;
  assert.deepEqual(lacking, ['if place == "2":\n    print("?")\nelse:\n    pass', "print(4)"]);
});
