// The tabs of a browser in which the editor is open, for tests of what happens to typed text: what
// they share, and of each page what its author sees and does.

import { lockDraft } from "../editor/src/draft_lock.js";
import { createDraftSession } from "../editor/src/draft_session.js";
import { createDraftStore } from "../editor/src/draft_store.js";
import { USUAL } from "../editor/src/languages.js";
import { createClock, settle } from "./clock.js";
import { createDatabase } from "./database.js";
import { createLocks } from "./locks.js";
import { createTab } from "./tab.js";

const GAME = "connect-four";

/** What a new draft begins with. */
export const TEMPLATE = "// A bot.";

/**
 * What the tabs of a browser share.
 * @typedef {{ clock: import("./clock.js").FakeClock, database: Pick<import("../editor/src/draft_store.js").DraftDatabase,
 * "transact" | "close">, locks: import("../editor/src/draft_lock.js").Locks }} Shared
 *
 * What a page has other than the browser's: the storage of the tab in which it is loaded, and parts
 * that behave in another way.
 * @typedef {Partial<Shared> & { sessionStorage?: Storage }} Parts
 *
 * A notice of the panel, and its buttons.
 * @typedef {{ text: string, actions: [name: string, act: () => void][] }} Notice
 *
 * @typedef {ReturnType<typeof loadPage>} Page
 */

/**
 * The files of a draft that is one script.
 * @param {string} text
 */
export const script = text => [{ path: "bot.js", text }];

/** A browser: what its tabs share, and how pages are loaded in them. */
export const createBrowser = () => {
  const clock = createClock(), database = createDatabase();
  let locks = createLocks();
  /** @param {Parts} [parts] */
  const load = ({ sessionStorage, ...parts } = {}) => loadPage({ clock, database, locks, ...parts }, createTab(sessionStorage));
  // A page has begun once the store has answered.
  /** @param {Parts} [parts] */
  const open = async parts => {
    const page = load(parts);
    await page.started;
    await settle();
    return page;
  };
  /**
   * The only page is left, which ends its locks.
   * @param {Page} page
   */
  const leave = page => {
    page.tab.send("pagehide");
    locks = createLocks();
  };
  return {
    clock,
    database,
    load,
    open,
    leave,
    /** @type {(page: Page, parts?: Parts) => Promise<Page>} */
    reload: (page, parts) => {
      leave(page);
      return open({ sessionStorage: page.tab.sessionStorage, ...parts });
    },
    /** Another tab takes this draft over. @type {(id: number) => void} */
    takeOver: id => { locks.request(`botyard-draft-${id}`, { steal: true }, () => new Promise(() => {})); },
    /** What another tab does to the store. */
    otherTab: () => createDraftStore({ database, tab: createTab(), clock }),
    /** The names and texts of all drafts that are kept. */
    kept: () => database.rows().map(({ name, files }) => [name, files.map(({ text }) => text).join()]),
  };
};

/**
 * The page with its panel: what the author sees of it.
 * @param {Shared} shared
 * @param {ReturnType<typeof createTab>} tab
 */
const loadPage = ({ clock, database, locks }, tab) => {
  /** @type {{ notice: Notice | undefined, status: string, isReadOnly: boolean }} */
  const page = { notice: undefined, status: "", isReadOnly: false };
  /** @type {import("../editor/src/open_editor.js").File[]} */
  let files = script(TEMPLATE);
  /** @type {import("../editor/src/panel_messages.js").Announce} */
  const announce = (text, actions = []) => {
    const notice = { text, actions };
    page.notice = notice;
    return () => { if (page.notice === notice) page.notice = undefined; };
  };
  /** @type {Parameters<typeof createDraftSession>[2]} */
  const panel = {
    show: (next, isLocking) => {
      files = next;
      page.isReadOnly = isLocking;
      page.notice = undefined;
    },
    setReadOnly: isReadOnly => { page.isReadOnly = isReadOnly; },
    files: () => files,
    drawList: () => {},
    showResults: () => {},
    say: text => { page.status = text; },
    announce,
    announceOfText: announce,
    save: () => {},
  };
  /** @type {typeof lockDraft} */
  const lock = (id, options, onLost) => lockDraft(id, { ...options, locks, clock }, onLost);
  const store = createDraftStore({ database, tab, clock });
  const session = createDraftSession(GAME, ({ main } = USUAL) => [{ path: main, text: TEMPLATE }], panel, { store, lock, tab, clock });
  return Object.assign(page, {
    tab,
    session,
    started: session.start(),
    text: () => files.map(({ text }) => text).join(),
    name: () => session.draft().name,
    told: () => page.notice?.text ?? "",
    /**
     * Types at the beginning of the text, if it can be changed, and waits for the store.
     * @param {string} letters
     */
    type: async letters => {
      if (page.isReadOnly) return;
      files = [{ path: files[0].path, text: letters + files[0].text }];
      session.changed();
      await settle();
    },
    /**
     * Presses a button of the notice.
     * @param {string} button
     */
    press: async button => {
      page.notice?.actions.find(([name]) => name === button)?.[1]();
      await settle();
    },
  });
};
