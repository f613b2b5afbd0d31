// Reports on runs: which of them are shown, and what is kept of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClock, settle } from "../../testing/clock.js";
import { findAll, installDocument } from "../../testing/elements.js";
import { createStorage } from "../../testing/tab.js";
import { createRunResults } from "./run_results.js";

const GAME = "connect-four";
/**
 * @typedef {import("./builds.js").CasesReport} CasesReport
 * @typedef {import("./builds.js").RunReport} RunReport
 */

/** @type {(parts?: Partial<RunReport>) => RunReport} */
const series = (parts = {}) => ({
  game: GAME, run: "file:my-bot.js", file: "my-bot.js", name: "my-bot.js", sha256: "sha-1", seed: "1", phase: "playing", counted: 1, games: 10,
  rate: null, left: null, isLong: false, opponents: [], losses: [], failed: null, failedLink: null, ...parts,
});
/** @type {(parts?: Partial<CasesReport>) => CasesReport} */
const cases = (parts = {}) => ({ game: GAME, run: "file:my-bot.js", file: "my-bot.js", passed: 1, failed: 0, waiting: 0, ...parts });

/**
 * A panel with an open draft, among these builds of it.
 * @param {{ storage?: Storage, builds?: { number: number, sha256: string, counted?: number }[] }}
 * browser
 */
const createPanel = ({ storage = createStorage(), builds = [] } = {}) => {
  const document = installDocument(), clock = createClock();
  /**
   * @type {{ storage: Storage, clock: typeof clock, file: string, kept: import("./builds.js").RunResults[], losses: [number, string][],
   * causes: string[], reports: number[], asked: string[], onKept: number, answers: unknown[] }}
   */
  const panel = { storage, clock, file: "my-bot.js", kept: [], losses: [], causes: [], reports: [], asked: [], onKept: 0, answers: [] };
  /** @param {import("../../protocol/protocol").ToBotLibrary} request */
  const botLibrary = async request => {
    /** @type {(build: typeof builds[number]) => import("../../protocol/protocol").ListedBuild} */
    const listed = ({ number, sha256, counted }) =>
      ({ name: "my-bot.js", number, sha256, since: "", note: "", results: JSON.stringify({ counted, games: 10 }), files: 0, failure: "" });
    if (request.type === "list") return { builds: builds.map(listed) };
    if (request.type === "keepResults") panel.kept.push(JSON.parse(request.results));
    return undefined;
  };
  Object.assign(globalThis, { localStorage: storage, botLibrary });
  const results = createRunResults({
    game: GAME,
    file: () => panel.file,
    showLoss: (loss, name) => panel.losses.push([loss.number, name]),
    askCause: link => panel.causes.push(link),
    onSeries: report => panel.reports.push(report.counted),
    askReport: run => panel.asked.push(run),
    onKept: () => { panel.onKept += 1; },
    clock,
  });
  document.body.append(results.head, results.element);
  /** @param {string} id */
  const find = id => findAll(`run-${id}`)[0];
  /** @param {import("./run_results.js").Report} report */
  const take = async (report, about = "series") => {
    results.take(about, report, message => panel.answers.push(message));
    await settle();
  };
  /** @param {string} file */
  const open = async file => {
    panel.file = file;
    await results.showOpen();
  };
  return Object.assign(panel, { results, find, take, open, state: () => (results.head.hidden ? undefined : find("state").textContent) });
};

// The Elo of the run before stayed in sight, as if it were the refused text's.
test("reports on earlier runs do not replace the message that the last one was refused", async () => {
  const panel = createPanel();
  await panel.take(series());
  panel.results.refuse("No results: the draft has a syntax error.");
  assert.equal(panel.find("headline").textContent, "");
  await panel.take(series({ counted: 2 }));
  assert.equal(panel.state(), "No results: the draft has a syntax error.");
  panel.results.begin("The series starts …", true);
  await panel.take(series({ counted: 3 }));
  assert.equal(panel.state(), "my-bot.js: 3 of 10 games");
});

test("a report on the open draft is shown; one on another draft is shown when that is opened", async () => {
  const panel = createPanel();
  await panel.take(series());
  await panel.take(series({ file: "other.js", name: "other.js", run: "file:other.js", counted: 5 }));
  assert.equal(panel.state(), "my-bot.js: 1 of 10 games");
  assert.deepEqual(panel.reports, [1], "only the open draft's are passed on");
  await panel.open("other.js");
  assert.equal(panel.state(), "other.js: 5 of 10 games");
  await panel.open("new.js");
  assert.equal(panel.state(), undefined);
});

test("a listener gets a report that is known already, too: the same games may be played again", async () => {
  const panel = createPanel();
  await panel.take(series());
  await panel.take(series());
  assert.deepEqual(panel.reports, [1, 1]);
  assert.equal(panel.kept.length, 1);
});

test("what was told before a run starts is not drawn over it", async () => {
  const panel = createPanel();
  const failed = series({ phase: "stopped", failed: 1, failedLink: "AoC" });
  await panel.take(failed);
  panel.results.explain({ link: "AoC", cause: "it crashed" });
  panel.results.begin("The series starts …", true);
  await panel.take(failed);
  panel.results.explain({ link: "AoC", cause: "it crashed" });
  await panel.take(series({ file: "other.js", run: "file:other.js" }));
  assert.equal(panel.state(), "The series starts …");
});

test("results are kept at once, then once a second, and last when the run ends", async () => {
  const panel = createPanel();
  await panel.take(series());
  for (let counted = 2; counted <= 5; counted += 1) await panel.take(series({ counted }));
  assert.deepEqual(panel.kept.map(({ counted }) => counted), [1]);
  await panel.clock.advance(1_001);
  assert.deepEqual(panel.kept.map(({ counted }) => counted), [1, 5]);
  await panel.take(series({ counted: 6 }));
  await panel.take(series({ counted: 10, phase: "over" }));
  assert.deepEqual(panel.kept.map(({ counted }) => counted), [1, 5, 10]);
  await panel.clock.advance(10_000);
  assert.deepEqual(panel.kept.map(({ counted }) => counted), [1, 5, 10]);
  assert.equal(panel.onKept, 3);
});

test("results that cannot be kept are shown all the same", async () => {
  const panel = createPanel();
  globalThis.botLibrary = undefined;
  await panel.take(series());
  await panel.take(series({ counted: 10, phase: "over" }));
  assert.equal(panel.state(), "my-bot.js: 10 games");
  assert.equal(panel.onKept, 0);
});

test("cases of an earlier run are neither shown nor kept with a new one", async () => {
  const panel = createPanel();
  await panel.take(cases({ run: "build:2:my-bot.js" }), "cases");
  assert.equal(panel.state(), undefined, "cases alone are no run");
  await panel.take(series());
  assert.ok(panel.find("cases").hidden);
  assert.equal(panel.kept.at(-1)?.cases, undefined);
  await panel.take(series({ run: "build:2:my-bot.js", counted: 10, phase: "over" }));
  assert.equal(panel.find("cases").textContent, "1 test passes");
  assert.deepEqual(panel.kept.at(-1)?.cases, { passed: 1, failed: 0 });
});

test("the buttons stop and go on with the run that is shown", async () => {
  const panel = createPanel();
  await panel.take(series());
  panel.find("stop").click();
  await panel.take(series({ phase: "stopped" }));
  panel.find("stop").click();
  assert.deepEqual(panel.answers, ["stop", "go-on"].map(request => ({ run: { game: "connect-four", key: "file:my-bot.js", request } })));
});

test("a loss that is too long for a link is opened by its number", async () => {
  const panel = createPanel();
  const loss = { against: "random", seat: 1, turns: 9, fault: null, times: 1, stderr: null };
  await panel.take(series({ losses: [{ ...loss, number: 3, link: "AoC" }, { ...loss, number: 5, link: null }] }));
  panel.find("loss-3").click();
  assert.deepEqual(panel.answers, []);
  panel.find("loss-5").click();
  assert.deepEqual(panel.answers, [{ run: { game: "connect-four", key: "file:my-bot.js", request: { open: { number: 5 } } } }]);
  assert.deepEqual(panel.losses, [[3, "my-bot.js"], [5, "my-bot.js"]]);
});

test("the page is asked once why a game was lost, and its answer is shown", async () => {
  const panel = createPanel();
  const failed = series({ phase: "stopped", failed: 1, failedLink: "AoC" });
  await panel.take(failed);
  await panel.take({ ...failed, counted: 2 });
  assert.deepEqual(panel.causes, ["AoC"]);
  panel.results.explain({ link: "of another game", cause: "it crashed" });
  assert.doesNotMatch(panel.state() ?? "", /crashed/);
  panel.results.explain({ link: "AoC", cause: "it answered `9`" });
  assert.match(panel.state() ?? "", /Game 1: it answered 9$/);
});

test("what a series waits for is told while it starts, and not later", async () => {
  const panel = createPanel();
  panel.results.tellStart("The series waits for random …");
  assert.equal(panel.state(), undefined);
  panel.results.begin("The series starts …", true);
  panel.results.tellStart("The series waits for random …");
  assert.equal(panel.state(), "The series waits for random …");
  await panel.take(series());
  panel.results.tellStart("The series waits for random …");
  assert.equal(panel.state(), "my-bot.js: 1 of 10 games");
  panel.results.begin("No series: one seat only");
  panel.results.tellStart("The series waits for random …");
  assert.equal(panel.state(), "No series: one seat only");
});

const BUILDS = [{ number: 1, sha256: "sha-1", counted: 4 }, { number: 2, sha256: "sha-2", counted: 6 }, { number: 3, sha256: "sha-3" }];

// A reload showed the results of the newest build.
test("the next visit shows the results of the run that was last, and asks whether it goes on", async () => {
  const before = createPanel();
  await before.take(series({ run: "build:2:my-bot.js", sha256: "sha-2" }));
  await before.take(series({ sha256: "sha-1" }));
  await before.take(series({ file: "other.js", sha256: "sha-9" }));
  const panel = createPanel({ storage: before.storage, builds: BUILDS });
  await panel.results.showOpen();
  assert.equal(panel.state(), "my-bot.js: 4 of 10 games");
  assert.deepEqual(panel.asked, ["file:my-bot.js"]);
});

test("without a known last run the newest build that has played is shown", async () => {
  const panel = createPanel({ builds: BUILDS });
  await panel.results.showOpen();
  assert.equal(panel.state(), "my-bot.js, build 2: 6 of 10 games");
  assert.deepEqual(panel.asked, ["build:2:my-bot.js"]);
});

test("a run that was stopped in an earlier visit is not the last one of this", async () => {
  const before = createPanel();
  await before.take(series({ sha256: "sha-1" }));
  await before.take(series({ run: "build:2:my-bot.js", sha256: "sha-2", phase: "stopped" }));
  const panel = createPanel({ storage: before.storage, builds: BUILDS });
  await panel.results.showOpen();
  assert.equal(panel.state(), "my-bot.js: 4 of 10 games");
});

test("kept results do not take the place of what has come meanwhile", async () => {
  const panel = createPanel({ builds: BUILDS });
  const opening = panel.results.showOpen();
  panel.file = "other.js";
  await opening;
  assert.equal(panel.state(), undefined);
  const again = panel.open("my-bot.js");
  panel.results.take("series", series(), () => {});
  await again;
  assert.equal(panel.state(), "my-bot.js: 1 of 10 games");
});
