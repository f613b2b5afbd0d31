// What `bot_store.js` keeps of the visitor's bots, the operations that it offers to other programs,
// and its messages to other tabs.

import type { BeatenRung, BuildList, FromBotStore, ToBotLibrary } from "../../protocol/protocol";

/** The key of a row. The number counts the builds of this name. */
export type BuildKey = [game: string, name: string, build: number];

/**
 * Whether the last match went without a turn of its own, how many games there were, and how many of
 * them it lost by a fault of its own.
 */
export type GamesRecord = [isSilent: boolean, games: number, failed: number];

/**
 * A build: its hash, the time when it came, its note, its results as text if it is a draft that was
 * run, how many files came with it, whether it fails in nearly all of its games, the record of these,
 * and the rungs of the ladder that it has beaten. Earlier versions of the page have kept less.
 */
export type BuildRow = [hash: string, time: number, note: string, results?: string, files?: number, ...known: KnownGames];

/** What is known of a build's games; an earlier version of the page has kept no numbers, or no rungs. */
export type KnownGames = [hasFailed?: boolean, games?: GamesRecord, beaten?: BeatenRung[]];

/** A row without the number of files, which is counted when the build is kept. */
export type NewRow = [hash: string, time: number, note: string, results?: string, ...games: KnownGames];

/** A build in an exported library: earlier versions of the page wrote neither results nor games nor rungs. */
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
  beaten?: BeatenRung[];
  /** In Base64. */
  module: string;
}

/** An entry of a file that may be such a library. */
export type FoundBuild = Partial<Record<keyof ExportedBuild, unknown>>;

/** A file or a folder that the page may read again. */
export type Watched = FileSystemFileHandle | FileSystemDirectoryHandle;

/** A message to the other tabs of this browser: about a build, or that a note has changed. */
export type TabMessage = Extract<FromBotStore, { type: "kept" | "removed" | "trimmed" }> | { type: "noted" };

/** A message as JSON text, with the file of a build. */
export type Parcel = [message: string, file?: ArrayBuffer];

/** The line between the page's program and `bot_store.js`: see `document.d.ts`. */
export type StoreLine = [take: (parcel: Parcel) => void, ...requests: Parcel[]];

/** The results of the operations for other programs. */
interface LibraryResults {
  list: BuildList;
  afterBuild: string | null;
  note: void;
  keepResults: void;
  text: string;
  trim: void;
  watch: string;
  watchAgain: string;
  addFolder: void;
  unwatch: void;
  export: void;
}

/** A request of this type. */
export type LibraryRequest<Type extends ToBotLibrary["type"]> = Extract<ToBotLibrary, { type: Type }>;
export type BotLibrary = <Type extends ToBotLibrary["type"]>(request: LibraryRequest<Type>) => Promise<LibraryResults[Type]>;
export type LibraryOperations = { [Type in ToBotLibrary["type"]]: (request: LibraryRequest<Type>) => Promise<LibraryResults[Type]> };
