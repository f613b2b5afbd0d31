// How the panel looks. Adopted by its shadow root, because the page's policy forbids inline styles. The variables are the page's.

export const PANEL_STYLE = `
:host { display: flex; flex: 1; flex-direction: column; min-height: 0; min-width: 0;
  --number: #8a4b00; --selection: #bcd0ff; --current-line: #2f5bd30d; --match: #ffe08a; }
@media (prefers-color-scheme: dark) {
  :host { --number: #f6c044; --selection: #35477d; --current-line: #8fabff14; --match: #6b5200; }
}
* { box-sizing: border-box; }
.panel { display: flex; flex: 1; flex-direction: column; min-height: 0; min-width: 0; }
button, select, input { font: inherit; color: inherit; border-radius: 8px; min-height: 2.1333rem; }
button { padding: 0 10px; border: 1px solid var(--line); background: var(--raised); cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--line-strong); }
button:active { background: var(--sunken); }
button:disabled { cursor: default; color: var(--line-strong); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
button.small { min-height: 1.8667rem; padding: 0 8px; border-color: transparent; background: none; color: var(--ink-soft); font-size: 0.8667rem; }
button.small:hover { background: var(--sunken); color: var(--ink); }
select, input { border: 1px solid var(--line-strong); background: var(--surface); padding: 0 8px; min-width: 0; }
input[aria-invalid="true"] { border-color: var(--bad); outline-color: var(--bad); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding: 8px 12px; flex: none; }
.row > .grow { flex: 1 1 8rem; }
.strip { display: flex; align-items: center; gap: 4px; padding: 0 12px; border-bottom: 1px solid var(--line); flex: none; }
.files { display: flex; gap: 4px; overflow-x: auto; scrollbar-width: thin; min-width: 0; }
.file { border: 0; border-bottom: 2px solid transparent; border-radius: 0; background: none; color: var(--ink-soft); padding: 0 6px; outline-offset: -2px; }
.file[aria-selected="true"] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
.file-name { width: 9rem; }
.editor { display: flex; flex: 1; flex-direction: column; min-height: 0; }
.text { flex: 1; min-height: 8rem; overflow: hidden; }
.told { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding: 6px 12px; border-top: 1px solid var(--line); flex: none; overflow-wrap: anywhere; }
.told.bad { background: var(--bad-soft); color: var(--bad); }
.told.bad button { color: var(--ink); }
.told span { flex: 1 1 12rem; max-height: 6em; overflow-y: auto; white-space: pre-wrap; }
.status { padding: 0 12px 4px; color: var(--ink-soft); font-size: 0.8667rem; min-height: 1.5em; overflow-wrap: anywhere; max-height: 6em; overflow-y: auto; flex: none; }
.foot { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 0 12px 8px; color: var(--ink-soft); font-size: 0.8rem; flex: none; }
.foot a { color: inherit; }
kbd { font: 0.8em ui-monospace, Menlo, Consolas, monospace; border: 1px solid currentColor; border-radius: 4px; padding: 0 3px; opacity: .9; }
@media (max-width: 860px) { .text { min-height: 55vh; min-height: 55dvh; } .text .cm-editor { height: 55vh; height: 55dvh; } .foot .keys { display: none; } }
`;
