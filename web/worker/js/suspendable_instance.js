// Runs of bots, one after the other in an instance: its imports, and the promises that suspend it
// (JSPI).
//
// It moves arguments, memory and the counter between the bot and the worker, and decides nothing:
// every call goes to `answer`, a function of the worker, which returns the call's result.

// Values that `answer` may return instead of an error number.
const SUSPEND = -1;
const LEAVE = -2;

// A call of a recording form, which `answer` gets with a place and the counter there. Of others, it
// gets what the module passes.
const PROBE = 1004;

// Calls of `answer` besides the system calls, which have the numbers of the sandbox's table.
const RETURNED = 1001;
const FAILED = 1002;
const TOO_DEEP = 1003;

// Thrown through a bot that leaves, or that is made to. No module can catch it: the sandbox refuses
// those that could.
const LEFT = new Error("the bot has left");

/** Whether this browser can suspend a module that waits. */
export function suspends() {
  return typeof WebAssembly.Suspending === "function" && typeof WebAssembly.promising === "function";
}

// Chromium has room for about 120 memories in all workers of a page together, of which the page's
// own programs need some.
const MEMORIES = 96;

// The page's worker, and the workers of series, one for each processor: each has its share. Half of
// it is for the runs of a match, and half for instances that wait for another run.
const WORKERS = 1 + Math.min(navigator.hardwareConcurrency || 1, 20);
const IDLE = Math.max(2, Math.floor(MEMORIES / WORKERS / 2));

/** How many runs a worker may have at the same time. */
export function room() {
  return IDLE;
}

// In bytes: putting a larger memory back takes longer than a new instance.
const RESTORED = 4 << 20;

// In bytes: what the module clears at once (`memory_clearer.rs`).
const BLOCK = 4096;

const NONE = new BigInt64Array();

// Where no call of a recording form is left out.
const NOT_QUIET = { start: 0, end: 0, at: -1, word: 0 };

/**
 * The content of a new instance: the size of its memory, the bytes between its leading and trailing
 * zeros, where these begin, and its globals.
 * @typedef {{ size: number, bytes: Uint8Array, at: number, values: [name: string, value: number |
 * bigint][] }} FreshContent
 */

/** @type {SuspendableInstance[]} The instances that wait, the latest last. */
const idle = [];

/**
 * A compiled module, and its instances whose runs have ended: they are used again if every change
 * of a run can be undone.
 */
export class InstancePool {
  /**
   * @param {WebAssembly.Module} module what the sandbox's pass made of the bot
   * @param {[string, string, number, boolean, boolean][]} imports module, name, number, whether the
   * bot may have to wait in it, and whether its arguments are at most four `i32`
   * @param {string} counter the name of the exported counter
   * @param {string} stack the name of the exported global that is below zero when calls went too
   * deep
   * @param {string[] | undefined} state the names of the exported globals that a run changes;
   * `undefined` if it may change more than those and its memory
   * @param {WebAssembly.Memory} own the worker's memory
   * @param {(run: number, number: number) => number} answer answers a call of a run: an error
   * number, SUSPEND or LEAVE
   * @param {BufferSource} clearer the module that clears memories: see `memory_clearer.rs`
   */
  constructor(module, imports, counter, stack, state, own, answer, clearer) {
    this.module = module;
    this.imports = imports;
    this.counter = counter;
    this.stack = stack;
    this.own = own;
    this.answer = answer;
    this.clearer = new WebAssembly.Module(clearer);
    this.state = state && [counter, stack, ...state];
    /** @type {FreshContent | undefined} */
    this.fresh = undefined;
  }

  /**
   * An instance before its first instruction.
   * @param {number} slots where in the worker's memory the counter and the arguments of a call are
   * exchanged, as ten 64-bit numbers
   * @param {number} run the run's number, by which `answer` knows it
   */
  take(slots, run) {
    const at = idle.findLastIndex((instance) => instance.pool === this);
    const instance = at < 0 || !this.fresh ? this.makeRoom() : this.restore(idle.splice(at, 1)[0], this.fresh);
    instance.lease(slots, run);
    return instance;
  }

  /**
   * Keeps an instance whose run has ended, unless its memory has grown: the next run would see
   * that.
   * @param {SuspendableInstance} instance
   */
  put(instance) {
    if (!this.fresh || instance.inside().length !== this.fresh.size) return;
    idle.push(instance);
    if (idle.length > IDLE) idle.shift();
  }

  // A new instance. Where there is no room, those that wait are in its way: the browser collects
  // them when it looks for some.
  makeRoom() {
    try {
      return this.make();
    } catch (failure) {
      if (!idle.length) throw failure;
      idle.length = 0;
      return this.make();
    }
  }

  make() {
    const instance = new SuspendableInstance(this);
    if (this.state && !this.fresh && instance.bytes.length <= RESTORED) this.fresh = contents(instance, this.state);
    return instance;
  }

  /**
   * @param {SuspendableInstance} instance
   * @param {FreshContent} fresh
   */
  restore(instance, { size, bytes, at, values }) {
    instance.clear(0, at);
    instance.inside().set(bytes, at);
    instance.clear(at + bytes.length, size);
    for (const [name, value] of values) instance.exports[name].value = value;
    return instance;
  }
}

/** @type {(instance: SuspendableInstance, state: string[]) => FreshContent} */
function contents(instance, state) {
  const { buffer } = instance.memory;
  const words = new Uint32Array(buffer);
  let [from, to] = [0, words.length];
  while (from < to && words[from] === 0) from++;
  while (from < to && words[to - 1] === 0) to--;
  /** @type {[name: string, value: number | bigint][]} */
  const values = state.map((name) => [name, instance.exports[name].value]);
  return { size: buffer.byteLength, bytes: new Uint8Array(buffer.slice(4 * from, 4 * to)), at: 4 * from, values };
}

class SuspendableInstance {
  // The worker's memory: the slots as 64-bit and as 32-bit numbers, and all of it.
  longs = NONE;
  words = new Int32Array();
  ours = new Uint8Array();
  slots = 0;
  run = 0;
  quiet = NOT_QUIET;
  insideWords = new Int32Array();
  isRunning = false;
  isReleased = false;
  /** @type {Error | undefined} */
  failed = undefined;
  /** @type {{ go: (answer: number) => void, leave: (why: Error) => void } | undefined} The call that waits. */
  pending = undefined;

  /** @param {InstancePool} pool where it comes from */
  constructor(pool) {
    this.pool = pool;
    this.own = pool.own;
    /** @type {WebAssembly.Imports} */
    const offered = {};
    for (const [from, name, number, waits, isNarrow] of pool.imports) {
      // Nearly every call is narrow: its arguments take neither a list nor a look at their types.
      /** @type {(...args: any[]) => unknown} */
      const call = number === PROBE
        ? (place, counter) => this.probe(place, counter)
        : isNarrow
        ? (first, second, third, fourth) => this.callNarrow(number, first, second, third, fourth)
        : (...args) => this.call(number, args);
      offered[from] ??= {};
      offered[from][name] = waits ? new WebAssembly.Suspending(call) : call;
    }
    /** @type {Record<string, any>} */
    const exports = new WebAssembly.Instance(pool.module, offered).exports;
    this.exports = exports;
    /** @type {WebAssembly.Memory} */
    this.memory = exports.memory;
    /** @type {WebAssembly.Global<"i64">} */
    this.counter = exports[pool.counter];
    /** @type {WebAssembly.Global<"i32">} */
    this.stack = exports[pool.stack];
    this.start = WebAssembly.promising(exports._start);
    this.bytes = new Uint8Array(this.memory.buffer);
    /** @type {Function | undefined} */
    this.clearBlocks = undefined;
  }

  /**
   * Gets a run of its own.
   * @param {number} slots
   * @param {number} run
   */
  lease(slots, run) {
    this.slots = slots;
    this.run = run;
    this.isReleased = false;
    this.failed = undefined;
    this.quiet = NOT_QUIET;
    this.longs = NONE;
    this.exchange();
  }

  /** Runs the bot to its first suspension. */
  begin() {
    this.isRunning = true;
    this.start().then(
      () => this.end(RETURNED),
      (failure) => {
        this.failed = failure;
        this.end(this.stack.value < 0 ? TOO_DEEP : FAILED);
      },
    );
  }

  /** @param {number} how */
  end(how) {
    this.isRunning = false;
    if (this.isReleased) {
      this.pool.put(this);
    } else {
      this.exchange()[0] = this.counter.value;
      this.pool.answer(this.run, how);
    }
  }

  /**
   * Lets a suspended bot go on in a moment: the pending call returns `answer`.
   * @param {number} answer
   */
  resume(answer) {
    this.counter.value = this.exchange()[0];
    const { pending } = this;
    this.pending = undefined;
    pending?.go(answer);
  }

  /**
   * Ends the run. A call it waits in never returns: its promise is rejected, which unwinds the bot,
   * and when that is done the instance is free.
   */
  release() {
    this.isReleased = true;
    this.pending?.leave(LEFT);
    this.pending = undefined;
    if (!this.isRunning) this.pool.put(this);
  }

  /**
   * Makes no calls of a recording form from places from `start` to before `end`, as long as `word` is
   * at `at` in the bot's memory; 0xffffffff stands for anything there.
   * @param {number} start
   * @param {number} end
   * @param {number} at
   * @param {number} word
   */
  beQuiet(start, end, at, word) {
    this.quiet = { start, end, at: at === 0xffffffff ? -1 : at >>> 2, word: word | 0 };
  }

  /**
   * A call of a recording form. Every instruction of an interpreter makes one.
   * @param {number} place
   * @param {bigint} counter
   */
  probe(place, counter) {
    const { start, end, at, word } = this.quiet;
    if (place >= start && place < end && (at < 0 || this.peek(at) === word)) return;
    if (this.isReleased) throw LEFT;
    this.exchange()[0] = counter;
    this.words[2] = place;
    this.pool.answer(this.run, PROBE);
  }

  /** @param {number} at the word's number in the bot's memory */
  peek(at) {
    if (!this.insideWords.length) this.insideWords = new Int32Array(this.memory.buffer);
    return this.insideWords[at];
  }

  /** Why the run failed. */
  failure() {
    return `${this.failed?.name}: ${this.failed?.message}`;
  }

  /** The size of the bot's memory. */
  size() {
    return this.inside().length;
  }

  /**
   * Clears its memory from `from` to before `to`, except what is clear.
   * @param {number} from
   * @param {number} to
   */
  clear(from, to) {
    const inside = this.inside();
    const [first, last] = [Math.min(to, Math.ceil(from / BLOCK) * BLOCK), Math.max(from, Math.floor(to / BLOCK) * BLOCK)];
    if (first >= last) return inside.fill(0, from, to);
    inside.fill(0, from, first).fill(0, last, to);
    this.clearBlocks ??= /** @type {Function} */ (new WebAssembly.Instance(this.pool.clearer, { bot: { memory: this.memory } }).exports.clear);
    this.clearBlocks(first, last);
  }

  /**
   * Copies from the bot's memory into the worker's.
   * @param {number} at
   * @param {number} to
   * @param {number} length
   */
  read(at, to, length) {
    const bytes = this.inside();
    if (at + length > bytes.length) return false;
    copy(bytes, at, this.worker(), to, length);
    return true;
  }

  /**
   * Copies from the worker's memory into the bot's.
   * @param {number} at
   * @param {number} from
   * @param {number} length
   */
  write(at, from, length) {
    const bytes = this.inside();
    if (at + length > bytes.length) return false;
    copy(this.worker(), from, bytes, at, length);
    return true;
  }

  /**
   * @param {number} number
   * @param {number} first
   * @param {number} second
   * @param {number} third
   * @param {number} fourth
   */
  callNarrow(number, first, second, third, fourth) {
    // The slots of a released run are the worker's again.
    if (this.isReleased) throw LEFT;
    this.exchange();
    const { words } = this;
    words[2] = first;
    words[4] = second;
    words[6] = third;
    words[8] = fourth;
    return this.ask(number);
  }

  /**
   * @param {number} number
   * @param {(number | bigint)[]} args
   */
  call(number, args) {
    if (this.isReleased) throw LEFT;
    const longs = this.exchange();
    for (let index = 0; index < args.length; index++) {
      const arg = args[index];
      if (typeof arg === "bigint") longs[index + 1] = arg;
      else this.words[2 * index + 2] = arg;
    }
    return this.ask(number);
  }

  /**
   * Makes a call whose arguments are in the slots.
   * @param {number} number
   */
  ask(number) {
    this.longs[0] = this.counter.value;
    const answer = this.pool.answer(this.run, number);
    if (answer === SUSPEND) return new Promise((go, leave) => (this.pending = { go, leave }));
    if (answer === LEAVE) throw LEFT;
    this.counter.value = this.exchange()[0];
    return answer;
  }

  // A memory that grows detaches its old views.

  exchange() {
    if (!this.longs.length) {
      this.longs = new BigInt64Array(this.own.buffer, this.slots, 10);
      this.words = new Int32Array(this.own.buffer, this.slots, 20);
      this.ours = new Uint8Array(this.own.buffer);
    }
    return this.longs;
  }

  worker() {
    this.exchange();
    return this.ours;
  }

  inside() {
    if (!this.bytes.length) this.bytes = new Uint8Array(this.memory.buffer);
    return this.bytes;
  }
}

// Most copies are a pointer or a short line, for which a view would cost more than the bytes.
/** @type {(source: Uint8Array, from: number, target: Uint8Array, to: number, length: number) => void} */
function copy(source, from, target, to, length) {
  if (length > 48) target.set(source.subarray(from, from + length), to);
  else for (let index = 0; index < length; index++) target[to + index] = source[from + index];
}
