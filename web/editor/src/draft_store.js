// Keeps drafts in IndexedDB, from one visit to the next; they are stored nowhere else. Knows drafts
// as names and files; does not read the files.

import { Database, answer } from "../../storage/database.js";

/**
 * A draft. `version` counts how often it was saved: a tab with an older version does not overwrite
 * a newer one, unless `follows` names the visit that saved the newer one. `page` is that visit.
 * `origin` is how it came from somebody else: a "link" or a "file".
 * @typedef {{ id?: number, game: string, name: string, files: import("./open_editor.js").File[],
 * version: number, time: number, follows?: string, page?: string, origin?: string }} Draft
 */

/** The draft that is kept is newer than the one that was to be. */
export class ConflictError extends Error {}

const database = new Database("botyard-drafts", { drafts: { keyPath: "id", autoIncrement: true } });
const transact = (mode, work) => database.transact(mode, work);

// Distinguishes this visit of the page from others, also from those of the same tab.
const PAGE = `${Date.now()}-${Math.random()}`;

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

/**
 * Keeps a draft: a new one under a name that no other draft of its game has.
 * @param {Draft} draft
 * @returns {Promise<Draft>} The draft as it is kept, with its number and version.
 * @throws {ConflictError} When a newer one is kept.
 */
export const keepDraft = ({ follows, ...draft }) => transact("readwrite", async drafts => {
  const all = (await answer(drafts.getAll())).filter(({ game }) => game === draft.game);
  const isFollowed = ({ page }) => follows !== undefined && page === follows;
  // The visit that is followed has perhaps not learnt of its own last version, or of its number.
  const isIt = ({ id, name, page }) => (draft.id === undefined ? isFollowed({ page }) && name === draft.name : id === draft.id);
  const known = all.find(isIt);
  if (known && known.version !== draft.version && !isFollowed(known)) throw new ConflictError();
  const taken = all.filter(other => other !== known).map(({ name }) => name);
  const kept = { ...draft, name: unusedName(draft.name, taken), version: (known ?? draft).version + 1, time: Date.now(), page: PAGE };
  const id = known?.id ?? draft.id;
  if (id === undefined) delete kept.id;
  else kept.id = id;
  return { ...kept, id: await answer(drafts.put(kept)) };
});

/**
 * The drafts of a game, the one that was changed last first.
 * @param {string} game
 * @returns {Promise<Draft[]>}
 */
export const listDrafts = game => transact("readonly", async drafts => {
  const own = (await answer(drafts.getAll())).filter(draft => draft.game === game);
  return own.sort((a, b) => b.time - a.time);
});

/** @param {number} id */
export const removeDraft = id => transact("readwrite", drafts => answer(drafts.delete(id)));

// Text typed a moment before the page is left may not reach the store any more, so the tab keeps it
// in its own storage.
const TYPED = "botyard-draft-typed";

/** @param {Draft} draft The next visit goes on with it. */
export const rememberTyped = draft => {
  try { sessionStorage.setItem(`${TYPED}-${draft.game}`, JSON.stringify({ ...draft, follows: PAGE })); } catch {}
};

/**
 * Returns the draft that this tab keeps for a game, and forgets it.
 * @param {string} game
 * @returns {Draft | undefined}
 */
export const takeTyped = game => {
  try {
    const text = sessionStorage.getItem(`${TYPED}-${game}`);
    sessionStorage.removeItem(`${TYPED}-${game}`);
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

// Which draft of a game this tab has shown last: another one was perhaps changed later.
const SHOWN = "botyard-draft-shown";

/**
 * The tab goes on with this draft when it is loaded again.
 * @param {Draft} draft
 */
export const rememberShown = ({ game, id }) => {
  try { sessionStorage.setItem(`${SHOWN}-${game}`, String(id)); } catch {}
};

/**
 * The draft that this tab has shown last, or else the one that was changed last.
 * @param {string} game
 * @param {Draft[]} drafts Those of the game, the one that was changed last first.
 * @returns {Draft | undefined}
 */
export const findShown = (game, drafts) => {
  let shown;
  try { shown = sessionStorage.getItem(`${SHOWN}-${game}`); } catch {}
  return drafts.find(({ id }) => String(id) === shown) ?? drafts[0];
};

// A page that may come back must not hold up others meanwhile.
addEventListener("pagehide", () => database.close());
