// The reports of the page's programs on drafts that were run: shows them beside the open draft, and
// keeps them with the build that has played. Knows no text and no store.

import { createRunStrip } from "./run_strip.js";
import { keepResults, keyOf, listBuilds } from "./builds.js";
import { browserClock } from "./clock.js";

// Which text of each draft was run last, by game: the newest build is perhaps another one.
const LAST = "botyard-last-run";

/** @type {(game: string) => Record<string, string>} */
const recallLast = game => {
  try {
    return JSON.parse(localStorage.getItem(`${LAST}-${game}`) ?? "null") ?? {};
  } catch {
    return {};
  }
};

/** @type {(game: string, file: string, sha256: string) => void} */
const rememberLast = (game, file, sha256) => {
  const known = recallLast(game);
  if (known[file] === sha256) return;
  try {
    localStorage.setItem(`${LAST}-${game}`, JSON.stringify({ ...known, [file]: sha256 }));
  } catch {}
};

// How long to wait for further reports before the last of them is kept, in milliseconds.
const REST = 1_000;

/**
 * @typedef {import("./builds.js").CasesReport} CasesReport
 * @typedef {import("./builds.js").RunReport} RunReport
 * @typedef {RunReport | CasesReport} Report
 *
 * What is known of a draft's runs: the last report on its series and how to answer it, the last one
 * on its cases, the last ones as texts, by their subjects, when results were kept, and the timer
 * until they are kept again.
 * @typedef {{ series?: RunReport, tell?: (message: import("../../protocol/protocol").ToSeries) => void, cases?: CasesReport, texts:
 * Record<string, string>, kept?: number, timer?: number }} Runs
 */

/**
 * @param {object} owner
 * @param {string} owner.game
 * @param {() => string} owner.file The open draft's file name as a bot.
 * @param {(loss: import("./builds.js").Loss, name: string) => void} owner.showLoss Called when a
 * game that the build of this name has lost is being opened.
 * @param {(link: string) => void} owner.askCause Asks the page by which fault the game of this link
 * was lost: see `explain`.
 * @param {(report: RunReport) => void} owner.onSeries Called with each report on the series of the
 * open draft.
 * @param {(key: string) => void} owner.askReport Asks the program of series for a report on the run
 * of this build, if it is kept.
 * @param {() => void} owner.onKept Called when something about a build was kept.
 * @param {import("./clock.js").Clock} [owner.clock]
 */
export const createRunResults = ({ game, file, showLoss, askCause, onSeries, askReport, onKept, clock = browserClock }) => {
  /** @type {Map<string, Runs>} By the file's name. */
  const runs = new Map();
  /** @param {string} name */
  const runOf = name => {
    const run = runs.get(name) ?? { texts: {} };
    runs.set(name, run);
    return run;
  };
  // By a game's link: why it was lost; empty until the page has answered.
  /** @type {Map<string, string>} */
  const causes = new Map();
  // Whether the message that a series is starting is shown; whether that the last run was refused is,
  // which results of runs before it do not replace.
  let isStarting = false, isRefused = false;

  /** @param {import("../../protocol/protocol").RunRequest} request */
  const tell = request => {
    const { series, tell } = runOf(file());
    if (series) tell?.({ run: { game, key: series.run, request } });
  };

  const strip = createRunStrip({
    stop: () => tell("stop"),
    goOn: () => tell("go-on"),
    showCases: () => document.querySelector(".tab-cases")?.click(),
    openLoss: loss => {
      showLoss(loss, runOf(file()).series?.name ?? file());
      // One that is too long for a link is opened by its number.
      if (!loss.link) tell({ open: { number: loss.number } });
      const board = document.querySelector(".stage");
      if (board && board.getBoundingClientRect().bottom < innerHeight / 4) board.scrollIntoView();
    },
  });

  // Writes run one after the other. Results that cannot be kept last as long as the page.
  let keeping = Promise.resolve();
  /** @param {string} name */
  const keep = name => {
    const { series, cases } = runOf(name);
    if (!series) return;
    keeping = keeping.then(() => keepResults(series, cases?.run === series.run ? cases : undefined)).then(onKept, () => {});
  };

  /** @param {string} name */
  const keepSoon = name => {
    const run = runOf(name);
    clock.clearTimeout(run.timer);
    if (run.series?.phase !== "playing" || clock.now() - (run.kept ?? -Infinity) >= REST) {
      run.kept = clock.now();
      keep(name);
    } else {
      run.timer = clock.setTimeout(() => keepSoon(name), REST);
    }
  };

  const draw = () => {
    if (isRefused) return;
    isStarting = false;
    const { series, cases } = runOf(file());
    if (!series) return;
    const { failed, failedLink } = series;
    if (failed && failedLink && !causes.has(failedLink)) {
      causes.set(failedLink, "");
      askCause(failedLink);
    }
    strip.show(series, causes.get(failedLink ?? ""));
    strip.showCases(cases?.run === series.run ? cases : undefined);
  };

  return {
    head: strip.head,
    element: strip.element,
    /**
     * The draft is being run, and its series starts, or is not played, with the reason.
     * @param {string} words
     * @param {boolean} starts
     */
    begin: (words, starts = false) => {
      isStarting = starts;
      isRefused = false;
      strip.begin(words);
    },
    /**
     * The draft was not run, so that there are no results of it as it is now.
     * @param {string} words
     */
    refuse: words => {
      isStarting = false;
      isRefused = true;
      strip.begin(words);
    },
    /**
     * Shows what a series that is still starting waits for.
     * @param {string} words
     */
    tellStart: words => isStarting && strip.begin(words),
    /**
     * Takes the requested cause of a loss: a sentence without its full stop.
     * @param {import("../../protocol/protocol").Explanation} explanation
     */
    explain: ({ link, cause }) => {
      if (causes.get(link) !== "") return;
      causes.set(link, cause);
      if (runOf(file()).series?.failedLink === link) draw();
    },
    /**
     * Takes a program's report.
     * @param {string} about
     * @param {Report} report
     * @param {(message: import("../../protocol/protocol").ToSeries) => void} answer
     */
    take: (about, report, answer) => {
      const name = report.file;
      const run = runOf(name);
      const text = JSON.stringify(report);
      // A listener for a series that plays the same games again may be new: it gets the report,
      // too.
      const series = "phase" in report ? report : undefined;
      if (series && name === file()) onSeries(series);
      if (run.texts[about] === text) return;
      run.texts[about] = text;
      if (series) Object.assign(run, { series, tell: answer });
      else Object.assign(run, { cases: report });
      if (series?.phase === "playing") rememberLast(game, name, series.sha256);
      if (!run.series) return;
      keepSoon(name);
      if (name === file()) draw();
    },
    /** Another draft is open: shows its last results. */
    showOpen: async () => {
      isRefused = false;
      if (runOf(file()).series) return draw();
      isStarting = false;
      strip.hide();
      const name = file();
      const builds = (await listBuilds(game, name).catch(() => [])).filter(({ results }) => results.counted !== undefined);
      const lastRun = recallLast(game)[name];
      const last = builds.find(({ sha256 }) => sha256 === lastRun) ?? builds[0];
      if (!last || name !== file() || runOf(name).series) return;
      strip.showKept(last, name);
      askReport(keyOf(name, last.number));
    },
  };
};
