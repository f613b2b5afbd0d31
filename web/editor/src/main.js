// The element that the page shows as "Write a bot": `<bot-editor page="...">`. Its
// drafts stay open while the page shows something else, and appear in the next such element. Knows
// nothing of the page but a line to it.

import { createDraftStore } from "./draft_store.js";
import { isRunKey } from "./modifier_key.js";
import { createPanel } from "./panel.js";

/** @type {Map<string, import("./panel.js").Panel>} By game. */
const panels = new Map();
const store = createDraftStore();

/** @type {import("./panel.js").Tell} */
const tell = (message, bytes) => globalThis.editorPort?.([JSON.stringify(message), bytes]);

// The script that serves the programs of series and of cases leaves their reports on runs in the
// window.
const takeReports = () => Object.entries(globalThis.runReports ?? {}).forEach(([about, { report, tell }]) => {
  /** @type {import("./run_results.js").Report} */
  const parsed = JSON.parse(report);
  panels.get(parsed.game)?.takeReport(about, parsed, tell);
});
addEventListener("runreport", takeReports);

// A visitor who has just pressed the button that opens the panel types next, and the page's keys
// must not interfere. A page that is loaded again takes no focus, and after a tap the focus would
// open the keyboard.
const takesFocus = () => navigator.userActivation?.isActive
  && !matchMedia("(pointer: coarse)").matches
  && !document.querySelector("dialog[open]")
  && !document.activeElement?.matches("input, select, textarea");

class BotEditor extends HTMLElement {
  static observedAttributes = ["page"];

  /** @type {import("./panel.js").Panel | undefined} The one that it shows. */
  panel;

  connectedCallback() {
    this.style.display = "contents";
    this.show();
    if (takesFocus()) this.panel?.focusText();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.show();
  }

  show() {
    /** @type {import("../../protocol/protocol").ToEditor} */
    const page = JSON.parse(this.getAttribute("page") ?? "null");
    if (!page) return;
    const panel = panels.get(page.game) ?? createPanel(page.game, tell, store);
    panels.set(page.game, panel);
    this.panel = panel;
    if (panel.host.parentNode !== this) this.replaceChildren(panel.host);
    panel.showPage(page);
    takeReports();
  }
}

// A visitor who has opened the panel may have the focus elsewhere: the keys that run the draft work
// there, too. The panel does not let keys that are pressed in it reach this listener.
addEventListener("keydown", event => {
  const panel = /** @type {BotEditor | null} */ (document.querySelector("bot-editor"))?.panel;
  if (!panel || !isRunKey(event) || document.querySelector("dialog[open]")) return;
  // It would press the button that has the focus, too.
  event.preventDefault();
  panel.run(event.shiftKey);
});

customElements.define("bot-editor", BotEditor);
