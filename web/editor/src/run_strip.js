// The results of the last run, beside the text: how far its series is, the draft's results against
// each opponent, its cases, and the worst losses. Decides nothing: the owner handles presses.

import { button, el, withCode } from "./elements.js";
import { casesText, headlineText, lossText, opponentText } from "./words.js";

/**
 * @typedef {import("./builds.js").Loss} Loss
 * @typedef {import("./builds.js").Opponent} Opponent
 * @typedef {import("./builds.js").RunReport} RunReport
 */

// Beyond this many Elo the bar of an interval is as full as it gets.
const ELO_MAX = 400;
// If a run of more games than this takes long, fewer are recommended.
const FEW = 20;
const ADVICE = "These games are long: for an answer sooner, stop, choose 10 games at “Play … games”, and run again.";
const SVG = "http://www.w3.org/2000/svg";
const HELP = "Elo is how much stronger your bot is than the opponent: 0 is as strong, +100 scores 64 % of the points, +200 scores 76 %. After ± is how far "
  + "off the number may be, with a confidence of 95 %: if all of the bar is right of the middle, your bot is better, and it is hardly luck. More games "
  + "narrow the bar.";

/**
 * @param {object} actions
 * @param {() => void} actions.stop
 * @param {() => void} actions.goOn
 * @param {() => void} actions.showCases
 * @param {(loss: Loss) => void} actions.openLoss Called for any loss that is
 * to be opened here, before a link is followed.
 */
export const createRunStrip = ({ stop, goOn, showCases, openLoss }) => {
  const state = el("span", { class: "grow", "data-testid": "run-state" });
  const headline = el("strong", { class: "headline", "data-testid": "run-headline" });
  const bar = el("progress", { "aria-label": "Games played", max: "1", value: "0" });
  // One button in both states, so that it keeps the focus.
  let isPlaying = false;
  const toggle = button("Stop", () => (isPlaying ? stop() : goOn()), { class: "small", "data-testid": "run-stop" });
  const cases = button("", showCases, { class: "small link", "data-testid": "run-cases" });
  const table = el("table", { "data-testid": "run-table" });
  const remark = el("p", { class: "remark" });
  const lossesOf = el("span", { class: "remark" }, "Worst losses:");
  const losses = el("ol", { class: "losses", "data-testid": "run-losses", "aria-label": "Worst losses" });
  const help = el("details", { class: "help" }, el("summary", { "data-testid": "run-help" }, "What Elo says"), el("p", { class: "remark" }, HELP));
  const said = el("p", { class: "unseen", role: "status" });
  const element = el("section", { class: "run", "aria-label": "Results of the run", "data-testid": "run" },
    table, el("div", { class: "line of-losses" }, lossesOf, losses), remark, help, said);
  // The part that stays visible wherever the rest is scrolled to.
  const head = el("div", { class: "run-head" }, el("div", { class: "line" }, state, bar, cases, toggle), headline);
  element.hidden = head.hidden = true;
  /** @param {boolean} isHidden */
  const setHidden = isHidden => { element.hidden = head.hidden = isHidden; };
  let drawnLosses = "", saidOf = "";

  const tableHead = () => {
    const names = ["against", "won", "drawn", "lost", "Elo (95 %)"];
    return el("thead", {}, el("tr", {}, ...names.map(name => el("th", { scope: "col" }, name))));
  };

  /** @param {Opponent} opponent */
  const row = opponent => {
    const { label, isOwn, unknown } = opponent;
    const cells = [opponent.won, opponent.drawn, opponent.lost].map(count => el("td", {}, String(count)));
    // The reason for a missing Elo is shown below.
    const elo = el("td", { title: unknown ?? "" }, unknown ? "?" : opponent.elo ?? "");
    const { interval } = opponent;
    if (interval) {
      const [low, value, high] = interval.map(Math.round);
      elo.title = `${value > 0 ? "+" : ""}${value}, between ${low} and ${high} with a confidence of 95 %`;
      elo.append(intervalBar(interval));
    }
    return el("tr", {}, el("th", { scope: "row", title: label }, isOwn ? `${label} (before)` : label), ...cells, elo);
  };

  /** @type {(game: string, loss: Loss) => HTMLElement} */
  const lossRow = (game, loss) => {
    const { turns, link, number } = loss;
    const words = lossText(loss);
    const attributes = { class: "loss", "data-testid": `run-loss-${number}` };
    /** @type {HTMLElement} */
    const opener = link ? el("a", { ...attributes, href: `#/${game}/r/${link}?t=${turns}` }, words) : el("button", { ...attributes, type: "button" }, words);
    // With one of these keys, browsers open a link elsewhere.
    opener.addEventListener("click", ({ ctrlKey, metaKey, shiftKey }) => link && (ctrlKey || metaKey || shiftKey) || openLoss(loss));
    return el("li", {}, opener);
  };

  /** @param {RunReport} report */
  const drawLosses = ({ game, losses: worst }) => {
    const text = JSON.stringify([game, worst.map(({ stderr, ...loss }) => loss)]);
    // Elements that somebody is about to press stay in place.
    if (text === drawnLosses || losses.matches(":hover, :focus-within")) return;
    drawnLosses = text;
    lossesOf.hidden = worst.length === 0;
    losses.replaceChildren(...worst.map(loss => lossRow(game, loss)));
  };

  /** @param {Opponent[]} opponents */
  const remarkOn = opponents => {
    // If all games are the same, that is the reason for the missing Elo.
    const repeated = opponents.filter(({ repeated, units }) => repeated > 0 && repeated < units - 1);
    const count = repeated.map(({ label, repeated, units }) => `${repeated} of ${units} pairs of games against ${label}`);
    const repeats = count.length > 0 ? `${count.join(" and ")} repeat an earlier pair turn for turn: Elo counts them once. ` : "";
    const faults = opponents.filter(({ faults }) => faults).map(({ label, faults }) => `${faults} against ${label}`);
    const without = opponents.filter(({ unknown, units }) => units > 0 && unknown);
    const whys = without.map(({ label, unknown }) => `No Elo against ${label}: ${unknown}. `);
    return `${whys.join("")}${repeats}${faults.length > 0 ? `Own faults: ${faults.join(", ")}.` : ""}`;
  };

  // Shows only this text.
  /** @param {string} words */
  const begin = words => {
    setHidden(false);
    isPlaying = false;
    state.textContent = words;
    headline.textContent = "";
    [bar, toggle, cases, table, help].forEach(part => { part.hidden = true; });
    remark.textContent = "";
    lossesOf.hidden = true;
    losses.replaceChildren();
    drawnLosses = "";
  };

  /** @param {Opponent[]} opponents */
  const drawTable = opponents => {
    table.hidden = help.hidden = opponents.length === 0;
    table.replaceChildren(tableHead(), el("tbody", {}, ...opponents.map(row)));
    remark.textContent = remarkOn(opponents);
    headline.textContent = headlineText(opponents);
  };

  /** @param {{ passed: number, failed: number, waiting?: number } | undefined} report */
  const drawCases = report => {
    const { passed, failed, waiting = 0 } = report ?? { passed: 0, failed: 0 };
    const isAny = passed + failed + waiting > 0;
    cases.hidden = !isAny;
    if (isAny) cases.textContent = casesText({ passed, failed, waiting });
    cases.classList.toggle("bad", isAny && failed > 0);
  };

  return {
    head,
    element,
    begin,
    hide: () => setHidden(true),
    /**
     * @param {Pick<import("./builds.js").Build, "number" | "results">} build One of an earlier visit.
     * @param {string} file
     */
    showKept: ({ number, results: { counted, games, opponents = [], cases } }, file) => {
      begin(`${number === 1 ? file : `${file}, build ${number}`}: ${counted} of ${games} games`);
      drawTable(opponents);
      drawCases(cases);
    },
    /**
     * @param {RunReport} report
     * @param {string} [cause] Why the first game was lost that was lost before its first answer.
     */
    show: (report, cause) => {
      const { name, phase, counted, games, rate, left, isLong, opponents, failed, paused } = report;
      setHidden(false);
      isPlaying = phase === "playing";
      const perSecond = isPlaying && rate !== null && rate >= 0.1 ? `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second` : "";
      const pace = `${perSecond}${isPlaying && left ? `, ${left}` : ""}`;
      const failedAtOnce = failed ? "it fails at once" : null;
      const reason = isPlaying ? null : failedAtOnce ?? paused;
      const failure = reason ? `: ${reason}` : "";
      const why = failure && failed && cause ? `. Game ${failed}: ${cause}` : "";
      const progress = phase === "over" ? `${counted} games` : `${phase === "stopped" ? "stopped after " : ""}${counted} of ${games} games${pace}${failure}${why}`;
      state.replaceChildren(...withCode(`${name}: ${progress}`));
      Object.assign(bar, { max: games, value: counted, hidden: !isPlaying });
      Object.assign(toggle, { textContent: isPlaying ? "Stop" : "Go on", hidden: phase === "over" });
      // Without a game there are no numbers.
      drawTable(isPlaying || counted > 0 ? opponents : []);
      if (isPlaying && isLong && games > FEW) remark.append(` ${ADVICE}`);
      drawLosses(report);
      // Announced once for each end, because the numbers change all the time.
      const of = `${name} ${phase}${why}`;
      if (of !== saidOf && !isPlaying) said.textContent = `${name}, ${progress}. ${opponents.map(opponentText).join("; ")}`;
      saidOf = of;
    },
    showCases: drawCases,
  };
};

// From -ELO_MAX to ELO_MAX: where the difference may be, its likeliest value, and zero.
/** @param {[low: number, value: number, high: number]} interval */
const intervalBar = ([low, value, high]) => {
  /** @param {number} elo */
  const place = elo => 50 + 50 * Math.max(-1, Math.min(1, elo / ELO_MAX));
  /** @type {(name: string, attributes: Record<string, string | number>) => Element} */
  const shape = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, String(value)));
    return made;
  };
  const picture = shape("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", class: "interval", "aria-hidden": "true" });
  /** @type {(name: string, from: number, to: number) => Element} */
  const bar = (name, from, to) => shape("rect", { class: name, x: from.toFixed(1), width: Math.max(0.8, to - from).toFixed(1), y: 0, height: 8 });
  picture.append(bar("ground", 0, 100), bar("range", place(low), place(high)), bar("zero", 49.8, 50.2), bar("value", place(value) - 0.6, place(value) + 0.6));
  return picture;
};
