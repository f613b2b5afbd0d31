// Keeps series and cases in IndexedDB for the programs that play them, which are workers, and draws
// pictures for them. The page's own document does it, because its connection ends with it: Firefox
// lets the workers of a page that was left go on for a while, and their open databases block the
// next page. It starts the match workers too: a worker cannot, reliably, in Firefox. Does not read
// the lines of games and the descriptions.

import { Database, answer } from "./database.js";

/** @typedef {[description: string, ...parts: (Uint8Array | "run")[]]} SeriesRow */
/** @typedef {[unit: number, rotation: number, voids: number]} LineKey */

// For each series, by its number: its description as text, then the files of its bots.
const SERIES = "series";
// For each game its line, by the number of its series, its unit, its rotation, and how often it was
// void before. So two tabs that play the same series keep the same lines, each once.
const GAMES = "games";
// How many series are kept: the newest; and as many of those that the editor has run.
const KEPT = 12;
/** @param {SeriesRow} row */
const isRun = row => row.at(-1) === "run";

// For each case, by its number, its text.
const CASES = "cases";
// The results of bots, by the number of the case and the key of the bot, as text.
const VERDICTS = "verdicts";

// The interpreter of scripts. In a page that was packaged for visitors, this name changes with the
// file's content: it has its hash.
const INTERPRETER = "bots/javascript.wasm";
const HAS_HASH = /-[0-9a-f]{16}\.wasm$/;

// Identifies the interpreter: by its name, if the name has a hash; else by the name with the
// SHA-256 of the file, which is read for that.
const identifyInterpreter = async () => {
  if (HAS_HASH.test(INTERPRETER)) return INTERPRETER;
  const file = await fetch(INTERPRETER);
  if (!file.ok) throw new Error(`${INTERPRETER} is not here`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return `${INTERPRETER} ${[...hash].map(byte => byte.toString(16).padStart(2, "0")).join("")}`;
};

/**
 * @template Key
 * @template Row
 * @typedef {import("./database.js").Table<Key, Row>} Table
 */
/**
 * @type {{
 *   series: Database<[series: Table<number, SeriesRow>, games: Table<[series: number, ...key: LineKey], string>]>,
 *   cases: Database<[Table<number, string>]>,
 *   verdicts: Database<[Table<[id: number, bot: string], string>]>,
 * }}
 */
const databases = {
  series: new Database("botyard-series", { [SERIES]: {}, [GAMES]: {} }),
  cases: new Database("botyard-cases", { [CASES]: {} }),
  verdicts: new Database("botyard-verdicts", { [VERDICTS]: {} }),
};
/** @type {typeof databases.series.transact} */
const transact = (mode, work) => databases.series.transact(mode, work);

/** @param {number} id */
const gamesOf = id => IDBKeyRange.bound([id], [id + 1], false, true);

/** @type {(series: Table<number, SeriesRow>, games: Table<[series: number, ...key: LineKey], string>, id: number) => void} */
const forget = (series, games, id) => {
  series.delete(id);
  games.delete(gamesOf(id));
};

// Draws a picture in SVG, this many pixels for each of its units.
/** @type {(svg: string, scale: number) => Promise<{ canvas: HTMLCanvasElement, context: CanvasRenderingContext2D }>} */
const draw = async (svg, scale) => {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth * scale, height: image.naturalHeight * scale });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new TypeError("there is no drawing here");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
};

const operations = {
  // The numbers of all series with their descriptions, the oldest first.
  /** @returns {Promise<[id: number, description: string][]>} */
  list: () => transact("readonly", async series => {
    const [ids, rows] = await Promise.all([answer(series.getAllKeys()), answer(series.getAll())]);
    return ids.map((id, nth) => [id, rows[nth][0]]);
  }),
  // Keeps a new series, in place of the oldest where there are many. Its number is later than any
  // before, also than one that was removed: another tab may still have kept games of that.
  /** @param {SeriesRow} row */
  add: row => transact("readwrite", async (series, games) => {
    const [ids, rows] = await Promise.all([answer(series.getAllKeys()), answer(series.getAll())]);
    const alike = ids.filter((_, nth) => isRun(rows[nth]) === isRun(row));
    alike.slice(0, Math.max(0, alike.length - KEPT + 1)).forEach(old => forget(series, games, old));
    const id = Math.max(1 + (ids.at(-1) ?? 0), Math.floor(Date.now() / 1000));
    series.put(row, id);
    return id;
  }),
  /** @type {(id: number, row: SeriesRow) => Promise<void>} */
  describe: (id, row) => transact("readwrite", async series => void series.put(row, id)),
  // Keys here are those of the games without the number of the series.
  /** @type {(id: number, lines: [key: LineKey, line: string][]) => Promise<void>} */
  addLines: (id, lines) => transact("readwrite", async (_, games) => lines.forEach(([key, line]) => games.put(line, [id, ...key]))),
  /** @param {number} id */
  remove: id => transact("readwrite", async (series, games) => forget(series, games, id)),
  // The row of a series and the lines of its games; `undefined` if the series does not exist.
  /** @type {(id: number) => Promise<[row: SeriesRow, lines: string[]] | undefined>} */
  load: id => transact("readonly", async (series, games) => {
    const [row, lines] = await Promise.all([answer(series.get(id)), answer(games.getAll(gamesOf(id)))]);
    return row && [row, lines];
  }),
  // The numbers of all cases with their texts, the oldest first.
  /** @returns {Promise<[id: number, text: string][]>} */
  listCases: () => databases.cases.transact("readonly", async cases => {
    const [ids, texts] = await Promise.all([answer(cases.getAllKeys()), answer(cases.getAll())]);
    return ids.map((id, nth) => [id, texts[nth]]);
  }),
  // Keeps a new case; its number is later than any other.
  /** @param {string} text */
  addCase: text => databases.cases.transact("readwrite", async cases => {
    const id = 1 + ((await answer(cases.getAllKeys())).at(-1) ?? 0);
    cases.put(text, id);
    return id;
  }),
  // The numbers of cases, the keys of bots, and their results.
  /** @returns {Promise<[id: number, bot: string, text: string][]>} */
  listVerdicts: () => databases.verdicts.transact("readonly", async verdicts => {
    const [keys, texts] = await Promise.all([answer(verdicts.getAllKeys()), answer(verdicts.getAll())]);
    return keys.map((key, nth) => [...key, texts[nth]]);
  }),
  /** @type {(id: number, bot: string, text: string) => Promise<void>} */
  keepVerdict: (id, bot, text) => databases.verdicts.transact("readwrite", async verdicts => void verdicts.put(text, [id, bot])),
  // Forgets those of a case, or those of a bot.
  /** @type {(id: number, bot: string) => Promise<void>} */
  removeVerdicts: (id, bot) => databases.verdicts.transact("readwrite", async verdicts => {
    const keys = await answer(verdicts.getAllKeys());
    keys.filter(([of, about]) => of === id || about === bot).forEach(key => verdicts.delete(key));
  }),
  // Identifies the interpreter of scripts. Where the page has no interpreter, no script has played
  // a case.
  interpreter: identifyInterpreter,
  // The operations of the script that keeps the visitor's bots.
  /** @type {import("../../page/js/kept_builds").BotLibrary} */
  bots: async (...request) => {
    if (!globalThis.botLibrary) throw new TypeError("no bots are kept");
    return globalThis.botLibrary(...request);
  },
  // Drawing that a worker cannot do: an SVG picture as a PNG, twice as large. Returns its address.
  /** @param {string} svg */
  drawPng: async svg => {
    const { canvas } = await draw(svg, 2);
    /** @type {Blob | null} */
    const file = await new Promise(done => canvas.toBlob(done));
    if (!file) throw new TypeError("there is no picture");
    return URL.createObjectURL(file);
  },
  // An SVG picture as pixels: how many a row has, and red, green, blue and opacity of each.
  /** @type {(svg: string) => Promise<[width: number, pixels: ArrayBufferLike]>} */
  drawPixels: async svg => {
    const { canvas: { width, height }, context } = await draw(svg, 1);
    return [width, context.getImageData(0, 0, width, height).data.buffer];
  },
  /** @param {Uint8Array<ArrayBuffer>} bytes */
  keepGif: bytes => URL.createObjectURL(new Blob([bytes], { type: "image/gif" })),
  /** @param {number} id */
  removeCase: id => databases.cases.transact("readwrite", async cases => void cases.delete(id)),
};
/** @type {Record<string, (...parts: any[]) => unknown>} By name: a worker's parts are those that `store.rs` sends. */
const handlers = operations;

// Opens a socket to the native program that the page came from, and relays its messages like those
// of a worker: files go first, and the message takes all that came since the last one. In `line`, a
// blank separates the socket's address from the first message.
/** @type {(line: string, port: MessagePort) => void} */
const relayServer = (line, port) => {
  const [address, hello] = line.split(/ (.*)/);
  /** @typedef {string | Uint8Array<ArrayBuffer>} Message */
  const socket = new WebSocket(address);
  /** @type {Message[]} */
  const waiting = [hello];
  /** @param {Message} message */
  const send = message => socket.readyState === WebSocket.OPEN ? socket.send(message) : waiting.push(message);
  socket.onopen = () => waiting.forEach(message => socket.send(message));
  socket.onmessage = ({ data }) => port.postMessage({ data });
  socket.onclose = ({ reason }) => port.postMessage({ message: reason || "the local server does not respond" });
  /** @param {MessageEvent<[message: string, ...files: Message[]] | null>} event */
  port.onmessage = ({ data }) => {
    if (data) return [...data.slice(1), data[0]].forEach(send);
    socket.onclose = null;
    socket.close();
    port.close();
  };
};

// How long a worker may take to report that it is up before another is started in its place, in
// milliseconds; each time twice as long. Firefox may never start one, and reports no error. An
// interval, because this is no patience that ends in a verdict.
const START_PATIENCE = 10_000;

// Starts a worker and relays its messages through a port: `{ data }`, or `{ message }` of an error.
// `null` ends it. No message is sent to it before it is up.
/** @type {(address: string, port: MessagePort, patience?: number) => void} */
const relay = (address, port, patience = START_PATIENCE) => {
  if (/^wss?:/.test(address)) return relayServer(address, port);
  const worker = new Worker(address, { type: "module" });
  const starting = setInterval(() => {
    clearInterval(starting);
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    relay(address, port, 2 * patience);
  }, patience);
  worker.onmessage = ({ data }) => {
    clearInterval(starting);
    port.postMessage({ data });
  };
  worker.onerror = event => {
    clearInterval(starting);
    event.preventDefault();
    // The event of a program that cannot be fetched has no message.
    port.postMessage({ message: event.message || "it could not be started" });
  };
  port.onmessage = ({ data }) => {
    if (data !== null) return worker.postMessage(data);
    clearInterval(starting);
    worker.terminate();
    port.close();
  };
};

// The programs' last reports on the editor's runs, for an editor that is opened later: by their
// subject, the report as text, and a function that sends a message to the program.
/** @type {NonNullable<typeof globalThis.runReports>} */
const runReports = {};
globalThis.runReports = runReports;

/** @type {(worker: Worker, report: [about: string, report: string]) => void} */
const takeReport = (worker, [about, report]) => {
  runReports[about] = { report, tell: message => worker.postMessage([JSON.stringify(message)]) };
  dispatchEvent(new Event("runreport"));
};

// Handles a worker's request, `[number, operation, part, ...]`. The answer is
// `["store", number, whether it was done, result]`. `[address, port]` requests a worker, or the
// connection to the native program; `[0, "report", about, report]` is for the editor, and has no
// answer. Texts that the worker posts are for the page.
/** @type {(worker: Worker, event: MessageEvent<unknown>) => Promise<void>} */
const takeMessage = async (worker, { data }) => {
  if (!Array.isArray(data)) return;
  const [number, operation, ...parts] = data;
  if (operation instanceof MessagePort) return relay(number, operation);
  if (operation === "report") return takeReport(worker, [parts[0], parts[1]]);
  let done = true, result;
  try {
    result = await handlers[operation](...parts);
  } catch (error) {
    [done, result] = [false, error instanceof Error ? error.name : ""];
  }
  worker.postMessage(["store", number, done, result]);
};

/** @param {Worker} worker */
globalThis.serveSeriesStore = worker => {
  worker.addEventListener("message", event => takeMessage(worker, event));
  // Another tab has changed a note on a bot: the program of cases lists notes, the other ignores
  // the message.
  addEventListener("botsnoted", () => worker.postMessage([JSON.stringify({ do: ["bots-noted", ""] })]));
};

// A page that may come back must not hold up others meanwhile.
addEventListener("pagehide", () => Object.values(databases).forEach(database => database.close()));
