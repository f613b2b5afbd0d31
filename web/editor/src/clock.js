// The browser's clock. Whatever waits takes a clock as an argument, so that tests can bring one that
// they advance.

/**
 * @typedef {object} Clock
 * @property {<Parts extends unknown[]>(work: (...parts: Parts) => void, delay: number, ...parts:
 * Parts) => number} setTimeout
 * @property {(timer: number | undefined) => void} clearTimeout
 * @property {() => number} now Milliseconds.
 */

/** @type {Clock} The global functions are looked up when they are called: a page may replace them. */
export const browserClock = {
  setTimeout: (...parts) => globalThis.setTimeout(...parts),
  clearTimeout: timer => globalThis.clearTimeout(timer),
  now: () => Date.now(),
};
