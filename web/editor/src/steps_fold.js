// The place of the steps to a first bot: folded away above the text until they are opened, and
// fetched then. Does not know their content.

import { button, el } from "./elements.js";
import { placeOfProgress } from "./steps/progress.js";

const TITLE = "Your first bot, step by step";
const STYLE = `
.steps { flex: none; border-bottom: 1px solid var(--line); }
.steps button { scroll-margin-top: 3rem; }
.steps > summary { position: sticky; top: 0; z-index: 1; padding: 6px 12px; background: var(--surface); cursor: pointer; font-weight: 600; outline-offset: -2px; }
.steps[open] { max-height: min(46%, 67% - 10rem); scroll-padding-bottom: 3rem; overflow-y: auto; overscroll-behavior: contain; }
.steps-body { padding: 0 12px 8px; }
@media (max-width: 860px) { .steps[open] { max-height: none; } }
`;
// Which games' steps are open, for the next visit.
const OPEN = "botyard-steps-open";

/** @type {(place: string, isOpen: boolean) => void} */
const remember = (place, isOpen) => {
  try {
    localStorage.setItem(`${OPEN}-${place}`, isOpen ? "1" : "");
  } catch {}
};

/** @param {string} place */
const isRemembered = place => {
  try {
    return localStorage.getItem(`${OPEN}-${place}`) === "1";
  } catch {
    return false;
  }
};

let attempts = 0;
// A browser never fetches an address again that has failed once, so each attempt has another
// address.
/** @returns {Promise<typeof import("./steps/main.js")>} */
const fetchSteps = () => {
  const address = new URL("editor/steps.js", document.baseURI);
  address.search = String(attempts);
  attempts += 1;
  return import(address.href);
};

/**
 * What the page tells of runs of the draft.
 * @typedef {Pick<import("../../protocol/protocol").ToEditor, "tried" | "played">} RunsOfDraft
 *
 * @param {string} game
 * @param {Omit<import("./steps/main.js").StepsHost, "showDone">} host The steps' interface to the
 * draft and to the page.
 * @returns {{ element: HTMLElement, hear: (page: RunsOfDraft) => void,
 * hearReport: (report: import("./builds.js").RunReport) => void, hearRefusal: (why: string,
 * isOfSeries: boolean) => void, showOpponents: () => void }} `hear` takes the page's reports on
 * runs, `hearReport` those on the draft's series, and `hearRefusal` the reason why a run plays no match,
 * or only no series; `showOpponents` is called when other bots may have the seats.
 */
export const createStepsFold = (game, host) => {
  const place = placeOfProgress(game, host.language);
  const body = el("div", { class: "steps-body" });
  const summary = el("summary", { "data-testid": "steps-open" }, TITLE);
  const element = el("details", { class: "steps", "data-testid": "steps" }, summary, body);
  /** @type {RunsOfDraft | undefined} What has come before the steps were loaded. */
  let told;
  /** @type {ReturnType<typeof import("./steps/main.js").drawSteps> | undefined} */
  let steps;
  let isFetching = false;

  const fetch = async () => {
    if (steps || isFetching) return;
    isFetching = true;
    body.replaceChildren("Loading…");
    try {
      const { drawSteps } = await fetchSteps();
      /** @param {number} count */
      const showDone = count => { summary.textContent = count > 0 ? `${TITLE}: ${count} done` : TITLE; };
      const drawn = drawSteps(body, game, { ...host, showDone });
      steps = drawn;
      if (told) drawn.hear(told);
    } catch {
      body.replaceChildren(el("p", {}, "The steps could not be fetched."), button("Try again", fetch));
    }
    isFetching = false;
  };
  element.addEventListener("toggle", () => {
    remember(place, element.open);
    if (element.open) fetch();
  });
  element.open = isRemembered(place);

  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  host.root.adoptedStyleSheets.push(style);
  return {
    element,
    hear: page => {
      told = page;
      steps?.hear(page);
    },
    hearReport: report => steps?.hearReport(report),
    hearRefusal: (why, isOfSeries) => steps?.hearRefusal(why, isOfSeries),
    showOpponents: () => steps?.showOpponents(),
  };
};
