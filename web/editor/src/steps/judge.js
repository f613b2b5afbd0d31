// Compares a bot's output with the output that a step expects. Runs nothing, and knows no game.

/**
 * The output expected of a bot that is run on some lines: a pattern for each line that it prints,
 * one for its stderr, one for output that it must not print, whether more lines may follow, and how
 * many lines it has to read.
 * @typedef {{ pattern: string, words?: string }} Wanted
 * @typedef {{ input: string, prints: Wanted[], stderr?: Wanted, not?: Wanted, more?: string, reads?:
 * number, hint?: string }} LineCheck
 *
 * The result: why the bot did not end of its own accord without an error (empty if it did), its
 * output, and how many lines it has read, if they were counted. `error` is what its stderr reports.
 * @typedef {{ why: string, stdout: string, stderr: string, reads?: number, error?:
 * import("../../../protocol/protocol").ScriptError | null }} Tried
 *
 * A mistake: the expected output, and the actual output.
 * @typedef {{ expected: string, came: string }} Mistake
 */

// How much of a line, and how many lines, a sentence quotes.
const LONG = 60;
/** @param {string} text */
const quote = text => `\`${text.length > LONG ? `${text.slice(0, LONG)}…` : text}\``;
/** @type {(wanted: Wanted) => string} */
const inWords = ({ pattern, words }) => words ?? quote(pattern);
/** @type {(number: number, noun: string) => string} */
const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/**
 * The lines of a text. White space at the end of a line has no meaning in any protocol.
 * @param {string} text
 */
export const linesOf = text => text.split("\n").map(line => line.trimEnd()).filter((line, at, all) => line !== "" || at < all.length - 1);

/**
 * @param {LineCheck} check
 * @param {Tried} tried
 * @returns {Mistake | undefined} `undefined` if the output is as expected.
 */
export const judgeLines = (check, { why, stdout, stderr, reads = 0 }) => {
  const printed = linesOf(stdout);
  /** @type {(wanted: Wanted, at: number) => boolean} */
  const isWrong = ({ pattern }, at) => at >= printed.length || !new RegExp(`^(?:${pattern})$`).test(printed[at]);
  const at = check.prints.findIndex(isWrong);
  if (at >= 0) {
    const expected = `Line ${at + 1} of its output is ${inWords(check.prints[at])}.`;
    const ended = why && ` Then ${why}.`;
    if (at < printed.length) return { expected, came: `It printed ${quote(printed[at])}.${ended}` };
    return { expected, came: (at === 0 ? "It printed nothing." : `It printed ${count(at, "line")} only.`) + ended };
  }
  if (why) return { expected: "The bot ends by itself, without an error.", came: `Here ${why}.` };
  if (check.reads && reads < check.reads) {
    const came = reads === 0 ? "It read nothing" : `It read ${count(reads, "line")} only`;
    return { expected: `Your bot reads ${count(check.reads, "line")} with \`readline()\`.`, came: `${came}, and printed ${quote(printed.join(" "))} all the same.` };
  }
  if (printed.length > check.prints.length && !check.more) {
    return { expected: `It prints ${count(check.prints.length, "line")}.`, came: `It printed ${printed.length}: line ${check.prints.length + 1} is ${quote(printed[check.prints.length])}.` };
  }
  if (check.not && new RegExp(check.not.pattern, "m").test(printed.join("\n"))) {
    return { expected: `Its output has ${inWords(check.not)}.`, came: `It printed ${quote(printed.join(" "))}.` };
  }
  if (check.stderr && !new RegExp(check.stderr.pattern, "m").test(stderr)) {
    return { expected: `On stderr it says ${inWords(check.stderr)}.`, came: stderr.trim() ? `It said ${quote(stderr.trim())}.` : "It said nothing there." };
  }
  return undefined;
};

/**
 * The draft's results against an opponent in its series, so far.
 * @param {Pick<import("../builds.js").RunReport, "phase" | "games" | "failed"> & { opponents:
 * Pick<import("../builds.js").Opponent, "name" | "won" | "drawn" | "lost" | "elo" | "interval">[] }}
 * report
 * @param {string} opponent
 * @param {number} least How many games are to be played.
 * @returns {{ isDecided: boolean, isOver: boolean, told: string, mistake: Mistake }} `told` is
 * shown while the series goes on; `mistake` applies if it ends now.
 */
export const judgeSeries = ({ phase, games, failed, opponents }, opponent, least) => {
  const against = opponents.find(({ name }) => name === opponent);
  const played = against ? against.won + against.drawn + against.lost : 0;
  const elo = against?.elo ?? "";
  // If a bot has won all games, only a lower bound of its Elo is known.
  const lowest = against?.interval ? Math.round(against.interval[0]) : Number(/^at least ([+-]\d+)$/.exec(elo)?.[1] ?? 0);
  const of = Math.round(games / Math.max(1, opponents.length));
  const why = failed ? ` In game ${failed} your bot failed before its first answer, so no other was played.` : "";
  return {
    isDecided: played >= least && lowest > 0,
    isOver: phase !== "playing",
    told: `Playing against ${opponent}: ${played} of ${of} games so far.`,
    mistake: {
      expected: `The Elo interval against ${opponent} is above 0 after at least ${least} games.`,
      came: `After ${played} games it is ${elo || "unknown"}.${why}`,
    },
  };
};

/**
 * @param {Pick<import("../../../protocol/protocol").PlayedMatch, "ending" | "faults" | "opponents">} match
 * @param {string} opponent The opponent that the match was to be played against.
 * @returns {Mistake | undefined}
 */
export const judgeMatch = ({ ending, faults, opponents }, opponent) => {
  if (opponents.join() !== opponent) return { expected: `The match is against ${opponent}.`, came: `It was against ${opponents.join(", ")}.` };
  if (faults > 0) return { expected: "Your bot makes no mistake in the whole match.", came: `It made ${count(faults, "mistake")}: the sentence above the board says which.` };
  if (ending !== "won") return { expected: "Your bot wins.", came: ending === "drawn" ? "It was a draw." : "It lost." };
  return undefined;
};
