// The messages of the panel: which of them stay, and which go with their draft.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findAll, installDocument } from "../../testing/elements.js";
import { createMessages } from "./panel_messages.js";

const create = () => {
  const document = installDocument();
  const shown = { focused: 0 };
  const messages = createMessages(() => { shown.focused += 1; });
  document.body.append(messages.status, messages.notice);
  /** @param {string} id */
  const find = id => findAll(id)[0];
  const text = () => findAll("write-told").at(0)?.querySelector("span")?.textContent;
  return Object.assign(shown, { messages, find, text });
};

test("a notice stays until it is closed or replaced", () => {
  const shown = create();
  shown.messages.announce("first");
  shown.messages.announce("second");
  assert.equal(shown.text(), "second");
  shown.find("write-told-close").click();
  assert.equal(shown.text(), undefined);
});

test("an action ends its notice first: it may show another", () => {
  const shown = create();
  shown.messages.announce("deleted", [["Undo", () => shown.messages.announce("restored")]], false);
  assert.equal(shown.find("write-told").className, "told");
  shown.find("write-told-0").click();
  assert.equal(shown.text(), "restored");
  assert.equal(shown.find("write-told").className, "told bad");
});

test("after a key, the text gets the focus of a button that is gone; after a tap it does not", () => {
  const shown = create();
  for (const [detail, focused] of [[1, 0], [0, 1]]) {
    shown.messages.announce("told", [["Act", () => {}]]);
    shown.find("write-told-0").click(detail);
    assert.equal(shown.focused, focused);
  }
});

// A notice about one draft was shown for others, too.
test("a notice about a draft goes with it, and others stay", () => {
  const shown = create();
  const { messages } = shown;
  messages.announceOfText("of the draft");
  messages.retractOfText();
  assert.equal(shown.text(), undefined);
  messages.announceProblem("an error of the bot");
  messages.retractOfText();
  assert.equal(shown.text(), undefined);
  messages.announceOfText("of the draft");
  messages.announce("of the storage");
  messages.retractOfText();
  messages.retractProblem();
  assert.equal(shown.text(), "of the storage");
});

test("a run takes the last error away, and no other notice", () => {
  const shown = create();
  shown.messages.announceProblem("an error of the bot");
  shown.messages.retractProblem();
  assert.equal(shown.text(), undefined);
  shown.messages.announceOfText("of the draft");
  shown.messages.retractProblem();
  assert.equal(shown.text(), "of the draft");
});

test("a notice is retracted only while it is shown", () => {
  const shown = create();
  const retract = shown.messages.announce("first");
  shown.messages.announce("second");
  retract();
  assert.equal(shown.text(), "second");
});

test("the line of status marks what is between backticks", () => {
  const shown = create();
  shown.messages.say("it answered `9`, which is no column");
  assert.equal(shown.find("write-status").textContent, "it answered 9, which is no column");
  assert.equal(shown.find("write-status").querySelector("code")?.textContent, "9");
});
