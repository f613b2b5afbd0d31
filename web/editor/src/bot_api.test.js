// What the editor offers of `botyard.d.ts` is what is in it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readDeclarations } from "./bot_api.js";

const DECLARATIONS = readFileSync(new URL("../../../languages/typescript/starter/botyard.d.ts", import.meta.url), "utf8");

/** @type {(offers: import("./bot_api.js").Offer[], name: string) => import("./bot_api.js").Offer | undefined} */
const find = (offers, name) => offers.find(offer => offer.name === name);

test("every declaration is offered, with its type and its comment", () => {
  const offers = readDeclarations(DECLARATIONS);
  assert.equal(offers.length, DECLARATIONS.match(/^declare /gm)?.length);
  const words = "The next line that the bot is sent, without its end; `null` after the last.";
  assert.deepEqual(find(offers, "readline"), { name: "readline", kind: "function", type: "(): string | null", words, members: [] });
  assert.deepEqual(offers.map(({ kind }) => kind).filter(kind => kind === "variable").length, 3);
});

test("members are offered behind a dot", () => {
  const offers = readDeclarations(DECLARATIONS);
  /** @param {string} name */
  const members = name => find(offers, name)?.members.map(({ name, type }) => name + type);
  const write = "(...values: unknown[]) => void";
  assert.deepEqual(members("console"), ["log", "info", "debug", "error", "warn", "trace"].map(name => name + write));
  assert.deepEqual(members("performance"), ["now(): number"]);
  assert.deepEqual(members("readline"), []);
});
