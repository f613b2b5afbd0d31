// Marks the problems of the open text: its syntax errors, once typing has paused, and the error
// that stopped the bot. Runs nothing.

import { browserClock } from "./clock.js";
import { findSyntaxProblem, locateError, placeText } from "./problems.js";

// How long the text rests before its grammar is looked at, in milliseconds.
const REST = 400;

/**
 * @typedef {import("./open_editor.js").Problem} Problem
 *
 * @typedef {ReturnType<typeof createProblemMarks>} ProblemMarks
 */

/**
 * @param {object} owner
 * @param {() => import("./open_editor.js").Editor} owner.editor
 * @param {() => import("./open_editor.js").File[]} owner.files Those of the draft, the one that is
 * started first.
 * @param {import("./panel_messages.js").Messages} owner.messages
 * @param {() => void} owner.onChecked Called when a text that has rested was checked.
 * @param {import("./clock.js").Clock} [owner.clock]
 */
export const createProblemMarks = ({ editor, files, messages, onChecked, clock = browserClock }) => {
  /** @type {Problem[]} */
  let runtimeProblems = [];
  /** @type {number | undefined} */
  let checking;

  const checkSoon = () => {
    clock.clearTimeout(checking);
    checking = clock.setTimeout(() => {
      const syntax = editor().files().flatMap(({ path, text }) => findSyntaxProblem(path, text));
      editor().showProblems([...syntax, ...runtimeProblems]);
      onChecked();
    }, REST);
  };

  return {
    /** The text has changed, or is being run: no error of the bot is known. */
    reset: () => {
      runtimeProblems = [];
      checkSoon();
    },
    /**
     * The error that stopped the draft, in its text, if there is one.
     * @param {import("../../protocol/protocol").ScriptError | null} [error]
     */
    find: error => error && locateError(error, files()),
    /**
     * Marks the error that stopped a bot, and offers to show it.
     * @param {Problem} problem
     * @param {string} of The beginning of its notice.
     * @param {string} stderr The bot's stderr, to be read beside it.
     */
    show: (problem, of = "", stderr = "") => {
      runtimeProblems = [problem];
      checkSoon();
      const { path, line, column, message } = problem;
      /** @type {[string, () => void][]} */
      const actions = line ? [["Show", () => editor().reveal(path, line, column)]] : [];
      const written = stderr.trim() && `\nThe last that it wrote to stderr:\n${stderr.trim()}`;
      messages.announceProblem(`${of}${placeText(problem)}: ${message}${written}`, actions);
    },
  };
};
