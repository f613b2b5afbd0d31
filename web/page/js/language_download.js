// Fetches the interpreter of a language of scripts that is large, while a bar shows how much of it
// has come. A file that does not come whole is explained, and can be tried again. Loaded with the
// first script of such a language. Knows no bot.

/** What a file's name says of its content, on a page that was packaged for visitors. */
const HASH = /-([0-9a-f]{16})\.\w+$/;

/** @type {Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>} What was asked for, by its address. */
const asked = new Map();

/** @param {number} bytes */
const megabytes = bytes => (bytes / 1e6).toFixed(1);

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.append(...children);
  return made;
};

/** @type {(bytes: Uint8Array<ArrayBuffer>, address: string) => Promise<boolean>} */
const isWhole = async (bytes, address) => {
  const expected = HASH.exec(new URL(address, document.baseURI).pathname)?.[1];
  // A browser has no hashes where the page does not come over a safe connection.
  if (!expected || !globalThis.crypto?.subtle) return true;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash.subarray(0, 8)].map(byte => byte.toString(16).padStart(2, "0")).join("") === expected;
};

/**
 * The file, or nothing if there is none.
 * @param {string} address
 * @param {(come: number, all: number) => void} tell
 * @throws A clause that says why it did not come whole.
 */
const read = async (address, tell) => {
  const answer = await fetch(address).catch(() => undefined);
  if (!answer) throw new Error("no connection");
  if (!answer.ok) return undefined;
  // The length of a compressed answer is not that of the file.
  const all = answer.headers.get("Content-Encoding") ? 0 : Number(answer.headers.get("Content-Length"));
  const pieces = [];
  let come = 0;
  const reader = answer.body?.getReader();
  for (;;) {
    const next = await reader?.read().catch(() => undefined);
    if (!next) throw new Error("the connection broke off");
    if (next.done) break;
    pieces.push(next.value);
    come += next.value.length;
    tell(come, all);
  }
  if (all && come < all) throw new Error("the connection broke off");
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  if (!await isWhole(bytes, address)) throw new Error("the file is not the expected one");
  return bytes;
};

// What was kept of a file that is not whole would come again.
/** @param {string} address */
const forget = async address => {
  await fetch(address, { cache: "reload", method: "HEAD" }).catch(() => {});
  const names = await globalThis.caches?.keys().catch(() => []) ?? [];
  await Promise.all(names.map(async name => (await caches.open(name)).delete(address)));
};

/** @type {(address: string, language: string) => Promise<Uint8Array<ArrayBuffer> | undefined>} */
const download = async (address, language) => {
  const text = element("span", {});
  const bar = element("progress", { "aria-label": `Fetching ${language}` });
  const box = element("div", { class: "download", role: "status", "data-testid": "download" }, text, bar);
  document.body.append(box);
  try {
    for (;;) {
      text.textContent = `Fetching ${language}, once …`;
      bar.hidden = false;
      try {
        return await read(address, (come, all) => {
          if (all) Object.assign(bar, { max: all, value: come });
          const part = all ? `${megabytes(come)} of ${megabytes(all)}` : megabytes(come);
          text.textContent = `Fetching ${language}, once: ${part} MB`;
        });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        bar.hidden = true;
        bar.removeAttribute("value");
        text.textContent = `${language} did not come whole (${why}).`;
        const again = element("button", { type: "button", "data-testid": "download-again" }, "Try again");
        const close = element("button", { type: "button", class: "quiet", "data-testid": "download-close" }, "Close");
        box.append(again, close);
        const isWanted = await new Promise(resolve => {
          again.addEventListener("click", () => resolve(true));
          close.addEventListener("click", () => resolve(false));
        });
        again.remove();
        close.remove();
        if (!isWanted) throw new Error(why, { cause: error });
        await forget(address);
      }
    }
  } finally {
    box.remove();
  }
};

/** @type {(address: string, language: string) => Promise<Uint8Array<ArrayBuffer> | undefined>} */
const fetchInterpreter = (address, language) => {
  const known = asked.get(address);
  if (known) return known;
  const coming = download(address, language);
  asked.set(address, coming);
  // It may be wanted again, and it may be there by then.
  const forgetAsked = () => asked.delete(address);
  coming.then(bytes => bytes ?? forgetAsked(), forgetAsked);
  return coming;
};

globalThis.fetchInterpreter = fetchInterpreter;
