// Shows the manual beside the board: `<bot-manual game="stratego" page="protocol/time">`. Rules,
// protocol and starters of a game are one file, and the parts for all games another (`manual/`,
// made of `docs/` when the page is built); each is fetched with the first page that needs it. A
// script of its own, because no visit needs it before the manual is opened. Knows no rules; the
// page handles presses.

const STYLE = [
  `bot-manual { display: grid; gap: 12px; line-height: 1.5; }`,
  `bot-manual nav ul { display: flex; flex-wrap: wrap; gap: 4px; margin: 0; padding: 0; list-style: none; }`,
  `bot-manual nav a { display: inline-flex; align-items: center; min-height: 28px; padding: 0 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); color: inherit; font-size: 0.8667rem; text-decoration: none; }`,
  `bot-manual nav a:hover { border-color: var(--line-strong); }`,
  `bot-manual nav a[aria-current] { background: var(--accent-soft); border-color: var(--accent); }`,
  `bot-manual .search { display: flex; position: sticky; top: -8px; z-index: 1; gap: 8px; margin: -8px 0; padding: 8px 0; background: var(--surface); }`,
  `bot-manual .search input { flex: 1; }`,
  `bot-manual article { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; overflow-wrap: anywhere; }`,
  `bot-manual article > * { max-width: 46rem; }`,
  `bot-manual h2 { font-size: 1.4rem; line-height: 1.2; }`,
  `bot-manual :is(h2, h3, h4) { scroll-margin-top: 8px; }`,
  `bot-manual h3 { margin-top: 16px; font-size: 1.1333rem; }`,
  `bot-manual h4 { margin: 4px 0 0; font-size: 1rem; }`,
  `bot-manual :is(article, .found) a { color: var(--accent); }`,
  `bot-manual article :is(ul, ol) { margin: 0; padding-left: 24px; }`,
  `bot-manual article li + li { margin-top: 4px; }`,
  `bot-manual pre { padding: 8px 12px; border-radius: 8px; background: var(--sunken); font: 0.8667rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }`,
  `bot-manual figure { display: flex; flex-wrap: wrap; gap: 4px; }`,
  `bot-manual figure pre { width: 100%; }`,
  `bot-manual pre .said { color: var(--accent); font-weight: 600; }`,
  `bot-manual pre .note { color: var(--ink-soft); }`,
  `bot-manual summary { min-height: 24px; cursor: pointer; }`,
  `bot-manual details > * + * { margin-top: 8px; }`,
  `bot-manual table { width: 100%; border-collapse: collapse; font-size: 0.9333rem; }`,
  `bot-manual :is(th, td) { padding: 4px 8px 4px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }`,
  `bot-manual :is(th, table:not(:has(th:nth-child(6))) td:not(:last-child)) { overflow-wrap: break-word; }`,
  `bot-manual .found { display: grid; gap: 12px; margin: 0; padding: 0; list-style: none; }`,
  `bot-manual .found p { color: var(--ink-soft); font-size: 0.8667rem; overflow-wrap: anywhere; }`,
  `bot-manual mark { background: var(--accent-soft); color: inherit; outline: 1px solid var(--accent); }`,
  `bot-manual .to-board { display: none; }`,
  `@media (max-width: 860px) {`,
  `  [data-layout="manual"] .main .scroll { max-height: none; }`,
  `  bot-manual .to-board { display: inline-flex; }`,
  `}`,
  // A phone on its side has the board beside the page.
  `@media (max-width: 860px) and (max-height: 520px) and (orientation: landscape) { bot-manual .to-board { display: none; } }`,
].join("\n");

/** @typedef {{ name: string, title: string, html: string }} ManualPage */
/**
 * A file of the manual. That for all games has neither a title nor starters.
 * @typedef {{ title: string, pages: ManualPage[], files: { language: string, name: string, text:
 * string }[] }} ManualFile
 *
 * A section: its address, its titles and its text.
 * @typedef {{ page: string, title: string, words: string }} Section
 */

// The name of the file for all games.
const ALL = "all";
// How many sections a search shows, and how much of each.
const FOUND = 30, EXCERPT = 160;
// The prefix of sections' ids, so that they collide with no others.
const SECTION = "manual-";

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} tag
 * @param {import("./element_attributes").Attributes} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(name, String(value));
  });
  made.append(...children);
  return made;
};

// The files, by their names, as promises: each is fetched once, and again after a failure.
/** @type {Map<string, Promise<ManualFile>>} */
const files = new Map();
/** @type {(name: string) => Promise<ManualFile>} */
const fetchManual = name => {
  const fetched = files.get(name) ?? (async () => {
    /** @type {Record<string, string>} */
    const names = JSON.parse(document.getElementById("file-names")?.textContent ?? "{}");
    const path = `manual/${name}.json`;
    const response = await fetch(new URL(names[path] ?? path, document.baseURI));
    if (!response.ok) throw new Error(response.statusText);
    return response.json();
  })();
  files.set(name, fetched);
  fetched.catch(() => files.delete(name));
  return fetched;
};

// The searched text outlives the element, which comes and goes with the panel.
let wanted = "";

/** @param {string} html */
const parse = html => new DOMParser().parseFromString(html, "text/html").body;

// The sections of a page.
/** @type {(page: ManualPage) => Section[]} */
const sectionsOf = ({ name, title, html }) => {
  const sections = [{ page: name, title, words: "" }];
  /** @param {Node} node */
  const walk = node => [...node.childNodes].forEach(child => {
    if (child instanceof HTMLElement && /^H[345]$/.test(child.nodeName)) {
      sections.push({ page: `${name}/${child.id.slice(SECTION.length)}`, title: `${title}: ${child.textContent}`, words: "" });
    } else {
      sections[sections.length - 1].words += `${child.textContent} `;
    }
  });
  const body = parse(html);
  // Adjacent cells and entries have no space between them, and rows no separator.
  body.querySelectorAll("li").forEach(part => part.append(" "));
  body.querySelectorAll("th, td").forEach(cell => cell.append(cell.nextElementSibling ? " · " : "; "));
  walk(body);
  /** @param {string} words */
  const clean = words => words.replace(/\s+/g, " ").replace(/([.:!?]);/g, "$1").trim().replace(/;$/, "");
  return sections.map(section => ({ ...section, words: clean(section.words) }));
};

// A word. The sign of a number belongs to it, as in `-1`, and so do the dashes of an option, the
// point of `0.5` and the end of `C++`; other punctuation does not.
const WORD = /(?:(?<![\p{L}\p{N}_+-])(?:\+(?=\p{N})|--?))?[\p{L}\p{N}_]+(?:[.,]\p{N}+)*(?:\+\+)?/gu;

// A text as it is compared, letter for letter.
/** @param {string} text */
const fold = text => text.toLowerCase().replaceAll("\u2212", "-");

// The words of a text. A text of punctuation only, such as `?`, is split at its blanks.
/** @type {(text: string) => string[]} */
const wordsOf = text => fold(text).match(WORD) ?? fold(text).split(/\s+/).filter(Boolean);

/**
 * The sections that have all of these words, perhaps within other words; first the sections that
 * have them whole, and among these the sections that have them in their titles.
 * @param {ManualPage[]} pages
 * @param {string} text
 */
export const search = (pages, text) => {
  const wanted = wordsOf(text);
  /** @param {string} where */
  const has = where => wanted.every(word => fold(where).includes(word));
  /** @param {string} where */
  const hasWhole = where => {
    const words = new Set(wordsOf(where));
    return wanted.every(word => words.has(word));
  };
  /** @type {(title: string, all: string) => number} */
  const rank = (title, all) => 2 * Number(hasWhole(all)) + Number(has(title));
  const sections = pages.flatMap(sectionsOf).map(section => ({ ...section, all: `${section.title} ${section.words}` }));
  const found = sections.filter(({ all }) => has(all)).map(section => ({ ...section, rank: rank(section.title, section.all) }));
  return found.sort((one, other) => other.rank - one.rank);
};

// The position of a word in a text, if possible as a whole word; -1 if it is not found.
/** @type {(text: string, word: string) => number} */
const findWord = (text, word) => {
  const folded = fold(text);
  const whole = [...folded.matchAll(WORD)].find(([found]) => found === word);
  return whole?.index ?? folded.indexOf(word);
};

/**
 * A piece of a section's text around the first searched word, which is marked. It begins and ends
 * with a whole word.
 * @param {string} words
 * @param {string} text
 */
export const excerpt = (words, text) => {
  const [first] = wordsOf(text);
  const at = findWord(words, first);
  const found = at < 0 ? 0 : first.length;
  const from = Math.max(0, at);
  const space = from > EXCERPT / 3 ? words.indexOf(" ", from - EXCERPT / 3) : -1;
  const start = space < from ? space + 1 : from;
  const last = words.lastIndexOf(" ", start + EXCERPT);
  const end = words.length <= start + EXCERPT ? words.length : Math.max(last, from + found);
  // The words may be in the title alone.
  const mark = found > 0 ? [element("mark", {}, words.slice(from, from + found))] : [];
  return [`${start > 0 ? "… " : ""}${words.slice(start, from)}`, ...mark, `${words.slice(from + found, end)}${end < words.length ? " …" : ""}`];
};

/** @type {(name: string, text: string) => void} */
const save = (name, text) => {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
};

class BotManual extends HTMLElement {
  static observedAttributes = ["game", "page"];

  // Whether the visitor has followed a link within the manual: then the focus moves along.
  isFollowed = false;

  /**
   * @type {{ pages: ManualPage[], article: HTMLElement, navigation: HTMLElement, said: HTMLElement,
   * body: HTMLElement } | undefined} What is shown, once it was fetched.
   */
  drawn;

  connectedCallback() {
    this.show();
  }

  attributeChangedCallback() {
    // The visitor has followed a link within the manual, so the search that led there ends.
    wanted = "";
    if (this.isConnected) this.show();
  }

  get game() { return this.getAttribute("game") ?? ""; }

  async show() {
    const [game, address] = [this.game, this.getAttribute("page") || "help"];
    const [name, section] = address.split("/");
    let own, all;
    try {
      [own, all] = await Promise.all([fetchManual(game), fetchManual(ALL)]);
    } catch {
      // It was closed meanwhile, and the tab has the title of the match again.
      if (!this.isConnected) return;
      document.title = "Help \u00b7 Botyard";
      return this.replaceChildren(element("p", { "data-testid": "manual-missing" }, "The manual could not be fetched. Is this computer online? "),
        element("button", { type: "button", onclick: () => this.show() }, "Try again"));
    }
    // The visitor has gone on meanwhile.
    if (!this.isConnected || game !== this.game || address !== (this.getAttribute("page") || "help")) return;
    const pages = [...all.pages.slice(0, 1), ...own.pages, ...all.pages.slice(1)];
    const page = pages.find(page => page.name === name) ?? pages[0];
    // The page gives the tab the title of the match again when the manual is closed.
    document.title = [page.title, own.title, "Botyard"].join(" \u00b7 ");
    const field = element("input", { type: "search", placeholder: "Search", "aria-label": "Search the manual", "data-testid": "manual-search", value: wanted,
      oninput: () => this.look(field.value) });
    /** @param {ManualPage} page */
    const link = ({ name, title }) => element("li", {}, element("a", { href: `#/${game}/${name}`, "aria-current": name === page.name && "page", "data-testid": `manual-${name}` }, title));
    const navigation = element("nav", { "aria-label": "Pages of the manual" }, element("ul", {}, ...pages.map(link)));
    const body = element("div", { class: "body" });
    const said = element("p", { class: "unseen", role: "status" });
    this.replaceChildren(element("div", { class: "search" }, field,
      element("button", { type: "button", class: "to-board", onclick: () => document.querySelector(".stage")?.scrollIntoView({ block: "start" }) }, "Board")),
      navigation, said, body);
    const article = this.draw(page, own);
    this.drawn = { pages, article, navigation, said, body };
    this.look(wanted);
    this.goTo(article, section);
  }

  // A page with its title, the list of its sections, and its links at their addresses.
  /**
   * @param {ManualPage} page
   * @param {ManualFile} own
   */
  draw({ name, title, html }, own) {
    const { game } = this;
    const article = element("article", { "data-testid": "manual-page" }, element("h2", { tabindex: "-1" }, title), ...parse(html).childNodes);
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = article.querySelectorAll("a[data-page]");
    links.forEach(link => {
      link.href = `#/${link.dataset.game ?? game}/${link.dataset.page}`;
    });
    /** @type {NodeListOf<HTMLButtonElement>} */
    const inputs = article.querySelectorAll("button[data-input]");
    inputs.forEach(button => {
      const { seat, input } = button.dataset;
      const runs = [...button.parentElement?.querySelectorAll("button[data-input]") ?? []];
      button.textContent = runs.length > 1 ? `Try run ${1 + runs.indexOf(button)}` : "Try these lines";
      button.title = "Send a bot of the match what the bot here reads";
      button.dataset.do = "try";
      /** @type {import("../../protocol/protocol").ManualInput} */
      const value = { seat: Number(seat), input: input ?? "" };
      button.value = JSON.stringify(value);
    });
    article.querySelectorAll("[data-starter]").forEach(place => {
      const { starter: language, written } = place.dataset;
      place.className = "row";
      place.append(...own.files.filter(file => file.language === language).map(({ name, text }) => {
        const file = name.slice(name.lastIndexOf("/") + 1);
        return element("button", { type: "button", onclick: () => save(file, text), "data-testid": `starter-${language}-${file}` }, `Download ${name}`);
      }));
      if (written !== undefined) place.append(element("a", { class: "button", href: `#/${game}/write${written}` }, "Open in the editor"));
    });
    const titles = [...article.querySelectorAll("h3")];
    if (titles.length > 2) {
      /** @param {HTMLElement} title */
      const entry = title => element("li", {}, element("a", { href: `#/${game}/${name}/${title.id.slice(SECTION.length)}` }, title.textContent));
      article.firstChild?.after(element("details", {}, element("summary", {}, "On this page"), element("ul", {}, ...titles.map(entry))));
    }
    if (name === "help") {
      article.append(element("p", { class: "row" }, element("button", { type: "button", "data-do": "keys", "data-testid": "manual-keys" }, "All keys"),
        element("a", { class: "button", href: "licences.html", target: "_blank", "data-testid": "licences" }, "Licences"),
        element("span", { class: "hint", "data-testid": "version" }, `Botyard ${this.getAttribute("version")}`)));
    }
    return article;
  }

  /**
   * Goes to a section, or to the page's beginning.
   * @param {HTMLElement} article
   * @param {string} [section]
   */
  goTo(article, section) {
    const target = section ? article.querySelector(`#${CSS.escape(SECTION + section)}`) : null;
    target?.closest("details")?.setAttribute("open", "");
    if (target || this.isFollowed) (target ?? this.closest(".side") ?? this).scrollIntoView({ block: "start" });
    if (!this.isFollowed) return;
    this.isFollowed = false;
    const heading = target ?? article.querySelector("h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  /**
   * Shows the sections with these words, or the page if the text has no words.
   * @param {string} text
   */
  look(text) {
    wanted = text;
    if (!this.drawn) return;
    const { pages, article, navigation, said, body } = this.drawn;
    // The results replace the navigation: on a phone they would be out of sight below it.
    navigation.hidden = text.trim() !== "";
    if (!text.trim()) {
      said.textContent = "";
      return body.replaceChildren(article);
    }
    const found = search(pages, text);
    /** @param {Section} section */
    const entry = ({ page, title, words }) =>
      element("li", {}, element("a", { href: `#/${this.game}/${page}` }, title), element("p", {}, ...excerpt(words, text)));
    const some = `${found.length} ${found.length === 1 ? "section has" : "sections have"} it`;
    const count = found.length > 0 ? some : `Nothing found for “${text.trim()}”`;
    said.textContent = count;
    body.replaceChildren(element("p", { class: "hint", "data-testid": "manual-count" }, `${count}${found.length > FOUND ? `; the first ${FOUND}:` : "."}`),
      element("ol", { class: "found", "data-testid": "manual-found" }, ...found.slice(0, FOUND).map(entry)));
  }
}

// A link to the page that is already shown does not change the attribute, but must scroll to its
// section again.
/** @param {Event} event */
const follow = event => {
  /** @type {HTMLAnchorElement | null | undefined} */
  const link = /** @type {Partial<Element>} */ (event.target).closest?.("bot-manual a[href^='#/']");
  /** @type {BotManual | null | undefined} */
  const manual = link?.closest("bot-manual");
  if (!link || !manual) return;
  manual.isFollowed = true;
  wanted = "";
  if (link.hash === location.hash) manual.show();
};
addEventListener("click", follow, true);

const style = new CSSStyleSheet();
style.replaceSync(STYLE);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
customElements.define("bot-manual", BotManual);
