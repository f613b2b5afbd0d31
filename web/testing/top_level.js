// The top level of a script as CodeMirror's grammar gives it, for tests of what reads that: of
// scripts in which each comment, declaration and statement begins a line, and goes on in lines that
// are indented or begin with a closing bracket.

const NAMED = /^(?:async )?(function|class|const|let|var)\s*\*?\s*([\w$]+)/;
const KINDS = { function: "FunctionDeclaration", class: "ClassDeclaration" };
const TRAILING = /\s*(\/\/.*)$/;

// A comment, a declaration or a statement that is these lines.
const nodesOf = (text, from) => {
  if (text.startsWith("//")) return [{ name: "LineComment", from, to: from + text.length }];
  if (text.startsWith("/*")) return [{ name: "BlockComment", from, to: from + text.length }];
  const [behind, comment] = TRAILING.exec(text.slice(text.lastIndexOf("\n") + 1)) ?? ["", ""];
  const end = from + text.length;
  const [, keyword, name] = NAMED.exec(text) ?? [];
  const at = from + text.indexOf(name);
  const item = {
    name: keyword ? KINDS[keyword] ?? "VariableDeclaration" : "ExpressionStatement",
    from,
    to: end - behind.length,
    getChild: () => name && { from: at, to: at + name.length },
  };
  return comment ? [item, { name: "LineComment", from: end - comment.length, to: end }] : [item];
};

/** The top node of a script. */
export const parseTopLevel = text => {
  const items = [];
  let from = 0;
  for (const line of text.split("\n")) {
    const last = items.at(-1);
    const goesOn = /^[\s})\]*]/.test(line) && last && !last.text.startsWith("//");
    if (goesOn) last.text = text.slice(last.from, from + line.length);
    else if (line) items.push({ from, text: line });
    from += line.length + 1;
  }
  const nodes = items.flatMap(({ from, text }) => nodesOf(text, from));
  nodes.forEach((node, at) => { node.nextSibling = nodes[at + 1] ?? null; });
  return { firstChild: nodes[0] ?? null };
};
