// Shares a bot, with the match for which it is meant: compressed as the end of an address, or as
// the text of a file. Of the page's addresses, knows only where this one begins.

/**
 * The content of a link or a file: the bot, the bots of the seats by their names (empty for a
 * visitor's own) and the seed.
 * @typedef {{ name: string, files: import("./open_editor.js").File[], seats: string[], seed:
 * string }} SharedBot
 */

// The version of the format, and the most bytes of its content: a damaged link could otherwise
// decompress without end.
const VERSION = 1;
const LIMIT = 2 << 20;
const PATH = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;
// No game has more.
const SEATS = 64;

// The format's name in files, by which the page recognises them (`web/page/src/state/write/source.rs`).
const FORMAT = "botyard-draft-1";

/** @param {SharedBot} bot */
const toRow = ({ name, files, seats, seed }) => [VERSION, name, files.map(({ path, text }) => [path, text]), seats, seed];

/** @type {(text: unknown) => text is string} */
const isText = text => typeof text === "string";
/** @type {(file: unknown) => file is [path: string, text: string]} */
const isFile = file => Array.isArray(file) && file.length === 2 && file.every(isText) && PATH.test(file[0]);
/** @type {(files: unknown) => files is [path: string, text: string][]} */
const areFiles = files => Array.isArray(files) && files.length > 0 && files.every(isFile);
/** @type {(names: unknown) => names is string[]} */
const areNames = names => Array.isArray(names) && names.length <= SEATS && names.every(isText);

/** @type {(row: unknown[]) => SharedBot} */
const ofRow = ([version, name, files, seats, seed]) => {
  const fits = version === VERSION && isText(name) && areFiles(files) && areNames(seats) && /^\d{1,20}$/.test(String(seed));
  if (!fits) throw new TypeError("no bot");
  return { name, files: files.map(([path, text]) => ({ path, text })), seats, seed: String(seed) };
};

/** @type {(bytes: string, stream: CompressionStream) => Promise<ArrayBuffer>} */
const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

/**
 * @param {SharedBot} bot
 * @returns {Promise<string>} Letters that need no escape in an address.
 */
export const encodeBot = async bot => {
  const bytes = new Uint8Array(await through(JSON.stringify(toRow(bot)), new CompressionStream("deflate-raw")));
  const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/** @param {Uint8Array<ArrayBuffer>} bytes */
const inflate = async bytes => {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > LIMIT) throw new RangeError("too long");
    parts.push(part.value);
  }
  return new Blob(parts).text();
};

/**
 * @param {string} payload A payload made by {@link encodeBot}.
 * @returns {Promise<SharedBot>}
 * @throws If it is damaged, or of a later version of the page.
 */
export const decodeBot = async payload => {
  const letters = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  return ofRow(JSON.parse(await inflate(Uint8Array.from(letters, letter => letter.charCodeAt(0)))));
};

/**
 * Writes a bot as the text of a file, which is for a game.
 * @param {string} game
 * @param {SharedBot} bot
 * @returns {string}
 */
export const writeBot = (game, bot) => `${JSON.stringify({ format: FORMAT, game, draft: toRow(bot) }, undefined, 1)}\n`;

/**
 * @param {string} text A text made by {@link writeBot}.
 * @returns {SharedBot}
 * @throws If it is damaged, or of a later version of the page.
 */
export const readBot = text => {
  if (text.length > LIMIT) throw new RangeError("too long");
  /** @type {{ draft: unknown[] }} */
  const { draft } = JSON.parse(text);
  return ofRow(draft);
};
