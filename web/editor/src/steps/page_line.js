// Receives the page's reports on runs of the draft: alone on some lines, and in a match. They are
// texts with zeros between their parts; they come at any time, and perhaps more than once.

import { browserClock } from "../clock.js";

// How long the page may take for lines, in milliseconds: a browser that interprets modules is slow.
const PATIENCE = 90_000;

/**
 * @typedef {import("./judge.js").Tried} Tried
 *
 * A match of the draft that is over.
 * @typedef {{ how: string, faults: number, opponents: string[] }} PlayedMatch
 */

let trials = 0;

/**
 * @param {import("../page_message").Tell} tell
 * @param {(match: PlayedMatch) => void} onMatch Called once for each match.
 * @param {import("../clock.js").Clock} clock
 */
export const createPageLine = (tell, onMatch, clock = browserClock) => {
  // The trial whose result is awaited: its number, and the function that takes its result.
  /** @type {{ number: string, take: (result: Tried) => void } | undefined} */
  let trial;
  // One run follows the other.
  /** @type {Promise<unknown>} */
  let tried = Promise.resolve();
  /** @type {string | undefined} */
  let lastRun;

  /** @type {Record<string, (parts: string[]) => void>} */
  const readers = {
    tried: ([number, why, stdout, ...stderr]) => {
      if (number === trial?.number) trial.take({ why, stdout, stderr: stderr.join("") });
    },
    played: ([run, how, faults, ...opponents]) => {
      if (run === lastRun) return;
      lastRun = run;
      onMatch({ how, faults: Number(faults), opponents });
    },
  };

  /** @type {(game: string, input: string, script: Uint8Array) => Promise<Tried>} */
  const tryOnce = (game, input, script) => new Promise(resolve => {
    trials += 1;
    /** @param {Tried} result */
    const take = result => {
      clock.clearTimeout(timer);
      resolve(result);
    };
    const timer = clock.setTimeout(take, PATIENCE, { why: "the page did not answer", stdout: "", stderr: "" });
    trial = { number: String(trials), take };
    tell(["try", game, input, trials, script]);
  });

  return {
    /** @type {(name: string, text: string) => void} */
    hear: (name, text) => readers[name](text.split("\0")),

    /**
     * Runs the draft alone, outside any match.
     * @param {string} game
     * @param {string} input The whole input of the run.
     * @param {Uint8Array} script
     * @returns {Promise<Tried>}
     */
    tryLines: (game, input, script) => {
      const next = tried.then(() => tryOnce(game, input, script));
      tried = next;
      return next;
    },
  };
};
