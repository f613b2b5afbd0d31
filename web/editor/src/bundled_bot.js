// The source of a bot that comes with the page. Knows the page's list of what its files are called.

/**
 * What the page names when a source is to be read: a file, and a number that makes it another text
 * each time.
 * @param {string} payload
 * @returns {string | undefined} The file; none if the payload is that of a link.
 */
export const bundledFile = payload => /^(.+\.js)\?\d+$/.exec(payload)?.[1];

/**
 * Fetches a bot's source.
 * @param {string} game
 * @param {string} file
 * @returns {Promise<{ name: string, files: import("./open_editor.js").File[] }>}
 * @throws When it cannot be fetched.
 */
export const fetchBundledBot = async (game, file) => {
  const names = JSON.parse(document.getElementById("file-names")?.textContent ?? "{}");
  const path = `bots/${file}`;
  const response = await fetch(new URL(names[path] ?? path, document.baseURI));
  if (!response.ok) throw new Error(response.statusText);
  const name = file.slice(0, -".js".length).replace(`${game}-`, "");
  return { name, files: [{ path: "bot.js", text: await response.text() }] };
};
