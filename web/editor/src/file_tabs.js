// The strip of tabs above the text, one for each file. Files can be added, renamed and deleted.
// Knows names only.

import { button, el } from "./elements.js";
import { languageOf } from "./languages.js";

// The id of the element with the reason why a name is refused.
const WHY = "file-name-refusal";

/**
 * Draws the tabs.
 * @param {HTMLElement} strip Where.
 * @param {object} actions
 * @param {(path: string) => void} actions.show
 * @param {() => string} actions.add Returns the new file's name.
 * @param {(path: string, name: string) => boolean} actions.rename Whether it can have that name.
 * @param {(path: string) => void} actions.remove
 * @returns {{ draw: (paths: string[], shown: string) => void, setReadOnly: (isReadOnly: boolean) =>
 * void }}
 */
export const createFileTabs = (strip, { show, add, rename, remove }) => {
  /** @type {string[]} */
  let paths = [];
  let shown = "", isReadOnly = false;
  const row = el("div", { class: "strip" });
  // The element exists before its text, so that screen readers announce the text.
  const refusal = el("p", { class: "refusal", id: WHY, role: "alert", "data-testid": "write-file-refused" });
  strip.append(row, refusal);

  const focusTab = () => strip.querySelector("[aria-selected=true]")?.focus();

  // A field in the place of the tab.
  /** @param {string} path */
  const ask = path => {
    const field = el("input", { class: "file-name", value: path, "aria-label": `New name of ${path}`, "data-testid": "write-file-name", spellcheck: "false" });
    let isDone = false;
    /** @param {boolean} isKept */
    const end = isKept => {
      if (isDone) return;
      const name = field.value.trim();
      const isNew = isKept && name !== path;
      const { isName, names } = languageOf(paths[0]);
      if (isNew && !(isName.test(name) && rename(path, name))) {
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", WHY);
        refusal.textContent = isName.test(name) ? `There is a file called ${name} already.` : `A file needs a name such as ${names}.`;
        return;
      }
      isDone = true;
      redraw();
    };
    field.addEventListener("keydown", event => {
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
      if (isDone) focusTab();
    });
    field.addEventListener("blur", ({ relatedTarget }) => {
      const isHere = strip.contains(/** @type {Node | null} */ (relatedTarget));
      end(true);
      // After an invalid name, the field does not open again if the visitor has gone elsewhere.
      end(false);
      // The element that had the focus was replaced. A focus elsewhere is not taken back.
      if (isHere) focusTab();
    });
    [...strip.querySelectorAll("[role=tab]")].find(tab => tab.textContent === path)?.replaceWith(field);
    field.focus();
    field.setSelectionRange(0, path.lastIndexOf("."));
  };

  const redraw = () => {
    /** @type {(path: string, nth: number) => HTMLElement} */
    const tab = (path, nth) => {
      const tab = button(path, () => path !== shown && show(path), {
        class: "file", role: "tab", "aria-selected": String(path === shown), tabindex: path === shown ? "0" : "-1", "data-testid": `write-file-${nth}`,
      });
      tab.addEventListener("dblclick", () => isReadOnly || ask(path));
      // The usual keys of tabs: arrows go from one to the next.
      tab.addEventListener("keydown", event => {
        const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
        if (step === 0) return;
        show(paths[(paths.indexOf(path) + step + paths.length) % paths.length]);
        focusTab();
      });
      return tab;
    };
    const list = el("div", { class: "files", role: "tablist", "aria-label": "Files" }, ...paths.map(tab));
    const tools = isReadOnly ? [] : [
      button("+", () => ask(add()), { class: "small", title: "Add a file", "aria-label": "Add a file", "data-testid": "write-add-file" }),
    ];
    // The first file is the bot: it stays.
    if (!isReadOnly && shown !== paths[0]) {
      tools.push(button("Rename", () => ask(shown), { class: "small", "data-testid": "write-rename-file" }));
      const removeShown = () => {
        remove(shown);
        // The button no longer exists.
        focusTab();
      };
      tools.push(button("Delete", removeShown, { class: "small", "data-testid": "write-delete-file" }));
    }
    row.replaceChildren(list, ...tools);
    refusal.textContent = "";
  };

  return {
    draw: (next, current) => {
      [paths, shown] = [next, current];
      redraw();
    },
    setReadOnly: next => {
      isReadOnly = next;
      redraw();
    },
  };
};
