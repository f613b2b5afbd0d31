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
  ["bot", /^(bots-wasm|starters\/[^/]+)\/javascript\//],
  ["worker", /^web\/(worker\/js\/|series\/js\/relayed_worker\.js$|offline\/service_worker\.js$)/],
  ["browser test", /^e2e\//],
];

/**
 * The paths of all scripts below a folder, relative to it, in their order.
 * @param {string} root
 * @returns {string[]}
 */
export const listScripts = root => {
  /** @type {(folder: string) => string[]} */
  const list = folder => readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = folder + entry.name;
    if (entry.isDirectory()) return entry.name.startsWith(".") || OTHERS.has(entry.name) ? [] : list(`${path}/`);
    return /\.m?js$/.test(entry.name) ? [path] : [];
  });
  return list("").sort();
};

/**
 * @param {string} path
 * @returns {Place}
 */
export const placeOf = path => PLACES.find(([, paths]) => paths.test(path))?.[0] ?? "document";
