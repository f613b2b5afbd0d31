// The top level of a script in Python, as `merge_code.js` reads it: comments, declarations and
// statements, each of which begins a line and goes on in lines that are indented, or begin with a
// closing bracket or with a clause such as `else:`. An import declares its name.

/**
 * @typedef {import("../../web/editor/src/merge_code.js").Node} Node
 *
 * Where an item begins, and its text.
 * @typedef {{ from: number, text: string }} Item
 */

const GOES_ON = /^([\s)\]}]|(elif|else|except|finally)\b)/;
const FUNCTION = /^(?:@.*\n)*(?:async )?def (\w+)/, CLASS = /^(?:@.*\n)*class (\w+)/;
const VARIABLE = /^(\w+)(?:, \w+)*(?:: [^=\n]+)? = /, IMPORT = /^(?:import (\w+)|from \w+ import (\w+))$/;

/** @type {(name: string, item: Item, named?: string) => Node} */
const nodeOf = (name, { from, text }, named) => {
  const at = named ? from + text.search(new RegExp(`\\b${named}\\b`)) : 0;
  return { name, from, to: from + text.length, nextSibling: null, getChild: () => (named ? { from: at, to: at + named.length } : null) };
};

/** @param {Item} item */
const readItem = item => {
  const { text } = item;
  if (text.startsWith("#")) return nodeOf("LineComment", item);
  const [, of, member] = IMPORT.exec(text) ?? [];
  const named = FUNCTION.exec(text)?.[1] ?? CLASS.exec(text)?.[1];
  if (named) return nodeOf("FunctionDeclaration", item, named);
  const variable = VARIABLE.exec(text)?.[1] ?? member ?? of;
  return nodeOf(variable ? "VariableDeclaration" : "ExpressionStatement", item, variable);
};

/**
 * The top node of a script.
 * @type {import("../../web/editor/src/merge_code.js").Parse}
 */
export const parsePython = text => {
  /** @type {Item[]} */
  const items = [];
  let from = 0, isText = false;
  for (const line of text.split("\n")) {
    const last = items.at(-1);
    const isDecorated = last !== undefined && /(^|\n)@.*$/.test(last.text);
    if (last && !last.text.startsWith("#") && (isText || isDecorated || GOES_ON.test(line))) last.text = text.slice(last.from, from + line.length);
    else if (line) items.push({ from, text: line });
    // A text of several lines.
    if (line.split('"""').length % 2 === 0) isText = !isText;
    from += line.length + 1;
  }
  items.forEach(item => { item.text = item.text.trimEnd(); });
  const nodes = items.map(readItem);
  nodes.forEach((node, at) => { node.nextSibling = nodes[at + 1] ?? null; });
  return { firstChild: nodes[0] ?? null };
};
