// The row of drafts: chooses the open one, and adds, renames and removes drafts; and the choice of its
// language, which stands beside the names of its files. Keeps none of them.

import { EDITED_ELSEWHERE } from "./draft_session.js";
import { isBotName } from "./draft_store.js";
import { button, el } from "./elements.js";
import { LANGUAGES, languageOf } from "./languages.js";

/**
 * @param {object} owner
 * @param {Pick<import("./draft_session.js").DraftSession, "draft" | "names" | "canChange" | "open"
 * | "beginAnother" | "beginIn" | "duplicate" | "rename" | "remove">} owner.session
 * @param {(text: string) => void} owner.say
 * @param {() => void} owner.onRenamed Called when the open draft was given another name, whether
 * the name was accepted or not.
 * @returns {{ element: HTMLElement, language: HTMLElement, draw: () => void }}
 */
export const createDraftList = ({ session, say, onRenamed }) => {
  // The elements stay the same: the focus stays where it is, and a button still exists when a press
  // on it ends.
  const list = el("select", { class: "grow", "aria-label": "Draft", "data-testid": "write-draft" });
  list.addEventListener("change", () => session.open(list.value));
  const language = el("select", { class: "language", "aria-label": "Language", title: "Another language begins another draft", "data-testid": "write-language" });
  language.addEventListener("change", () => {
    const chosen = LANGUAGES.find(({ id }) => id === language.value);
    if (chosen) session.beginIn(chosen);
  });
  /** @type {(text: string, press: () => void, testid: string) => HTMLElement} */
  const tool = (text, press, testid) => button(text, press, { class: "small", "data-testid": testid });
  const element = el("div", { class: "row drafts" },
    list,
    tool("New", () => session.beginAnother(), "write-new"),
    tool("Rename", () => askName(), "write-rename"),
    tool("Duplicate", () => session.duplicate(), "write-duplicate"),
    tool("Delete", () => (session.canChange() ? session.remove() : say(EDITED_ELSEWHERE)), "write-delete"),
  );

  const draw = () => {
    const { name, files } = session.draft();
    const own = languageOf(files[0].path);
    language.replaceChildren(...LANGUAGES.map(other => new Option(other.name, other.id, false, other === own)));
    list.replaceChildren(...session.names().map(other => new Option(other, other, false, other === name)));
    if (element.firstChild !== list) element.firstChild?.replaceWith(list);
  };

  const askName = () => {
    const field = nameField(session.draft().name);
    element.firstChild?.replaceWith(field);
    field.focus();
    field.select();
  };

  /** @param {string} name */
  const nameField = name => {
    const field = el("input", { class: "grow", value: name, "aria-label": "Name of the bot", "data-testid": "write-name", spellcheck: "false", maxlength: "40" });
    // Removing the field may itself take the focus from it.
    let isDone = false;
    /** @param {boolean} isKept */
    const end = isKept => {
      if (isDone || !field.isConnected) return;
      const next = field.value.trim();
      if (isKept && next !== name) {
        const why = !isBotName(next) ? "A bot's name has letters, digits, spaces and . _ - only." : session.names().includes(next) ? `There is a draft called ${next} already.` : "";
        field.setAttribute("aria-invalid", String(why !== ""));
        if (why) return say(why);
        say(session.rename(next) ? "" : EDITED_ELSEWHERE);
        onRenamed();
      }
      isDone = true;
      draw();
    };
    field.addEventListener("keydown", event => {
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
      if (!isDone) return;
      // Otherwise the element that gets the focus next would handle the key, too.
      event.preventDefault();
      list.focus();
    });
    field.addEventListener("blur", () => end(true));
    return field;
  };

  return { element, language, draw };
};
