// Finds the problems of a script in its text: those that the grammar shows, and the places of errors
// that the page reports. Runs nothing.

import { JAVASCRIPT, LANGUAGES } from "./languages.js";
import { parse } from "./syntax.js";

/**
 * @typedef {import("./open_editor.js").File} File
 * @typedef {import("./open_editor.js").Problem} Problem
 */

// Values that are errors with their places.
const ERROR_VALUE = /^(?:new\b|\w*Error\()/;

/**
 * The first place where a text stops being in its language.
 * @param {string} path
 * @param {string} text
 * @returns {Problem[]}
 */
export const findSyntaxProblem = (path, text) => {
  const language = LANGUAGES.find(({ isSource }) => isSource.test(path));
  if (!language) return [];
  /** @type {number | undefined} */
  let at;
  parse(language, text).iterate({
    enter: node => {
      if (node.type.isError) at ??= node.from;
      return at === undefined;
    },
  });
  if (at === undefined) return [];
  // Something missing at the end of the text is reported in the last line that is not blank.
  const end = text.trimEnd().length;
  if (at >= end) at = Math.max(0, end - 1);
  const message = `Syntax error: this is not ${language.name}, or something is missing before it.`;
  return [{ path, ...placeAt(text, at), message, severity: "error" }];
};

/** @type {(text: string, at: number) => { line: number, column: number }} */
const placeAt = (text, at) => {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: before[before.length - 1].length + 1 };
};

// Where a script throws this, which is no error: the one place where it throws it as it is written,
// or else the one place where it throws anything but a new object.
/** @type {(thrown: string, files: File[]) => { path: string, line: number, column: number } | undefined} */
const findThrow = (thrown, files) => {
  const throws = files.filter(({ path }) => JAVASCRIPT.isSource.test(path)).flatMap(({ path, text }) => {
    /** @type {{ path: string, value: string, line: number, column: number }[]} */
    const found = [];
    parse(JAVASCRIPT, text).iterate({
      enter: node => {
        if (node.name !== "ThrowStatement") return;
        const value = node.node.firstChild?.nextSibling;
        if (value) found.push({ path, value: text.slice(value.from, value.to), ...placeAt(text, node.from) });
      },
    });
    return found.filter(({ value }) => !ERROR_VALUE.test(value));
  });
  /** @param {string} value */
  const isQuoted = value => value.length > 1 && "\"'`".includes(value[0]) && value.at(-1) === value[0];
  /** @param {{ value: string }} thrown */
  const isWritten = ({ value }) => (isQuoted(value) ? value.slice(1, -1) : value) === thrown;
  const written = throws.filter(isWritten);
  const [place, ...others] = written.length > 0 ? written : throws;
  return others.length === 0 ? place : undefined;
};

// The first line that imports a file of this name, given as the interpreter prints it.
/** @type {(name: string, files: File[]) => { path: string, line: number } | undefined} */
const findImport = (name, files) => files.flatMap(({ path, text }) => {
  /** @param {string} line */
  const isImport = line => /\b(?:import|from)\b/.test(line) && [`./${name}`, `"${name}"`, `'${name}'`].some(word => line.includes(word));
  const line = text.split("\n").findIndex(isImport) + 1;
  return line > 0 ? [{ path, line }] : [];
})[0];

/** @type {Record<string, string>} */
const CLOSING = { "{": "}", "(": ")", "[": "]" };

// The innermost bracket that a text does not close; nothing if one is closed by another kind of
// bracket, because then either of them may be wrong.
/** @param {string} text */
const findUnclosed = text => {
  /** @type {{ name: string, from: number }[]} */
  const open = [];
  let isMixed = false;
  parse(JAVASCRIPT, text).iterate({
    enter: ({ name, from, node }) => {
      // Brackets are leaves of the tree.
      if (node.firstChild) return;
      if (name in CLOSING) open.push({ name, from });
      else if (Object.values(CLOSING).includes(name) && CLOSING[open.pop()?.name ?? ""] !== name) isMixed = true;
    },
  });
  return isMixed ? undefined : open.at(-1);
};

// The message of JavaScript's interpreter about a text that ends too early.
const ENDED = /unexpected token[^']*: ''$/;

// That message as a sentence, with the place of the opening bracket, if it is known.
/** @type {(told: string, text: string) => string} */
const explainEnd = (told, text) => {
  if (!ENDED.test(told)) return told;
  const unclosed = findUnclosed(text);
  const bracket = unclosed ? `the ${unclosed.name} in line ${placeAt(text, unclosed.from).line}` : "a {, ( or [";
  return told.replace(ENDED, `the file ended before ${bracket} was closed`);
};

// The interpreter names a line below the text where something is missing at its end.
/** @type {(text: string, place: { line: number, column: number | null }) => { line: number, column?: number }} */
const placeIn = (text, { line, column }) => {
  const last = text.trimEnd().split("\n").length;
  return line > last ? { line: last } : { line, column: column ?? undefined };
};

/**
 * The place of a problem, as text: `bot.js, line 4`.
 * @param {Problem} problem
 */
export const placeText = ({ path, line }) => (line ? `${path}, line ${line}` : path);

/**
 * The error that stopped a script, in the script's text.
 * @param {import("../../protocol/protocol").ScriptError} error
 * @param {File[]} files The script's files, beginning with the one that is started. An interpreter
 * may use another name for that one.
 * @returns {Problem & { isLoop: boolean }} Without a line if its place is not known. `isLoop` if the
 * script has only computed for long, which is a problem if its time was up.
 */
export const locateError = ({ sentence, place, thrown, missingFile, isLoop }, files) => {
  const { path, text } = files.find(({ path }) => path === place?.file) ?? files[0];
  /** @type {{ path?: string, line?: number, column?: number } | undefined} */
  let found;
  if (place) found = placeIn(text, place);
  else if (thrown !== null) found = findThrow(thrown, files);
  else if (missingFile !== null) found = findImport(missingFile, files);
  return { path, ...found, message: place && !isLoop ? explainEnd(sentence, text) : sentence, severity: "error", isLoop };
};
