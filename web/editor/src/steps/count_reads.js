// Counts the lines that a bot reads: a bot that answers without having read can print what is
// expected, too. The bot says on stderr when it reads; knows no step.

import { PYTHON } from "../languages.js";

// What no bot writes of its own accord.
const MARK = "\u0001";

// It is in the script's first line, so that errors are found in the lines in which they are.
const COUNTING = `{ const { readline, console: { error } } = globalThis; globalThis.readline = () => (error(${JSON.stringify(MARK)}), readline()); } `;

// Python's first line can have nothing before it, so the bot is run from within another script.
/** @param {string} source */
const countInPython = source => `import sys
class Counting:
    def __init__(self, stream):
        self.stream = stream
    def __getattr__(self, name):
        return getattr(self.stream, name)
    def __iter__(self):
        return iter(self.readline, "")
    def readline(self, *limit):
        print(${JSON.stringify(MARK)}, file=sys.stderr)
        return self.stream.readline(*limit)
sys.stdin = Counting(sys.stdin)
exec(compile(${JSON.stringify(source)}, "/bot.py", "exec"), {"__name__": "__main__", "__file__": "/bot.py"})
`;

/** @param {Uint8Array} script */
const countPythonReads = script => {
  const [main, ...others] = new TextDecoder().decode(script).split(`\n${PYTHON.fileLine}`);
  return new TextEncoder().encode([countInPython(main), ...others].join(`\n${PYTHON.fileLine}`));
};

/**
 * A script that does the same, and counts.
 * @param {Uint8Array} script
 * @param {import("../languages.js").Language} language
 */
export const countReads = (script, language) => {
  if (language === PYTHON) return countPythonReads(script);
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
