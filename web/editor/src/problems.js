// Finds the problems of a script: in its text, as far as the grammar shows them, and in the
// interpreter's messages. Runs nothing.

import { javascriptLanguage } from "@codemirror/lang-javascript";

/**
 * @typedef {import("./open_editor.js").File} File
 * @typedef {import("./open_editor.js").Problem} Problem
 */

// A line of a stack trace: `    at choose (bot.js:12:9)`, `    at bot.js:3`.
const CALL = /^\s+at .*?([\w.-]+\.m?js):(\d+)(?::(\d+))?/;
// Any of its kind, also of a call within the language: `    at map (native)`.
const ANY_CALL = /^\s+at (?:.*\(.*\)|\S+:\d+)\s*$/;
// How an error begins whose author has named it: `NoMove: all columns are full`.
const NAMED = /^[A-Za-z_$][\w$]*:/;
// How one begins that has a usual name: `TypeError: x is not a function`. Its message may have
// several lines.
const USUAL = /^(?:uncaught )?\w*Error\b/i;
// The interpreter's note on where a script computes for long.
const LONG = /^note: computing for /;
// A thrown value that is not an error: the interpreter prints no place for it.
const THROWN = /^uncaught: ([^]*)$/m;
// A file that an import names and that does not exist: the interpreter prints no place for it
// either.
const MISSING = /^(ReferenceError: cannot find the file '([^']*)'.*)$/m;
// Values that are errors with their places.
const ERROR_VALUE = /^(?:new\b|\w*Error\()/;
const LOOP = "It was computing here and did not return: is this an endless loop?";

/**
 * The first place where a text stops being JavaScript.
 * @param {string} path
 * @param {string} text
 * @returns {Problem[]}
 */
export const findSyntaxProblem = (path, text) => {
  if (!/\.m?js$/.test(path)) return [];
  /** @type {number | undefined} */
  let at;
  javascriptLanguage.parser.parse(text).iterate({
    enter: node => {
      if (node.type.isError) at ??= node.from;
      return at === undefined;
    },
  });
  if (at === undefined) return [];
  // Something missing at the end of the text is reported in the last line that is not blank.
  const end = text.trimEnd().length;
  if (at >= end) at = Math.max(0, end - 1);
  const message = "Syntax error: this is not JavaScript, or something is missing before it.";
  return [{ path, ...placeAt(text, at), message, severity: "error" }];
};

/** @type {(text: string, at: number) => { line: number, column: number }} */
const placeAt = (text, at) => {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: before[before.length - 1].length + 1 };
};

// Finds the last error with a stack trace in the lines of stderr: the line with which its message
// begins, and its first call in a file.
/** @type {(lines: string[]) => { first: number, call: RegExpExecArray } | undefined} */
const findLastError = lines => {
  const last = lines.findLastIndex(line => ANY_CALL.test(line));
  if (last < 0) return undefined;
  const top = lines.slice(0, last).findLastIndex(line => !ANY_CALL.test(line)) + 1;
  const call = lines.slice(top, last + 1).map(line => CALL.exec(line)).find(Boolean);
  if (!call || top === 0) return undefined;
  if (NAMED.test(lines[top - 1])) return { first: top - 1, call };
  // The message has several lines, behind the calls of the error before.
  const free = lines.slice(0, top).findLastIndex(line => ANY_CALL.test(line)) + 1;
  const usual = lines.slice(free, top).findLastIndex(line => USUAL.test(line));
  return { first: usual < 0 ? top - 1 : free + usual, call };
};

// Where a script throws this, which is no error: the one place where it throws it as it is written,
// or else the one place where it throws anything but a new object.
/** @type {(thrown: string, files: File[]) => { path: string, line: number, column: number } | undefined} */
const findThrow = (thrown, files) => {
  const throws = files.filter(({ path }) => /\.m?js$/.test(path)).flatMap(({ path, text }) => {
    /** @type {{ path: string, value: string, line: number, column: number }[]} */
    const found = [];
    javascriptLanguage.parser.parse(text).iterate({
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
  javascriptLanguage.parser.parse(text).iterate({
    enter: ({ name, from, node }) => {
      // Brackets are leaves of the tree.
      if (node.firstChild) return;
      if (name in CLOSING) open.push({ name, from });
      else if (Object.values(CLOSING).includes(name) && CLOSING[open.pop()?.name ?? ""] !== name) isMixed = true;
    },
  });
  return isMixed ? undefined : open.at(-1);
};

// The interpreter's message about a text that ends too early.
const ENDED = /unexpected token[^']*: ''$/;

// That message as a sentence, with the place of the opening bracket, if it is known.
/** @type {(told: string, text: string) => string} */
const explainEnd = (told, text) => {
  const unclosed = findUnclosed(text);
  const bracket = unclosed ? `the ${unclosed.name} in line ${placeAt(text, unclosed.from).line}` : "a {, ( or [";
  return told.replace(ENDED, `the file ended before ${bracket} was closed`);
};

// The interpreter names a line below the text where something is missing at its end.
/** @param {string} text */
const lastLineOf = text => text.trimEnd().split("\n").length;

/**
 * The place of a problem, as text: `bot.js, line 4`.
 * @param {Problem} problem
 */
export const placeText = ({ path, line }) => (line ? `${path}, line ${line}` : path);

/**
 * Finds the error that stopped a script in its stderr.
 * @param {string} stderr
 * @param {import("./open_editor.js").File[]} files The script's files, beginning with the one that
 * is started. An interpreter may use another name for that one.
 * @returns {(Problem & { isLoop: boolean })[]} Without a line if its place is not known. `isLoop`
 * if the script has only computed for long, which is a problem if its time was up.
 */
export const findRuntimeProblem = (stderr, files) => {
  // A bot may have printed other things before.
  const lines = stderr.split("\n");
  const error = findLastError(lines);
  const rest = lines.slice(error ? error.first + 1 : 0).join("\n");
  /** @type {(place: Partial<Problem> | undefined, message: string) => (Problem & { isLoop: boolean })[]} */
  const atPlace = (place, message) => {
    const { path = files[0].path, line, column } = place ?? {};
    return [{ path, line, column, message, severity: "error", isLoop: false }];
  };
  const thrown = THROWN.exec(rest)?.[1].trimEnd();
  if (thrown !== undefined) {
    const message = `uncaught: ${thrown} (This is not an Error, so it does not say where it was thrown. Throw new Error(…) instead.)`;
    return atPlace(findThrow(thrown, files), message);
  }
  const [, words, name] = MISSING.exec(rest) ?? [];
  if (words) return atPlace(findImport(name, files), words);
  if (!error) return [];
  const [, file, line, column] = error.call;
  const { path, text } = files.find(({ path }) => path === file) ?? files[0];
  const last = lastLineOf(text);
  const place = Number(line) > last ? { line: last } : { line: Number(line), column: column ? Number(column) : undefined };
  const told = lines[error.first];
  const isLoop = LONG.test(told);
  const message = isLoop ? LOOP : explainEnd(told.replace(/^uncaught /i, "").trim(), text);
  return [{ path, ...place, message, severity: "error", isLoop }];
};
