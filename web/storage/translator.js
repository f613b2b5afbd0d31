// The translator of a language of scripts that has no interpreter of its own: a module that comes with
// the page. Knows none of these languages.

/**
 * What a translator makes of a script: the text that plays, or its first error.
 * @typedef {{ text: string } | { error: { message: string, file: string, line: number, column: number } }} Translated
 * @typedef {(script: string) => Translated} Translate
 */

// A browser never fetches a module again whose address has failed once.
let attempts = 0;

/**
 * Fetches a translator.
 * @param {string} address
 * @returns {Promise<Translate>}
 * @throws If the page was built without it, or there is no connection.
 */
export const fetchTranslator = async address => {
  const url = new URL(address, document.baseURI);
  if (attempts > 0) url.searchParams.set("attempt", String(attempts));
  try {
    return (await import(url.href)).translate;
  } catch (error) {
    attempts += 1;
    throw error;
  }
};
