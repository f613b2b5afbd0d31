// Loads the deferred module: the code of the page's program that the first board does not need.
// `package-page` takes it out of the program, which reaches it through stubs; a page that was built
// quickly is in one piece. On a first visit the board comes first; on any other visit both modules
// are fetched at once, and the page starts when both are here. Knows no function by its name.

const MODULE = "./botyard-web-deferred_bg.wasm";
// Where the first board is: the game whose code `deferral-rules.txt` keeps in the program.
const FIRST_PLACES = ["", "#/", "#/connect-four"];
// The names of the browser's record of an earlier visit (`src/address_bar.rs`), and of the tab's
// record of the page (`src/app.rs`).
const VISIT = "botyard-visit", PAGE = "botyard-page";

// A page that was packaged for visitors is in two parts, and has a list of its files in its head.
const isSplit = document.getElementById("file-names") !== null;
const address = new URL(MODULE, document.baseURI).href;

/** @type {(storage: "localStorage" | "sessionStorage", key: string) => boolean} */
const keeps = (storage, key) => {
  try {
    return window[storage].getItem(key) !== null;
  } catch {
    return false;
  }
};

// Whether the page opens with its first board, which needs no code of the module: so it does on a
// first visit to one of `FIRST_PLACES`.
const opensFirstBoard = FIRST_PLACES.includes(location.hash) && !keeps("localStorage", VISIT) && !keeps("sessionStorage", PAGE);

let isHere = !isSplit;
/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;
/** @type {WebAssembly.ModuleImports} */
let exports = {};

const compile = async () => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
};

if (!isHere && !opensFirstBoard) {
  compiled = compile();
  // The callers that wait for it below get the error.
  compiled.catch(() => {});
}

/**
 * Takes the program's exports. Returns whether the page can start now, without waiting for the
 * module.
 * @param {WebAssembly.ModuleImports} program
 */
export const canStart = program => {
  exports = program;
  return isHere || opensFirstBoard;
};

// Fetches the module, unless it is here or on its way.
export const loadDeferredCode = async () => {
  try {
    if (isHere) return;
    // A second instance in between does no harm: it is the same code on the same memory.
    await WebAssembly.instantiate(await (compiled ??= compile()), { p: exports });
    isHere = true;
  } catch {
    // The next caller that needs it fetches it again.
    compiled = undefined;
  }
};

// Fetches the module synchronously, because the program is waiting for one of its functions.
export const needDeferredCode = () => {
  if (isHere) return;
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  // A synchronous request gives bytes only in this way: each is the lower half of a character.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  try {
    request.send();
  } catch {
    // There was no answer: the status stays 0.
  }
  // By this name the script in `index.html` knows that the page cannot go on.
  if (request.status !== 200) throw Object.assign(new Error(`${address}: ${request.status}`), { name: "MissingCode" });
  const bytes = Uint8Array.from(request.responseText, character => character.charCodeAt(0));
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { p: exports });
  isHere = true;
};
