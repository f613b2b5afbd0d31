// Reads the builds in a file that the visitor has exported from this page, in this browser or
// another one. A script of its own, which is loaded with the first such file. Keeps nothing.

/** @import { BuildKey, FoundBuild, KnownGames, NewRow } from "./kept_builds" */

const decode = (/** @type {string} */ text) => Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer;

// The most bytes that a module and a script may have (`ModuleLimits::MODULE_BYTES`,
// `SCRIPT_BYTES`).
const MODULE_BYTES = 32 << 20;
const SCRIPT_BYTES = 1 << 20;

const isCount = (/** @type {unknown} */ number) => Number.isSafeInteger(number) && Number(number) >= 0;

// The most characters of a build's results.
const RESULTS_LENGTH = 1e5;

// Whether a text has the form of results that the editor keeps and reads
// (`web/editor/src/builds.js`).
/** @type {(text: unknown) => text is string} */
const areResults = text => {
  if (typeof text !== "string" || text.length > RESULTS_LENGTH) return false;
  /** @type {(opponent?: Record<string, unknown>) => boolean} */
  const isOpponent = ({ name, won, drawn, lost, faults, elo, interval, repeated = 0, units = 0 } = {}) =>
    [name, faults, elo].every(word => typeof word === "string") && [won, drawn, lost, repeated, units].every(isCount)
    && (interval === null || Array.isArray(interval) && interval.length === 3);
  try {
    const { counted = 0, games = 0, opponents = [], cases = { passed: 0, failed: 0 } } = JSON.parse(text);
    return [counted, games, cases.passed, cases.failed].every(isCount) && opponents.every(isOpponent);
  } catch {
    return false;
  }
};

// More rungs than a ladder has.
const MOST_RUNGS = 100;
/** @type {(beaten?: Record<string, unknown>) => boolean} */
const isBeaten = ({ rung, games, halfPoints } = {}) => typeof rung === "string" && rung.length <= 64 && isCount(games) && isCount(halfPoints);

/** @type {(known: unknown[]) => known is KnownGames} */
const areGames = known => {
  const [hasFailed, games, beaten = []] = known;
  if (!Array.isArray(beaten) || beaten.length > MOST_RUNGS || !beaten.every(isBeaten)) return false;
  if (games === undefined) return hasFailed === undefined || typeof hasFailed === "boolean";
  return typeof hasFailed === "boolean" && Array.isArray(games) && games.length === 3 && typeof games[0] === "boolean"
    && games.slice(1).every(isCount);
};

/**
 * Reads an entry of an exported library: the key of the build, its module, and its row.
 * @param {FoundBuild} entry
 * @param {(bytes: ArrayBuffer) => Promise<string>} sha256
 * @returns {Promise<[BuildKey, ArrayBuffer, NewRow]>}
 * @throws A clause that says why it cannot be kept.
 */
export const readEntry = async ({ game, name, build, sha256: hash, time, note, results, hasFailed, games, beaten, module }, sha256) => {
  /** @type {(why: string) => never} */
  const refuse = why => { throw new TypeError(why); };
  const known = [hasFailed, games, beaten];
  if (typeof name !== "string" || !/^[^/\\\p{Cc}]{1,255}$/u.test(name)) refuse("it has no usable name");
  if (typeof game !== "string" || ![.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".game-tab"))].some(({ hash }) => hash === `#/${game}`)) refuse("this page does not know its game");
  if (typeof build !== "number" || !Number.isSafeInteger(build) || build < 1 || build > 1e6) refuse("its build has no number");
  if (typeof time !== "number" || !Number.isFinite(time) || typeof note !== "string" || note.length > 1e4) refuse("its date or its note is unreadable");
  if (results !== undefined && !areResults(results)) refuse("what came of running it is unreadable");
  if (!areGames(known)) refuse("what is known of its games is unreadable");
  let bytes;
  try { bytes = decode(String(module)); } catch { refuse("its module is unreadable"); }
  const isScript = /\.m?js$/i.test(name);
  const most = isScript ? SCRIPT_BYTES : MODULE_BYTES;
  if (bytes.byteLength > most) refuse(`it is larger than ${most >> 20} MiB`);
  if (await sha256(bytes) !== hash) refuse("its module is not the one that was saved (another SHA-256)");
  if (!isScript && !WebAssembly.validate(bytes)) refuse("it is not a WebAssembly module");
  if (isScript) try { new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { refuse("it is not UTF-8 text"); }
  return [[game, name, build], bytes, [hash, time, note, results, ...known]];
};
