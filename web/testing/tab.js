// A tab of a browser, for tests: the storages that it has, and the events that it gets.

/** What a browser keeps as texts (`localStorage`, `sessionStorage`). */
export const createStorage = () => {
  const kept = new Map();
  return {
    getItem: name => kept.get(name) ?? null,
    setItem: (name, text) => { kept.set(name, String(text)); },
    removeItem: name => { kept.delete(name); },
  };
};

/**
 * A page in a tab. A page that is loaded again in the same tab gets the `sessionStorage` of the one
 * before.
 */
export const createTab = (sessionStorage = createStorage()) => {
  const events = new EventTarget();
  return {
    sessionStorage,
    document: { hidden: false },
    addEventListener: (name, listener) => events.addEventListener(name, listener),
    /** Sends the page an event. Returns whether nobody has prevented what it does. */
    send: (name, parts = {}) => events.dispatchEvent(Object.assign(new Event(name, { cancelable: true }), parts)),
  };
};
