// Time that a test moves on: it takes the place of the global timers, of `Date.now` and of
// `AbortSignal.timeout`, which scripts look up whenever they use them. And waiting for what has no
// time, such as an answer of a database.

const nextTask = globalThis.setImmediate;
const realNow = performance.now.bind(performance);

// Only a test that fails waits this long, in milliseconds.
const HANGS = 30_000;

/**
 * Waits until `holds` returns something true, and returns that.
 * @template T
 * @param {() => T} holds
 * @returns {Promise<T>}
 */
export const until = async holds => {
  const start = realNow();
  for (;;) {
    const value = holds();
    if (value) return value;
    if (realNow() - start > HANGS) throw new Error(`it never came to: ${holds}`);
    await new Promise(resolve => nextTask(resolve));
  }
};

/** Lets everything go on that waits for promises and for fake databases, but for no timer. */
export const settle = async () => {
  for (let nth = 0; nth < 100; nth += 1) await new Promise(resolve => nextTask(resolve));
};

/** A clock that stands still until a test moves it on. */
export class GlobalClock {
  #now;
  #last = 0;
  #timers = new Map();

  /** @param {number} now in milliseconds, as `Date.now` has it */
  constructor(now = 1_700_000_000_000) {
    this.#now = now;
  }

  /** Takes the place of the global clock, until the process ends. */
  install() {
    const add = every => (run, wait = 0, ...args) => {
      this.#last += 1;
      this.#timers.set(this.#last, { at: this.#now + wait, run: () => run(...args), every: every ? wait : undefined });
      return this.#last;
    };
    const remove = number => { this.#timers.delete(number); };
    Object.assign(globalThis, { setTimeout: add(false), setInterval: add(true), clearTimeout: remove, clearInterval: remove });
    Date.now = () => this.#now;
    AbortSignal.timeout = wait => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), wait);
      return controller.signal;
    };
    return this;
  }

  /** How many timers wait. */
  get waiting() {
    return this.#timers.size;
  }

  /**
   * Moves on by this many milliseconds: all timers that become due run in their order, and what
   * waits for them goes on.
   * @param {number} milliseconds
   */
  async advance(milliseconds) {
    const end = this.#now + milliseconds;
    await settle();
    for (;;) {
      const [next] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      const [number, timer] = next;
      this.#now = Math.max(this.#now, timer.at);
      if (timer.every === undefined) this.#timers.delete(number);
      else timer.at += Math.max(timer.every, 1);
      timer.run();
      await settle();
    }
    this.#now = end;
  }
}
