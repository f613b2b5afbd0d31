// A tab of a browser, for tests: the storages that it has, and the events that it gets.

/**
 * What a browser keeps as texts (`localStorage`, `sessionStorage`).
 * @returns {Storage}
 */
export const createStorage = () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    get length() { return kept.size; },
    key: nth => [...kept.keys()][nth] ?? null,
    clear: () => kept.clear(),
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
    /** @type {(name: string, listener: any) => void} Of an event of any kind. */
    addEventListener: (name, listener) => events.addEventListener(name, listener),
    /**
     * Sends the page an event. Returns whether nobody has prevented what it does.
     * @param {string} name
     */
    send: (name, parts = {}) => events.dispatchEvent(Object.assign(new Event(name, { cancelable: true }), parts)),
  };
};
