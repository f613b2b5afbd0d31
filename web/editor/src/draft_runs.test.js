// What Run does with a draft, and what the panel says of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import "../../testing/browser.js";
import { createClock, settle } from "../../testing/clock.js";
import { document, findAll, installDocument } from "../../testing/elements.js";
import { createStorage } from "../../testing/tab.js";
import { createDraftRuns } from "./draft_runs.js";
import { SCRIPT_LIMIT, sha256Of, splitFiles } from "./script_text.js";

const GAME = "connect-four";
/**
 * @typedef {import("./open_editor.js").File} File
 * @typedef {import("../../protocol/protocol").RunResult} Result
 */

/** @type {(path: string, text?: string) => File} */
const file = (path, text = "") => ({ path, text });
/** @param {Uint8Array} [bytes] */
const read = bytes => new TextDecoder().decode(bytes);

/** @type {() => Promise<import("../../storage/translator.js").Translate>} */
/** @type {typeof import("../../storage/translator.js").fetchTranslator} */
const fetchNone = async () => { throw new TypeError("no connection"); };

/** A panel with an open draft: what it says, and what it tells the page. */
const createPanel = (files = [file("bot.js", "print('p');")], fetchTranslator = fetchNone) => {
  installDocument();
  Object.assign(globalThis, { localStorage: createStorage(), botLibrary: async () => ({ canWatch: false, watched: null, builds: [] }) });
  const clock = createClock();
  /**
   * @type {{ draft: import("./draft_session.js").OpenDraft, origin: string | undefined, isKept: boolean, told:
   * import("../../protocol/protocol").FromEditor[], bytes: Uint8Array | undefined, refused: unknown[][], notices: string[], problems: string[], status: string,
   * text: number, folded: number, revealed: unknown[][] }}
   */
  const panel = {
    draft: { name: "my-bot", files }, origin: undefined, isKept: false, told: [], bytes: undefined, refused: [], notices: [], problems: [], status: "",
    text: 0, folded: 0, revealed: [],
  };
  /** @type {import("./panel_messages.js").Announce} */
  const announce = text => {
    panel.notices.push(text);
    return () => {};
  };
  const runs = createDraftRuns({
    game: GAME,
    session: { draft: () => panel.draft, keepRun: async () => { panel.isKept = true; }, origin: () => panel.origin },
    file: () => `${panel.draft.name}.js`,
    editor: () => ({ reveal: (...place) => panel.revealed.push(place) }),
    messages: { say: text => { panel.status = text; }, announce, announceProblem: announce, retractProblem: () => { panel.notices = []; } },
    problems: {
      reset: () => { panel.problems = []; },
      find: error => error && { path: "bot.js", line: error.place?.line, message: error.sentence, severity: "error", isLoop: error.isLoop },
      show: (problem, of = "") => panel.problems.push(of + problem.message),
    },
    tell: (message, bytes) => {
      panel.told.push(message);
      panel.bytes = bytes;
    },
    showText: () => { panel.text += 1; },
    scrollToResults: () => {},
    scrollBelow: () => {},
    foldOpponents: () => { panel.folded += 1; },
    onSeries: () => {},
    onRefused: (...why) => panel.refused.push(why),
    refreshBuilds: () => {},
    fetchTranslator,
    clock,
  });
  document.body.append(runs.results.head, runs.results.element);
  // Presses Run. Returns the number of the check, and the files that are checked.
  const run = (isSeries = false) => {
    runs.run(isSeries);
    const told = panel.told.at(-1);
    if (told?.type !== "check") return { path: "", number: 0, files: [] };
    const { path, number } = told;
    return { path, number, files: splitFiles(read(panel.bytes), "bot.js") };
  };
  /** What the page was told last, which is to run a draft. */
  const toldToRun = () => {
    const told = panel.told.at(-1);
    assert.ok(told?.type === "run");
    return told;
  };
  // Presses Run with a text that is right. Returns what the page is told to run.
  const runRight = async (isSeries = false) => {
    runs.takeCheck({ number: run(isSeries).number, errors: "", error: null });
    await settle();
    return toldToRun();
  };
  return Object.assign(panel, { clock, runs, run, runRight, toldToRun, state: () => findAll("run-state")[0].textContent });
};
/** @type {(sentence: string, isLoop?: boolean) => import("../../protocol/protocol").ScriptError} */
const error = (sentence, isLoop = false) => ({ sentence, place: { file: "bot.js", line: 4, column: null }, thrown: null, missingFile: null, isLoop });
/** @type {(parts?: Partial<Result>) => Result} */
const result = (parts = {}) => ({ run: 1, bot: "my-bot.js", isOver: true, words: "my-bot.js wins: four in a row.", stderr: "", error: null, obstacle: null, isLate: false, ...parts });

// A hundred games were begun with a text that no interpreter can parse, and it became a build.
// The syntax of Python is checked by a script in Python, which runs nothing of the draft.
test("a draft in Python is checked by Python, and run under its own ending", async t => {
  const panel = createPanel([file("bot.py", "import b\nprint('p'"), file("b.py", "x = 1\n"), file("data.json", "{}")]);
  panel.runs.run(false);
  const told = panel.told.at(-1);
  assert.ok(told?.type === "check");
  assert.equal(told.path, "/bot.py");
  assert.equal(panel.status, "Checking my-bot.py…");
  const checked = splitFiles(read(panel.bytes), "bot.py");
  assert.deepEqual(checked.map(({ path }) => path), ["bot.py", "check.py", "b.py", "data.json"]);
  assert.match(checked[0].text, /\[\["\/check\.py","\/bot\.py"\],\["\/b\.py","\/b\.py"\]\]/);
  panel.runs.takeCheck({ number: told.number, errors: "SyntaxError", error: error("SyntaxError: '(' was never closed") });
  assert.equal(panel.status, "my-bot.py was not run: it cannot be read as Python.");
  panel.runs.run(false);
  const again = panel.told.at(-1);
  assert.ok(again?.type === "check");
  panel.runs.takeCheck({ number: again.number, errors: "", error: null });
  await settle();
  assert.equal(panel.toldToRun().file, "my-bot.py");
  await t.test("by a program of it, where there is one", async () => {
    const { spawnSync } = await import("node:child_process");
    const { mkdtemp, rm, writeFile } = await import("node:fs/promises");
    const folder = await mkdtemp("draft-");
    try {
      await Promise.all(checked.map(({ path, text }) => writeFile(`${folder}/${path}`, text)));
      await writeFile(`${folder}/bot.py`, checked[0].text.replaceAll('"/check.py"', `"${folder}/check.py"`).replaceAll('["/b.py"', `["${folder}/b.py"`));
      const { error: missing, status, stderr } = spawnSync("python3", [`${folder}/bot.py`], { encoding: "utf8" });
      if (missing) return;
      assert.equal(status, 1);
      assert.match(stderr, /^ {2}File "\/bot\.py", line 2\n[^]*\nSyntaxError: '\(' was never closed\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

test("a draft in TypeScript is translated, and what plays follows its text", async () => {
  const files = [file("bot.ts", "let a: number;"), file("b.ts", "let b: string;")];
  /** @type {Set<string>} */
  const addresses = new Set();
  /** @type {typeof import("../../storage/translator.js").fetchTranslator} */
  const fetchTranslator = async address => {
    addresses.add(new URL(address).pathname);
    return text => ({ text: text.replace(/: \w+;/g, ";") });
  };
  const panel = createPanel(files, fetchTranslator);
  panel.runs.run(false);
  assert.equal(panel.status, "Checking my-bot.ts…");
  await settle();
  const told = panel.told.at(-1);
  assert.ok(told?.type === "check");
  assert.equal(told.path, "/check.ts");
  const text = "let a: number;\n//# file: b.ts\nlet b: string;", played = "let a;\n//# file: b.ts\nlet b;";
  const check = '\n//# file: check.ts\nimport "./bot.ts";\nimport "./b.ts";\n';
  assert.equal(read(panel.bytes), `${text}${check}\0${played}${check}`);
  panel.runs.takeCheck({ number: told.number, errors: "", error: null });
  await settle();
  assert.deepEqual([panel.toldToRun().file, read(panel.bytes)], ["my-bot.ts", `${text}\0${played}`]);
  await panel.runs.tellDraft();
  const draft = panel.told.at(-1);
  assert.equal(draft?.type === "draft" && draft.sha256, await sha256Of(new TextEncoder().encode(played)), "a build is known by what plays");
  assert.deepEqual([...addresses], ["/bots/typescript.js"], "the translator is beside the bots");
});

test("a draft that cannot be translated is not run", async () => {
  const files = [file("bot.ts", "let a: ;")];
  const panel = createPanel(files, async () => () => ({ error: { message: "Unexpected token", file: "bot.ts", line: 1, column: 8 } }));
  panel.runs.run(false);
  await settle();
  assert.deepEqual([panel.status, panel.problems], ["my-bot.ts was not run: it cannot be read as TypeScript.", ["SyntaxError: Unexpected token"]]);
  const without = createPanel(files);
  without.runs.run(false);
  await settle();
  assert.equal(without.status, "my-bot.ts was not run: the translator of TypeScript is not here. npm makes it when the page is built.");
  assert.deepEqual([panel.told, without.told], [[], []]);
});

test("a text that cannot be read as JavaScript is not run", async () => {
  for (const isSeries of [false, true]) {
    const panel = createPanel();
    const { number } = panel.run(isSeries);
    assert.equal(panel.status, "Checking my-bot.js…");
    panel.runs.takeCheck({ number, errors: "bot.js:2 SyntaxError", error: error("SyntaxError") });
    await settle();
    assert.equal(panel.status, "my-bot.js was not run: it cannot be read as JavaScript.");
    assert.deepEqual(panel.problems, ["SyntaxError"]);
    assert.deepEqual(panel.refused, [["my-bot.js was not run: it cannot be read as JavaScript."]]);
    assert.ok(panel.text > 0, "the text is shown, with the mark in it");
    assert.ok(panel.told.every(({ type }) => type === "check"));
    assert.equal(panel.state(), "No results: the draft has a syntax error.");
  }
});

test("an error without a place is shown as the interpreter writes it", () => {
  const panel = createPanel();
  panel.runs.takeCheck({ number: panel.run().number, errors: "out of memory\n", error: null });
  assert.deepEqual(panel.notices, ["out of memory"]);
});

test("all scripts of the draft are checked, also those that no file imports", () => {
  const files = [file("bot.js", "1"), file("helper.js", "2"), file("other.mjs", "3"), file("words.txt", "4"), file("check.js", "5")];
  const panel = createPanel(files);
  const { path, files: checked } = panel.run();
  assert.equal(path, "/_check.js", "a name that no file has");
  assert.deepEqual(checked.slice(0, -1).map(({ path }) => path), files.map(({ path }) => path));
  assert.equal(checked.at(-1)?.text, 'import "./bot.js";\nimport "./helper.js";\nimport "./other.mjs";\nimport "./check.js";\n');
});

test("the first file is checked under the name that it has when it plays", () => {
  const { files } = createPanel([file("start.js", "1")]).run();
  assert.equal(files.at(-1)?.text, 'import "./bot.js";\n');
});

test("a text that is right is kept and run, as it was when Run was pressed", async () => {
  const panel = createPanel();
  const { number } = panel.run();
  assert.ok(panel.isKept);
  panel.draft = { name: "other", files: [file("bot.js", "another text")] };
  panel.runs.takeCheck({ number, errors: "", error: null });
  assert.equal(panel.status, "Starting my-bot.js…");
  await settle();
  assert.deepEqual(panel.toldToRun(), { type: "run", game: GAME, file: "my-bot.js", isSeries: false });
  assert.equal(read(panel.bytes), "print('p');");
  assert.equal(panel.folded, 1);
});

test("a series alone is shown in its own panel", async () => {
  const panel = createPanel();
  assert.ok((await panel.runRight(true)).isSeries);
  assert.equal(panel.status, "The series of my-bot.js is in the panel Series.");
  assert.ok(panel.runs.results.head.hidden);
  await panel.clock.advance(5_000);
  assert.ok(panel.runs.results.head.hidden);
});

test("only the check of the last press counts", async () => {
  const panel = createPanel();
  const { number: first } = panel.run();
  const { number: second } = panel.run();
  panel.runs.takeCheck({ number: first, errors: "bot.js:1 SyntaxError", error: error("SyntaxError") });
  assert.equal(panel.status, "Checking my-bot.js…");
  panel.runs.takeCheck({ number: second, errors: "", error: null });
  panel.runs.takeCheck({ number: second, errors: "", error: null });
  await settle();
  assert.equal(panel.told.filter(({ type }) => type === "run").length, 1);
});

test("if the interpreter takes long to come, that is said", async () => {
  const panel = createPanel();
  panel.run();
  await panel.clock.advance(2_000);
  const { number } = panel.run();
  await panel.clock.advance(2_999);
  assert.equal(panel.status, "Checking my-bot.js…");
  await panel.clock.advance(1);
  assert.equal(panel.status, "Waiting for the interpreter of JavaScript …");
  panel.runs.takeCheck({ number, errors: "", error: null });
  assert.equal(panel.status, "Starting my-bot.js…");
  await panel.runRight();
  await panel.clock.advance(10_000);
  assert.equal(panel.status, "Starting my-bot.js…", "it has come");
});

test("a draft that is too long is not run; one that leaves no room for its check is", async () => {
  const panel = createPanel([file("bot.js", "x".repeat(SCRIPT_LIMIT)), file("helper.js", "x".repeat(SCRIPT_LIMIT / 2))]);
  panel.run();
  assert.deepEqual(panel.told, []);
  assert.deepEqual(panel.notices, ["A script may have at most 1 MiB: this one has 1.5 MiB."]);
  assert.deepEqual(panel.refused, [panel.notices]);
  panel.draft.files = [file("bot.js", "x".repeat(SCRIPT_LIMIT))];
  panel.run();
  await settle();
  assert.ok(panel.toldToRun());
});

test("if a series is late, it is said what it waits for", async () => {
  const panel = createPanel();
  await panel.runRight();
  panel.runs.showWaits("random");
  assert.equal(panel.state(), "The series starts …");
  await panel.clock.advance(2_000);
  assert.equal(panel.state(), "The series waits for random …");
  panel.runs.showWaits("");
  assert.equal(panel.state(), "The series waits for its program …");
  await panel.runRight();
  panel.runs.showWaits("negamax");
  assert.equal(panel.state(), "The series starts …");
  await panel.clock.advance(1_000);
  await panel.runRight();
  await panel.clock.advance(1_999);
  assert.equal(panel.state(), "The series starts …");
});

test("the page learns of the open draft under its name, with its hash and origin", async () => {
  const panel = createPanel([file("bot.js", "abc")]);
  panel.origin = "link";
  await panel.runs.tellDraft();
  const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assert.deepEqual(panel.told, [{ type: "draft", game: GAME, file: "my-bot.js", sha256, isFromLink: true }]);
  const telling = panel.runs.tellDraft();
  panel.draft = { name: "other", files: [] };
  await telling;
  assert.equal(panel.told.length, 1, "another draft was opened meanwhile");
});

// A new draft showed the result of the draft before.
test("the page's sentence on a run is shown once, and only for the draft that was run", async () => {
  const panel = createPanel();
  panel.runs.showResult(result());
  assert.equal(panel.status, "", "nothing was run");
  await panel.runRight();
  panel.runs.showResult(result({ bot: "other.js" }));
  assert.equal(panel.status, "Starting my-bot.js…");
  panel.runs.showResult(result());
  assert.equal(panel.status, "my-bot.js wins: four in a row.");
  // Another draft is open, which has emptied the line; the page's report is still there.
  panel.status = "";
  panel.runs.showResult(result());
  assert.equal(panel.status, "");
});

test("why a run has no series is said once for each run", async () => {
  const panel = createPanel();
  await panel.runRight();
  panel.runs.showResult(result({ obstacle: "both seats are yours", isOver: false }));
  assert.equal(panel.state(), "No series: both seats are yours");
  assert.deepEqual(panel.refused, [["both seats are yours", true]]);
  panel.runs.showResult(result({ obstacle: "both seats are yours" }));
  assert.equal(panel.refused.length, 1);
  panel.runs.showResult(result({ run: 2, obstacle: "both seats are yours" }));
  assert.equal(panel.refused.length, 2);
});

test("the error that stopped the bot is marked; where it was computing, only if it ran out of time", async () => {
  const panel = createPanel();
  for (const [parts, problems] of /** @type {[Partial<Result>, string[]][]} */ ([
    [{ error: error("TypeError") }, ["TypeError"]],
    [{ error: null }, []],
    [{ error: error("an endless loop?", true) }, []],
    [{ error: error("an endless loop?", true), isLate: true }, ["an endless loop?"]],
  ])) {
    await panel.runRight();
    panel.runs.showResult(result(parts));
    assert.deepEqual(panel.problems, problems, JSON.stringify(parts));
  }
});

test("a late bot that has written too much to know its line is told so", async () => {
  const panel = createPanel();
  await panel.runRight();
  panel.runs.showResult(result({ isLate: true, stderr: "x".repeat(1_001) }));
  assert.match(panel.notices[0], /^my-bot\.js ran out of time\. Where it was computing is not known/);
});

/** @type {(panel: ReturnType<typeof createPanel>, parts: Partial<import("./builds.js").Loss>) => void} */
const showLoss = (panel, parts) => {
  /** @type {import("./builds.js").Loss} */
  const loss = { number: 3, against: "random", seat: 2, turns: 9, fault: "exited", times: 1, link: "AoC", stderr: null, ...parts };
  /** @type {import("./builds.js").RunReport} */
  const report = {
    game: GAME, run: "file:my-bot.js", file: "my-bot.js", name: "my-bot.js", sha256: "", seed: "1", phase: "over", counted: 1, games: 1,
    rate: null, left: null, isLong: false, opponents: [], losses: [loss], failed: null, failedLink: null,
  };
  panel.runs.results.take("series", report, () => {});
  findAll("run-loss-3")[0].click();
};

test("a loss is opened beside the line of its error", () => {
  const panel = createPanel();
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });
  showLoss(panel, { error: error("TypeError") });
  assert.deepEqual(panel.told, [{ type: "openLoss", seat: 1 }], "the board shows the draft's seat");
  assert.deepEqual(panel.problems, ["my-bot.js: TypeError"]);
  assert.equal(panel.revealed.length, 1);
});

test("on a phone the board is in the text's place; without an error, the last of stderr is shown", () => {
  const panel = createPanel();
  showLoss(panel, { error: error("TypeError") });
  assert.deepEqual(panel.revealed, []);
  const other = createPanel();
  showLoss(other, { stderr: "thinking" });
  assert.deepEqual(other.notices, ["The last that my-bot.js wrote to stderr: thinking"]);
});
