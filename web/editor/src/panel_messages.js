// The messages of the panel: a status line, and a notice that stays until it is closed or replaced.
// Knows neither drafts nor runs.

import { button, el, withCode } from "./elements.js";

/**
 * Shows a sentence with actions. `isBad`, true by default, marks it as an error. Returns a function
 * that removes it, if it is still shown.
 * @typedef {(text: string, actions?: [string, () => void][], isBad?: boolean) => () => void}
 * Announce
 *
 * @typedef {object} Messages
 * @property {HTMLElement} status The line of status.
 * @property {HTMLElement} notice Where notices are.
 * @property {(text: string) => void} say Writes the line of status.
 * @property {Announce} announce Shows a notice.
 * @property {Announce} announceOfText Shows one about the open draft, which is removed with it.
 * @property {Announce} announceProblem Shows one about an error of the bot in that text.
 * @property {() => void} retractOfText Removes the last notice about a draft, if it is still there.
 * @property {() => void} retractProblem Removes the last notice about an error, if it is still
 * there.
 */

/**
 * @param {() => void} focusText Puts the cursor into the text.
 * @returns {Messages}
 */
export const createMessages = focusText => {
  const status = el("div", { class: "status", role: "status", "data-testid": "write-status" });
  const notice = el("div", { role: "alert" });
  // The last message about an error of the bot, and the last one about the open draft.
  /** @type {Node | null} */
  let toldProblem = null;
  /** @type {Node | null} */
  let toldOfText = null;

  /** @type {Announce} */
  const announce = (text, actions = [], isBad = true) => {
    // After a key press, the focus must not disappear with the button; after a tap, a focused text
    // would open the keyboard.
    /** @param {MouseEvent} press */
    const end = ({ detail }) => {
      notice.replaceChildren();
      if (detail === 0) focusText();
    };
    const close = button("Close", end, { class: "small", "data-testid": "write-told-close" });
    /** @type {(action: [string, () => void], nth: number) => HTMLElement} */
    const act = ([name, action], nth) => button(name, press => {
      end(press);
      action();
    }, { "data-testid": `write-told-${nth}` });
    notice.replaceChildren(el("div", { class: isBad ? "told bad" : "told", "data-testid": "write-told" }, el("span", {}, text), ...actions.map(act), close));
    const told = notice.firstChild;
    return () => retract(told);
  };

  /** @param {Node | null} told */
  const retract = told => {
    if (told?.isConnected) notice.replaceChildren();
  };

  return {
    status,
    notice,
    say: text => status.replaceChildren(...withCode(text)),
    announce,
    announceOfText: (text, actions, isBad) => {
      const remove = announce(text, actions, isBad);
      toldOfText = notice.firstChild;
      return remove;
    },
    announceProblem: (text, actions, isBad) => {
      const remove = announce(text, actions, isBad);
      toldProblem = toldOfText = notice.firstChild;
      return remove;
    },
    retractOfText: () => retract(toldOfText),
    retractProblem: () => retract(toldProblem),
  };
};
