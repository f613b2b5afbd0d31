// What the keys of this computer are called, and which of them run the draft.

const isMac = /Mac|iP/.test(navigator.platform);

/** The key that is pressed with others to do something. */
export const MODIFIER = isMac ? "Cmd" : "Ctrl";

/**
 * Whether a key runs the draft, and nothing else has taken it.
 * @param {KeyboardEvent} event
 */
export const isRunKey = event => event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented;
