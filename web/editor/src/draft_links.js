// How a draft leaves the browser and how another comes in: as a link, as files, and as the source
// of a bundled bot. Runs nothing.

import { bundledFile, fetchBundledBot } from "./bundled_bot.js";
import { isBotName } from "./draft_store.js";
import { decodeBot, encodeBot } from "./shared_link.js";

// How many characters of a link every program takes.
const LONG_LINK = 8_000;

/**
 * Saves each file of a draft.
 * @param {import("./draft_store.js").Draft} draft
 */
export const saveDraft = ({ name, files }) => files.forEach(({ path, text }) => {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: path === "bot.js" ? `${name}.js` : path }).click();
  URL.revokeObjectURL(href);
});

/**
 * @param {object} owner
 * @param {string} owner.game
 * @param {ReturnType<import("./draft_session.js").createDraftSession>} owner.session
 * @param {() => { others: string[], seed: string }} owner.setup The match that is set up in the
 * page.
 * @param {(message: unknown[]) => void} owner.tell Says something to the page.
 * @param {import("./panel_messages.js").Messages["announce"]} owner.announce
 * @returns {{ share: () => Promise<void>, open: (payload: string | null) => Promise<void> }} `open`
 * makes a draft of what the page's address brings, once.
 */
export const createDraftLinks = ({ game, session, setup, tell, announce }) => {
  const save = () => saveDraft(session.draft());

  // The address of the page with the draft in it. Where it cannot be copied, it is shown.
  const share = async () => {
    const { name, files } = session.draft();
    const { others, seed } = setup();
    const payload = await encodeBot({ name, files, others, seed });
    const link = `${document.baseURI.split("#")[0]}#/${game}/write/${payload}`;
    const length = `It has ${link.length.toLocaleString("en")} characters.${link.length > LONG_LINK ? " Some programs cut links of this length: save the bot as a file instead." : ""}`;
    try {
      await navigator.clipboard.writeText(link);
      announce(`A link to this bot, its opponents and the seed was copied. ${length}`, [["Save as a file", save]], false);
    } catch {
      announce(`Copy this link: ${link}`, [["Save as a file", save]], false);
    }
  };

  // The source of a bundled bot becomes a draft like any other.
  const openBundled = async file => {
    try {
      const bot = await fetchBundledBot(game, file);
      await session.take(bot);
      announce(`This is how ${bot.name} plays. It is a copy, which you can change and run.`, [], false);
    } catch {
      announce(`The source of ${file} cannot be fetched.`, [["Try again", () => openBundled(file)]]);
    }
  };

  let openedLink = "";
  const open = async payload => {
    if (!payload || payload === openedLink) return;
    openedLink = payload;
    const file = bundledFile(payload);
    if (file) return openBundled(file);
    try {
      const bot = await decodeBot(payload);
      await session.takeShared({ ...bot, name: isBotName(bot.name) ? bot.name : "shared-bot" });
      tell(["setUp", game, [bot.seed, ...bot.others].join("\0")]);
      announce("This bot came with a link: somebody else wrote it. It runs in the sandbox, and only when you press Run.", [], false);
    } catch {
      announce("This link contains no bot: it is damaged, or was made by a later version of this page.");
    }
  };

  return { share, open };
};
