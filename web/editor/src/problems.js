// Finds the problems of a script in its text: those that the grammar shows, and the places of errors
// that the page reports. Runs nothing.

import { findUnclosed, isBracket } from "./brackets.js";
import { LANGUAGES, languageOf } from "./languages.js";
import { grammarOf, parse } from "./syntax.js";

/**
 * @typedef {import("./open_editor.js").File} File
 * @typedef {import("./open_editor.js").Problem} Problem
 */

// Values that are errors with their places.
const ERROR_VALUE = /^(?:new\b|\w*Error\()/;

/** @param {string} path */
const sourceLanguage = path => LANGUAGES.find(({ isSource }) => isSource.test(path));

/**
 * The first place where a text stops being in its language.
 * @param {string} path
 * @param {string} text
 * @returns {Problem[]}
 */
export const findSyntaxProblem = (path, text) => {
  const language = sourceLanguage(path);
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
  const place = placeAt(text, at);
  const unclosed = placeUnclosed(language, text);
  if (unclosed && unclosed.line < place.line) {
    const { name, line, column } = unclosed;
    return [{ path, line, column, message: `Syntax error: the ${name} is not closed.`, severity: "error" }];
  }
  const message = `Syntax error: this is not ${language.name}, or something is missing before it.`;
  return [{ path, ...place, message, severity: "error" }];
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
  const throws = files.filter(({ path }) => sourceLanguage(path)).flatMap(({ path, text }) => {
    /** @type {{ path: string, value: string, line: number, column: number }[]} */
    const found = [];
    parse(languageOf(path), text).iterate({
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

// The bracket of a script that is not closed, and its line and column, in a language whose grammar
// shows it.
/** @type {(language: import("./languages.js").Language, text: string) => { name: string, line: number, column: number } | undefined} */
const placeUnclosed = (language, text) => {
  if (!grammarOf(language).endedEarly) return undefined;
  /** @type {import("./brackets.js").Bracket[]} */
  const brackets = [];
  parse(language, text).iterate({
    enter: ({ name, from, node }) => {
      // Brackets are leaves of the tree.
      if (!node.firstChild && isBracket(name)) brackets.push({ name, from });
    },
  });
  const unclosed = findUnclosed(text, brackets);
  return unclosed && { name: unclosed.name, ...placeAt(text, unclosed.from) };
};

const SYNTAX_ERROR = /^SyntaxError: /;

// The interpreter's message on the syntax of a script, at the bracket that is not closed, if it has
// noticed that in a later line.
/** @type {(language: import("./languages.js").Language, told: string, text: string, place: { line: number, column?: number }) => { line: number, column?: number, message: string }} */
const placeSyntaxError = (language, told, text, place) => {
  const { endedEarly } = grammarOf(language);
  if (!endedEarly) return { ...place, message: told };
  const unclosed = placeUnclosed(language, text);
  const isEnded = endedEarly.test(told);
  if (!unclosed || !(isEnded || unclosed.line < place.line)) return { ...place, message: told.replace(endedEarly, "the file ended before a {, ( or [ was closed") };
  const { name, line, column } = unclosed;
  const bracket = `the ${name} in line ${line}`;
  const message = isEnded ? told.replace(endedEarly, `the file ended before ${bracket} was closed`)
    : `SyntaxError: ${bracket} is not closed (noticed in line ${place.line}: ${told.replace(SYNTAX_ERROR, "")})`;
  return { line, column, message };
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
  /** @type {{ path?: string, line?: number, column?: number, message?: string } | undefined} */
  let found;
  if (place && SYNTAX_ERROR.test(sentence)) found = placeSyntaxError(languageOf(path), sentence, text, placeIn(text, place));
  else if (place) found = placeIn(text, place);
  else if (thrown !== null) found = findThrow(thrown, files);
  else if (missingFile !== null) found = findImport(missingFile, files);
  return { path, message: sentence, ...found, severity: "error", isLoop };
};
