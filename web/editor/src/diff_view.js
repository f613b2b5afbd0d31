// Shows the differences between two texts, line by line. The texts cannot be edited there.

import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";

import { grammarFor } from "./syntax.js";
import { theme } from "./theme.js";

// This many lines that both have are shown around a change; longer runs of others are folded.
const AROUND = 3;
const FOLDED = 6;

/**
 * Shows the difference in an element below a shadow root.
 * @param {HTMLElement} box
 * @param {import("./languages.js").Language} language That of the texts.
 * @param {string} from
 * @param {string} to
 * @param {string} label The name for screen readers.
 * @returns {() => void} Removes it.
 */
export const showDiff = (box, language, from, to, label) => {
  const view = new EditorView({
    parent: box,
    root: box.getRootNode(),
    state: EditorState.create({
      doc: to,
      extensions: [
        lineNumbers(), EditorView.lineWrapping, EditorState.readOnly.of(true), grammarFor(language), theme,
        EditorView.contentAttributes.of({ "aria-label": label, "data-testid": "diff-text", tabindex: "0" }),
        unifiedMergeView({ original: from, mergeControls: false, allowInlineDiffs: true, collapseUnchanged: { margin: AROUND, minSize: FOLDED } }),
      ],
    }),
  });
  return () => view.destroy();
};
