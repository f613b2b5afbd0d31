// The text of a new draft: the game's starter, which is built in.

/** @type {Record<string, Record<string, string>>} By language and game. */
const STARTERS = BOTYARD_STARTERS;

/**
 * The files of a new draft.
 * @param {string} game
 * @param {import("./languages.js").Language} language
 * @returns {import("./open_editor.js").File[]}
 */
export const template = (game, { id, main, empty }) => [{ path: main, text: STARTERS[id]?.[game] ?? empty }];
