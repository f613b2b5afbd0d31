// The panel of one game: its drafts, the editor, and what runs them. Keeps what is typed from the
// first key on. Plays nothing itself: it hands a draft to the page.

import { bundledFile, fetchBundledBot } from "./bundled_bot.js";
import { createDraftSession } from "./draft_session.js";
import { button, el, withCode } from "./elements.js";
import { compareCode, mergeCode } from "./merge_code.js";
import { openEditor } from "./open_editor.js";
import { PANEL_STYLE } from "./panel_style.js";
import { decodeBot, encodeBot } from "./shared_link.js";
import { findRuntimeProblem, findSyntaxProblem } from "./problems.js";
import { createRunResults } from "./run_results.js";
import { joinFiles, sha256Of, splitFiles } from "./script_text.js";
import { createStepsFold } from "./steps_fold.js";
import { template } from "./templates.js";
import { createBuildView } from "./build_view.js";

// In bytes, all files together; in characters for each of them.
const LIMIT = 1 << 20;
const TOO_LONG = "A script may have at most 1 MiB";
// How many characters of a link every program takes.
const LONG_LINK = 8_000;
// How long the text rests before its grammar is looked at, in milliseconds.
const REST = 400;
// What the licences of all that is in this script are called, beside the page.
const LICENCES = "editor/licences.txt";
// A bot is called as its file is, without the ending.
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;

const EDITED_ELSEWHERE = "Another tab edits this draft.";

// How the page says that a bot's time was up.
const LATE = /\bin time\b|still computing/;

// Whether the board has its place beside the text.
const isWide = () => matchMedia("(min-width: 861px)").matches;

const isMac = /Mac|iP/.test(navigator.platform);
const MODIFIER = isMac ? "Cmd" : "Ctrl";

/**
 * What the page says of the last run: its number, the bot's name, whether its match is over, the
 * page's own words on it, what the bot printed on stderr when it was stopped, and why no series is
 * played of it, if none is.
 * @typedef {{ run: string, bot: string, isOver: boolean, words: string, stderr: string, obstacle:
 * string }} Result
 */

/**
 * @param {string} game
 * @param {(message: unknown[]) => void} tell Says something to the page.
 * @param {() => { others: string[], seed: string }} setup The match that is set up in the page.
 * @returns {{ host: HTMLElement, showResult: (result: Result) => void, showPlan: (words: string) =>
 * void, hear: (name: string, told: string) => void, openLink: (payload: string | null) => void }}
 *   `hear` takes what the page says of runs to the steps.
 */
export const createPanel = (game, tell, setup) => {
  const host = el("div", { class: "bot-editor", "data-testid": "bot-editor" });
  const root = host.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet();
  style.replaceSync(PANEL_STYLE);
  root.adoptedStyleSheets = [style];
  host.addEventListener("keydown", event => {
    // What is typed is no key of the page's.
    event.stopPropagation();
    const isRun = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented;
    if (!isRun) return;
    // It would press the button that has the focus, too.
    event.preventDefault();
    run(event.shiftKey);
  });

  const status = el("div", { class: "status", role: "status", "data-testid": "write-status" });
  const told = el("div", { role: "alert" });
  let runtimeProblems = [], shownResult = "";
  // The name under which the draft was run last.
  let ran;
  // What was told last of an error of the bot, and of the text that is open.
  let toldProblem, toldOfText;

  const say = text => status.replaceChildren(...withCode(text));

  // Tells something that stays until it is closed or something else is told, with what can be done
  // about it.
  const announce = (text, actions = [], isBad = true) => {
    // Who has pressed a key must not lose the focus with the button; a finger would have the
    // keyboard come up.
    const end = ({ detail }) => {
      told.replaceChildren();
      if (detail === 0) editor.focus();
    };
    const close = button("Close", end, { class: "small", "data-testid": "write-told-close" });
    const act = ([name, action], nth) => button(name, press => {
      end(press);
      action();
    }, { "data-testid": `write-told-${nth}` });
    told.replaceChildren(el("div", { class: isBad ? "told bad" : "told", "data-testid": "write-told" }, el("span", {}, text), ...actions.map(act), close));
  };

  const forget = sentence => sentence?.isConnected && told.replaceChildren();

  const session = createDraftSession(game, () => template(game), {
    show: (files, isReadOnly) => {
      // What can be done about another text would be done to this one.
      forget(toldOfText);
      editor.replace(files);
      editor.setReadOnly(isReadOnly);
      runtimeProblems = [];
      checkSoon();
      showBuilds(false);
      results.showOpen();
    },
    setReadOnly: isReadOnly => editor.setReadOnly(isReadOnly),
    files: () => editor.files(),
    drawList: () => drawDrafts(),
    showResults: () => results.showOpen(),
    say,
    announce,
    save: () => save(),
  });

  const save = () => session.draft().files.forEach(({ path, text }) => {
    const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href, download: path === "bot.js" ? `${session.draft().name}.js` : path }).click();
    URL.revokeObjectURL(href);
  });

  let checking;
  const checkSoon = () => {
    clearTimeout(checking);
    checking = setTimeout(() => {
      const syntax = editor.files().flatMap(({ path, text }) => findSyntaxProblem(path, text));
      editor.showProblems([...syntax, ...runtimeProblems]);
      tellDraft();
    }, REST);
  };

  // The page says what a run of it would play.
  const tellDraft = async () => {
    const name = file();
    const bytes = new TextEncoder().encode(joinFiles(session.draft().files));
    const sha256 = await sha256Of(bytes);
    if (name === file()) tell(["draft", game, name, sha256]);
  };

  // What the draft is called as a bot.
  const file = () => `${session.draft().name}.js`;

  const run = isSeries => {
    const { name, files } = session.draft();
    const bytes = new TextEncoder().encode(joinFiles(files));
    if (bytes.length > LIMIT) return announce(`${TOO_LONG}: this one has ${(bytes.length / LIMIT).toFixed(1)} MiB.`);
    runtimeProblems = [];
    forget(toldProblem);
    checkSoon();
    session.keepNow();
    ran = `${name}.js`;
    say(`Starting ${ran}…`);
    if (!isSeries) {
      results.begin("The series starts …");
      // On a phone the results are below the text.
      if (!isWide()) buttons.scrollIntoView({ block: "start" });
    }
    tell(["run", game, ran, isSeries, bytes]);
  };

  // The address of the page with the draft in it. Where it cannot be copied, it is shown.
  const share = async () => {
    const { name, files } = session.draft();
    const { others, seed } = setup();
    const payload = await encodeBot({ name, files, others, seed });
    const link = `${document.baseURI.split("#")[0]}#/${game}/write/${payload}`;
    const length = `It has ${link.length.toLocaleString("en")} characters.${link.length > LONG_LINK ? " Some programs cut links of this length: save the bot as a file instead." : ""}`;
    try {
      await navigator.clipboard.writeText(link);
      announce(`A link to this bot, its opponents and the seed was copied. ${length}`, [["Save as a file", save]], false);
    } catch {
      announce(`Copy this link: ${link}`, [["Save as a file", save]], false);
    }
  };

  // The source of a bundled bot becomes a draft like any other.
  const openBundled = async file => {
    try {
      const bot = await fetchBundledBot(game, file);
      await session.take(bot);
      announce(`This is how ${bot.name} plays. It is a copy, which you can change and run.`, [], false);
    } catch {
      announce(`The source of ${file} cannot be fetched.`, [["Try again", () => openBundled(file)]]);
    }
  };

  const problemIn = stderr => findRuntimeProblem(stderr, session.draft().files.map(({ path }) => path))[0];

  // Marks what stopped a bot, and offers to show it.
  const showProblem = (problem, of = "") => {
    runtimeProblems = [problem];
    checkSoon();
    const { path, line, column, message } = problem;
    announce(`${of}${path}, line ${line}: ${message}`, [["Show", () => editor.reveal(path, line, column)]]);
    toldProblem = toldOfText = told.firstChild;
  };

  const results = createRunResults({
    game,
    file,
    showLoss: ({ seat, stderr }, name) => {
      tell(["loss", game, "", seat - 1]);
      const problem = stderr && problemIn(stderr);
      if (problem) {
        showBuilds(false);
        showProblem(problem, `${name}: `);
        // On a phone the board is in its place.
        if (isWide()) editor.reveal(problem.path, problem.line, problem.column);
      } else if (stderr) {
        announce(`The last that ${name} wrote to stderr: ${stderr}`, [], false);
      }
    },
    askReport: run => tell(["report", `run:${run}`]),
    onKept: () => builds.refresh(),
  });

  const showBuilds = isShown => {
    box.hidden = isShown;
    if (isShown) return builds.open();
    builds.close();
  };

  const builds = createBuildView({
    game,
    file,
    text: () => joinFiles(session.draft().files),
    close: () => {
      showBuilds(false);
      editor.focus();
    },
    goBack: (number, text) => {
      if (!session.canChange()) return say(EDITED_ELSEWHERE);
      const restore = editor.change(splitFiles(text, session.draft().files[0].path));
      showBuilds(false);
      const undo = () => restore() || say(`The draft was changed since: ${MODIFIER}-Z takes back one change after the other.`);
      announce(`The draft is build ${number} again.`, [["Undo", undo]], false);
      editor.focus();
    },
  });

  let openedLink = "";
  const openLink = async payload => {
    if (!payload || payload === openedLink) return;
    openedLink = payload;
    const file = bundledFile(payload);
    if (file) return openBundled(file);
    try {
      const bot = await decodeBot(payload);
      await session.takeShared({ ...bot, name: NAME.test(bot.name) ? bot.name : "shared-bot" });
      tell(["setUp", game, [bot.seed, ...bot.others].join("\0")]);
      announce("This bot came with a link: somebody else wrote it. It runs in the sandbox, and only when you press Run.", [], false);
    } catch {
      announce("This link contains no bot: it is damaged, or was made by a later version of this page.");
    }
  };

  // The same elements all the time: what has the focus keeps it, and a button that is being pressed
  // is still there when it is let go.
  const draftList = el("select", { class: "grow", "aria-label": "Draft", "data-testid": "write-draft" });
  draftList.addEventListener("change", () => session.open(draftList.value));
  const tool = (text, press, testid) => button(text, press, { class: "small", "data-testid": testid });
  const drafts = el("div", { class: "row drafts" },
    draftList,
    tool("New", () => session.beginAnother(), "write-new"),
    tool("Rename", () => askName(), "write-rename"),
    tool("Duplicate", () => session.duplicate(), "write-duplicate"),
    tool("Delete", () => (session.canChange() ? session.remove() : say(EDITED_ELSEWHERE)), "write-delete"),
  );
  const drawDrafts = () => {
    const { name } = session.draft();
    draftList.replaceChildren(...session.names().map(other => new Option(other, other, false, other === name)));
    if (drafts.firstChild !== draftList) drafts.firstChild.replaceWith(draftList);
  };
  const askName = () => {
    const field = nameField(session.draft().name);
    drafts.firstChild.replaceWith(field);
    field.focus();
    field.select();
  };

  const nameField = name => {
    const field = el("input", { class: "grow", value: name, "aria-label": "Name of the bot", "data-testid": "write-name", spellcheck: "false", maxlength: "40" });
    // Taking the field away may be what takes the focus from it.
    let isDone = false;
    const end = isKept => {
      if (isDone || !field.isConnected) return;
      const next = field.value.trim();
      if (isKept && next !== name) {
        const why = !NAME.test(next) ? "A bot's name has letters, digits, spaces and . _ - only." : session.names().includes(next) ? `There is a draft called ${next} already.` : "";
        field.setAttribute("aria-invalid", String(why !== ""));
        if (why) return say(why);
        say(session.rename(next) ? "" : EDITED_ELSEWHERE);
        tellDraft();
      }
      isDone = true;
      drawDrafts();
    };
    field.addEventListener("keydown", event => {
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
      if (!isDone) return;
      // What has the focus next would take the key, too.
      event.preventDefault();
      draftList.focus();
    });
    field.addEventListener("blur", () => end(true));
    return field;
  };

  const box = el("div", { class: "editor" });
  const buttons = el("div", { class: "row" },
    button("Run", () => run(false), { class: "primary", "data-testid": "write-run", title: `${MODIFIER}-Enter`, "aria-describedby": "plan" }),
    button("Series", () => run(true), { "data-testid": "write-series", title: `Play a series of as many games as are chosen beside the board, in its own panel (Shift-${MODIFIER}-Enter)` }),
    button("Builds", () => showBuilds(!box.hidden), { "data-testid": "write-builds", title: "The results of each build, their differences, and how to go back" }),
    button("Share", share, { "data-testid": "write-share", title: "Copy a link to this bot" }),
  );
  const plan = el("p", { class: "plan", id: "plan", "data-testid": "run-plan" });
  const licences = el("a", { href: new URL(LICENCES, document.baseURI).href, target: "_blank", rel: "noopener" }, "Licences of the editor");
  const keys = el("span", { class: "keys" });
  keys.append(el("kbd", {}, `${MODIFIER}-Enter`), " runs, ", el("kbd", {}, `${MODIFIER}-F`), " searches, ", el("kbd", {}, "F8"), " goes to what is wrong, ", el("kbd", {}, "Esc"), " then ", el("kbd", {}, "Tab"), " leaves the text");
  const steps = createStepsFold(game, {
    root,
    tell,
    seed: () => setup().seed,
    script: () => new TextEncoder().encode(joinFiles(session.draft().files)),
    run,
    begin: text => session.begin("first-bot", [{ path: "bot.js", text }]),
    merge: mergeCode,
    compare: (code, bot) => compareCode(session.draft().files[0].text, code, bot),
    rewrite: change => editor.rewrite(change),
    explain: stderr => {
      const problem = problemIn(stderr);
      return problem ? `${problem.path}, line ${problem.line}: ${problem.message}` : "";
    },
  });
  // The text keeps half of the panel: what a run brings scrolls below it.
  const below = el("div", { class: "below" }, status, results.element, plan, el("div", { class: "foot" }, keys, licences));
  const panel = el("div", { class: "panel" }, drafts, steps.element, box, builds.element, told, buttons, below);
  root.append(panel);

  const editor = openEditor(box, {
    files: template(game),
    limit: LIMIT,
    onChange: () => {
      session.changed();
      // The line may be another one now.
      runtimeProblems = [];
      checkSoon();
    },
    onRefused: path => announce(`${TOO_LONG}: ${path} stays as it was.`),
    onDeleted: (path, restore) => {
      announce(`${path} was deleted.`, [["Undo", restore]], false);
      toldOfText = told.firstChild;
    },
    keys: [{ key: "Mod-Enter", run: () => run(false) }, { key: "Shift-Mod-Enter", run: () => run(true) }],
  });
  drawDrafts();
  const started = session.start();

  const showResult = result => {
    const text = JSON.stringify(result);
    if (result.bot !== ran || text === shownResult) return;
    shownResult = text;
    say(result.words);
    if (result.isOver) builds.refresh();
    if (result.obstacle) results.begin(`No series: ${result.obstacle}`);
    const problem = result.isOver && problemIn(result.stderr);
    if (problem && (!problem.isLoop || LATE.test(result.words))) showProblem(problem);
  };

  const showPlan = words => { plan.textContent = words; };

  return { host, showResult, showPlan, hear: steps.hear, takeReport: results.take, openLink: payload => started.then(() => openLink(payload)) };
};
