// Finds what is wrong with a script: in its text, as far as the grammar can tell, and in what the
// interpreter said of it. Runs nothing.

import { javascriptLanguage } from "@codemirror/lang-javascript";

/** @typedef {import("./open_editor.js").Problem} Problem */

// `choose (bot.js:12:9)`, `at bot.js:3`.
const PLACE = /([\w.-]+\.m?js):(\d+)(?::(\d+))?/;
// `TypeError: x is not a function`, or what the interpreter says where a script computes for long.
const MESSAGE = /^(?:uncaught )?((?:\w*Error|Uncaught)\b.*|note: computing for .*)$/im;
const LOOP = "It was computing here and did not return: is this an endless loop?";

/**
 * The first place where a text stops being JavaScript.
 * @param {string} path
 * @param {string} text
 * @returns {Problem[]}
 */
export const findSyntaxProblem = (path, text) => {
  if (!/\.m?js$/.test(path)) return [];
  let at;
  javascriptLanguage.parser.parse(text).iterate({
    enter: node => {
      if (node.type.isError) at ??= node.from;
      return at === undefined;
    },
  });
  if (at === undefined) return [];
  const before = text.slice(0, at).split("\n");
  const message = "Syntax error: this is not JavaScript, or something is missing before it.";
  return [{ path, line: before.length, column: before.at(-1).length + 1, message, severity: "error" }];
};

/**
 * The error that stopped a script, from what was printed on stderr.
 * @param {string} stderr
 * @param {string[]} paths The files of the script, the one that is started first. An interpreter
 * may call that one otherwise.
 * @returns {(Problem & { isLoop: boolean })[]} `isLoop` if it has only computed for long, which is
 * a problem if its time was up.
 */
export const findRuntimeProblem = (stderr, paths) => {
  // A bot may have printed other things before.
  const start = [...stderr.matchAll(new RegExp(MESSAGE, "gim"))].at(-1);
  const text = start ? stderr.slice(start.index) : "";
  const [, file, line, column] = PLACE.exec(text) ?? [];
  if (!file) return [];
  const path = paths.includes(file) ? file : paths[0];
  const isLoop = start[1].startsWith("note:");
  const message = isLoop ? LOOP : start[1].trim();
  return [{ path, line: Number(line), column: column && Number(column), message, severity: "error", isLoop }];
};
