// The sources of bots that are scripts, wherever they come from: the page's own bots, builds that
// this browser keeps, bots of the local server. Knows the page's list of file names.

import { listBuilds, readBuild } from "./builds.js";
import { isBotName } from "./draft_store.js";
import { languageOf, withoutEnding } from "./languages.js";
import { SCRIPT_LIMIT, TOO_LONG, sourceOf, splitFiles } from "./script_text.js";

/**
 * A bot in the form from which a draft can be made.
 * @typedef {{ name: string, files: import("./open_editor.js").File[] }} SourceBot
 */

// A draft is called as its file is, without the ending.
/** @param {string} file */
const draftName = file => {
  const name = withoutEnding(file);
  return isBotName(name) ? name : "opened-bot";
};

// The editor has line ends of one kind.
/** @type {(file: string, script: string) => import("./open_editor.js").File[]} */
const filesOf = (file, script) => splitFiles(sourceOf(script).replace(/\r\n?/g, "\n"), languageOf(file).main);

/**
 * The address of a file of the page, by its plain name.
 * @param {string} path
 */
export const addressOf = path => {
  /** @type {Record<string, string>} */
  const names = JSON.parse(document.getElementById("file-names")?.textContent ?? "{}");
  return new URL(names[path] ?? path, document.baseURI).href;
};

/** @param {string} address */
const fetchText = async address => {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
};

/**
 * Fetches the source of a bot that comes with the page.
 * @param {string} game
 * @param {string} file
 * @returns {Promise<SourceBot>}
 * @throws When it cannot be fetched.
 */
export const fetchBundledBot = async (game, file) => {
  const text = await fetchText(addressOf(`bots/${file}`));
  return { name: withoutEnding(file).replace(`${game}-`, ""), files: [{ path: languageOf(file).main, text }] };
};

/**
 * Reads the source of a build.
 * @param {string} game
 * @param {string} file
 * @param {string} sha256 Identifies the build: its number can differ in this browser's store.
 * @param {string | null} text The build's text, if the page has it.
 * @returns {Promise<SourceBot & { isRun: boolean }>} `isRun` if it was run here as a draft.
 * @throws If the build is not kept.
 */
export const readBuiltBot = async (game, file, sha256, text) => {
  const builds = await listBuilds(game, file).catch(() => []);
  const build = builds.find(build => build.sha256 === sha256);
  const script = text || (build && await readBuild(game, file, build.number));
  if (script === undefined) throw new Error("the build is not kept");
  return { name: draftName(file), files: filesOf(file, script), isRun: build?.results.counted !== undefined };
};

/**
 * Fetches the source of a script of the local server.
 * @param {string} file
 * @param {string} address
 * @returns {Promise<SourceBot>}
 * @throws When it cannot be fetched, or is longer than a script may be.
 */
export const fetchServedBot = async (file, address) => {
  const text = await fetchText(address);
  if (text.length > SCRIPT_LIMIT) throw new RangeError(TOO_LONG);
  return { name: draftName(file), files: filesOf(file, text) };
};
