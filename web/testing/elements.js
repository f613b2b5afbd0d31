// A small document for tests under node, for scripts that draw: elements with attributes, children
// and events, simple selectors, and elements of one's own. Has no layout: a test gives an element
// the box and the style that it is to have.

import "./browser.js";

/**
 * @typedef {FakeElement | FakeText} FakeChild
 *
 * A condition of a selector.
 * @typedef {(element: FakeElement) => boolean} Condition
 */

/** The elements without content. */
const EMPTY = /^(area|br|circle|col|hr|img|input|link|meta|path|rect|use)$/;
/** @type {Record<string, string>} */
const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"' };
/** @param {string} text */
const unescape = text => text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) => code ? String.fromCodePoint(code) : ENTITIES[name] ?? whole);

/** @type {Map<string, typeof FakeElement>} The elements of one's own, by their names. */
const classes = new Map();

// A selector's parts, the outer ones first, each as conditions on an element.
/** @type {(part: string) => Condition[]} */
const conditionsOf = part => [...part.matchAll(/\[([\w-]+)(?:(\^?=)["']?([^"'\]]*)["']?)?\]|([.#:]?)([\w-]+)/g)].map(([, attribute, sign, value, kind, name]) => {
  if (attribute) {
    /** @param {string | null} own */
    const holds = own => sign === "=" ? own === value : sign === "^=" ? own !== null && own.startsWith(value) : own !== null;
    return element => holds(element.getAttribute(attribute));
  }
  if (kind === ".") return element => element.classList.contains(name);
  if (kind === "#") return element => element.id === name;
  // Nothing is pointed at, or has any other state of this kind.
  if (kind === ":") return () => false;
  return element => element.localName === name;
});

/** @type {(element: FakeElement, selector: string) => boolean} */
const matchesOne = (element, selector) => {
  const parts = selector.trim().split(/\s+/).map(conditionsOf);
  /** @param {FakeElement} candidate */
  const fitsLast = candidate => parts[parts.length - 1].every(holds => holds(candidate));
  if (!fitsLast(element)) return false;
  parts.pop();
  for (let above = element.parentElement; parts.length > 0 && above; above = above.parentElement) {
    if (fitsLast(above)) parts.pop();
  }
  return parts.length === 0;
};

/**
 * Calls the listeners of a path, the outermost first, then the others.
 * @type {(path: EventPlace[], event: Event) => boolean}
 */
const dispatch = (path, event) => {
  let isStopped = false;
  const { stopPropagation } = event;
  Object.defineProperties(event, {
    target: { value: path[0], configurable: true },
    stopPropagation: { configurable: true, value: () => { isStopped = true; stopPropagation.call(event); } },
  });
  /** @type {(place: EventPlace, isCapture: boolean) => void} */
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
  /** @type {Set<{ name: string, run: (event: Event) => unknown, capture: boolean, once: boolean }>} */
  listeners = new Set();

  /**
   * @param {string} name
   * @param {((event: Event) => unknown) | null | undefined} run
   * @param {boolean | { capture?: boolean, once?: boolean }} options
   */
  addEventListener(name, run, options = false) {
    if (!run) return;
    const { capture = options === true, once = false } = Object(options);
    this.listeners.add({ name, run, capture, once });
  }
}

class FakeNode extends EventPlace {
  /** @type {FakeElement | null} */
  parentElement = null;

  get isConnected() { return false; }
  get parentNode() { return this.parentElement; }
  /** @returns {FakeChild | null} */
  get nextSibling() { return beside(this, this.parentElement?.childNodes, 1); }
  /** @returns {FakeChild | null} */
  get previousSibling() { return beside(this, this.parentElement?.childNodes, -1); }

  // What elements of one's own have.
  connectedCallback() {}
  disconnectedCallback() {}

  /** @param {FakeNode | null} other */
  contains(other) { return other === this; }

  /** @param {...(FakeNode | Node | string)} nodes */
  after(...nodes) {
    const { parentElement } = this;
    parentElement?.insert(parentElement.childNodes.findIndex((/** @type {FakeNode} */ node) => node === this) + 1, nodes);
  }

  /** @param {...(FakeNode | Node | string)} nodes */
  replaceWith(...nodes) {
    this.after(...nodes);
    this.remove();
  }

  remove() {
    const focused = document.activeElement;
    // A browser moves the focus away from what is removed, and tells it so.
    if (focused && this.contains(focused)) focused.blur();
    if (!this.parentElement) return;
    const wasConnected = this.isConnected;
    this.parentElement.childNodes = this.parentElement.childNodes.filter((/** @type {FakeNode} */ node) => node !== this);
    this.parentElement = null;
    if (wasConnected) this.disconnectedCallback();
  }
}

/**
 * @template {FakeNode} Kind
 * @param {FakeNode} node
 * @param {Kind[] | undefined} all
 * @param {number} by
 * @returns {Kind | null}
 */
const beside = (node, all, by) => all?.[all.findIndex(one => one === node) + by] ?? null;

class FakeText extends FakeNode {
  nodeName = "#text";

  /** @param {string} text */
  constructor(text) {
    super();
    this.textContent = text;
  }
}

export class FakeElement extends FakeNode {
  /** @type {string[]} */
  static observedAttributes = [];

  /** @type {Map<string, string>} */
  #attributes = new Map();
  /** @type {FakeChild[]} */
  childNodes = [];
  value = "";
  checked = false;
  // Those of an option.
  text = "";
  selected = false;
  style = { setProperty() {} };
  /** @type {Record<string, string>} What `getComputedStyle` returns. */
  computedStyle = {};
  /** @type {Partial<DOMRect>} What `getBoundingClientRect` returns. */
  box = { top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0 };
  offsetHeight = 0;
  scrollTop = 0;

  /** @param {string} [name] */
  constructor(name) {
    super();
    this.localName = name ?? [...classes].find(([, made]) => made === new.target)?.[0] ?? "";
    /** @type {Record<string, string | undefined>} */
    this.dataset = new Proxy({}, {
      get: (_, name) => this.getAttribute(`data-${dashed(String(name))}`) ?? undefined,
      set: (_, name, value) => (this.setAttribute(`data-${dashed(String(name))}`, value), true),
    });
    this.classList = {
      /** @param {string} name */
      contains: name => this.className.split(/\s+/).includes(name),
      /** @type {(name: string, isOn?: boolean) => void} */
      toggle: (name, isOn = !this.classList.contains(name)) => {
        const others = this.className.split(/\s+/).filter(other => other && other !== name);
        this.className = [...others, ...isOn ? [name] : []].join(" ");
      },
      /** @param {string} name */
      add: name => this.classList.toggle(name, true),
      /** @param {string} name */
      remove: name => this.classList.toggle(name, false),
    };
  }

  // Attributes that are properties too.
  get id() { return this.getAttribute("id") ?? ""; }
  set id(text) { this.setAttribute("id", text); }
  get className() { return this.getAttribute("class") ?? ""; }
  set className(text) { this.setAttribute("class", text); }
  get title() { return this.getAttribute("title") ?? ""; }
  set title(text) { this.setAttribute("title", text); }
  get href() { return this.getAttribute("href") ?? ""; }
  set href(text) { this.setAttribute("href", text); }
  get type() { return this.getAttribute("type") ?? ""; }
  set type(text) { this.setAttribute("type", text); }
  get name() { return this.getAttribute("name") ?? ""; }
  set name(text) { this.setAttribute("name", text); }
  get target() { return this.getAttribute("target") ?? ""; }
  set target(text) { this.setAttribute("target", text); }
  get rel() { return this.getAttribute("rel") ?? ""; }
  set rel(text) { this.setAttribute("rel", text); }
  get download() { return this.getAttribute("download") ?? ""; }
  set download(text) { this.setAttribute("download", text); }
  get src() { return this.getAttribute("src") ?? ""; }
  set src(text) { this.setAttribute("src", text); }
  get role() { return this.getAttribute("role") ?? ""; }
  set role(text) { this.setAttribute("role", text); }
  get hidden() { return this.hasAttribute("hidden"); }
  set hidden(isOn) { this.toggleAttribute("hidden", isOn); }
  get disabled() { return this.hasAttribute("disabled"); }
  set disabled(isOn) { this.toggleAttribute("disabled", isOn); }

  get nodeName() { return this.localName.toUpperCase(); }
  get tagName() { return this.nodeName; }
  get attributes() { return [...this.#attributes].map(([name, value]) => ({ name, value })); }
  get children() { return this.childNodes.flatMap(node => node instanceof FakeElement ? [node] : []); }
  get firstChild() { return this.childNodes[0] ?? null; }
  get nextElementSibling() { return beside(this, this.parentElement?.children, 1); }
  /** @returns {boolean} */
  get isConnected() { return document.documentElement.contains(this); }
  /** @returns {string} */
  get textContent() { return this.childNodes.map(node => node.textContent).join(""); }
  set textContent(text) { this.replaceChildren(...text === "" ? [] : [text]); }
  /** @param {string} html */
  set innerHTML(html) { this.replaceChildren(...parseHtml(html)); }
  // Details tell when they are opened or closed.
  get open() { return this.hasAttribute("open"); }
  set open(isOpen) {
    if (isOpen === this.open) return;
    this.toggleAttribute("open", isOpen);
    this.dispatchEvent(new Event("toggle"));
  }
  get tabIndex() { return Number(this.getAttribute("tabindex") ?? -1); }
  set tabIndex(index) { this.setAttribute("tabindex", String(index)); }
  get hash() { return new URL(this.href, document.baseURI).hash; }

  /** @param {string} name */
  getAttribute(name) { return this.#attributes.get(name) ?? null; }
  /** @param {string} name */
  hasAttribute(name) { return this.#attributes.has(name); }

  attributeChangedCallback() {}

  #tellChanged(/** @type {string} */ name) {
    const { observedAttributes } = /** @type {typeof FakeElement} */ (this.constructor);
    if (observedAttributes.includes(name)) this.attributeChangedCallback();
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
    if (name === "value") this.value = String(value);
    this.#tellChanged(name);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.#attributes.delete(name);
    this.#tellChanged(name);
  }

  /**
   * @param {string} name
   * @param {boolean} isOn
   */
  toggleAttribute(name, isOn = !this.hasAttribute(name)) {
    if (isOn) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }

  /**
   * @param {number} at
   * @param {(FakeNode | Node | string)[]} nodes
   */
  insert(at, nodes) {
    const made = nodes.map(node => node instanceof FakeElement || node instanceof FakeText ? node : new FakeText(String(node)));
    const next = this.childNodes.slice(at).find(node => !made.includes(node));
    made.forEach(node => node.remove());
    made.forEach(node => {
      node.parentElement = this;
      // A list has the value of its chosen option.
      if (node instanceof FakeElement && node.selected) this.value = node.value;
    });
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, ...made);
    if (!this.isConnected) return;
    made.flatMap(node => node instanceof FakeElement ? [node, ...node.querySelectorAll("*")] : []).forEach(node => node.connectedCallback());
  }

  /** @param {...(FakeNode | Node | string)} nodes */
  append(...nodes) { this.insert(this.childNodes.length, nodes); }
  /** @param {...(FakeNode | Node | string)} nodes */
  replaceChildren(...nodes) {
    [...this.childNodes].forEach(node => node.remove());
    this.append(...nodes);
  }

  /** @param {FakeNode | null} other */
  contains(other) {
    for (let node = other; node; node = node.parentElement) if (node === this) return true;
    return false;
  }

  /** @param {string} selector */
  matches(selector) { return selector === "*" || selector.split(",").some(one => matchesOne(this, one)); }
  /** @type {(selector: string) => FakeElement | null} */
  closest(selector) { return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null; }
  /** @param {string} selector */
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }

  /** @type {(selector: string) => FakeElement[]} */
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
  /** @param {string} key */
  press(key) { send(this, "keydown", { key }); }

  // A list of choices.
  /** @param {FakeElement} option */
  add(option) { this.append(option); }
  get options() { return this.querySelectorAll("option"); }
  get selectedOptions() { return this.options.filter(({ value }) => value === this.value); }

  /** @param {Event} event */
  dispatchEvent(event) {
    /** @type {EventPlace[]} */
    const path = [];
    for (let node = /** @type {FakeElement | null} */ (this); node; node = node.parentElement) path.push(node);
    return dispatch([...path, document, fakeWindow], event);
  }
}

/** @param {string} name */
const dashed = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/**
 * The nodes of a text in HTML whose elements are all closed.
 * @param {string} html
 */
const parseHtml = html => {
  const root = new FakeElement("body");
  /** @type {FakeElement} */
  let place = root;
  for (const [, close, name, attributes = "", text] of html.matchAll(/<(\/?)([\w-]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) place.append(unescape(text));
    else if (close) place = place.parentElement ?? root;
    else {
      const made = document.createElement(name);
      for (const [, key, value = ""] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) made.setAttribute(key, unescape(value));
      place.append(made);
      if (!EMPTY.test(name) && !attributes.endsWith("/")) place = made;
    }
  }
  return root.childNodes.slice();
};

export class FakeDocument extends EventPlace {
  documentElement = new FakeElement("html");
  body = new FakeElement("body");
  title = "";
  hidden = false;
  readyState = "complete";
  /** @type {object[]} */
  adoptedStyleSheets = [];
  /** @type {FakeElement | null} */
  activeElement = null;
  /** @type {FakeElement | undefined} */
  scrolledTo;
  baseURI = "http://127.0.0.1/";

  /** @param {FakeElement | null} element */
  moveFocus(element) {
    const before = this.activeElement;
    if (before === element) return;
    this.activeElement = element;
    before?.dispatchEvent(Object.assign(new Event("blur"), { relatedTarget: element }));
  }

  /**
   * @param {string} _
   * @param {string} name
   */
  createElementNS(_, name) { return this.createElement(name); }

  /** @param {string} name */
  createElement(name) {
    const Own = classes.get(name);
    return Own ? new Own() : new FakeElement(name);
  }

  /** @param {string} id */
  getElementById(id) { return this.querySelector(`#${id}`); }
  /** @param {string} selector */
  querySelector(selector) { return this.documentElement.querySelector(selector); }
  /** @param {string} selector */
  querySelectorAll(selector) { return this.documentElement.querySelectorAll(selector); }
  /** @param {Event} event */
  dispatchEvent(event) { return dispatch([this, fakeWindow], event); }
}

/** The document and its window: what `installDocument` has made last. */
export let document = new FakeDocument();
let fakeWindow = new EventPlace();

class FakeObserver {
  /** @param {() => void} notify */
  constructor(notify) { this.notify = notify; }
  observe() {}
  disconnect() {}
}

/** Makes an empty document, and the globals around it, those of this process. */
export const installDocument = () => {
  [fakeWindow, document] = [new EventPlace(), new FakeDocument()];
  document.documentElement.append(document.body);
  classes.clear();
  Object.assign(globalThis, {
    document, HTMLElement: FakeElement, MutationObserver: FakeObserver, ResizeObserver: FakeObserver,
    addEventListener: fakeWindow.addEventListener.bind(fakeWindow),
    /** @param {Event} event */
    dispatchEvent: event => dispatch([fakeWindow], event),
    /** @type {{ define: (name: string, made: typeof FakeElement) => void }} */
    customElements: { define: (name, made) => { classes.set(name, made); } },
    /** @param {FakeElement} element */
    getComputedStyle: element => element.computedStyle,
    matchMedia: () => ({ matches: false }),
    CSSStyleSheet: class { replaceSync() {} },
    /** @type {(text: string, value: string, _: boolean, isSelected: boolean) => FakeElement} */
    Option: function (text, value, _, isSelected) {
      const option = document.createElement("option");
      option.textContent = option.text = text;
      return Object.assign(option, { value, selected: isSelected });
    },
    /** @type {{ escape: (text: string) => string }} */
    CSS: { escape: text => text },
    DOMParser: class {
      /**
       * @param {string} text
       * @param {string} type
       */
      parseFromString(text, type) {
        const body = new FakeElement("body");
        body.append(...parseHtml(text));
        return type === "text/html" ? { body } : { documentElement: body.children[0] };
      }
    },
  });
  return document;
};

/**
 * Sends an element an event with these properties. Returns whether nobody has prevented it.
 * @param {{ dispatchEvent: (event: Event) => boolean }} element
 * @param {string} name
 */
export const send = (element, name, properties = {}) => {
  const event = Object.assign(new Event(name, { bubbles: true, cancelable: true }), properties);
  return element.dispatchEvent(event);
};

/**
 * The elements with this `data-testid`.
 * @param {string} testid
 */
export const findAll = testid => document.querySelectorAll(`[data-testid=${testid}]`);

/**
 * A fake as the element that a script takes it for.
 * @param {FakeElement} fake
 */
export const elementOf = fake => /** @type {HTMLElement} */ (/** @type {unknown} */ (fake));
