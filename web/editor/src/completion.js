// Completion of what is being typed, with Ctrl-Space: what a bot can call, with its type, then the
// names of the text and of the language. Knows no draft.

import { autocompletion, ifNotIn } from "@codemirror/autocomplete";

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
 * @param {Pick<import("./syntax.js").Grammar, "offers" | "sources">} grammar
 */
export const completionFor = ({ offers, sources }) => {
  const offered = offers();
  const override = [sourceOf(offered), ...sources.map(source => without(source, offered))];
  // While somebody types, nothing covers the text.
  return autocompletion({ override, activateOnTyping: false, icons: false });
};
