// Turns TypeScript into JavaScript: what is only for the compiler is removed, and what stays keeps
// its line. It also keeps its column, unless code was put before it, as for an enumeration or a
// parameter property. Knows no bots.

/// <reference path="./sucrase.d.ts" />

import { HelperManager } from "sucrase/dist/esm/HelperManager.js";
import NameManager from "sucrase/dist/esm/NameManager.js";
import TokenProcessor from "sucrase/dist/esm/TokenProcessor.js";
import identifyShadowedGlobals from "sucrase/dist/esm/identifyShadowedGlobals.js";
import { parse } from "sucrase/dist/esm/parser/index.js";
import { ContextualKeyword } from "sucrase/dist/esm/parser/tokenizer/keywords.js";
import { TokenType } from "sucrase/dist/esm/parser/tokenizer/types.js";
import RootTransformer from "sucrase/dist/esm/transformers/RootTransformer.js";
import getTSImportedNames from "sucrase/dist/esm/util/getTSImportedNames.js";

/** @typedef {import("sucrase/dist/esm/parser/tokenizer/index.js").Token} Token */

/** How sucrase writes the end of parameters whose type is removed before an arrow. */
const MOVED_ARROW = ") =>";

/**
 * The JavaScript of a file. `rename` gives the name under which an imported file is found.
 * @param {string} source
 * @param {(imported: string) => string} rename
 * @returns {string}
 * @throws {SyntaxError} With the place as `loc`, if it does not parse.
 */
export const eraseTypes = (source, rename) => {
  const { tokens, scopes } = parse(source, false, true, false);
  refuseNamespaces(source, tokens);
  const names = new NameManager(source, tokens);
  const helpers = new HelperManager(names);
  const processor = new TokenProcessor(source, tokens, false, true, helpers);
  // An import is removed if all its names are types: its other uses decide.
  identifyShadowedGlobals(processor, scopes, getTSImportedNames(processor));
  const context = { tokenProcessor: processor, scopes, nameManager: names, importProcessor: null, helperManager: helpers };
  const transformer = new RootTransformer(context, ["typescript"], false, { transforms: ["typescript"], disableESTransforms: true });
  const { code, mappings } = transformer.transform();
  return alignTokens(source, tokens, code, mappings, rename);
};

/**
 * Writes the code again with each token at its old column, if it is not beyond it already.
 * @param {string} source
 * @param {Token[]} tokens
 * @param {string} code
 * @param {(number | undefined)[]} mappings Where the code has each token.
 * @param {(imported: string) => string} rename
 */
const alignTokens = (source, tokens, code, mappings, rename) => {
  const pieces = [];
  let [written, column, sourceLine, sourceAt] = [0, 0, 0, 0];
  /** @param {string} text */
  const write = text => {
    pieces.push(text);
    const end = text.lastIndexOf("\n");
    column = end < 0 ? column + text.length : text.length - end - 1;
  };
  tokens.forEach((token, index) => {
    const at = mappings[index];
    if (at === undefined || at < written) return;
    write(code.slice(written, at));
    written = at;
    const end = source.slice(sourceAt, token.start).lastIndexOf("\n");
    if (end >= 0) sourceLine = sourceAt + end + 1;
    sourceAt = token.start;
    const moved = token.type === TokenType.arrow && code.startsWith(MOVED_ARROW, at) ? MOVED_ARROW.length - 2 : 0;
    const missing = token.start - sourceLine - moved - column;
    if (missing > 0) write(" ".repeat(missing));
    const text = source.slice(token.start, token.end);
    if (isImported(tokens, index) && code.startsWith(text, at)) {
      write(text[0] + rename(text.slice(1, -1)) + text[0]);
      written += text.length;
    }
  });
  write(code.slice(written));
  return pieces.join("");
};

/**
 * Whether a token is the name of an imported file.
 * @type {(tokens: Token[], index: number) => boolean}
 */
const isImported = (tokens, index) => {
  const [before, call] = [tokens[index - 1], tokens[index - 2]];
  if (tokens[index].type !== TokenType.string || !before) return false;
  if (before.type === TokenType.parenL) return call?.type === TokenType._import;
  return before.type === TokenType._import || before.contextualKeyword === ContextualKeyword._from;
};

/**
 * Refuses namespaces that are not only declared: their code would be removed as if it were types.
 * @type {(source: string, tokens: Token[]) => void}
 */
const refuseNamespaces = (source, tokens) => {
  for (let index = 0; index < tokens.length; index += 1) {
    const { isType, type, contextualKeyword, start } = tokens[index];
    if (isType && type === TokenType._declare) index = endOfDeclaration(tokens, index);
    const isKeyword = contextualKeyword === ContextualKeyword._namespace || contextualKeyword === ContextualKeyword._module;
    const isNamed = tokens[index + 1]?.type === TokenType.name && [TokenType.braceL, TokenType.dot].includes(tokens[index + 2]?.type);
    if (isType && isKeyword && isNamed) throw placedError("namespaces cannot play: use a file of their own, and import it", source, start);
  }
};

/**
 * The token that ends what is declared: its closing brace, or the declaration's first token if it
 * has no braces of its own.
 * @type {(tokens: Token[], index: number) => number}
 */
const endOfDeclaration = (tokens, index) => {
  const isBlock = [ContextualKeyword._namespace, ContextualKeyword._module, ContextualKeyword._global].includes(tokens[index + 1]?.contextualKeyword);
  if (!isBlock) return index;
  let depth = 0;
  for (let at = index; at < tokens.length; at += 1) {
    if (tokens[at].type === TokenType.braceL) depth += 1;
    if (tokens[at].type === TokenType.braceR && --depth === 0) return at;
  }
  return index;
};

/** @type {(message: string, source: string, at: number) => SyntaxError} */
const placedError = (message, source, at) => {
  const before = source.slice(0, at).split("\n");
  return Object.assign(new SyntaxError(message), { loc: { line: before.length, column: (before.at(-1) ?? "").length + 1 } });
};
