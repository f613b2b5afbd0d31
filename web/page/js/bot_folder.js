// Makes one bot of a folder: of its module and the files that come with it, or of its script and
// the files that it imports. The bytes are those that the native program makes
// (`native/src/bot_folder.rs`, `sandbox/src/bot_files.rs`). A module of its own, fetched with the
// first folder. Knows no storage.

const MODULE = "bot.wasm";
// The most files that may come with a module and their most bytes (`sandbox/src/bot_files.rs`), so
// that no others are read. How large a bot may be is for the page to say.
const FILES = 1_000;
const FILES_BYTES = 16 << 20;
const SECTION = "botyard.files";
// The most files to list before a folder is refused as too large.
const LOOKED_AT = 4 * FILES;

/** @typedef {[path: string, file: File]} PathFile A file by its path below the folder. */

/**
 * A language of scripts (`sandbox/src/script_language.rs`).
 * @typedef {object} Language
 * @property {string} main The script's first file.
 * @property {RegExp} endings The endings of its files, the first of which is that of `main`.
 * @property {string} fileLine The beginning of the line that names a further file.
 * @property {(text: string) => string[]} imports The files that a text may import.
 */

/** @param {string} text */
const quotedFiles = text => [...text.matchAll(/(?<=(["']))\.\/([\w-][\w.-]{0,99})(?=\1)/g)].map(([, , name]) => name);

// The files of the modules that `import search, book as b` and `from search import best` name.
/** @param {string} text */
const importedModules = text => text.split(/[\n;:]/).flatMap(statement => {
  const [, word, rest] = /^\s*(import|from)[ \t]+(.*)/.exec(statement) ?? [];
  const modules = word === "import" ? rest.split(",") : word ? [rest] : [];
  return modules.flatMap(module => /^\s*(\w+)/.exec(module)?.[1] ?? []).map(name => `${name}.py`);
});

/** @type {Language[]} */
const LANGUAGES = [
  { main: "bot.js", endings: /\.m?js$/i, fileLine: "//# file: ", imports: quotedFiles },
  { main: "bot.py", endings: /\.py$/i, fileLine: "# %% file: ", imports: importedModules },
];

/** @type {(why: string) => never} */
const refuse = why => { throw new TypeError(why); };
/** @param {string} name */
const isHidden = name => name.startsWith(".");

/** @type {(entry: FileSystemEntry) => entry is FileSystemDirectoryEntry} */
const isFolder = entry => entry.isDirectory;
/** @type {(entry: FileSystemEntry) => entry is FileSystemFileEntry} */
const isFile = entry => entry.isFile;
/** @type {(handle: FileSystemHandle) => handle is FileSystemDirectoryHandle} */
const isFolderHandle = handle => handle.kind === "directory";
/** @type {(handle: FileSystemHandle) => handle is FileSystemFileHandle} */
const isFileHandle = handle => handle.kind === "file";

// A list that takes this many files.
/** @returns {[PathFile[], (path: string, file: File) => void]} */
const collect = () => {
  /** @type {PathFile[]} */
  const files = [];
  return [files, (path, file) => {
    files.push([path, file]);
    if (files.length > LOOKED_AT) refuse("it has too many files");
  }];
};

/**
 * The files of a dropped folder.
 * @param {FileSystemDirectoryEntry} folder
 */
export const filesOfEntry = async folder => {
  const [files, add] = collect();
  /** @type {(folder: FileSystemDirectoryEntry, above: string) => Promise<void>} */
  const walk = async (folder, above) => {
    const reader = folder.createReader();
    for (;;) {
      /** @type {FileSystemEntry[]} */
      const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (entries.length === 0) return;
      for (const entry of entries) {
        if (isHidden(entry.name)) continue;
        if (isFolder(entry)) await walk(entry, `${above}${entry.name}/`);
        else if (isFile(entry)) add(above + entry.name, await new Promise((resolve, reject) => entry.file(resolve, reject)));
      }
    }
  };
  await walk(folder, "");
  return files;
};

/**
 * The files of a folder that may be read again.
 * @param {FileSystemDirectoryHandle} folder
 */
export const filesOfHandle = async folder => {
  const [files, add] = collect();
  /** @type {(folder: FileSystemDirectoryHandle, above: string) => Promise<void>} */
  const walk = async (folder, above) => {
    for await (const [name, handle] of folder.entries()) {
      if (isHidden(name)) continue;
      if (isFolderHandle(handle)) await walk(handle, `${above}${name}/`);
      else if (isFileHandle(handle)) add(above + name, await handle.getFile());
    }
  };
  await walk(folder, "");
  return files.sort(([one], [other]) => one < other ? -1 : 1);
};

/**
 * The files of a field that takes folders, and the folder's name.
 * @param {Iterable<File>} chosen
 * @returns {[name: string, files: PathFile[]]}
 */
export const filesOfField = chosen => {
  const [files, add] = collect();
  let name = "";
  for (const file of chosen) {
    const [folder, ...path] = file.webkitRelativePath.split("/");
    name = folder;
    if (!path.some(isHidden)) add(path.join("/"), file);
  }
  return [name, files];
};

/** @param {File} file */
const read = async file => new Uint8Array(await file.arrayBuffer());

/** @typedef {[path: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>]} EncodedFile */

// Orders by bytes: then the same files always make the same bot.
/** @type {(one: EncodedFile, other: EncodedFile) => number} */
const compare = ([one], [other]) => {
  const at = one.findIndex((byte, nth) => byte !== other[nth]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -1);
};

/** @type {(value: number, bytes: number) => Uint8Array<ArrayBuffer>} */
const number = (value, bytes) => Uint8Array.from({ length: bytes }, (_, nth) => value >>> 8 * nth);

// The files as a custom section, in pieces.
/** @param {[path: string, bytes: Uint8Array<ArrayBuffer>][]} files */
const section = files => {
  const encoder = new TextEncoder();
  const pieces = [encoder.encode(SECTION)];
  /** @type {EncodedFile[]} */
  const encoded = files.map(([path, bytes]) => [encoder.encode(path), bytes]);
  const named = encoded.sort(compare);
  for (const [path, bytes] of named) pieces.push(number(path.length, 2), path, number(bytes.length, 4), bytes);
  let rest = 1 + pieces.reduce((sum, piece) => sum + piece.length, 0) + 4;
  const head = [0];
  const whole = rest;
  for (; rest > 0x7f; rest >>>= 7) head.push(rest & 0x7f | 0x80);
  head.push(rest, SECTION.length);
  return [Uint8Array.from(head), ...pieces, number(whole + head.length - 5, 4)];
};

/** @type {(name: string, module: File, others: PathFile[]) => Promise<File>} */
const ofModule = async (name, module, others) => {
  const limit = others.length > FILES ? `it has more than ${FILES} files`
    : others.reduce((sum, [, file]) => sum + file.size, 0) > FILES_BYTES ? `its files have more than ${FILES_BYTES >> 20} MiB` : "";
  if (limit) refuse(`${limit}: keep what the bot does not read elsewhere`);
  const bytes = await read(module);
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== "\0asm") refuse(`its ${module.name} is no WebAssembly module`);
  /** @type {(file: PathFile) => Promise<[path: string, bytes: Uint8Array<ArrayBuffer>]>} */
  const readNamed = async ([path, file]) => [path, await read(file)];
  const files = await Promise.all(others.map(readNamed));
  const pieces = files.length > 0 ? [bytes, ...section(files)] : [bytes];
  const isOther = /\.bots$/i.test(name) || LANGUAGES.some(({ endings }) => endings.test(name));
  return new File(pieces, isOther ? `${name}.wasm` : name);
};

// A script with the files beside it that it imports, and the files that these import.
/** @type {(name: string, files: Map<string, File>, language: Language, script: File) => Promise<File>} */
const ofScript = async (name, files, { main, endings, fileLine, imports }, script) => {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** @param {File} file */
  const text = async file => {
    const bytes = await read(file);
    try { return decoder.decode(bytes); } catch { return refuse(`its ${file.name} is not UTF-8 text`); }
  };
  const texts = [await text(script)];
  const own = texts[0].split("\n").filter(line => line.startsWith(fileLine));
  const names = [main, ...own.map(line => line.slice(fileLine.length).trimEnd())];
  let whole = texts[0];
  for (let at = 0; at < texts.length; at += 1) {
    for (const named of imports(texts[at])) {
      const file = files.get(named);
      if (names.includes(named) || !file) continue;
      names.push(named);
      texts.push(await text(file));
      whole += `${whole.endsWith("\n") ? "" : "\n"}${fileLine}${named}\n${texts.at(-1)}`;
    }
  }
  return new File([whole], endings.test(name) ? name : `${name}${main.slice(main.lastIndexOf("."))}`);
};

/**
 * The bot of a folder as a file that can be dropped on the page. Throws a clause if the folder has
 * no bot.
 * @param {string} name
 * @param {PathFile[]} files
 */
export const makeBot = (name, files) => {
  const top = new Map(files.filter(([path]) => !path.includes("/")));
  const modules = [...top.keys()].filter(name => /\.wasm$/i.test(name)).sort();
  const module = modules.includes(MODULE) ? MODULE : modules[0];
  const file = top.get(module);
  const scripts = LANGUAGES.flatMap(language => {
    const script = top.get(language.main);
    return script ? [{ language, script }] : [];
  });
  const [one, other] = [...module ? [module] : [], ...scripts.map(({ language }) => language.main)];
  if (scripts.length > 0 && other) refuse(`it has both ${one} and ${other}: drop the bot's file`);
  if (module !== MODULE && modules.length > 1) refuse(`it has several modules (${modules[0]}, ${modules[1]}): call the bot ${MODULE}`);
  if (file) return ofModule(name, file, files.filter(([path]) => path !== module));
  const [found] = scripts;
  return found ? ofScript(name, top, found.language, found.script)
    : refuse(`it has no module (.wasm), no ${LANGUAGES.map(({ main }) => main).join(" and no ")}`);
};
