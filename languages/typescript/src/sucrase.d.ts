// The parts of sucrase that are used, which it does not declare itself.

declare module "sucrase/dist/esm/parser/tokenizer/index.js" {
  export interface Token {
    type: number;
    contextualKeyword: number;
    start: number;
    end: number;
    isType: boolean;
  }
}

declare module "sucrase/dist/esm/parser/tokenizer/keywords.js" {
  export const ContextualKeyword: Record<"_from" | "_global" | "_module" | "_namespace", number>;
}

declare module "sucrase/dist/esm/parser/tokenizer/types.js" {
  export const TokenType: Record<"_declare" | "_import" | "arrow" | "braceL" | "braceR" | "dot" | "name" | "parenL" | "string", number>;
}

declare module "sucrase/dist/esm/parser/index.js" {
  import type { Token } from "sucrase/dist/esm/parser/tokenizer/index.js";
  export function parse(source: string, hasJsx: boolean, isTypeScript: boolean, isFlow: boolean): { tokens: Token[], scopes: unknown[] };
}

declare module "sucrase/dist/esm/NameManager.js" {
  import type { Token } from "sucrase/dist/esm/parser/tokenizer/index.js";
  export default class NameManager { constructor(source: string, tokens: Token[]); }
}

declare module "sucrase/dist/esm/HelperManager.js" {
  import type NameManager from "sucrase/dist/esm/NameManager.js";
  export class HelperManager { constructor(names: NameManager); }
}

declare module "sucrase/dist/esm/TokenProcessor.js" {
  import type { HelperManager } from "sucrase/dist/esm/HelperManager.js";
  import type { Token } from "sucrase/dist/esm/parser/tokenizer/index.js";
  export default class TokenProcessor {
    constructor(source: string, tokens: Token[], isFlow: boolean, keepsSyntax: boolean, helpers: HelperManager);
  }
}

declare module "sucrase/dist/esm/identifyShadowedGlobals.js" {
  import type TokenProcessor from "sucrase/dist/esm/TokenProcessor.js";
  export default function identifyShadowedGlobals(tokens: TokenProcessor, scopes: unknown[], names: Set<string>): void;
}

declare module "sucrase/dist/esm/util/getTSImportedNames.js" {
  import type TokenProcessor from "sucrase/dist/esm/TokenProcessor.js";
  export default function getTSImportedNames(tokens: TokenProcessor): Set<string>;
}

declare module "sucrase/dist/esm/transformers/RootTransformer.js" {
  export default class RootTransformer {
    constructor(context: object, transforms: string[], isBabel5: boolean, options: object);
    transform(): { code: string, mappings: (number | undefined)[] };
  }
}
