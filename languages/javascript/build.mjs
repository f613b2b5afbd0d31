// Compiles the interpreter of JavaScript bots for WASI: `node build.mjs PACKAGES QUICKJS RUNTIME
// OUT.wasm`. PACKAGES is a folder in which npm has installed the packages of package-lock.json;
// QUICKJS has the sources of QuickJS-ng, and RUNTIME ours. Clang itself is a WebAssembly module.

import { readFile, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [packages, quickjs, runtime, out] = process.argv.slice(2).map((path) => resolve(path));
const { runClang } = await import(pathToFileURL(join(packages, "node_modules/@yowasp/clang/gen/bundle.js")).href);

/**
 * The sources of a folder by name.
 * @param {string} folder
 * @returns {Promise<Record<string, string | Uint8Array>>}
 */
async function readSources(folder) {
    const names = (await readdir(folder)).filter((name) => /\.[ch]$/.test(name));
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))])));
}

const sources = { ...(await readSources(quickjs)), ...(await readSources(runtime)) };

// The engine notes a script's position when it calls a function and when an error is thrown. These
// changes make it known in a loop that does neither, when the runtime asks there: the check for
// interrupts notes the position where the loop continues (a call notes the one behind it), and
// loops get a position.
/** @type {[before: string, after: string, expected: number][]} */
const changes = [
    ["if (unlikely(js_poll_interrupts(ctx)))", "if (unlikely(--ctx->interrupt_counter <= 0 && (sf->cur_pc = (void *)(pc + 1), __js_poll_interrupts(ctx))))", 7],
    ...["WHILE", "DO", "FOR"].map((loop) => /** @type {[string, string, number]} */ ([`    case TOK_${loop}:\n        {\n`, `    case TOK_${loop}:\n        emit_source_loc(s);\n        {\n`, 1])),
];
let engine = sources["quickjs.c"].toString();
for (const [before, after, expected] of changes) {
    const places = engine.split(before).length - 1;
    if (places !== expected) throw new Error(`the engine has ${JSON.stringify(before)} in ${places} places, and not in ${expected}`);
    engine = engine.replaceAll(before, after);
}
sources["quickjs.c"] = engine;

const common = ["--target=wasm32-wasip1", "-Os", "-D_GNU_SOURCE", "-DFE_DOWNWARD=0", "-DFE_UPWARD=0", "-DNDEBUG", "-w"];
/** @type {Record<string, Uint8Array>} */
const objects = {};
for (const source of ["libregexp.c", "libunicode.c", "dtoa.c", "quickjs_limited.c", "bot.c"]) {
    const object = source.replace(/\.c$/, ".o");
    const start = performance.now();
    const made = await runClang(["clang", ...common, "-c", source, "-o", object], sources);
    objects[object] = made[object];
    console.log(`${source}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
const link = ["-nostartfiles", "-Wl,--no-entry", "-Wl,--stack-first", "-Wl,-z,stack-size=1048576", "-Wl,--strip-all"];
const made = await runClang(["clang", "--target=wasm32-wasip1", ...link, ...Object.keys(objects), "-o", "bot.wasm"], objects);
await writeFile(out, made["bot.wasm"]);
