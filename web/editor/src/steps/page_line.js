// Receives the page's reports on runs of the draft: alone on some lines, and in a match. They come
// at any time, and perhaps more than once.

import { browserClock } from "../clock.js";

// How long the page may take for lines, in milliseconds: a browser that interprets modules is slow.
const PATIENCE = 90_000;

/**
 * @typedef {import("./judge.js").Tried} Tried
 * @typedef {import("../../../protocol/protocol").PlayedMatch} PlayedMatch
 */

let trials = 0;

/**
 * @param {import("../panel.js").Tell} tell
 * @param {string} file The name of the draft's first file, by which its language is known.
 * @param {(match: PlayedMatch) => void} onMatch Called once for each match.
 * @param {import("../clock.js").Clock} clock
 */
export const createPageLine = (tell, file, onMatch, clock = browserClock) => {
  // The trial whose result is awaited: its number, and the function that takes its result.
  /** @type {{ number: number, take: (result: Tried) => void } | undefined} */
  let trial;
  // One run follows the other.
  /** @type {Promise<unknown>} */
  let tried = Promise.resolve();
  /** @type {number | undefined} */
  let lastRun;

  /** @type {(input: string, script: Uint8Array) => Promise<Tried>} */
  const tryOnce = (input, script) => new Promise(resolve => {
    trials += 1;
    /** @param {Tried} result */
    const take = result => {
      clock.clearTimeout(timer);
      resolve(result);
    };
    const timer = clock.setTimeout(take, PATIENCE, { why: "the page did not answer", stdout: "", stderr: "" });
    trial = { number: trials, take };
    tell({ type: "try", number: trials, input, file }, script);
  });

  return {
    /** @param {import("../steps_fold.js").RunsOfDraft} page */
    hear: ({ tried, played }) => {
      if (tried && tried.number === trial?.number) trial.take(tried);
      if (!played || played.run === lastRun) return;
      lastRun = played.run;
      onMatch(played);
    },

    /**
     * Runs the draft alone, outside any match.
     * @param {string} input The whole input of the run.
     * @param {Uint8Array} script
     * @returns {Promise<Tried>}
     */
    tryLines: (input, script) => {
      const next = tried.then(() => tryOnce(input, script));
      tried = next;
      return next;
    },
  };
};
