// What all browsers have and the oldest node that runs the tests (18) lacks: importing this module
// adds it to the globals.

import { File } from "node:buffer";
import { webcrypto } from "node:crypto";
import { Duplex } from "node:stream";
import { createDeflateRaw, createInflateRaw } from "node:zlib";

/** @type {(name: string, part: unknown) => void} */
const put = (name, part) => { Object.assign(globalThis, { [name]: part }); };
/** @type {(name: string, part: unknown) => void} */
const offer = (name, part) => { if (!(name in globalThis)) put(name, part); };

offer("crypto", webcrypto);
offer("File", File);
offer("navigator", { platform: "" });

try {
  new CompressionStream("deflate-raw");
} catch {
  // The declarations of the oldest Node lack this function, which it has.
  const { toWeb } = /** @type {{ toWeb: (stream: Duplex) => object }} */ (/** @type {unknown} */ (Duplex));
  /** @param {() => Duplex} create */
  const streams = create => function () { return toWeb(create()); };
  put("CompressionStream", streams(createDeflateRaw));
  put("DecompressionStream", streams(createInflateRaw));
}
