// Shows the builds of a draft in place of its text: their results, how two of them differ, and a
// way back to an earlier one. Keeps nothing.

import { button, el } from "./elements.js";
import { listBuilds, readBuild } from "./builds.js";
import { languageOf } from "./languages.js";
import { casesText, opponentText } from "./words.js";

/** @typedef {import("./builds.js").Build} Build */

// The text that is being written, among builds.
const DRAFT = "draft";

/**
 * @param {object} draft
 * @param {string} draft.game
 * @param {() => string} draft.file Its file name as a bot.
 * @param {() => string} draft.text All its files in one.
 * @param {(number: number, text: string) => void} draft.goBack Makes a build the draft.
 * @param {() => void} draft.close Called when the builds are no longer wanted.
 * @param {typeof import("./diff_view.js").showDiff} draft.showDiff
 * @returns {{ element: HTMLElement, open: () => Promise<void>, refresh: () => Promise<void>, close:
 * () => void }}
 */
export const createBuildView = ({ game, file, text, goBack, close, showDiff }) => {
  const body = el("div", { class: "build-body" });
  const element = el("section", { class: "builds", "aria-label": "Builds", "data-testid": "builds" }, body);
  element.hidden = true;
  /** @type {Build[]} */
  let builds = [];
  let areKept = true, endDiff = () => {}, isDiff = false, asked = 0, takesFocus = false;

  /** @param {string} name */
  const textOf = async name => name === DRAFT ? text() : readBuild(game, file(), Number(name));

  // The element with the focus keeps it; if that no longer exists, the Close button gets the focus.
  /** @param {...(Node | string)} children */
  const draw = (...children) => {
    const focused = /** @type {HTMLElement | null} */ (body.getRootNode().activeElement);
    const isWithin = body.contains(focused), { testid } = focused?.dataset ?? {};
    body.replaceChildren(...children);
    /** @param {string | undefined} testid */
    const find = testid => body.querySelector(`[data-testid="${testid}"]`);
    if (isWithin) (find(testid) ?? find("builds-close"))?.focus();
  };

  /** @param {() => Promise<void>} work */
  const attempt = work => work().catch(() => {
    draw(bar(toList()), el("p", { class: "remark", role: "alert" }, "This build is not kept any more."));
  });

  /** @param {Build} build */
  const row = ({ number, sha256, since, note, results, failure }) => {
    const { counted, opponents = [], cases } = results;
    const facts = [since, sha256.slice(0, 8), note].filter(Boolean).join(", ");
    const told = [...(failure ? [failure] : []), ...opponents.map(opponentText), ...(cases ? [casesText(cases)] : [])];
    if (counted === undefined) told.push("no series was played of it");
    const name = `build ${number}`;
    return el("li", { "data-testid": `build-${number}` },
      el("b", {}, `Build ${number}`), " ", el("span", { class: "facts", title: `SHA-256 ${sha256}` }, facts),
      el("p", {}, told.join("; ")),
      button("Diff", () => attempt(() => drawDiff(String(number), DRAFT)), { class: "small", "aria-label": `Diff of ${name} and the draft`, "data-testid": `build-diff-${number}` }),
      button("Restore", () => attempt(async () => goBack(number, await textOf(String(number)))), { class: "small", "aria-label": `Restore ${name}`, "data-testid": `build-back-${number}` }));
  };

  /** @param {...(Node | string)} parts */
  const bar = (...parts) => el("div", { class: "row" }, ...parts, button("Close", close, { class: "small", "data-testid": "builds-close" }));

  const toList = () => button("All builds", drawList, { class: "small", "data-testid": "builds-all" });

  const drawList = () => {
    endDiff();
    isDiff = false;
    const hint = areKept
      ? "Run the draft: each text that is run becomes a build, with its results."
      : "Builds are not kept: this browser's storage is switched off, or does not answer.";
    const list = builds.length === 0 ? el("p", { class: "remark" }, hint) : el("ol", { class: "build-list" }, ...builds.map(row));
    draw(bar(el("b", { class: "grow" }, `Builds of ${file()}`)), list);
  };

  /** @type {(label: string, chosen: string, testid: string) => HTMLSelectElement} */
  const choice = (label, chosen, testid) => {
    const list = el("select", { "aria-label": label, "data-testid": testid });
    list.add(new Option("the draft", DRAFT, false, chosen === DRAFT));
    builds.forEach(({ number }) => list.add(new Option(`build ${number}`, String(number), false, chosen === String(number))));
    return list;
  };

  /** @type {(from: string, to: string) => Promise<void>} */
  const drawDiff = async (from, to) => {
    const [older, newer] = await Promise.all([textOf(from), textOf(to)]);
    endDiff();
    isDiff = true;
    const [first, second] = [choice("From", from, "diff-from"), choice("To", to, "diff-to")];
    const redraw = () => attempt(() => drawDiff(first.value, second.value));
    [first, second].forEach(list => list.addEventListener("change", redraw));
    const box = el("div", { class: "text" });
    const told = el("p", { class: "remark", role: "status", "data-testid": "diff-told" }, older === newer ? "They are the same." : "");
    draw(bar(toList(), el("span", {}, "from"), first, el("span", {}, "to"), second), told, box);
    /** @param {HTMLSelectElement} list */
    const named = list => list.selectedOptions[0].text;
    endDiff = showDiff(box, languageOf(file()), older, newer, `How ${named(first)} became ${named(second)}`);
  };

  const refresh = async () => {
    if (element.hidden) return;
    asked += 1;
    const of = asked;
    const listed = await listBuilds(game, file()).catch(() => undefined);
    if (of !== asked || element.hidden) return;
    builds = listed ?? [];
    areKept = listed !== undefined;
    // A diff stays as it is.
    if (isDiff) return;
    drawList();
    if (takesFocus) body.querySelector("[data-testid=builds-close]")?.focus();
    takesFocus = false;
  };

  return {
    element,
    open: () => {
      element.hidden = false;
      isDiff = false;
      // The first list takes the focus, whatever has requested it: a run may do so meanwhile.
      takesFocus = true;
      return refresh();
    },
    refresh,
    close: () => {
      endDiff();
      takesFocus = false;
      element.hidden = true;
      body.replaceChildren();
    },
  };
};
