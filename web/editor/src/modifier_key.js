// What the keys of this computer are called.

const isMac = /Mac|iP/.test(navigator.platform);

/** The key that is pressed with others to do something. */
export const MODIFIER = isMac ? "Cmd" : "Ctrl";
