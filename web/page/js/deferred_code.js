// Loads the deferred module: the code of the page's program that the first board does not need.
// `package-page` takes it out of the program, which reaches it through stubs; a page that was built
// quickly is in one piece. Who comes for the first time has the board first; for everybody else
// both modules are fetched at once, and the page starts when both are here. Knows no function by
// its name.

const MODULE = "./botyard-web-deferred_bg.wasm";
// Where the first board is: the game whose code `deferral-rules.txt` keeps in the program.
const FIRST_PLACES = ["", "#/", "#/connect-four"];
// Where the browser keeps that somebody was here (`src/address_bar.rs`), and the tab what it showed
// before (`src/app.rs`).
const VISIT = "botyard-visit", PAGE = "botyard-page";

// A page that was packaged for visitors is in two parts, and has a list of its files in its head.
const isSplit = document.getElementById("file-names") !== null;
const address = new URL(MODULE, document.baseURI).href;

const keeps = (storage, key) => {
  try {
    return window[storage].getItem(key) !== null;
  } catch {
    return false;
  }
};

// Whether the page opens with its first board, which needs nothing of the module: the visitor comes
// for the first time, and to no other place.
const opensFirstBoard = FIRST_PLACES.includes(location.hash) && !keeps("localStorage", VISIT) && !keeps("sessionStorage", PAGE);

let isHere = !isSplit, compiled, exports;

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

// Takes what the program exports. Whether the page can start now, or after the module has come.
export const canStart = program => {
  exports = program;
  return isHere || opensFirstBoard;
};

// Fetches the module, unless it is here or on its way.
export const loadDeferredCode = async () => {
  try {
    if (isHere) return;
    // A second instance that comes in between is the same code at work on the same memory.
    await WebAssembly.instantiate(await (compiled ??= compile()), { p: exports });
    isHere = true;
  } catch {
    // Who needs it asks for it again.
    compiled = undefined;
  }
};

// Fetches the module while the program waits, which needs a function of it.
export const needDeferredCode = () => {
  if (isHere) return;
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  // The only way to bytes here: each of them is the lower half of a character.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${address}: ${request.status}`);
  const bytes = Uint8Array.from(request.responseText, character => character.charCodeAt(0));
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { p: exports });
  isHere = true;
};
