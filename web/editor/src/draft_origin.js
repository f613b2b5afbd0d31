// Where the draft that is open is from, if somebody else has written it: a sentence above the text,
// which goes with its draft, and comes again with it until its reader closes it. Keeps nothing.

import { button, el } from "./elements.js";

/** What its reader is told of a bot that somebody else has written. */
export const STRANGERS = "It runs in the sandbox, and only when you press Run.";

/**
 * @param {ReturnType<import("./draft_session.js").createDraftSession>} session
 * @param {() => void} focusText Puts the cursor into the text.
 * @returns {{ element: HTMLElement, draw: () => void }}
 */
export const createDraftOrigin = (session, focusText) => {
  const element = el("div", { role: "status" });
  let drawn;

  // Who has pressed a key must not lose the focus with the button; a finger would have the keyboard
  // come up.
  const close = ({ detail }) => {
    session.forgetOrigin();
    if (detail === 0) focusText();
  };

  const draw = () => {
    const origin = session.origin();
    // What is drawn anew is said anew.
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
