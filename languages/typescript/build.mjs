// Bundles the translator of TypeScript: `node build.mjs PACKAGES OUT`. PACKAGES is a folder in which
// npm has installed the packages of package-lock.json, and OUT the folder that gets
// `typescript.js` and `licences.txt`.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [packages, out] = process.argv.slice(2).map(path => resolve(path));
const sources = join(dirname(fileURLToPath(import.meta.url)), "src");
/** @type {typeof import("esbuild")} */
const { build } = createRequire(join(packages, "package.json"))("esbuild");

const { metafile } = await build({
  entryPoints: { typescript: join(sources, "main.js") },
  outdir: out,
  nodePaths: [join(packages, "node_modules")],
  absWorkingDir: packages,
  bundle: true,
  format: "esm",
  minify: true,
  target: ["chrome111", "firefox111", "safari16.4"],
  // The licences are in a file of their own.
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const names = new Set(Object.keys(metafile.inputs).flatMap(path => PACKAGE.exec(path)?.[1] ?? []));
const licences = [...names].sort().map(name => {
  const folder = join(packages, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find(file => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} ${version} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
writeFileSync(join(out, "licences.txt"), `The translator of TypeScript contains these packages.\n\n${licences.join(`\n${"-".repeat(80)}\n\n`)}`);
