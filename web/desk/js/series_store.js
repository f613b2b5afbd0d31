// Keeps series and cases in IndexedDB for the programs that play them, which are workers, and draws
// pictures for them. The page's own document does it, because its connection ends with it: Firefox
// lets the workers of a page that was left go on for a while, and their open databases block the
// next page. It starts the match workers too: a worker cannot, reliably, in Firefox. Does not read
// the lines of games and the descriptions.

import { Database, answer } from "./database.js";

/** @import { StoreAnswer, StoreRequest, ToDocument, ToSeries } from "../../protocol/protocol" */
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

// Identifies an interpreter of scripts. In a page that was packaged for visitors, the names of files
// change with their content: the name identifies it. Elsewhere the SHA-256 of the file does, which
// is read for that.
/** @type {(request: { name: string }) => Promise<string>} */
const identifyInterpreter = async ({ name }) => {
  const address = `bots/${name}.wasm`;
  const hashed = JSON.parse(document.getElementById("file-names")?.textContent ?? "{}")[address];
  if (hashed) return hashed;
  const file = await fetch(address);
  if (!file.ok) throw new Error(`${address} is not here`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return `${address} ${[...hash].map(byte => byte.toString(16).padStart(2, "0")).join("")}`;
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

/** @type {(description: string, isRun: boolean, bots: ArrayBufferView[]) => SeriesRow} */
const rowOf = (description, isRun, bots) => [description, .../** @type {Uint8Array[]} */ (bots), .../** @type {"run"[]} */ (isRun ? ["run"] : [])];

/** A result with the bytes that go beside it. */
class WithBytes {
  /**
   * @param {unknown} result
   * @param {unknown[]} bytes
   */
  constructor(result, bytes) {
    this.result = result;
    this.bytes = bytes;
  }
}

// By the types of requests. Files come beside a request.
/** @type {{ [Type in StoreRequest["type"]]: (request: Extract<StoreRequest, { type: Type }>, files: any[]) => unknown }} */
const operations = {
  list: () => transact("readonly", async series => {
    const [ids, rows] = await Promise.all([answer(series.getAllKeys()), answer(series.getAll())]);
    return ids.map((id, nth) => ({ id, description: rows[nth][0] }));
  }),
  // Its number is later than any before, also than one that was removed: another tab may still have
  // kept games of that.
  add: ({ description, isRun: isOfRun }, bots) => transact("readwrite", async (series, games) => {
    const [ids, rows] = await Promise.all([answer(series.getAllKeys()), answer(series.getAll())]);
    const alike = ids.filter((_, nth) => isRun(rows[nth]) === isOfRun);
    alike.slice(0, Math.max(0, alike.length - KEPT + 1)).forEach(old => forget(series, games, old));
    const id = Math.max(1 + (ids.at(-1) ?? 0), Math.floor(Date.now() / 1000));
    series.put(rowOf(description, isOfRun, bots), id);
    return id;
  }),
  describe: ({ id, description, isRun }, bots) => transact("readwrite", async series => void series.put(rowOf(description, isRun, bots), id)),
  // Keys here are those of the games without the number of the series.
  addLines: ({ id, lines }) => transact("readwrite", async (_, games) =>
    lines.forEach(({ unit, rotation, voids, line }) => games.put(line, [id, unit, rotation, voids]))),
  remove: ({ id }) => transact("readwrite", async (series, games) => forget(series, games, id)),
  load: ({ id }) => transact("readonly", async (series, games) => {
    const [row, lines] = await Promise.all([answer(series.get(id)), answer(games.getAll(gamesOf(id)))]);
    if (!row) return null;
    const [description, ...parts] = row;
    return new WithBytes({ description, lines }, parts.filter(part => part !== "run"));
  }),
  listCases: () => databases.cases.transact("readonly", async cases => {
    const [ids, texts] = await Promise.all([answer(cases.getAllKeys()), answer(cases.getAll())]);
    return ids.map((id, nth) => ({ id, text: texts[nth] }));
  }),
  // Its number is later than any other.
  addCase: ({ text }) => databases.cases.transact("readwrite", async cases => {
    const id = 1 + ((await answer(cases.getAllKeys())).at(-1) ?? 0);
    cases.put(text, id);
    return id;
  }),
  removeCase: ({ id }) => databases.cases.transact("readwrite", async cases => void cases.delete(id)),
  listVerdicts: () => databases.verdicts.transact("readonly", async verdicts => {
    const [keys, texts] = await Promise.all([answer(verdicts.getAllKeys()), answer(verdicts.getAll())]);
    return keys.map(([id, bot], nth) => ({ case: id, bot, text: texts[nth] }));
  }),
  keepVerdict: ({ case: id, bot, text }) => databases.verdicts.transact("readwrite", async verdicts => void verdicts.put(text, [id, bot])),
  removeVerdicts: request => databases.verdicts.transact("readwrite", async verdicts => {
    const keys = await answer(verdicts.getAllKeys());
    keys.filter(([id, bot]) => id === request.case || bot === request.bot).forEach(key => verdicts.delete(key));
  }),
  // Where the page has no interpreter, no script has played a case.
  interpreter: identifyInterpreter,
  bots: async ({ request }) => {
    if (!globalThis.botLibrary) throw new TypeError("no bots are kept");
    return globalThis.botLibrary(request);
  },
  // Drawing that a worker cannot do: twice as large.
  drawPng: async ({ svg }) => {
    const { canvas } = await draw(svg, 2);
    /** @type {Blob | null} */
    const file = await new Promise(done => canvas.toBlob(done));
    if (!file) throw new TypeError("there is no picture");
    return URL.createObjectURL(file);
  },
  drawPixels: async ({ svg }) => {
    const { canvas: { width, height }, context } = await draw(svg, 1);
    return new WithBytes(width, [context.getImageData(0, 0, width, height).data.buffer]);
  },
  keepGif: (_, [bytes]) => URL.createObjectURL(new Blob([bytes], { type: "image/gif" })),
};

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

/** @type {(worker: Worker, message: ToSeries, bytes?: unknown[]) => void} */
const send = (worker, message, bytes = []) => worker.postMessage([JSON.stringify(message), ...bytes]);

/** @type {(worker: Worker, report: Extract<ToDocument, { type: "report" }>) => void} */
const takeReport = (worker, { about, report }) => {
  runReports[about] = { report, tell: message => send(worker, message) };
  dispatchEvent(new Event("runreport"));
};

/** @type {(worker: Worker, asked: Extract<ToDocument, { type: "ask" }>, files: unknown[]) => Promise<void>} */
const answerRequest = async (worker, { number, request }, files) => {
  /** @type {(request: any, files: unknown[]) => unknown} TypeScript does not relate the request to its operation. */
  const operation = operations[request.type];
  /** @type {StoreAnswer["result"]} */
  let result;
  /** @type {unknown[]} */
  let bytes = [];
  try {
    const done = await operation(request, files);
    if (done instanceof WithBytes) [result, bytes] = [{ Ok: done.result }, done.bytes];
    else result = { Ok: done ?? null };
  } catch (error) {
    result = { Err: error instanceof Error ? error.name : "" };
  }
  send(worker, { answer: { number, result } }, bytes);
};

// Handles a worker's message for the document. Texts that the worker posts are for the page's
// program.
/** @type {(worker: Worker, event: MessageEvent<unknown>) => void} */
const takeMessage = (worker, { data }) => {
  if (!Array.isArray(data)) return;
  const [text, ...beside] = data;
  /** @type {ToDocument} */
  const message = JSON.parse(text);
  if (message.type === "relay") relay(message.address, beside[0]);
  else if (message.type === "report") takeReport(worker, message);
  else answerRequest(worker, message, beside);
};

/** @param {Worker} worker */
globalThis.serveSeriesStore = worker => {
  worker.addEventListener("message", event => takeMessage(worker, event));
  // Another tab has changed a note on a bot: the program of cases lists notes, the other ignores
  // the message.
  addEventListener("botsnoted", () => send(worker, "bots-noted"));
};

// A page that may come back must not hold up others meanwhile.
addEventListener("pagehide", () => Object.values(databases).forEach(database => database.close()));
