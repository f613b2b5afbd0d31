// What all browsers have and the oldest node that runs the tests (18) lacks: importing this module
// adds it to the globals.

import { File } from "node:buffer";
import { webcrypto } from "node:crypto";
import { Duplex } from "node:stream";
import { createDeflateRaw, createInflateRaw } from "node:zlib";

globalThis.crypto ??= webcrypto;
globalThis.File ??= File;

try {
  new CompressionStream("deflate-raw");
} catch {
  const streams = create => class {
    constructor() { return Duplex.toWeb(create()); }
  };
  globalThis.CompressionStream = streams(createDeflateRaw);
  globalThis.DecompressionStream = streams(createInflateRaw);
}

globalThis.navigator ??= { platform: "" };
