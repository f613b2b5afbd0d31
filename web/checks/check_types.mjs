// Checks the types of the project's JavaScript with TypeScript's compiler, which makes nothing:
// `node check_types.mjs ROOT PACKAGES EDITOR_PACKAGES`. ROOT is the checkout, and the other two are
// folders in which npm has installed the packages of `web/package-lock.json` and of
// `web/editor/package-lock.json`. Prints an error in each line, `FILE:LINE:COLUMN: SENTENCE`, and
// how many there are.

import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { listDeclarations, listScripts, listTyped, placeOf } from "./scripts.mjs";

const [root, packages, editorPackages] = process.argv.slice(2).map(path => resolve(path));
/**
 * @typedef {import("typescript").Diagnostic} Diagnostic
 * @typedef {import("./scripts.mjs").Place} Place
 */

/** @type {typeof import("typescript")} */
const ts = createRequire(join(packages, "package.json"))("typescript");
const folder = dirname(fileURLToPath(import.meta.url));

// What scripts have: libraries of TypeScript, declarations of Node, and files beside this one. The
// oldest browsers that run the page, and the oldest Node that tests run in, have ECMAScript 2023.
// Tests put the parts of a browser there that they need.
/** @type {Record<Place, { libraries: string[], types: string[], declarations: string[] }>} */
const OFFERS = {
  document: { libraries: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: [], declarations: ["document.d.ts", "jspi.d.ts"] },
  worker: { libraries: ["es2023", "webworker", "webworker.iterable", "webworker.asynciterable"], types: [], declarations: ["worker.d.ts", "jspi.d.ts"] },
  bot: { libraries: ["es2025"], types: [], declarations: ["../../languages/typescript/starter/botyard.d.ts"] },
  tool: { libraries: ["es2023"], types: ["node"], declarations: [] },
  // Some run in workers, too.
  "browser test": { libraries: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: [], declarations: ["browser_test.d.ts", "jspi.d.ts"] },
  test: { libraries: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: ["node"], declarations: ["document.d.ts", "jspi.d.ts"] },
};

/**
 * @param {Place} place
 * @returns {import("typescript").CompilerOptions}
 */
const optionsFor = place => ({
  allowJs: true,
  checkJs: true,
  noEmit: true,
  strict: true,
  // Two scripts of a place share no names.
  moduleDetection: ts.ModuleDetectionKind.Force,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ESNext,
  // Of bots in TypeScript.
  allowImportingTsExtensions: true,
  lib: OFFERS[place].libraries.map(name => `lib.${name}.d.ts`),
  types: OFFERS[place].types,
  typeRoots: [join(packages, "node_modules", "@types")],
  // Scripts of these folders lie beside each other in the page.
  rootDirs: ["web/page/js", "web/desk/js", "web/storage"].map(path => join(root, path)),
  // The packages are no part of the checkout.
  paths: { "*": [editorPackages, packages].map(path => join(path, "node_modules", "*")) },
  skipDefaultLibCheck: true,
});

// Errors in bots, whose texts stay as they are: records of matches name bundled bots by their
// hashes, and people read starters. The marcher's pairs are taken for lists of any length, the
// lookahead's lists for ones that stay empty, and the others let numbers in texts be multiplied.
/** @type {Record<string, number[]>} */
const ALLOWED = {
  "bots-wasm/javascript/bitmartyr-marcher.js": [2345],
  "bots-wasm/javascript/connect-four-lookahead.js": [2322, 2345],
  "bots-wasm/javascript/stratego-gambler.js": [2362],
  "starters/stratego/javascript/bot.js": [2362],
};

const scripts = [...listScripts(root), ...listTyped(root)];

// The places have libraries and scripts in common: each file is parsed once.
/** @type {Map<string, import("typescript").SourceFile | undefined>} */
const parsed = new Map();
/** @param {import("typescript").CompilerOptions} options */
const createHost = options => {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (path, language) => {
    if (!parsed.has(path)) parsed.set(path, read(path, language));
    return parsed.get(path);
  };
  return host;
};

/**
 * The errors in the scripts of a place, in the order of their files.
 * @param {Place} place
 * @returns {Diagnostic[]}
 */
const check = place => {
  const own = scripts.filter(path => placeOf(path) === place).map(path => join(root, path));
  const declarations = OFFERS[place].declarations.map(name => join(folder, name));
  const options = optionsFor(place);
  const program = ts.createProgram([...declarations, ...own], options, createHost(options));
  // A file that a script of another place imports is checked there.
  const beside = listDeclarations(root).filter(path => placeOf(path) === place).map(path => join(root, path));
  const sources = [...declarations, ...beside, ...own].flatMap(path => program.getSourceFile(path) ?? []);
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...sources.flatMap(source => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]),
  ];
};

/** @param {Diagnostic} error */
const pathOf = ({ file }) => file ? relative(root, file.fileName).replaceAll(sep, "/") : "";

/** @param {Diagnostic} error */
const describe = error => {
  const sentence = ts.flattenDiagnosticMessageText(error.messageText, " ").replace(/\s+/g, " ");
  if (!error.file || error.start === undefined) return sentence;
  const { line, character } = error.file.getLineAndCharacterOfPosition(error.start);
  return `${pathOf(error)}:${line + 1}:${character + 1}: ${sentence} (${error.code})`;
};

const places = /** @type {Place[]} */ (Object.keys(OFFERS));
const found = places.flatMap(check);
// Bots have no types. A name of the window that nothing declares (7017) is a mistake.
/** @param {Diagnostic} error */
const isUntyped = error => placeOf(pathOf(error)) === "bot" && error.code >= 7000 && error.code < 8000 && error.code !== 7017;
/** @param {Diagnostic} error */
const isAllowed = error => ALLOWED[pathOf(error)]?.includes(error.code);
const allowed = Object.entries(ALLOWED).flatMap(([path, codes]) => codes.map(code => ({ path, code })));
const gone = allowed.filter(({ path, code }) => !found.some(error => error.code === code && pathOf(error) === path));
const errors = [
  ...found.filter(error => !isAllowed(error) && !isUntyped(error)).map(describe),
  ...gone.map(({ path, code }) => `${path}:1:1: It has no error ${code} any more: take it out of check_types.mjs.`),
];
errors.forEach(error => console.log(error));
console.log(`${scripts.length} scripts, ${errors.length} errors of types`);
process.exitCode = errors.length > 0 ? 1 : 0;
