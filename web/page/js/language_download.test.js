// How an interpreter comes: in pieces, broken off, damaged, and once for all that ask for it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { settle, until } from "../../testing/clock.js";
import { installDocument } from "../../testing/elements.js";
import { visitScript } from "../../testing/served_script.js";

const BYTES = Uint8Array.from({ length: 3_000_000 }, (_, nth) => nth % 251);
const NAME = async () => {
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", BYTES)).toString("hex");
  return `https://page.example/bots/python-${hash.slice(0, 16)}.wasm`;
};

/** @typedef {{ ok?: boolean, pieces?: Uint8Array[], length?: number, isBroken?: boolean, encoding?: string }} Answer */

/** @type {(Answer | undefined)[]} What the server answers, one after the other; nothing without a connection. */
let answers = [];
/** @type {string[]} */
let asked = [];
/** @type {(() => void)[]} Let the next piece of an answer come. */
let waiting = [];
/** @type {ReturnType<typeof installDocument>} */
let page;

/** @param {Answer} answer */
const bodyOf = ({ pieces = [BYTES], isBroken = false }) => ({
  getReader: () => {
    const left = [...pieces];
    return {
      read: async () => {
        await new Promise(done => { waiting.push(() => done(undefined)); });
        const value = left.shift();
        if (!value && isBroken) throw new TypeError("network error");
        return value ? { done: false, value } : { done: true, value: undefined };
      },
    };
  },
});

/**
 * Lets all pieces come until something holds. A hash that node makes in between takes its own time.
 * @param {() => unknown} holds
 */
const comeUntil = holds => until(() => {
  waiting.splice(0).forEach(come => come());
  return holds();
});

/**
 * What a request comes to, once all its pieces have come.
 * @template T
 * @param {Promise<T>} fetched
 */
const comeAll = async fetched => {
  let isDone = false;
  const end = () => { isDone = true; };
  fetched.then(end, end);
  await comeUntil(() => isDone);
  return fetched;
};

const box = () => page.body.querySelector(".download");
/** @param {string} name */
const press = name => box()?.querySelector(`[data-testid=${name}]`)?.dispatchEvent(new Event("click"));

beforeEach(async () => {
  page = installDocument();
  Object.assign(page, { baseURI: "https://page.example/" });
  [answers, asked, waiting] = [[], [], []];
  Object.assign(globalThis, {
    fetch: async (/** @type {string} */ address, /** @type {{ method?: string }} */ { method = "GET" } = {}) => {
      if (method === "HEAD") return { ok: true };
      asked.push(address);
      const answer = answers.shift();
      if (!answer) throw new TypeError("no connection");
      const { ok = true, length = BYTES.length, encoding = "" } = answer;
      const headers = new Map([["Content-Length", String(length)], ["Content-Encoding", encoding]]);
      return { ok, headers, body: bodyOf(answer) };
    },
  });
  await visitScript("page/js/language_download.js");
});

const fetchIt = async () => {
  const fetched = globalThis.fetchInterpreter?.(await NAME(), "Python");
  assert.ok(fetched);
  return fetched;
};

test("a bar shows how much has come, and it comes once for all", async () => {
  answers = [{ pieces: [BYTES.subarray(0, 1_000_000), BYTES.subarray(1_000_000)] }];
  const address = await NAME();
  const both = [globalThis.fetchInterpreter?.(address, "Python"), globalThis.fetchInterpreter?.(address, "Python")];
  await until(() => waiting.length > 0);
  waiting.shift()?.();
  await settle();
  assert.equal(box()?.textContent, "Fetching Python, once: 1.0 of 3.0 MB");
  const bar = /** @type {{ max?: number, value?: number } | null | undefined} */ (/** @type {unknown} */ (box()?.querySelector("progress")));
  assert.deepEqual([bar?.max, bar?.value], [3_000_000, 1_000_000]);
  const [one, other] = await comeAll(Promise.all(both));
  assert.deepEqual([one?.length, one === other, asked.length, box()], [BYTES.length, true, 1, null]);
});

test("of a compressed answer, the length is not told", async () => {
  answers = [{ encoding: "br", length: 900_000 }];
  const fetched = fetchIt();
  await until(() => waiting.length > 0);
  waiting.shift()?.();
  await settle();
  assert.equal(box()?.textContent, "Fetching Python, once: 3.0 MB");
  assert.equal((await comeAll(fetched))?.length, BYTES.length);
});

for (const [why, answer] of /** @type {[string, Answer | undefined][]} */ ([
  ["no connection", undefined],
  ["the connection broke off", { pieces: [BYTES.subarray(0, 9)], isBroken: true }],
  ["the connection broke off", { pieces: [BYTES.subarray(0, 9)] }],
  ["the file is not the expected one", { pieces: [BYTES.map(byte => byte ^ 1)] }],
])) {
  test(`what does not come whole can be tried again: ${why}${answer?.isBroken ? " by an error" : ""}`, async () => {
    answers = [answer, {}];
    const fetched = fetchIt();
    await comeUntil(() => box()?.textContent?.startsWith(`Python did not come whole (${why}).`));
    press("download-again");
    assert.equal((await comeAll(fetched))?.length, BYTES.length);
    assert.deepEqual([asked.length, box()], [2, null]);
  });
}

test("who gives up is told why, and may ask again", async () => {
  answers = [undefined, {}];
  const fetched = fetchIt();
  const refused = assert.rejects(fetched, /^Error: no connection$/);
  await until(() => box()?.querySelector("[data-testid=download-close]"));
  press("download-close");
  await refused;
  assert.equal((await comeAll(fetchIt()))?.length, BYTES.length);
});

test("a page without the file has none", async () => {
  answers = [{ ok: false }];
  assert.equal(await fetchIt(), undefined);
  assert.equal(box(), null);
});
