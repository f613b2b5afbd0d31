// A small document for tests under node, for scripts that draw: elements with attributes, children
// and events, simple selectors, and elements of one's own. Has no layout: a test gives an element
// the box and the style that it is to have.

import "./browser.js";

/** The elements without content. */
const EMPTY = /^(area|br|circle|col|hr|img|input|link|meta|path|rect|use)$/;
const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"' };
const unescape = text => text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) => code ? String.fromCodePoint(code) : ENTITIES[name] ?? whole);

/** Attributes that are properties too, by the names of these. */
const REFLECTED = { id: "id", className: "class", title: "title", href: "href", type: "type", name: "name", target: "target", rel: "rel", download: "download", src: "src", role: "role" };

const SWITCHES = ["hidden", "disabled"];

const classes = new Map();

// A selector's parts, the outer ones first, each as conditions on an element.
const conditionsOf = part => [...part.matchAll(/\[([\w-]+)(?:(\^?=)["']?([^"'\]]*)["']?)?\]|([.#:]?)([\w-]+)/g)].map(([, attribute, sign, value, kind, name]) => {
  if (attribute) {
    const holds = { "=": own => own === value, "^=": own => own?.startsWith(value) }[sign] ?? (own => own !== null);
    return element => holds(element.getAttribute(attribute));
  }
  if (kind === ".") return element => element.classList.contains(name);
  if (kind === "#") return element => element.id === name;
  // Nothing is pointed at, or has any other state of this kind.
  if (kind === ":") return () => false;
  return element => element.localName === name;
});

const matchesOne = (element, selector) => {
  const parts = selector.trim().split(/\s+/).map(conditionsOf);
  const fits = (candidate, part) => part.every(holds => holds(candidate));
  if (!fits(element, parts.pop())) return false;
  for (let above = element.parentElement; parts.length > 0 && above; above = above.parentElement) {
    if (fits(above, parts.at(-1))) parts.pop();
  }
  return parts.length === 0;
};

/** Calls the listeners of a path, the outermost first, then the others. */
const dispatch = (path, event) => {
  let isStopped = false;
  const { stopPropagation } = event;
  Object.defineProperties(event, {
    target: { value: path[0], configurable: true },
    stopPropagation: { configurable: true, value: () => { isStopped = true; stopPropagation.call(event); } },
  });
  const call = (place, isCapture) => {
    if (isStopped) return;
    [...place.listeners].filter(({ name, capture }) => name === event.type && capture === isCapture).forEach(listener => {
      if (listener.once) place.listeners.delete(listener);
      listener.run.call(place, event);
    });
  };
  [...path].reverse().forEach(place => call(place, true));
  (event.bubbles ? path : path.slice(0, 1)).forEach(place => call(place, false));
  return !event.defaultPrevented;
};

class EventPlace {
  listeners = new Set();

  addEventListener(name, run, options = false) {
    if (!run) return;
    const { capture = options === true, once = false } = Object(options);
    this.listeners.add({ name, run, capture, once });
  }
}

class FakeNode extends EventPlace {
  parentElement = null;

  get parentNode() { return this.parentElement; }
  get nextSibling() { return beside(this, this.parentElement?.childNodes, 1); }
  get previousSibling() { return beside(this, this.parentElement?.childNodes, -1); }

  after(...nodes) { this.parentElement.insert(this.parentElement.childNodes.indexOf(this) + 1, nodes); }

  replaceWith(...nodes) {
    this.after(...nodes);
    this.remove();
  }

  remove() {
    const focused = document.activeElement;
    // A browser moves the focus away from what is removed, and tells it so.
    if (focused && this.contains?.(focused)) focused.blur();
    if (!this.parentElement) return;
    const wasConnected = this.isConnected;
    this.parentElement.childNodes = this.parentElement.childNodes.filter(node => node !== this);
    this.parentElement = null;
    if (wasConnected) this.disconnectedCallback?.();
  }
}

const beside = (node, all, by) => all?.[all.indexOf(node) + by] ?? null;

class FakeText extends FakeNode {
  nodeName = "#text";

  constructor(text) {
    super();
    this.textContent = text;
  }
}

export class FakeElement extends FakeNode {
  #attributes = new Map();
  childNodes = [];
  value = "";
  checked = false;
  style = { setProperty() {} };
  /** What `getComputedStyle` and `getBoundingClientRect` return. */
  computedStyle = {};
  box = { top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0 };
  offsetHeight = 0;
  scrollTop = 0;

  constructor(name) {
    super();
    this.localName = name ?? [...classes].find(([, made]) => made === new.target)?.[0];
    this.dataset = new Proxy({}, {
      get: (_, name) => this.getAttribute(`data-${dashed(name)}`) ?? undefined,
      set: (_, name, value) => (this.setAttribute(`data-${dashed(name)}`, value), true),
    });
    this.classList = {
      contains: name => this.className.split(/\s+/).includes(name),
      toggle: (name, isOn = !this.classList.contains(name)) => {
        const others = this.className.split(/\s+/).filter(other => other && other !== name);
        this.className = [...others, ...isOn ? [name] : []].join(" ");
      },
      add: name => this.classList.toggle(name, true),
      remove: name => this.classList.toggle(name, false),
    };
  }

  get nodeName() { return this.localName.toUpperCase(); }
  get tagName() { return this.nodeName; }
  get attributes() { return [...this.#attributes].map(([name, value]) => ({ name, value })); }
  get children() { return this.childNodes.filter(node => node instanceof FakeElement); }
  get firstChild() { return this.childNodes[0] ?? null; }
  get nextElementSibling() { return beside(this, this.parentElement?.children, 1); }
  get isConnected() { return document.documentElement.contains(this); }
  get textContent() { return this.childNodes.map(node => node.textContent).join(""); }
  set textContent(text) { this.replaceChildren(...text === "" ? [] : [text]); }
  set innerHTML(html) { this.replaceChildren(...parseHtml(html)); }
  // Details tell when they are opened or closed.
  get open() { return this.hasAttribute("open"); }
  set open(isOpen) {
    if (isOpen === this.open) return;
    this.toggleAttribute("open", isOpen);
    this.dispatchEvent(new Event("toggle"));
  }
  get tabIndex() { return Number(this.getAttribute("tabindex") ?? -1); }
  set tabIndex(index) { this.setAttribute("tabindex", index); }
  get hash() { return new URL(this.href, document.baseURI).hash; }

  getAttribute(name) { return this.#attributes.get(name) ?? null; }
  hasAttribute(name) { return this.#attributes.has(name); }

  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
    if (name === "value") this.value = String(value);
    if (this.constructor.observedAttributes?.includes(name)) this.attributeChangedCallback();
  }

  removeAttribute(name) {
    this.#attributes.delete(name);
    if (this.constructor.observedAttributes?.includes(name)) this.attributeChangedCallback();
  }

  toggleAttribute(name, isOn = !this.hasAttribute(name)) {
    if (isOn) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }

  insert(at, nodes) {
    const made = nodes.map(node => typeof node === "object" ? node : new FakeText(String(node)));
    const next = this.childNodes.slice(at).find(node => !made.includes(node));
    made.forEach(node => node.remove());
    made.forEach(node => {
      node.parentElement = this;
      // A list has the value of its chosen option.
      if (node.selected) this.value = node.value;
    });
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, ...made);
    if (!this.isConnected) return;
    made.flatMap(node => node instanceof FakeElement ? [node, ...node.querySelectorAll("*")] : []).forEach(node => node.connectedCallback?.());
  }

  append(...nodes) { this.insert(this.childNodes.length, nodes); }
  replaceChildren(...nodes) {
    [...this.childNodes].forEach(node => node.remove());
    this.append(...nodes);
  }

  contains(other) {
    for (let node = other; node; node = node.parentElement) if (node === this) return true;
    return false;
  }

  matches(selector) { return selector === "*" || selector.split(",").some(one => matchesOne(this, one)); }
  closest(selector) { return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null; }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }

  querySelectorAll(selector) {
    return this.children.flatMap(child => [...child.matches(selector) ? [child] : [], ...child.querySelectorAll(selector)]);
  }

  getBoundingClientRect() { return this.box; }
  scrollIntoView() { document.scrolledTo = this; }
  getRootNode() { return document; }
  focus() { document.moveFocus(this); }
  blur() { document.moveFocus(null); }
  select() {}
  setSelectionRange() {}
  /** As the mouse does it; with 0, as a key does. */
  click(detail = 1) { if (!this.disabled) send(this, "click", { detail }); }
  press(key) { send(this, "keydown", { key }); }

  // A list of choices.
  add(option) { this.append(option); }
  get options() { return this.querySelectorAll("option"); }
  get selectedOptions() { return this.options.filter(({ value }) => value === this.value); }

  dispatchEvent(event) {
    const path = [];
    for (let node = this; node; node = node.parentElement) path.push(node);
    return dispatch([...path, document, globalThis.fakeWindow], event);
  }
}

const dashed = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

Object.entries(REFLECTED).forEach(([property, attribute]) => Object.defineProperty(FakeElement.prototype, property, {
  get() { return this.getAttribute(attribute) ?? ""; },
  set(value) { this.setAttribute(attribute, value); },
}));

SWITCHES.forEach(name => Object.defineProperty(FakeElement.prototype, name, {
  get() { return this.hasAttribute(name); },
  set(isOn) { this.toggleAttribute(name, isOn); },
}));

/**
 * The nodes of a text in HTML whose elements are all closed.
 * @param {string} html
 */
const parseHtml = html => {
  const root = new FakeElement("body");
  let place = root;
  for (const [, close, name, attributes = "", text] of html.matchAll(/<(\/?)([\w-]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) place.append(unescape(text));
    else if (close) place = place.parentElement;
    else {
      const made = document.createElement(name);
      for (const [, key, value = ""] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) made.setAttribute(key, unescape(value));
      place.append(made);
      if (!EMPTY.test(name) && !attributes.endsWith("/")) place = made;
    }
  }
  return root.childNodes.slice();
};

class FakeDocument extends EventPlace {
  title = "";
  hidden = false;
  readyState = "complete";
  adoptedStyleSheets = [];
  activeElement = null;
  baseURI = "http://127.0.0.1/";

  moveFocus(element) {
    const before = this.activeElement;
    if (before === element) return;
    this.activeElement = element;
    before?.dispatchEvent(Object.assign(new Event("blur"), { relatedTarget: element }));
  }

  createElementNS(_, name) { return this.createElement(name); }

  createElement(name) {
    const Own = classes.get(name);
    return Own ? new Own() : new FakeElement(name);
  }

  getElementById(id) { return this.querySelector(`#${id}`); }
  querySelector(selector) { return this.documentElement.querySelector(selector); }
  querySelectorAll(selector) { return this.documentElement.querySelectorAll(selector); }
  dispatchEvent(event) { return dispatch([this, globalThis.fakeWindow], event); }
}

class FakeObserver {
  constructor(notify) { this.notify = notify; }
  observe() {}
  disconnect() {}
}

/** Makes an empty document, and the globals around it, those of this process. */
export const installDocument = () => {
  const fakeWindow = new EventPlace(), document = new FakeDocument();
  classes.clear();
  Object.assign(globalThis, {
    document, fakeWindow, HTMLElement: FakeElement, MutationObserver: FakeObserver, ResizeObserver: FakeObserver,
    addEventListener: fakeWindow.addEventListener.bind(fakeWindow),
    dispatchEvent: event => dispatch([fakeWindow], event),
    customElements: { define: (name, made) => { classes.set(name, made); } },
    getComputedStyle: element => element.computedStyle,
    matchMedia: () => ({ matches: false }),
    CSSStyleSheet: class { replaceSync() {} },
    Option: function (text, value, _, isSelected) {
      const option = document.createElement("option");
      option.textContent = option.text = text;
      return Object.assign(option, { value, selected: isSelected });
    },
    CSS: { escape: text => text },
    DOMParser: class {
      parseFromString(text, type) {
        const body = new FakeElement("body");
        body.append(...parseHtml(text));
        return type === "text/html" ? { body } : { documentElement: body.children[0] };
      }
    },
  });
  document.documentElement = new FakeElement("html");
  document.body = document.createElement("body");
  document.documentElement.append(document.body);
  return document;
};

/** Sends an element an event with these properties. */
export const send = (element, name, properties = {}) => {
  const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), properties);
  return element.dispatchEvent(event);
};

/** The elements with this `data-testid`. */
export const findAll = testid => document.querySelectorAll(`[data-testid=${testid}]`);
