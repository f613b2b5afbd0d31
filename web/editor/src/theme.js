// How CodeMirror looks: in the page's colours, which are light or dark as the page is.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--surface)", height: "100%", fontSize: "0.8667rem" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace', lineHeight: "1.5", overscrollBehavior: "contain" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-gutters": { backgroundColor: "var(--sunken)", color: "var(--ink-soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--current-line)" },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
  "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--bad-soft)", outline: "1px solid var(--bad)" },
  ".cm-gutter-lint": { width: "1.1em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0.1em" },
  ".cm-lint-marker": { width: "0.9em", height: "0.9em" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "8px", maxWidth: "min(30rem, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxWidth: "min(40rem, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 8px" },
  ".cm-tooltip-autocomplete.cm-tooltip > ul > li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  ".cm-completionDetail": { color: "var(--ink-soft)", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": { padding: "4px 8px" },
  ".cm-diagnostic": { padding: "4px 8px", whiteSpace: "pre-wrap" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 32px 8px 8px" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button": { margin: "2px 4px 2px 0", fontSize: "0.8667rem" },
  ".cm-panel.cm-search label": { fontSize: "0.8667rem", display: "inline-flex", alignItems: "center" },
  ".cm-textfield": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "4px", padding: "4px 8px" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "4px", padding: "4px 8px" },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine": { backgroundColor: "var(--good-soft)", boxShadow: "inset 3px 0 var(--good)" },
  "&.cm-merge-b .cm-deletedChunk": { backgroundColor: "var(--bad-soft)", boxShadow: "inset 3px 0 var(--bad)" },
  ".cm-deletedLine::before": { content: '"− "', color: "var(--bad)" },
  ".cm-collapsedLines": { color: "var(--ink-soft)", backgroundColor: "var(--sunken)", backgroundImage: "none" },
  // The sign that CodeMirror has there is in few fonts.
  ".cm-collapsedLines:before": { content: '"…"' },
  ".cm-collapsedLines:after": { content: '"…"' },
  ".cm-searchMatch": { backgroundColor: "var(--match)" },
  ".cm-searchMatch-selected": { outline: "1px solid var(--accent)" },
});

const words = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.self, tags.operatorKeyword], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--number)" },
  { tag: tags.comment, color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.className], fontWeight: "600" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

export const theme = [colours, syntaxHighlighting(words)];
