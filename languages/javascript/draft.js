// What the editor knows of drafts in JavaScript, beside their grammar.

/** @typedef {import("../../web/editor/src/languages.js").Draft} Draft */

/** @type {Draft} */
export const draft = {
  fence: "js",
  isName: /^[\w-][\w.-]{0,39}\.(js|mjs|json|txt)$/,
  names: "helper.js: letters, digits, . _ - only, and .js, .mjs, .json or .txt at the end",
  empty: "// Read the game with readline(), answer with print().\n",
  // A further file imports all others, so that one run of the interpreter also parses files that no
  // other file imports. The first one is called as it is when it plays.
  checkWith: (files, scripts, path, main) => {
    const names = scripts.map(file => (file === files[0] ? main : file.path));
    const text = names.map(name => `import ${JSON.stringify(`./${name}`)};\n`).join("");
    return { path: `/${path}`, files: [...files, { path, text }] };
  },
  // In the script's first line, so that errors are found in the lines in which they are.
  countReads: (text, mark) =>
    `{ const { readline, console: { error } } = globalThis; globalThis.readline = () => (error(${JSON.stringify(mark)}), readline()); } ${text}`,
};
