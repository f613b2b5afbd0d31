// The fleet that `botyard serve --nats` watches, in a bar below the page that opens upwards. The
// program sends every two seconds what its workers and tournaments do, but only to pages that were
// opened by the address that it printed.

/** @import { PanelState, TournamentSnapshot, WorkerSnapshot } from "./fleet_snapshot" */

// The page keeps the program's token for this tab under this name.
const TOKEN = "botyard-server";
const EVERY = 2000;

const STYLE = `
body:has(#host-panel) { --page-height: calc(100dvh - 2.1333rem); }
body:has(#host-panel) #app { height: auto; min-height: calc(100% - 2.1333rem); }
@media (min-width: 861px) { body:has(#host-panel) #app { height: calc(100% - 2.1333rem); } }
#host-panel { position: sticky; bottom: 0; z-index: 3; height: 2.1333rem; background: var(--surface); border-top: 1px solid var(--line); font-size: 0.8667rem; }
#host-panel summary { height: 2rem; line-height: 2rem; padding: 0 24px; cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#host-panel .sheet { position: fixed; inset: auto 0 2.1333rem; max-height: 60vh; overflow: auto; padding: 8px 24px 16px; background: var(--surface); border-top: 1px solid var(--line); box-shadow: var(--shadow); }
#host-panel table { border-collapse: collapse; }
#host-panel :is(th, td) { padding: 4px 24px 4px 0; text-align: left; font-weight: 400; vertical-align: top; overflow-wrap: anywhere; }
#host-panel thead :is(th, td), #host-panel td.number { overflow-wrap: normal; white-space: nowrap; }
#host-panel tbody tr:not(.note) > * { border-top: 1px solid var(--line); }
#host-panel .note > * { padding-top: 0; }
#host-panel .narrow { display: none; }
@media (max-width: 700px) {
  #host-panel summary { padding: 0 12px; }
  #host-panel .sheet { padding: 8px 12px 16px; }
  #host-panel :is(th, td) { padding-right: 0; }
  #host-panel .number { padding-left: 8px; }
  #host-panel table { width: 100%; }
  #host-panel .wide { display: none; }
  #host-panel .narrow { display: table-row; }
}
#host-panel thead th, #host-panel .soft { color: var(--ink-soft); }
#host-panel td.number, #host-panel th.number { text-align: right; }
#host-panel .bad { color: var(--bad); }
#host-panel p { margin: 8px 0; }
`;

const count = new Intl.NumberFormat("en");
const speed = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Node | string | (Node | string)[]} content
 */
function element(name, content = [], kind = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...[content].flat());
  return made;
}

/** @type {(number: number, what: string) => string} */
function counted(number, what) {
  return `${count.format(number)} ${what}${number === 1 ? "" : what.endsWith("ch") ? "es" : "s"}`;
}

/** @param {PanelState["fleet"]} fleet */
function summaryOf({ workers, batches }) {
  const all = workers.reduce((sum, worker) => sum + (worker.games_per_second ?? 0), 0);
  // The line has to fit a phone's screen.
  const rate = all < 100 ? speed.format(all) : count.format(Math.round(all));
  const queue = batches === null ? "not known" : count.format(batches);
  return `Fleet: ${counted(workers.length, "worker")}, ${rate} games/s, queue: ${queue}`;
}

/** @param {WorkerSnapshot} worker */
function executablesOf(worker) {
  const missing = worker.missing_restrictions;
  if (!worker.allows_executables) return "no";
  if (missing === null) return `${worker.system}, in a sandbox of which nothing is known`;
  return missing.length ? `${worker.system}, in a sandbox without ${missing.join(", ")}` : `${worker.system}, sandboxed`;
}

/** @param {WorkerSnapshot} worker */
function rowsOf(worker) {
  /** @param {number} value */
  const number = (value, kind = "number") => element("td", count.format(value), kind);
  /** @param {number} value */
  const faults = (value) => element("td", count.format(value), value ? "number bad" : "number");
  const rate = worker.games_per_second === null ? "n/a" : speed.format(worker.games_per_second);
  const name = element("th", worker.name);
  name.scope = "row";
  const executables = executablesOf(worker);
  const cells = [name, number(worker.threads, "number wide"), element("td", rate, "number"), number(worker.games), number(worker.playing),
    faults(worker.refused), faults(worker.void), element("td", executables, "wide")];
  /** @type {(text: string, kind: string, row: string) => HTMLTableRowElement} */
  const note = (text, kind, row) => {
    const cell = element("td", text, kind);
    cell.colSpan = cells.length;
    return element("tr", cell, row);
  };
  const rows = [element("tr", cells), note(`${counted(worker.threads, "thread")}, executables: ${executables}`, "soft", "note narrow")];
  if (!worker.is_ours) rows.push(note(`It is ${worker.version}: another version than this program's.`, "bad", "note"));
  if (worker.trouble) rows.push(note(`It reports: ${worker.trouble}`, "bad", "note"));
  if (worker.last_refusal !== null) rows.push(note(`It refused last: ${worker.last_refusal}`, "bad", "note"));
  return rows;
}

/** @param {WorkerSnapshot[]} workers */
function tableOf(workers) {
  const heads = ["worker", "threads", "games/s", "games", "batches", "refused", "void", "executables"];
  const head = heads.map((name, nth) => {
    const kind = nth > 0 && nth < 7 ? "number" : "";
    const cell = element("th", name, ["threads", "executables"].includes(name) ? `${kind} wide` : kind);
    cell.scope = "col";
    return cell;
  });
  return element("table", [element("thead", element("tr", head)), element("tbody", workers.flatMap(rowsOf))]);
}

/** @param {TournamentSnapshot} tournament */
function lineOf({ name, game, games, of, sent, audited, left_out }) {
  const line = `Tournament ${name}: ${game}, ${count.format(games)} of ${count.format(of)} games, ${count.format(sent)} sent, ${count.format(audited)} played again`;
  const bad = left_out.length ? [element("span", `; left out: ${left_out.join(", ")}`, "bad")] : [];
  return element("p", [line, ...bad]);
}

/** @param {PanelState} state */
function sheetOf({ fleet, trouble }) {
  const server = element("p", `NATS server ${fleet.server}${fleet.connected ? "" : ": it does not answer"}`, fleet.connected ? "soft" : "bad");
  const queue = fleet.batches === null || fleet.answers === null ? []
    : [element("p", `Queue: ${counted(fleet.batches, "batch")} played or waiting, ${counted(fleet.answers, "answer")} not stored yet`, "soft")];
  const workers = fleet.workers.length ? tableOf(fleet.workers) : element("p", "No workers. Start one: botyard worker --nats URL");
  const troubles = trouble === null ? [] : [element("p", trouble, "bad")];
  return [...troubles, server, workers, ...fleet.tournaments.map(lineOf), ...queue];
}

// The path of the state, computed as the program does: it cannot be guessed without the token.
/** @param {string} token */
async function stateAddress(token) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`host-panel ${token}`));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `./host-panel/${hash}`;
}

function panel() {
  const summary = element("summary", "Fleet");
  const sheet = element("div", [], "sheet");
  summary.dataset.testid = "fleet";
  sheet.dataset.testid = "fleet-sheet";
  // It scrolls, so keys must reach it.
  sheet.tabIndex = 0;
  sheet.setAttribute("role", "group");
  sheet.setAttribute("aria-label", "Workers and tournaments");
  const section = element("section", element("details", [summary, sheet]));
  section.id = "host-panel";
  section.setAttribute("aria-label", "Fleet");
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  document.adoptedStyleSheets.push(style);
  document.body.append(section);
  return { summary, sheet };
}

let drawn = "";

/** @param {ReturnType<typeof panel>} panel */
async function update({ summary, sheet }) {
  const token = sessionStorage.getItem(TOKEN);
  if (token === null || document.hidden) return;
  try {
    const response = await fetch(await stateAddress(token), { cache: "no-store" });
    const text = await response.text();
    // An unchanged text is not replaced, so that a selection in it stays.
    if (text === drawn) return;
    /** @type {PanelState} */
    const state = JSON.parse(text);
    summary.textContent = state.trouble === null ? summaryOf(state.fleet) : `Fleet: ${state.trouble}`;
    sheet.replaceChildren(...sheetOf(state));
    drawn = text;
  } catch {
    drawn = "";
    summary.textContent = "Fleet: the program does not answer";
  }
}

const shown = panel();
/** @type {Promise<void> | undefined} */
let asking;
// A program that is slow to answer is not asked again meanwhile.
function look() {
  asking ??= update(shown).finally(() => { asking = undefined; });
}
look();
setInterval(look, EVERY);
