// The versions of a draft in the place of its text: what came of each, how two of them differ, and the way back to one. Keeps nothing.

import { showDiff } from "./diff_view.js";
import { button, el } from "./elements.js";
import { listVersions, readVersion } from "./versions.js";
import { casesText, opponentText } from "./words.js";

// The text that is being written, among versions.
const DRAFT = "draft";

/**
 * @param {object} draft
 * @param {string} draft.game
 * @param {() => string} draft.file What it is called when it is run.
 * @param {() => string} draft.text All its files in one.
 * @param {(number: number, text: string) => void} draft.goBack Makes a version the draft.
 * @param {() => void} draft.close Called when the versions are no longer wanted.
 * @returns {{ element: HTMLElement, open: () => Promise<void>, refresh: () => Promise<void>, close: () => void }}
 */
export const createVersionView = ({ game, file, text, goBack, close }) => {
  const body = el("div", { class: "version-body" });
  const element = el("section", { class: "versions", "aria-label": "Versions", "data-testid": "versions" }, body);
  element.hidden = true;
  let versions = [], endDiff = () => {}, isDiff = false, asked = 0;

  const textOf = async name => name === DRAFT ? text() : readVersion(game, file(), Number(name));

  const attempt = work => work().catch(() => {
    body.replaceChildren(el("p", { class: "remark", role: "alert" }, "This version is not kept any more."), button("All versions", drawList, { class: "small" }));
  });

  const row = ({ number, sha256, since, note, results }) => {
    const { counted, opponents = [], cases } = results;
    const facts = [since, sha256.slice(0, 8), note].filter(Boolean).join(", ");
    const told = [...opponents.map(opponentText), ...(cases ? [casesText(cases)] : [])];
    if (counted === undefined) told.push("no series was played of it");
    const name = `version ${number}`;
    return el("li", { "data-testid": `version-${number}` },
      el("b", {}, `Version ${number}`), " ", el("span", { class: "facts", title: `SHA-256 ${sha256}` }, facts),
      el("p", {}, told.join("; ")),
      button("Diff", () => attempt(() => drawDiff(String(number), DRAFT)), { class: "small", "aria-label": `How the draft differs from ${name}`, "data-testid": `version-diff-${number}` }),
      button("Go back", () => attempt(async () => goBack(number, await textOf(number))), { class: "small", "aria-label": `Go back to ${name}`, "data-testid": `version-back-${number}` }));
  };

  const bar = (...parts) => el("div", { class: "row" }, ...parts, button("Close", close, { class: "small", "data-testid": "versions-close" }));

  const drawList = () => {
    endDiff();
    isDiff = false;
    const hint = "Run the draft: each text that is run is a version, with what came of it.";
    const list = versions.length === 0 ? el("p", { class: "remark" }, hint) : el("ol", { class: "version-list" }, ...versions.map(row));
    body.replaceChildren(bar(el("b", { class: "grow" }, `Versions of ${file()}`)), list);
  };

  const choice = (label, chosen, testid) => {
    const list = el("select", { "aria-label": label, "data-testid": testid });
    list.add(new Option("the draft", DRAFT, false, chosen === DRAFT));
    versions.forEach(({ number }) => list.add(new Option(`version ${number}`, String(number), false, chosen === String(number))));
    return list;
  };

  const drawDiff = async (from, to) => {
    const [older, newer] = await Promise.all([textOf(from), textOf(to)]);
    endDiff();
    isDiff = true;
    const [first, second] = [choice("From", from, "diff-from"), choice("To", to, "diff-to")];
    const redraw = () => attempt(() => drawDiff(first.value, second.value));
    [first, second].forEach(list => list.addEventListener("change", redraw));
    const box = el("div", { class: "text" });
    const told = el("p", { class: "remark", role: "status", "data-testid": "diff-told" }, older === newer ? "They are the same." : "");
    body.replaceChildren(bar(button("All versions", drawList, { class: "small", "data-testid": "versions-all" }), el("span", {}, "from"), first, el("span", {}, "to"), second), told, box);
    const named = list => list.selectedOptions[0].text;
    endDiff = showDiff(box, older, newer, `How ${named(first)} became ${named(second)}`);
  };

  const refresh = async () => {
    if (element.hidden) return;
    asked += 1;
    const of = asked;
    const listed = await listVersions(game, file()).catch(() => []);
    if (of !== asked || element.hidden) return;
    versions = listed;
    // A diff stays as it is.
    if (isDiff) return;
    const focused = body.getRootNode().activeElement?.dataset.testid;
    drawList();
    if (focused) body.querySelector(`[data-testid="${focused}"]`)?.focus();
  };

  return {
    element,
    open: async () => {
      element.hidden = false;
      isDiff = false;
      await refresh();
      body.querySelector("[data-testid=versions-close]")?.focus();
    },
    refresh,
    close: () => {
      endDiff();
      element.hidden = true;
      body.replaceChildren();
    },
  };
};
