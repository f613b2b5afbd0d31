// Has the browser keep the page (`service_worker.js`) and shows a notice when a new version of it
// is ready. Only the page that `cargo xtask build` makes for visitors has this script, and
// `botyard serve` leaves it out. Knows no games: the address names the one that is shown.

// The first match loads before files that a later visit needs.
const AFTER = 8_000;
// A tab that is shown again looks for a new version, but not more often than this.
const LOOK = 3_600_000;
// How long a new version may take to begin. Chromium delays it for up to five minutes if an earlier
// page was closed while a request was being answered.
const BEGIN = 3_000;

const USE = "Reload to use it";

const STYLE = [
  `.new-version { position: fixed; right: 16px; bottom: 16px; z-index: 20; display: flex; flex-wrap: wrap; align-items: center; gap: 8px; max-width: calc(100vw - 32px); padding: 12px 16px; border: 1px solid var(--line-strong); border-radius: 12px; background: var(--raised); box-shadow: var(--shadow); }`,
  `@media print { .new-version { display: none; } }`,
].join("\n");

let keptGame = "";

// All files of the shown game are kept, not only those already fetched.
/** @param {ServiceWorker} worker */
const keepGame = worker => {
  const [, game] = location.hash.match(/^#\/([a-z-]+)/) ?? [];
  // The page writes an address with each step.
  if (!game || game === keptGame) return;
  keptGame = game;
  worker.postMessage({ game });
};

// Whether the page's host answers. A kept version's worker that Chromium holds up answers nothing:
// then only the browser can say whether there is a network.
/** @param {string} address */
const isHostThere = async address => {
  try {
    return (await fetch(address, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(BEGIN) })).ok;
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError" && navigator.onLine;
  }
};

// Leaves the kept versions aside, and opens the page as its host has it. Without a network the new
// version continues to wait.
/** @param {ServiceWorkerRegistration} registration */
const openFromHost = async registration => {
  if (!await isHostThere(registration.scope)) throw new Error("the host has no page");
  await registration.unregister();
  location.reload();
};

/** @param {ServiceWorkerRegistration} registration */
const showNewVersion = registration => {
  if (document.querySelector(".new-version")) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
  /** @type {(text: string, name: string, press: (button: HTMLButtonElement) => void) => HTMLButtonElement} */
  const button = (text, name, press) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    made.dataset.testid = name;
    made.addEventListener("click", () => press(made));
    return made;
  };
  const notice = document.createElement("div");
  notice.className = "new-version";
  notice.dataset.testid = "new-version";
  // The text is added after the role, so that screen readers announce it.
  notice.setAttribute("role", "status");
  document.body.append(notice);
  /** @param {HTMLButtonElement} pressed */
  const use = pressed => {
    pressed.textContent = "Loading it";
    const late = setTimeout(() => openFromHost(registration).catch(() => { pressed.textContent = USE; }), BEGIN);
    const reload = () => {
      clearTimeout(late);
      location.reload();
    };
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    registration.waiting?.postMessage({ activate: true });
  };
  notice.append(
    "A new version of this page is ready.",
    button(USE, "new-version-use", use),
    button("Later", "new-version-later", () => notice.remove()),
  );
};

/** @param {ServiceWorkerRegistration} registration */
const watch = registration => {
  // The first version of all replaces no other: it can appear as waiting while it already serves
  // the page.
  const isUpdate = () => registration.waiting && registration.active && navigator.serviceWorker.controller;
  if (isUpdate()) showNewVersion(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => { if (isUpdate()) showNewVersion(registration); });
  });
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < LOOK) return;
    looked = Date.now();
    // Without a network there is no new version.
    registration.update().catch(() => {});
  });
};

const start = async () => {
  const workers = navigator.serviceWorker;
  // Not for insecure addresses, private windows, or visitors who pay for each byte.
  if (!workers || navigator.connection?.saveData) return;
  try {
    watch(await workers.register("./service-worker.js", { updateViaCache: "none" }));
    const { active } = await workers.ready;
    if (!active) return;
    keepGame(active);
    // Browsers report addresses that visitors change; the page reports those that it writes
    // (`address_bar.rs`).
    ["hashchange", "botyard-address"].forEach(name => addEventListener(name, () => keepGame(workers.controller ?? active)));
  } catch {
    // No harm is done: the page needs its host for the next visit.
  }
};

// A visitor who was here before may have a new version waiting, which is cheap to check.
const soon = navigator.serviceWorker?.controller ? 0 : AFTER;
if (document.readyState === "complete") setTimeout(start, soon);
else addEventListener("load", () => setTimeout(start, soon), { once: true });
