// Lists the files of a folder that was dropped or chosen, and has a match worker make a bot of
// them: it has the rules (`web/worker/src/folder_bot.rs`). A module of its own, fetched with the
// first folder. Knows no storage.

/** @import { FolderAnswer, ToMatchWorker } from "../../protocol/protocol" */

// The most files to list before a folder is refused as too large: four times as many as can come
// with a module.
const LOOKED_AT = 4_000;

/** @typedef {[path: string, file: File]} PathFile A file by its path below the folder. */

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

/** @typedef {[message: string, bytes?: Uint8Array<ArrayBuffer>]} Parcel A message of a worker. */

// The next message of a worker.
/** @type {(worker: Worker) => Promise<Parcel>} */
const receive = worker => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = event => {
    event.preventDefault();
    reject(new TypeError("the program that reads folders could not be started"));
  };
});

/**
 * The bot of a folder as a file that can be dropped on the page. Throws a clause if the folder has
 * no bot.
 * @param {string} folder
 * @param {PathFile[]} files
 */
export const makeBot = async (folder, files) => {
  const worker = new Worker("./worker_loader.js", { type: "module" });
  try {
    // It says that it is up.
    await receive(worker);
    /** @type {ToMatchWorker} */
    const request = { makeBot: { folder, paths: files.map(([path]) => path) } };
    worker.postMessage([JSON.stringify(request), ...files.map(([, file]) => file)]);
    const [text, bytes] = await receive(worker);
    /** @type {FolderAnswer} */
    const answer = JSON.parse(text);
    return "bot" in answer ? new File(bytes ? [bytes] : [], answer.bot) : refuse(answer.refused);
  } finally {
    worker.terminate();
  }
};
