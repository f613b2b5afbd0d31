// The place of the text: its builds, what they were compared with, and the way back to one.

import assert from "node:assert/strict";
import { test } from "node:test";

import "../../testing/browser.js";
import { settle } from "../../testing/clock.js";
import { findAll, installDocument } from "../../testing/elements.js";
import { createTextPane } from "./text_pane.js";

const GAME = "connect-four";
/** @type {Record<string, string>} */
const TEXTS = { 1: "one", 2: "two\n//# file: helper.js\nhelps" };
const opponents = [{ name: "random", won: 6, drawn: 0, lost: 4, elo: "+35 ± 20", interval: [15, 35, 55] }];
/** @type {(number: number, sha256: string, note?: string, results?: object, failure?: string) => import("../../protocol/protocol").ListedBuild} */
const row = (number, sha256, note = "", results = {}, failure = "") =>
  ({ name: "my-bot.js", number, sha256, since: "today", note, results: JSON.stringify(results), files: 0, failure });
const ROWS = [
  row(1, "0123456789", "first try", { counted: 10, games: 10, opponents }),
  row(2, "9876543210", "", {}, "it fails in nearly all of its games"),
];

const createPane = (file = "my-bot.js") => {
  const document = installDocument();
  /**
   * @type {{ rows: import("../../protocol/protocol").ListedBuild[], canChange: boolean, changed: import("./open_editor.js").File[][], diffs: string[][], isUndone: boolean,
   * status: string, focused: number, retracted: number, ended: number, undoByKey: () => void, notice: { text: string, actions: [string,
   * () => void][] } }}
   */
  const pane = { rows: ROWS, canChange: true, changed: [], diffs: [], isUndone: true, status: "", focused: 0, retracted: 0, ended: 0, undoByKey: () => {}, notice: { text: "", actions: [] } };
  /** @param {import("../../protocol/protocol").ToBotLibrary} request */
  const botLibrary = async request => {
    if (request.type === "list") return { builds: pane.rows };
    const text = request.type === "text" && TEXTS[request.build.number];
    if (!text || pane.rows.length === 0) throw new Error("not kept");
    return text;
  };
  Object.assign(globalThis, { botLibrary });
  /** @type {Pick<import("./open_editor.js").Editor, "focus" | "change">} */
  const editor = {
    focus: () => { pane.focused += 1; },
    change: (files, onUndone) => {
      pane.changed.push(files);
      pane.undoByKey = onUndone;
      return () => pane.isUndone;
    },
  };
  /** @type {Pick<import("./panel_messages.js").Messages, "say" | "announceOfText" | "retractOfText">} */
  const messages = {
    say: text => { pane.status = text; },
    announceOfText: (text, actions = []) => {
      pane.notice = { text, actions };
      return () => {};
    },
    retractOfText: () => { pane.retracted += 1; },
  };
  const parts = createTextPane({
    game: GAME,
    session: { draft: () => ({ name: "my-bot", files: [{ path: "start.js", text: "" }] }), canChange: () => pane.canChange },
    file: () => file,
    script: () => "the draft",
    editor: () => editor,
    messages,
    showDiff: (_, { id }, older, newer, label) => {
      pane.diffs.push([id, older, newer, label]);
      return () => { pane.ended += 1; };
    },
  });
  document.body.append(parts.box, parts.builds);
  /** @param {string} id */
  const find = id => findAll(id)[0];
  /** @param {string} id */
  const press = async id => {
    find(id).click();
    await settle();
  };
  const open = async () => {
    parts.toggleBuilds();
    await settle();
  };
  return Object.assign(pane, { document, find, press, open, ...parts });
};

test("builds are listed in place of the text, the newest first, and Close brings the text back", async () => {
  const pane = createPane();
  assert.ok(pane.builds.hidden);
  await pane.open();
  assert.ok(pane.box.hidden && !pane.builds.hidden);
  assert.deepEqual(pane.document.querySelectorAll("li").map(row => row.querySelector("p")?.textContent), [
    "it fails in nearly all of its games; no series was played of it",
    "against random: Elo +35 ± 20 (6 won, 0 drawn, 4 lost)",
  ]);
  assert.equal(pane.find("build-1").querySelector(".facts")?.textContent, "today, 01234567, first try");
  assert.equal(pane.document.activeElement, pane.find("builds-close"));
  await pane.press("builds-close");
  assert.ok(!pane.box.hidden && pane.builds.hidden);
  assert.equal(pane.focused, 1);
});

// The notice said that a run makes a build.
test("without builds it is said how to make one, or that none are kept", async () => {
  const pane = createPane();
  pane.rows = [];
  await pane.open();
  assert.match(pane.builds.textContent ?? "", /each text that is run becomes a build, with its results\./);
  globalThis.botLibrary = undefined;
  await pane.refreshBuilds();
  assert.match(pane.builds.textContent ?? "", /Builds are not kept: this browser's storage is switched off, or does not answer\./);
});

test("of lists that are asked for at once, the last is shown", async () => {
  const pane = createPane();
  /** @type {((list: unknown) => void)[]} */
  const answers = [];
  Object.assign(globalThis, { botLibrary: () => new Promise(answer => answers.push(answer)) });
  const opened = pane.open();
  const refreshed = pane.refreshBuilds();
  answers[1]({ builds: [ROWS[1]] });
  answers[0]({ builds: [ROWS[0]] });
  await Promise.all([opened, refreshed]);
  await settle();
  assert.ok(pane.find("build-2") && !pane.find("build-1"));
});

test("two builds, or a build and the draft, are compared in the language of the draft", async () => {
  const pane = createPane("my-bot.py");
  pane.rows = ROWS.map(build => ({ ...build, name: "my-bot.py" }));
  await pane.open();
  await pane.press("build-diff-1");
  assert.deepEqual(pane.diffs, [["python", "one", "the draft", "How build 1 became the draft"]]);
  pane.find("diff-to").value = "2";
  pane.find("diff-to").dispatchEvent(new Event("change"));
  await settle();
  assert.deepEqual(pane.diffs.at(-1), ["python", "one", TEXTS[2], "How build 1 became build 2"]);
  assert.equal(pane.ended, 1, "the diff before is gone");
  assert.equal(pane.find("diff-told").textContent, "");
  pane.find("diff-to").value = "1";
  pane.find("diff-to").dispatchEvent(new Event("change"));
  await settle();
  assert.equal(pane.find("diff-told").textContent, "They are the same.");
  // A run that ends meanwhile leaves it as it is.
  await pane.refreshBuilds();
  assert.ok(pane.find("diff-to"));
  await pane.press("builds-all");
  pane.rows = [...pane.rows, { ...row(3, ""), name: "my-bot.py" }];
  await pane.refreshBuilds();
  assert.ok(pane.find("build-3"));
});

test("when a run ends, the list is drawn again, and the focus stays where it is", async () => {
  const pane = createPane();
  await pane.open();
  pane.find("build-diff-1").focus();
  await pane.refreshBuilds();
  assert.equal(pane.document.activeElement, pane.find("build-diff-1"));
  pane.rows = ROWS.slice(1);
  await pane.refreshBuilds();
  assert.equal(pane.document.activeElement, pane.find("builds-close"));
  pane.document.activeElement?.blur();
  await pane.refreshBuilds();
  assert.equal(pane.document.activeElement, null);
});

test("a build that is not kept any more is said to be so", async () => {
  const pane = createPane();
  await pane.open();
  pane.rows = [];
  await pane.press("build-back-1");
  assert.match(pane.builds.textContent ?? "", /This build is not kept any more\./);
  assert.deepEqual(pane.changed, []);
});

// Files that an earlier build does not have were lost for good, and the notice stayed on other
// drafts.
test("going back replaces all files at once, which the notice and the keys undo", async () => {
  const pane = createPane();
  await pane.open();
  await pane.press("build-back-2");
  assert.deepEqual(pane.changed, [[{ path: "start.js", text: "two\n" }, { path: "helper.js", text: "helps" }]]);
  assert.ok(!pane.box.hidden);
  assert.equal(pane.notice.text, "The draft is build 2 again.");
  pane.undoByKey();
  assert.equal(pane.retracted, 1, "once it is undone, the notice is wrong");
  const [[name, undo]] = pane.notice.actions;
  assert.equal(name, "Undo");
  undo();
  assert.equal(pane.status, "");
  pane.isUndone = false;
  undo();
  assert.match(pane.status, /^The draft was changed since: (Ctrl|Cmd)-Z takes back one change after the other\./);
});

test("a draft that another tab edits does not go back", async () => {
  const pane = createPane();
  pane.canChange = false;
  await pane.open();
  await pane.press("build-back-1");
  assert.equal(pane.status, "Another tab edits this draft.");
  assert.deepEqual(pane.changed, []);
});
