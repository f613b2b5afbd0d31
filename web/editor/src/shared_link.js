// A bot as the end of an address: its name, its files and the match that it is for, compressed.
// Knows nothing of the page's addresses but where this one begins.

/**
 * What a link brings: the bot, the bots of the seats by their names (none where a visitor's own
 * sits) and the seed.
 * @typedef {{ name: string, files: import("./open_editor.js").File[], others: string[], seed:
 * string }} SharedBot
 */

// The form of what is compressed, and how many bytes it may have: a damaged link could have it grow
// without end.
const VERSION = 1;
const LIMIT = 2 << 20;
const PATH = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;

const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

/**
 * @param {SharedBot} bot
 * @returns {Promise<string>} Letters that need no escape in an address.
 */
export const encodeBot = async ({ name, files, others, seed }) => {
  const text = JSON.stringify([VERSION, name, files.map(({ path, text }) => [path, text]), others, seed]);
  const bytes = new Uint8Array(await through(text, new CompressionStream("deflate-raw")));
  const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const inflate = async bytes => {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
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
 * @param {string} payload What {@link encodeBot} has made.
 * @returns {Promise<SharedBot>}
 * @throws When it is damaged, or of a later version of the page.
 */
export const decodeBot = async payload => {
  const letters = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  const [version, name, files, others, seed] = JSON.parse(await inflate(Uint8Array.from(letters, letter => letter.charCodeAt(0))));
  const isText = text => typeof text === "string";
  const isFile = file => Array.isArray(file) && file.length === 2 && file.every(isText) && PATH.test(file[0]);
  const fits = version === VERSION && isText(name) && Array.isArray(files) && files.length > 0 && files.every(isFile)
    && Array.isArray(others) && others.length <= 16 && others.every(isText) && /^\d{1,20}$/.test(seed);
  if (!fits) throw new TypeError("no bot");
  return { name, files: files.map(([path, text]) => ({ path, text })), others, seed };
};
