// Which bots a run plays against, beside those that have seats.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findAll, installDocument } from "../../testing/elements.js";
import { createStorage } from "../../testing/tab.js";
import { createOpponentChoice } from "./opponent_choice.js";

const FIELD = ["random", "tactician"].map(name => ({ key: `file:${name}.wasm`, name }));

/**
 * @param {string} game
 * @param {Pick<Storage, "getItem" | "setItem">} storage
 */
const createChoice = (game, storage = createStorage()) => {
  const document = installDocument();
  Object.assign(globalThis, { localStorage: storage });
  /** @type {{ chosen: string[] | undefined, storage: typeof storage }} */
  const choice = { chosen: undefined, storage };
  const { opener, element, fold, show } = createOpponentChoice(game, keys => { choice.chosen = keys; });
  document.body.append(opener, element);
  /** @param {string} name */
  const box = name => findAll(`opponent-${name}`)[0];
  /** @param {string} name */
  const tick = name => {
    box(name).checked = !box(name).checked;
    box(name).dispatchEvent(new Event("change"));
  };
  return Object.assign(choice, { document, opener, element, fold, show, box, tick });
};

test("chosen bots are told to the page, and counted on the button", () => {
  const choice = createChoice("connect-four");
  choice.show(FIELD);
  assert.deepEqual(choice.chosen, []);
  assert.equal(choice.opener.textContent, "Opponents");
  choice.tick("tactician");
  assert.deepEqual(choice.chosen, ["file:tactician.wasm"]);
  assert.equal(choice.opener.textContent, "Opponents (+1)");
  choice.tick("tactician");
  assert.deepEqual(choice.chosen, []);
});

// The run had a hundred games again, and no further opponents.
test("the next visit has the same opponents, each game its own", () => {
  const before = createChoice("connect-four");
  before.show(FIELD);
  before.tick("tactician");
  const choice = createChoice("connect-four", before.storage);
  choice.show(FIELD);
  assert.deepEqual(choice.chosen, ["file:tactician.wasm"]);
  assert.ok(choice.box("tactician").checked && !choice.box("random").checked);
  const other = createChoice("stratego", before.storage);
  other.show(FIELD);
  assert.deepEqual(other.chosen, []);
});

test("what an earlier version has kept is read", () => {
  const storage = createStorage();
  storage.setItem("botyard-run-opponents-connect-four", FIELD.map(({ key }) => key).join("\0"));
  const choice = createChoice("connect-four", storage);
  choice.show(FIELD);
  assert.deepEqual(choice.chosen, FIELD.map(({ key }) => key));
});

test("a chosen bot that is away for a while is chosen again when it is back", () => {
  const choice = createChoice("connect-four");
  choice.show(FIELD);
  choice.tick("tactician");
  choice.show(FIELD.slice(0, 1));
  assert.deepEqual(choice.chosen, []);
  assert.equal(choice.opener.textContent, "Opponents");
  choice.show(FIELD);
  assert.deepEqual(choice.chosen, ["file:tactician.wasm"]);
});

test("boxes stay in place while the bots are the same", () => {
  const choice = createChoice("connect-four");
  choice.show(FIELD);
  const box = choice.box("random");
  choice.show(FIELD);
  assert.equal(choice.box("random"), box);
});

// On a laptop the choice left no room for the numbers.
test("a run folds the choice away, and keeps the focus of whoever was in it", () => {
  const choice = createChoice("connect-four");
  choice.show(FIELD);
  assert.ok(choice.element.hidden);
  choice.opener.click();
  assert.ok(!choice.element.hidden);
  assert.equal(choice.opener.getAttribute("aria-expanded"), "true");
  choice.box("random").focus();
  choice.fold();
  assert.ok(choice.element.hidden);
  assert.equal(choice.opener.getAttribute("aria-expanded"), "false");
  assert.equal(choice.document.activeElement, findAll("write-opponents")[0]);
});

test("where the browser keeps nothing, a choice lasts as long as the page", () => {
  const refuse = () => { throw new DOMException("", "SecurityError"); };
  const choice = createChoice("connect-four", { getItem: refuse, setItem: refuse });
  choice.show(FIELD);
  choice.tick("random");
  assert.deepEqual(choice.chosen, ["file:random.wasm"]);
});
