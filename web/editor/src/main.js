// The element that the page shows as "Write a bot": `<bot-editor game="connect-four"
// result="...">`. Its drafts stay open while the page shows something else, and appear in the next
// such element. Knows nothing of the page but a line to it.

import { createDraftStore } from "./draft_store.js";
import { isRunKey } from "./modifier_key.js";
import { createPanel } from "./panel.js";

/** @type {Map<string, import("./panel.js").Panel>} By game. */
const panels = new Map();
const store = createDraftStore();

// Sends a message to the page, by the line that also reports kept builds.
/** @type {import("./page_message").Tell} */
const tell = message => globalThis.botStore?.[0]?.(message);

// The page's reports on runs that the steps to a first bot handle.
const OF_STEPS = ["tried", "played"];

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
  static observedAttributes = ["game", "result", "setup", "shared", "plan", "field", "checked", "waits", "explained", ...OF_STEPS];

  connectedCallback() {
    this.style.display = "contents";
    this.show();
    if (takesFocus()) panels.get(this.game)?.focusText();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.show();
  }

  get game() { return this.getAttribute("game") ?? ""; }

  show() {
    const { game } = this;
    const setup = () => {
      const [seed, ...others] = (document.querySelector("bot-editor")?.getAttribute("setup") ?? "").split("\0");
      return { seed, others };
    };
    const panel = panels.get(game) ?? createPanel(game, tell, setup, store);
    panels.set(game, panel);
    if (panel.host.parentNode !== this) this.replaceChildren(panel.host);
    const [run, bot, isOver, words, stderr, obstacle, isLate] = (this.getAttribute("result") ?? "").split("\0");
    if (bot) panel.showResult({ run, bot, isOver: isOver === "1", words, stderr, obstacle, isLate: isLate === "1" });
    OF_STEPS.filter(name => this.hasAttribute(name)).forEach(name => panel.hear(name, this.getAttribute(name) ?? ""));
    const [number, ...errors] = (this.getAttribute("checked") ?? "").split("\0");
    panel.takeCheck(number, errors.join(""));
    panel.showPlan(this.getAttribute("plan") ?? "");
    panel.showField(this.getAttribute("field") ?? "");
    panel.showWaits(this.getAttribute("waits") ?? "");
    takeReports();
    const [link, cause] = (this.getAttribute("explained") ?? "").split("\0");
    if (link) panel.explain(link, cause);
    panel.openLink(this.getAttribute("shared"));
  }
}

// A visitor who has opened the panel may have the focus elsewhere: the keys that run the draft work
// there, too. The panel does not let keys that are pressed in it reach this listener.
addEventListener("keydown", event => {
  const panel = panels.get(document.querySelector("bot-editor")?.getAttribute("game") ?? "");
  if (!panel || !isRunKey(event) || document.querySelector("dialog[open]")) return;
  // It would press the button that has the focus, too.
  event.preventDefault();
  panel.run(event.shiftKey);
});

customElements.define("bot-editor", BotEditor);
