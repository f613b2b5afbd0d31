// Shows the inspected bot's input and output, turn by turn: filtered, searched, copied. A script of
// its own, because no visit needs it before a bot is inspected. The page sends each passage and
// turn once (`state/shown/transcript.rs`), and sets an attribute with the turns to show and an input that
// is not among the passages; it also handles presses on a turn's heading. Knows no rules, and of
// the protocol only what the page sends.

import { CLIPPED, COUNTED, NAMES, chooseTurns, findHits, groupTurns, textOf } from "./transcript_turns.js";

/** @import { TranscriptUpdate } from "../../protocol/protocol" */
/** @import { Group, Hit, InputMap, InspectedBot, ReadMaps, ShownPart, TranscriptParts } from "./inspected_bot" */

/** @type {InspectedBot} */
const data = { turns: [], passages: [], length: 0, isOver: false, firstLines: 1, hint: "", mapScript: "" };
// The visitor's choices. They outlive the element, which comes and goes with the panel.
const left = new Set(), opened = new Set();
let wanted = "", hit = 0, showsGrid = false, firstMap = 0;
/** @type {BotTranscript | undefined} */
let shown;
/** @type {Group[] | undefined} */
let groups;

// How many maps of an input are drawn at once.
const MAPS = 48;
// Of how many passages an input may be that a bot is run with.
const TRIED = 200;
// The engine's mark at the end of a text that it has cut.
const CUT = "… (the rest is not kept)";
const ADVICE = "Up to 8 MiB of what each bot reads and prints are kept here, and as much of its stderr. To see the rest, play the match with " +
  "`botyard play … --keep-input 64MiB --save match.json` and drop the file on this page, or play fewer turns.";
const WORDLESS = "This record does not include the bot's input and output. Links never do; files do if they were saved with them. Play the match here to see it.";
const FILTERS = [["stdin", "read"], ["stdout", "printed"], ["stderr", "stderr"]];

const STYLE = [
  `.transcript, bot-transcript { display: flex; flex-direction: column; flex: 1 0 auto; }`,
  `bot-transcript .tools { position: sticky; top: var(--head); z-index: 2; background: var(--surface); display: flex; flex-wrap: wrap; align-items: center; gap: 4px; padding: 4px 16px 8px; }`,
  `@media (max-height: 899px) { bot-transcript .tools { position: static; } }`,
  `bot-transcript .tools input { flex: 1 1 4.3rem; height: 2.1333rem; padding: 0 8px; font-size: 0.8667rem; }`,
  `bot-transcript .tools .chip { min-width: 1.8rem; } bot-transcript .tools .copy { min-width: 4.8rem; }`,
  `bot-transcript .tools output { min-width: 3.2rem; text-align: center; white-space: nowrap; }`,
  `bot-transcript .tools output:empty { display: none; }`,
  `bot-transcript .words { padding-top: 0; position: relative; }`,
  `bot-transcript .turn-name { position: sticky; top: calc(var(--head) + var(--tools)); z-index: 1; display: block; width: 100%; height: auto; margin-top: 8px; padding: 4px 0; border: 0; border-radius: 0; background: var(--sunken); font-size: 0.8rem; font-weight: 600; text-align: left; white-space: normal; overflow-wrap: anywhere; }`,
  `bot-transcript button.turn-name:hover { color: var(--accent); }`,
  `bot-transcript .turn-words[aria-current] .turn-name { color: var(--accent); box-shadow: inset 0 -2px var(--accent); }`,
  `bot-transcript .late { grid-column: 2; color: var(--bad); font-size: 0.8rem; }`,
  `bot-transcript .passage.late-words pre { color: var(--bad); font-weight: 400; }`,
  `bot-transcript mark { background: var(--accent-soft); color: inherit; outline: 1px solid var(--accent); }`,
  `bot-transcript mark.found { background: var(--accent); color: var(--accent-ink); }`,
  `bot-transcript .hint { padding: 8px 0; } bot-transcript [hidden] { display: none; }`,
  `@media (max-width: 860px) { bot-transcript .turn-name { top: 0; } }`,
  `bot-transcript .map { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: end; gap: 8px; overflow-x: auto; }`,
  `bot-transcript .map caption { padding-bottom: 4px; text-align: left; }`,
  `bot-transcript .map table { border-collapse: collapse; font-size: 0.7333rem; line-height: 1; }`,
  `bot-transcript .map td { scroll-margin-top: calc(var(--head) + var(--tools) + 3rem); min-width: 22px; height: 22px; padding: 0 1px; border: 1px solid var(--line); text-align: center; white-space: nowrap; background: var(--surface); color: var(--ink); }`,
  `bot-transcript .map td.faint { background: var(--sunken); color: var(--ink-soft); }`,
  `bot-transcript .map td.centre { box-shadow: inset 0 0 0 2px; }`,
  `bot-transcript .map .of-side { background: var(--side); color: var(--side-ink); }`,
  `bot-transcript .map td:is(.pointed, :focus) { outline: 3px solid var(--accent); outline-offset: -1px; }`,
].join("\n");

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} tag
 * @param {import("./element_attributes").Attributes} attributes
 * @param {...(Node | string | undefined)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : String(value));
  });
  made.append(...children.flatMap(child => child || []));
  return made;
};

// The maps in an input, once the game's script is loaded. For an input that is not in the
// transcript, the page sends the data that the script needs; otherwise the script gets the first
// input.
/** @type {ReadMaps | undefined} */
let readMaps;
const loadMaps = async (script = data.mapScript) => {
  /** @type {{ readMaps: ReadMaps }} */
  const loaded = await import(script);
  // Another game may have come meanwhile.
  if (script === data.mapScript) readMaps = loaded.readMaps;
  shown?.draw();
};
/** @param {ShownPart} part */
const mapsOf = ({ text, places }) => readMaps?.(text, places ?? data.passages.find(({ stream }) => stream === "stdin")?.text ?? "") ?? [];

// The board that is a canvas, if there is one. It marks the cell of this event, and names the one
// that the mouse is over.
const canvas = () => document.querySelector(".fields .chart-canvas[tabindex]");
/** @param {string} [cell] */
const point = cell => {
  const board = canvas();
  if (!board) return;
  board.dataset.cell = cell ?? "";
  board.dispatchEvent(new Event("cell"));
};

/** @param {InputMap} map */
const drawMap = ({ name, rows }) => element("table", { "data-testid": "transcript-map", "aria-label": name ?? "The map as the bot read it" },
  name ? element("caption", {}, name) : "",
  element("tbody", {}, ...rows().map(row => element("tr", {}, ...row.map(({ cell, sign, style, words }) =>
    element("td", { tabindex: -1, class: style, title: words, "aria-label": words, "data-cell": cell }, sign))))));

// Draws maps one after the other. Tab reaches one cell, and arrow keys reach all of them.
/** @type {(before: Node | string, maps: InputMap[], behind: Node | string) => HTMLElement} */
const drawMaps = (before, maps, behind) => {
  /** @type {(event: Event) => HTMLTableCellElement | null} */
  const of = event => /** @type {Element} */ (event.target).closest("[data-cell]");
  /** @param {KeyboardEvent} event */
  const step = event => {
    const from = of(event), row = from?.closest("tr"), table = from?.closest("table");
    if (!from || !row || !table || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
    const { rowIndex, cells } = row;
    /** @type {(beside: ChildNode | null, column: number) => HTMLElement | undefined} */
    const beside = (map, column) => [.../** @type {HTMLTableElement | null} */ (map)?.rows?.[rowIndex]?.cells ?? []].at(column);
    /** @type {Record<string, HTMLElement | undefined>} */
    const cellsBeside = {
      ArrowLeft: cells[from.cellIndex - 1] ?? beside(table.previousSibling, -1), ArrowRight: cells[from.cellIndex + 1] ?? beside(table.nextSibling, 0),
      ArrowUp: table.rows[rowIndex - 1]?.cells[from.cellIndex], ArrowDown: table.rows[rowIndex + 1]?.cells[from.cellIndex],
    };
    const to = cellsBeside[event.key];
    if (!to) return;
    [from.tabIndex, to.tabIndex] = [-1, 0];
    to.focus();
  };
  const drawn = element("div", {
    class: "map", onmouseover: event => point(of(event)?.dataset.cell), onmouseleave: () => point(),
    onfocusin: event => point(of(event)?.dataset.cell), onfocusout: () => point(), onkeydown: step,
  }, before, ...maps.map(drawMap), behind);
  drawn.querySelector("td")?.setAttribute("tabindex", "0");
  return drawn;
};

// How much of the panel an element covers that stays at its top while the rest scrolls.
/** @param {HTMLElement | null | undefined} element */
const coveredBy = element => element && getComputedStyle(element).position === "sticky" ? element.offsetHeight : 0;

class BotTranscript extends HTMLElement {
  static observedAttributes = ["data-shown", "data-noted"];

  // What was drawn last: what it depends on, all groups, and which of those with parts are drawn.
  /** @type {string | undefined} */
  key;
  /** @type {Group[] | undefined} */
  all;
  first = 0;
  end = 0;
  /** @type {Group[] | undefined} */
  drawn;
  /** @type {InputMap[]} */
  maps = [];
  // The groups with parts, those with failed runs, and the places of the searched text.
  /** @type {Group[]} */
  groups = [];
  /** @type {Group[]} */
  failed = [];
  /** @type {Hit[]} */
  hits = [];
  isCut = false;
  // The turn on the board, its group, and the group in the middle of the list.
  /** @type {number | undefined} */
  at;
  /** @type {Group | undefined} */
  current;
  /** @type {number | undefined} */
  centre;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  watch = new MutationObserver(() => this.mark());
  /** @type {TranscriptParts | undefined} */
  #parts;

  get parts() { return this.#parts ??= this.make(); }

  /** @returns {TranscriptParts} */
  make() {
    /** @type {(name: string, testid: string, title?: string, onclick?: () => void, pressed?: string) => HTMLButtonElement} */
    const chip = (name, testid, title, onclick, pressed) =>
      element("button", { type: "button", class: "chip", "data-testid": testid, title, "aria-label": name.length < 2 ? title : undefined, "aria-pressed": pressed, onclick }, name);
    /** @param {string[]} stream */
    const filter = ([stream, name]) => {
      const button = chip(name, `transcript-${name}`, undefined, () => {
        left.has(stream) ? left.delete(stream) : left.add(stream);
        button.setAttribute("aria-pressed", String(!left.has(stream)));
        this.draw();
      }, String(!left.has(stream)));
      return button;
    };
    const search = element("input", {
      type: "search", placeholder: "Search", "aria-label": "Search what is shown", "data-testid": "transcript-search",
      oninput: () => { [wanted, hit] = [search.value, 0]; this.later(); },
      onkeydown: event => { if (event.key === "Enter") this.find(event.shiftKey ? -1 : 1); },
    });
    search.value = wanted;
    const count = element("output", { class: "hint", "data-testid": "transcript-count", "aria-live": "polite" });
    const grid = chip("map", "transcript-grid", "Show the map of this turn as the bot read it; its cells are marked on the board", () => {
      showsGrid = !showsGrid;
      if (showsGrid && !readMaps) loadMaps();
      grid.setAttribute("aria-pressed", String(showsGrid));
      this.draw();
    }, String(showsGrid));
    const tries = chip("Run with an input …", "try-input", "Run this bot by itself with the input that is shown, or with another");
    tries.dataset.do = "try";
    const copies = chip("Copy", "transcript-copy", "Copy what is shown", () => this.copy());
    copies.classList.add("copy");
    const tools = element("div", { class: "tools", role: "group", "aria-label": "Transcript" }, ...FILTERS.map(filter), grid, search, count,
      chip("‹", "transcript-previous", "Previous hit (Shift+Enter)", () => this.find(-1)), chip("›", "transcript-next", "Next hit (Enter)", () => this.find(1)), copies, tries);
    const body = element("div", { class: "scroll words", "data-testid": "inspector", tabindex: 0, role: "log", "aria-live": "off", "aria-label": "What the bot read and wrote" });
    return { search, count, grid, tries, copies, tools, body };
  }

  connectedCallback() {
    this.#parts = undefined;
    this.replaceChildren(this.parts.tools, this.parts.body);
    shown = this;
    this.at = this.drawn = this.key = undefined;
    this.draw();
  }

  disconnectedCallback() {
    this.watch.disconnect();
    clearTimeout(this.timer);
    if (shown === this) shown = undefined;
  }

  attributeChangedCallback() {
    if (this.#parts) this.draw();
  }

  // Draws once for several updates, and not with every letter that is typed.
  later() {
    this.timer ??= setTimeout(() => this.draw(), 80);
  }

  draw() {
    clearTimeout(this.timer);
    this.timer = undefined;
    // The range of turns and the shown turn; then that turn's input, if it is not among the
    // passages.
    const [range, about = "", ...runs] = (this.dataset.shown ?? "").split("\n");
    const [from, to, at] = range.split(" ").map(Number);
    const [, answered = "", places] = /^(\d+) (.*)$/.exec(about) ?? [];
    const text = runs.join("\n"), isRead = places && !left.has("stdin");
    /** @type {ShownPart} */
    const read = { turn: from, stream: "stdin", text, shown: text, places, nth: -answered };
    /** @param {ShownPart} part */
    const isMeant = part => part.turn >= from && part.turn <= to && !left.has(part.stream);
    const all = groups ??= groupTurns(data);
    const key = [from, to, about, wanted, showsGrid, this.dataset.noted, ...left].join();
    const isSame = this.key === key && this.all === all && !showsGrid;
    if (!isSame) {
      [this.key, this.all] = [key, all];
      /** @param {Group} group */
      const partsOf = ({ after, parts }) => [...(isRead && after === Number(answered) ? [read] : []), ...parts.filter(isMeant)];
      this.groups = all.map(group => ({ ...group, parts: partsOf(group) })).filter(({ parts }) => parts.length);
      this.list();
    }
    this.current = this.groups.findLast(({ after }) => after !== undefined && after <= at) ?? this.groups[0];
    this.isCut = data.passages.some(({ turn, text }) => turn <= to && text.endsWith(CUT));
    this.failed = all.filter(({ parts }) => parts.some(({ stream }) => stream === "ended"));
    const reads = this.groups.flatMap(({ parts }) => parts).filter(({ stream }) => stream === "stdin");
    // The inputs of several runs are not the input of one.
    this.parts.tries.hidden = reads.length === 0 || reads.length > TRIED || this.isCut || runs.length > 1;
    this.parts.grid.hidden = !data.mapScript;
    // The list follows the turn on the board, but does not leave the results of a search.
    const follows = this.at !== at && !this.hits.length;
    this.at = at;
    if (follows || !this.drawn) this.centre = this.current?.after;
    if (isSame && this.current && this.drawn?.includes(this.current)) {
      this.parts.body.querySelector("[aria-current]")?.removeAttribute("aria-current");
      this.parts.body.querySelector(`[data-after="${this.current.after}"]`)?.setAttribute("aria-current", "true");
    } else {
      this.fill();
    }
    if (follows) {
      const turn = /** @type {HTMLElement | null} */ (this.parts.body.querySelector("[aria-current]"));
      this.reveal(this.adviceOn(turn) ?? turn);
    }
  }

  // The page's advice about the turn on the board, if that turn begins at most two thirds of the panel
  // below it: the advice comes first, and would be covered if the turn came to the top.
  /** @param {HTMLElement | null} turn */
  adviceOn(turn) {
    const panel = this.closest(".panel"), advice = /** @type {HTMLElement | null | undefined} */ (panel?.querySelector(".advice"));
    if (!panel || !advice || !turn || this.scrolls()) return undefined;
    const isNear = turn.getBoundingClientRect().top - advice.getBoundingClientRect().top < panel.getBoundingClientRect().height * 2 / 3;
    return isNear ? advice : undefined;
  }

  // Whether the words scroll in their own box, as on a phone; elsewhere the whole panel scrolls.
  scrolls() { return getComputedStyle(this.parts.body).overflowY !== "visible"; }

  // Finds the searched text.
  list() {
    this.hits = findHits(this.groups, wanted);
    hit = Math.min(hit, Math.max(this.hits.length - 1, 0));
    const more = this.hits.length === COUNTED ? "+" : "";
    this.parts.count.textContent = wanted ? this.hits.length ? `${hit + 1} of ${this.hits.length}${more}` : "none" : "";
  }

  /** @param {number} by */
  find(by) {
    if (this.timer) this.draw();
    if (!this.hits.length) return;
    hit = (hit + by + this.hits.length) % this.hits.length;
    this.list();
    const found = this.hits[hit];
    if (found.at + wanted.length > CLIPPED) opened.add(found.part.nth);
    if (!this.drawn?.includes(found.group)) this.centre = found.group.after;
    this.fill();
    this.reveal(this.parts.body.querySelector("mark.found"));
  }

  fill() {
    [this.first, this.end] = chooseTurns(this.groups, Math.max(this.groups.findIndex(({ after }) => after === this.centre), 0));
    this.drawn = this.groups.slice(this.first, this.end);
    this.maps = [];
    /** @type {(count: number, name: string, testid: string, group: Group) => HTMLElement | false} */
    const more = (count, name, testid, group) =>
      count > 0 && element("p", { class: "hint" }, element("button", { type: "button", class: "chip", "data-testid": testid, onclick: () => {
        this.centre = group.after;
        this.fill();
        this.reveal(this.parts.body.querySelector(`[data-after="${group.after}"]`));
      } }, `${count} ${name}`));
    const hints = [
      this.groups.length === 0 && this.empty() && element("p", { class: "hint" }, this.empty()),
      this.failed.length > 0 && element("p", { class: "hint", "data-testid": "transcript-failed" },
        `Its runs failed in ${this.failed.length} of its turns; first in ${this.failed[0].name.split(":")[0].toLowerCase()}.`),
      data.hint && element("p", { class: "hint" }, data.hint),
    ];
    this.parts.body.replaceChildren(...[
      ...hints,
      more(this.first, "earlier turns …", "transcript-earlier", this.groups[this.first - 1]),
      ...this.drawn.map(group => this.section(group)),
      more(this.groups.length - this.end, "later turns …", "transcript-later", this.groups[this.end]),
      this.isCut && element("p", { class: "hint", "data-testid": "transcript-cut" }, ADVICE),
    ].flatMap(part => part || []));
    this.style.setProperty("--head", `${coveredBy(this.closest(".panel")?.querySelector(".inspected"))}px`);
    this.style.setProperty("--tools", `${coveredBy(this.parts.tools)}px`);
    const board = canvas();
    this.watch.disconnect();
    if (board) this.watch.observe(board, { attributes: true, attributeFilter: ["data-pointed"] });
  }

  empty() {
    // The page explains why words are not here yet, or cannot be had.
    if (data.isOver && data.passages.length === 0) return this.dataset.noted === undefined ? WORDLESS : "";
    if (left.size) return "Nothing of this kind in this turn: choose what is shown above.";
    return this.isCut ? "What the bot read and wrote in this turn is not kept." : "The bot read and wrote nothing in this turn.";
  }

  /** @param {Group} group */
  section(group) {
    const isCurrent = group === this.current;
    const title = group.after === undefined
      ? element("div", { class: "turn-name" }, group.name)
      : element("button", { type: "button", class: "turn-name", "data-do": "go", value: group.after, "data-testid": "transcript-turn", title: "Show this turn on the board" }, group.name);
    return element("section", { class: "turn-words", "data-after": String(group.after), "aria-current": isCurrent && "true" }, title, ...group.parts.map(part => this.passage(part, isCurrent)));
  }

  /**
   * @param {ShownPart} part
   * @param {boolean} isCurrent
   */
  passage(part, isCurrent) {
    const { stream, shown, late, end, nth } = part;
    const maps = showsGrid && isCurrent && stream === "stdin" && data.mapScript ? mapsOf(part) : [];
    const isClipped = !maps.length && shown.length > CLIPPED && !opened.has(nth);
    const open = () => {
      opened.add(nth);
      this.fill();
    };
    return element("div", { class: `passage ${NAMES[stream]}${late ? " late-words" : ""}` },
      element("span", { class: "stream" }, NAMES[stream]),
      maps.length ? this.drawPart(maps) : element("pre", {}, ...this.marked(part, isClipped ? shown.slice(0, CLIPPED) : shown), isClipped ? " …" : ""),
      late ? element("span", { class: "late", "data-testid": "transcript-late" }, end ? "printed after the end of the match" : "printed after its answer was taken") : "",
      isClipped ? element("button", { type: "button", class: "chip", onclick: open }, `Show all ${shown.length.toLocaleString()} characters`) : "");
  }

  // Draws at most `MAPS` of the maps, with buttons that lead to the others.
  /** @param {InputMap[]} maps */
  drawPart(maps) {
    this.maps = maps;
    firstMap = Math.max(0, Math.min(firstMap, maps.length - MAPS));
    /** @type {(count: number, name: string, testid: string, first: number) => HTMLElement | ""} */
    const more = (count, name, testid, first) => count > 0 ? element("button", { type: "button", class: "chip", "data-testid": testid, onclick: () => {
      firstMap = Math.max(0, first);
      this.fill();
    } }, `${count} ${name}`) : "";
    return drawMaps(more(firstMap, "earlier maps …", "transcript-maps-earlier", firstMap - MAPS),
      maps.slice(firstMap, firstMap + MAPS), more(maps.length - firstMap - MAPS, "later maps …", "transcript-maps-later", firstMap + MAPS));
  }

  // The text with the found parts marked.
  /**
   * @param {ShownPart} part
   * @param {string} text
   * @returns {(Node | string)[]}
   */
  marked(part, text) {
    if (!wanted) return [text];
    /** @type {(Node | string)[]} */
    const nodes = [];
    let end = 0;
    this.hits.forEach((found, nth) => {
      if (found.part !== part || found.at >= text.length) return;
      nodes.push(text.slice(end, found.at), element("mark", { class: nth === hit && "found" }, text.slice(found.at, found.at + wanted.length)));
      end = found.at + wanted.length;
    });
    return [...nodes, text.slice(end)];
  }

  // Scrolls to an element, without scrolling anything around this list.
  /** @param {HTMLElement | null} found */
  reveal(found) {
    if (!found) return;
    const scroller = this.scrolls() ? this.parts.body : this.closest(".panel");
    if (!scroller) return;
    const room = scroller.getBoundingClientRect(), place = found.getBoundingClientRect();
    const tools = this.scrolls() ? 0 : coveredBy(scroller.querySelector(".inspected")) + coveredBy(this.parts.tools);
    // A turn that is not seen whole begins at the top; a find or a map stays below its heading.
    const margin = tools + (found.matches("mark, table") ? 40 : 0);
    if (place.top - margin < room.top || place.bottom > room.bottom) scroller.scrollTop += place.top - room.top - margin;
  }

  // Marks the cell that the mouse is over on the board, in every map that shows it; the map of that
  // cell, if it has one, comes in sight.
  mark() {
    const cell = canvas()?.dataset.pointed;
    const nth = cell ? this.maps.findIndex(map => map.cell === Number(cell)) : -1;
    if (nth >= 0 && (nth < firstMap || nth >= firstMap + MAPS)) {
      firstMap = nth;
      this.fill();
    }
    this.parts.body.querySelectorAll("td.pointed").forEach(old => old.classList.remove("pointed"));
    if (cell) this.parts.body.querySelectorAll(`td[data-cell="${cell}"]`).forEach(same => same.classList.add("pointed"));
    if (nth >= 0) this.reveal(this.parts.body.querySelectorAll(".map table")[nth - firstMap]);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(textOf(this.groups));
      this.parts.copies.textContent = "Copied";
    } catch {
      // Only secure places have a clipboard.
      getSelection()?.selectAllChildren(this.parts.body);
      this.parts.copies.textContent = "Press Ctrl+C";
    }
    setTimeout(() => { this.parts.copies.textContent = "Copy"; }, 2_000);
  }
}

// The shown element and its turns stay valid until new data comes. The page handles a press before
// the button does, and needs the button's data by then.
addEventListener("click", ({ target }) => {
  if (!shown?.parts.tries.contains(/** @type {Node} */ (target))) return;
  const read = shown.groups.flatMap(({ parts }) => parts).filter(({ stream }) => stream === "stdin");
  shown.parts.tries.value = read.map(({ text }) => text).join("");
}, true);

/** @type {(parcel: [update: string]) => void} */
const take = ([text]) => {
  /** @type {TranscriptUpdate} */
  const { isNew, isOtherGame, mapScript, known, turns, passages, ...update } = JSON.parse(text);
  if (isNew) {
    [data.turns, data.passages, firstMap] = [[], [], 0];
    opened.clear();
  }
  Object.assign(data, update);
  // The searched text and the script of the maps are for one game only.
  if (isOtherGame) {
    [wanted, hit, readMaps, data.mapScript] = ["", 0, undefined, mapScript];
    if (shown) shown.parts.search.value = "";
    if (showsGrid && mapScript) loadMaps();
  }
  turns.forEach(turn => data.turns.push(turn));
  data.passages.length = known;
  passages.forEach(passage => data.passages.push(passage));
  groups = undefined;
  shown?.later();
};

const style = new CSSStyleSheet();
style.replaceSync(STYLE);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
globalThis.transcriptUpdates.forEach(take);
/** @param {[update: string]} parcel */
globalThis.transcriptUpdates.push = parcel => (take(parcel), 0);
customElements.define("bot-transcript", BotTranscript);
