// What the editor knows of drafts in Python, beside their grammar.

const FILE_LINE = "\n# %% file: ";

// A script's first line can have nothing before it, so the bot is run from within another script.
/** @type {(source: string, mark: string) => string} */
const countIn = (source, mark) => `import sys
class Counting:
    def __init__(self, stream):
        self.stream = stream
    def __getattr__(self, name):
        return getattr(self.stream, name)
    def __iter__(self):
        return iter(self.readline, "")
    def readline(self, *limit):
        print(${JSON.stringify(mark)}, file=sys.stderr)
        return self.stream.readline(*limit)
sys.stdin = Counting(sys.stdin)
exec(compile(${JSON.stringify(source)}, "/bot.py", "exec"), {"__name__": "__main__", "__file__": "/bot.py"})
`;

/** @type {import("../../web/editor/src/languages.js").Draft} */
export const draft = {
  fence: "python",
  isName: /^([A-Za-z_]\w{0,19}\/){0,3}[A-Za-z_]\w{0,39}\.(py|json|txt)$/,
  names: "helper.py or search/deep.py: letters, digits and _ only, and .py, .json or .txt at the end",
  empty: "# Read the game with input(), answer with print().\n",
  // A script that parses the others and runs none of them. The draft's first file has another name
  // there, but not in errors.
  checkWith: ([first, ...others], scripts, path, main) => {
    const names = scripts.map(script => (script === first ? [`/${path}`, `/${main}`] : [`/${script.path}`, `/${script.path}`]));
    const text = `import sys, traceback
for path, name in ${JSON.stringify(names)}:
    try:
        with open(path, "rb") as file:
            compile(file.read(), name, "exec")
    except (SyntaxError, ValueError) as fault:
        traceback.print_exception(type(fault), fault, None)
        sys.exit(1)
`;
    return { path: `/${main}`, files: [{ path: main, text }, { path, text: first.text }, ...others] };
  },
  countReads: (text, mark) => {
    const [main, ...others] = text.split(FILE_LINE);
    return [countIn(main, mark), ...others].join(FILE_LINE);
  },
};
