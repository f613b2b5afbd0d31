// Keeps in this browser which step of a game is shown in a language, and which are done.

import { USUAL } from "../languages.js";

const KEY = "botyard-steps";

/**
 * @typedef {{ at: number, done: boolean[] }} Progress `at` is the number of the step, from 1; 0
 * before the first.
 */

/**
 * Under which name the progress in a game is kept.
 * @type {(game: string, language: import("../languages.js").Language) => string}
 */
export const placeOfProgress = (game, language) => (language === USUAL ? game : `${game}-${language.id}`);

/**
 * @param {string} place
 * @param {number} count How many steps there are.
 * @returns {Progress}
 */
export const readProgress = (place, count) => {
  /** @type {{ at?: unknown, done?: unknown } | null} */
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(`${KEY}-${place}`) ?? "null");
  } catch {}
  const { at, done } = kept ?? {};
  return {
    at: typeof at === "number" && Number.isInteger(at) ? Math.min(Math.max(at, 0), count) : 0,
    done: Array.from({ length: count }, (_, step) => Array.isArray(done) && done[step] === true),
  };
};

/**
 * @param {string} place
 * @param {Progress} progress
 */
export const keepProgress = (place, progress) => {
  // Where the browser keeps nothing, progress lasts as long as the page.
  try {
    localStorage.setItem(`${KEY}-${place}`, JSON.stringify(progress));
  } catch {}
};
