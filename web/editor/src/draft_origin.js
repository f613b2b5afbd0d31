// Where the open draft is from, if somebody else has written it: a sentence above the text, which
// is shown with its draft until the reader closes it. Keeps nothing.

import { button, el } from "./elements.js";

/** The advice about a bot that somebody else has written. */
export const STRANGERS = "It runs in the sandbox, and only when you press Run.";

/**
 * @param {Pick<import("./draft_session.js").DraftSession, "origin" | "forgetOrigin">} session
 * @param {() => void} focusText Puts the cursor into the text.
 * @returns {{ element: HTMLElement, draw: () => void }}
 */
export const createDraftOrigin = (session, focusText) => {
  const element = el("div", { role: "status" });
  /** @type {string | undefined} */
  let drawn;

  // After a key press, the focus must not disappear with the button; after a tap, a focused text
  // would open the keyboard.
  /** @param {MouseEvent} press */
  const close = ({ detail }) => {
    session.forgetOrigin();
    if (detail === 0) focusText();
  };

  const draw = () => {
    const origin = session.origin();
    // Screen readers announce again whatever is drawn again.
    if (origin === drawn) return;
    drawn = origin;
    element.replaceChildren();
    if (!origin) return;
    element.append(el("div", { class: "told", "data-testid": "write-origin" },
      el("span", {}, `This bot came with a ${origin}: somebody else wrote it. ${STRANGERS}`),
      button("Close", close, { class: "small", "data-testid": "write-origin-close" })));
  };

  return { element, draw };
};
