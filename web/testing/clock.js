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
 * @returns {Promise<T>}
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

/**
 * A clock that begins at a time, in milliseconds. It has what product code takes as its clock
 * (`web/editor/src/clock.js`), and `advance`, which lets so much time pass: timers run in their
 * order, and between two of them everything settles. `waiting()` is the number of timers.
 */
export const createClock = (time = 1_000_000) => {
  const timers = new Map();
  let last = 0;
  const next = end => [...timers].filter(([, { at }]) => at <= end).sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];
  const start = (work, delay, parts, every) => {
    last += 1;
    timers.set(last, { at: time + delay, work: () => work(...parts), every });
    return last;
  };
  const stop = timer => { timers.delete(timer); };
  return {
    now: () => time,
    setTimeout: (work, delay = 0, ...parts) => start(work, delay, parts),
    setInterval: (work, delay, ...parts) => start(work, delay, parts, delay),
    clearTimeout: stop,
    clearInterval: stop,
    waiting: () => timers.size,
    advance: async milliseconds => {
      const end = time + milliseconds;
      await settle();
      for (let timer = next(end); timer; timer = next(end)) {
        const [number, { at, work, every }] = timer;
        time = at;
        if (every) timers.get(number).at += every;
        else timers.delete(number);
        work();
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
