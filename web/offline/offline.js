// Has the browser keep the page (`service_worker.js`), shows a notice when a new version of it is
// ready, and offers once to keep all games. Only the page that `cargo xtask build` makes for visitors has this script, and
// `botyard serve` leaves it out. Knows no games: the address names the one that is shown.

// The first match loads before files that a later visit needs.
const AFTER = 8_000;
// A tab that is shown again looks for a new version, but not more often than this.
const LOOK = 3_600_000;
// How long a new version may take to begin. Chromium delays it for up to five minutes if an earlier
// page was closed while a request was being answered.
const BEGIN = 3_000;

const USE = "Reload to use it";
// Whether the browser was offered to keep all games.
const OFFERED = "botyard-offline-offered";

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

// Shows a sentence with buttons, unless another one is shown.
/**
 * @param {string} name
 * @param {string} sentence
 * @param {[text: string, name: string, press: (button: HTMLButtonElement, notice: HTMLElement) => void][]} buttons
 */
const showNotice = (name, sentence, buttons) => {
  if (document.querySelector(".new-version")) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
  const notice = document.createElement("div");
  notice.className = "new-version";
  notice.dataset.testid = name;
  // The text is added after the role, so that screen readers announce it.
  notice.setAttribute("role", "status");
  document.body.append(notice);
  notice.append(sentence, ...buttons.map(([text, id, press]) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    made.dataset.testid = id;
    made.addEventListener("click", () => press(made, notice));
    return made;
  }));
};

// Offers once to keep the games that are not kept yet, if there are any. A browser that keeps no
// preferences is not asked: it would be asked again each time.
/** @param {ServiceWorker} worker */
const offerGames = async worker => {
  if (localStorage.getItem(OFFERED)) return;
  const { port1, port2 } = new MessageChannel();
  /** @type {Promise<number>} */
  const told = new Promise(resolve => { port1.onmessage = ({ data }) => resolve(data); });
  worker.postMessage({ allGames: "size" }, [port2]);
  const bytes = await told;
  port1.close();
  if (!bytes) return;
  /** @type {(notice: HTMLElement) => void} */
  const close = notice => {
    localStorage.setItem(OFFERED, "1");
    notice.remove();
  };
  showNotice("offer-games", `Keep all games for visits without a network (${(bytes / 1e6).toFixed(1)} MB)?`, [
    ["Keep them", "offer-games-keep", (_, notice) => {
      worker.postMessage({ allGames: "keep" });
      close(notice);
    }],
    ["No, thanks", "offer-games-refuse", (_, notice) => close(notice)],
  ]);
};

/** @param {ServiceWorkerRegistration} registration */
const showNewVersion = registration => {
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
  showNotice("new-version", "A new version of this page is ready.", [
    [USE, "new-version-use", use],
    ["Later", "new-version-later", (_, notice) => notice.remove()],
  ]);
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
    // Who comes back may want it; a newcomer has other things to read.
    if (isReturning) setTimeout(() => offerGames(active).catch(() => {}), AFTER);
  } catch {
    // No harm is done: the page needs its host for the next visit.
  }
};

// A visitor who was here before may have a new version waiting, which is cheap to check.
const isReturning = Boolean(navigator.serviceWorker?.controller);
const soon = isReturning ? 0 : AFTER;
if (document.readyState === "complete") setTimeout(start, soon);
else addEventListener("load", () => setTimeout(start, soon), { once: true });
