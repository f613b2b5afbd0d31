// A database with one table, for tests of what keeps things in `web/storage/database.js`. Its
// transactions run one after the other, and change nothing if they fail.

/**
 * @typedef {import("../editor/src/draft_store.js").Draft} Draft
 * @typedef {import("../editor/src/draft_store.js").DraftDatabase} DraftDatabase
 */

/**
 * A request has no more than what `answer` reads of it.
 * @template T
 * @param {() => T} work
 * @returns {IDBRequest<T>}
 */
const requestOf = work => {
  /** @type {any} */
  const request = {};
  queueMicrotask(() => {
    try {
      request.result = work();
      request.onsuccess();
    } catch (error) {
      request.error = error;
      request.onerror();
    }
  });
  return request;
};

/**
 * A database that all tabs of a test share; its rows have numbers, under `id`. What it is to fail
 * at is in `failures`, by the operation's name (`open`, `getAll`, `put`, `delete`).
 */
export const createDatabase = () => {
  /** @type {Map<number, Draft>} */
  let rows = new Map();
  let lastId = 0;
  /** @type {Promise<unknown>} */
  let turn = Promise.resolve();
  /** @type {Record<string, string>} */
  const failures = {};
  /** @param {string} operation */
  const failOn = operation => {
    if (failures[operation]) throw new DOMException("", failures[operation]);
  };

  /** @type {(changed: Map<number, Draft>) => import("../storage/database.js").Table<number, Draft>} */
  const tableOf = changed => {
    /** @type {<T>(name: string, work: () => T) => IDBRequest<T>} */
    const operation = (name, work) => requestOf(() => {
      failOn(name);
      return work();
    });
    const all = () => [...changed].sort(([a], [b]) => a - b);
    return {
      get: id => operation("get", () => structuredClone(changed.get(Number(id)))),
      getAll: () => operation("getAll", () => all().map(([, row]) => structuredClone(row))),
      getAllKeys: () => operation("getAllKeys", () => all().map(([id]) => id)),
      put: row => operation("put", () => {
        const id = row.id ?? lastId + 1;
        lastId = Math.max(lastId, id);
        changed.set(id, structuredClone({ ...row, id }));
        return id;
      }),
      delete: id => operation("delete", () => void changed.delete(Number(id))),
    };
  };

  return {
    failures,
    /** @type {DraftDatabase["transact"]} */
    transact: (mode, work) => {
      const transaction = turn.then(async () => {
        failOn("open");
        const changed = new Map(rows);
        const result = await work(tableOf(changed));
        if (mode === "readwrite") rows = changed;
        return result;
      });
      turn = transaction.catch(() => {});
      return transaction;
    },
    close: () => {},
    /** The rows that are kept. */
    rows: () => [...rows].sort(([a], [b]) => a - b).map(([, row]) => row),
  };
};
