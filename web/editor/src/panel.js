// The panel of one game: its drafts, the editor, and the buttons that run them. Makes its parts and
// connects them; plays nothing itself, and keeps nothing: `draft_session.js` keeps the typed text.

import { showDiff } from "./diff_view.js";
import { createDraftLinks } from "./draft_links.js";
import { createDraftList } from "./draft_list.js";
import { createDraftOrigin } from "./draft_origin.js";
import { createDraftRuns } from "./draft_runs.js";
import { createDraftSession } from "./draft_session.js";
import { button, el } from "./elements.js";
import { LANGUAGES, USUAL, languageOf } from "./languages.js";
import { MODIFIER, isKeepKey, isRunKey } from "./modifier_key.js";
import { openEditor } from "./open_editor.js";
import { createOpponentChoice } from "./opponent_choice.js";
import { createMessages } from "./panel_messages.js";
import { PANEL_STYLE } from "./panel_style.js";
import { createProblemMarks } from "./problem_marks.js";
import { placeText } from "./problems.js";
import { SCRIPT_LIMIT, TOO_LONG, joinFiles, sha256Of } from "./script_text.js";
import { createStepsFold } from "./steps_fold.js";
import { codeMergeFor } from "./syntax.js";
import { template } from "./templates.js";
import { createTextPane } from "./text_pane.js";

// The file beside the page with the licences of all packages in this script.
const LICENCES = "editor/licences.txt";

// The page's sign for the draft among the seats.
const OWN_SEAT = "*";

// The panel's element. Keys typed in it do not reach the page.
/** @type {(run: (isSeries: boolean) => void, keep: () => void) => { host: HTMLElement, root: ShadowRoot }} */
const createHost = (run, keep) => {
  const host = el("div", { class: "bot-editor", "data-testid": "bot-editor" });
  const root = host.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet();
  style.replaceSync(PANEL_STYLE);
  root.adoptedStyleSheets = [style];
  host.addEventListener("keydown", event => {
    event.stopPropagation();
    if (!isRunKey(event) && !isKeepKey(event)) return;
    // It would press the button that has the focus, too, and save the page as a file.
    event.preventDefault();
    if (isRunKey(event)) run(event.shiftKey);
    else keep();
  });
  return { host, root };
};

/**
 * @param {{ run: (isSeries: boolean) => void, opener: HTMLElement, toggleBuilds: () => void, share:
 * () => void }} actions
 */
const createButtons = ({ run, opener, toggleBuilds, share }) => el("div", { class: "row actions" },
  button("Run", () => run(false), { class: "primary", "data-testid": "write-run", title: `${MODIFIER}-Enter`, "aria-describedby": "plan" }),
  opener,
  button("Open results", () => run(true), { "data-testid": "write-series", title: `Play a series of as many games as “Play … games” says, in its own panel (Shift-${MODIFIER}-Enter)` }),
  button("Builds", toggleBuilds, { "data-testid": "write-builds", title: "The results of each build, their differences, and a way to restore one" }),
  button("Share", share, { "data-testid": "write-share", title: "Copy a link to this bot" }),
);

const createFoot = () => {
  const licences = el("a", { href: new URL(LICENCES, document.baseURI).href, target: "_blank", rel: "noopener" }, "Licences of the editor");
  const keys = el("span", { class: "keys" });
  keys.append(el("kbd", {}, `${MODIFIER}-Enter`), " runs, ", el("kbd", {}, `${MODIFIER}-F`), " searches, ", el("kbd", {}, "F8"), " goes to what is wrong, ", el("kbd", {}, "Esc"), " then ", el("kbd", {}, "Tab"), " leaves the text");
  return el("div", { class: "foot" }, keys, licences);
};

/**
 * @typedef {ReturnType<typeof createPanel>} Panel
 * @typedef {import("../../protocol/protocol").ToEditor} ToEditor
 *
 * Sends the page a message, with the bytes of a draft or a script.
 * @typedef {(message: import("../../protocol/protocol").FromEditor, bytes?: Uint8Array) => void} Tell
 *
 * @param {string} game
 * @param {Tell} tell
 * @param {import("./draft_store.js").DraftStore} store
 * @returns {{ host: HTMLElement, run: (isSeries: boolean) => void, showPage: (page: ToEditor) =>
 * void, takeReport: (about: string, report: import("./run_results.js").Report, answer: (message:
 * import("../../protocol/protocol").ToSeries) => void) => void, focusText: () => void }}
 *   `run` does what the buttons do, `showPage` takes all that the page shows its editor, whenever
 * something of it has changed, `takeReport` the reports of the programs of series and of cases on
 * runs, and `focusText` puts the cursor into the text.
 */
export const createPanel = (game, tell, store) => {
  // The match that is set up in the page.
  let setup = { seed: "", seats: /** @type {string[]} */ ([]) };
  const { host, root } = createHost(isSeries => runs.run(isSeries), () => session.keepAsked());
  const messages = createMessages(() => editor.focus());

  // Whether the text can be changed, and whether that is not known yet.
  /** @type {(isReadOnly: boolean, isBusy: boolean) => void} */
  const setReadOnly = (isReadOnly, isBusy) => {
    editor.setReadOnly(isReadOnly);
    pane.box.setAttribute("aria-busy", String(isBusy));
  };

  const session = createDraftSession(game, (language = USUAL) => template(game, language), {
    show: (files, isLocking) => {
      // The offered actions concern another text, but would change this one.
      messages.retractOfText();
      messages.say("");
      editor.replace(files);
      setReadOnly(isLocking, isLocking);
      problems.reset();
      pane.showText();
      runs.results.showOpen();
    },
    setReadOnly: isReadOnly => setReadOnly(isReadOnly, false),
    files: () => editor.files(),
    drawList: () => {
      drafts.draw();
      origin.draw();
      showSteps();
    },
    showResults: () => runs.results.showOpen(),
    say: messages.say,
    announce: messages.announce,
    announceOfText: messages.announceOfText,
    save: () => links.save(),
  }, { store });
  // The draft as a bot: its file name, and all its files in one.
  const language = () => languageOf(session.draft().files[0].path);
  const file = () => session.draft().name + language().ending;
  const script = () => joinFiles(session.draft().files);

  const problems = createProblemMarks({
    editor: () => editor,
    files: () => session.draft().files,
    messages,
    onChecked: () => runs.tellDraft(),
  });
  const runs = createDraftRuns({
    game,
    session,
    file,
    editor: () => editor,
    messages,
    problems,
    tell,
    showText: () => pane.showText(),
    scrollToResults: () => buttons.scrollIntoView({ block: "start" }),
    scrollBelow: () => { below.scrollTop += messages.status.getBoundingClientRect().top - below.getBoundingClientRect().top; },
    foldOpponents: () => opponents.fold(),
    onSeries: report => steps.hearReport(report),
    onRefused: (why, isOfSeries = false) => steps.hearRefusal(why, isOfSeries),
    refreshBuilds: () => pane.refreshBuilds(),
  });
  const pane = createTextPane({ game, session, file, script, editor: () => editor, messages, showDiff });
  const links = createDraftLinks({ game, session, setup: () => setup, tell, messages });
  const origin = createDraftOrigin(session, () => editor.focus());
  const drafts = createDraftList({ session, say: messages.say, onRenamed: () => runs.tellDraft() });
  // The page may be drawing itself at the moment.
  const opponents = createOpponentChoice(game, keys => queueMicrotask(() => tell({ type: "opponents", game, keys })));
  const buttons = createButtons({ run: runs.run, opener: opponents.opener, toggleBuilds: pane.toggleBuilds, share: links.share });
  const plan = el("p", { class: "plan", id: "plan", "data-testid": "run-plan" });
  /** @param {import("./languages.js").Language} language */
  const createSteps = language => {
    const { merge, compare } = codeMergeFor(language);
    return createStepsFold(game, {
      root,
      language,
      tell,
      seed: () => setup.seed,
      opponents: () => {
        // A draft that has no seat yet takes the first.
        const own = Math.max(0, setup.seats.indexOf(OWN_SEAT));
        return setup.seats.filter((_, seat) => seat !== own);
      },
      script: () => new TextEncoder().encode(script()),
      hash: sha256Of,
      run: runs.run,
      begin: text => session.begin("first-bot", [{ path: language.main, text }]),
      merge,
      compare: (code, bot) => compare(session.draft().files[0].text, code, bot),
      rewrite: change => editor.rewrite(change),
      explain: error => {
        const problem = problems.find(error);
        return problem ? `${placeText(problem)}: ${problem.message}` : "";
      },
    });
  };
  // The steps in each language that has some, of which those in the draft's are shown.
  const folds = new Map(LANGUAGES.filter(({ id }) => BOTYARD_COURSES[id]?.includes(game)).map(language => [language, createSteps(language)]));
  let steps = folds.get(USUAL) ?? createSteps(USUAL);
  const showSteps = () => {
    const fold = folds.get(language());
    steps.element.hidden = !fold;
    if (!fold || fold === steps) return;
    steps.element.replaceWith(fold.element);
    fold.element.hidden = false;
    steps = fold;
    steps.showOpponents();
  };
  // The text keeps half of the panel: a run's results scroll below it.
  const below = el("div", { class: "below" }, opponents.element, messages.status, runs.results.element, plan, createFoot());
  root.append(el("div", { class: "panel" }, drafts.element, steps.element, origin.element, pane.box, pane.builds, messages.notice, buttons, runs.results.head, below));

  pane.box.append(drafts.language);
  const editor = openEditor(pane.box, {
    files: template(game, USUAL),
    limit: SCRIPT_LIMIT,
    onChange: () => {
      session.changed();
      // The line of an error may be another one now.
      problems.reset();
    },
    onReadOnly: () => messages.say(session.whyReadOnly()),
    onRefused: path => messages.announceOfText(`${TOO_LONG}: ${path} stays as it was.`),
    onDeleted: (path, restore) => messages.announceOfText(`${path} was deleted.`, [["Undo", restore]], false),
    keys: [{ key: "Mod-Enter", run: () => runs.run(false) }, { key: "Shift-Mod-Enter", run: () => runs.run(true) }],
  });
  drafts.draw();
  const started = session.start();
  // An unedited text is checked too, and the panel shows what a run of it would play.
  started.then(problems.reset);

  return {
    host,
    showPage: page => {
      setup = page.setup;
      if (page.result) runs.showResult(page.result);
      steps.hear(page);
      if (page.checked) runs.takeCheck(page.checked);
      plan.textContent = page.plan ?? "";
      steps.showOpponents();
      opponents.show(page.opponents);
      runs.showWaits(page.waits ?? "");
      if (page.explained) runs.results.explain(page.explained);
      const { source } = page;
      if (source) started.then(() => links.open(source));
    },
    run: runs.run,
    takeReport: runs.results.take,
    focusText: () => editor.focus(),
  };
};
