// Keeps the page in the browser, so that it opens without a network. `package-page` puts the list
// of the files before this text, and their version, which changes with any of them:
//
// - VERSION, a text, names what is kept.
// - FILES are the names of what every visit may need: they are kept when this worker is installed.
// - OTHERS are the names of bots, the manual, and what few browsers need: each is kept when it is
//   asked for, when a visitor is at its game, or at once if this browser needs it or an earlier
//   version has kept it.
// - SIZES are the numbers of bytes that a host sends of each of OTHERS.
// - SCRIPTS are, by the endings of scripts, the names of what plays them, unless that is large.
//
// A new version is fetched beside the old one and waits until no tab shows the old one, or the
// visitor asks for it. Answers to nothing but the page's own files, and never asks another host.

const PREFIX = `botyard ${registration.scope} `;
const CACHE = PREFIX + VERSION;
/** @param {string[]} names */
const addresses = names => names.map(name => new URL(name, registration.scope).href);
const FILE_ADDRESSES = addresses(FILES);
const OTHER_ADDRESSES = new Set(addresses(OTHERS));
const PAGE = registration.scope;
// The match worker for browsers that cannot suspend a module and need it (`suspendable_instance.js`
// has the same check). It was fetched before this worker started.
const SUSPENDS = [WebAssembly.Suspending, WebAssembly.promising].every(part => typeof part === "function");
const NEEDED_ADDRESSES = SUSPENDS ? [] : addresses(OTHERS.filter(name => name.startsWith("interpreter")));
// A name with the hash of its file: its content is the same in every version.
const HASHED = /-[0-9a-f]{16}(\.\w+)$/;
// A file's name without its hash, the same in every version: `bots/stratego-forfax.wasm`.
/** @param {string} address */
const withoutHash = address => address.replace(HASHED, "$1");

const versions = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX));

// The copy that an earlier version has kept under this address, if it cannot have changed.
/** @param {string} address */
const known = async address => HASHED.test(address) ? caches.match(address) : undefined;

// Browsers show no answer that a host has redirected: such a host gives `licences` for
// `licences.html`.
/** @param {Response} answer */
const unredirected = async answer => answer.redirected
  ? new Response(await answer.blob(), { status: answer.status, headers: answer.headers })
  : answer;

/** @type {(cache: Cache, address: string) => Promise<void>} */
const keep = async (cache, address) => {
  if (await cache.match(address)) return;
  const answer = await known(address) ?? await fetch(address, { cache: HASHED.test(address) ? "default" : "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await cache.put(address, await unredirected(answer));
};

// The bots of a game and its part of the manual; and what plays those of the bots that are scripts.
/** @param {string} game */
const filesOfGame = game => {
  const own = OTHERS.filter(name => [`bots/${game}-`, `manual/${game}`].some(start => name.startsWith(start)));
  const parts = own.flatMap(name => SCRIPTS[name.slice(name.lastIndexOf("."))] ?? []);
  const shared = ["manual/all", ...parts.map(part => `bots/${part}`)].map(start => new RegExp(`^${start}\\b`));
  return own.length ? [...own, ...OTHERS.filter(name => shared.some(one => one.test(name)))] : [];
};

/** @param {string} name */
const gameOf = name => withoutHash(name).match(/^manual\/(.+)\.json$/)?.[1] ?? [];
/** @param {string[]} names */
const filesOfGames = names => [...new Set(names.flatMap(gameOf).flatMap(filesOfGame))];

// Files that cannot be fetched now are fetched on request.
/** @type {(cache: Cache, wanted: string[]) => Promise<unknown>} */
const keepWherePossible = (cache, wanted) => Promise.allSettled(wanted.map(address => keep(cache, address)));

// The present names of the files that earlier versions have kept of the bots and of the manual: a
// changed file has another name. If a game's manual is kept, all files of the game are kept, new
// bots too.
const keptBefore = async () => {
  const earlier = (await versions()).filter(name => name !== CACHE);
  const requests = await Promise.all(earlier.map(async name => (await caches.open(name)).keys()));
  const kept = new Set(requests.flat().map(({ url }) => withoutHash(url)));
  const same = OTHERS.filter(name => kept.has(new URL(withoutHash(name), registration.scope).href));
  return addresses([...new Set([...same, ...filesOfGames(same)])]);
};

const install = async () => {
  const cache = await caches.open(CACHE);
  await Promise.all([...FILE_ADDRESSES, ...NEEDED_ADDRESSES].map(address => keep(cache, address)));
  await keepWherePossible(cache, await keptBefore());
};

/** @param {string} game */
const keepGame = async game => keepWherePossible(await caches.open(CACHE), addresses(filesOfGame(game)));

// Tells a page how many bytes of all games are not kept yet.
/** @param {MessagePort} page */
const tellMissing = async page => {
  const cache = await caches.open(CACHE);
  const sizeOf = async (/** @type {string} */ name) =>
    await cache.match(new URL(name, registration.scope).href) ? 0 : SIZES[OTHERS.indexOf(name)];
  const sizes = await Promise.all(filesOfGames(OTHERS).map(sizeOf));
  page.postMessage(sizes.reduce((sum, size) => sum + size, 0));
};
const keepGames = async () => keepWherePossible(await caches.open(CACHE), addresses(filesOfGames(OTHERS)));

// Tabs of the version before go on with its files, which have other names.
const activate = async () => {
  const old = (await versions()).filter(name => name !== CACHE);
  await Promise.all(old.slice(0, -1).map(name => caches.delete(name)));
  await clients.claim();
};

/** @param {Request} request */
const answer = async request => {
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  const isPage = request.mode === "navigate" && (address === PAGE || address === `${PAGE}index.html`);
  const kept = await (await caches.open(CACHE)).match(isPage ? PAGE : address) ?? await known(address);
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok && OTHER_ADDRESSES.has(address)) {
    // A browser without room for the copy still gets the file.
    const copy = fetched.clone();
    caches.open(CACHE).then(cache => cache.put(address, copy)).catch(() => {});
  }
  return fetched;
};

addEventListener("install", event => event.waitUntil(install()));
addEventListener("activate", event => event.waitUntil(activate()));
addEventListener("fetch", event => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(PAGE)) event.respondWith(answer(event.request));
});
addEventListener("message", event => {
  /** @type {{ activate?: boolean, game?: string, allGames?: "size" | "keep" }} */
  const { activate, game, allGames } = event.data;
  if (activate) skipWaiting();
  if (game) event.waitUntil(keepGame(game));
  if (allGames === "size") event.waitUntil(tellMissing(event.ports[0]));
  if (allGames === "keep") event.waitUntil(keepGames());
});
