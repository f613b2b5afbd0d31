// The fleet that `botyard serve --nats` watches, in a bar below the page that opens upwards. The
// program says every two seconds what its workers and tournaments do; whoever has not opened the
// page by the program's address is told nothing.

// Under this name the page keeps the program's token for this tab.
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
#host-panel :is(th, td) { padding: 4px 24px 4px 0; text-align: left; font-weight: 400; vertical-align: top; }
#host-panel thead th, #host-panel .soft { color: var(--ink-soft); }
#host-panel .number { text-align: right; }
#host-panel .bad { color: var(--bad); }
#host-panel p { margin: 8px 0; }
`;

const count = new Intl.NumberFormat("en");
const speed = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

function element(name, content = [], kind = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...[content].flat());
  return made;
}

function counted(number, what) {
  return `${count.format(number)} ${what}${number === 1 ? "" : what.endsWith("ch") ? "es" : "s"}`;
}

function summaryOf({ workers, batches }) {
  const all = workers.reduce((sum, worker) => sum + (worker.games_per_second ?? 0), 0);
  const queue = batches === null ? "queue not known" : `${counted(batches, "batch")} in the queue`;
  return `Fleet: ${counted(workers.length, "worker")}, ${speed.format(all)} games/s, ${queue}`;
}

function executablesOf(worker) {
  const missing = worker.missing_restrictions;
  if (!worker.allows_executables) return "no";
  if (missing === null) return `${worker.system}, in a sandbox of which nothing is known`;
  return missing.length ? `${worker.system}, in a sandbox without ${missing.join(", ")}` : `${worker.system}, sandboxed`;
}

function rowsOf(worker) {
  const number = (value) => element("td", count.format(value), "number");
  const faults = (value) => element("td", count.format(value), value ? "number bad" : "number");
  const rate = worker.games_per_second === null ? "n/a" : speed.format(worker.games_per_second);
  const name = element("th", worker.name);
  name.scope = "row";
  const cells = [name, number(worker.threads), element("td", rate, "number"), number(worker.games), number(worker.playing),
    faults(worker.refused), faults(worker.void), element("td", executablesOf(worker))];
  const notes = [];
  if (!worker.is_ours) notes.push(`It is ${worker.version}: another version than this program's.`);
  if (worker.last_refusal !== null) notes.push(`It refused last: ${worker.last_refusal}`);
  const rows = [element("tr", cells)];
  for (const note of notes) {
    const cell = element("td", note, "bad");
    cell.colSpan = cells.length;
    rows.push(element("tr", cell));
  }
  return rows;
}

function tableOf(workers) {
  const heads = ["worker", "threads", "games/s", "games", "batches", "refused", "void", "executables"];
  const head = heads.map((name, nth) => {
    const cell = element("th", name, nth > 0 && nth < 7 ? "number" : "");
    cell.scope = "col";
    return cell;
  });
  return element("table", [element("thead", element("tr", head)), element("tbody", workers.flatMap(rowsOf))]);
}

function lineOf({ name, game, games, of, sent, audited, left_out }) {
  const line = `Tournament ${name}: ${game}, ${count.format(games)} of ${count.format(of)} games, ${count.format(sent)} sent, ${count.format(audited)} played again`;
  const bad = left_out.length ? [element("span", `; left out: ${left_out.join(", ")}`, "bad")] : [];
  return element("p", [line, ...bad]);
}

function sheetOf({ fleet, trouble }) {
  const server = element("p", `NATS server ${fleet.server}${fleet.connected ? "" : ": it does not answer"}`, fleet.connected ? "soft" : "bad");
  const answers = fleet.answers === null ? [] : [element("p", `${counted(fleet.answers, "answer")} not stored yet`, "soft")];
  const workers = fleet.workers.length ? tableOf(fleet.workers) : element("p", "No workers. Start one: botyard worker --nats URL");
  const troubles = trouble === null ? [] : [element("p", trouble, "bad")];
  return [...troubles, server, workers, ...fleet.tournaments.map(lineOf), ...answers];
}

// As the program makes the path of the state: nobody finds it without the token.
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
  const section = element("section", element("details", [summary, sheet]));
  section.id = "host-panel";
  section.setAttribute("aria-label", "Fleet");
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  document.adoptedStyleSheets.push(style);
  document.body.append(section);
  return { summary, sheet };
}

async function update({ summary, sheet }) {
  const token = sessionStorage.getItem(TOKEN);
  if (token === null || document.hidden) return;
  try {
    const response = await fetch(await stateAddress(token), { cache: "no-store" });
    const state = await response.json();
    summary.textContent = state.trouble === null ? summaryOf(state.fleet) : `Fleet: ${state.trouble}`;
    sheet.replaceChildren(...sheetOf(state));
  } catch {
    summary.textContent = "Fleet: the program does not answer";
  }
}

const shown = panel();
for (;;) {
  await update(shown);
  await new Promise((resolve) => setTimeout(resolve, EVERY));
}
