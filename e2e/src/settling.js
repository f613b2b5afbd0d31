// Says when a page has come to rest, and keeps its clock: each document of a case runs this before
// its own scripts, and so does each worker that a case's server sends. Knows no protocol: it counts
// what the browser was asked to do and has not done yet.
//
// A page is at rest when everything that was begun has ended and all that follows from it is done:
// requests, transactions, short timers, frames, messages to workers. What goes on by itself does not
// count: intervals, and work that a worker does for another worker, as in a series. A timeout of a
// second or more is a page's patience: it ends only when a case advances the clock, so that no slow
// machine exhausts it.

/**
 * What a case, and the page's scripts as a case's server sends them, can ask of this script.
 * `count` counts what is named until its promise ends; `overlook` leaves out what has this part in
 * its name; `watch` calls a function whenever the page was waited for and is at rest.
 * @typedef {object} WorkerSettling
 * @property {<T>(name: string, promise: Promise<T>) => Promise<T>} count
 * @property {(delay: number) => Promise<void>} pause
 * @property {() => Promise<void>} whenSettled
 * @property {(part: string) => void} overlook
 * @property {(look: () => void) => void} watch
 *
 * What only documents have: see below.
 * @typedef {WorkerSettling & { requestFrame: typeof requestAnimationFrame, unfinished: () =>
 * string[], advance: (milliseconds: number) => Promise<void>, patience: () => Promise<number[]>,
 * holdSeries: (games: number | null) => void }} Settling
 *
 * A method of any kind, which is replaced.
 * @typedef {(this: any, ...parts: any[]) => any} Method
 */

() => {
  if (globalThis.settling) return;

  const isDocument = typeof document === "object";
  // The shortest delay that is patience, in milliseconds.
  const PATIENT = 1_000;
  // How long a page may take to come to rest, in milliseconds: far above what a slow machine needs.
  const LIMIT = 150_000;
  const FRAME = "a frame";

  const startTimer = setTimeout.bind(globalThis), stopTimer = clearTimeout.bind(globalThis);
  /** @type {(delay: number) => Promise<void>} */
  const pause = (delay) => new Promise((done) => startTimer(done, delay));
  // Ends after the tasks that wait already. A worker that plays a match always has one that waits.
  const lastTask = () => (isDocument && globalThis.scheduler?.postTask(() => {}, { priority: "background" })) || pause(0);

  // The names of what has begun and not ended.
  /** @type {Map<number, string>} */
  const unfinished = new Map();
  let begun = 0;
  /** @param {string} name */
  const begin = (name) => {
    const number = ++begun;
    unfinished.set(number, name);
    return () => unfinished.delete(number);
  };
  /** @type {WorkerSettling["count"]} */
  const count = (name, promise) => promise.finally(begin(name));

  // Replaces a method: `replace` makes the new one from the old one.
  /** @type {(owner: any, method: string, replace: (call: Method) => Method) => void} */
  const wrap = (owner, method, replace) => {
    if (owner?.[method]) owner[method] = replace(owner[method]);
  };

  /** @param {string} name */
  const prototypeOf = (name) => /** @type {any} */ (globalThis)[name]?.prototype;
  /** @type {[owner: any, methods: string[]][]} */
  const PROMISING = [
    [globalThis, ["fetch"]],
    [WebAssembly, ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]],
    [prototypeOf("Response"), ["arrayBuffer", "blob", "json", "text"]],
    [prototypeOf("Blob"), ["arrayBuffer", "text"]],
    [prototypeOf("ReadableStreamDefaultReader"), ["read"]],
    [prototypeOf("SubtleCrypto"), ["digest"]],
    [prototypeOf("CacheStorage"), ["delete", "has", "keys", "match", "open"]],
    [prototypeOf("Cache"), ["delete", "keys", "match", "put"]],
    [prototypeOf("Clipboard"), ["readText", "writeText"]],
  ];
  for (const [owner, methods] of PROMISING) {
    for (const method of methods) {
      wrap(owner, method, (call) => function (...parts) {
        const [{ url } = {}] = method === "fetch" ? parts : [];
        const name = method === "fetch" ? `fetching ${url ?? parts[0]}` : method;
        return count(name, call.apply(this, parts));
      });
    }
  }

  /** @type {[owner: string, method: string, events: string[]][]} */
  const LAST_EVENTS = [["IDBFactory", "open", ["success", "error"]], ["IDBFactory", "deleteDatabase", ["success", "error"]],
    ["IDBDatabase", "transaction", ["complete", "abort"]]];
  for (const [owner, method, events] of LAST_EVENTS) {
    wrap(prototypeOf(owner), method, (call) => function (...parts) {
      const asked = call.apply(this, parts), end = begin(`${method} of ${parts[0]} in a database`);
      events.forEach((event) => asked.addEventListener(event, end));
      return asked;
    });
  }

  // A lock is waited for until it is there, or somebody else has it; the promise ends with the lock.
  wrap(prototypeOf("LockManager"), "request", (call) => function (name, ...parts) {
    const hold = parts.pop(), end = begin(`the lock ${name}`);
    const held = (/** @type {Lock} */ lock) => {
      end();
      return hold(lock);
    };
    const asked = call.call(this, name, ...parts, held).finally(end);
    this.query().then((/** @type {{ pending: LockInfo[] }} */ { pending }) => pending.some((waiting) => waiting.name === name) && end(), end);
    return asked;
  });

  // The clock: its time in milliseconds, and the timeouts that wait for it.
  let now = 0, lastPatient = 1_000_000_000;
  /** @type {Map<number, { at: number, delay: number, run: () => void }>} */
  const patient = new Map();
  /** @type {Map<number, () => void>} */
  const ends = new Map();
  /** @type {(work: (...parts: unknown[]) => void, delay?: number, ...parts: unknown[]) => number} */
  const setCountedTimeout = (work, delay = 0, ...parts) => {
    if (delay >= PATIENT) {
      patient.set(++lastPatient, { at: now + Number(delay), delay: Number(delay), run: () => work(...parts) });
      return lastPatient;
    }
    // A worker's short timers are its own: a match worker that waits for a bot, a drawing of a series.
    const end = isDocument ? begin(`a timeout of ${Number(delay)} ms`) : () => {};
    const timer = startTimer(() => {
      ends.delete(timer);
      end();
      work(...parts);
    }, delay);
    ends.set(timer, end);
    return timer;
  };
  /** @param {number} timer */
  const clearCountedTimeout = (timer) => {
    patient.delete(timer);
    ends.get(timer)?.();
    ends.delete(timer);
    stopTimer(timer);
  };
  Object.assign(globalThis, { setTimeout: setCountedTimeout, clearTimeout: clearCountedTimeout });
  wrap(AbortSignal, "timeout", (call) => (delay) => {
    if (delay < PATIENT) return call.call(AbortSignal, delay);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("The operation timed out.", "TimeoutError")), delay);
    return controller.signal;
  });

  const delays = () => [...patient.values()].map(({ delay }) => delay);
  /** @param {number} end */
  const advanceTo = async (end) => {
    for (;;) {
      const [next] = [...patient].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
      if (!next) break;
      const [timer, { at, run }] = next;
      patient.delete(timer);
      now = at;
      await new Promise((done) => startTimer(() => {
        done(undefined);
        run();
      }));
      await whenSettled();
    }
    now = end;
  };

  // Documents replace it.
  let namesOfUnfinished = () => [...unfinished.values()];

  // Parts of names that do not count: what a case holds back itself.
  /** @type {string[]} */
  const overlooked = [];
  // What is called whenever the page was waited for and is at rest.
  /** @type {(() => void)[]} */
  const watchers = [];
  // Resolves when the page is at rest.
  const whenSettled = async () => {
    const end = performance.now() + LIMIT;
    // An event may be on its way, so the page has to be at rest for more than one task.
    for (let quiet = 0; quiet < 2;) {
      const before = begun;
      await lastTask();
      const names = namesOfUnfinished().filter((name) => !overlooked.some((part) => name.includes(part)));
      quiet = names.length === 0 && begun === before ? quiet + 1 : 0;
      if (names.length === 0) continue;
      if (performance.now() > end) throw new Error(`the page does not come to rest: it waits for ${names.join(", ")}`);
      await pause(5);
    }
    watchers.forEach((look) => look());
  };

  /** @type {WorkerSettling} */
  const settling = {
    count,
    pause,
    whenSettled,
    overlook: (part) => overlooked.push(part),
    watch: (look) => watchers.push(look),
  };
  Object.assign(globalThis, { settling });

  if (!isDocument) {
    addEventListener("message", async (event) => {
      /** @type {{ settling?: { number: number, heldGames?: number | null, advance?: number } }} */
      const { settling } = event.data ?? {};
      if (!settling) return;
      event.stopImmediatePropagation();
      if (settling.heldGames !== undefined) globalThis.heldGames = settling.heldGames;
      await whenSettled();
      if (settling.advance) await advanceTo(now + settling.advance);
      postMessage({ settling: { number: settling.number, delays: delays() } });
    });
    postMessage({ settling: {} });
    return;
  }

  // For a case that looks at each frame, which would else never be the last one.
  Object.assign(settling, { requestFrame: requestAnimationFrame.bind(globalThis) });
  wrap(globalThis, "requestAnimationFrame", (call) => (work) => {
    const end = begin(FRAME);
    const frame = call.call(globalThis, (/** @type {number} */ time) => {
      ends.delete(-frame);
      end();
      work(time);
    });
    ends.set(-frame, end);
    return frame;
  });
  wrap(globalThis, "cancelAnimationFrame", (call) => (frame) => {
    ends.get(-frame)?.();
    ends.delete(-frame);
    call.call(globalThis, frame);
  });

  // Scripts that are added later; the others are loaded with the document.
  new MutationObserver((changes) => {
    for (const script of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(script instanceof HTMLScriptElement) || !script.src || document.readyState !== "complete") continue;
      const end = begin(`the script ${script.src}`);
      ["load", "error"].forEach((event) => script.addEventListener(event, end));
    }
  }).observe(document, { childList: true, subtree: true });

  // An address changes before the event that says so.
  let heardAddress = location.href;
  const hearAddress = () => {
    heardAddress = location.href;
  };
  ["hashchange", "pageshow"].forEach((event) => addEventListener(event, hearAddress, true));
  ["pushState", "replaceState"].forEach((method) => wrap(History.prototype, method, (call) => function (...parts) {
    call.apply(this, parts);
    hearAddress();
  }));

  // The workers that run, and how many games a series plays at most.
  /** @type {Set<CountedWorker>} */
  const workers = new Set();
  /** @type {number | null | undefined} */
  let heldGames;
  const NativeWorker = Worker;
  class CountedWorker extends NativeWorker {
    #address;
    // Ends the wait for the first message, and the one for each number that the worker was asked to
    // answer at rest.
    #end;
    #asked = new Map();
    // How long it is patient, as it said last: the delays.
    /** @type {number[]} */
    delays = [];
    // Whether it has this script, and may be asked; `undefined` before its first message.
    /** @type {boolean | undefined} */
    #answers;

    /**
     * @param {string | URL} address
     * @param {WorkerOptions} [options]
     */
    constructor(address, options) {
      super(address, options);
      this.#address = address;
      this.#end = begin(`the first message of ${address}`);
      workers.add(this);
      super.addEventListener("error", () => this.#hear(false));
      super.addEventListener("message", (event) => {
        /** @type {{ settling?: { number: number, delays?: number[] } }} */
        const { settling } = event.data ?? {};
        this.#hear(settling !== undefined);
        if (!settling) return;
        event.stopImmediatePropagation();
        this.delays = settling.delays ?? [];
        this.#asked.get(settling.number)?.();
        this.#asked.delete(settling.number);
      });
    }

    /** @param {boolean} answers */
    #hear(answers) {
      if (this.#answers !== undefined) return;
      this.#answers = answers;
      this.#end();
      // Messages to it have waited.
      this.ask({ heldGames });
    }

    // Counts the worker as unfinished until it has done all that it was sent before.
    /** @param {{ heldGames?: number | null, advance?: number }} message */
    ask(message) {
      if (!this.#answers) return;
      const number = begun + 1;
      this.#asked.set(number, begin(`an answer of ${this.#address}`));
      super.postMessage({ settling: { ...message, number } });
    }

    /** @param {[message: any, options?: any]} parts */
    postMessage(...parts) {
      super.postMessage(...parts);
      // What a port sends comes from another worker.
      if (!(globalThis.event?.target instanceof MessagePort)) this.ask({});
    }

    terminate() {
      workers.delete(this);
      this.#answers = false;
      [this.#end, ...this.#asked.values()].forEach((end) => end());
      super.terminate();
    }
  }
  globalThis.Worker = CountedWorker;

  const isInFront = () => {
    try {
      return Boolean(top?.document.hasFocus());
    } catch {
      return document.hasFocus();
    }
  };

  const frames = () => Array.from({ length: window.length }, (_, number) => window[number]).flatMap((frame) => {
    try {
      return frame.settling ?? [];
    } catch {
      // It is of another origin.
      return [];
    }
  });

  namesOfUnfinished = () => [
    // Only the page in front, which has the focus, draws frames.
    ...[...unfinished.values()].filter((name) => name !== FRAME || isInFront()),
    ...document.readyState === "complete" ? [] : ["the document"],
    ...location.href === heardAddress ? [] : ["the event of its new address"],
    ...frames().flatMap((frame) => frame.unfinished()),
  ];

  Object.assign(settling, {
    unfinished: () => namesOfUnfinished(),

    // Lets the page, its frames and its workers be patient for this long.
    /** @param {number} milliseconds */
    async advance(milliseconds) {
      await whenSettled();
      await advanceTo(now + milliseconds);
      workers.forEach((worker) => worker.ask({ advance: milliseconds }));
      await Promise.all(frames().map((frame) => frame.advance(milliseconds)));
      await whenSettled();
    },

    // The delays, in milliseconds, for which the page and its workers are patient now.
    async patience() {
      workers.forEach((worker) => worker.ask({}));
      await whenSettled();
      return [...delays(), ...[...workers].flatMap((worker) => worker.delays)];
    },

    // Lets a series play this many games and no more; `null` lifts that.
    /** @param {number | null} games */
    holdSeries(games) {
      heldGames = games;
      workers.forEach((worker) => worker.ask({ heldGames }));
    },
  });
}
