// The names of this computer's modifier keys, and which keys run the draft.

const isMac = /Mac|iP/.test(navigator.platform);

/** The key that is pressed with others to do something. */
export const MODIFIER = isMac ? "Cmd" : "Ctrl";

// Whether a key is pressed with the modifier, no other handler has taken it, and no word is being
// composed, as in Japanese, whose keys are the composition's.
/** @type {(event: KeyPress, key: string) => boolean} */
const isPressed = (event, key) => event.key === key && (event.ctrlKey || event.metaKey) && !event.defaultPrevented && !event.isComposing;

/**
 * @typedef {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" |
 * "defaultPrevented" | "isComposing">} KeyPress
 *
 * Whether a key runs the draft.
 * @param {KeyPress} event
 */
export const isRunKey = event => isPressed(event, "Enter");

/**
 * Whether a key keeps the draft, in the place of the page.
 * @param {KeyPress} event
 */
export const isKeepKey = event => isPressed(event, "s") && !event.shiftKey && !event.altKey;
