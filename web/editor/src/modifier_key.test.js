// Which keys run and keep a draft.

import "../../testing/browser.js";

import assert from "node:assert/strict";
import { test } from "node:test";

const { isKeepKey, isRunKey } = await import("./modifier_key.js");

/** @type {(key: string, parts?: Partial<import("./modifier_key.js").KeyPress>) => import("./modifier_key.js").KeyPress} */
const press = (key, parts = {}) => ({ key, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false, defaultPrevented: false, isComposing: false, ...parts });

test("the modifier with Enter runs a draft, and with s keeps it", () => {
  assert.ok(isRunKey(press("Enter")) && isRunKey(press("Enter", { ctrlKey: false, metaKey: true })) && isRunKey(press("Enter", { shiftKey: true })));
  assert.ok(!isRunKey(press("Enter", { ctrlKey: false })) && !isRunKey(press("s")));
  assert.ok(isKeepKey(press("s")) && !isKeepKey(press("s", { ctrlKey: false })) && !isKeepKey(press("s", { altKey: true })) && !isKeepKey(press("Enter")));
});

test("a key that another handler has taken, or that ends a composition, does neither", () => {
  for (const parts of [{ defaultPrevented: true }, { isComposing: true }]) assert.ok(!isRunKey(press("Enter", parts)) && !isKeepKey(press("s", parts)));
});
