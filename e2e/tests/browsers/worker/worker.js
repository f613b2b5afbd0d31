// Sends messages to a match worker as the page does, and keeps modules by name: the tests call the
// functions of `lab`.

/**
 * What a match worker replies about matches and runs: see `engine/src/live/`.
 * @typedef {object} Reply
 * @property {unknown} [ready]
 * @property {{ id: number, verdict: { Err?: string } }} [checked]
 * @property {{ id: number, tried: { Ok?: { ending: unknown }, Err?: string } }} [tried]
 * @property {{ why: string }} [not-opened]
 * @property {{ id: number, first: number, turns: Turn[], passages: { seat: number, stream: keyof
 * Words, text: string }[], done: boolean, outcome: unknown }} [progress]
 *
 * @typedef {{ seat: number, used_ns?: number }} Turn
 * @typedef {{ stdin: string, stdout: string, stderr: string, ended: string }} Words
 *
 * A match, or why it was not opened.
 * @typedef {{ turns: Turn[], words: Words[], outcome: unknown, refused?: undefined } | { refused:
 * string }} Played
 *
 * @typedef {import("../../../../web/protocol/protocol").ToMatchWorker} ToMatchWorker
 *
 * @typedef {object} Lab
 * @property {Record<string, Uint8Array<ArrayBuffer>>} modules
 * @property {number} ids
 * @property {Worker} [worker]
 * @property {(script: string) => Promise<unknown>} start
 * @property {(name: string, text: string) => Promise<void>} keep
 * @property {<T>(message: ToMatchWorker, modules: string[], last: (reply: Reply) => T | undefined) =>
 * Promise<T>} ask
 * @property {(name: string) => Promise<string | null>} refusal
 * @property {(name: string) => Promise<unknown>} runWasiTest
 * @property {(game: string, settings: unknown, seed: number, bots: string[], terms?: object) =>
 * Promise<Played>} play
 * @property {(game: string, settings: unknown, seed: number, bots: string[]) => Promise<string>}
 * record
 * @property {(text: string) => Promise<string>} digest
 * @property {(game: string, settings: unknown, first: number, last: number, bots: string[]) =>
 * Promise<string[]>} series
 */

const lab = /** @type {Lab} */ ({ modules: {}, ids: 0 });
window.lab = lab;

/**
 * Starts a worker from this script, under the name that a packaged page has for it, and resolves to
 * the worker's first message.
 * @type {Lab["start"]}
 */
lab.start = (script) => new Promise((resolve, reject) => {
  lab.worker?.terminate();
  const names = JSON.parse(document.getElementById("file-names")?.textContent ?? "{}");
  const worker = new Worker(names[script] ?? script, { type: "module" });
  lab.worker = worker;
  worker.onerror = (event) => reject(new Error(event.message ?? "the worker does not start"));
  worker.onmessage = (event) => resolve(JSON.parse(event.data[0]).host.ready);
});

/**
 * Keeps a module, given as gzip in base64.
 * @type {Lab["keep"]}
 */
lab.keep = async (name, text) => {
  const packed = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
  const module = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  lab.modules[name] = new Uint8Array(await new Response(module).arrayBuffer());
};

/**
 * Sends a message and modules; resolves to the first defined result of `last`, which gets each
 * reply.
 * @type {Lab["ask"]}
 */
lab.ask = (message, modules, last) => new Promise((resolve, reject) => {
  const { worker } = lab;
  if (!worker) throw new Error("no worker was started");
  worker.onerror = (event) => reject(new Error(event.message));
  worker.onmessage = (event) => {
    const answer = last(JSON.parse(event.data[0]).host);
    if (answer !== undefined) resolve(answer);
  };
  const files = modules.map((name) => lab.modules[name].slice().buffer);
  worker.postMessage([JSON.stringify(message), ...files], files);
});

/**
 * Why a module cannot play: a sentence, or `null` if it can.
 * @type {Lab["refusal"]}
 */
lab.refusal = (name) => {
  const id = ++lab.ids;
  return lab.ask({ host: { check: { id } } }, [name], (said) => {
    if (said.checked?.id === id) return said.checked.verdict.Err ?? null;
  });
};

/**
 * How a module ends that runs alone, without input.
 * @type {Lab["runWasiTest"]}
 */
lab.runWasiTest = (name) => {
  const id = ++lab.ids;
  const wasiTest = { id, args: [name], env: [], folders: [], limitMs: 60_000 };
  return lab.ask({ wasiTest }, [name], (said) => {
    if (said.tried?.id === id) return said.tried.tried.Ok?.ending ?? { failed: said.tried.tried.Err };
  });
};

/**
 * Plays a match of modules: its turns, words and outcome, or why it was not opened.
 * @type {Lab["play"]}
 */
lab.play = (game, settings, seed, bots, terms = {}) => {
  const id = ++lab.ids;
  const players = bots.map((name) => ({ name, kind: "module" }));
  /** @type {Played & { turns: Turn[] }} */
  const played = { turns: [], words: bots.map(() => ({ stdin: "", stdout: "", stderr: "", ended: "" })), outcome: null };
  const play = { id, opening: { game, settings, seed, players, terms }, script: [], residents: [] };
  return lab.ask({ host: { play } }, bots, (said) => {
    if (said["not-opened"]) return { refused: said["not-opened"].why };
    const progress = said.progress;
    if (progress?.id !== id) return;
    played.turns.length = progress.first;
    played.turns.push(...progress.turns);
    for (const { seat, stream, text } of progress.passages) played.words[seat][stream] += text;
    if (!progress.done) return;
    played.outcome = progress.outcome;
    return played;
  });
};

/**
 * Each seat's stdin and stdout, a NUL after each, and then a line for each turn: the seat, and how
 * many nanoseconds it spent.
 * @type {Lab["record"]}
 */
lab.record = async (game, settings, seed, bots) => {
  const played = await lab.play(game, settings, seed, bots);
  if (played.refused !== undefined) throw new Error(played.refused);
  const words = played.words.map(({ stdin, stdout }) => `${stdin}\0${stdout}\0`);
  const turns = played.turns.map((turn) => `${turn.seat} ${turn.used_ns ?? 0}\n`);
  return words.join("") + turns.join("");
};

/**
 * SHA-256, in hexadecimal digits.
 * @type {Lab["digest"]}
 */
lab.digest = async (text) => {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/**
 * Plays one match for each seed: lines of seed and digest.
 * @type {Lab["series"]}
 */
lab.series = async (game, settings, first, last, bots) => {
  const lines = [];
  for (let seed = first; seed <= last; seed++) {
    lines.push(`${seed} ${await lab.digest(await lab.record(game, settings, seed, bots))}`);
  }
  return lines;
};
