// The locks of a browser (`navigator.locks`), for tests: exclusive ones, which wait for each other
// or are stolen.

/**
 * Who waits for a lock: what is done with it, and what tells of the end.
 * @typedef {{ work: () => Promise<void>, resolve: (done: void) => void, reject: (why: unknown) =>
 * void }} Wish
 *
 * Who has a lock, and who waits for it.
 * @typedef {{ holder: Pick<Wish, "reject"> | undefined, waiting: Wish[] }} Lock
 */

/** Locks that all tabs of a test share. */
export const createLocks = () => {
  /** @type {Map<string, Lock>} */
  const locks = new Map();
  /** @param {string} name */
  const lockOf = name => {
    const lock = locks.get(name) ?? { holder: undefined, waiting: [] };
    locks.set(name, lock);
    return lock;
  };

  /** @type {(lock: Lock, wish: Wish) => void} */
  const grant = (lock, { work, resolve, reject }) => {
    const holder = { reject };
    lock.holder = holder;
    const release = () => {
      if (lock.holder !== holder) return;
      lock.holder = undefined;
      const next = lock.waiting.shift();
      if (next) grant(lock, next);
    };
    Promise.resolve().then(work).then(resolve, reject).finally(release);
  };

  return {
    /** @type {import("../editor/src/draft_lock.js").Locks["request"]} */
    request: (name, { steal = false, signal }, work) => new Promise((resolve, reject) => {
      const lock = lockOf(name);
      const wish = { work, resolve, reject };
      if (steal) {
        lock.holder?.reject(new DOMException("", "AbortError"));
        return grant(lock, wish);
      }
      if (!lock.holder) return grant(lock, wish);
      lock.waiting.push(wish);
      signal?.addEventListener("abort", () => {
        if (!lock.waiting.includes(wish)) return;
        lock.waiting = lock.waiting.filter(other => other !== wish);
        reject(signal.reason);
      });
    }),
    /**
     * Whether somebody has this lock.
     * @param {string} name
     */
    isHeld: name => lockOf(name).holder !== undefined,
  };
};
