// Keeps series in IndexedDB for the program that plays them, which is a worker. The page's own document does it, because its
// connection ends with it: Firefox lets the workers of a page that was left go on for a while, and what they have open holds up the
// next page. It starts the match workers too: a worker cannot, reliably, in Firefox. Knows lines of games and descriptions as texts that it does not read.

const DATABASE = "botyard-series";
// For each series, by its number: its description as text, then the files of its bots.
const SERIES = "series";
// For each game its line, by the number of its series, its unit, its rotation, and how often it was void before. So two tabs that
// play the same series keep the same, and nothing twice.
const GAMES = "games";
// How many series are kept: the newest.
const KEPT = 12;

let database;

const open = () => database ??= new Promise((resolve, reject) => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => [SERIES, GAMES].forEach(name => request.result.createObjectStore(name));
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => {
    database = undefined;
    reject(request.error);
  };
});

const answer = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// What `work` does with both tables, all of it or nothing.
const transact = async (mode, work) => {
  const transaction = (await open()).transaction([SERIES, GAMES], mode);
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });
  const worked = work(transaction.objectStore(SERIES), transaction.objectStore(GAMES)).catch(error => {
    // If it was not the store that has aborted it.
    try { transaction.abort(); } catch {}
    throw error;
  });
  return (await Promise.all([worked, done]))[0];
};

const gamesOf = id => IDBKeyRange.bound([id], [id + 1], false, true);

const forget = (series, games, id) => {
  series.delete(id);
  games.delete(gamesOf(id));
};

const operations = {
  // The numbers of all series with their descriptions, the oldest first.
  list: () => transact("readonly", async series => {
    const [ids, rows] = await Promise.all([answer(series.getAllKeys()), answer(series.getAll())]);
    return ids.map((id, nth) => [id, rows[nth][0]]);
  }),
  // Keeps a new series, in place of the oldest where there are many. Its number is later than any before, also than one that was
  // removed: another tab may still have kept games of that.
  add: row => transact("readwrite", async (series, games) => {
    const ids = await answer(series.getAllKeys());
    ids.slice(0, Math.max(0, ids.length - KEPT + 1)).forEach(old => forget(series, games, old));
    const id = Math.max(1 + (ids.at(-1) ?? 0), Math.floor(Date.now() / 1000));
    series.put(row, id);
    return id;
  }),
  describe: (id, row) => transact("readwrite", async series => void series.put(row, id)),
  // Keys here are those of the games without the number of the series.
  addLines: (id, lines) => transact("readwrite", async (_, games) => lines.forEach(([key, line]) => games.put(line, [id, ...key]))),
  remove: id => transact("readwrite", async (series, games) => forget(series, games, id)),
  // The row of a series and the lines of its games; nothing if it is not there.
  load: id => transact("readonly", async (series, games) => {
    const [row, lines] = await Promise.all([answer(series.get(id)), answer(games.getAll(gamesOf(id)))]);
    return row && [row, lines];
  }),
};

// Starts a worker and relays its messages through a port: `{ data }`, or `{ message }` of an error. `null` ends it.
const relay = (address, port) => {
  const worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }) => port.postMessage({ data });
  worker.onerror = event => {
    event.preventDefault();
    // The event of a program that cannot be fetched has no message.
    port.postMessage({ message: event.message || "it could not be started" });
  };
  port.onmessage = ({ data }) => data === null ? (worker.terminate(), port.close()) : worker.postMessage(data);
};

// Handles what a worker asks, `[number, operation, part, ...]`; the answer is `["store", number, whether it was done, result]`.
// `[address, port]` asks for a worker. Texts that the worker posts are for the page.
globalThis.serveSeriesStore = worker => worker.addEventListener("message", async ({ data }) => {
  if (!Array.isArray(data)) return;
  const [number, operation, ...parts] = data;
  if (operation instanceof MessagePort) return relay(number, operation);
  let done = true, result;
  try {
    result = await operations[operation](...parts);
  } catch (error) {
    [done, result] = [false, error.name];
  }
  worker.postMessage(["store", number, done, result]);
});

// A page that may come back must not hold up others meanwhile.
addEventListener("pagehide", () => {
  database?.then(open => open.close(), () => {});
  database = undefined;
});
