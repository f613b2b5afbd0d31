// The translator as its hosts call it. Natively it is a script of the interpreter: stdin has the
// text, and stdout gets what plays, or stderr the error in the form of the interpreter's own. The
// page, which has no `readline`, imports `translate`.

import { translate } from "./translate.js";

export { translate };

const translateInput = () => {
  const lines = [];
  for (let line = readline(); line !== null; line = readline()) lines.push(line);
  const translated = translate(lines.join("\n"));
  if ("text" in translated) {
    print(translated.text);
  } else {
    const { message, file, line, column } = translated.error;
    console.error(`SyntaxError: ${message}\n    at ${file}:${line}:${column}`);
    quit(1);
  }
};

if (typeof readline === "function") translateInput();
