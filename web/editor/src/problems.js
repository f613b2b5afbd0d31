// Finds what is wrong with a script: in its text, as far as the grammar can tell, and in what the
// interpreter said of it. Runs nothing.

import { javascriptLanguage } from "@codemirror/lang-javascript";

/** @typedef {import("./open_editor.js").Problem} Problem */

// A line that says where a call was: `    at choose (bot.js:12:9)`, `    at bot.js:3`.
const CALL = /^\s+at .*?([\w.-]+\.m?js):(\d+)(?::(\d+))?/;
// Any of its kind, also of a call within the language: `    at map (native)`.
const ANY_CALL = /^\s+at (?:.*\(.*\)|\S+:\d+)\s*$/;
// How an error begins whose author has named it: `NoMove: all columns are full`.
const NAMED = /^[A-Za-z_$][\w$]*:/;
// How one begins that has a usual name: `TypeError: x is not a function`. Its message may have
// several lines.
const USUAL = /^(?:uncaught )?\w*Error\b/i;
// What the interpreter says where a script computes for long.
const LONG = /^note: computing for /;
// What was thrown and is no error: nobody says where.
const THROWN = /^uncaught: ([^]*)$/m;
// A file that an import names and that is not there: nobody says where either.
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
  let at;
  javascriptLanguage.parser.parse(text).iterate({
    enter: node => {
      if (node.type.isError) at ??= node.from;
      return at === undefined;
    },
  });
  if (at === undefined) return [];
  // What is missing at the end of the text is missing in its last line that has any.
  const end = text.trimEnd().length;
  if (at >= end) at = Math.max(0, end - 1);
  const message = "Syntax error: this is not JavaScript, or something is missing before it.";
  return [{ path, ...placeAt(text, at), message, severity: "error" }];
};

const placeAt = (text, at) => {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: before.at(-1).length + 1 };
};

// Where the last error is that stderr tells with its calls: in its lines, which line its message
// begins with, and its first call in a file.
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
const findThrow = (thrown, files) => {
  const throws = files.filter(({ path }) => /\.m?js$/.test(path)).flatMap(({ path, text }) => {
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
  const isQuoted = value => value.length > 1 && "\"'`".includes(value[0]) && value.at(-1) === value[0];
  const isWritten = ({ value }) => (isQuoted(value) ? value.slice(1, -1) : value) === thrown;
  const written = throws.filter(isWritten);
  const [place, ...others] = written.length > 0 ? written : throws;
  return others.length === 0 ? place : undefined;
};

// The first line that imports a file of this name, as the interpreter calls it.
const findImport = (name, files) => files.flatMap(({ path, text }) => {
  const isImport = line => /\b(?:import|from)\b/.test(line) && [`./${name}`, `"${name}"`, `'${name}'`].some(word => line.includes(word));
  const line = text.split("\n").findIndex(isImport) + 1;
  return line > 0 ? [{ path, line }] : [];
})[0];

const CLOSING = { "{": "}", "(": ")", "[": "]" };

// The innermost bracket that a text does not close; nothing if one is closed by another's sign, as
// nobody knows then which of them is wrong.
const findUnclosed = text => {
  const open = [];
  let isMixed = false;
  javascriptLanguage.parser.parse(text).iterate({
    enter: ({ name, from, node }) => {
      // What has parts is no sign.
      if (node.firstChild) return;
      if (name in CLOSING) open.push({ name, from });
      else if (Object.values(CLOSING).includes(name) && CLOSING[open.pop()?.name] !== name) isMixed = true;
    },
  });
  return isMixed ? undefined : open.at(-1);
};

// How the interpreter says that a text ends too early.
const ENDED = /unexpected token[^']*: ''$/;

// The same in words, with the place where the bracket was opened, if that is known.
const explainEnd = (told, text) => {
  const unclosed = findUnclosed(text);
  const { line } = unclosed ? placeAt(text, unclosed.from) : {};
  const bracket = unclosed ? `the ${unclosed.name} in line ${line}` : "a {, ( or [";
  return told.replace(ENDED, `the file ended before ${bracket} was closed`);
};

// The interpreter names a line below the text where something is missing at its end.
const lastLineOf = text => text.trimEnd().split("\n").length;

/**
 * Where a problem is, in words: `bot.js, line 4`.
 * @param {Problem} problem
 */
export const placeText = ({ path, line }) => (line ? `${path}, line ${line}` : path);

/**
 * The error that stopped a script, from what was printed on stderr.
 * @param {string} stderr
 * @param {import("./open_editor.js").File[]} files Those of the script, the one that is started
 * first. An interpreter may call that one otherwise.
 * @returns {(Problem & { isLoop: boolean })[]} Without a line if it is not known where it was.
 * `isLoop` if it has only computed for long, which is a problem if its time was up.
 */
export const findRuntimeProblem = (stderr, files) => {
  // A bot may have printed other things before.
  const lines = stderr.split("\n");
  const error = findLastError(lines);
  const rest = lines.slice(error ? error.first + 1 : 0).join("\n");
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
  const place = Number(line) > last ? { line: last } : { line: Number(line), column: column && Number(column) };
  const told = lines[error.first];
  const isLoop = LONG.test(told);
  const message = isLoop ? LOOP : explainEnd(told.replace(/^uncaught /i, "").trim(), text);
  return [{ path, ...place, message, severity: "error", isLoop }];
};
