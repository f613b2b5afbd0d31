// Shares a draft as a link or a file, and opens drafts from links, files and the sources of the
// page's bots. Runs nothing.

import { fetchBundledBot, fetchServedBot, readBuiltBot } from "./bot_source.js";
import { STRANGERS } from "./draft_origin.js";
import { isBotName } from "./draft_store.js";
import { LANGUAGES, languageOf } from "./languages.js";
import { decodeBot, encodeBot, readBot, writeBot } from "./shared_bot.js";

// How many characters of a link every program takes.
const LONG_LINK = 8_000;

// Offers a text as a file to be saved.
/** @type {(name: string, text: string) => void} */
const saveFile = (name, text) => {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
};

/**
 * @param {object} owner
 * @param {string} owner.game
 * @param {Pick<import("./draft_session.js").DraftSession, "draft" | "origin" | "take" |
 * "takeShared" | "beginIn">} owner.session
 * @param {() => import("../../protocol/protocol").SharedSetup} owner.setup The match that is set up in the page.
 * @param {import("./panel.js").Tell} owner.tell
 * @param {Pick<import("./panel_messages.js").Messages, "announce" | "announceOfText">}
 * owner.messages
 * @returns {{ share: () => Promise<void>, save: () => void, open: (wanted: import("../../protocol/protocol").OpenSource)
 * => Promise<void> }} `save` saves the draft as a file with the same content as the link; `open` makes
 * a draft of the source that the page wants opened, once.
 */
export const createDraftLinks = ({ game, session, setup, tell, messages: { announce, announceOfText } }) => {
  const shared = () => {
    const { name, files } = session.draft();
    return { name, files, ...setup() };
  };

  const save = () => {
    const bot = shared();
    saveFile(`${bot.name}.draft.json`, writeBot(game, bot));
  };

  // The scripts alone, which play anywhere.
  const saveSources = () => {
    const { name, files } = session.draft();
    const { main, ending } = languageOf(files[0].path);
    files.forEach(({ path, text }, nth) => saveFile(nth === 0 && path === main ? name + ending : path, text));
  };

  // The address of the page with the draft in it. Where it cannot be copied, it is shown.
  const share = async () => {
    const link = `${document.baseURI.split("#")[0]}#/${game}/write/${await encodeBot(shared())}`;
    const length = `It has ${link.length.toLocaleString("en")} characters.${link.length > LONG_LINK ? " Some programs cut links of this length: save the bot as a file instead." : ""}`;
    /** @type {[string, () => void][]} */
    const actions = [["Save as a file", save], ["Save the scripts", saveSources]];
    try {
      await navigator.clipboard.writeText(link);
      announceOfText(`A link to this bot, its opponents and the seed was copied. ${length}`, actions, false);
    } catch {
      announceOfText(`Copy this link: ${link}`, actions, false);
    }
  };

  // Somebody else's bot becomes a draft, and its match is set up.
  /** @type {(bot: import("./shared_bot.js").SharedBot, origin: string) => Promise<void>} */
  const takeShared = async (bot, origin) => {
    const isKnown = await session.takeShared({ ...bot, origin, name: isBotName(bot.name) ? bot.name : "shared-bot" });
    tell({ type: "setUp", game, setup: { seed: bot.seed, seats: bot.seats }, settings: null });
    if (isKnown && !session.origin()) announceOfText(`This bot is here already, as the draft ${session.draft().name}.`, [], false);
  };

  /** @typedef {import("../../protocol/protocol").Source} Source */
  /** @type {{ [Type in Source["type"]]: (source: Extract<Source, { type: Type }>) => Promise<void> }} */
  const openers = {
    new: async ({ language }) => {
      const known = LANGUAGES.find(({ id }) => id === language);
      if (known) await session.beginIn(known);
    },
    link: async ({ payload }) => {
      try {
        await takeShared(await decodeBot(payload), "link");
      } catch {
        announce("This link contains no bot: it is damaged, or was made by a later version of this page.");
      }
    },
    // The source of a bot that comes with the page becomes a draft like any other.
    bundled: async ({ file }) => {
      try {
        const bot = await fetchBundledBot(game, file);
        await session.take(bot);
        announceOfText(`This is how ${bot.name} plays. It is a copy, which you can change and run.`, [], false);
      } catch {
        announce(`The source of ${file} cannot be fetched.`, [["Try again", () => openers.bundled({ type: "bundled", file })]]);
      }
    },
    build: async ({ file, sha256, text }) => {
      try {
        const { isRun, ...bot } = await readBuiltBot(game, file, sha256, text);
        const isKnown = await session.takeShared(bot);
        const { name } = session.draft();
        announceOfText(isRun || isKnown ? `This is ${file}, as the draft ${name}.` : `This is ${file}, as the draft ${name}: somebody else may have written it. ${STRANGERS}`, [], false);
      } catch {
        announce(`The source of ${file} is not kept any more. Drop its file again.`);
      }
    },
    served: async ({ file, address }) => {
      try {
        await session.takeShared(await fetchServedBot(file, address));
        announceOfText(`This is a copy of ${file}, as the draft ${session.draft().name}. The file stays as it is. ${STRANGERS}`, [], false);
      } catch {
        announce(`The source of ${file} cannot be fetched.`, [["Try again", () => openers.served({ type: "served", file, address })]]);
      }
    },
    file: async ({ text }) => {
      try {
        await takeShared(readBot(text), "file");
      } catch {
        announce("This file contains no bot: it is damaged, or was made by a later version of this page.");
      }
    },
  };

  let opened = "";
  /** @param {import("../../protocol/protocol").OpenSource} wanted */
  const open = async wanted => {
    const text = JSON.stringify(wanted);
    if (text === opened) return;
    opened = text;
    const { source } = wanted;
    /** @type {(source: any) => Promise<void>} TypeScript does not relate the source to its opener. */
    const opener = openers[source.type];
    return opener(source);
  };

  return { share, save, open };
};
