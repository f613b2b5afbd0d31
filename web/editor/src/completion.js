// Completion of what is being typed, with Ctrl-Space: what a bot can call, with its type, then the
// names of the text and of the language. Knows no draft.

import { autocompletion, ifNotIn } from "@codemirror/autocomplete";
import { localCompletionSource, scopeCompletionSource } from "@codemirror/lang-javascript";
import { globalCompletion, localCompletionSource as pythonNames } from "@codemirror/lang-python";

import { PYTHON_OFFERS, readDeclarations } from "./bot_api.js";
import { PYTHON } from "./languages.js";

/**
 * @typedef {import("@codemirror/autocomplete").Completion} Completion
 * @typedef {import("@codemirror/autocomplete").CompletionSource} CompletionSource
 */

// Where nothing is called.
const PROSE = ["String", "TemplateString", "RegExp", "Comment", "LineComment", "BlockComment", "FormatString", "ContinuedString"];

/** @type {(offer: import("./bot_api.js").Offer) => Completion} */
const completionOf = ({ name, kind, type, words }) => ({ label: name, type: kind, detail: type, info: words || undefined, boost: 1 });

/**
 * Offers these, and behind a dot their members.
 * @param {import("./bot_api.js").Offer[]} offers
 * @returns {CompletionSource}
 */
const sourceOf = offers => ifNotIn(PROSE, context => {
  const typed = context.matchBefore(/(?:\w+\.)?\w*/);
  if (!typed) return null;
  const dot = typed.text.indexOf(".");
  const owner = typed.text.slice(0, Math.max(dot, 0));
  const found = dot < 0 ? offers : offers.find(({ name }) => name === owner)?.members ?? [];
  if (found.length === 0) return null;
  return { from: typed.from + dot + 1, options: found.map(completionOf), validFor: /^\w*$/ };
});

// Leaves out what is offered with more words.
/** @type {(source: CompletionSource, offers: import("./bot_api.js").Offer[]) => CompletionSource} */
const without = (source, offers) => async context => {
  const result = await source(context);
  return result && { ...result, options: result.options.filter(({ label }) => offers.every(({ name }) => name !== label)) };
};

/**
 * The editor's extension for files of a language.
 * @param {import("./languages.js").Language} language
 */
export const completionFor = language => {
  const offers = readDeclarations(BOTYARD_DECLARATIONS);
  const override = language === PYTHON
    ? [sourceOf(PYTHON_OFFERS), pythonNames, without(globalCompletion, PYTHON_OFFERS)]
    : [sourceOf(offers), localCompletionSource, scopeCompletionSource({ Math, JSON, Object, Array, Number, String, Map, Set })];
  // While somebody types, nothing covers the text.
  return autocompletion({ override, activateOnTyping: false, icons: false });
};
