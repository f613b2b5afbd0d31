// The sentence on where a draft is from.

import assert from "node:assert/strict";
import { test } from "node:test";

import { installDocument } from "../../testing/elements.js";
import { createDraftOrigin } from "./draft_origin.js";

const createOrigin = () => {
  const document = installDocument();
  const shown = { origin: "link", focused: 0 };
  const session = { origin: () => shown.origin, forgetOrigin: () => { shown.origin = undefined; } };
  const { element, draw } = createDraftOrigin(session, () => { shown.focused += 1; });
  document.body.append(element);
  const find = id => document.querySelector(`[data-testid=${id}]`);
  return Object.assign(shown, { draw, sentence: () => find("write-origin"), close: () => find("write-origin-close") });
};

test("It says how the draft came, and is gone for a draft of one's own", () => {
  const shown = createOrigin();
  shown.draw();
  assert.match(shown.sentence().textContent, /^This bot came with a link: somebody else wrote it\. It runs in the sandbox, and only when you press Run\./);
  shown.origin = "file";
  shown.draw();
  assert.match(shown.sentence().textContent, /^This bot came with a file/);
  shown.origin = undefined;
  shown.draw();
  assert.equal(shown.sentence(), null);
});

test("It is not drawn again while it stays the same: screen readers would announce it again", () => {
  const shown = createOrigin();
  shown.draw();
  const sentence = shown.sentence();
  shown.draw();
  assert.equal(shown.sentence(), sentence);
});

test("Closing it forgets the origin; after a key, the text gets the focus", () => {
  for (const [detail, focused] of [[0, 1], [1, 0]]) {
    const shown = createOrigin();
    shown.draw();
    shown.close().click(detail);
    assert.equal(shown.origin, undefined);
    assert.equal(shown.focused, focused);
  }
});
