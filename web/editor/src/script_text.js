// A script of several files as one text: what comes first is the file that is started, and each further file begins with a line that
// names it. Such a text is itself a script, whose first line that names a file is a comment.

const FILE_LINE = "//# file: ";

/**
 * @param {import("./open_editor.js").File[]} files The file that is started comes first.
 * @returns {string}
 */
export const joinFiles = ([main, ...others]) => others.reduce((text, { path, text: content }) => {
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  return `${text}${end}${FILE_LINE}${path}\n${content}`;
}, main.text);
