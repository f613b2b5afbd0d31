// The sentence on where a draft is from.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findAll, installDocument } from "../../testing/elements.js";
import { createDraftOrigin } from "./draft_origin.js";

const createOrigin = () => {
  const document = installDocument();
  /** @type {{ origin: string | undefined, focused: number }} */
  const shown = { origin: "link", focused: 0 };
  const session = { origin: () => shown.origin, forgetOrigin: () => { shown.origin = undefined; } };
  const { element, draw } = createDraftOrigin(session, () => { shown.focused += 1; });
  document.body.append(element);
  return Object.assign(shown, { draw, sentence: () => findAll("write-origin")[0], close: () => findAll("write-origin-close")[0] });
};

test("it says how the draft came, and is gone for a draft of one's own", () => {
  const shown = createOrigin();
  shown.draw();
  assert.match(shown.sentence().textContent, /^This bot came with a link: somebody else wrote it\. It runs in the sandbox, and only when you press Run\./);
  shown.origin = "file";
  shown.draw();
  assert.match(shown.sentence().textContent, /^This bot came with a file/);
  shown.origin = undefined;
  shown.draw();
  assert.equal(shown.sentence(), undefined);
});

test("it is not drawn again while it stays the same: screen readers would announce it again", () => {
  const shown = createOrigin();
  shown.draw();
  const sentence = shown.sentence();
  shown.draw();
  assert.equal(shown.sentence(), sentence);
});

test("closing it forgets the origin; after a key, the text gets the focus", () => {
  for (const [detail, focused] of [[0, 1], [1, 0]]) {
    const shown = createOrigin();
    shown.draw();
    shown.close().click(detail);
    assert.equal(shown.origin, undefined);
    assert.equal(shown.focused, focused);
  }
});
