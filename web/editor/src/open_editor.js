// A code editor for a few files of a script: a strip of tabs and CodeMirror below it. Knows
// neither bots nor games, and keeps nothing: its owner keeps the files.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import {
  defaultKeymap, history, historyField, historyKeymap, indentWithTab, isolateHistory, redo, undo, undoDepth,
} from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { forEachDiagnostic, lintGutter, lintKeymap, nextDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, Prec } from "@codemirror/state";
import {
  drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";

import { createFileTabs } from "./file_tabs.js";
import { languageOf } from "./languages.js";
import { extensionsFor } from "./syntax.js";
import { theme } from "./theme.js";

/**
 * A file: its name, its text, and the state (selection and history) that an earlier editor
 * returned, if there was one.
 * @typedef {{ path: string, text: string, state?: object }} File
 *
 * Something that is wrong with a file. Lines and columns count from 1; without a column it concerns
 * the whole line, and without a line its place is unknown.
 * @typedef {{ path: string, line?: number, column?: number, message: string, severity: "error" |
 * "warning" | "info" }} Problem
 *
 * An open editor.
 * @typedef {object} Editor
 * @property {() => File[]} files All files as they are now, the first of them first.
 * @property {(files: File[]) => void} replace Shows other files in place of these.
 * @property {(files: File[], onUndone: () => void) => () => boolean} change Replaces these files by
 * others, which the keys of the history undo and redo in all files at once, if nothing else was
 * changed since. Returns a function that undoes it, unless something was typed since, and returns
 * whether it has. `onUndone` is called whenever it was undone.
 * @property {(problems: Problem[]) => void} showProblems Marks these lines, in place of those
 * before; problems of other files are left out.
 * @property {(path: string, line: number, column?: number) => void} reveal Shows a line and puts
 * the cursor there.
 * @property {(change: (text: string) => string) => boolean} rewrite Rewrites the first file, which
 * can be undone. Returns whether it can be changed.
 * @property {(isReadOnly: boolean) => void} setReadOnly Whether the files can be changed.
 * @property {() => void} focus Puts the cursor into the text.
 *
 * A file that is open.
 * @typedef {{ path: string, state: EditorState }} OpenFile
 *
 * All files at a moment, and how much of each history is behind them.
 * @typedef {{ file: OpenFile, path: string, doc: import("@codemirror/state").Text, depth: number }[]}
 * Captured
 *
 * A change of all files that is undone and redone at once.
 * @typedef {{ before: Captured, wasShown: OpenFile, after: Captured, isShown: OpenFile, onUndone: ()
 * => void }} WholeChange
 */

// How long a file's undo history is.
const UNDO_DEPTH = 200;
const FIELDS = { history: historyField };

// A letter that is typed over a selection. Chromium would keep the selection's look with style
// attributes, which the page's policy forbids.
/** @type {(event: InputEvent, view: EditorView) => boolean} */
const replaceSelection = (event, view) => {
  const { from, to, empty } = view.state.selection.main, { data } = event;
  if (event.inputType !== "insertText" || !data || empty || view.composing) return false;
  event.preventDefault();
  const typed = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  const isTaken = view.state.facet(EditorView.inputHandler).some(take => take(view, from, to, data, typed));
  if (!isTaken) view.dispatch(typed());
  return true;
};

// Goes to the next problem, as CodeMirror does, and announces it: only sighted people see its
// bubble.
/** @param {EditorView} view */
const goToProblem = view => {
  nextDiagnostic(view);
  const { main } = view.state.selection;
  /** @type {string[]} */
  const messages = [];
  forEachDiagnostic(view.state, ({ message }, from, to) => {
    if (from <= main.from && main.to <= to) messages.push(message);
  });
  if (messages.length === 0) return false;
  const { number } = view.state.doc.lineAt(main.from);
  view.dispatch({ effects: EditorView.announce.of(`Line ${number}: ${messages.join(" ")}`) });
  return true;
};

/**
 * Opens an editor.
 * @param {HTMLElement} element Where it is put: below a shadow root, which takes its style sheets.
 * @param {object} options
 * @param {File[]} options.files At least one.
 * @param {number} options.limit How many characters a file may have.
 * @param {() => void} options.onChange Called when a file's text has changed, or the list of files.
 * @param {(path: string) => void} options.onRefused Called when a file would have become longer
 * than the limit: it stays as it was.
 * @param {() => void} options.onReadOnly Called when somebody types, although nothing can be changed.
 * @param {(path: string, restore: () => void) => void} options.onDeleted Called with the name of a
 * file that was deleted.
 * @param {{ key: string, run: () => void }[]} options.keys Other keys and their functions.
 * @returns {Editor}
 */
export const openEditor = (element, { files, limit, onChange, onRefused, onReadOnly, onDeleted, keys }) => {
  const editable = new Compartment();
  let isReadOnly = false;
  /** @type {OpenFile[]} The files in the order of their tabs. */
  let open = [];
  /** @type {OpenFile} */
  let shown;
  /** @type {Problem[]} Those of all files: each is shown with its file. */
  let problems = [];

  const whether = () => [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(true)];

  // CodeMirror's history covers one text only: this one undoes and redoes a change of all files.
  const wholeHistory = Prec.highest([
    keymap.of([
      { key: "Mod-z", run: () => undoWhole() },
      { key: "Mod-y", mac: "Mod-Shift-z", run: () => redoWhole() },
      { linux: "Ctrl-Shift-z", run: () => redoWhole() },
    ]),
    // Undo and redo from a menu, or from an on-screen keyboard.
    EditorView.domEventHandlers({
      beforeinput: (event, view) => {
        /** @type {Record<string, () => boolean>} */
        const runs = { historyUndo: () => undoWhole() || undo(view), historyRedo: () => redoWhole() || redo(view) };
        const run = runs[event.inputType];
        if (!run) return false;
        event.preventDefault();
        return run();
      },
    }),
  ]);

  /** @param {string} path */
  const extensions = path => [
    wholeHistory,
    // These keys have precedence over CodeMirror's.
    Prec.highest(keymap.of(keys.map(({ key, run }) => ({ key, run: () => (run(), true), preventDefault: true })))),
    lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), drawSelection(), highlightActiveLine(),
    history({ minDepth: UNDO_DEPTH }), indentOnInput(), bracketMatching(), closeBrackets(),
    EditorView.lineWrapping, search({ top: true }), highlightSelectionMatches(), lintGutter(), extensionsFor(languageOf(path)), theme,
    // Escape, and then Tab, leaves the editor: CodeMirror's way out for people who use no pointer.
    keymap.of([
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, { key: "F8", run: goToProblem }, ...lintKeymap, indentWithTab,
    ]),
    EditorView.contentAttributes.of({ "aria-label": `Text of ${path}. Escape, then Tab, leaves it.`, "data-testid": "write-text", tabindex: "0" }),
    editable.of(whether()),
    EditorState.transactionFilter.of(transaction => {
      const isTooLong = transaction.docChanged && transaction.newDoc.length > Math.max(limit, transaction.startState.doc.length);
      if (isTooLong) onRefused(path);
      return isTooLong ? [] : transaction;
    }),
    EditorView.updateListener.of(update => {
      shown.state = update.state;
      if (!update.docChanged) return;
      // An undone change cannot be redone once something else is typed.
      if (!update.transactions.some(one => one.isUserEvent("undo") || one.isUserEvent("redo"))) undone = [];
      onChange();
    }),
    EditorView.domEventHandlers({
      // A file that is dropped is the page's.
      drop: event => (event.dataTransfer?.files.length ?? 0) > 0,
      beforeinput: (event, view) => {
        if (!isReadOnly) return replaceSelection(event, view);
        // The browser would change the document first, for CodeMirror to change it back.
        event.preventDefault();
        onReadOnly();
        return true;
      },
    }),
  ];

  /** @type {(file: File) => EditorState} */
  const stateOf = ({ path, text, state }) => {
    const config = { doc: text, extensions: extensions(path) };
    if (state) {
      // A state of another version of CodeMirror may not fit this one: then only the text counts.
      try {
        return EditorState.fromJSON({ ...state, doc: text }, config, FIELDS);
      } catch {}
    }
    return EditorState.create(config);
  };

  /** @param {OpenFile} file */
  const show = file => {
    shown = file;
    view.setState(file.state);
    view.dispatch({ effects: editable.reconfigure(whether()) });
    mark();
    tabs.draw(open.map(({ path }) => path), shown.path);
  };

  const mark = () => {
    const { doc } = view.state;
    const diagnostics = problems.filter(({ path }) => path === shown.path).flatMap(({ line: number = 0, column, severity, message }) => {
      if (number < 1 || number > doc.lines) return [];
      const line = doc.line(number);
      const from = column ? Math.min(line.from + column - 1, line.to) : line.from;
      return [{ from, to: column ? Math.min(from + 1, line.to) : line.to, severity, message }];
    });
    view.dispatch(setDiagnostics(view.state, diagnostics));
  };

  const unusedName = () => {
    for (let number = open.length + 1; ; number += 1) {
      const path = `file${number}${languageOf(open[0].path).ending}`;
      if (open.every(file => file.path !== path)) return path;
    }
  };

  // The file of this name, of which there is a tab.
  /** @param {string} path */
  const fileOf = path => open.find(file => file.path === path) ?? shown;

  const strip = document.createElement("div");
  const box = document.createElement("div");
  box.className = "text";
  element.append(strip, box);
  const tabs = createFileTabs(strip, {
    show: path => {
      show(fileOf(path));
      view.focus();
    },
    add: () => {
      const path = unusedName();
      const file = { path, state: stateOf({ path, text: "" }) };
      open.push(file);
      show(file);
      onChange();
      return path;
    },
    // Whether it can have this name.
    rename: (path, name) => {
      if (open.some(file => file.path === name)) return false;
      const file = fileOf(path);
      file.path = name;
      // Its label, too, has the name.
      file.state = stateOf({ path: name, ...snapshot(file) });
      show(file);
      onChange();
      return true;
    },
    remove: path => {
      const at = open.findIndex(file => file.path === path);
      const [file] = open.splice(at, 1);
      show(open[Math.max(0, at - 1)]);
      onChange();
      onDeleted(path, () => {
        if (open.some(other => other.path === path)) file.path = unusedName();
        open.splice(Math.min(at, open.length), 0, file);
        show(file);
        onChange();
      });
    },
  });

  /** @type {(file: OpenFile) => { text: string, state: object }} */
  const snapshot = file => {
    const { doc, ...state } = file.state.toJSON(FIELDS);
    return { text: doc, state };
  };
  /** @param {File[]} files */
  const replace = files => {
    problems = [];
    [changes, undone] = [[], []];
    open = files.map(file => ({ path: file.path, state: stateOf(file) }));
    show(open[0]);
  };

  // Changes of all files that the next undo and redo of one text may come to, the last one last.
  /** @type {WholeChange[]} */
  let changes = [];
  /** @type {WholeChange[]} */
  let undone = [];

  /** @returns {Captured} */
  const capture = () => open.map(file => ({ file, path: file.path, doc: file.state.doc, depth: undoDepth(file.state) }));
  /** @param {Captured} captured */
  const hasTexts = captured => open.length === captured.length
    && captured.every(({ file, path, doc }, nth) => open[nth] === file && file.path === path && file.state.doc.eq(doc));
  // Whether nothing was changed since, or all of it was undone or redone.
  /** @param {Captured} captured */
  const isAt = captured => hasTexts(captured) && captured.every(({ file, depth }) => undoDepth(file.state) === depth);

  /** @type {(captured: Captured, file: OpenFile) => true} */
  const showFiles = (captured, file) => {
    open = captured.map(({ file }) => file);
    show(file);
    onChange();
    return true;
  };
  /** @type {(change: WholeChange) => true} */
  const undoChange = change => {
    changes = changes.filter(other => other !== change);
    undone.push(change);
    showFiles(change.before, change.wasShown);
    change.onUndone();
    return true;
  };
  const undoWhole = () => {
    const last = changes.at(-1);
    return !isReadOnly && last !== undefined && isAt(last.after) && undoChange(last);
  };
  const redoWhole = () => {
    const next = undone.at(-1);
    if (isReadOnly || !next || !isAt(next.before)) return false;
    undone.pop();
    changes.push(next);
    return showFiles(next.after, next.isShown);
  };

  /** @type {Editor["change"]} */
  const change = (files, onUndone) => {
    const [before, wasShown] = [capture(), shown];
    /** @type {(file: File) => OpenFile} */
    const changed = ({ path, text }) => {
      const file = before.find(file => file.path === path)?.file;
      if (!file) return { path, state: stateOf({ path, text }) };
      const changes = { from: 0, to: file.state.doc.length, insert: text };
      return { path, state: file.state.update({ changes, annotations: isolateHistory.of("full") }).state };
    };
    open = files.map(changed);
    show(open.find(({ path }) => path === shown.path) ?? open[0]);
    const done = { before, wasShown, after: capture(), isShown: shown, onUndone };
    changes.push(done);
    undone = [];
    onChange();
    return () => !isReadOnly && hasTexts(done.after) && undoChange(done);
  };
  const view = new EditorView({ parent: box, root: element.getRootNode() });
  replace(files);

  // Parts below the text take room from it: a visible line with the cursor stays visible.
  let height = 0;
  const keepCursorInSight = () => {
    const before = height;
    height = view.scrollDOM.clientHeight;
    if (height === 0 || height >= before) return;
    const { head } = view.state.selection.main;
    const line = view.lineBlockAt(head), start = view.documentTop - view.scrollDOM.getBoundingClientRect().top;
    if (start + line.bottom > height && start + line.top < before) view.dispatch({ effects: EditorView.scrollIntoView(head) });
  };
  new ResizeObserver(keepCursorInSight).observe(view.scrollDOM);

  return {
    files: () => open.map(file => ({ path: file.path, ...snapshot(file) })),
    replace,
    change,
    showProblems: next => {
      problems = next;
      mark();
    },
    reveal: (path, line, column = 1) => {
      const file = open.find(file => file.path === path);
      if (!file) return;
      if (file !== shown) show(file);
      const { doc } = view.state;
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const at = Math.min(from + column - 1, to);
      view.dispatch({ selection: EditorSelection.cursor(at), effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    rewrite: change => {
      if (isReadOnly) return false;
      if (shown !== open[0]) show(open[0]);
      const before = view.state.doc.toString(), after = change(before);
      const most = Math.min(before.length, after.length);
      let start = 0, end = 0;
      while (start < most && before[start] === after[start]) start += 1;
      while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
      const insert = after.slice(start, after.length - end);
      view.dispatch({
        changes: { from: start, to: before.length - end, insert },
        effects: EditorView.scrollIntoView(start, { y: "center" }),
      });
      return true;
    },
    setReadOnly: next => {
      isReadOnly = next;
      view.dispatch({ effects: editable.reconfigure(whether()) });
      tabs.setReadOnly(next);
    },
    focus: () => view.focus(),
  };
};
