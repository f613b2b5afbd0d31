// Makes one bot of a folder: of its module and the files that come with it, or of its script and
// the files that it imports. The bytes are those that the native program makes
// (`native/src/bot_folder.rs`, `sandbox/src/bot_files.rs`). A module of its own, fetched with the
// first folder. Knows no storage.

const MODULE = "bot.wasm";
const SCRIPT = "bot.js";
// The most files that may come with a module and their most bytes (`sandbox/src/bot_files.rs`), and
// the most bytes of module and files together (`ModuleLimits::MODULE_BYTES`).
const FILES = 1_000;
const FILES_BYTES = 16 << 20;
const BOT_BYTES = 32 << 20;
const SECTION = "botyard.files";
// The most files to list before a folder is refused as too large.
const LOOKED_AT = 4 * FILES;

const refuse = why => { throw new TypeError(why); };
const isHidden = name => name.startsWith(".");

// A list that takes this many files.
/** @returns {[[string, File][], (path: string, file: File) => void]} */
const collect = () => {
  /** @type {[string, File][]} */
  const files = [];
  return [files, (path, file) => {
    files.push([path, file]);
    if (files.length > LOOKED_AT) refuse("it has too many files");
  }];
};

// The files of a dropped folder, `[path, File]` each.
export const filesOfEntry = async folder => {
  const [files, add] = collect();
  const walk = async (folder, above) => {
    const reader = folder.createReader();
    for (;;) {
      const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (entries.length === 0) return;
      for (const entry of entries) {
        if (isHidden(entry.name)) continue;
        if (entry.isDirectory) await walk(entry, `${above}${entry.name}/`);
        else add(above + entry.name, await new Promise((resolve, reject) => entry.file(resolve, reject)));
      }
    }
  };
  await walk(folder, "");
  return files;
};

// The files of a folder that may be read again, in that form.
export const filesOfHandle = async folder => {
  const [files, add] = collect();
  const walk = async (folder, above) => {
    for await (const [name, handle] of folder.entries()) {
      if (isHidden(name)) continue;
      if (handle.kind === "directory") await walk(handle, `${above}${name}/`);
      else add(above + name, await handle.getFile());
    }
  };
  await walk(folder, "");
  return files.sort(([one], [other]) => one < other ? -1 : 1);
};

// The files of a field that takes folders, in that form, and the folder's name.
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

const read = async file => new Uint8Array(await file.arrayBuffer());

// Orders by bytes: then the same files always make the same bot.
const compare = ([one], [other]) => {
  const at = one.findIndex((byte, nth) => byte !== other[nth]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? -1);
};

const number = (value, bytes) => Uint8Array.from({ length: bytes }, (_, nth) => value >>> 8 * nth);

// The files as a custom section, in pieces.
const section = files => {
  const encoder = new TextEncoder();
  const pieces = [encoder.encode(SECTION)];
  const named = files.map(([path, bytes]) => [encoder.encode(path), bytes]).sort(compare);
  for (const [path, bytes] of named) pieces.push(number(path.length, 2), path, number(bytes.length, 4), bytes);
  let rest = 1 + pieces.reduce((sum, piece) => sum + piece.length, 0) + 4;
  const head = [0];
  const whole = rest;
  for (; rest > 0x7f; rest >>>= 7) head.push(rest & 0x7f | 0x80);
  head.push(rest, SECTION.length);
  return [Uint8Array.from(head), ...pieces, number(whole + head.length - 5, 4)];
};

const ofModule = async (name, module, others) => {
  const limit = others.length > FILES ? `it has more than ${FILES} files`
    : others.reduce((sum, [, file]) => sum + file.size, 0) > FILES_BYTES ? `its files have more than ${FILES_BYTES >> 20} MiB` : "";
  if (limit) refuse(`${limit}: keep what the bot does not read elsewhere`);
  const bytes = await read(module);
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== "\0asm") refuse(`its ${module.name} is no WebAssembly module`);
  const files = await Promise.all(others.map(async ([path, file]) => [path, await read(file)]));
  const pieces = files.length > 0 ? [bytes, ...section(files)] : [bytes];
  const bot = new File(pieces, /\.(m?js|bots)$/i.test(name) ? `${name}.wasm` : name);
  return bot.size > BOT_BYTES ? refuse(`its module and files have more than ${BOT_BYTES >> 20} MiB`) : bot;
};

// A script with the files beside it that it names in quotes, as in `import ... from "./search.js"`,
// and the files that these name.
const ofScript = async (name, files) => {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const text = async file => {
    const bytes = await read(file);
    try { return decoder.decode(bytes); } catch { return refuse(`its ${file.name} is not UTF-8 text`); }
  };
  const texts = [await text(files.get(SCRIPT))];
  const names = [SCRIPT, ...[...texts[0].matchAll(/^\/\/# file: (.*)$/gm)].map(([, name]) => name.trimEnd())];
  let whole = texts[0];
  for (let at = 0; at < texts.length; at += 1) {
    for (const [, , named] of texts[at].matchAll(/(?<=(["']))\.\/([\w-][\w.-]{0,99})(?=\1)/g)) {
      if (names.includes(named) || !files.has(named)) continue;
      names.push(named);
      texts.push(await text(files.get(named)));
      whole += `${whole.endsWith("\n") ? "" : "\n"}//# file: ${named}\n${texts.at(-1)}`;
    }
  }
  return new File([whole], /\.m?js$/i.test(name) ? name : `${name}.js`);
};

// The bot of a folder as a file that can be dropped on the page. Throws a clause if the folder has
// no bot.
export const makeBot = (name, files) => {
  const top = new Map(files.filter(([path]) => !path.includes("/")));
  const modules = [...top.keys()].filter(name => /\.wasm$/i.test(name)).sort();
  const module = modules.includes(MODULE) ? MODULE : modules[0];
  if (module && top.has(SCRIPT)) refuse(`it has both ${module} and ${SCRIPT}: drop the bot's file`);
  if (module !== MODULE && modules.length > 1) refuse(`it has several modules (${modules[0]}, ${modules[1]}): call the bot ${MODULE}`);
  if (module) return ofModule(name, top.get(module), files.filter(([path]) => path !== module));
  return top.has(SCRIPT) ? ofScript(name, top) : refuse(`it has no module (.wasm) and no ${SCRIPT}`);
};
