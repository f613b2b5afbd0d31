// Keeps series and cases in IndexedDB for the programs that play them, which are workers, and draws
// pictures for them. The page's own document does it, because its connection ends with it: Firefox
// lets the workers of a page that was left go on for a while, and their open databases block the
// next page. It starts the match workers too: a worker cannot, reliably, in Firefox. Does not read
// the lines of games and the descriptions.

import { Database, answer } from "./database.js";

// For each series, by its number: its description as text, then the files of its bots.
const SERIES = "series";
// For each game its line, by the number of its series, its unit, its rotation, and how often it was
// void before. So two tabs that play the same series keep the same lines, each once.
const GAMES = "games";
// How many series are kept: the newest; and as many of those that the editor has run.
const KEPT = 12;
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

const databases = {
  series: new Database("botyard-series", { [SERIES]: {}, [GAMES]: {} }),
  cases: new Database("botyard-cases", { [CASES]: {} }),
  verdicts: new Database("botyard-verdicts", { [VERDICTS]: {} }),
};
const transact = (mode, work, database = databases.series) => database.transact(mode, work);

const gamesOf = id => IDBKeyRange.bound([id], [id + 1], false, true);

const forget = (series, games, id) => {
  series.delete(id);
  games.delete(gamesOf(id));
};

// Draws a picture in SVG, this many pixels for each of its units.
const draw = async (svg, scale) => {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth * scale, height: image.naturalHeight * scale });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
};

const operations = {
  // The numbers of all series with their descriptions, the oldest first.
  list: () => transact("readonly", async series => {
    const [ids, rows] = await Promise.all([answer(series.getAllKeys()), answer(series.getAll())]);
    return ids.map((id, nth) => [id, rows[nth][0]]);
  }),
  // Keeps a new series, in place of the oldest where there are many. Its number is later than any
  // before, also than one that was removed: another tab may still have kept games of that.
  add: row => transact("readwrite", async (series, games) => {
    const [ids, rows] = await Promise.all([answer(series.getAllKeys()), answer(series.getAll())]);
    const alike = ids.filter((_, nth) => isRun(rows[nth]) === isRun(row));
    alike.slice(0, Math.max(0, alike.length - KEPT + 1)).forEach(old => forget(series, games, old));
    const id = Math.max(1 + (ids.at(-1) ?? 0), Math.floor(Date.now() / 1000));
    series.put(row, id);
    return id;
  }),
  describe: (id, row) => transact("readwrite", async series => void series.put(row, id)),
  // Keys here are those of the games without the number of the series.
  addLines: (id, lines) => transact("readwrite", async (_, games) => lines.forEach(([key, line]) => games.put(line, [id, ...key]))),
  remove: id => transact("readwrite", async (series, games) => forget(series, games, id)),
  // The row of a series and the lines of its games; `undefined` if the series does not exist.
  load: id => transact("readonly", async (series, games) => {
    const [row, lines] = await Promise.all([answer(series.get(id)), answer(games.getAll(gamesOf(id)))]);
    return row && [row, lines];
  }),
  // The numbers of all cases with their texts, the oldest first.
  listCases: () => transact("readonly", async cases => {
    const [ids, texts] = await Promise.all([answer(cases.getAllKeys()), answer(cases.getAll())]);
    return ids.map((id, nth) => [id, texts[nth]]);
  }, databases.cases),
  // Keeps a new case; its number is later than any other.
  addCase: text => transact("readwrite", async cases => {
    const id = 1 + ((await answer(cases.getAllKeys())).at(-1) ?? 0);
    cases.put(text, id);
    return id;
  }, databases.cases),
  // The numbers of cases, the keys of bots, and their results.
  listVerdicts: () => transact("readonly", async verdicts => {
    const [keys, texts] = await Promise.all([answer(verdicts.getAllKeys()), answer(verdicts.getAll())]);
    return keys.map((key, nth) => [...key, texts[nth]]);
  }, databases.verdicts),
  keepVerdict: (id, bot, text) => transact("readwrite", async verdicts => void verdicts.put(text, [id, bot]), databases.verdicts),
  // Forgets those of a case, or those of a bot.
  removeVerdicts: (id, bot) => transact("readwrite", async verdicts => {
    const keys = await answer(verdicts.getAllKeys());
    keys.filter(([of, about]) => of === id || about === bot).forEach(key => verdicts.delete(key));
  }, databases.verdicts),
  // Identifies the interpreter of scripts. Where the page has no interpreter, no script has played
  // a case.
  interpreter: identifyInterpreter,
  // The operations of the script that keeps the visitor's bots.
  /** @type {(operation: string, ...parts: any[]) => Promise<any>} */
  bots: async (...request) => globalThis.botLibrary(...request),
  // Drawing that a worker cannot do: an SVG picture as a PNG, twice as large. Returns its address.
  drawPng: async svg => {
    const { canvas } = await draw(svg, 2);
    return URL.createObjectURL(await new Promise(done => canvas.toBlob(done)));
  },
  // An SVG picture as pixels: how many a row has, and red, green, blue and opacity of each.
  drawPixels: async svg => {
    const { canvas: { width, height }, context } = await draw(svg, 1);
    return [width, context.getImageData(0, 0, width, height).data.buffer];
  },
  keepGif: bytes => URL.createObjectURL(new Blob([bytes], { type: "image/gif" })),
  removeCase: id => transact("readwrite", async cases => void cases.delete(id), databases.cases),
};

// Opens a socket to the native program that the page came from, and relays its messages like those
// of a worker: files go first, and the message takes all that came since the last one. In `line`, a
// blank separates the socket's address from the first message.
const relayServer = (line, port) => {
  const [address, hello] = line.split(/ (.*)/);
  const socket = new WebSocket(address), waiting = [hello];
  const send = message => socket.readyState === WebSocket.OPEN ? socket.send(message) : waiting.push(message);
  socket.onopen = () => waiting.forEach(message => socket.send(message));
  socket.onmessage = ({ data }) => port.postMessage({ data });
  socket.onclose = ({ reason }) => port.postMessage({ message: reason || "the local server does not respond" });
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
globalThis.runReports = {};

/** @type {(worker: Worker, parts: any[]) => void} */
const takeReport = (worker, [about, report]) => {
  globalThis.runReports[about] = { report, tell: message => worker.postMessage([JSON.stringify(message)]) };
  dispatchEvent(new Event("runreport"));
};

// Handles a worker's request, `[number, operation, part, ...]`; the answer is `["store", number,
// whether it was done, result]`. `[address, port]` requests a worker, or the connection to the
// native program; `[0, "report", about, report]` is for the editor, and has no answer. Texts that
// the worker posts are for the page.
const takeMessage = async (worker, { data }) => {
  if (!Array.isArray(data)) return;
  const [number, operation, ...parts] = data;
  if (operation instanceof MessagePort) return relay(number, operation);
  if (operation === "report") return takeReport(worker, parts);
  let done = true, result;
  try {
    result = await operations[operation](...parts);
  } catch (error) {
    [done, result] = [false, error.name];
  }
  worker.postMessage(["store", number, done, result]);
};

globalThis.serveSeriesStore = worker => {
  worker.addEventListener("message", event => takeMessage(worker, event));
  // Another tab has changed a note on a bot: the program of cases lists notes, the other ignores
  // the message.
  addEventListener("botsnoted", () => worker.postMessage([JSON.stringify({ do: ["bots-noted", ""] })]));
};

// A page that may come back must not hold up others meanwhile.
addEventListener("pagehide", () => Object.values(databases).forEach(database => database.close()));
