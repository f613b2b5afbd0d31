// What the page's scripts have beside TypeScript's library of documents: names that the page's
// program and its scripts put into the window for each other, and what only some browsers offer.

/** The texts of the starters, by language and game: `build.mjs` puts them into the editor. */
declare const BOTYARD_STARTERS: Record<string, Record<string, string>>;
/** The text of `botyard.d.ts`. */
declare const BOTYARD_DECLARATIONS: string;
/** The steps to a first bot, by language and game: `build.mjs` puts them into the editor. */
declare const BOTYARD_STEPS: Record<string, Record<string, import("../editor/src/steps/main.js").Course>>;
/** The games that have steps, by language. */
declare const BOTYARD_COURSES: Record<string, string[]>;

// `var`, because `globalThis` has no others.

/**
 * The line between the page's program (`bot_port.rs`) and `bot_store.js`: the function that takes
 * messages for the program, and then the requests that wait.
 */
declare var botStore: import("../page/js/kept_builds").StoreLine | undefined;
/**
 * Takes the editor's messages to the page's program (`editor_port.rs`): each as JSON text, with the
 * bytes of a draft or a script.
 */
declare var editorPort: ((parcel: [message: string, bytes?: Uint8Array]) => void) | undefined;
/**
 * Set by `language_download.js`: fetches an interpreter for the page's program (`app.rs`), or
 * nothing if the server has none.
 */
declare var fetchInterpreter: ((address: string, language: string) => Promise<Uint8Array<ArrayBuffer> | undefined>) | undefined;
/**
 * Set by `script_translation.js`: what plays of a script, by the translator at this address.
 * Rejected with a clause if there is no translator, or the script has an error.
 */
declare var translateScript: ((address: string, source: string) => Promise<string>) | undefined;
/** Set by `bot_store.js`: its operations for the programs of series and of cases. */
declare var botLibrary: import("../page/js/kept_builds").BotLibrary | undefined;
/** Set by `series_store.js`: serves a program, which is a worker (`client/series.rs`). */
declare var serveSeriesStore: ((worker: Worker) => void) | undefined;
/** Set by `series_store.js`: the programs' last reports on the editor's runs, by their subject. */
declare var runReports: Record<string, { report: string, tell: (message: import("../protocol/protocol").ToSeries) => void }> | undefined;
/** Updates of the transcript from the page's program (`transcript_script.rs`), each as JSON text. */
declare var transcriptUpdates: [update: string][];

// Only Chromium lets a page pick files that it may read again.
declare function showOpenFilePicker(): Promise<FileSystemFileHandle[]>;
declare function showDirectoryPicker(): Promise<FileSystemDirectoryHandle>;

interface FileSystemHandle {
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
}

interface Navigator {
  /** Firefox and Safari do not have it. */
  connection?: { saveData: boolean };
}

// The page has no elements but HTML's, except in pictures.
interface ParentNode {
  querySelector<Name extends keyof HTMLElementTagNameMap>(selectors: Name): HTMLElementTagNameMap[Name] | null;
  querySelector<Found extends Element = HTMLElement>(selectors: string): Found | null;
  querySelectorAll<Name extends keyof HTMLElementTagNameMap>(selectors: Name): NodeListOf<HTMLElementTagNameMap[Name]>;
  querySelectorAll<Found extends Element = HTMLElement>(selectors: string): NodeListOf<Found>;
}

interface Node {
  /** Of a node in a document, which a node is that is asked. */
  getRootNode(options?: GetRootNodeOptions): Document | ShadowRoot;
}
