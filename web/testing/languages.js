// Languages by their names, for tests.

import { LANGUAGES } from "../editor/src/languages.js";

/** @param {string} id */
const find = id => {
  const found = LANGUAGES.find(language => language.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
};

export const JAVASCRIPT = find("javascript"), PYTHON = find("python"), TYPESCRIPT = find("typescript");
