// The files of the WASI suite, and when a module passes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { installDocument } from "../testing/elements.js";

const document = installDocument();
for (const [name, id] of [["input", "folder"], ["p", "status"], ["table", "results"]]) document.body.append(Object.assign(document.createElement(name), { id }));
const { expectation, judge } = await import("./wasi-test.js");

/** @import { Expectation, Run } from "./wasi-test.js" */

/** @type {Expectation} */
const NOTHING = { args: [], env: {}, folders: [], exit_code: 0 };

test("a module without a file is to exit with 0", () => {
  assert.deepEqual(expectation(undefined), NOTHING);
});

test("both forms of the suite's files say the same", () => {
  const expected = { args: ["a"], env: { NAME: "b" }, folders: [["tmp", "tmp"]], exit_code: 3, stdout: "out\n", stderr: "err\n" };
  const { folders: dirs, ...fields } = expected;
  assert.deepEqual(expectation(JSON.stringify({ ...fields, dirs: ["tmp"], world: "wasi" })), expected);
  const operations = [
    { type: "run", args: ["a"], env: { NAME: "b" }, dirs: { tmp: "tmp" } }, { type: "read", payload: "out\n" },
    { type: "read", id: "stderr", payload: "err\n" }, { type: "wait", exit_code: 3 },
  ];
  assert.deepEqual(expectation(JSON.stringify({ operations, proposals: [] })), expected);
  assert.deepEqual(dirs, expectation("{\"dirs\":[\"tmp\"]}").folders);
});

test("a folder has the name that the module gets, and a root is `/`", () => {
  assert.deepEqual(expectation("{\"dirs\":{\"fs\":\"data\"},\"root\":\"other\"}").folders, [["fs", "data"], ["other", "/"]]);
});

test("what is not understood is no test that passes", () => {
  assert.throws(() => expectation("{\"stdin\":\"a\"}"), /there is no field `stdin`/);
  assert.throws(() => expectation("{\"operations\":[{\"type\":\"connect\"}]}"), /there is no operation `connect`/);
});

test("a module passes if it exits as expected and prints what is expected, if anything is", () => {
  const ran = { stdout: "out\n", stderr: "", ending: { exited: 0 } };
  assert.equal(judge(NOTHING, ran), null);
  assert.equal(judge({ ...NOTHING, stdout: "out\n", stderr: "" }, ran), null);
  assert.equal(judge({ ...NOTHING, stdout: "" }, ran), "its stdout is \"out\\n\", not \"\"");
  assert.equal(judge({ ...NOTHING, stderr: "why" }, ran), "its stderr is \"\", not \"why\"");
});

test("another end is told with its reason", () => {
  /** @param {Run["ending"]} ending */
  const end = (ending, stderr = "") => judge(NOTHING, { stdout: "", stderr, ending });
  assert.equal(end({ exited: 1 }, "first\nassertion failed\n"), "it exits with 1, not 0: assertion failed");
  assert.equal(end("waiting"), "it waits for something that never happens");
  assert.equal(end({ failed: "unreachable" }), "unreachable");
  assert.equal(end("out-of-time"), "out of time");
  assert.equal(judge({ ...NOTHING, exit_code: 1 }, { stdout: "", stderr: "", ending: { exited: 1 } }), null);
});
