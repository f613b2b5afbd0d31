// Bundles the editor's sources into one module, the steps to a first bot into another (fetched when
// they are opened), and lists the licences of the bundled packages. `cargo xtask` runs it as `node
// build.mjs PACKAGES STARTERS OUT`: PACKAGES is a folder in which npm has installed the packages of
// package-lock.json, STARTERS the folder with the starters of `botyard new`, and OUT the folder
// that gets `editor.js`, `steps.js` and `licences.txt`.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { readSteps } from "./read_steps.mjs";
import { LANGUAGES, USUAL } from "./src/languages.js";

const [packages, starters, out] = process.argv.slice(2).map(path => resolve(path));
const folder = dirname(fileURLToPath(import.meta.url));
const sources = join(folder, "src");
// What bots in JavaScript and TypeScript can call.
const DECLARATIONS = join(folder, "..", "..", "languages", "typescript", "starter", "botyard.d.ts");
/** @type {typeof import("esbuild")} */
const { build } = createRequire(join(packages, "package.json"))("esbuild");

/** @type {(game: string, language: import("./src/languages.js").Language) => string} */
const starterOf = (game, { id, main }) => join(starters, game, id, main);
const games = readdirSync(starters).filter(game => existsSync(starterOf(game, USUAL)));
/** @param {import("./src/languages.js").Language} language */
const textsOf = language =>
  Object.fromEntries(games.filter(game => existsSync(starterOf(game, language))).map(game => [game, readFileSync(starterOf(game, language), "utf8")]));
const texts = Object.fromEntries(LANGUAGES.map(language => [language.id, textsOf(language)]));

const courses = Object.fromEntries(LANGUAGES.filter(({ fence }) => fence).map(language => [language.id, readSteps(join(folder, "steps"), games, language)]));

const { metafile } = await build({
  entryPoints: { editor: join(sources, "main.js"), steps: join(sources, "steps", "main.js") },
  outdir: out,
  nodePaths: [join(packages, "node_modules")],
  absWorkingDir: packages,
  define: {
    BOTYARD_STARTERS: JSON.stringify(texts),
    BOTYARD_DECLARATIONS: JSON.stringify(readFileSync(DECLARATIONS, "utf8")),
    BOTYARD_STEPS: JSON.stringify(courses),
    BOTYARD_COURSES: JSON.stringify(Object.fromEntries(Object.entries(courses).map(([language, ofGames]) => [language, Object.keys(ofGames)]))),
  },
  bundle: true,
  format: "esm",
  minify: true,
  // Every browser that runs the page has the features of these versions.
  target: ["chrome111", "firefox111", "safari16.4"],
  // A text that goes over several lines might be taken for code with comments when the page is
  // packaged.
  supported: { "template-literal": false },
  // The licences are in a file of their own.
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

// The packages of which something is in the module.
const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const names = new Set(Object.keys(metafile.inputs).flatMap(path => PACKAGE.exec(path)?.[1] ?? []));
const licences = [...names].sort().map(name => {
  const folder = join(packages, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find(file => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} ${version} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "licences.txt"), `The editor of this page contains these packages.\n\n${licences.join(`\n${"-".repeat(80)}\n\n`)}`);
