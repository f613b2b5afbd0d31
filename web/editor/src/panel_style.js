// How the panel looks. Adopted by its shadow root, because the page's policy forbids inline styles.
// The variables are the page's.

export const PANEL_STYLE = `
:host { display: flex; flex: 1; flex-direction: column; min-height: 0; min-width: 0; container: bot-editor / inline-size;
  --number: #8a4b00; --selection: #bcd0ff; --current-line: #2f5bd30d; --match: #ffe08a; }
@media (prefers-color-scheme: dark) {
  :host { --number: #f6c044; --selection: #35477d; --current-line: #8fabff14; --match: #6b5200; }
}
* { box-sizing: border-box; }
.panel { display: flex; flex: 1; flex-direction: column; min-height: 0; min-width: 0; overflow-y: auto; }
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
.actions { column-gap: 4px; }
.actions > button { padding: 0 7px; font-size: 0.9333rem; }
.row > .grow { flex: 1 1 8rem; }
.drafts { column-gap: 2px; }
.drafts > .grow { flex-basis: 7rem; }
.drafts > button.small { padding: 0 5px; }
.language { position: absolute; top: 1px; right: 12px; width: 7rem; min-height: 1.8667rem; border-color: transparent; background-color: transparent; color: var(--ink-soft); font-size: 0.8667rem; }
.strip { display: flex; align-items: center; gap: 4px; padding: 0 8.5rem 0 12px; border-bottom: 1px solid var(--line); flex: none; }
.files { display: flex; gap: 4px; overflow-x: auto; scrollbar-width: thin; min-width: 0; }
.file { border: 0; border-bottom: 2px solid transparent; border-radius: 0; background: none; color: var(--ink-soft); padding: 0 6px; outline-offset: -2px; }
.file[aria-selected="true"] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
.file-name { width: 9rem; }
.refusal { margin: 0; padding: 0 12px; color: var(--bad); font-size: 0.8667rem; flex: none; }
.editor { position: relative; }
.editor, .builds { display: flex; flex: 1 0 50%; flex-direction: column; min-height: 50%; }
.steps[open] ~ .editor { flex-basis: 33%; min-height: 33%; }
/* A run's results are visible beside an open step, which scrolls. */
@media (min-width: 861px) {
  .panel:has(.run:not([hidden])) > .steps[open] { flex: 0 1 auto; min-height: 7rem; }
  .panel:has(.run:not([hidden])) > .steps[open] ~ .editor { flex-basis: 28%; min-height: 28%; }
  .panel:has(.run:not([hidden])) > .steps[open] ~ .below { min-height: 8rem; }
}
/* Where there is room for two columns, an open step is beside the text, and not above it. */
@media (min-width: 861px) {
  @container bot-editor (min-width: 44rem) {
    .panel:has(> .steps[open]) { display: grid; grid-template: auto auto minmax(0, 1fr) auto auto auto auto / minmax(0, 3fr) minmax(0, 2fr); }
    .panel:has(> .steps[open]) > * { grid-column: 1 / -1; }
    .panel > .steps[open] { grid-area: 3 / 2; max-height: none; min-height: 0; border-left: 1px solid var(--line); }
    .panel:has(> .steps[open]) > :is(.editor, .builds) { grid-area: 3 / 1; min-height: 0; }
    .panel:has(> .steps[open]) > .below { max-height: 9rem; }
  }
}
.text { flex: 1; min-height: 0; overflow: hidden; }
.below { flex: 0 1 auto; min-height: 4.5rem; overflow-y: auto; }
.steps[open] ~ .below { min-height: 3.5rem; }
.steps[open] ~ .below > .status:empty { min-height: 0; padding: 0; }
.told { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding: 6px 12px; border-top: 1px solid var(--line); flex: none; overflow-wrap: anywhere; }
.told.bad { background: var(--bad-soft); color: var(--bad); }
.told.bad button { color: var(--ink); }
.told span { flex: 1 1 12rem; max-height: 6em; overflow-y: auto; white-space: pre-wrap; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.link { text-decoration: underline; }
.run { position: relative; padding: 4px 12px; border-top: 1px solid var(--line); font-size: 0.8667rem; }
.run-head { padding: 0 12px 4px; font-size: 0.8667rem; flex: none; }
.run-head .line, .run .line { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; min-height: 1.8667rem; }
.run-head .line { min-height: 1.5rem; }
.run-head .grow { flex: 1 1 8rem; overflow-wrap: anywhere; }
.headline { display: block; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.headline:empty { display: none; }
.run-head progress { flex: 0 1 6rem; min-width: 3rem; accent-color: var(--accent); }
.run-head button { min-width: 4rem; }
.run-head .bad { color: var(--bad); }
.run table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.run th, .run td { padding: 2px 8px 2px 0; text-align: right; font-weight: 400; vertical-align: top; }
.run thead th { color: var(--ink-soft); }
.run th:first-child { width: 99%; max-width: 0; overflow: hidden; text-align: left; text-overflow: ellipsis; white-space: nowrap; }
.run td:last-child, .run th:last-child { min-width: 8rem; padding-right: 0; }
.interval { display: block; width: 100%; height: 6px; margin-top: 2px; }
.interval .ground { fill: var(--sunken); }
.interval .range { fill: var(--accent); opacity: .45; }
.interval .value { fill: var(--accent); }
.interval .zero { fill: var(--ink-soft); }
.remark { margin: 2px 0; color: var(--ink-soft); }
.run .remark { margin: 2px 0; }
.run .of-losses { align-items: baseline; min-height: 0; }
.help > summary { display: inline-flex; align-items: center; min-height: 24px; color: var(--accent); cursor: pointer; }
.help > summary::before { content: "?"; display: inline-grid; place-content: center; width: 1.3em; height: 1.3em; margin-right: 6px; border: 1px solid; border-radius: 50%; font-size: 0.8em; }
.losses { display: flex; flex: 1 1 12rem; flex-wrap: wrap; gap: 0 12px; margin: 0; padding: 0; list-style: none; }
.loss { display: inline-flex; align-items: center; min-height: 24px; padding: 0; border: 0; background: none; color: var(--accent); text-align: left; text-decoration: underline; white-space: normal; }
.build-body { display: flex; flex: 1; flex-direction: column; min-height: 0; }
.build-body > .remark { padding: 0 12px; }
.build-list { flex: 1; min-height: 0; margin: 0; padding: 0; overflow-y: auto; list-style: none; border-top: 1px solid var(--line); }
.build-list li { padding: 6px 12px; border-bottom: 1px solid var(--line); }
.build-list p { margin: 2px 0; font-size: 0.8667rem; overflow-wrap: anywhere; }
.build-list button { min-height: 24px; border-color: var(--line); margin-right: 4px; }
.facts { color: var(--ink-soft); font-size: 0.8667rem; overflow-wrap: anywhere; }
.status { padding: 0 12px 4px; color: var(--ink-soft); font-size: 0.8667rem; min-height: 1.5em; overflow-wrap: anywhere; max-height: 6em; overflow-y: auto; flex: none; }
/* Browsers make it as wide as its content. */
.opponents { min-width: 0; margin: 0 12px 4px; padding: 4px 8px; border: 1px solid var(--line); border-radius: 8px; font-size: 0.8667rem; flex: none; }
/* Within the frame: on it, a second line would interrupt it. */
.opponents legend { float: left; width: 100%; padding: 0; color: var(--ink-soft); }
.opponents .boxes { display: flex; clear: both; flex-wrap: wrap; gap: 0 16px; }
.opponents label { display: inline-flex; align-items: center; gap: 6px; max-width: 100%; min-height: 24px; overflow-wrap: anywhere; cursor: pointer; }
.opponents input { flex: none; min-height: auto; width: 1.1rem; height: 1.1rem; padding: 0; accent-color: var(--accent); }
.plan { margin: 0; padding: 0 12px; color: var(--ink-soft); font-size: 0.8667rem; overflow-wrap: anywhere; flex: none; }
.plan:empty { display: none; }
.foot { display: flow-root; padding: 0 12px 8px; color: var(--ink-soft); font-size: 0.8rem; flex: none; }
.foot a { float: right; color: inherit; }
code { font: 0.9em ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
kbd { font: 0.8em ui-monospace, Menlo, Consolas, monospace; border: 1px solid currentColor; border-radius: 4px; padding: 0 3px; opacity: .9; }
@media (max-width: 480px) { .row { gap: 4px; padding-inline: 8px; } .row > button:not(.small) { padding: 0 6px; font-size: 0.9333rem; } .drafts > .grow { flex-basis: 4rem; } .drafts > button.small { padding: 0 3px; } }
@media (max-width: 860px) { .run { min-height: 60vh; min-height: 60dvh; } .editor, .steps[open] ~ .editor, .builds { flex: 1 0 auto; min-height: auto; } .below { flex: none; overflow-y: visible; } .text { min-height: 55vh; min-height: 55dvh; } .text .cm-editor { height: 55vh; height: 55dvh; } .foot .keys { display: none; } .foot a { float: none; } }
`;
