// Lists the project's own JavaScript, and says where each file runs. Every file of the checkout is
// listed: a new one is checked without being named here. Knows neither the compiler nor the linter.

import { readdirSync } from "node:fs";
import { join } from "node:path";

// What is made of other files, or is another project's.
const OTHERS = new Set(["node_modules", "target", "dist"]);

/** @typedef {"document" | "worker" | "bot" | "tool" | "test" | "browser test"} Place */

/** @type {[Place, RegExp][]} Where a file runs: the first that fits its path counts, or else a document. */
const PLACES = [
  ["test", /\.test\.m?js$|^web\/testing\//],
  ["tool", /\.mjs$/],
  ["bot", /^(bots-wasm|starters\/[^/]+)\/(javascript|typescript)\/|^languages\/[^/]+\/(src|starter)\//],
  ["worker", /^web\/(worker\/js\/|desk\/js\/relayed_worker\.js$|offline\/service_worker\.js$)/],
  ["browser test", /^e2e\//],
];

/** @type {(root: string, ending: RegExp) => string[]} */
const listFiles = (root, ending) => {
  /** @type {(folder: string) => string[]} */
  const list = folder => readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = folder + entry.name;
    if (entry.isDirectory()) return entry.name.startsWith(".") || OTHERS.has(entry.name) ? [] : list(`${path}/`);
    return ending.test(entry.name) ? [path] : [];
  });
  return list("").sort();
};

/**
 * The paths of all scripts below a folder, relative to it, in their order.
 * @param {string} root
 */
export const listScripts = root => listFiles(root, /\.m?js$/);

/**
 * The paths of all scripts in TypeScript.
 * @param {string} root
 */
export const listTyped = root => listFiles(root, /(?<!\.d)\.ts$/);

/**
 * The paths of all files that declare shapes for the scripts beside them.
 * @param {string} root
 */
export const listDeclarations = root => listFiles(root, /\.d\.ts$/).filter(path => !path.startsWith("web/checks/"));

/**
 * @param {string} path
 * @returns {Place}
 */
export const placeOf = path => PLACES.find(([, paths]) => paths.test(path))?.[0] ?? "document";
