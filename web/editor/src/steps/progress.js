// Keeps in this browser which step of a game is shown in a language, and which are done: by their
// titles, so that steps can be added and moved.

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
 * @param {string[]} titles Those of the steps, in their order.
 * @returns {Progress}
 */
export const readProgress = (place, titles) => {
  /** @type {{ at?: unknown, done?: unknown } | null} */
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(`${KEY}-${place}`) ?? "null");
  } catch {}
  const { at, done } = kept ?? {};
  // Earlier versions of the page kept the steps' numbers.
  const number = Number.isInteger(at) ? Number(at) : titles.findIndex(title => title === at) + 1;
  return {
    at: Math.min(Math.max(number, 0), titles.length),
    done: titles.map((title, nth) => Array.isArray(done) && (done.includes(title) || done[nth] === true)),
  };
};

/**
 * @param {string} place
 * @param {Progress} progress
 * @param {string[]} titles Those of the steps, in their order.
 */
export const keepProgress = (place, { at, done }, titles) => {
  const kept = { at: titles[at - 1] ?? "", done: titles.filter((_, nth) => done[nth]) };
  // Where the browser keeps nothing, progress lasts as long as the page.
  try {
    localStorage.setItem(`${KEY}-${place}`, JSON.stringify(kept));
  } catch {}
};
