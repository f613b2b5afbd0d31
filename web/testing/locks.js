// The locks of a browser (`navigator.locks`), for tests: exclusive ones, which wait for each other
// or are stolen.

/** Locks that all tabs of a test share. */
export const createLocks = () => {
  // By name: who has it, and who waits for it.
  const locks = new Map();
  const lockOf = name => locks.get(name) ?? locks.set(name, { holder: undefined, waiting: [] }).get(name);

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
    /** Whether somebody has this lock. */
    isHeld: name => lockOf(name).holder !== undefined,
  };
};
