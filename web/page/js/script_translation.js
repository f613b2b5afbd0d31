// Translates scripts of languages that have no interpreter of their own, for the page's program. Loaded
// with the first script of such a language. Knows none of these languages.

import { fetchTranslator } from "./translator.js";

/** @type {(address: string, script: string) => Promise<string>} */
globalThis.translateScript = async (address, script) => {
  const translate = await fetchTranslator(address).catch(() => {
    throw new Error("its translator is not here: npm makes it when the page is built");
  });
  const translated = translate(script);
  if ("text" in translated) return translated.text;
  const { message, file, line, column } = translated.error;
  throw new Error(`SyntaxError: ${message} (${file}:${line}:${column})`);
};
