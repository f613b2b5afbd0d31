// The steps to a first bot: what is checked, what is said of it, and what is kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { settle } from "../../../testing/clock.js";
import { elementOf, findAll, installDocument } from "../../../testing/elements.js";
import { createStorage } from "../../../testing/tab.js";
import { parseTopLevel } from "../../../testing/top_level.js";
import { USUAL } from "../languages.js";
import { createCodeMerge } from "../merge_code.js";

const GAME = "connect-four";
/**
 * @typedef {import("./main.js").Course} Course
 * @typedef {import("./main.js").Step} Step
 * @typedef {import("../builds.js").RunReport} RunReport
 */

// The steps' opponent beside the draft.
const SET_UP = { type: "setUp", game: GAME, setup: { seed: "3", seats: ["", "connect-four-random"] }, settings: null };

/** @type {(pattern: string, parts?: object) => import("./judge.js").LineCheck} */
const check = (pattern, parts = {}) => ({ input: "1\n", prints: [{ pattern }], ...parts });
/** @type {(title: string, parts?: Partial<Step>) => Step} */
const step = (title, parts = {}) => ({ title, text: ["Words."], code: "", isWhole: false, lines: [], checks: [check("p")], ...parts });
/** @type {Record<string, Record<string, Course>>} */
const BOTYARD_STEPS = {
  javascript: { [GAME]: {
    title: "Your first bot",
    intro: ["Some steps."],
    opponent: "connect-four-random",
    settings: "",
    start: "// Mine.\n",
    steps: [
      step("Be ready", { code: '// Mine.\nprint("p");\nplay();\n', isWhole: true, checks: [check("p", { hint: "Print it." }), check("q")] }),
      step("Play", { code: "function play() {\n}\n", lines: [{ title: "You begin", lines: ["<< p"], input: "" }] }),
      step("Look", { code: "// Looks.\nfunction look() {\n}\n" }),
      step("A match", { checks: [{ match: "won", hint: "Look." }] }),
      step("A series", { checks: [{ series: "better" }] }),
    ],
  } },
};
Object.assign(globalThis, { BOTYARD_STEPS });
const { drawSteps } = await import("./main.js");
const { merge, compare } = createCodeMerge(parseTopLevel);

/**
 * The steps beside a draft: what is shown, and what the page and the panel are asked for.
 * @param {{ storage?: Storage, at?: number }} visit
 */
const open = ({ storage = createStorage(), at } = {}) => {
  const document = installDocument();
  globalThis.localStorage = storage;
  /**
   * @type {{ storage: Storage, draft: string, canChange: boolean, told: import("../../../protocol/protocol").FromEditor[], scripts: unknown[], runs: number, begun:
   * string[], done: number, seats: string[], seed: string, hash: string }}
   */
  const steps = { storage, draft: "", canChange: true, told: [], scripts: [], runs: 0, begun: [], done: 0, seats: ["connect-four-random"], seed: "3", hash: "sha" };
  const box = document.createElement("div");
  document.body.append(box);
  /** @type {import("./main.js").StepsHost} */
  const host = {
    root: { adoptedStyleSheets: [] },
    language: USUAL,
    tell: (message, script) => {
      steps.told.push(message);
      steps.scripts.push(script);
    },
    seed: () => steps.seed,
    opponents: () => steps.seats,
    script: () => new TextEncoder().encode(steps.draft),
    hash: async () => steps.hash,
    run: () => { steps.runs += 1; },
    begin: code => steps.begun.push(code),
    merge,
    compare: (code, bot) => compare(steps.draft, code, bot),
    rewrite: change => {
      if (steps.canChange) steps.draft = change(steps.draft);
      return steps.canChange;
    },
    showDone: count => { steps.done = count; },
    explain: error => (error ? `bot.js, line 4: ${error.sentence}` : ""),
  };
  const drawn = drawSteps(elementOf(box), GAME, host);
  /** @param {string} id */
  const find = id => findAll(id)[0];
  /** @type {(id: string, detail?: number) => Promise<void>} */
  const press = async (id, detail) => {
    find(id).click(detail);
    await settle();
  };
  // The page's answer to the trial that is asked for.
  /** @type {(stdout: string, parts?: { why?: string, error?: string }) => Promise<void>} */
  const answer = async (stdout, parts = {}) => {
    const { why = "", error } = parts;
    const reported = error ? { sentence: error, place: null, thrown: null, missingFile: null, isLoop: false } : null;
    const told = steps.told.at(-1);
    assert.ok(told?.type === "try");
    drawn.hear({ tried: { number: told.number, why, stdout, stderr: "", error: reported }, played: null });
    await settle();
  };
  if (at) find(`step-${at}`).click();
  /** @param {string} id */
  const text = id => findAll(id).at(0)?.textContent ?? "";
  return Object.assign(steps, drawn, { document, find, press, answer, text, result: () => text("step-result"), title: () => text("step-title") });
};

test("the steps begin with an empty bot, which plays against their opponent", async () => {
  const steps = open();
  await steps.press("steps-begin");
  assert.deepEqual(steps.begun, ["// Mine.\n"]);
  // Run played against another bot than the one in the steps.
  assert.deepEqual(steps.told, [SET_UP]);
  assert.equal(steps.title(), "1. Be ready");
});

test("who begins again has done nothing yet", async () => {
  const steps = open({ at: 2 });
  await steps.press("step-check");
  await steps.answer("p\n");
  assert.equal(steps.done, 1);
  await steps.press("step-back");
  await steps.press("step-back");
  await steps.press("steps-begin");
  assert.equal(steps.done, 0);
});

test("a step is done once all its checks pass, and still on the next visit", async () => {
  const steps = open({ at: 1 });
  await steps.press("step-check");
  assert.equal(steps.result(), "Running your draft…");
  await steps.answer("p\n");
  assert.equal(steps.done, 0, "there is another check");
  await steps.answer("q\n");
  assert.equal(steps.result(), "✓ Right.");
  assert.equal(steps.done, 1);
  const next = open({ storage: steps.storage });
  assert.equal(next.title(), "1. Be ready");
  assert.equal(next.find("step-1").getAttribute("aria-label"), "Step 1: Be ready (done)");
  assert.equal(next.text("step-next"), "Next");
  assert.equal(open({ storage: steps.storage, at: 2 }).text("step-next"), "Skip");
});

test("a mistake is told with what was expected, and a hint", async () => {
  const steps = open({ at: 1 });
  await steps.press("step-check");
  await steps.answer("x\n");
  assert.equal(steps.result(), "✗ Expected: Line 1 of its output is p.Came: It printed x.Print it.");
  assert.equal(steps.done, 0);
});

test("an error of the language comes first, and no hint leads astray", async () => {
  const steps = open({ at: 1 });
  await steps.press("step-check");
  await steps.answer("", { why: "it failed", error: "TypeError" });
  assert.match(steps.result(), /^✗ Your draft has an error: bot\.js, line 4: TypeErrorExpected: Line 1/);
  assert.doesNotMatch(steps.result(), /Print it/);
  await steps.press("step-check");
  await steps.answer("", { error: "TypeError, which was caught" });
  assert.match(steps.result(), /^✗ Expected: .*Print it\.$/);
});

test("a check goes on only while its step is shown", async () => {
  const steps = open({ at: 1 });
  await steps.press("step-check");
  await steps.press("step-2");
  await steps.answer("x\n");
  assert.deepEqual([steps.title(), steps.result()], ["2. Play", ""]);
});

test("steps can be skipped and gone back to", async () => {
  const steps = open({ at: 1 });
  await steps.press("step-next");
  assert.equal(steps.title(), "2. Play");
  assert.equal(open({ storage: steps.storage }).title(), "2. Play", "the next visit goes on there");
  await steps.press("step-back");
  assert.equal(steps.title(), "1. Be ready");
  await steps.press("step-back");
  assert.ok(steps.find("steps-begin"));
  assert.equal(open({ at: 5 }).find("step-next"), undefined);
});

test("lines are tried with the draft as it is, and its answers stand beside them", async () => {
  const steps = open({ at: 2 });
  steps.draft = "print(5)";
  await steps.press("step-try-0");
  assert.deepEqual(steps.told.map(message => message.type === "try" && message.input), [""]);
  assert.deepEqual(steps.scripts, [new TextEncoder().encode("print(5)")]);
  await steps.answer("5\n");
  assert.match(steps.text("step-answer-0"), /Your draft.*it answersp5$/);
  await steps.press("step-try-0");
  await steps.answer("", { why: "it failed", error: "TypeError" });
  assert.match(steps.text("step-answer-0"), /nothing.*bot\.js, line 4: TypeError/);
});

// Presses Show the code.
/** @param {ReturnType<typeof open>} steps */
const showCode = ({ document }) => document.querySelectorAll(".steps-code").forEach(code => { code.open = true; });

test("a piece of code goes where it belongs, after it is said where", async () => {
  const steps = open({ at: 2 });
  steps.draft = 'print("p");\nplay();\n';
  showCode(steps);
  assert.equal(steps.text("step-place"), "play is new: above the line that starts your bot. ");
  await steps.press("step-insert");
  assert.equal(steps.draft, 'print("p");\nfunction play() {\n}\n\nplay();\n');
  assert.equal(steps.result(), "It is in your draft, where it can be undone.");
  assert.equal(steps.text("step-place"), "play is in your draft already: this takes its place.");
  steps.canChange = false;
  await steps.press("step-insert");
  assert.equal(steps.result(), "This draft is open in another tab: edit a copy of it.");
});

test("a bot that is built in another way is told what it lacks, and can be replaced by the whole bot", async () => {
  const steps = open({ at: 3 });
  steps.draft = "print('p');\nlet theirs = 1;\n";
  showCode(steps);
  assert.match(steps.text("step-place"), /Yours is built in another way: it has no print\("p"\), play and play\(\)\./);
  assert.ok(steps.find("step-insert").hidden, "the piece alone would not be called");
  await steps.press("step-whole");
  assert.equal(steps.draft, '// Mine.\nprint("p");\nfunction play() {\n}\n\n// Looks.\nfunction look() {\n}\n\nplay();\n');
  assert.equal(steps.result(), "It is in your draft, where it can be undone.");
  // The draft has changed since the code's place was shown.
  steps.draft = "";
  await steps.press("step-insert");
  assert.equal(steps.draft, "");
  assert.ok(steps.find("step-insert").hidden);
});

test("a step of a whole file replaces it", async () => {
  const steps = open({ at: 1 });
  steps.draft = "let theirs = 1;\n";
  await steps.press("step-insert");
  assert.equal(steps.draft, '// Mine.\nprint("p");\nplay();\n');
});

test("other opponents than the steps' are said, and chosen away", async () => {
  const steps = open();
  steps.seats = ["connect-four-tactician", ""];
  steps.showOpponents();
  assert.ok(steps.find("step-against").hidden, "before the first step nothing is played");
  await steps.press("steps-stay");
  assert.equal(steps.text("step-against"), "Other players are chosen than in these steps: Run plays against tactician and another player.Choose random");
  steps.find("step-opponent").focus();
  await steps.press("step-opponent", 0);
  assert.deepEqual(steps.told.at(-1), SET_UP);
  assert.equal(steps.document.activeElement, steps.find("step-title"), "the button goes, with the focus");
  steps.seats = ["connect-four-random"];
  steps.showOpponents();
  assert.ok(steps.find("step-against").hidden);
});

// What the page reports on matches: its number, how it ended, the draft's faults, its opponents.
/** @type {(run: number, ending: import("../../../protocol/protocol").MatchEnding, faults?: number) => Pick<import("../../../protocol/protocol").ToEditor, "tried" | "played">} */
const match = (run, ending, faults = 0) => ({ tried: null, played: { run, ending, faults, opponents: ["random"] } });

test("a match that was won without a mistake passes the step, whenever it was played", async () => {
  const steps = open({ at: 4 });
  steps.hear(match(1, "won", 1));
  assert.match(steps.result(), /It made 1 mistake.*Look\.$/);
  await steps.press("step-check");
  assert.equal(steps.runs, 1);
  assert.deepEqual(steps.told.at(-1), SET_UP);
  steps.hear(match(1, "won", 1));
  assert.match(steps.result(), /^A match against random is being played\./, "that is the match before");
  steps.hear(match(2, "won"));
  assert.equal(steps.result(), "✓ Your bot won: watch the match on the board.");
});

test("a match says nothing in a step that asks for none", () => {
  const steps = open({ at: 1 });
  steps.hear(match(1, "won"));
  assert.equal(steps.result(), "");
});

/** @type {(parts?: Partial<RunReport>, won?: number) => RunReport} */
const report = (parts = {}, won = 20) => ({
  game: GAME, run: "file:my-bot.js", file: "my-bot.js", name: "my-bot.js", sha256: "sha", seed: "3", phase: "playing", games: 20,
  rate: null, left: null, isLong: false, losses: [], failed: null, failedLink: null, counted: won, opponents: [{
    name: "random", label: "random", isOwn: false, won, drawn: 0, lost: 0, faults: "", elo: "at least +120", unknown: null, interval: null,
    repeated: 0, units: 10,
  }], ...parts,
});

test("a series is judged while it goes on, from its twentieth game on", async () => {
  const steps = open({ at: 5 });
  steps.hearReport(report());
  assert.equal(steps.result(), "", "nothing was asked for");
  await steps.press("step-check");
  assert.match(steps.result(), /^A series against random is being played\./);
  steps.hearReport(report({}, 5));
  assert.equal(steps.result(), "Playing against random: 5 of 20 games so far.");
  steps.hearReport(report());
  assert.match(steps.result(), /^✓ Right\. Your bot is better than this opponent/);
  const told = steps.find("step-result").firstChild;
  steps.hearReport(report({ counted: 21 }));
  assert.equal(steps.find("step-result").firstChild, told, "it is announced once");
  steps.hearReport(report({ phase: "over", opponents: [{ ...report().opponents[0], elo: "-3 ± 5", interval: [-8, -3, 2] }] }));
  assert.match(steps.result(), /^✗ Expected: The Elo interval against random is above 0/, "its last word counts");
});

test("only the series of this text and this seed counts", async () => {
  const steps = open({ at: 5 });
  await steps.press("step-check");
  steps.hearReport(report({ sha256: "of an earlier text" }));
  steps.hearReport(report({ seed: "4" }));
  assert.match(steps.result(), /^A series against random is being played\./);
  await steps.press("step-4");
  await steps.press("step-5");
  steps.hearReport(report());
  assert.equal(steps.result(), "", "it was not asked for since");
});

test("where the browser computes no hash, the seed alone tells series apart", async () => {
  const steps = open({ at: 5 });
  steps.hash = "";
  await steps.press("step-check");
  steps.hearReport(report({ sha256: "of any text" }));
  assert.match(steps.result(), /^✓/);
});

test("the series that is replaced stops first, which says nothing of the new one", async () => {
  const steps = open({ at: 5 });
  await steps.press("step-check");
  steps.hearReport(report({ phase: "stopped" }, 3));
  assert.match(steps.result(), /^A series against random is being played\./);
  steps.hearReport(report({}, 5));
  steps.hearReport(report({ phase: "stopped" }, 5));
  assert.match(steps.result(), /^✗ Expected: The Elo interval .*After 5 games/);
  // The page shows each report again whenever anything else changes.
  steps.hearRefusal("one seat is yours", true);
  steps.hearReport(report({ phase: "stopped" }, 5));
  assert.match(steps.result(), /one seat is yours$/);
});

test("a bot that fails at once is told so", async () => {
  const steps = open({ at: 5 });
  await steps.press("step-check");
  steps.hearReport(report({ phase: "stopped", failed: 1 }, 1));
  assert.match(steps.result(), /In game 1 your bot failed before its first answer, so no other was played\.$/);
});

// The first press went to another panel, and the second had no effect.
test("the same series can be asked for again, and passes again", async () => {
  const steps = open({ at: 5 });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await steps.press("step-check");
    assert.doesNotMatch(steps.result(), /^✓/);
    steps.hearReport(report({ phase: "over" }));
    assert.match(steps.result(), /^✓/);
  }
  assert.equal(steps.runs, 2);
});

test("why a run plays nothing is told where it was asked for", async () => {
  const series = open({ at: 5 });
  series.hearRefusal("one seat is yours", true);
  assert.equal(series.result(), "");
  await series.press("step-check");
  series.hearRefusal("one seat is yours", true);
  assert.equal(series.result(), "✗ Expected: Your draft is run.Came: one seat is yours");
  const ofMatch = open({ at: 4 });
  await ofMatch.press("step-check");
  ofMatch.hearRefusal("one seat is yours", true);
  assert.match(ofMatch.result(), /is being played/, "the match is played");
  ofMatch.hearRefusal("it cannot be read as JavaScript", false);
  assert.match(ofMatch.result(), /it cannot be read as JavaScript$/);
});
