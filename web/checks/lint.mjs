// Lints the project's JavaScript: `node lint.mjs ROOT PACKAGES`. ROOT is the checkout, and PACKAGES
// a folder in which npm has installed the packages of `web/package-lock.json`. Prints an error in
// each line, `FILE:LINE:COLUMN: SENTENCE`, and how many there are. There is no rule on how code
// looks.

import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";

import { listScripts, placeOf } from "./scripts.mjs";

const [root, packages] = process.argv.slice(2).map(path => resolve(path));
const load = createRequire(join(packages, "package.json"));
/** @type {typeof import("eslint")} */
const { ESLint } = load("eslint");

/** @type {import("eslint").Linter.RulesRecord} */
const RULES = {
  ...load("@eslint/js").configs.recommended.rules,
  // The check of types finds names that nothing defines, and knows what each place offers.
  "no-undef": "off",
  "no-empty": ["error", { allowEmptyCatch: true }],
  "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "all", ignoreRestSiblings: true }],
  // Rules that find mistakes and are not among the recommended ones.
  "array-callback-return": "error",
  eqeqeq: "error",
  "no-duplicate-imports": "error",
  "no-eval": "error",
  "no-extend-native": "error",
  "no-implied-eval": "error",
  "no-new-wrappers": "error",
  "no-self-compare": "error",
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unmodified-loop-condition": "error",
  "no-unreachable-loop": "error",
  "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-useless-assignment": "error",
  "no-var": "error",
  "prefer-promise-reject-errors": "error",
};

const scripts = listScripts(root);
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [
    { files: ["**/*.{js,mjs}"], linterOptions: { reportUnusedDisableDirectives: "error" }, rules: RULES },
    // A starter's functions offer more than the starter uses.
    { files: scripts.filter(path => placeOf(path) === "bot"), rules: { "no-unused-vars": ["error", { args: "none" }] } },
    // The holes of a list are values that a test does not need.
    { files: scripts.filter(path => placeOf(path) === "test"), rules: { "no-sparse-arrays": "off" } },
    // Each is one expression.
    { files: ["e2e/src/element.js", "e2e/src/settling.js"], rules: { "no-unused-expressions": "off" } },
  ],
});
const results = await eslint.lintFiles(scripts);
const errors = results.flatMap(({ filePath, messages }) => messages.map(({ line, column, message, ruleId }) =>
  `${relative(root, filePath)}:${line}:${column}: ${message} (${ruleId ?? "syntax"})`));
errors.forEach(error => console.log(error));
console.log(`${scripts.length} scripts, ${errors.length} errors of the linter`);
process.exitCode = errors.length > 0 ? 1 : 0;
