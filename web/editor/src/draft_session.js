// A draft's text from the first key to the store: which draft is open, when it is kept, and what
// happens if it cannot be kept. A draft that another tab has open is shown read-only.

import { browserClock } from "./clock.js";
import { lockDraft } from "./draft_lock.js";
import { ConflictError, unusedName } from "./draft_store.js";
import { languageOf } from "./languages.js";

// How long typing rests before it is kept again, in milliseconds. The first key is kept at once.
const REST = 300;
// How long to wait before a failed save is tried again, in milliseconds.
const RETRY_REST = 5_000;
const FIRST_NAME = "my-bot";
const NOT_KEPT = "This draft is not kept: this browser's storage is full or switched off. It is here until the page is closed; save it as a file.";

/** Shown to people who try to edit a draft that is read-only here. */
export const EDITED_ELSEWHERE = "Another tab edits this draft.";
const NOT_YET = "It is not known yet whether another tab edits this draft: type again in a moment.";

/**
 * @typedef {import("./draft_store.js").Draft} Draft
 *
 * The open draft as other parts see it.
 * @typedef {Pick<Draft, "name" | "files">} OpenDraft
 *
 * @typedef {ReturnType<typeof createDraftSession>} DraftSession
 *
 * A tab of the browser, as far as it is used here.
 * @typedef {{ document: { hidden: boolean }, addEventListener: Window["addEventListener"] }} Tab
 */

/** @param {Pick<Draft, "files">} draft */
const textsOf = ({ files }) => JSON.stringify(files.map(({ path, text }) => [path, text]));

/**
 * @param {string} game
 * @param {(language?: import("./languages.js").Language) => import("./open_editor.js").File[]}
 * template What a new draft begins with, in a language or in the usual one.
 * @param {object} panel
 * @param {(files: import("./open_editor.js").File[], isLocking: boolean) => void} panel.show Shows
 * a draft, which can be read only until `panel.setReadOnly` is called if it is being locked.
 * @param {(isReadOnly: boolean) => void} panel.setReadOnly
 * @param {() => import("./open_editor.js").File[]} panel.files The editor's files.
 * @param {() => void} panel.drawList Draws the list of drafts again, and the open draft's origin.
 * @param {() => void} panel.showResults Shows the results of the draft's last run.
 * @param {(text: string) => void} panel.say
 * @param {import("./panel_messages.js").Announce} panel.announce
 * @param {import("./panel_messages.js").Announce} panel.announceOfText
 * @param {() => void} panel.save Saves the draft as a file.
 * @param {object} browser
 * @param {import("./draft_store.js").DraftStore} browser.store
 * @param {typeof lockDraft} [browser.lock]
 * @param {Tab} [browser.tab]
 * @param {import("./clock.js").Clock} [browser.clock]
 */
export const createDraftSession = (game, template, panel, { store, lock: takeLock = lockDraft, tab = globalThis, clock = browserClock }) => {
  /** @type {Draft[]} The drafts that are kept, as far as this tab knows. */
  let kept = [];
  /** @type {Draft} The open draft. Its `files` may be old: the editor has the current text. */
  let open = { game, name: FIRST_NAME, files: template(), version: 0, time: 0 };
  // Drafts that could not be kept, by their names: they are here until the page is closed.
  /** @type {Map<string, Draft>} */
  const unkept = new Map();
  let isReadOnly = false;
  // Whether there is unsaved text; whether the visitor has been told that the browser keeps no
  // drafts.
  let isDirty = false, isToldNotKept = false, retractNotKept = () => {};
  /** @type {number | undefined} */
  let retrying;
  // Whether the store has returned its drafts.
  let isListed = false;
  // Whether the store is at it, which a page that is left does not wait for.
  let isStoring = false;
  // Whether the page is being left: the next visit continues with the typed text.
  let isLeft = false;
  /** @type {number | undefined} */
  let timer;
  let lastKept = 0, saving = Promise.resolve();
  /** @type {(() => void) | undefined} */
  let release;
  // Counts opened drafts: work that was begun for one draft must not change the next.
  let opened = 0;
  // The draft whose lock was requested, and whether the answer is still to come: until then the
  // text is read-only.
  /** @type {number | undefined} */
  let lockedFor;
  let isLocking = false;

  const current = () => ({ ...open, files: isReadOnly || isLocking ? open.files : panel.files() });

  // Why the text cannot be changed, as a sentence.
  const whyReadOnly = () => (isLocking ? NOT_YET : EDITED_ELSEWHERE);

  const unlock = () => {
    release?.();
    release = undefined;
  };

  const names = () => {
    const others = [...unkept.keys(), ...kept.map(({ name }) => name)];
    return [...new Set(others.includes(open.name) ? others : [open.name, ...others])];
  };

  // A draft that was never edited does not occupy its name.
  /** @param {string} name */
  const isTaken = name => name !== open.name || open.id !== undefined || isDirty;

  /** @type {(draft: Pick<Draft, "files" | "origin">, name: string) => Draft} */
  const copy = ({ files, origin }, name) => ({ game, name: unusedName(name, names().filter(isTaken)), files, origin, version: 0, time: 0 });

  const tellNotKept = () => {
    if (!isToldNotKept) retractNotKept = panel.announce(NOT_KEPT, [["Save as a file", panel.save]]);
    isToldNotKept = true;
    clock.clearTimeout(retrying);
    retrying = clock.setTimeout(retry, RETRY_REST);
  };

  // It is no longer true.
  const retractIfKept = () => {
    if (isToldNotKept) retractNotKept();
    isToldNotKept = false;
  };

  // A browser that was too busy to answer, or had no room, may do better by now.
  const retry = async () => {
    if (!isListed && !isStoring) await list().then(() => panel.drawList(), () => {});
    if (isDirty) return keepNow();
    if (!isListed) return tellNotKept();
    retractIfKept();
    // The visitor has begun nothing meanwhile.
    const last = store.findShown(game, kept);
    if (last && open.id === undefined && textsOf(open) === textsOf({ files: template() })) show(last);
  };

  const list = async () => {
    const listed = await store.list(game);
    isListed = true;
    kept = listed;
  };

  /** @param {string} text */
  const becomeReadOnly = text => {
    isReadOnly = true;
    open = { ...open, files: panel.files() };
    panel.setReadOnly(true);
    const of = opened;
    panel.announceOfText(text, [["Edit it here", () => opened === of && takeOver()], ["Edit a copy", () => opened === of && duplicate()]]);
  };

  // Text typed since the last save must not be lost to the other tab.
  /** @param {string} text */
  const refuseToEdit = text => (isDirty ? splitOff() : becomeReadOnly(text));

  const lost = () => {
    release = undefined;
    refuseToEdit(`${open.name} is now edited in another tab. What is here can be read.`);
  };

  /** @param {{ steal?: boolean }} options */
  const lock = async options => {
    const draft = open;
    if (draft.id === undefined || lockedFor === opened) return;
    const of = lockedFor = opened;
    const taken = await takeLock(draft.id, options, () => opened === of && lost());
    if (taken && isLocking) await renew(of);
    if (opened !== of) return taken?.();
    if (isLocking) panel.setReadOnly(isReadOnly);
    isLocking = false;
    if (!taken) return refuseToEdit(`${draft.name} is open in another tab, and is edited there. Here it can be read.`);
    release = taken;
  };

  // The tab that had the draft has perhaps saved it since it was read here.
  /** @param {number} of */
  const renew = async of => {
    const drafts = await store.list(game).catch(() => []);
    const newest = drafts.find(({ id }) => id === open.id);
    if (opened !== of || isDirty || !newest || newest.version === open.version) return;
    open = newest;
    panel.show(newest.files, true);
    panel.drawList();
  };

  // The other tab has saved the text that was typed there.
  const takeOver = async () => {
    const drafts = await store.list(game).catch(() => []);
    show(drafts.find(({ id }) => id === open.id) ?? open, { steal: true });
  };

  /** @type {(draft: Draft, options?: { steal?: boolean }) => void} */
  const show = (draft, options = {}) => {
    unlock();
    open = draft;
    opened += 1;
    isReadOnly = false;
    isDirty = false;
    isLocking = draft.id !== undefined;
    if (isLocking) store.rememberShown(draft);
    panel.show(draft.files, isLocking);
    panel.drawList();
    lock(options);
  };

  // Another tab has saved different text under this number, or is about to. Neither text is lost:
  // this one becomes a draft of its own.
  const splitOff = () => {
    unlock();
    const { name } = open;
    open = copy(current(), name);
    isReadOnly = isLocking = false;
    panel.setReadOnly(false);
    opened += 1;
    isDirty = true;
    const of = opened;
    // Only the store knows which names other tabs have taken.
    keepNow().then(() => opened === of && open.id !== undefined && tellSplit(name, open.name));
  };

  /** @type {(name: string, copyName: string) => void} */
  const tellSplit = (name, copyName) =>
    void panel.announceOfText(`${name} was changed in another tab meanwhile. What you have typed here is kept beside it, as ${copyName}.`);

  /** @param {Draft} draft */
  const keepCopy = draft => store.keep(copy(draft, draft.name));

  const keepOpen = async () => {
    if (!isDirty || isReadOnly) return;
    const draft = current();
    const of = opened;
    isDirty = false;
    isStoring = true;
    lastKept = clock.now();
    try {
      const stored = await store.keep(draft);
      kept = [stored, ...kept.filter(({ id }) => id !== stored.id)];
      if (opened === of) {
        const { id, version, time } = stored;
        const isNew = open.id === undefined || open.name !== stored.name;
        if (stored.name !== draft.name) panel.say(`Another tab has a draft called ${draft.name}: this one is kept as ${stored.name}.`);
        // It was perhaps renamed meanwhile.
        open = { ...open, id, version, time, name: open.name === draft.name ? stored.name : open.name };
        if (isNew) {
          store.rememberShown(open);
          panel.drawList();
        }
        lock({});
      }
      retractIfKept();
    } catch (error) {
      if (opened !== of) return;
      // The tab is perhaps being closed, and nobody is there to be told.
      if (isLeft) return error instanceof ConflictError ? void keepCopy(draft).catch(() => {}) : undefined;
      if (error instanceof ConflictError) return splitOff();
      isDirty = true;
      tellNotKept();
    } finally {
      isStoring = false;
    }
  };

  // Saves run one after the other, so that versions follow each other.
  const keepNow = () => {
    clock.clearTimeout(timer);
    timer = undefined;
    saving = saving.then(keepOpen);
    return saving;
  };

  const changed = () => {
    if (isReadOnly || isLocking) return;
    isDirty = true;
    if (clock.now() - lastKept > REST && timer === undefined) return keepNow();
    timer ??= clock.setTimeout(keepNow, REST);
  };

  // The open draft is saved before another one opens.
  /** @param {Draft} draft */
  const leave = async draft => {
    await keepNow();
    if (isDirty && !isReadOnly) unkept.set(open.name, current());
    show(draft);
    // Perhaps there is room by now.
    isDirty = unkept.delete(draft.name);
  };

  const duplicate = () => leave(copy(current(), open.name)).then(() => {
    isDirty = true;
    return keepNow();
  });

  const begin = async (name = FIRST_NAME, files = template()) => {
    await leave(copy({ files }, name));
    isDirty = true;
    return keepNow();
  };

  // Keeps text of the last visit beside the open draft; if another tab has changed that draft since,
  // both texts are kept.
  /** @param {Draft} draft */
  const keepBeside = async draft => {
    try {
      return await store.keep(draft);
    } catch (error) {
      const kept = error instanceof ConflictError ? await keepCopy(draft).catch(() => undefined) : undefined;
      if (kept) tellSplit(draft.name, kept.name);
      return kept ?? draft;
    }
  };

  const start = async () => {
    const typed = store.takeTyped(game);
    await list().catch(tellNotKept);
    const same = typed ? kept.filter(draft => textsOf(draft) === textsOf(typed)) : [];
    // Another name, if another tab had changed the draft when the page was left.
    const keptText = same.find(({ name }) => name === typed?.name) ?? same[0];
    const unkeptText = keptText ? undefined : typed;
    // The visitor typed before the store answered: the typed text stays open.
    if (isDirty || isStoring || open.id !== undefined) {
      if (unkeptText) kept = [await keepBeside(unkeptText), ...kept];
      return panel.drawList();
    }
    const shown = unkeptText ?? keptText ?? store.findShown(game, kept);
    if (shown) show(shown);
    else panel.showResults();
    if (typed && keptText && keptText.name !== typed.name) tellSplit(typed.name, keptText.name);
    if (!unkeptText) return;
    isDirty = true;
    return keepNow();
  };

  // The page is perhaps not there any more when the store is done.
  tab.addEventListener("pagehide", () => {
    if (!(isDirty || isStoring) || isReadOnly) return;
    isLeft = true;
    store.rememberTyped(current());
    keepNow();
  });
  tab.addEventListener("pageshow", ({ persisted }) => {
    isLeft = false;
    // A page that comes back from the browser's cache still has all the typed text. The tab's copy
    // would be taken for newer than text typed from now on.
    if (!persisted || !store.takeTyped(game)) return;
    isDirty = true;
    keepNow();
  });
  tab.addEventListener("visibilitychange", () => tab.document.hidden && keepNow());
  // Where nothing can be kept, the browser asks the visitor before leaving.
  tab.addEventListener("beforeunload", event => (unkept.size > 0 || ((isDirty || isStoring) && isToldNotKept)) && event.preventDefault());

  return {
    start,
    changed,
    keepNow,
    // The author asks for what happens anyway, and is told that it has happened.
    keepAsked: async () => {
      if (isReadOnly || isLocking) return panel.say(whyReadOnly());
      if (open.id === undefined) isDirty = true;
      await keepNow();
      panel.say(isDirty ? "" : `${open.name} is kept in this browser, as after every change.`);
    },
    // Keeps the draft that is run, also one in a chosen language that was not typed in yet: the next
    // visit would begin in the usual language.
    keepRun: () => {
      const isChosen = languageOf(current().files[0].path) !== languageOf(template()[0].path);
      if (isChosen && open.id === undefined && !isReadOnly) isDirty = true;
      return keepNow();
    },
    duplicate,
    /** @type {() => OpenDraft} */
    draft: current,
    origin: () => open.origin,
    // The reader knows the draft's origin.
    forgetOrigin: () => {
      open = { ...open, origin: undefined };
      panel.drawList();
      changed();
    },
    names,
    canChange: () => !isReadOnly && !isLocking,
    whyReadOnly,
    /** @param {string} name */
    open: async name => {
      await keepNow();
      // Another tab may have changed it.
      kept = await store.list(game).catch(() => kept);
      const draft = unkept.get(name) ?? kept.find(draft => draft.name === name);
      if (draft) return leave(draft);
      panel.drawList();
      panel.say(`${name} was deleted in another tab.`);
    },
    begin,
    // Begins a draft beside the open one, which is kept even if it was never edited: it is in the
    // list, and its name is taken.
    beginAnother: async () => {
      if (open.id === undefined && !isReadOnly) isDirty = true;
      await keepNow();
      return begin(FIRST_NAME, template(languageOf(current().files[0].path)));
    },
    // Begins a draft in a language, beside the open one or, if that was never edited, in its place.
    /** @param {import("./languages.js").Language} language */
    beginIn: async language => {
      if (languageOf(current().files[0].path) === language) return;
      if (open.id === undefined && !isDirty && !isReadOnly) return show({ ...open, files: template(language) });
      await keepNow();
      return begin(FIRST_NAME, template(language));
    },
    // Opens a bot that the page has as a new draft, which is kept when it is changed.
    /** @param {Pick<Draft, "name" | "files">} bot */
    take: ({ name, files }) => leave(copy({ files }, name)),
    // Opens a bot from elsewhere as a draft, the same draft each time until it is changed. Returns
    // whether that draft existed already.
    /** @type {(draft: Pick<Draft, "name" | "files" | "origin">) => Promise<boolean>} */
    takeShared: async ({ name, files, origin }) => {
      await keepNow();
      const known = kept.find(draft => textsOf(draft) === textsOf({ files }));
      await leave(known ?? copy({ files, origin }, name));
      if (known) return true;
      isDirty = true;
      await keepNow();
      return false;
    },
    // Whether it can be renamed.
    /** @param {string} name */
    rename: name => {
      if (isReadOnly || isLocking) return false;
      open = { ...open, name };
      isDirty = true;
      keepNow();
      return true;
    },
    remove: async () => {
      await keepNow();
      const draft = current();
      try {
        if (draft.id !== undefined) await store.remove(draft.id);
      } catch {
        return panel.announce(`${draft.name} was not deleted: this browser's storage does not answer.`);
      }
      kept = kept.filter(({ id }) => id !== draft.id);
      show(kept[0] ?? copy({ files: template() }, FIRST_NAME));
      const restore = async () => {
        await leave({ ...draft, id: undefined, version: 0 });
        isDirty = true;
        return keepNow();
      };
      panel.announce(`${draft.name} was deleted.`, [["Undo", restore]], false);
    },
  };
};
