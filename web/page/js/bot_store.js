// Keeps the visitor's bots in IndexedDB, from one visit to the next: every build of every bot,
// until it is removed. They are stored nowhere else. A script of its own, because no visit needs it
// before the first board. Does not read the modules.

import { Database, answer } from "./database.js";

/** @import { BuildId, FromBotStore, ListedBuild, ToBotStore } from "../../protocol/protocol" */
/** @import { BuildKey, BuildRow, ExportedBuild, FoundBuild, KnownGames, LibraryOperations, NewRow, Parcel, TabMessage, Watched } from "./kept_builds" */
/** @typedef {import("./database.js").Table<string, Watched>} WatchTable */

// The builds, without their modules.
const BUILDS = "builds";
// The modules, by the same keys: listing builds does not read them.
const MODULES = "modules";
// Where earlier versions of the page kept bots: one of each name.
const CACHE = "botyard-bots";
const CACHED = /\/kept-bots\/([^/]+)\/\d+\/([^/]+)$/;

/** @type {Database<[import("./database.js").Table<BuildKey, BuildRow>, import("./database.js").Table<BuildKey, ArrayBuffer>]>} */
const library = new Database("botyard-bots", { [BUILDS]: {}, [MODULES]: {} });
/** @type {typeof library.transact} */
const transact = (mode, work) => library.transact(mode, work);

// How an exported library names itself.
const LIBRARY = "botyard-bots-1";

const sha256 = async (/** @type {BufferSource} */ bytes) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map(byte => byte.toString(16).padStart(2, "0")).join("");
};

// How many files come with a module: they are in its last section, whose length comes last
// (`sandbox/src/last_section.rs`).
const SECTION = "botyard.files";
const countFiles = (/** @type {ArrayBuffer} */ bytes) => {
  const view = new DataView(bytes);
  const end = view.byteLength - 4;
  let at = end - (end < 0 ? 0 : view.getUint32(end, true));
  if (at < 0) return 0;
  // Behind its number, and its length of at most five bytes.
  const name = [2, 3, 4, 5, 6].map(more => at + more).find(start => new TextDecoder().decode(bytes.slice(start + 1, start + 1 + SECTION.length)) === SECTION);
  if (!name) return 0;
  let files = 0;
  for (at = name + 1 + SECTION.length; at + 6 <= end; files += 1) {
    at += 2 + view.getUint16(at, true);
    at += 4 + view.getUint32(at, true);
  }
  return files;
};

/** @type {(key: BuildKey) => BuildId} */
const idOf = ([game, name, number]) => ({ game, name, number });
/** @type {(build: BuildId) => BuildKey} */
const keyOf = ({ game, name, number }) => [game, name, number];

// Earlier versions of the page have kept no numbers.
/** @type {(key: BuildKey, row: BuildRow) => Extract<FromBotStore, { type: "kept" }>} */
const described = (key, [sha256, , , , , hasFailed = false, [isSilent, games, failed] = [hasFailed, 0, 0], beaten = []]) =>
  ({ type: "kept", build: idOf(key), sha256, games: { isSilent, games, failed }, beaten });

// The other tabs of this browser are notified of each build that is kept, removed or trimmed here,
// and of notes. A page that was left neither sends nor receives.
/** @type {BroadcastChannel | undefined} */
let otherTabs;
const tellOtherTabs = (/** @type {TabMessage} */ message) => otherTabs?.postMessage(message);
const listenToOtherTabs = () => {
  // Pages of earlier versions have a channel with other messages, `botyard-bots`.
  otherTabs = new BroadcastChannel("botyard-kept-bots");
  // The page does not use notes: the program that lists them reads them again.
  otherTabs.onmessage = (/** @type {MessageEvent<TabMessage>} */ { data }) => data.type === "noted" ? dispatchEvent(new Event("botsnoted")) : tell(data);
};

// Keeps a build under its number, or the next free one if another tab has kept another file under
// it. A file that is kept already is not kept twice.
/** @type {(key: BuildKey, row: BuildRow, bytes: ArrayBuffer) => Promise<void>} */
const putRow = async ([game, name, number], row, bytes) => {
  const kept = await transact("readwrite", async (builds, modules) => {
    for (let build = number; ; build += 1) {
      const key = /** @type {BuildKey} */ ([game, name, build]);
      const known = await answer(builds.get(key));
      if (known?.[0] === row[0]) return;
      if (!known) {
        builds.put(row, key);
        modules.put(bytes, key);
        return key;
      }
    }
  });
  if (kept) tellOtherTabs(described(kept, row));
};
/** @type {(key: BuildKey, bytes: ArrayBuffer, row: NewRow) => Promise<void>} */
const put = (key, bytes, [hash, time, note, results, ...games]) =>
  putRow(key, [hash, time, note, results, countFiles(bytes), ...games], bytes);

// The bot that an earlier version of the page has kept becomes build 1. It is removed from the
// cache once it is stored here.
const migrate = async () => {
  if (!globalThis.caches || !await caches.has(CACHE)) return;
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const [, game, name] = CACHED.exec(request.url) ?? [];
    const kept = await cache.match(request);
    if (!game || !kept) continue;
    const bytes = await kept.arrayBuffer();
    await put([game, decodeURIComponent(name), 1], bytes, [await sha256(bytes), Date.now(), ""]);
    await cache.delete(request);
  }
};

const encode = (/** @type {ArrayBuffer} */ bytes) => {
  const letters = /** @type {string[]} */ ([]);
  new Uint8Array(bytes).forEach(byte => letters.push(String.fromCharCode(byte)));
  return btoa(letters.join(""));
};

// All builds with their rows.
/** @type {() => Promise<[...key: BuildKey, ...row: BuildRow][]>} */
const all = () => transact("readonly", async builds => {
  const [keys, rows] = await Promise.all([answer(builds.getAllKeys()), answer(builds.getAll())]);
  return keys.map((key, nth) => [...key, ...rows[nth]]);
});

// The page's requests wait in a list, whose first entry is the function that receives messages.
const requests = globalThis.botStore;
if (!requests) throw new TypeError("there is no page");
const [take, ...early] = requests;
/** @type {(message: FromBotStore, file?: ArrayBuffer) => void} */
const tell = (message, file) => take([JSON.stringify(message), file]);
/** @type {(type: "notice" | "error", text: string) => void} */
const say = (type, text) => tell({ type, text });

// Sends the page the list of kept builds.
const tellKept = async () => (await all()).forEach(([game, name, build, ...row]) => tell(described([game, name, build], row)));

// Changes the row of the file of this hash: another tab may have kept another file under its
// number.
/** @type {(game: string, name: string, hash: string, change: (row: BuildRow) => BuildRow) => Promise<void>} */
const change = (game, name, hash, change) => transact("readwrite", async builds => {
  const [keys, rows] = await Promise.all([answer(builds.getAllKeys()), answer(builds.getAll())]);
  const nth = keys.findIndex(([of, file], nth) => of === game && file === name && rows[nth][0] === hash);
  if (nth >= 0) builds.put(change(rows[nth]), keys[nth]);
});

const tellUnkept = (/** @type {string} */ name) =>
  say("error", `${name} is not kept: this browser's storage is full or switched off. It is here until the page is closed.`);

// How long the browser may take to read a module before waiting requests continue without it, in
// milliseconds.
const PATIENCE = 15_000;
const SILENT = Symbol("silent");

// The row of the build that was removed last, and its module.
/** @type {[row: BuildRow, module: ArrayBuffer] | undefined} */
let removed;

/** @type {{ [Type in ToBotStore["type"]]: (request: Extract<ToBotStore, { type: Type }>, file: ArrayBuffer) => Promise<void> }} */
const page = {
  add: async ({ build, sha256 }, file) => {
    try {
      await put(keyOf(build), file, [sha256, Date.now(), ""]);
    } catch {
      tellUnkept(build.name);
    }
  },
  load: async ({ build }) => {
    const loading = transact("readonly", (_, modules) => answer(modules.get(keyOf(build))))
      .catch(({ name }) => name === "TimeoutError" ? SILENT : undefined);
    /** @type {ArrayBuffer | typeof SILENT | undefined} */
    const module = await Promise.race([loading, new Promise(resolve => setTimeout(resolve, PATIENCE, SILENT))]);
    if (module === SILENT) tell({ type: "module", build, missing: "silent" });
    else tell({ type: "module", build, missing: module ? null : "removed" }, module);
  },
  keepGames: ({ build: { game, name }, sha256, hasFailed, games: { isSilent, games, failed } }) =>
    change(game, name, sha256, ([...row]) => Object.assign(row, { 5: hasFailed, 6: [isSilent, games, failed] })).catch(() => {}),
  // Another tab may have kept other rungs.
  keepBeaten: ({ build: { game, name }, sha256, beaten }) =>
    change(game, name, sha256, ([...row]) => Object.assign(row, { 7: [...(row[7] ?? []).filter(({ rung }) => rung !== beaten.rung), beaten] })).catch(() => {}),
  // By its hash: another tab may have kept another file under this number. One that cannot be
  // removed is there again in the next visit.
  remove: ({ build: { game, name }, sha256 }) => transact("readwrite", async (builds, modules) => {
    const [keys, rows] = await Promise.all([answer(builds.getAllKeys()), answer(builds.getAll())]);
    const key = keys.find(([of, file], nth) => of === game && file === name && rows[nth][0] === sha256);
    removed = undefined;
    if (!key) return;
    const row = await answer(builds.get(key)), module = await answer(modules.get(key));
    removed = row && module && [row, module];
    builds.delete(key);
    modules.delete(key);
    return key;
  }).then(key => { if (key) tellOtherTabs({ type: "removed", build: idOf(key), sha256 }); }, () => {}),
  // Keeps the one again that was removed last.
  restore: async ({ build, sha256 }) => {
    if (removed?.[0][0] !== sha256) return;
    await putRow(keyOf(build), ...removed).catch(() => tellUnkept(build.name));
  },
};
/** @type {(parcel: Parcel) => Promise<void>} */
const handle = ([message, file]) => {
  /** @type {ToBotStore} */
  const request = JSON.parse(message);
  /** @type {(request: any, file: any) => Promise<void>} TypeScript does not relate the request to its handler. */
  const handler = page[request.type];
  return handler(request, file);
};

// The file of each game that was watched last, by the game's name: a handle with which the page can
// read it.
/** @type {Database<[WatchTable]>} */
const watches = new Database("botyard-watch", { files: {} });
/** @type {<T>(mode: IDBTransactionMode, work: (files: WatchTable) => IDBRequest<T>) => Promise<T>} */
const transactWatch = (mode, work) => watches.transact(mode, async files => answer(work(files)));

// How often a watched file is looked at, in milliseconds.
const LOOK = 400;
/** @type {ReturnType<typeof setInterval> | undefined} */
let watching;

// Whether the page shows this game. A watched file is a bot of the game in which it was picked.
const isShown = (/** @type {string} */ game) => /** @type {HTMLAnchorElement | null} */ (document.querySelector(".game-tab[aria-current]"))?.hash === `#/${game}`;

// Drops files on the page, as a visitor would.
/** @type {(files: File[], target?: EventTarget) => void} */
const drop = (files, target = globalThis) => {
  const dataTransfer = new DataTransfer();
  files.forEach(file => dataTransfer.items.add(file));
  target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
};

// The script that makes bots of folders.
const folders = () => import("./bot_folder.js");
/** @type {(name: string, why: unknown) => void} */
const refuseFolder = (name, why) => say("error", `${name} cannot be used as a bot: ${why instanceof Error ? why.message : why}.`);

// The current state of a watched file or folder: a text that changes with it, and a function that
// makes the file to be dropped.
/** @type {(handle: Watched) => Promise<[state: string, make: () => Promise<File>]>} */
const stateOf = async handle => {
  if (handle.kind !== "directory") {
    const file = await handle.getFile();
    return [`${file.lastModified} ${file.size}`, async () => new File([await file.arrayBuffer()], file.name)];
  }
  const { filesOfHandle, makeBot } = await folders();
  const files = await filesOfHandle(handle);
  const states = files.map(([path, { lastModified, size }]) => [path, lastModified, size]);
  return [JSON.stringify(states), () => makeBot(handle.name, files)];
};

// Saves a text as a file.
const save = (/** @type {string} */ name, /** @type {string} */ text) => {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
};

// Drops a file, or the bot of a folder, on the page whenever it has changed and was then left alone
// for a while: compilers write piece by piece. Returns its name.
/** @type {(handle: Watched, game: string) => string} */
const watch = (handle, game) => {
  clearInterval(watching);
  let seen = "", dropped = "";
  const look = async () => {
    const [state, make] = await stateOf(handle);
    const isNew = state === seen && state !== dropped && isShown(game);
    seen = state;
    if (!isNew) return;
    dropped = state;
    const bot = await make().catch(why => {
      // A file that is being replaced cannot be read for a moment.
      if (why instanceof TypeError) refuseFolder(handle.name, why);
      else dropped = "";
    });
    if (bot) drop([bot]);
  };
  // One that was moved away for a moment is looked at again.
  watching = setInterval(() => look().catch(() => {}), LOOK);
  return handle.name;
};

// Why a build's results mean little for other builds, as text; empty if they mean something.
/** @type {(...games: KnownGames) => string} */
const failureOf = (hasFailed, [isSilent, games, failed] = [true, 0, 0]) => {
  if (!hasFailed) return "";
  if (isSilent) return "played no turn";
  return games === 1 ? "lost its only game by its own fault" : `lost ${failed} of ${games} games by its own fault`;
};

// The name under which the browser keeps the action for new builds.
const AFTER_BUILD = "botyard-after-build";

// The operations for the program of cases, which lists the builds.
/** @type {LibraryOperations} */
const operations = {
  list: async ({ game }) => {
    const own = (await all()).filter(([of]) => of === game);
    /** @type {(row: [...key: BuildKey, ...row: BuildRow]) => ListedBuild} */
    const row = ([, name, number, sha256, time, note, results = null, files = 0, ...games]) =>
      ({ name, number, sha256, since: new Date(time).toLocaleString(), note, results, files, failure: failureOf(...games) });
    const watched = await transactWatch("readonly", files => files.get(game)).catch(() => {});
    return { canWatch: "showOpenFilePicker" in globalThis, watched: watched?.name ?? null, builds: own.map(row) };
  },
  afterBuild: async ({ choice }) => {
    if (choice) localStorage.setItem(AFTER_BUILD, choice);
    return localStorage.getItem(AFTER_BUILD);
  },
  note: ({ build, note }) => transact("readwrite", async builds => {
    const [hash, time, , ...row] = await answer(builds.get(keyOf(build))) ?? [];
    if (hash !== undefined && time !== undefined) builds.put([hash, time, note, ...row], keyOf(build));
  }).then(() => tellOtherTabs({ type: "noted" })),
  keepResults: ({ game, name, sha256, results }) => change(game, name, sha256, ([hash, time, note, , ...row]) => [hash, time, note, results, ...row]),
  text: async ({ build }) => {
    const script = await transact("readonly", (_, modules) => answer(modules.get(keyOf(build))));
    if (!script) throw new DOMException("", "NotFoundError");
    return new TextDecoder().decode(script);
  },
  // Other tabs must not list builds that they can no longer load.
  trim: async ({ game, name, most }) => {
    const trimmed = await transact("readwrite", async (builds, modules) => {
      const [keys, rows] = await Promise.all([answer(builds.getAllKeys()), answer(builds.getAll())]);
      const own = keys.flatMap(([of, file, build], nth) => {
        const [hash, , note, , , , , beaten = []] = rows[nth];
        return of === game && file === name && !note && beaten.length === 0 ? [{ build, hash }] : [];
      });
      const older = own.slice(0, Math.max(0, own.length - most));
      older.forEach(({ build }) => [builds, modules].forEach(table => table.delete([game, name, build])));
      return older;
    });
    trimmed.forEach(({ build, hash }) => {
      /** @type {Extract<FromBotStore, { type: "trimmed" }>} */
      const message = { type: "trimmed", build: { game, name, number: build }, sha256: hash };
      tell(message);
      tellOtherTabs(message);
    });
  },
  watch: async ({ game, isFolder }) => {
    const handle = isFolder ? await showDirectoryPicker() : (await showOpenFilePicker())[0];
    // A browser that does not keep it does not offer it after a reload.
    await transactWatch("readwrite", files => files.put(handle, game)).catch(() => {});
    return watch(handle, game);
  },
  watchAgain: async ({ game }) => {
    const handle = await transactWatch("readonly", files => files.get(game));
    if (!handle) throw new TypeError("nothing is watched");
    if (await handle.requestPermission?.({ mode: "read" }) === "denied") throw new DOMException("", "NotAllowedError");
    return watch(handle, game);
  },
  addFolder: async () => {
    const field = Object.assign(document.createElement("input"), { type: "file", webkitdirectory: true });
    field.onchange = async () => {
      const { filesOfField, makeBot } = await folders();
      const files = field.files ?? [], [name] = files[0]?.webkitRelativePath.split("/") ?? [""];
      try { drop([await makeBot(...filesOfField(files))]); } catch (why) { refuseFolder(name, why); }
    };
    field.click();
  },
  unwatch: async ({ game }) => {
    clearInterval(watching);
    await transactWatch("readwrite", files => files.delete(game));
  },
  export: () => transact("readonly", async (builds, modules) => {
    const [keys, rows, files] = await Promise.all([answer(builds.getAllKeys()), answer(builds.getAll()), answer(modules.getAll())]);
    /** @type {(key: BuildKey, nth: number) => ExportedBuild} */
    const build = ([game, name, build], nth) => {
      const [sha256, time, note, results, , hasFailed, games, beaten] = rows[nth];
      return { game, name, build, sha256, time, note, results, hasFailed, games, beaten, module: encode(files[nth]) };
    };
    save("botyard.bots", JSON.stringify({ format: LIBRARY, builds: keys.map(build) }));
  }),
};

// How many damaged builds are named.
const NAMED = 3;

// Keeps the valid builds of an exported file. A build whose number another file has gets the next
// free number: no kept build is lost.
const importBots = async (/** @type {File} */ file) => {
  const refuse = (/** @type {string} */ why) => say("error", `The bots of ${file.name} are not kept: ${why}.`);
  /** @type {{ format?: unknown, builds?: unknown } | null} */
  let library;
  try { library = JSON.parse(await file.text()); } catch { return refuse("the file is cut off, or was not saved by this page"); }
  if (library?.format !== LIBRARY || !Array.isArray(library.builds)) return refuse("the file was not saved by this page, or by a newer one");
  const { readEntry } = await import("./exported_bots.js");
  const damaged = /** @type {string[]} */ ([]);
  const bots = new Set();
  let kept = 0;
  for (const entry of /** @type {(FoundBuild | null)[]} */ (library.builds)) {
    const build = await readEntry(entry ?? {}, sha256).catch(why => {
      damaged.push(`${String(entry?.name ?? "one").slice(0, 64)}, build ${String(entry?.build ?? "?").slice(0, 8)}: ${why.message}`);
    });
    if (!build) continue;
    try {
      await put(...build);
      bots.add(`${entry?.game}/${entry?.name}`);
      kept += 1;
    } catch {
      await tellKept().catch(() => {});
      return say("error", `${kept} of ${library.builds.length} bots of ${file.name} are kept: this browser's storage is full or switched off.`);
    }
  }
  await tellKept();
  const more = damaged.length > NAMED ? `; and ${damaged.length - NAMED} more` : "";
  if (damaged.length === 0) {
    const count = (/** @type {number} */ number, /** @type {string} */ noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
    say("notice", `Imported ${count(bots.size, "bot")} with ${count(kept, "build")}. Pick ${bots.size === 1 ? "it as a player" : "them as players"}.`);
  } else {
    say("error", `${kept} of ${library.builds.length} bots of ${file.name} are kept. Damaged: ${damaged.slice(0, NAMED).join("; ")}${more}.`);
  }
};

// Such a file is taken before the page reads it, whether it is dropped or chosen. Other listeners
// of the window that run before the target's still get this event: the hint about dropping ends.
const takeLibrary = (/** @type {Event} */ event, /** @type {FileList | null | undefined} */ files) => {
  const [file] = [...files ?? []].filter(file => file.name.endsWith(".bots"));
  if (!file) return;
  event.preventDefault();
  event.stopPropagation();
  // Then the same file can be chosen again, like any other.
  if (event.type === "change") /** @type {HTMLInputElement} */ (event.target).value = "";
  importBots(file).catch(() => {});
};
addEventListener("drop", event => takeLibrary(event, event.dataTransfer?.files), true);
addEventListener("change", event => takeLibrary(event, /** @type {HTMLInputElement} */ (event.target).files), true);

/** @type {(entry: FileSystemEntry | null) => entry is FileSystemDirectoryEntry} */
const isFolder = entry => entry?.isDirectory === true;

// A folder is made into a bot before the page sees it, and dropped at the same place.
const takeFolders = (/** @type {DragEvent} */ event) => {
  // An exported library was among the files.
  if (event.defaultPrevented) return;
  const items = [...event.dataTransfer?.items ?? []].map(item => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  if (!items.some(({ entry }) => isFolder(entry))) return;
  event.preventDefault();
  event.stopPropagation();
  const { target } = event;
  const take = async (/** @type {typeof items[number]} */ { entry, file }) => {
    if (!isFolder(entry)) return file;
    const { filesOfEntry, makeBot } = await folders();
    return filesOfEntry(entry).then(files => makeBot(entry.name, files)).catch(why => refuseFolder(entry.name, why));
  };
  Promise.all(items.map(take)).then(files => drop(files.flatMap(file => file ?? []), target ?? undefined), () => {});
};
addEventListener("drop", takeFolders, true);

listenToOtherTabs();
/** @type {import("./kept_builds").BotLibrary} */
globalThis.botLibrary = request => operations[request.type](request);
requests.push = (/** @type {Parcel} */ parcel) => (handle(parcel), 0);
// The builds of earlier visits come first: the numbers of new ones follow theirs.
migrate().catch(() => {}).then(tellKept).catch(() => {}).then(() => {
  tell({ type: "listed" });
  early.forEach(handle);
});

// A page that may come back must not hold up others meanwhile.
addEventListener("pagehide", () => {
  library.close();
  watches.close();
  otherTabs?.close();
  otherTabs = undefined;
});
// A page that comes back has missed builds kept meanwhile.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  listenToOtherTabs();
  tellKept().catch(() => {});
});
