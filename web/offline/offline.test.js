// When the page is kept, which games are, and how a visitor comes to a new version.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { document, findAll, installDocument } from "../testing/elements.js";
import { installClock, settle, until } from "../testing/clock.js";
import { visitScript } from "../testing/served_script.js";
import { createStorage } from "../testing/tab.js";

const SCOPE = "https://example.org/botyard/";
/** @type {import("../testing/clock.js").FakeClock} */
let clock;
let reloads = 0;
/** @type {FakeRegistration} */
let registration;
/** @type {FakeWorkers} */
let workers;

class FakeWorker extends EventTarget {
  /** @type {{ game?: string, activate?: boolean, allGames?: string }[]} */
  sent = [];
  missing = 0;
  /**
   * @param {{ game?: string, activate?: boolean, allGames?: string }} message
   * @param {MessagePort[]} ports
   */
  postMessage(message, ports = []) {
    this.sent.push(message);
    ports.forEach(port => port.postMessage(this.missing));
  }
}

class FakeRegistration extends EventTarget {
  scope = SCOPE;
  active = new FakeWorker();
  /** @type {FakeWorker | null} */
  waiting = null;
  /** @type {FakeWorker | null} */
  installing = null;
  updates = 0;
  isRemoved = false;
  update = async () => { this.updates += 1; };
  unregister = async () => { this.isRemoved = true; };
}

class FakeWorkers extends EventTarget {
  /** @type {FakeWorker | null} */
  controller = null;
  /** @type {unknown[][]} */
  registered = [];
  ready = Promise.resolve(registration);
  /** @param {...unknown} asked */
  async register(...asked) {
    this.registered.push(asked);
    return registration;
  }
}

/** A visit of the page. Before it, a test changes what the browser has. */
const visit = async () => {
  await visitScript("offline/offline.js");
  await settle();
};
/** @type {(place: { dispatchEvent: (event: Event) => boolean } | null, name: string) => boolean | undefined} */
const send = (place, name) => place?.dispatchEvent(new Event(name));
/** @param {FakeWorker} worker */
const games = worker => worker.sent.map(({ game }) => game).filter(Boolean);
/** @param {string} name */
const press = async name => {
  findAll(name)[0].click();
  await settle();
};
/** A new version is there, beside the one that serves the page. */
const putNewVersion = () => {
  const before = new FakeWorker();
  Object.assign(registration, { active: before, waiting: new FakeWorker() });
  workers.controller = before;
};

beforeEach(() => {
  installDocument();
  [clock, reloads] = [installClock(), 0];
  registration = new FakeRegistration();
  workers = new FakeWorkers();
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { serviceWorker: workers, onLine: true } });
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: createStorage() });
  Object.assign(globalThis, { fetch: async () => ({ ok: true }), location: { hash: "#/line/r/abc", reload: () => { reloads += 1; } } });
});

test("a first visit is kept eight seconds after all is loaded: its match comes first", async () => {
  document.readyState = "interactive";
  await visit();
  await clock.advance(100_000);
  assert.equal(workers.registered.length, 0);
  dispatchEvent(new Event("load"));
  await clock.advance(7_999);
  assert.equal(workers.registered.length, 0);
  await clock.advance(1);
  assert.deepEqual(workers.registered, [["./service-worker.js", { updateViaCache: "none" }]]);
});

test("who was here before may have a new version waiting, which is looked for at once", async () => {
  workers.controller = registration.active;
  await visit();
  await clock.advance(0);
  assert.equal(workers.registered.length, 1);
});

test("nothing is kept for who pays for each byte, and where the browser keeps nothing", async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  await visit();
  await clock.advance(8_000);
  assert.equal(workers.registered.length, 0);
  Reflect.deleteProperty(navigator, "serviceWorker");
  await visit();
  await clock.advance(8_000);
});

test("a browser that refuses to keep it does no harm", async () => {
  workers.register = async () => { throw new DOMException("", "SecurityError"); };
  await visit();
  await clock.advance(8_000);
  assert.deepEqual(games(registration.active), []);
});

test("each game that is shown is kept, and told once in a row", async () => {
  await visit();
  await clock.advance(8_000);
  for (const [hash, name] of [["#/line/r/def?t=4", "botyard-address"], ["#/tower", "hashchange"], ["", "hashchange"], ["#/tower?t=1", "botyard-address"]]) {
    location.hash = hash;
    dispatchEvent(new Event(name));
  }
  assert.deepEqual(games(registration.active), ["line", "tower"]);
  workers.controller = new FakeWorker();
  location.hash = "#/line";
  dispatchEvent(new Event("hashchange"));
  assert.deepEqual(games(workers.controller), ["line"], "the worker that serves the page now");
});

test("the first version of all is no new one", async () => {
  registration.waiting = registration.active;
  await visit();
  await clock.advance(8_000);
  assert.deepEqual(findAll("new-version"), []);
});

test("a version that waits is told of, and one that becomes ready during the visit, once", async () => {
  putNewVersion();
  await visit();
  await clock.advance(0);
  assert.equal(findAll("new-version")[0].textContent, "A new version of this page is ready.Reload to use itLater");
  await press("new-version-later");
  assert.deepEqual(findAll("new-version"), []);
  registration.installing = new FakeWorker();
  send(registration, "updatefound");
  assert.deepEqual(findAll("new-version"), [], "it is not ready yet");
  send(registration.installing, "statechange");
  send(registration.installing, "statechange");
  assert.equal(findAll("new-version").length, 1);
});

test("the page is loaded again when the new version has taken over", async () => {
  putNewVersion();
  await visit();
  await clock.advance(0);
  await press("new-version-use");
  assert.deepEqual([findAll("new-version-use")[0].textContent, registration.waiting?.sent, reloads], ["Loading it", [{ activate: true }], 0]);
  send(workers, "controllerchange");
  await clock.advance(1_000_000);
  assert.deepEqual([reloads, registration.isRemoved], [1, false]);
});

// What the host answers while the browser holds up the new version, and whether the page is opened
// from the host then.
for (const [name, answer, isOnline, isOpened] of /** @type {[string, "never" | (() => Promise<{ ok: boolean }>), boolean, boolean][]} */ ([
  ["answers", async () => ({ ok: true }), true, true],
  ["has no page", async () => ({ ok: false }), true, false],
  ["cannot be reached", async () => { throw new TypeError("no network"); }, true, false],
  ["is held up too", "never", true, true],
  ["is held up without a network", "never", false, false],
])) {
  test(`a new version that does not begin is left aside if there is another way: the host ${name}`, async () => {
    /** @type {[address: string, options: RequestInit][]} */
    const asked = [];
    /** @type {(address: string, options: RequestInit & { signal: AbortSignal }) => Promise<{ ok: boolean }>} */
    const fetch = (address, { signal, ...options }) => {
      asked.push([address, options]);
      if (answer !== "never") return answer();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    Object.assign(globalThis, { fetch });
    Object.assign(navigator, { onLine: isOnline });
    putNewVersion();
    await visit();
    await clock.advance(0);
    await press("new-version-use");
    await clock.advance(2_999);
    assert.deepEqual(asked, []);
    await clock.advance(1);
    assert.deepEqual(asked, [[SCOPE, { method: "HEAD", cache: "no-store" }]]);
    if (answer === "never") await clock.advance(3_000);
    assert.deepEqual([reloads, registration.isRemoved], [Number(isOpened), isOpened]);
    if (!isOpened) assert.equal(findAll("new-version-use")[0].textContent, "Reload to use it");
  });
}

test("a tab that is shown again looks for a new version, at most once an hour", async () => {
  await visit();
  await clock.advance(8_000);
  /** @param {number} after */
  const showAgain = async after => {
    await clock.advance(after);
    send(document, "visibilitychange");
    return registration.updates;
  };
  assert.deepEqual([await showAgain(3_599_999), await showAgain(1), await showAgain(3_599_999)], [0, 1, 1]);
  document.hidden = true;
  assert.equal(await showAgain(1), 1, "it is not shown");
  document.hidden = false;
  registration.update = async () => { throw new TypeError("no network"); };
  await showAgain(1);
  await settle();
});

test("who comes back is offered once to keep all games, with their size", async () => {
  workers.controller = registration.active;
  registration.active.missing = 4_260_000;
  await visit();
  await clock.advance(8_000);
  await until(() => findAll("offer-games").length > 0);
  const [offer] = findAll("offer-games");
  assert.match(offer.textContent ?? "", /without a network \(4\.3 MB\)\?/);
  await press("offer-games-keep");
  assert.deepEqual(registration.active.sent.map(({ allGames }) => allGames).filter(Boolean).at(-1), "keep");
  assert.deepEqual(findAll("offer-games"), []);
  await visit();
  await clock.advance(8_000);
  assert.deepEqual(findAll("offer-games"), []);
});
