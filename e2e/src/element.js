// What a person gets from an element: whether it can be seen, its text, and whether it can be
// clicked. The functions throw if the element is no longer in the page: a replaced element would
// give outdated results. Each document has these functions as `pageElements`.

/** @typedef {{ met: boolean, see: (event: Event) => void, end: () => void }} WatchedClick */

({
  // Waits until the page is at rest, if it has `settling.js`.
  settled: () => globalThis.settling?.whenSettled(),

  // Calls `look` until it does not throw and returns its result; after 400 ms, throws its last
  // error. Trying again within the page takes far less time than another command of the driver.
  /** @param {() => unknown} look */
  async waitFor(look) {
    const end = performance.now() + 400, pauses = globalThis.settling?.pause ?? ((/** @type {number} */ time) => new Promise((done) => setTimeout(done, time)));
    for (let pause = 15; ; pause = Math.min(2 * pause, 60)) {
      await this.settled();
      try {
        return look();
      } catch (error) {
        if (performance.now() > end) throw error;
      }
      await pauses(pause);
    }
  },

  // Calls one of the functions below on the first element with this test id, until the element
  // exists and the function does not throw.
  /** @type {(name: string, id: string, ...rest: unknown[]) => Promise<unknown>} */
  waitForAnswer(name, id, ...rest) {
    return this.waitFor(() => /** @type {any} */ (this)[name](this.byTestId(id), ...rest));
  },

  /** @param {string} id */
  byTestId(id) {
    const [element] = this.allByTestId(id);
    if (!element) throw new Error(`nothing with data-testid=${id}`);
    return element;
  },

  // All elements with this test id: those of the page's document or, if there are none, those
  // within shadow roots.
  /** @param {string} id */
  allByTestId(id) {
    /** @type {(root: ParentNode) => Element[]} */
    const within = (root) => [...root.querySelectorAll(`[data-testid='${id}']`)];
    const found = within(document);
    const roots = () => [...document.querySelectorAll("*")].flatMap((element) => element.shadowRoot ?? []);
    return found.length > 0 ? found : roots().flatMap(within);
  },

  /**
   * @template {Element} Kind
   * @param {Kind} element
   */
  present(element) {
    if (!element.isConnected) throw new Error("the element is gone from the page");
    return element;
  },

  // The element, once a person can see it.
  /**
   * @template {Element} Kind
   * @param {Kind} element
   */
  displayed(element) {
    if (!this.isDisplayed(element)) throw new Error("it cannot be seen");
    return element;
  },

  /** @param {Element} element */
  isDisplayed(element) {
    /** @type {(one: Element) => boolean} */
    const hasSize = (one) =>
      [...one.getClientRects()].some((box) => box.width > 0 && box.height > 0) || [...one.children].some(hasSize);
    return this.present(element).checkVisibility({ opacityProperty: true, visibilityProperty: true }) && hasSize(element);
  },

  // The text as it is drawn, line by line; empty if the element is not drawn, whose `innerText`
  // would be that of the markup.
  /** @param {HTMLElement} element */
  text(element) {
    if (!this.present(element).checkVisibility()) return "";
    const words = element.innerText ?? element.textContent ?? "";
    // Firefox's `innerText` leaves out the chosen option of a list.
    const chosen = [...element.querySelectorAll("select")].map((list) => list.selectedOptions[0]?.text ?? "");
    const missing = chosen.filter((text) => !words.includes(text));
    return [words, ...missing].join("\n").replace(/[\u00a0\t]/g, " ").split("\n").map((line) => line.trim()).join("\n").trim();
  },

  // The text, once it differs from `last`.
  /**
   * @param {HTMLElement} element
   * @param {string} last
   */
  textOtherThan(element, last) {
    const text = this.text(element);
    if (text === last) throw new Error("its text is the same");
    return text;
  },

  /**
   * @param {Element} element
   * @param {string} name
   */
  attribute(element, name) {
    return this.present(element).getAttribute(name);
  },

  /** @param {HTMLInputElement} element */
  value(element) {
    return this.present(element).value;
  },

  /** @param {HTMLElement} element */
  focus(element) {
    if (document.activeElement !== this.present(element)) element.focus();
  },

  // Focuses the element and selects its content, so that typed text replaces it.
  /** @param {HTMLInputElement} element */
  focusAndSelect(element) {
    this.displayed(element).focus();
    element.select();
  },

  // The middle of the visible part of the element, where the pointer will go.
  /**
   * @param {Element} element
   * @returns {[x: number, y: number]}
   */
  middle(element) {
    const [box] = element.getClientRects();
    if (!box) throw new Error("it is not drawn");
    /** @type {(from: number, to: number, limit: number) => number} */
    const between = (from, to, limit) => Math.floor((Math.max(0, from) + Math.min(limit, to)) / 2);
    return [between(box.left, box.right, innerWidth), between(box.top, box.bottom, innerHeight)];
  },

  // The element, once it is in view and the pointer would meet it or something within it.
  /** @param {Element} element */
  clickable(element) {
    const met = () => /** @type {Document | ShadowRoot} */ (element.getRootNode()).elementFromPoint(...this.middle(element));
    const isMet = () => element.contains(met());
    this.present(element);
    if (isMet()) return element;
    // An element at the edge of the page may be below a fixed element.
    for (const block of /** @type {const} */ (["nearest", "center"])) {
      element.scrollIntoView({ behavior: "instant", block, inline: "nearest" });
      if (isMet()) return element;
    }
    throw new Error(`it is covered by ${/** @type {Element | undefined} */ (met()?.cloneNode())?.outerHTML ?? "nothing"}`);
  },

  // Like `clickable`, and watches the next click: if the page has moved the element away meanwhile,
  // events that the pointer sends to other elements are suppressed.
  /** @param {Element} element */
  expectClick(element) {
    const types = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
    /** @type {WatchedClick} */
    const watch = { met: false, see: () => {}, end: () => types.forEach((type) => removeEventListener(type, watch.see, true)) };
    watch.see = (event) => {
      // Events that follow from a click, such as the click on a label's field, are the page's own.
      if (!event.isTrusted || watch.met) return;
      if (event.composedPath().includes(element)) {
        watch.met = event.type === "click";
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    this.clickable(element);
    window.expectedClick?.end();
    window.expectedClick = watch;
    types.forEach((type) => addEventListener(type, watch.see, true));
    return element;
  },

  // Whether the watched click has hit its element; true if another page was loaded meanwhile.
  wasClicked: () => {
    const watch = window.expectedClick;
    delete window.expectedClick;
    watch?.end();
    return watch?.met ?? true;
  },
})
