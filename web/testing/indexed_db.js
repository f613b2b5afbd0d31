// A small IndexedDB in memory for tests under node: what `storage/database.js` and the stores use of
// it, with the browser's rules about transactions. They run one after the other, an aborted one
// changes nothing, and one that has nothing left to do is over. Has neither indexes nor cursors.

/**
 * @typedef {number | string | KeyList} Key
 * @typedef {Array<Key>} KeyList
 *
 * A table: how it finds its keys, its records, and the next number that it gives.
 * @typedef {{ options: { keyPath?: string, autoIncrement?: boolean }, records: [key: Key, value:
 * any][], nextKey: number }} StoredTable
 *
 * A database: its version, its tables, and the end of its last transaction.
 * @typedef {{ version: number, tables: Map<string, StoredTable>, last: Promise<void> }} StoredDatabase
 */

// Browsers answer a request in a task of its own. A test may replace the timers meanwhile.
const nextTask = globalThis.setImmediate;
const task = () => new Promise(resolve => nextTask(resolve));

/** @param {string} name */
const failure = name => new DOMException("", name);

// Numbers come before texts, and texts before lists (Indexed Database API, "compare two keys").
/** @param {Key} key */
const rankOf = key => [typeof key === "number", typeof key === "string", Array.isArray(key)].indexOf(true);

/** @type {(key: Key) => void} */
const checkKey = key => {
  if (rankOf(key) < 0 || Number.isNaN(key)) throw failure("DataError");
  if (Array.isArray(key)) key.forEach(checkKey);
};

/** @type {(one: Key, other: Key) => number} */
const compare = (one, other) => {
  if (rankOf(one) !== rankOf(other)) return rankOf(one) - rankOf(other);
  if (!Array.isArray(one) || !Array.isArray(other)) return one < other ? -1 : Number(one > other);
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const order = compare(one[at], other[at]);
    if (order !== 0) return order;
  }
  return one.length - other.length;
};

class KeyRange {
  /**
   * @param {Key} lower
   * @param {Key} upper
   */
  constructor(lower, upper, isLowerOpen = false, isUpperOpen = false) {
    [lower, upper].forEach(checkKey);
    this.lower = lower;
    this.upper = upper;
    this.isLowerOpen = isLowerOpen;
    this.isUpperOpen = isUpperOpen;
  }

  /** @param {[lower: Key, upper: Key, isLowerOpen?: boolean, isUpperOpen?: boolean]} bounds */
  static bound(...bounds) {
    return new KeyRange(...bounds);
  }

  /** @param {Key} key */
  has(key) {
    const [fromLower, toUpper] = [compare(key, this.lower), compare(this.upper, key)];
    return fromLower >= Number(this.isLowerOpen) && toUpper >= Number(this.isUpperOpen);
  }
}

// Whether a request for this key or range, or for all if there is none, means a record.
/** @type {(query: Key | KeyRange | undefined, key: Key) => boolean} */
const means = (query, key) => query === undefined || (query instanceof KeyRange ? query.has(key) : compare(query, key) === 0);

class Request {
  /** @type {unknown} */
  result;
  /** @type {unknown} */
  error;
  /** @type {((event: { target: Request }) => void) | undefined} */
  onsuccess;
  /** @type {((event: { target: Request }) => void) | undefined} */
  onerror;
  /** @type {((event: { target: Request }) => void) | undefined} */
  onupgradeneeded;

  /** @param {unknown} result */
  succeed(result) {
    this.result = result;
    this.onsuccess?.({ target: this });
  }

  /** @param {unknown} error */
  fail(error) {
    this.error = error;
    this.onerror?.({ target: this });
  }
}

class ObjectStore {
  #transaction;
  #table;

  /**
   * @param {Transaction} transaction
   * @param {StoredTable} table
   */
  constructor(transaction, table) {
    this.#transaction = transaction;
    this.#table = table;
  }

  /**
   * A request that reads the records that are meant, in the order of their keys.
   * @param {Key | KeyRange | undefined} query
   * @param {(records: StoredTable["records"]) => unknown} pick
   */
  #read(query, pick) {
    if (query !== undefined && !(query instanceof KeyRange)) checkKey(query);
    const meant = () => this.#table.records.filter(([key]) => means(query, key)).sort(([one], [other]) => compare(one, other));
    return this.#transaction.request(() => structuredClone(pick(meant())));
  }

  /** @param {() => unknown} change */
  #write(change) {
    if (this.#transaction.mode !== "readwrite") throw failure("ReadOnlyError");
    return this.#transaction.request(change);
  }

  /** @param {Key} key */
  get(key) {
    checkKey(key);
    return this.#read(key, ([found]) => found?.[1]);
  }

  /** @param {Key | KeyRange} [query] */
  getAll(query) {
    return this.#read(query, records => records.map(([, value]) => value));
  }

  /** @param {Key | KeyRange} [query] */
  getAllKeys(query) {
    return this.#read(query, records => records.map(([key]) => key));
  }

  /** @param {Key | KeyRange} [query] */
  count(query) {
    return this.#read(query, records => records.length);
  }

  /**
   * @param {any} value
   * @param {Key} [key]
   */
  put(value, key) {
    const table = this.#table;
    const { keyPath, autoIncrement } = table.options;
    if ((key !== undefined) === (keyPath !== undefined)) throw failure("DataError");
    const kept = structuredClone(value);
    if (keyPath === undefined || keyPath in kept) checkKey(keyPath === undefined ? /** @type {Key} */ (key) : kept[keyPath]);
    else if (!autoIncrement) throw failure("DataError");
    return this.#write(() => {
      if (this.#transaction.browser.fullAt === "put") throw failure("QuotaExceededError");
      if (keyPath !== undefined) kept[keyPath] ??= table.nextKey;
      const own = keyPath === undefined ? structuredClone(key) : kept[keyPath];
      if (typeof own === "number") table.nextKey = Math.max(table.nextKey, Math.floor(own) + 1);
      table.records = [...table.records.filter(([known]) => compare(known, own) !== 0), [own, kept]];
      return own;
    });
  }

  /** @param {Key | KeyRange} query */
  delete(query) {
    if (!(query instanceof KeyRange)) checkKey(query);
    return this.#write(() => {
      this.#table.records = this.#table.records.filter(([key]) => !means(query, key));
    });
  }
}

class Transaction {
  /** @type {unknown} */
  error = null;
  /** @type {StoredTable[] | undefined} The tables as they were. */
  before;
  /** @type {(() => void) | undefined} */
  oncomplete;
  /** @type {(() => void) | undefined} */
  onabort;
  #tables;
  /** @type {{ request: Request, run: () => unknown }[]} */
  #requests = [];
  #isOver = false;

  /**
   * @param {FakeIndexedDb} browser
   * @param {Map<string, StoredTable>} tables
   * @param {string} mode
   */
  constructor(browser, tables, mode) {
    this.browser = browser;
    this.mode = mode;
    this.#tables = tables;
  }

  /** @param {string} name */
  objectStore(name) {
    const table = this.#tables.get(name);
    if (!table) throw failure("NotFoundError");
    return new ObjectStore(this, table);
  }

  /** @param {() => unknown} run */
  request(run) {
    if (this.#isOver) throw failure("TransactionInactiveError");
    const request = new Request();
    this.#requests.push({ request, run });
    return request;
  }

  abort() {
    if (this.#isOver) throw failure("InvalidStateError");
    this.#end(null);
  }

  // Answers its requests, each in a task, until there are no more.
  async run() {
    this.before = [...this.#tables.values()].map(table => ({ ...table }));
    await task();
    while (!this.#isOver && this.#requests.length > 0) {
      const [{ request, run }] = this.#requests.splice(0, 1);
      try {
        const result = run();
        request.succeed(result);
      } catch (error) {
        request.fail(error);
        if (!this.#isOver) this.#end(error);
      }
      await task();
    }
    if (this.#isOver) return;
    if (this.mode === "readwrite" && this.browser.fullAt === "commit") return this.#end(failure("QuotaExceededError"));
    this.#isOver = true;
    this.oncomplete?.();
  }

  /** @param {unknown} error */
  #end(error) {
    this.#isOver = true;
    this.error = error;
    [...this.#tables.values()].forEach((table, nth) => this.before && Object.assign(table, this.before[nth]));
    this.#requests.splice(0).forEach(({ request }) => request.fail(failure("AbortError")));
    nextTask(() => this.onabort?.());
  }
}

class Connection {
  #browser;
  #stored;
  #isClosed = false;

  /**
   * @param {FakeIndexedDb} browser
   * @param {StoredDatabase} stored
   */
  constructor(browser, stored) {
    this.#browser = browser;
    this.#stored = stored;
    browser.connections += 1;
  }

  /**
   * @param {string} name
   * @param {StoredTable["options"]} options
   */
  createObjectStore(name, options = {}) {
    this.#stored.tables.set(name, { options, records: [], nextKey: 1 });
  }

  /** @param {string | string[]} names */
  transaction(names, mode = "readonly") {
    if (this.#isClosed) throw failure("InvalidStateError");
    /** @type {Map<string, StoredTable>} */
    const tables = new Map();
    [names].flat().forEach(name => {
      const table = this.#stored.tables.get(name);
      if (!table) throw failure("NotFoundError");
      tables.set(name, table);
    });
    const transaction = new Transaction(this.#browser, tables, mode);
    if (!this.#browser.isSilent) this.#stored.last = this.#stored.last.then(() => transaction.run());
    return transaction;
  }

  close() {
    if (!this.#isClosed) this.#browser.connections -= 1;
    this.#isClosed = true;
  }
}

/** The databases of a browser. Take the place of the globals with `install()`. */
export class FakeIndexedDb {
  /** How many connections are open. */
  connections = 0;
  /** @type {string | undefined} Where the storage turns out to be full, if it is: at a "put" or at the "commit". */
  fullAt = undefined;
  /** Whether transactions that begin are never answered. */
  isSilent = false;
  /** @type {string | undefined} The name of the error with which opening fails, if it does. */
  refusal = undefined;
  /** @type {Map<string, StoredDatabase>} */
  #databases = new Map();
  /** @type {Promise<unknown>} */
  #held = Promise.resolve();
  /** Lets requests to open a database be answered. */
  release = () => {};

  /** Makes it the browser's own. */
  install() {
    Object.assign(globalThis, { indexedDB: this, IDBKeyRange: KeyRange });
    return this;
  }

  /** Answers no request to open a database until `release` is called. */
  hold() {
    this.#held = new Promise(resolve => { this.release = () => resolve(undefined); });
  }

  /**
   * @param {string} name
   * @param {number} [version]
   */
  open(name, version) {
    const request = new Request();
    this.#open(request, name, version);
    return request;
  }

  /**
   * @param {Request} request
   * @param {string} name
   * @param {number} [version]
   */
  async #open(request, name, version) {
    await task();
    await this.#held;
    const stored = this.#databases.get(name) ?? { version: 0, tables: new Map(), last: Promise.resolve() };
    if (this.refusal) return request.fail(failure(this.refusal));
    if (version !== undefined && version < stored.version) return request.fail(failure("VersionError"));
    request.result = new Connection(this, stored);
    if ((version ?? 1) > stored.version) {
      stored.version = version ?? 1;
      request.onupgradeneeded?.({ target: request });
    }
    this.#databases.set(name, stored);
    request.succeed(request.result);
  }
}
