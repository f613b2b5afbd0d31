// A clock for tests, whose time passes only when a test says so; and waiting for what takes no time.

const nextTask = globalThis.setImmediate;
const realNow = performance.now.bind(performance);

// Only a test that fails waits this long, in milliseconds.
const HANGS = 30_000;

/** Lets everything happen that waits for promises and for fake databases, but for no timer. */
export const settle = async () => {
  for (let nth = 0; nth < 100; nth += 1) await new Promise(done => { nextTask(done); });
};

/**
 * Waits until `holds` returns something true, and returns that: for what node itself does, such as a
 * hash or a message between ports.
 * @template T
 * @param {() => T} holds
 * @returns {Promise<NonNullable<T>>}
 */
export const until = async holds => {
  const start = realNow();
  for (;;) {
    const value = holds();
    if (value) return value;
    if (realNow() - start > HANGS) throw new Error(`it never came to: ${holds}`);
    await new Promise(done => { nextTask(done); });
  }
};

/** @typedef {ReturnType<typeof createClock>} FakeClock */

/**
 * A clock that begins at a time, in milliseconds. It has what product code takes as its clock
 * (`web/editor/src/clock.js`), and `advance`, which lets so much time pass: timers run in their
 * order, and between two of them everything settles. `waiting()` is the number of timers.
 */
export const createClock = (time = 1_000_000) => {
  /** @type {Map<number, { at: number, work: () => void, every?: number }>} */
  const timers = new Map();
  let last = 0;
  /** @param {number} end */
  const next = end => [...timers].filter(([, { at }]) => at <= end).sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];
  /** @type {(work: () => void, delay: number, every?: number) => number} */
  const start = (work, delay, every) => {
    last += 1;
    timers.set(last, { at: time + delay, work, every });
    return last;
  };
  /** @param {number | undefined} timer */
  const stop = timer => { timers.delete(timer ?? 0); };
  return {
    now: () => time,
    /** @type {import("../editor/src/clock.js").Clock["setTimeout"]} */
    setTimeout: (work, delay = 0, ...parts) => start(() => work(...parts), delay),
    /** @type {import("../editor/src/clock.js").Clock["setTimeout"]} */
    setInterval: (work, delay, ...parts) => start(() => work(...parts), delay, delay),
    clearTimeout: stop,
    clearInterval: stop,
    waiting: () => timers.size,
    /** @param {number} milliseconds */
    advance: async milliseconds => {
      const end = time + milliseconds;
      await settle();
      for (let timer = next(end); timer; timer = next(end)) {
        const [number, waiting] = timer;
        time = waiting.at;
        if (waiting.every) waiting.at += waiting.every;
        else timers.delete(number);
        waiting.work();
        await settle();
      }
      time = end;
    },
  };
};

/** A clock that takes the place of the global one: scripts look it up whenever they use it. */
export const installClock = () => {
  const clock = createClock();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = clock;
  Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval });
  Date.now = clock.now;
  AbortSignal.timeout = delay => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), delay);
    return controller.signal;
  };
  return clock;
};
