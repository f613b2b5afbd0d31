// A database of the browser (IndexedDB), for the scripts that keep data from one visit to the next.
// Knows nothing of the data.

/**
 * The result of a request.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
export const answer = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * A table whose rows have keys, which are beside the rows unless each row has its own.
 * @template Key
 * @template Row
 * @typedef {object} Table
 * @property {(key: Key) => IDBRequest<Row | undefined>} get
 * @property {(keys?: IDBKeyRange) => IDBRequest<Row[]>} getAll In the order of their keys.
 * @property {(keys?: IDBKeyRange) => IDBRequest<Key[]>} getAllKeys
 * @property {(row: Row, key?: Key) => IDBRequest<Key>} put
 * @property {(keys: Key | IDBKeyRange) => IDBRequest<undefined>} delete
 */

// How long the browser may take to open a database before requests are refused, in milliseconds. A
// busy browser takes some seconds.
const PATIENCE = 5_000;

// Fails once that is over.
/** @returns {Promise<never>} */
const refuseLater = () => new Promise((_, reject) => setTimeout(() => reject(new DOMException("", "TimeoutError")), PATIENCE));

/**
 * A database with these tables, by their names: how each finds its keys. The first request opens
 * it. Some browsers never answer: after a while, all requests are refused at once, until the
 * database opens after all.
 * @template {Table<any, any>[]} Tables
 */
export class Database {
  #name;
  #tables;
  /** @type {Promise<IDBDatabase> | undefined} */
  #opened;
  /** @type {Promise<IDBDatabase> | undefined} The opened database, or a refusal. */
  #answered;

  /**
   * @param {string} name
   * @param {Record<string, IDBObjectStoreParameters>} tables
   */
  constructor(name, tables) {
    this.#name = name;
    this.#tables = tables;
  }

  #open() {
    const opening = async () => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () =>
        Object.entries(this.#tables).forEach(([table, options]) => request.result.createObjectStore(table, options));
      return answer(request);
    };
    if (!this.#opened || !this.#answered) {
      const opened = opening();
      this.#opened = opened;
      this.#answered = Promise.race([opened, refuseLater()]);
      const isLast = () => this.#opened === opened;
      opened.then(
        // It is perhaps late.
        () => { if (isLast()) this.#answered = opened; },
        // It may be possible the next time.
        () => { if (isLast()) this.#opened = undefined; },
      );
    }
    return this.#answered;
  }

  /**
   * Runs `work` on all tables in one transaction and returns its result.
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(...tables: Tables) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async transact(mode, work) {
    const names = Object.keys(this.#tables);
    const transaction = (await this.#open()).transaction(names, mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
    });
    /** @type {any} What their rows are, only the owner knows. */
    const tables = names.map(name => transaction.objectStore(name));
    const worked = work(...tables).catch(error => {
      // If it was not the database that has aborted it.
      try { transaction.abort(); } catch {}
      throw error;
    });
    return (await Promise.all([worked, done]))[0];
  }

  /**
   * Closes it until the next request: the open database of a page that was left blocks the next
   * page.
   */
  close() {
    this.#opened?.then(opened => opened.close(), () => {});
    this.#opened = undefined;
  }
}
