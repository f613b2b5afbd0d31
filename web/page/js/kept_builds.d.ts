// What `bot_store.js` keeps of the visitor's bots, the requests and operations that it offers, and
// its messages.

/** The number counts the builds of this name. */
export type BuildKey = [game: string, name: string, build: number];

/**
 * Whether the last match went without a turn of its own, how many games there were, and how many of
 * them it lost by a fault of its own.
 */
export type GamesRecord = [isSilent: boolean, games: number, failed: number];

/**
 * A build: its hash, the time when it came, its note, its results as text if it is a draft that was
 * run, how many files came with it, whether it fails in nearly all of its games, and the record of
 * these. Earlier versions of the page have kept less.
 */
export type BuildRow = [hash: string, time: number, note: string, results?: string, files?: number, hasFailed?: boolean, games?: GamesRecord];

/** What is known of a build's games; an earlier version of the page has kept no numbers. */
export type KnownGames = [hasFailed?: boolean, games?: GamesRecord];

/** A row without the number of files, which is counted when the build is kept. */
export type NewRow = [hash: string, time: number, note: string, results?: string, ...games: KnownGames];

/** A build in an exported library: earlier versions of the page wrote neither results nor games. */
export interface ExportedBuild {
  game: string;
  name: string;
  build: number;
  sha256: string;
  time: number;
  note: string;
  results?: string;
  hasFailed?: boolean;
  games?: GamesRecord;
  /** In Base64. */
  module: string;
}

/** An entry of a file that may be such a library. */
export type FoundBuild = Partial<Record<keyof ExportedBuild, unknown>>;

/** A file or a folder that the page may read again. */
export type Watched = FileSystemFileHandle | FileSystemDirectoryHandle;

export type KeptMessage = ["kept", ...key: BuildKey, hash: string, isSilent: boolean | undefined, games: number, failed: number];
type GoneMessage = ["removed" | "trimmed", ...key: BuildKey, hash: string];

/** A message to the other tabs of this browser. */
export type TabMessage = KeptMessage | GoneMessage | ["noted"];

/** A message to the page's program (`bot_storage.rs`). */
export type StoreMessage =
  | KeptMessage
  | GoneMessage
  | ["module", ...key: BuildKey, module: ArrayBuffer | undefined, isSilent: boolean]
  | ["error" | "notice", text: string]
  | ["listed"];

/** The page's requests: the parts of each. */
interface RequestParts {
  add: [...key: BuildKey, hash: string, bytes: Uint8Array<ArrayBuffer>];
  load: BuildKey;
  keepGames: [...key: BuildKey, hash: string, hasFailed: boolean, ...games: GamesRecord];
  remove: [...key: BuildKey, hash: string];
  restore: [...key: BuildKey, hash: string];
}

export type RequestHandlers = { [Name in keyof RequestParts]: (...parts: RequestParts[Name]) => Promise<void> };
/** `[operation, game, name, build, ...]` */
export type Request<Name extends keyof RequestParts = keyof RequestParts> = { [One in Name]: [operation: One, ...parts: RequestParts[One]] }[Name];

/** The line between the page's program and `bot_store.js`: see `document.d.ts`. */
export type StoreLine<Message> = [tell: (message: Message) => void, ...requests: Request[]];

/**
 * A build in a list: its hash, the time when it came, as text, its note, its results, how many
 * files came with it, and why its results mean little, if they do.
 */
export type ListedBuild = [name: string, build: number, hash: string, since: string, note: string, results: string | undefined, files: number | undefined, failure: string];

/** The operations for other programs: the parts of each, and its result. */
interface Operations {
  /** The result begins with whether the browser lets a page watch files, and the watched name. */
  list: [parts: [game: string], result: [canWatch: boolean, watched: string | undefined, ...builds: ListedBuild[]]];
  /** The action for new builds. A choice replaces it first. */
  afterBuild: [parts: [choice?: string], result: string | null];
  note: [parts: [...key: BuildKey, note: string], result: void];
  /** Keeps the results of running the file of this hash. */
  keepResults: [parts: [game: string, name: string, hash: string, results: string], result: void];
  /** The text of a build that is a script. */
  text: [parts: BuildKey, result: string];
  /** Removes all but this many of the newest builds of a name. Those with a note stay. */
  trim: [parts: [game: string, name: string, most: number], result: void];
  /** Lets the visitor pick a file or a folder to be watched. The result is its name. */
  watch: [parts: [game: string, isFolder: boolean], result: string];
  /** Watches the file of an earlier visit again. The browser may ask the visitor for permission. */
  watchAgain: [parts: [game: string], result: string];
  /** Lets the visitor choose a folder, which becomes a bot. */
  addFolder: [parts: [], result: void];
  unwatch: [parts: [game: string], result: void];
  export: [parts: [], result: void];
}

export type LibraryOperations = { [Name in keyof Operations]: (...parts: Operations[Name][0]) => Promise<Operations[Name][1]> };
export type BotLibrary = <Name extends keyof Operations>(operation: Name, ...parts: Operations[Name][0]) => Promise<Operations[Name][1]>;
