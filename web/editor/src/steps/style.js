// How the steps look. The variables are the page's, and buttons look as all of the panel's.

export const STYLE = `
.steps-body h2 { margin: 8px 0 4px; font-size: 1rem; }
.steps-body h2:focus { outline: none; }
.steps-body p { margin: 4px 0; max-width: 70ch; overflow-wrap: anywhere; }
.steps-body code { font: 0.9em ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; background: var(--sunken); border-radius: 4px; padding: 0 3px; }
.steps-body pre { margin: 4px 0; padding: 8px; overflow: auto; background: var(--sunken); border-radius: 8px; font: 0.8rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; max-height: 20rem; }
.steps-list { display: flex; flex-wrap: wrap; gap: 4px; margin: 0; padding: 0; list-style: none; }
.steps-list button { min-width: 1.8667rem; min-height: 1.8667rem; padding: 0 4px; font-size: 0.8667rem; }
.steps-list button.done { background: var(--good-soft); color: var(--good); }
.steps-list button[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600; }
.steps-against { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; margin-top: 4px; color: var(--ink-soft); font-size: 0.8667rem; }
.steps-row { display: flex; flex-wrap: wrap; gap: 4px 8px; margin: 8px 0 4px; }
.steps-body > .steps-row { position: sticky; bottom: 0; margin: 4px 0 0; padding: 4px 0; background: var(--surface); }
.steps-code > summary { cursor: pointer; padding: 4px 0; color: var(--accent); }
.steps-lines { margin: 8px 0; }
.steps-lines figcaption { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 8px; color: var(--ink-soft); font-size: 0.8667rem; }
.steps-answer { overflow-x: auto; font-size: 0.8667rem; }
.steps-answer table { border-collapse: collapse; }
.steps-answer th { font-weight: 400; color: var(--ink-soft); text-align: left; white-space: nowrap; }
.steps-answer th, .steps-answer td { padding: 0 12px 0 0; vertical-align: top; }
.steps-answer tbody td { font: 0.8rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
.steps-result { scroll-margin-bottom: 12px; }
.steps-result.good { border-left: 4px solid var(--good); padding-left: 8px; }
.steps-result.bad { border-left: 4px solid var(--bad); padding-left: 8px; }
`;
