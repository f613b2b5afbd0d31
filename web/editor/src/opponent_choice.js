// Which bots of the page a run plays against, beside those that have seats: chosen below the
// buttons, and remembered for each game. Plays nothing.

import { button, el } from "./elements.js";

const WORDS = "Opponents";
// The chosen ones of a game, for the next visit.
const CHOSEN = "botyard-run-opponents";

/** @type {(game: string, keys: string[]) => void} */
const remember = (game, keys) => {
  try {
    localStorage.setItem(`${CHOSEN}-${game}`, JSON.stringify(keys));
  } catch {}
};

/** @param {string} game */
const recall = game => {
  try {
    const kept = localStorage.getItem(`${CHOSEN}-${game}`) ?? "";
    // Earlier versions kept the keys with NUL between them. No key begins with a bracket.
    return kept.startsWith("[") ? JSON.parse(kept) : kept.split("\0").filter(Boolean);
  } catch {
    return [];
  }
};

/**
 * @param {string} game
 * @param {(keys: string[]) => void} choose Has runs play against these bots too.
 * @returns {{ opener: HTMLElement, element: HTMLElement, fold: () => void, show: (bots:
 * import("../../protocol/protocol").Opponent[]) => void }} `opener` is the button that shows the choice;
 * `fold` hides it; `show` takes the bots that there are.
 */
export const createOpponentChoice = (game, choose) => {
  const chosen = new Set(recall(game));
  let shown = "";

  /** @param {boolean} isHidden */
  const setHidden = isHidden => {
    element.hidden = isHidden;
    opener.setAttribute("aria-expanded", String(!isHidden));
  };
  const opener = button("", () => setHidden(!element.hidden), { "aria-expanded": "false", "aria-controls": "opponents", "data-testid": "write-opponents", title: "Choose more bots that Run plays against" });
  const boxes = el("div", { class: "boxes" });
  const element = el("fieldset", { class: "opponents", id: "opponents", "data-testid": "opponents" },
    el("legend", {}, "Also play as many games as “Play … games” says against:"), boxes);
  element.hidden = true;

  // Has runs play against those of the chosen bots that exist now; the choice stays.
  /** @param {string[]} keys */
  const update = keys => {
    const present = keys.filter(key => chosen.has(key));
    opener.textContent = present.length > 0 ? `${WORDS} (+${present.length})` : WORDS;
    choose(present);
  };

  /** @type {(key: string, name: string, keys: string[]) => HTMLElement} */
  const box = (key, name, keys) => {
    const field = el("input", { type: "checkbox", "data-testid": `opponent-${name}` });
    field.checked = chosen.has(key);
    field.addEventListener("change", () => {
      if (field.checked) chosen.add(key);
      else chosen.delete(key);
      remember(game, [...chosen]);
      update(keys);
    });
    return el("label", {}, field, name);
  };

  opener.textContent = WORDS;
  return {
    opener,
    element,
    fold: () => {
      // After a key press in it, the focus must not disappear with it.
      if (element.contains(element.getRootNode().activeElement)) opener.focus();
      setHidden(true);
    },
    show: bots => {
      const text = JSON.stringify(bots);
      if (text === shown) return;
      shown = text;
      const keys = bots.map(({ key }) => key);
      boxes.replaceChildren(...bots.map(({ key, name }) => box(key, name, keys)));
      update(keys);
    },
  };
};
