// What the editor offers of Python.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OFFERS } from "./offers.js";

test("all that is offered has words", () => {
  const all = OFFERS.flatMap(offer => [offer, ...offer.members]);
  assert.deepEqual(all.filter(({ words }) => !words), []);
});
