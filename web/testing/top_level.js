// The top level of a script as CodeMirror's grammar gives it, for tests of what reads that: of
// scripts in which each comment, declaration and statement begins a line, and goes on in lines that
// are indented or begin with a closing bracket.

/**
 * @typedef {import("../editor/src/merge_code.js").Node} Node
 *
 * A comment, a declaration or a statement: where it begins, and its text.
 * @typedef {{ from: number, text: string }} Item
 */

const NAMED = /^(?:async )?(function|class|const|let|var)\s*\*?\s*([\w$]+)/;
/** @type {Record<string, string>} */
const KINDS = { function: "FunctionDeclaration", class: "ClassDeclaration" };
const TRAILING = /\s*(\/\/.*)$/;

/** @type {(name: string, from: number, to: number, named?: { from: number, to: number } | null) => Node} */
const nodeOf = (name, from, to, named = null) => ({ name, from, to, nextSibling: null, getChild: () => named });

/** @type {(item: Item) => Node[]} */
const nodesOf = ({ text, from }) => {
  if (text.startsWith("//")) return [nodeOf("LineComment", from, from + text.length)];
  if (text.startsWith("/*")) return [nodeOf("BlockComment", from, from + text.length)];
  const [behind, comment] = TRAILING.exec(text.slice(text.lastIndexOf("\n") + 1)) ?? ["", ""];
  const end = from + text.length;
  const [, keyword, name] = NAMED.exec(text) ?? [];
  const at = from + text.indexOf(name);
  const kind = keyword ? KINDS[keyword] ?? "VariableDeclaration" : "ExpressionStatement";
  const item = nodeOf(kind, from, end - behind.length, name ? { from: at, to: at + name.length } : null);
  return comment ? [item, nodeOf("LineComment", end - comment.length, end)] : [item];
};

/**
 * The top node of a script.
 * @type {import("../editor/src/merge_code.js").Parse}
 */
export const parseTopLevel = text => {
  /** @type {Item[]} */
  const items = [];
  let from = 0;
  for (const line of text.split("\n")) {
    const last = items.at(-1);
    if (last && /^[\s})\]*]/.test(line) && !last.text.startsWith("//")) last.text = text.slice(last.from, from + line.length);
    else if (line) items.push({ from, text: line });
    from += line.length + 1;
  }
  const nodes = items.flatMap(nodesOf);
  nodes.forEach((node, at) => { node.nextSibling = nodes[at + 1] ?? null; });
  return { firstChild: nodes[0] ?? null };
};
