// A script of several files as one text: it begins with the file that is started, and each further
// file begins with a line that names it. Such a text is itself a script, in which the first line
// that names a file is a comment.

import { languageOf } from "./languages.js";

/** The most bytes of a script, all files together, and the most characters of each file. */
export const SCRIPT_LIMIT = 1 << 20;
/** The message about that limit. */
export const TOO_LONG = "A script may have at most 1 MiB";

/**
 * @param {import("./open_editor.js").File[]} files The file that is started comes first.
 * @returns {string}
 */
export const joinFiles = ([main, ...others]) => {
  const { fileLine } = languageOf(main.path);
  return others.reduce((text, { path, text: content }) => {
    const end = text === "" || text.endsWith("\n") ? "" : "\n";
    return `${text}${end}${fileLine}${path}\n${content}`;
  }, main.text);
};

// What the page keeps and sends of a translated script: the author's text and what plays, with this
// between them (`sandbox/src/script.rs`).
const TRANSLATION = "\0";

/** @type {(source: string, translation: string) => string} */
export const withTranslation = (source, translation) => source + TRANSLATION + translation;

/**
 * The text of a script as its author wrote it.
 * @param {string} script
 */
export const sourceOf = script => script.split(TRANSLATION, 1)[0];

/**
 * The SHA-256 of such a text, by which the page identifies a build; empty where the browser cannot
 * compute one.
 * @param {BufferSource} bytes
 * @returns {Promise<string>}
 */
export const sha256Of = async bytes => {
  const hash = await globalThis.crypto?.subtle?.digest("SHA-256", bytes).catch(() => undefined);
  return hash ? [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, "0")).join("") : "";
};

/**
 * The files of such a text.
 * @param {string} script
 * @param {string} main The first file's name, by which its language is known.
 * @returns {import("./open_editor.js").File[]}
 */
export const splitFiles = (script, main) => {
  /** @type {{ path: string, lines: string[] }[]} */
  const files = [{ path: main, lines: [] }];
  const { fileLine } = languageOf(main);
  for (const line of script.split("\n")) {
    if (line.startsWith(fileLine)) {
      files.push({ path: line.slice(fileLine.length).trim(), lines: [] });
    } else {
      files[files.length - 1].lines.push(line);
    }
  }
  // Text before a line that names a file ends with a line end, unless it is empty.
  const texts = files.map(({ lines }, nth) => (nth < files.length - 1 ? lines.map(line => `${line}\n`).join("") : lines.join("\n")));
  return files.map(({ path }, nth) => ({ path, text: texts[nth] }));
};
