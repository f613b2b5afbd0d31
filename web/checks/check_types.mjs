// Checks the types of the project's JavaScript with TypeScript's compiler, which makes nothing:
// `node check_types.mjs ROOT PACKAGES EDITOR_PACKAGES`. ROOT is the checkout, and the other two are
// folders in which npm has installed the packages of `web/package-lock.json` and of
// `web/editor/package-lock.json`. Prints an error in each line, `FILE:LINE:COLUMN: SENTENCE`, and
// how many there are.

import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { listScripts, placeOf } from "./scripts.mjs";

const [root, packages, editorPackages] = process.argv.slice(2).map(path => resolve(path));
/** @type {typeof import("typescript")} */
const ts = createRequire(join(packages, "package.json"))("typescript");
const folder = dirname(fileURLToPath(import.meta.url));

// What scripts have: libraries of TypeScript, declarations of Node, and files beside this one. The
// oldest browsers that run the page, and the oldest Node that tests run in, have ECMAScript 2023.
const OFFERS = {
  document: { libraries: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: [], declarations: ["document.d.ts", "jspi.d.ts"] },
  worker: { libraries: ["es2023", "webworker", "webworker.iterable", "webworker.asynciterable"], types: [], declarations: ["worker.d.ts", "jspi.d.ts"] },
  bot: { libraries: ["es2025"], types: [], declarations: ["bot.d.ts"] },
  tool: { libraries: ["es2023"], types: ["node"], declarations: [] },
  // Some run in workers, too.
  "browser test": { libraries: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], types: [], declarations: ["jspi.d.ts"] },
  test: { libraries: ["es2023"], types: ["node"], declarations: ["test.d.ts"] },
};

/**
 * @param {import("./scripts.mjs").Place} place
 * @returns {import("typescript").CompilerOptions}
 */
const optionsFor = place => ({
  allowJs: true,
  checkJs: true,
  noEmit: true,
  strict: false,
  // Else every object of a script would have every property.
  noImplicitAny: true,
  // Two scripts of a place share no names.
  moduleDetection: ts.ModuleDetectionKind.Force,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ESNext,
  lib: OFFERS[place].libraries.map(name => `lib.${name}.d.ts`),
  types: OFFERS[place].types,
  typeRoots: [join(packages, "node_modules", "@types")],
  // Scripts of these folders lie beside each other in the page.
  rootDirs: ["web/page/js", "web/series/js", "web/storage"].map(path => join(root, path)),
  // The packages are no part of the checkout.
  paths: { "*": [editorPackages, packages].map(path => join(path, "node_modules", "*")) },
  skipDefaultLibCheck: true,
});

// Errors in bots, whose texts stay as they are: records of matches name bundled bots by their
// hashes, and people read starters. The marcher's pairs are taken for lists of any length, and the
// others let numbers in texts be multiplied.
const ALLOWED = {
  "bots-wasm/javascript/bitmartyr-marcher.js": 2345,
  "bots-wasm/javascript/stratego-gambler.js": 2362,
  "starters/stratego/javascript/bot.js": 2362,
};

// The errors that are reported in tests, those in browsers too: names and files that do not exist,
// and numbers of arguments. Tests run, which shows a wrong property, and their fakes have only what
// a test needs.
const IN_TESTS = new Set([2304, 2305, 2307, 2550, 2552, 2554, 2555, 2583, 2584, 2724]);

const scripts = listScripts(root);

// The places have libraries and scripts in common: each file is parsed once.
const parsed = new Map();
const createHost = options => {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (path, language) => {
    if (!parsed.has(path)) parsed.set(path, read(path, language));
    return parsed.get(path);
  };
  return host;
};

/** The errors in the scripts of a place, in the order of their files. */
const check = place => {
  const own = scripts.filter(path => placeOf(path) === place).map(path => join(root, path));
  const declarations = OFFERS[place].declarations.map(name => join(folder, name));
  const options = optionsFor(place);
  const program = ts.createProgram([...declarations, ...own], options, createHost(options));
  const sources = [...declarations, ...own].map(path => program.getSourceFile(path));
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    // A script that another one imports is checked where it runs.
    ...sources.flatMap(source => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]),
  ];
};

const pathOf = ({ file }) => file && relative(root, file.fileName).replaceAll(sep, "/");

const describe = error => {
  const sentence = ts.flattenDiagnosticMessageText(error.messageText, " ").replace(/\s+/g, " ");
  if (!error.file) return sentence;
  const { line, character } = error.file.getLineAndCharacterOfPosition(error.start);
  return `${pathOf(error)}:${line + 1}:${character + 1}: ${sentence} (${error.code})`;
};

const found = Object.keys(OFFERS).flatMap(place => check(place));
const isOfFake = error => error.file && placeOf(pathOf(error)).endsWith("test") && error.code >= 2000 && !IN_TESTS.has(error.code);
// Much has no types yet. A name of the window that nothing declares (7017) is a mistake.
const isUntyped = ({ code }) => code >= 7000 && code < 8000 && code !== 7017;
const isAllowed = error => ALLOWED[pathOf(error)] === error.code;
const gone = Object.keys(ALLOWED).filter(path => !found.some(error => isAllowed(error) && pathOf(error) === path));
const errors = [
  ...found.filter(error => !isAllowed(error) && !isOfFake(error) && !isUntyped(error)).map(describe),
  ...gone.map(path => `${path}:1:1: It has no error ${ALLOWED[path]} any more: take it out of check_types.mjs.`),
];
errors.forEach(error => console.log(error));
console.log(`${scripts.length} scripts, ${errors.length} errors of types`);
process.exitCode = errors.length > 0 ? 1 : 0;
