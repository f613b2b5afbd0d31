// Keeps in this browser which step of a game is shown, and which are done.

const KEY = "botyard-steps";

/**
 * @typedef {{ at: number, done: boolean[] }} Progress `at` is the number of the step, from 1; 0
 * before the first.
 */

/**
 * @param {string} game
 * @param {number} count How many steps there are.
 * @returns {Progress}
 */
export const readProgress = (game, count) => {
  /** @type {{ at?: unknown, done?: unknown } | null} */
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(`${KEY}-${game}`) ?? "null");
  } catch {}
  const { at, done } = kept ?? {};
  return {
    at: typeof at === "number" && Number.isInteger(at) ? Math.min(Math.max(at, 0), count) : 0,
    done: Array.from({ length: count }, (_, step) => Array.isArray(done) && done[step] === true),
  };
};

/**
 * @param {string} game
 * @param {Progress} progress
 */
export const keepProgress = (game, progress) => {
  // Where the browser keeps nothing, progress lasts as long as the page.
  try {
    localStorage.setItem(`${KEY}-${game}`, JSON.stringify(progress));
  } catch {}
};
