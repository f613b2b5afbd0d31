// A database with one table, for tests of what keeps things in `web/storage/database.js`. Its
// transactions run one after the other, and change nothing if they fail.

const requestOf = work => {
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
  let rows = new Map(), lastId = 0;
  let turn = Promise.resolve();
  const failures = {};
  const failOn = operation => {
    if (failures[operation]) throw new DOMException("", failures[operation]);
  };

  const tableOf = changed => {
    const operation = (name, work) => (...parts) => requestOf(() => {
      failOn(name);
      return work(...parts);
    });
    return {
      getAll: operation("getAll", () => [...changed.values()].map(row => structuredClone(row)).sort((a, b) => a.id - b.id)),
      put: operation("put", row => {
        const id = row.id ?? lastId + 1;
        lastId = Math.max(lastId, id);
        changed.set(id, structuredClone({ ...row, id }));
        return id;
      }),
      delete: operation("delete", id => { changed.delete(id); }),
    };
  };

  return {
    failures,
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
    rows: () => [...rows.values()].sort((a, b) => a.id - b.id),
  };
};
