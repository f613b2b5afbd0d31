// Runs the open draft: has its syntax checked, hands it to the page, and shows the reports of the
// page and its programs on the run. Plays nothing itself.

import { fetchTranslator } from "../../storage/translator.js";
import { addressOf } from "./bot_source.js";
import { browserClock } from "./clock.js";
import { languageOf } from "./languages.js";
import { createRunResults } from "./run_results.js";
import { SCRIPT_LIMIT, TOO_LONG, joinFiles, sha256Of, withTranslation } from "./script_text.js";

// How long fetching the interpreter may take before the author is told, in milliseconds.
const PATIENCE = 3_000;

// How long a series may take to start before the panel shows what it waits for, in milliseconds.
const SERIES_PATIENCE = 2_000;

// A bot with more stderr than this may have crowded out the interpreter's note on where it was
// computing.
const FLOOD = 1_000;
const FLOODED = "ran out of time. Where it was computing is not known, because of all that it wrote to stderr: run it without that to see the line.";

// Checks are counted for all games together: the page has one at a time.
let checks = 0;

// A script that has all files with code parsed: its text, and the path of the file that it is checked
// by.
/** @type {(files: import("./open_editor.js").File[], language: import("./languages.js").Language) => { path: string, script: string }} */
const checkOf = (files, language) => {
  const scripts = files.filter((file, nth) => nth === 0 || language.isSource.test(file.path));
  let path = `check${language.ending}`;
  while (files.some(file => file.path === path)) path = `_${path}`;
  const check = language.checkWith(files, scripts, path, language.main);
  return { path: check.path, script: joinFiles(check.files) };
};

// Whether the board has its place beside the text.
const isWide = () => matchMedia("(min-width: 861px)").matches;

/**
 * A run that was begun: the draft's file name as a bot, whether only a series is wanted, and the
 * script.
 * @typedef {{ file: string, isSeries: boolean, bytes: Uint8Array }} Run
 */

/**
 * @param {object} owner
 * @param {string} owner.game
 * @param {Pick<import("./draft_session.js").DraftSession, "draft" | "origin" | "keepRun">}
 * owner.session
 * @param {() => string} owner.file The draft's file name as a bot.
 * @param {() => Pick<import("./open_editor.js").Editor, "reveal">} owner.editor
 * @param {Pick<import("./panel_messages.js").Messages, "say" | "announce" | "announceProblem" |
 * "retractProblem">} owner.messages
 * @param {import("./problem_marks.js").ProblemMarks} owner.problems
 * @param {import("./panel.js").Tell} owner.tell
 * @param {() => void} owner.showText Shows the text in place of its builds.
 * @param {() => void} owner.scrollToResults Scrolls the panel.
 * @param {() => void} owner.scrollBelow Scrolls the part below the buttons to a run's results.
 * @param {() => void} owner.foldOpponents Hides the choice of opponents, to make room for a run's
 * results.
 * @param {(report: import("./builds.js").RunReport) => void} owner.onSeries Called with each report
 * on the series of the open draft.
 * @param {(why: string, isOfSeries?: boolean) => void} owner.onRefused Called with the reason why a
 * run plays no match, or only no series.
 * @param {() => void} owner.refreshBuilds
 * @param {typeof fetchTranslator} [owner.fetchTranslator]
 * @param {import("./clock.js").Clock} [owner.clock]
 */
export const createDraftRuns = ({ game, session, file, editor, messages, problems, tell, showText, scrollToResults, scrollBelow, foldOpponents, onSeries, onRefused, refreshBuilds, fetchTranslator: fetchFor = fetchTranslator, clock = browserClock }) => {
  let shownResult = "";
  // The run whose series is not played, and the reason, as they were shown.
  let shownObstacle = "";
  // The name under which the draft was run last.
  let ran = "";
  /** @type {Run & { number: number, timer: number } | undefined} The run that starts once its syntax was checked. */
  let waiting;
  // The bots that the series of the last run waits for, as text, and whether it waits for long.
  let awaited = "", isLate = false;
  /** @type {number | undefined} */
  let lateTimer;

  const results = createRunResults({
    game,
    file,
    showLoss: ({ seat, stderr, error }, name) => {
      tell({ type: "openLoss", seat: seat - 1 });
      const problem = problems.find(error);
      if (problem) {
        showText();
        problems.show(problem, `${name}: `, stderr ?? "");
        // On a phone the board is in its place.
        if (isWide() && problem.line) editor().reveal(problem.path, problem.line, problem.column);
      } else if (stderr) {
        messages.announce(`The last that ${name} wrote to stderr: ${stderr}`, [], false);
      }
    },
    askCause: link => queueMicrotask(() => tell({ type: "explain", game, link })),
    onSeries,
    askReport: key => tell({ type: "report", game, key }),
    onKept: () => refreshBuilds(),
    clock,
  });

  const tellLate = () => {
    if (isLate) results.tellStart(awaited ? `The series waits for ${awaited} …` : "The series waits for its program …");
  };

  /** @param {string} translator */
  const translatorOf = translator => fetchFor(addressOf(`bots/${translator}`));

  // The text of the draft that would play; empty if it cannot be translated.
  /** @param {import("./open_editor.js").File[]} files */
  const playedText = async files => {
    const { translator } = languageOf(files[0].path), text = joinFiles(files);
    if (!translator) return text;
    const translated = (await translatorOf(translator))(text);
    return "text" in translated ? translated.text : "";
  };

  /** @param {Run} run */
  const start = ({ file, isSeries, bytes }) => {
    ran = file;
    // The results of a series are not shown here: its panel shows them.
    messages.say(isSeries ? `The series of ${file} is in the panel Series.` : `Starting ${file}…`);
    foldOpponents();
    isLate = false;
    clock.clearTimeout(lateTimer);
    if (!isSeries) {
      results.begin("The series starts …", true);
      lateTimer = clock.setTimeout(() => {
        isLate = true;
        tellLate();
      }, SERIES_PATIENCE);
      // On a phone the results are below the text, and beside the board they are below a part that
      // may be scrolled away. Scrolling now keeps the page still when they arrive.
      if (isWide()) scrollBelow();
      else scrollToResults();
    }
    // The page may be drawing itself at the moment.
    queueMicrotask(() => tell({ type: "run", game, file, isSeries }, bytes));
  };

  /** @type {(run: Pick<Run, "file">, result: Pick<import("../../protocol/protocol").CheckResult, "errors" | "error">) => void} */
  const refuse = ({ file }, { errors, error }) => {
    const why = `${file} was not run: it cannot be read as ${languageOf(file).name}.`;
    messages.say(why);
    onRefused(why);
    results.refuse("No results: the draft has a syntax error.");
    showText();
    const problem = problems.find(error);
    if (problem) problems.show(problem);
    else messages.announceProblem(errors.trim());
  };

  /** @type {(file: string, error: { message: string, file: string, line: number, column: number }) => void} */
  const refuseUntranslated = (file, { message, ...place }) => {
    const sentence = `SyntaxError: ${message}`;
    refuse({ file }, { errors: sentence, error: { sentence, place, thrown: null, missingFile: null, isLoop: false } });
  };

  /** @type {(file: string, language: string) => void} */
  const refuseWithoutTranslator = (file, language) => {
    const why = `${file} was not run: the translator of ${language} is not here. npm makes it when the page is built.`;
    messages.say(why);
    onRefused(why);
  };

  return {
    results,
    /**
     * Runs the draft, if its syntax is right.
     * @param {boolean} isSeries Whether only a series is wanted, in the panel of series.
     */
    run: isSeries => {
      const { name, files } = session.draft();
      const language = languageOf(files[0].path);
      /** @param {string} text */
      const encode = text => new TextEncoder().encode(text);
      const { path, script } = checkOf(files, language);
      const text = joinFiles(files);
      const [length, lengthChecked] = [text, script].map(text => encode(text).length);
      if (length > SCRIPT_LIMIT) {
        const why = `${TOO_LONG}: this one has ${(length / SCRIPT_LIMIT).toFixed(1)} MiB.`;
        onRefused(why);
        return messages.announce(why);
      }
      problems.reset();
      messages.retractProblem();
      session.keepRun();
      checks += 1;
      clock.clearTimeout(waiting?.timer);
      waiting = undefined;
      const [file, number] = [`${name}${language.ending}`, checks];
      /** @type {(bytes: Uint8Array, checked: Uint8Array) => void} */
      const check = (bytes, checked) => {
        // There is no room for the file that imports the others.
        if (lengthChecked > SCRIPT_LIMIT) return start({ file, isSeries, bytes });
        const timer = clock.setTimeout(() => messages.say(`Waiting for the interpreter of ${language.name} …`), PATIENCE);
        waiting = { number, file, isSeries, bytes, timer };
        tell({ type: "check", number, path }, checked);
      };
      messages.say(`Checking ${file}…`);
      if (!language.translator) return check(encode(text), encode(script));
      translatorOf(language.translator).then(translate => {
        // A later run has begun.
        if (number !== checks) return;
        const [played, checked] = [translate(text), translate(script)];
        if ("error" in played) refuseUntranslated(file, played.error);
        else if ("text" in checked) check(encode(withTranslation(text, played.text)), encode(withTranslation(script, checked.text)));
      }, () => refuseWithoutTranslator(file, language.name));
    },
    /**
     * Takes the page's report on a check: runs the checked draft, or shows its syntax error.
     * @param {import("../../protocol/protocol").CheckResult} result
     */
    takeCheck: result => {
      if (result.number !== waiting?.number) return;
      const draft = waiting;
      clock.clearTimeout(draft.timer);
      waiting = undefined;
      if (result.errors) refuse(draft, result);
      else start(draft);
    },
    /**
     * Takes the page's report on which bots the series of the last run waits for.
     * @param {string} bots Their names as text; empty if it waits for none.
     */
    showWaits: bots => {
      if (bots === awaited) return;
      awaited = bots;
      tellLate();
    },
    /** Reports the open draft to the page, which answers with what a run of it would play. */
    tellDraft: async () => {
      const name = file();
      const { files } = session.draft();
      const played = await playedText(files).catch(() => "");
      const sha256 = await sha256Of(new TextEncoder().encode(played));
      if (name === file()) tell({ type: "draft", game, file: name, sha256, isFromLink: session.origin() === "link" });
    },
    /**
     * Shows the page's report on a run, if it is the last run of this panel.
     * @param {import("../../protocol/protocol").RunResult} result
     */
    showResult: result => {
      const text = JSON.stringify(result);
      if (result.bot !== ran || text === shownResult) return;
      shownResult = text;
      messages.say(result.words);
      if (result.isOver) refreshBuilds();
      const obstacle = `${result.run} ${result.obstacle}`;
      if (result.obstacle && obstacle !== shownObstacle) {
        shownObstacle = obstacle;
        results.begin(`No series: ${result.obstacle}`);
        onRefused(result.obstacle, true);
      }
      const problem = problems.find(result.error);
      if (problem && (!problem.isLoop || result.isLate)) problems.show(problem);
      else if (result.isLate && result.stderr.length > FLOOD) messages.announceProblem(`${ran} ${FLOODED}`);
    },
  };
};
