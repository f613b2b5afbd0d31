// The names of this computer's modifier keys, and which keys run the draft.

const isMac = /Mac|iP/.test(navigator.platform);

/** The key that is pressed with others to do something. */
export const MODIFIER = isMac ? "Cmd" : "Ctrl";

/**
 * Whether a key runs the draft, and no other handler has taken it.
 * @param {KeyboardEvent} event
 */
export const isRunKey = event => event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented;
