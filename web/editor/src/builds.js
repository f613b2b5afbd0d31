// The builds of a draft: the texts that were run, which the page keeps, with their results. Knows
// neither the editor nor what is drawn.

import { sourceOf } from "./script_text.js";

// How many builds of a draft are kept, beside those with a note.
const KEPT = 60;

/**
 * A draft's results against an opponent, or against several who play together.
 * @typedef {object} Opponent
 * @property {string} name The name under which it plays.
 * @property {string} label Its name beside the draft: the first build has its number too.
 * @property {boolean} isOwn Whether it is another build of the draft's file.
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {string} faults Its faults by their kind; empty if it had none.
 * @property {string | null} elo The rating difference in words.
 * @property {string | null} unknown Why there is no rating difference.
 * @property {[number, number, number] | null} interval The lower end, the likeliest difference, and
 * the upper end.
 * @property {boolean} [isOutdated] Whether an earlier version has counted it differently.
 * @property {number} repeated How many pairs of games of `units` repeat an earlier one.
 * @property {number} units
 *
 * A game that was lost.
 * @typedef {object} Loss
 * @property {number} number
 * @property {string} against
 * @property {number} seat
 * @property {number} turns
 * @property {string | null} fault
 * @property {number} times How often it was played, turn for turn.
 * @property {string | null} link The end of its replay's address; `null` if the replay is too long
 * for an address.
 * @property {string | null} stderr The draft's stderr, if it had a fault in this game.
 * @property {import("../../protocol/protocol").ScriptError | null} [error] The error that it reports.
 *
 * The report of the program of series on a run.
 * @typedef {object} RunReport
 * @property {string} game
 * @property {string} run The key of the build.
 * @property {string} file The draft's file name as a bot.
 * @property {string} name The build's name.
 * @property {string} sha256
 * @property {string} seed The seed of the series.
 * @property {"playing" | "stopped" | "over"} phase
 * @property {number} counted
 * @property {number} games
 * @property {number | null} rate
 * @property {string | null} left The remaining time, as text.
 * @property {boolean} isLong Whether that is so long that fewer games are recommended.
 * @property {Opponent[]} opponents
 * @property {Loss[]} losses
 * @property {number | null} failed The first game that it has lost before its first answer.
 * @property {string | null} failedLink The end of the address of that game's replay.
 * @property {string | null} [paused] Why the series pauses, as a sentence without its full stop.
 *
 * The report of the program of cases on a run.
 * @typedef {{ game: string, run: string, file: string, passed: number, failed: number, waiting:
 * number }} CasesReport
 *
 * The results of a run that are kept with its build.
 * @typedef {{ counted?: number, games?: number, opponents?: Opponent[], cases?: { passed: number,
 * failed: number } }} RunResults
 *
 * A draft's results against an opponent in the form that is kept: `elo` is the reason where there
 * is no rating difference. `digestVersion` says how games were told apart.
 * @typedef {Omit<Opponent, "label" | "isOwn" | "isOutdated" | "elo" | "unknown"> & { elo: string,
 * digestVersion?: number }} KeptOpponent
 *
 * A build. Its number counts the builds of this name. `failure` says why others must not be
 * compared with it; empty if they may.
 * @typedef {{ number: number, sha256: string, since: string, note: string, results: RunResults,
 * failure: string }} Build
 */

/** @type {import("../../page/js/kept_builds").BotLibrary} */
const bots = request => globalThis.botLibrary?.(request) ?? Promise.reject(new Error("nothing is kept"));

/**
 * The key of this build.
 * @param {string} file
 * @param {number} number
 */
export const keyOf = (file, number) => number === 1 ? `file:${file}` : `build:${number}:${file}`;

// Kept results have no label, and store the reason for a missing Elo in its place. That form stays.
const NO_ELO = "n/a: ";

// The version of digests from which a game's numbers are right: before, equal games of BitMartyr
// were counted as different ones. Kept results cannot be counted again, because their games are not
// kept.
/** @type {Record<string, number>} */
const COUNTED_SINCE = { bitmartyr: 2 };
const OUTDATED = "an earlier version of the page took equal games for different ones; run this build again";

/** @type {(opponent: Opponent) => KeptOpponent} */
const toKept = ({ label, isOwn, isOutdated, elo, unknown, ...opponent }) => ({ ...opponent, elo: unknown ? NO_ELO + unknown : elo ?? "" });

/** @type {(opponent: KeptOpponent, game: string, file: string) => Opponent} */
const fromKept = (opponent, game, file) => {
  const { name, elo, digestVersion = 1 } = opponent;
  const label = name === file ? `${name}, build 1` : name;
  const isOutdated = digestVersion < (COUNTED_SINCE[game] ?? 1);
  const noElo = elo.startsWith(NO_ELO) ? elo.slice(NO_ELO.length) : null;
  const unknown = isOutdated ? OUTDATED : noElo;
  const shown = { label, isOwn: label.startsWith(`${file}, build `), isOutdated, elo: unknown ? null : elo, unknown };
  return { ...opponent, ...shown, interval: unknown ? null : opponent.interval };
};

/** @type {(text: string | null, game: string, file: string) => RunResults} */
const readResults = (text, game, file) => {
  try {
    /** @type {Omit<RunResults, "opponents"> & { opponents?: KeptOpponent[] }} */
    const results = JSON.parse(text ?? "") ?? {};
    return { ...results, opponents: results.opponents?.map(opponent => fromKept(opponent, game, file)) };
  } catch {
    return {};
  }
};

/**
 * The builds of a file, the newest first.
 * @param {string} game
 * @param {string} file
 * @returns {Promise<Build[]>}
 */
export const listBuilds = async (game, file) => {
  const { builds } = await bots({ type: "list", game });
  const own = builds.filter(({ name }) => name === file).map(({ number, sha256, since, note, results, failure }) => ({
    number, sha256, since, note, results: readResults(results, game, file), failure,
  }));
  return own.sort((a, b) => b.number - a.number);
};

/**
 * The text of a build, as its author wrote it: all its files in one.
 * @param {string} game
 * @param {string} file
 * @param {number} number
 * @returns {Promise<string>}
 */
export const readBuild = async (game, file, number) => sourceOf(await bots({ type: "text", build: { game, name: file, number } }));

// How many opponents' numbers are kept with a build.
const OPPONENTS = 8;

/** @param {Opponent} opponent */
const played = ({ won, drawn, lost }) => won + drawn + lost;

// For each opponent, the numbers of more games replace those of fewer: a run of the same text from
// the same seed plays the same games again.
/** @type {(known: Opponent[], latest: Opponent[]) => Opponent[]} */
const mergeOpponents = (known, latest) => {
  const more = latest.map(opponent => {
    const before = known.find(({ name }) => name === opponent.name);
    return before && !before.isOutdated && played(before) > played(opponent) ? before : opponent;
  });
  const others = known.filter(({ name }) => !latest.some(opponent => opponent.name === name));
  return [...more, ...others].filter(opponent => played(opponent) > 0).slice(0, OPPONENTS);
};

/**
 * Keeps the results of a run so far, beside those of earlier runs of the same text; forgets old
 * builds if there are many.
 * @param {Pick<RunReport, "game" | "file" | "sha256" | "counted" | "games" | "opponents">} report
 * @param {Pick<CasesReport, "passed" | "failed"> | undefined} cases
 */
export const keepResults = async ({ game, file, sha256, counted, games, opponents }, cases) => {
  const known = (await listBuilds(game, file)).find(build => build.sha256 === sha256)?.results ?? {};
  const { passed, failed } = cases ?? known.cases ?? { passed: 0, failed: 0 };
  const results = {
    counted,
    games,
    opponents: mergeOpponents(known.opponents ?? [], opponents).map(toKept),
    cases: passed + failed > 0 ? { passed, failed } : undefined,
  };
  await bots({ type: "keepResults", game, name: file, sha256, results: JSON.stringify(results) });
  await bots({ type: "trim", game, name: file, most: KEPT });
};
