// When the deferred module is fetched, what waits for it, and what a failure leads to.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { installDocument } from "../../testing/elements.js";
import { settle } from "../../testing/clock.js";
import { visitScript } from "../../testing/served_script.js";

// A module that calls the program's function `f` with 128 when it starts.
const MODULE = Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 8, 2, 0x60, 1, 0x7f, 0, 0x60, 0, 0, 2, 7, 1, 1, 0x70, 1, 0x66, 0, 0, 3, 2, 1, 1, 8, 1, 1,
  10, 9, 1, 7, 0, 0x41, 0x80, 1, 0x10, 0, 0x0b,
]);
/** @type {unknown[]} */
let asked;
let started = 0, status = 200;
/** @type {{ f: (number: number) => void }} */
const program = { f: number => { started += number === 128 ? 1 : NaN; } };

/** @typedef {{ getItem: (key: string) => string | null }} KeptStorage */

/** @type {(...keys: string[]) => KeptStorage} */
const createStorage = (...keys) => ({ getItem: key => keys.includes(key) ? "1" : null });

/**
 * A visit of a page in two parts, at this address.
 * @param {string} hash
 * @param {{ isSplit?: boolean, localStorage?: KeptStorage, sessionStorage?: KeptStorage }} browser
 * @returns {Promise<typeof import("./deferred_code.js")>}
 */
const visit = async (hash, { isSplit = true, localStorage = createStorage(), sessionStorage = createStorage() } = {}) => {
  const document = installDocument();
  Object.assign(globalThis, { window: { localStorage, sessionStorage }, location: { hash } });
  if (isSplit) document.body.append(Object.assign(document.createElement("script"), { id: "file-names" }));
  const script = await visitScript("page/js/deferred_code.js");
  await settle();
  return script;
};

beforeEach(() => {
  [asked, started, status] = [[], 0, 200];
  /** @param {string} address */
  const fetch = async address => {
    asked.push(address);
    return { ok: status === 200, status, arrayBuffer: async () => MODULE.slice().buffer };
  };
  class FakeRequest {
    type = "";

    /** @param {[method: string, address: string, isAsynchronous: boolean]} request */
    open(...request) { asked.push(request); }
    /** @param {string} type */
    overrideMimeType(type) { this.type = type; }
    send() {
      this.status = status;
      // Bytes from 128 on are characters for private use.
      this.responseText = String.fromCharCode(...Array.from(MODULE, byte => byte < 128 ? byte : 0xf700 + byte));
      if (this.type !== "text/plain; charset=x-user-defined") this.responseText = "";
    }
  }
  Object.assign(globalThis, { fetch, XMLHttpRequest: FakeRequest });
});

test("a first visit shows the first board without the module", async () => {
  for (const hash of ["", "#/", "#/connect-four"]) {
    const { canStart } = await visit(hash);
    assert.deepEqual([canStart(program), asked], [true, []], hash);
  }
});

test("any other visit fetches the module at once, and waits for it", async () => {
  for (const [hash, kept] of /** @type {[string, Record<string, KeptStorage>][]} */ ([
    ["#/stratego", {}], ["#/connect-four/r/abc", {}], ["", { localStorage: createStorage("botyard-visit") }],
    ["#/connect-four", { sessionStorage: createStorage("botyard-page") }],
  ])) {
    asked = [];
    const { canStart, loadDeferredCode } = await visit(hash, kept);
    assert.deepEqual([canStart(program), asked], [false, ["http://127.0.0.1/botyard-web-deferred_bg.wasm"]], hash);
    await loadDeferredCode();
    await loadDeferredCode();
    assert.deepEqual([canStart(program), started, asked.length], [true, 1, 1], hash);
    started = 0;
  }
});

test("a browser whose storage cannot be read is on its first visit", async () => {
  const { canStart } = await visit("", { localStorage: { getItem() { throw new DOMException("", "SecurityError"); } } });
  assert.equal(canStart(program), true);
});

test("a page in one piece needs no module", async () => {
  const { canStart, loadDeferredCode, needDeferredCode } = await visit("#/stratego", { isSplit: false });
  assert.equal(canStart(program), true);
  await loadDeferredCode();
  needDeferredCode();
  assert.deepEqual(asked, []);
});

test("who asks for the module twice before it is here fetches it once", async () => {
  const { canStart, loadDeferredCode } = await visit("");
  canStart(program);
  await Promise.all([loadDeferredCode(), loadDeferredCode()]);
  assert.equal(asked.length, 1);
});

test("without the module, the program's error has the name that the page knows", async () => {
  status = 404;
  const { canStart, needDeferredCode } = await visit("");
  canStart(program);
  assert.throws(needDeferredCode, { name: "MissingCode" });
});

test("a module that could not be fetched is fetched again by who needs it next", async () => {
  status = 404;
  const { canStart, loadDeferredCode } = await visit("#/stratego");
  canStart(program);
  await loadDeferredCode();
  assert.deepEqual([canStart(program), started], [false, 0]);
  status = 200;
  await loadDeferredCode();
  assert.deepEqual([canStart(program), started, asked.length], [true, 1, 2]);
});

test("a program that cannot wait gets the module at once, and only once", async () => {
  const { canStart, loadDeferredCode, needDeferredCode } = await visit("");
  canStart(program);
  needDeferredCode();
  needDeferredCode();
  await loadDeferredCode();
  assert.deepEqual([started, asked], [1, [["GET", "http://127.0.0.1/botyard-web-deferred_bg.wasm", false]]]);
});

test("a program that cannot wait fails without a host, and can try again", async () => {
  const { canStart, needDeferredCode } = await visit("");
  canStart(program);
  status = 404;
  assert.throws(needDeferredCode, /botyard-web-deferred_bg.wasm: 404/);
  status = 200;
  needDeferredCode();
  assert.equal(started, 1);
});
