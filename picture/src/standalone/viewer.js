"use strict";
(async () => {
  // The page shows the last position until this is done, and if it fails.
  /** @type {(text: string) => Promise<import("./standalone_match").StandaloneMatch>} */
  const unpack = async text => {
    if (text.startsWith("{")) return JSON.parse(text);
    const bytes = Uint8Array.from(atob(text.trim()), letter => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).json();
  };
  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Record<string, string>} attributes
   * @param {...(Node | string)} parts
   */
  const el = (tag, attributes = {}, ...parts) => {
    const element = document.createElement(tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    element.append(...parts);
    return element;
  };
  const SVG = "http://www.w3.org/2000/svg";
  // The program that wrote this file made the drawings; names and other text are never read as
  // HTML.
  /** @type {(width: number, height: number, shapes: string) => HTMLElement} */
  const svg = (width, height, shapes) => {
    const document = new DOMParser().parseFromString(`<svg xmlns="${SVG}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`, "image/svg+xml");
    return document.documentElement;
  };

  const { title, players, verdict, first, width, height, boards, turns, passages } = await unpack(document.getElementById("data")?.textContent ?? "");

  // A drawing's pieces depend on the drawing before. Every 16th list is kept, so that a step back
  // is short.
  const KEPT_EVERY = 16;
  /** @type {number[][]} */
  const kept = [[]];
  const count = boards.frames.length;
  /** @type {{ at: number, pieces: number[] }} */
  let known = { at: -1, pieces: [] };
  /** @type {(last: number[], steps: number[]) => number[]} */
  const step = (last, steps) => {
    /** @type {number[]} */
    const next = [];
    for (let i = 0; i < steps.length; i += 1) {
      if (steps[i] < 0) next.push(-1 - steps[i]);
      else for (let from = steps[i], to = from + steps[i += 1]; from < to; from += 1) next.push(last[from]);
    }
    return next;
  };
  /** @param {number} at */
  const piecesOf = at => {
    const nearest = Math.min(Math.floor((at + 1) / KEPT_EVERY), kept.length - 1);
    let { at: from, pieces } = known.at <= at && known.at >= nearest * KEPT_EVERY - 1 ? known : { at: nearest * KEPT_EVERY - 1, pieces: kept[nearest] };
    while (from < at) {
      from += 1;
      pieces = step(pieces, boards.frames[from]);
      if ((from + 1) % KEPT_EVERY === 0 && kept.length === (from + 1) / KEPT_EVERY) kept.push(pieces);
    }
    known = { at, pieces };
    return pieces;
  };

  const board = svg(width, height, "");
  board.setAttribute("class", "board");
  board.setAttribute("role", "img");
  const names = el("ul", { class: "players", "aria-label": "Players" },
    ...players.map(({ name, sign }) => el("li", {}, svg(20, 20, sign), name)));
  const state = el("p", { class: "state", role: "status", "data-testid": "state" });
  // Not every font has signs for these.
  const ICONS = {
    start: "M5 4h2v12H5zM17 4v12L8 10z", back: "M12 3l2 2-5 5 5 5-2 2-7-7z", play: "M5 4v12l11-6z", pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
    on: "M8 3 6 5l5 5-5 5 2 2 7-7z", end: "M13 4h2v12h-2zM3 4v12l9-6z",
  };
  /** @param {keyof typeof ICONS} name */
  const icon = name => {
    const drawn = svg(20, 20, `<path fill="currentColor" d="${ICONS[name]}"/>`);
    drawn.setAttribute("aria-hidden", "true");
    return drawn;
  };
  /** @type {(label: string, name: keyof typeof ICONS, action: () => void) => HTMLElement} */
  const control = (label, name, action) => {
    const made = el("button", { type: "button", "aria-label": label, title: label }, icon(name));
    made.addEventListener("click", action);
    return made;
  };
  const slider = el("input", { type: "range", min: "0", max: String(count - 1), value: "0", "aria-label": "Turn", "data-testid": "slider" });
  const speed = el("select", { "aria-label": "Speed" }, ...[0.5, 1, 2, 4, 8].map(times => el("option", { value: String(times) }, `${times}×`)));
  speed.value = "1";
  let at = -1, timer = 0;
  const play = control("Play", "play", () => (timer ? stop() : start()));
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    play.replaceChildren(icon("play"));
    ["aria-label", "title"].forEach(name => play.setAttribute(name, "Play"));
  };
  const tick = () => {
    if (at >= count - 1) return stop();
    show(at + 1);
    timer = setTimeout(tick, 500 / Number(speed.value));
  };
  const start = () => {
    if (at >= count - 1) show(0);
    play.replaceChildren(icon("pause"));
    ["aria-label", "title"].forEach(name => play.setAttribute(name, "Pause"));
    timer = setTimeout(tick, 500 / Number(speed.value));
  };
  /** @param {number} to */
  const move = to => {
    stop();
    show(Math.max(0, Math.min(count - 1, to)));
  };
  slider.addEventListener("input", () => move(Number(slider.value)));
  const controls = el("div", { class: "controls", role: "group", "aria-label": "Turns" },
    control("To the start", "start", () => move(0)), control("One turn back", "back", () => move(at - 1)), play,
    control("One turn on", "on", () => move(at + 1)), control("To the end", "end", () => move(count - 1)), slider, speed);

  // The rows of each round.
  /** @type {HTMLElement[][]} */
  const rowsOf = [];
  /** @param {import("./standalone_match").StandaloneTurn} turn */
  const row = ({ round, seat, words, isFault, used }) => {
    const name = el("span", {}, `${players[seat].name}: `, isFault ? el("span", { class: "fault" }, words) : words);
    const time = used < 1 ? `${Math.round(used * 1000)} µs` : `${used < 10 ? used.toFixed(1) : Math.round(used)} ms`;
    const press = el("button", { type: "button" }, el("span", { class: "number" }, `${round}.`), name, el("span", { class: "time" }, time));
    press.addEventListener("click", () => move(round));
    (rowsOf[round] ??= []).push(press);
    return el("li", { "data-round": String(round) }, press);
  };
  const list = el("ol", { class: "turns", "data-testid": "turns", "aria-label": "What was played", tabindex: "0" }, ...turns.map(row));

  /** @type {import("./standalone_match").StandalonePassage[][]} */
  const wordsOf = [];
  passages.forEach(passage => (wordsOf[passage.round] ??= []).push(passage));
  const heard = el("div");
  const details = el("details", { "data-testid": "transcript" }, el("summary", {}, "What the bots read and printed in this turn"), heard);
  const drawHeard = () => {
    if (!details.open) return;
    const rows = (wordsOf[at] ?? []).map(({ seat, stream, text }) => el("div", {}, el("div", { class: "of" }, `${players[seat].name}, ${stream}`), el("pre", {}, text)));
    heard.replaceChildren(...(rows.length > 0 ? rows : [el("p", { class: "of" }, at === 0 ? "The first turn has not begun." : "Nothing was kept of this turn.")]));
  };
  details.addEventListener("toggle", drawHeard);

  /** @param {number} next */
  const show = next => {
    if (next === at) return;
    const marked = rowsOf[at] ?? [];
    at = next;
    board.innerHTML = piecesOf(at).map(piece => boards.pieces[piece]).join("");
    slider.value = String(at);
    const words = at === count - 1 && verdict ? verdict : `Turn ${at} of ${count - 1}`;
    slider.setAttribute("aria-valuetext", words);
    board.setAttribute("aria-label", `${title}, turn ${at} of ${count - 1}`);
    state.textContent = words;
    state.classList.toggle("verdict", words === verdict);
    marked.forEach(press => press.removeAttribute("aria-current"));
    const rows = rowsOf[at] ?? [];
    rows.forEach(press => press.setAttribute("aria-current", "step"));
    const [first] = rows;
    if (first) list.scrollTop = first.offsetTop - list.offsetTop - list.clientHeight / 2;
    else if (at === 0) list.scrollTop = 0;
    drawHeard();
  };

  const match = document.getElementById("match");
  if (!match) throw new Error("it has no place");
  match.className = "is-shown";
  match.replaceChildren(el("section", { "aria-label": "Board" }, names, board, state, controls),
    el("section", { "aria-label": "Transcript" }, list, ...(passages.length > 0 ? [details] : [])));
  addEventListener("keydown", event => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const target = /** @type {Element} */ (event.target);
    if (ctrlKey || metaKey || altKey || target.matches("input, select")) return;
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 };
    const to = targets[key];
    if (to !== undefined) move(to);
    else if (key === " " && !target.matches("button, summary")) play.click();
    else return;
    event.preventDefault();
  });
  show(Math.min(first, count - 1));
})().catch(error => {
  document.querySelector("main")?.append(Object.assign(document.createElement("p"), { role: "alert", textContent: `The match cannot be shown: ${error.message}` }));
});
