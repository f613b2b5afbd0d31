// Keeps drafts in IndexedDB, from one visit to the next; they are stored nowhere else. Knows drafts
// as names and files; does not read the files.

import { Database, answer } from "../../storage/database.js";
import { browserClock } from "./clock.js";

/**
 * A draft. `version` counts how often it was saved: a tab with an older version does not overwrite
 * a newer one, unless `follows` names the visit that saved the newer one. `page` is that visit.
 * `origin` is how it came from somebody else: a "link" or a "file".
 * @typedef {{ id?: number, game: string, name: string, files: import("./open_editor.js").File[],
 * version: number, time: number, follows?: string, page?: string, origin?: string }} Draft
 *
 * A tab of the browser, as far as it is used here.
 * @typedef {{ sessionStorage: Pick<Storage, "getItem" | "setItem" | "removeItem">, addEventListener:
 * Window["addEventListener"] }} Tab
 *
 * The drafts by their numbers.
 * @typedef {Database<[import("../../storage/database.js").Table<number, Draft>]>} DraftDatabase
 */

/** The draft that is kept is newer than the one that was to be. */
export class ConflictError extends Error {}

// A bot is called as its file is, without the ending.
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;

/**
 * Whether a draft can have this name.
 * @param {string} name
 */
export const isBotName = name => NAME.test(name);

/**
 * The name, or the name with the next number that is not taken.
 * @param {string} name
 * @param {string[]} taken
 */
export const unusedName = (name, taken) => {
  const stem = name.replace(/-\d+$/, "");
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.includes(free)) return free;
    free = `${stem}-${number}`;
  }
};

// Text typed a moment before the page is left may not reach the store any more, so the tab keeps it
// in its own storage.
const TYPED = "botyard-draft-typed";

// Which draft of a game this tab has shown last: another one was perhaps changed later.
const SHOWN = "botyard-draft-shown";

/**
 * The drafts of this browser, as one visit of the page sees them.
 * @typedef {ReturnType<createDraftStore>} DraftStore
 *
 * @param {object} [browser]
 * @param {Pick<DraftDatabase, "transact" | "close">} [browser.database]
 * @param {Tab} [browser.tab]
 * @param {import("./clock.js").Clock} [browser.clock]
 */
export const createDraftStore = ({
  database = new Database("botyard-drafts", { drafts: { keyPath: "id", autoIncrement: true } }),
  tab = globalThis,
  clock = browserClock,
} = {}) => {
  /** @type {DraftDatabase["transact"]} */
  const transact = (mode, work) => database.transact(mode, work);
  // Distinguishes this visit of the page from others, also from those of the same tab.
  const visit = `${clock.now()}-${Math.random()}`;

  // A page that may come back must not hold up others meanwhile.
  tab.addEventListener("pagehide", () => database.close());

  return {
    /**
     * Keeps a draft: a new one under a name that no other draft of its game has.
     * @param {Draft} draft
     * @returns {Promise<Draft>} The draft as it is kept, with its number and version.
     * @throws {ConflictError} When a newer one is kept.
     */
    keep: ({ follows, ...draft }) => transact("readwrite", async drafts => {
      const all = (await answer(drafts.getAll())).filter(({ game }) => game === draft.game);
      /** @param {Pick<Draft, "page">} draft */
      const isFollowed = ({ page }) => follows !== undefined && page === follows;
      // The visit that is followed has perhaps not learnt of its own last version, or of its number.
      /** @param {Draft} draft */
      const isIt = ({ id, name, page }) => (draft.id === undefined ? isFollowed({ page }) && name === draft.name : id === draft.id);
      const known = all.find(isIt);
      if (known && known.version !== draft.version && !isFollowed(known)) throw new ConflictError();
      const taken = all.filter(other => other !== known).map(({ name }) => name);
      /** @type {Draft} */
      const kept = { ...draft, name: unusedName(draft.name, taken), version: (known ?? draft).version + 1, time: clock.now(), page: visit };
      const id = known?.id ?? draft.id;
      if (id === undefined) delete kept.id;
      else kept.id = id;
      return { ...kept, id: await answer(drafts.put(kept)) };
    }),

    /**
     * The drafts of a game, the one that was changed last first.
     * @param {string} game
     * @returns {Promise<Draft[]>}
     */
    list: game => transact("readonly", async drafts => {
      const own = (await answer(drafts.getAll())).filter(draft => draft.game === game);
      return own.sort((a, b) => b.time - a.time);
    }),

    /** @param {number} id */
    remove: id => transact("readwrite", drafts => answer(drafts.delete(id))),

    /** @param {Draft} draft The next visit goes on with it. */
    rememberTyped: draft => {
      try { tab.sessionStorage.setItem(`${TYPED}-${draft.game}`, JSON.stringify({ ...draft, follows: visit })); } catch {}
    },

    /**
     * Returns the draft that this tab keeps for a game, and forgets it.
     * @param {string} game
     * @returns {Draft | undefined}
     */
    takeTyped: game => {
      try {
        const text = tab.sessionStorage.getItem(`${TYPED}-${game}`);
        tab.sessionStorage.removeItem(`${TYPED}-${game}`);
        return text ? JSON.parse(text) : undefined;
      } catch {
        return undefined;
      }
    },

    /**
     * The tab goes on with this draft when it is loaded again.
     * @param {Draft} draft
     */
    rememberShown: ({ game, id }) => {
      try { tab.sessionStorage.setItem(`${SHOWN}-${game}`, String(id)); } catch {}
    },

    /**
     * The draft that this tab has shown last, or else the one that was changed last.
     * @param {string} game
     * @param {Draft[]} drafts Those of the game, the one that was changed last first.
     * @returns {Draft | undefined}
     */
    findShown: (game, drafts) => {
      /** @type {string | null | undefined} */
      let shown;
      try { shown = tab.sessionStorage.getItem(`${SHOWN}-${game}`); } catch {}
      return drafts.find(({ id }) => String(id) === shown) ?? drafts[0];
    },
  };
};
