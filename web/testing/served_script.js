// Imports scripts that the page serves from one folder, whichever folders of the sources they are
// in (`index.html`).

import { readFile } from "node:fs/promises";

/** @type {Record<string, string>} */
const FOLDERS = { "database.js": "storage", "bot_folder.js": "page/js", "exported_bots.js": "page/js" };
/** @param {string} name */
const addressOf = name => new URL(`../${FOLDERS[name]}/${name}`, import.meta.url).href;

let visits = 0;

/**
 * Imports a script anew, as each visit of the page does. What it imports is shared.
 * @param {string} path in `web/`
 */
export const visitScript = async path => {
  visits += 1;
  const text = await readFile(new URL(`../${path}`, import.meta.url), "utf8");
  const found = text.replace(/(?<=(?:from |import\()")\.\/([\w.]+)(?=")/g, (_, name) => addressOf(name));
  return import(`data:text/javascript,${encodeURIComponent(`${found}\n// Visit ${visits}.`)}`);
};
