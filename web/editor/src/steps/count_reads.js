// Counts the lines that a bot reads: a bot that answers without having read can print what is
// expected, too. The bot says on stderr when it reads; knows no step.

// What no bot writes of its own accord.
const MARK = "\u0001";

/**
 * A script that does the same, and counts.
 * @param {Uint8Array} script
 * @param {import("../languages.js").Language} language
 */
export const countReads = (script, { countReads }) =>
  new TextEncoder().encode(countReads(new TextDecoder("utf-8", { ignoreBOM: true }).decode(script), MARK));

/**
 * The result of such a script: how many lines it has read, the end of the input among them, and its
 * own stderr.
 * @template {{ stderr: string }} Result
 * @param {Result} result
 * @returns {Result & { reads: number }}
 */
export const takeReads = result => {
  const lines = result.stderr.split("\n");
  const own = lines.filter(line => line !== MARK);
  return { ...result, stderr: own.join("\n"), reads: lines.length - own.length };
};
