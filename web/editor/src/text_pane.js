// The place of the text: shows either the editor or the draft's builds. Writes a build that the
// author goes back to into the editor.

import { createBuildView } from "./build_view.js";
import { EDITED_ELSEWHERE } from "./draft_session.js";
import { el } from "./elements.js";
import { MODIFIER } from "./modifier_key.js";
import { splitFiles } from "./script_text.js";

/**
 * @param {object} owner
 * @param {string} owner.game
 * @param {Pick<import("./draft_session.js").DraftSession, "draft" | "canChange">} owner.session
 * @param {() => string} owner.file The draft's file name as a bot.
 * @param {() => string} owner.script All its files in one.
 * @param {() => Pick<import("./open_editor.js").Editor, "change" | "focus">} owner.editor
 * @param {Pick<import("./panel_messages.js").Messages, "say" | "announceOfText" | "retractOfText">}
 * owner.messages
 * @param {typeof import("./diff_view.js").showDiff} owner.showDiff
 * @returns {{ box: HTMLElement, builds: HTMLElement, showText: () => void, toggleBuilds: () =>
 * void, refreshBuilds: () => Promise<void> }} `box` is where the editor is opened.
 */
export const createTextPane = ({ game, session, file, script, editor, messages, showDiff }) => {
  const box = el("div", { class: "editor" });

  const showText = () => {
    box.hidden = false;
    builds.close();
  };

  const showBuilds = () => {
    box.hidden = true;
    return builds.open();
  };

  const builds = createBuildView({
    game,
    file,
    text: script,
    close: () => {
      showText();
      editor().focus();
    },
    goBack: (number, text) => {
      if (!session.canChange()) return messages.say(EDITED_ELSEWHERE);
      // Once it is undone, the notice about going back is wrong.
      const restore = editor().change(splitFiles(text, session.draft().files[0].path), messages.retractOfText);
      showText();
      const undo = () => restore() || messages.say(`The draft was changed since: ${MODIFIER}-Z takes back one change after the other.`);
      messages.announceOfText(`The draft is build ${number} again.`, [["Undo", undo]], false);
      editor().focus();
    },
    showDiff,
  });

  return {
    box,
    builds: builds.element,
    showText,
    toggleBuilds: () => (box.hidden ? showText() : showBuilds()),
    refreshBuilds: () => builds.refresh(),
  };
};
