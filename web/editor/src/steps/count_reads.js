// Counts the lines that a bot reads: a bot that answers without having read can print what is
// expected, too. The bot says on stderr when it reads; knows no step.

// What no bot writes of its own accord.
const MARK = "\u0001";

// It is in the script's first line, so that errors are found in the lines in which they are.
const COUNTING = `{ const { readline, console: { error } } = globalThis; globalThis.readline = () => (error(${JSON.stringify(MARK)}), readline()); } `;

/**
 * A script that does the same, and counts.
 * @param {Uint8Array} script
 */
export const countReads = script => {
  const counting = new TextEncoder().encode(COUNTING);
  const counted = new Uint8Array(counting.length + script.length);
  counted.set(counting);
  counted.set(script, counting.length);
  return counted;
};

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
