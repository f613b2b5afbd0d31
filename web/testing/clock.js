// A clock for tests: its time passes only when a test says so.

/** Lets everything happen that waits for nothing but promises. */
export const settle = () => new Promise(done => { setImmediate(done); });

/**
 * A clock that begins at a time, in milliseconds. It has what product code takes as its clock
 * (`web/editor/src/clock.js`), and `advance`, which lets so much time pass: timers run in their
 * order, and between two of them everything settles.
 */
export const createClock = (time = 1_000_000) => {
  const timers = new Map();
  let last = 0;
  const next = end => [...timers].filter(([, { at }]) => at <= end).sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];
  return {
    now: () => time,
    setTimeout: (work, delay = 0, ...parts) => {
      last += 1;
      timers.set(last, { at: time + delay, work: () => work(...parts) });
      return last;
    },
    clearTimeout: timer => { timers.delete(timer); },
    advance: async milliseconds => {
      const end = time + milliseconds;
      await settle();
      for (let timer = next(end); timer; timer = next(end)) {
        const [number, { at, work }] = timer;
        timers.delete(number);
        time = at;
        work();
        await settle();
      }
      time = end;
    },
  };
};
