// Elements of a page, for tests of scripts that draw: as much of the browser's own as these scripts
// use. Nothing is laid out, and events do not bubble.

const VALUES = ["value", "disabled", "title", "href", "id", "type"];

// `name`, `.class` and `[attribute="value"]`, one of them or several together, and lists of these.
const matcherOf = selector => {
  const parts = selector.match(/\[[^\]]+\]|\.[\w-]+|:[\w-]+|[\w-]+/g);
  const matchers = parts.map(part => {
    if (part.startsWith(":")) return () => false;
    if (part.startsWith(".")) return element => element.classList.contains(part.slice(1));
    if (!part.startsWith("[")) return element => element.localName === part;
    const [, name, value] = /^\[([\w-]+)(?:="?([^"\]]*)"?)?\]$/.exec(part);
    return element => (value === undefined ? element.hasAttribute(name) : element.getAttribute(name) === value);
  });
  return element => matchers.every(matches => matches(element));
};
const matches = (element, selector) => selector.split(",").some(one => matcherOf(one.trim())(element));

class Text {
  constructor(text) { this.textContent = text; }
  remove() { this.parentNode?.removeChild(this); }
  replaceWith(...nodes) { this.parentNode?.replaceChild(this, nodes); }
}

const nodeOf = part => (part instanceof Element || part instanceof Text ? part : new Text(String(part)));

class Element extends EventTarget {
  #attributes = new Map();
  #document;
  childNodes = [];
  parentNode = null;
  hidden = false;
  scrollTop = 0;
  value = "";
  checked = false;

  constructor(document, name) {
    super();
    this.#document = document;
    this.localName = name;
    this.dataset = new Proxy({}, { get: (_, key) => this.getAttribute(`data-${key}`) ?? undefined });
    const names = () => this.className.split(" ").filter(Boolean);
    const change = (name, isIn) => { this.className = [...names().filter(other => other !== name), ...(isIn ? [name] : [])].join(" "); };
    this.classList = {
      contains: name => names().includes(name),
      add: name => change(name, true),
      remove: name => change(name, false),
      toggle: (name, isIn = !names().includes(name)) => change(name, isIn),
    };
  }

  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
    if (VALUES.includes(name)) this[name] = String(value);
  }
  getAttribute(name) { return this.#attributes.get(name) ?? null; }
  hasAttribute(name) { return this.#attributes.has(name); }
  removeAttribute(name) { this.#attributes.delete(name); }
  get className() { return this.getAttribute("class") ?? ""; }
  set className(names) { this.setAttribute("class", names); }

  // Details tell when they are opened or closed.
  get open() { return this.hasAttribute("open"); }
  set open(isOpen) {
    if (isOpen === this.open) return;
    if (isOpen) this.setAttribute("open", "");
    else this.removeAttribute("open");
    this.dispatchEvent(new Event("toggle"));
  }

  get children() { return this.childNodes.filter(node => node instanceof Element); }
  get firstChild() { return this.childNodes[0] ?? null; }
  get isConnected() { return this === this.#document.body || Boolean(this.parentNode?.isConnected); }
  get textContent() { return this.childNodes.map(({ textContent }) => textContent).join(""); }
  set textContent(text) { this.replaceChildren(...(text === "" ? [] : [text])); }

  append(...parts) {
    parts.map(nodeOf).forEach(node => {
      node.remove();
      node.parentNode = this;
      this.childNodes.push(node);
      if (node.selected) this.value = node.value;
    });
  }
  removeChild(node) {
    // A browser moves the focus away from what is removed, and tells it so.
    const focused = this.#document.activeElement;
    if (node instanceof Element && focused && node.contains(focused)) focused.blur();
    this.childNodes = this.childNodes.filter(other => other !== node);
    node.parentNode = null;
  }
  replaceChild(node, others) {
    const at = this.childNodes.indexOf(node);
    this.removeChild(node);
    others.map(nodeOf).forEach((other, nth) => {
      other.remove();
      other.parentNode = this;
      this.childNodes.splice(at + nth, 0, other);
    });
  }
  replaceChildren(...parts) {
    [...this.childNodes].forEach(node => this.removeChild(node));
    this.append(...parts);
  }
  remove() { this.parentNode?.removeChild(this); }
  replaceWith(...nodes) { this.parentNode?.replaceChild(this, nodes); }

  contains(node) { return node === this || this.children.some(child => child.contains(node)); }
  matches(selector) { return matches(this, selector); }
  closest(selector) { return this.matches(selector) ? this : this.parentNode?.closest(selector) ?? null; }
  querySelectorAll(selector) {
    return this.children.flatMap(child => [...(child.matches(selector) ? [child] : []), ...child.querySelectorAll(selector)]);
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  getRootNode() { return this.#document; }

  click(detail = 1) { if (!this.disabled) this.dispatchEvent(Object.assign(new Event("click", { cancelable: true }), { detail })); }
  press(key) { this.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key })); }
  focus() { this.#document.moveFocus(this); }
  blur() { this.#document.moveFocus(null); }
  select() {}
  setSelectionRange() {}
  scrollIntoView() {}
  getBoundingClientRect() { return { top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0 }; }

  // Lists of choices.
  add(option) { this.append(option); }
  get options() { return this.querySelectorAll("option"); }
  get selectedOptions() { return this.options.filter(({ value }) => value === this.value); }
}

class Document {
  #focused = null;
  baseURI = "http://127.0.0.1/";
  body = new Element(this, "body");
  createElement(name) { return new Element(this, name); }
  createElementNS(_, name) { return new Element(this, name); }
  get activeElement() { return this.#focused; }
  querySelector(selector) { return this.body.querySelector(selector); }
  getElementById(id) { return this.querySelector(`[id="${id}"]`); }
  moveFocus(element) {
    const before = this.#focused;
    if (before === element) return;
    this.#focused = element;
    before?.dispatchEvent(Object.assign(new Event("blur"), { relatedTarget: element }));
  }
}

/**
 * Makes a page, and what scripts find of it among the globals. Returns its document: what is
 * appended to its `body` is connected. Elements have two methods more than a browser's: `press`
 * sends a key, and `click(0)` is the press of a button with a key.
 */
export const installDom = () => {
  const document = new Document();
  globalThis.document = document;
  globalThis.matchMedia = () => ({ matches: false });
  globalThis.CSSStyleSheet = class { replaceSync() {} };
  globalThis.Option = function (text, value, _, isSelected) {
    const option = document.createElement("option");
    option.textContent = option.text = text;
    option.value = value;
    option.selected = isSelected;
    return option;
  };
  return document;
};
