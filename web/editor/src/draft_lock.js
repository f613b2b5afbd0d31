// Lets one tab at a time edit a draft. Where the browser has no locks, the versions of drafts still
// keep one tab from overwriting another's text. Knows only the numbers of drafts.

import { browserClock } from "./clock.js";

// How long a lock that another tab has is waited for, in milliseconds: a tab that is being closed,
// loaded again, or is opening another draft has it for a moment longer, and for more than one where
// the browser is busy.
const PATIENCE = 1_500;

/**
 * What is used of the browser's locks.
 * @typedef {{ request: (name: string, options: { steal?: boolean, signal?: AbortSignal }, hold: ()
 * => Promise<void>) => Promise<unknown> }} Locks
 *
 * Takes the right to change a draft, until it is released or another tab takes it over.
 * @param {number} id
 * @param {object} options
 * @param {boolean} [options.steal] Whether another tab loses it.
 * @param {Locks | null} [options.locks]
 * @param {import("./clock.js").Clock} [options.clock]
 * @param {() => void} onLost Called when another tab has taken it over.
 * @returns {Promise<(() => void) | undefined>} Releases it; `undefined` if another tab has it.
 */
export const lockDraft = (id, { steal = false, locks = navigator.locks, clock = browserClock }, onLost) => new Promise(resolve => {
  if (!locks) return resolve(() => {});
  let isReleased = false;
  const impatience = new AbortController();
  const timer = clock.setTimeout(() => impatience.abort(), PATIENCE);
  /** @returns {Promise<void>} */
  const hold = () => new Promise(release => {
    clock.clearTimeout(timer);
    resolve(() => {
      isReleased = true;
      release();
    });
  });
  const options = steal ? { steal } : { signal: impatience.signal };
  // It fails when another tab takes the lock over, when another tab keeps it, and where the browser
  // gives this page no locks.
  locks.request(`botyard-draft-${id}`, options, hold).catch(({ name }) => {
    // Some browsers do not report why the wait was ended.
    if (impatience.signal.aborted) return resolve(undefined);
    resolve(() => {});
    if (name === "AbortError" && !isReleased) onLost();
  });
});
