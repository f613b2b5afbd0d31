// What a person makes out of an element: whether it can be seen, its words, and whether it can be
// clicked. All is asked of an element that is still in the page: one that was replaced has an
// answer of its own no longer. Each document has these functions as `pageElements`.
({
  // What `look` returns as soon as it does not throw, or after a while what it throws: a look of
  // the page's own takes far less than a question of the driver's.
  async waitFor(look) {
    const end = performance.now() + 400;
    for (let pause = 15; ; pause = Math.min(2 * pause, 60)) {
      try {
        return look();
      } catch (error) {
        if (performance.now() > end) throw error;
      }
      await new Promise((done) => setTimeout(done, pause));
    }
  },

  // What one of the functions below says of the first element with this test id, as soon as it is
  // there and the function does not throw.
  waitForAnswer(name, id, ...rest) {
    return this.waitFor(() => this[name](this.byTestId(id), ...rest));
  },

  byTestId(id) {
    const [element] = this.allByTestId(id);
    if (!element) throw new Error(`nothing with data-testid=${id}`);
    return element;
  },

  // Those of the page's document, or those within its elements that have an inside of their own.
  allByTestId(id) {
    const within = (root) => [...root.querySelectorAll(`[data-testid='${id}']`)];
    const found = within(document);
    const roots = () => [...document.querySelectorAll("*")].flatMap((element) => element.shadowRoot ?? []);
    return found.length > 0 ? found : roots().flatMap(within);
  },

  present(element) {
    if (!element.isConnected) throw new Error("the element is gone from the page");
    return element;
  },

  // The element, once a person can see it.
  displayed(element) {
    if (!this.isDisplayed(element)) throw new Error("it cannot be seen");
    return element;
  },

  isDisplayed(element) {
    const hasSize = (one) =>
      [...one.getClientRects()].some((box) => box.width > 0 && box.height > 0) || [...one.children].some(hasSize);
    return this.present(element).checkVisibility({ opacityProperty: true, visibilityProperty: true }) && hasSize(element);
  },

  // The words as they are drawn, line by line. Of an element that is not drawn at all there are
  // none: its `innerText` is what is in the markup.
  text(element) {
    if (!this.present(element).checkVisibility()) return "";
    const words = element.innerText ?? element.textContent;
    // Firefox leaves out what is chosen in a list.
    const chosen = [...element.querySelectorAll("select")].map((list) => list.selectedOptions[0]?.text ?? "");
    const missing = chosen.filter((text) => !words.includes(text));
    return [words, ...missing].join("\n").replace(/[\u00a0\t]/g, " ").split("\n").map((line) => line.trim()).join("\n").trim();
  },

  // The words, once they are others.
  textOtherThan(element, last) {
    const text = this.text(element);
    if (text === last) throw new Error("its text is the same");
    return text;
  },

  attribute(element, name) {
    return this.present(element).getAttribute(name);
  },

  value(element) {
    return this.present(element).value;
  },

  focus(element) {
    if (document.activeElement !== this.present(element)) element.focus();
  },

  // What is there is selected, so that what is typed comes in its place.
  focusAndSelect(element) {
    this.displayed(element).focus();
    element.select();
  },

  // The middle of what can be seen of it, which is where the pointer will go.
  middle(element) {
    const [box] = element.getClientRects();
    if (!box) throw new Error("it is not drawn");
    const between = (from, to, limit) => Math.floor((Math.max(0, from) + Math.min(limit, to)) / 2);
    return [between(box.left, box.right, innerWidth), between(box.top, box.bottom, innerHeight)];
  },

  // The element, once it is in view and the pointer would meet it or something within it.
  clickable(element) {
    const met = () => element.getRootNode().elementFromPoint(...this.middle(element));
    const isMet = () => element.contains(met());
    this.present(element);
    if (isMet()) return element;
    // At the edge it may be below what is fixed there.
    for (const block of ["nearest", "center"]) {
      element.scrollIntoView({ behavior: "instant", block, inline: "nearest" });
      if (isMet()) return element;
    }
    throw new Error(`it is covered by ${met()?.cloneNode().outerHTML ?? "nothing"}`);
  },

  // The same, and the next click is watched: what is meant for the element is kept from whatever
  // else the pointer meets, where the page has moved it away meanwhile.
  expectClick(element) {
    const types = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
    const watch = { met: false, end: () => types.forEach((type) => removeEventListener(type, watch.see, true)) };
    watch.see = (event) => {
      // What follows a click, such as that of a label's field, is the page's.
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

  // Whether the watched click has met its element. Where there is another page by now, it has.
  wasClicked: () => {
    const watch = window.expectedClick;
    delete window.expectedClick;
    watch?.end();
    return watch?.met ?? true;
  },
})
