// Keeps drafts in IndexedDB, from one visit to the next: they go nowhere else. Knows drafts as names and files; what is in a file it
// does not read.

const DATABASE = "botyard-drafts";
const DRAFTS = "drafts";

/**
 * A draft. `version` counts how often it was kept: who knows an older one does not overwrite a newer.
 * @typedef {{ id?: number, game: string, name: string, files: import("./open_editor.js").File[], version: number, time: number }} Draft
 */

/** The draft that is kept is newer than the one that was to be. */
export class ConflictError extends Error {}

let database;

const open = () => database ??= new Promise((resolve, reject) => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(DRAFTS, { keyPath: "id", autoIncrement: true });
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

// What `work` does with the table, all of it or nothing.
const transact = async (mode, work) => {
  const transaction = (await open()).transaction(DRAFTS, mode);
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });
  const worked = work(transaction.objectStore(DRAFTS)).catch(error => {
    try { transaction.abort(); } catch {}
    throw error;
  });
  return (await Promise.all([worked, done]))[0];
};

/**
 * The name, or the next one with a number that none of these is called.
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
export const keepDraft = draft => transact("readwrite", async drafts => {
  const known = draft.id === undefined ? undefined : await answer(drafts.get(draft.id));
  if (known && known.version !== draft.version) throw new ConflictError();
  const all = await answer(drafts.getAll());
  const taken = all.filter(({ id, game }) => game === draft.game && id !== draft.id).map(({ name }) => name);
  const kept = { ...draft, name: unusedName(draft.name, taken), version: draft.version + 1, time: Date.now() };
  if (kept.id === undefined) delete kept.id;
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

// What was typed a moment before the page is left is perhaps not kept any more: the tab remembers it by itself.
const TYPED = "botyard-draft-typed";

/** @param {Draft} draft */
export const rememberTyped = draft => {
  try { sessionStorage.setItem(`${TYPED}-${draft.game}`, JSON.stringify(draft)); } catch {}
};

/**
 * What this tab remembers for a game. It is then forgotten.
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

// A page that may come back must not hold up others meanwhile.
addEventListener("pagehide", () => {
  database?.then(open => open.close(), () => {});
  database = undefined;
});
