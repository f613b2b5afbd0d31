// How runs of a bot share instances: what a run leaves behind, how it ends, and how calls and bytes
// go between the bot and the worker. A bot is a function here, with a memory and globals of its own;
// what suspends it is a promise that it waits for.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { settle } from "../../testing/clock.js";

const PAGE = 65_536, SUSPEND = -1, LEAVE = -2, RETURNED = 1001, FAILED = 1002, TOO_DEEP = 1003;
const { Global, Memory } = WebAssembly;
/** @param {number} value */
const i32 = value => new Global({ value: "i32", mutable: true }, value);
/** @param {bigint} value */
const i64 = value => new Global({ value: "i64", mutable: true }, value);

/**
 * What a bot exports, and its imports.
 * @typedef {{ memory: WebAssembly.Memory, counter: WebAssembly.Global<"i64">, stack:
 * WebAssembly.Global<"i32">, heap: WebAssembly.Global<"i32"> }} Exports
 * @typedef {Record<"read" | "seek", (...args: (number | bigint)[]) => any>} Calls
 *
 * @typedef {(calls: Calls, exports: Exports) => unknown} Run
 *
 * A call as the worker gets it.
 * @typedef {{ number: number, how: number, longs: BigInt64Array, words: Int32Array }} Call
 */

// How many instances there are, and what the module that clears memories has cleared.
/** @type {object[]} */
let instances;
/** @type {[from: number, to: number][]} */
let cleared;
let room = Infinity;
const CLEARER = Uint8Array.of(1);

Object.assign(WebAssembly, {
  /** @type {(call: object) => object} */
  Suspending: function (call) { return call; },
  /** @type {(start: () => unknown) => () => Promise<unknown>} */
  promising: start => async () => start(),
  Module: class {
    /** @param {Uint8Array} bytes */
    constructor(bytes) { this.clears = bytes === CLEARER; }
  },
  Instance: class {
    /**
     * @param {{ clears?: boolean, pages?: number, run: Run }} module
     * @param {{ bot: { memory: WebAssembly.Memory }, wasi: Calls }} imports
     */
    constructor(module, imports) {
      if (module.clears) {
        const { memory } = imports.bot;
        this.exports = { clear: (/** @type {number} */ from, /** @type {number} */ to) => { cleared.push([from, to]); new Uint8Array(memory.buffer).fill(0, from, to); } };
        return;
      }
      if (instances.length >= room) throw new RangeError("no memory");
      instances.push(this);
      const exports = { memory: new Memory({ initial: module.pages ?? 1 }), counter: i64(0n), stack: i32(1), heap: i32(7) };
      new Uint8Array(exports.memory.buffer).set([1, 2, 3], 8_000);
      this.exports = { ...exports, _start: () => module.run(imports.wasi, exports) };
    }
  },
});
Object.defineProperty(globalThis, "navigator", { configurable: true, value: { hardwareConcurrency: 8 } });

/** @type {typeof import("./suspendable_instance.js")} */
let script;
let visits = 0;
beforeEach(async () => {
  [instances, cleared, room] = [[], [], Infinity];
  visits += 1;
  // The instances that wait are those of a worker.
  script = await import(`./suspendable_instance.js?${visits}`);
});

/**
 * A bot that does this, the calls that the worker has got, and what it answers.
 * @param {Run} run
 * @param {{ isKnown?: boolean, pages?: number, answer?: (call: Call) => number }} options
 */
const bot = (run, { isKnown = true, pages, answer = _ => 0 } = {}) => {
  /** @type {[run: number, how: number, counter: bigint][]} */
  const calls = [];
  const own = new Memory({ initial: 1 }), slots = 64;
  /** @type {[string, string, number, boolean, boolean][]} */
  const imports = [["wasi", "read", 3, true, true], ["wasi", "seek", 4, false, false]];
  /** @type {(number: number, how: number) => number} */
  const answerTo = (number, how) => {
    const longs = new BigInt64Array(own.buffer, slots, 10), words = new Int32Array(own.buffer, slots, 20);
    calls.push([number, how, longs[0]]);
    return answer({ number, how, longs, words });
  };
  const pool = new script.InstancePool({ run, pages }, imports, "counter", "stack", isKnown ? ["heap"] : undefined, own, answerTo, CLEARER);
  /** @param {number} number */
  const take = number => {
    const instance = pool.take(slots, number);
    instance.begin();
    return instance;
  };
  return { pool, take, calls, own, how: () => calls.map(([, how]) => how) };
};

test("a run that returns is told with its counter, and its instance is used again", async () => {
  const { take, calls, pool } = bot((_, { counter }) => { counter.value = 50n; });
  const instance = take(1);
  await settle();
  assert.deepEqual(calls, [[1, RETURNED, 50n]]);
  instance.release();
  take(2);
  await settle();
  assert.deepEqual([instances.length, calls[1]], [1, [2, RETURNED, 50n]]);
  assert.equal(pool.fresh?.size, PAGE);
});

test("calls of a recording form are left out where nothing has to be recorded", async () => {
  /** @type {[place: number, counter: bigint][]} */
  const got = [];
  const { pool } = bot(() => {}, { answer: ({ words, longs }) => { got.push([words[2], longs[0]]); return 0; } });
  const instance = pool.take(64, 1);
  const word = new Int32Array(instance.memory.buffer, 400, 1);
  word[0] = -5;
  instance.probe(30, 1n);
  instance.beQuiet(20, 40, 400, 0xfffffffb);
  for (const place of [20, 39, 40, 19]) instance.probe(place, BigInt(place));
  word[0] = 6;
  instance.probe(30, 2n);
  instance.beQuiet(0, 0xffffffff, 0xffffffff, 0);
  instance.probe(30, 3n);
  assert.deepEqual(got, [[30, 1n], [40, 40n], [19, 19n], [30, 2n]]);
  instance.release();
  instance.beQuiet(0, 0, 0, 0);
  assert.throws(() => instance.probe(30, 4n), /has left/);
});

test("a run finds nothing that the run before has left", async () => {
  /** @type {(number | bigint)[][]} */
  const seen = [];
  const { take } = bot((_, { memory, heap, counter, stack }) => {
    const bytes = new Uint8Array(memory.buffer);
    seen.push([bytes[0], ...bytes.slice(7_999, 8_004), bytes[40_000], bytes[PAGE - 1], heap.value, counter.value, stack.value]);
    bytes.fill(9);
    [heap.value, counter.value, stack.value] = [100, 5n, -1];
  });
  for (const number of [1, 2, 3]) {
    const instance = take(number);
    await settle();
    instance.release();
  }
  const first = [0, 0, 1, 2, 3, 0, 0, 0, 7, 0n, 1];
  assert.deepEqual([seen, instances.length], [[first, first, first], 1]);
  // As `memory_clearer.rs` makes it: whole blocks of 4096 bytes, in the memory `bot.memory`.
  assert.deepEqual(cleared.slice(0, 2), [[0, 4_096], [8_192, PAGE]]);
});

test("an instance is not used again whose memory has grown, or whose changes are not known", async () => {
  const grown = bot((_, { memory }) => { memory.grow(1); });
  const first = grown.take(1);
  await settle();
  first.release();
  grown.take(2);
  assert.equal(instances.length, 2);
  const unknown = bot(() => {}, { isKnown: false });
  const other = unknown.take(1);
  await settle();
  other.release();
  unknown.take(2);
  assert.equal(instances.length, 4);
});

test("an instance with a large memory is not used again: to put it back takes longer", async () => {
  const { take } = bot(() => {}, { pages: 65 });
  const instance = take(1);
  await settle();
  instance.release();
  take(2);
  assert.equal(instances.length, 2);
});

test("as many wait as the worker has room for, and give way where there is none", async () => {
  assert.equal(script.room(), 5, "half of 96 memories in nine workers");
  const { take } = bot(() => {});
  const runs = Array.from({ length: 7 }, (_, number) => take(number));
  await settle();
  runs.forEach(run => run.release());
  const again = Array.from({ length: 7 }, (_, number) => take(number));
  assert.equal(instances.length, 9, "five were used again");
  await settle();
  again.forEach(run => run.release());
  room = 9;
  const other = bot(() => {});
  assert.throws(() => other.take(1), RangeError, "there is no room even without them");
  room = 16;
  Array.from({ length: 5 }, (_, number) => take(number));
  assert.equal(instances.length, 14, "those that waited are gone");
});

test("a call has its arguments in the slots, and its answer may change the counter", async () => {
  /** @type {unknown[]} */
  const got = [];
  /** @param {Call} call */
  const answer = ({ how, longs, words }) => {
    if (how === 3) got.push([words[2], words[4], words[6], words[8]]);
    if (how === 4) got.push([longs[1], words[4]]);
    longs[0] += 100n;
    return 28;
  };
  const { take, calls } = bot(({ read, seek }, { counter }) => {
    counter.value = 1n;
    got.push(read(1, 2, 3, 4), seek(5n << 40n, 6), counter.value);
  }, { answer });
  take(1);
  await settle();
  assert.deepEqual(got, [[1, 2, 3, 4], [5n << 40n, 6], 28, 28, 201n]);
  assert.deepEqual(calls, [[1, 3, 1n], [1, 4, 101n], [1, RETURNED, 201n]]);
});

test("a bot that waits goes on with the answer, and with the counter of then", async () => {
  /** @type {unknown[]} */
  const got = [];
  const { take, calls, own } = bot(async ({ read }, { counter }) => { got.push(await read(1, 2, 3, 4), counter.value); },
    { answer: ({ how }) => how === 3 ? SUSPEND : 0 });
  const instance = take(1);
  await settle();
  assert.deepEqual(got, []);
  new BigInt64Array(own.buffer, 64, 1)[0] = 77n;
  instance.resume(8);
  await settle();
  assert.deepEqual([got, calls.at(-1)], [[8, 77n], [1, RETURNED, 77n]]);
});

test("a run that is ended while it waits is unwound, tells nothing, and leaves its instance", async () => {
  let isUnwound = false;
  const { take, how } = bot(async ({ read }) => { try { await read(); } finally { isUnwound = true; } }, { answer: ({ how }) => how === 3 ? SUSPEND : 0 });
  take(1).release();
  await settle();
  assert.deepEqual([isUnwound, how()], [true, [3]]);
  take(2);
  assert.equal(instances.length, 1);
});

test("a run that was ended makes no more calls: its slots are the worker's again", async () => {
  /** @type {string[]} */
  const refused = [];
  /** @param {() => unknown} call */
  const attempt = call => { try { call(); } catch (error) { refused.push(error instanceof Error ? error.message : ""); } };
  const { take, how } = bot(async ({ read, seek }) => {
    await read().catch(() => {});
    attempt(() => seek(1n));
    attempt(() => read(1));
  }, { answer: ({ how }) => how === 3 ? SUSPEND : 0 });
  take(1).release();
  await settle();
  assert.deepEqual([how(), refused], [[3], ["the bot has left", "the bot has left"]]);
});

test("a bot that leaves, or fails, or calls too deep, is told as such", async () => {
  const left = bot(({ seek }) => { seek(1n); }, { answer: ({ how }) => how === 4 ? LEAVE : 0 });
  left.take(1);
  const failed = bot(() => { throw new RangeError("unreachable"); });
  const run = failed.take(1);
  const deep = bot((_, { stack }) => {
    stack.value = -1;
    throw new Error("unreachable");
  });
  deep.take(1);
  await settle();
  assert.deepEqual([left.how(), failed.how(), deep.how()], [[4, FAILED], [FAILED], [TOO_DEEP]]);
  assert.equal(run.failure(), "RangeError: unreachable");
});

test("bytes are copied within both memories only, also when one has grown", () => {
  const { take, own } = bot((_, { memory }) => { memory.grow(1); });
  const instance = take(1);
  for (const length of [5, 100]) {
    const bytes = Uint8Array.from({ length }, (_, nth) => nth + 1);
    new Uint8Array(own.buffer).set(bytes, 1_000);
    assert.ok(instance.write(2 * PAGE - length, 1_000, length));
    assert.ok(instance.read(2 * PAGE - length, 2_000, length));
    assert.deepEqual(new Uint8Array(own.buffer).slice(2_000, 2_000 + length), bytes);
    assert.ok(!instance.write(2 * PAGE - length + 1, 1_000, length) && !instance.read(2 * PAGE - length + 1, 2_000, length));
  }
  own.grow(1);
  instance.read(8_000, PAGE, 3);
  assert.deepEqual([...new Uint8Array(own.buffer, PAGE, 3)], [1, 2, 3], "the worker's has grown too");
  assert.equal(instance.size(), 2 * PAGE);
});

test("a browser suspends modules if it has both functions for it", () => {
  assert.equal(script.suspends(), true);
  const { promising } = WebAssembly;
  Object.assign(WebAssembly, { promising: undefined });
  assert.equal(script.suspends(), false);
  Object.assign(WebAssembly, { promising });
});
