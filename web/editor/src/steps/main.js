// Your first bot, step by step: each step explains a change, and is checked by running the draft. Knows
// no game: the texts of the steps are in `web/editor/steps/`.

import { button, el } from "../elements.js";
import { countReads, takeReads } from "./count_reads.js";
import { judgeLines, judgeMatch, judgeSeries } from "./judge.js";
import { createPageLine } from "./page_line.js";
import { keepProgress, placeOfProgress, readProgress } from "./progress.js";
import { STYLE } from "./style.js";
import { drawCode, drawParagraph, drawTranscript } from "./text.js";

/**
 * The steps' interface to the draft and to the page.
 * @typedef {object} StepsHost
 * @property {Pick<ShadowRoot, "adoptedStyleSheets">} root The root that takes their style.
 * @property {import("../languages.js").Language} language In which the bot is written.
 * @property {import("../panel.js").Tell} tell
 * @property {() => string} seed The seed that is set up in the page.
 * @property {() => string[]} opponents The files of the bots that a run plays against on the board;
 * an empty name for a bot that does not come with the page.
 * @property {() => Uint8Array<ArrayBuffer>} script The draft as it is now.
 * @property {(bytes: BufferSource) => Promise<string>} hash The SHA-256 of a draft; empty where the
 * browser cannot compute it.
 * @property {(isSeries: boolean) => void} run Runs it as the panel's buttons do.
 * @property {(code: string) => void} begin Opens a new draft that begins with this code.
 * @property {(text: string, code: string) => string} merge A script with a piece of code in it.
 * @property {(code: string, bot: string) => { added: string[], replaced: string[], lacking:
 * string[] }} compare What a piece of code, written for this bot, does to the names of the draft,
 * and which names and statements the draft lacks for it.
 * @property {(change: (text: string) => string) => boolean} rewrite Changes the draft. Returns
 * whether it can be changed.
 * @property {(count: number) => void} showDone Shows how many steps are done, where they are folded
 * away.
 * @property {(error: import("../../../protocol/protocol").ScriptError | null | undefined) => string}
 * explain An error of the script with its place in the text, as a sentence; empty if there is none.
 *
 * A check of a step: what the draft answers to some lines, or that it wins a match or a series.
 * @typedef {import("./judge.js").LineCheck & { match?: undefined, series?: undefined }} TriedCheck
 * @typedef {{ match?: string, series?: string, hint?: string }} PlayedCheck
 * @typedef {TriedCheck | PlayedCheck} Check
 *
 * Lines that can be tried.
 * @typedef {{ title: string, lines: string[], input: string }} Lines
 *
 * @typedef {{ title: string, text: string[], code: string, isWhole: boolean, lines:
 * Lines[], checks: Check[] }} Step
 * @typedef {{ title: string, intro: string[], opponent: string, settings: string, start: string,
 * steps: Step[] }} Course
 */

/** @type {Record<string, Record<string, Course>>} By language and game. */
const COURSES = BOTYARD_STEPS;

/**
 * A part of a step's checks that is played.
 * @typedef {"match" | "series"} PlayedKind
 *
 * @typedef {import("./judge.js").Mistake} Mistake
 */

// A series is judged from this many games on.
const GAMES = 20;

// `a`, `b` and `c`.
/** @param {string[]} names */
const inWords = names => names.map(name => `\`${name}\``).join(", ").replace(/, ([^,]*)$/, " and $1");

/**
 * @param {HTMLElement} element Where they are drawn.
 * @param {string} game
 * @param {StepsHost} host
 * @returns {Omit<ReturnType<import("../steps_fold.js").createStepsFold>, "element">}
 */
export const drawSteps = (element, game, host) => {
  const { language } = host;
  const course = COURSES[language.id][game];
  const place = placeOfProgress(game, language);
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  host.root.adoptedStyleSheets.push(style);

  const opponent = course.opponent.slice(game.length + 1);
  const titles = course.steps.map(({ title }) => title);
  const progress = readProgress(place, titles);
  const page = createPageLine(host.tell, language.main, match => judgePlayed("match", () => judgeMatch(match, opponent), "Your bot won: watch the match on the board."));
  const step = () => course.steps[progress.at - 1];
  // The bot of a visitor who has inserted all the code of the first `count` steps.
  /** @param {number} count */
  const botAfter = count => course.steps.slice(0, count).reduce((bot, { code, isWhole }) => (isWhole ? code : code ? host.merge(bot, code) : bot), course.start);
  /** @param {PlayedKind} kind */
  const isAsked = kind => step()?.checks.some(check => check[kind]);

  // The result of the last check or insertion.
  let result = el("div", { class: "steps-result", role: "status", "data-testid": "step-result" });
  /** @type {(kind: string, ...children: Node[]) => void} */
  const say = (kind, ...children) => {
    result.className = `steps-result ${kind}`;
    result.replaceChildren(...children);
  };

  const pass = (words = "Right.") => {
    progress.done[progress.at - 1] = true;
    keepProgress(place, progress, titles);
    drawList();
    const isLast = progress.at === course.steps.length;
    say("good", el("p", {}, `✓ ${isLast ? "Right. Your bot is better than this opponent, and you know by how much: choose a stronger one." : words}`));
    next.textContent = "Next";
    next.classList.add("primary");
    checkButton.classList.remove("primary");
    result.scrollIntoView({ block: "nearest" });
  };

  // `problem` is the error of the language that stopped the draft: it has to be mended first, and a
  // hint would lead astray.
  /** @type {(mistake: Mistake, hint?: string, problem?: string) => void} */
  const fail = ({ expected, came }, hint, problem) => {
    const told = [drawParagraph(expected, el("strong", {}, problem ? "Expected: " : "✗ Expected: ")), drawParagraph(came, el("strong", {}, "Came: "))];
    if (problem) told.unshift(el("p", {}, el("strong", {}, "✗ Your draft has an error: "), problem));
    else if (hint) told.push(drawParagraph(hint));
    say("bad", ...told);
    result.scrollIntoView({ block: "nearest" });
  };

  /** @param {PlayedKind} kind */
  const hintOf = kind => step().checks.find(check => check[kind])?.hint;

  /** @type {(kind: PlayedKind, judge: () => Mistake | undefined, words?: string) => void} */
  const judgePlayed = (kind, judge, words) => {
    if (!isAsked(kind)) return;
    const mistake = judge();
    if (mistake) fail(mistake, hintOf(kind));
    else pass(words);
  };

  // The run of the current check; `undefined` until Check is pressed, because the draft is run for
  // other reasons, too.
  /** @type {{ sha256: string, seed: string, isBegun: boolean, heard?: string } | undefined} */
  let played;

  /** @param {import("../builds.js").RunReport} report */
  const hearReport = report => {
    // Reports may still come about the series of an earlier text, or of another seed.
    if (!played || !isAsked("series") || (played.sha256 && report.sha256 !== played.sha256) || report.seed !== played.seed) return;
    // A series that stops before any other report on it is the one which this series replaces.
    if (report.phase === "stopped" && !report.failed && !played.isBegun) return;
    played.isBegun = true;
    const text = JSON.stringify(report);
    if (text === played.heard) return;
    played.heard = text;
    const { isDecided, isOver, told, mistake } = judgeSeries(report, opponent, GAMES);
    // The series goes on, and would report the same again.
    if (isDecided && result.classList.contains("good")) return;
    if (!isOver && !isDecided) return say("", el("p", {}, told));
    judgePlayed("series", () => (isDecided ? undefined : mistake));
  };

  /** @type {(why: string, isOfSeries: boolean) => void} */
  const hearRefusal = (why, isOfSeries) => {
    if (played && (isAsked("series") || !isOfSeries)) fail({ expected: "Your draft is run.", came: why });
  };

  const chooseOpponent = () => host.tell({ type: "setUp", game, setup: { seed: host.seed(), seats: ["", course.opponent] }, settings: course.settings || null });

  // A check goes on only while its step is shown.
  let checking = 0;

  const check = async () => {
    const number = ++checking;
    const { checks } = step();
    const play = checks.find(({ match, series }) => match || series);
    if (play) {
      say("", el("p", {}, `A ${play.series ? "series" : "match"} against ${opponent} is being played. The result appears here.`));
      const sha256 = await host.hash(host.script());
      if (number !== checking) return;
      played = { sha256, seed: host.seed(), isBegun: false };
      chooseOpponent();
      return host.run(false);
    }
    say("", el("p", {}, "Running your draft…"));
    for (const check of checks) {
      if (!("input" in check)) continue;
      const tried = takeReads(await page.tryLines(check.input, countReads(host.script(), language)));
      if (number !== checking) return;
      const mistake = judgeLines(check, tried);
      if (mistake) return fail(mistake, check.hint, tried.why && host.explain(tried.error));
    }
    pass();
  };

  /** @type {(lines: Lines, answer: HTMLElement) => Promise<void>} */
  const tryLines = async (lines, answer) => {
    answer.replaceChildren("Running your draft…");
    const tried = await page.tryLines(lines.input, host.script());
    answer.replaceChildren(...drawTranscript(lines.lines, tried, host.explain(tried.error)));
  };

  /** @param {number} at */
  const go = at => {
    checking += 1;
    played = undefined;
    progress.at = at;
    keepProgress(place, progress, titles);
    draw();
    // The pressed button was perhaps far below the heading.
    const fold = element.closest("details");
    if (fold) fold.scrollTop = 0;
    element.querySelector("h2")?.focus();
  };

  // Whom *Run* plays against, where that is not the opponent of the steps.
  const against = el("div", { class: "steps-against", "data-testid": "step-against" });
  let drawnAgainst = "";
  /** @param {string} file */
  const nameOf = file => (file ? `\`${file.replace(`${game}-`, "").replace(/\.(js|py)$/, "")}\`` : "another player");
  const showOpponents = () => {
    const files = host.opponents();
    const isOther = progress.at > 0 && files.length > 0 && files.join() !== course.opponent;
    const text = isOther ? `Other players are chosen than in these steps: *Run* plays against ${files.map(nameOf).join(" and ")}.` : "";
    against.hidden = !isOther;
    if (text === drawnAgainst) return;
    drawnAgainst = text;
    const choose = button(`Choose ${opponent}`, ({ detail }) => {
      chooseOpponent();
      // The button disappears: after a key press the focus must not be lost with it.
      if (detail === 0) element.querySelector("h2")?.focus();
    }, { class: "small", "data-testid": "step-opponent" });
    against.replaceChildren(...(isOther ? [drawParagraph(text), choose] : []));
  };

  const list = el("ol", { class: "steps-list", "aria-label": "Steps" });
  const drawList = () => {
    host.showDone(progress.done.filter(Boolean).length);
    list.replaceChildren(...course.steps.map(({ title }, nth) => {
      const isDone = progress.done[nth];
      const label = `Step ${nth + 1}: ${title}${isDone ? " (done)" : ""}`;
      /** @type {Record<string, string>} */
      const attributes = { class: isDone ? "done" : "", title, "aria-label": label, "data-testid": `step-${nth + 1}` };
      if (progress.at === nth + 1) attributes["aria-current"] = "step";
      return el("li", {}, button(isDone ? "✓" : String(nth + 1), () => go(nth + 1), attributes));
    }));
  };

  let next = button("", () => {}), checkButton = next;

  const drawIntro = () => [
    el("h2", { tabindex: "-1" }, course.title),
    ...course.intro.map(text => drawParagraph(text)),
    el("div", { class: "steps-row" },
      button("Begin with an empty bot", () => {
        host.begin(course.start);
        // *Run* then plays against the opponent of the steps.
        chooseOpponent();
        progress.done.fill(false);
        go(1);
      }, { class: "primary", "data-testid": "steps-begin" }),
      button("Continue with this draft", () => go(1), { "data-testid": "steps-stay" }),
    ),
  ];

  /** @type {(lines: Lines, nth: number) => HTMLElement} */
  const drawLines = (lines, nth) => {
    const answer = el("div", { class: "steps-answer", "aria-live": "polite", "data-testid": `step-answer-${nth}` }, ...drawTranscript(lines.lines));
    const attempt = button("Try these lines", () => tryLines(lines, answer), { "data-testid": `step-try-${nth}`, title: "Send the lines to your draft and show its answer" });
    return el("figure", { class: "steps-lines" }, el("figcaption", {}, lines.title, attempt), answer);
  };

  // Where a piece of code goes in the draft, and whether it fits.
  /** @param {ReturnType<StepsHost["compare"]>} names */
  const placeOf = ({ added, replaced, lacking }) => {
    if (lacking.length > 0) {
      return `This piece belongs to the bot of the earlier steps. Yours is built in another way: it has no ${inWords(lacking)}. Write the same into yours by hand, or take the whole bot, with everything up to this step.`;
    }
    /** @param {string[]} names */
    const isAre = names => `${inWords(names)} ${names.length > 1 ? "are" : "is"}`;
    const news = added.length > 0 ? `${isAre(added)} new: above the line that starts your bot. ` : "";
    return `${news}${replaced.length > 0 ? `${isAre(replaced)} in your draft already: this takes ${replaced.length > 1 ? "their" : "its"} place.` : ""}`;
  };

  /** @type {(step: Step, number: number) => HTMLElement} */
  const drawCodeOf = ({ code, isWhole }, number) => {
    const place = el("div", { "data-testid": "step-place" });
    /** @param {(text: string) => string} change */
    const rewrite = change => {
      const isDone = host.rewrite(change);
      say("", el("p", {}, isDone ? "It is in your draft, where it can be undone." : "This draft is open in another tab: edit a copy of it."));
      tellPlace();
    };
    // The draft may have changed since the code's place was shown.
    const insert = button("Insert it", () => tellPlace() && rewrite(text => host.merge(text, code)), { "data-testid": "step-insert" });
    const whole = button(isWhole ? "Replace the whole file" : "Take the whole bot", () => rewrite(() => botAfter(number)), {
      "data-testid": isWhole ? "step-insert" : "step-whole",
      title: "Replaces all of the first file; Undo brings it back",
    });
    // Whether it fits.
    const tellPlace = () => {
      const compared = host.compare(code, botAfter(number - 1));
      insert.hidden = compared.lacking.length > 0;
      place.replaceChildren(drawParagraph(placeOf(compared)));
      return !insert.hidden;
    };
    const buttons = el("div", { class: "steps-row" }, ...(isWhole ? [whole] : [insert, whole]));
    const element = el("details", { class: "steps-code" }, el("summary", { "data-testid": "step-code" }, "Show the code"), drawCode(code), ...(isWhole ? [] : [place]), buttons);
    if (!isWhole) element.addEventListener("toggle", () => element.open && tellPlace());
    return element;
  };

  /** @type {(step: Step, number: number) => Node[]} */
  const drawStep = (step, number) => {
    const isDone = progress.done[number - 1];
    const isLast = number === course.steps.length;
    next = button(isDone ? "Next" : "Skip", () => go(number + 1), { class: isDone ? "primary" : "", "data-testid": "step-next" });
    result = el("div", { class: "steps-result", role: "status", "data-testid": "step-result" });
    const isPlayed = step.checks.some(({ match, series }) => match || series);
    checkButton = button(isPlayed ? "Play and check" : "Check", check, { class: isDone ? "" : "primary", "data-testid": "step-check" });
    return [
      el("h2", { tabindex: "-1", "data-testid": "step-title" }, `${number}. ${step.title}`),
      ...step.text.map(text => drawParagraph(text)),
      ...step.lines.map(drawLines),
      ...(step.code ? [drawCodeOf(step, number)] : []),
      el("div", { class: "steps-row" },
        checkButton,
        button("Back", () => go(number - 1), { "data-testid": "step-back" }),
        ...(isLast ? [] : [next]),
      ),
      result,
    ];
  };

  const draw = () => {
    drawList();
    element.replaceChildren(list, against, ...(progress.at === 0 ? drawIntro() : drawStep(step(), progress.at)));
    showOpponents();
  };
  draw();

  return { hear: page.hear, hearReport, hearRefusal, showOpponents };
};
