// The text of a new draft: the game's starter, which is built in.

import { MAIN_FILE } from "./script_text.js";

/** @type {Record<string, string>} */
const STARTERS = BOTYARD_STARTERS;

/**
 * The files of a new draft.
 * @param {string} game
 * @returns {import("./open_editor.js").File[]}
 */
export const template = game => [{ path: MAIN_FILE, text: STARTERS[game] ?? "// Read the game with readline(), answer with print().\n" }];
