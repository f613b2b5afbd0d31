// The languages in which drafts are written, as far as their names and texts go: a draft is in the
// language of its first file. The same languages have an interpreter, or a translator into one that
// has (`sandbox/src/script_language.rs`). Knows no syntax: `syntax.js` does.

/**
 * @typedef {object} Language
 * @property {string} id Its name in addresses and among the starters.
 * @property {string} name Its name for people.
 * @property {string} main The file that is started.
 * @property {string} ending The usual ending of its files' names.
 * @property {RegExp} isSource Whether a file of this name has code.
 * @property {RegExp} isName Whether a further file can have this name: an import can use it.
 * @property {string} names What these names are, as the end of a sentence.
 * @property {string} fileLine How the line begins that names a further file of a script.
 * @property {string} empty The text of a draft for a game that has no starter.
 * @property {string} [translator] The file of its translator, if it is translated before it plays.
 */

/** @type {Language} */
export const JAVASCRIPT = {
  id: "javascript",
  name: "JavaScript",
  main: "bot.js",
  ending: ".js",
  isSource: /\.m?js$/i,
  isName: /^[\w-][\w.-]{0,39}\.(js|mjs|json|txt)$/,
  names: "helper.js: letters, digits, . _ - only, and .js, .mjs, .json or .txt at the end",
  fileLine: "//# file: ",
  empty: "// Read the game with readline(), answer with print().\n",
};

/** @type {Language} */
export const PYTHON = {
  id: "python",
  name: "Python",
  main: "bot.py",
  ending: ".py",
  isSource: /\.py$/i,
  isName: /^([A-Za-z_]\w{0,19}\/){0,3}[A-Za-z_]\w{0,39}\.(py|json|txt)$/,
  names: "helper.py or search/deep.py: letters, digits and _ only, and .py, .json or .txt at the end",
  fileLine: "# %% file: ",
  empty: "# Read the game with input(), answer with print().\n",
};

/** @type {Language} */
export const TYPESCRIPT = {
  ...JAVASCRIPT,
  id: "typescript",
  name: "TypeScript",
  main: "bot.ts",
  ending: ".ts",
  isSource: /(?<!\.d)\.m?ts$/i,
  isName: /^[\w-][\w.-]{0,39}\.(ts|mts|js|mjs|json|txt)$/,
  names: "helper.ts: letters, digits, . _ - only, and .ts, .mts, .js, .mjs, .json or .txt at the end",
  translator: "bots/typescript.js",
};

export const LANGUAGES = [JAVASCRIPT, TYPESCRIPT, PYTHON];

/**
 * The language of a draft, by the name of its first file.
 * @param {string} main
 */
export const languageOf = main => LANGUAGES.find(({ isSource }) => isSource.test(main)) ?? JAVASCRIPT;

/**
 * A bot's name, of its file's: without the ending of a language.
 * @param {string} file
 */
export const withoutEnding = file => LANGUAGES.reduce((name, { isSource }) => name.replace(isSource, ""), file);
