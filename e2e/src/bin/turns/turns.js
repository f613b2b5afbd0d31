// Exchanges the bytes of a turn between two instances of a module, which suspend in each read
// (JSPI): the cost of suspending a module and calling its imports alone. Knows no sandbox, no
// budget and no match.

// A worker's program: plays the turns, and posts how long one took, in milliseconds.
const EXCHANGE = `onmessage = ({data: {module, question, turns}}) => {
    let left = turns, start = 0;
    const bots = [];
    // An instance waits for input, and has answered the question before.
    const next = (bot) => {
        if (bots.length < 2) return;
        if (left-- === 0) return postMessage((performance.now() - start) / turns);
        bots[bot === bots[0] ? 1 : 0].resume();
    };
    const begin = () => {
        const bot = {words: new Uint8Array(64)};
        const read = (_, buffer, __, length) => new Promise((go) => {
            bot.resume = () => {
                bot.bytes.set(question, bot.numbers[buffer >> 2]);
                bot.numbers[length >> 2] = question.length;
                go(0);
            };
            next(bot);
        });
        const write = (_, buffer, __, length) => {
            const [at, count] = [bot.numbers[buffer >> 2], bot.numbers[(buffer >> 2) + 1]];
            for (let index = 0; index < count; index++) bot.words[index] = bot.bytes[at + index];
            bot.numbers[length >> 2] = count;
            return 0;
        };
        const calls = {fd_read: new WebAssembly.Suspending(read), fd_write: write};
        const {exports} = new WebAssembly.Instance(module, {wasi_snapshot_preview1: calls});
        bot.bytes = new Uint8Array(exports.memory.buffer);
        bot.numbers = new Int32Array(exports.memory.buffer);
        WebAssembly.promising(exports._start)();
        bots.push(bot);
    };
    begin();
    begin();
    start = performance.now();
    bots[0].resume();
}`;

// The mean time of a turn in milliseconds, in this many workers at the same time. `module` is in
// Base64.
window.exchangeBytes = async (module, question, turns, workers) => {
    const address = URL.createObjectURL(new Blob([EXCHANGE], {type: "text/javascript"}));
    const compiled = await WebAssembly.compile(Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)));
    const job = {module: compiled, question: new TextEncoder().encode(question), turns};
    const exchange = () => new Promise((done, fail) => {
        const worker = new Worker(address);
        worker.onmessage = ({data}) => {
            worker.terminate();
            done(data);
        };
        worker.onerror = ({message}) => fail(new Error(message));
        worker.postMessage(job);
    });
    const times = await Promise.all(Array.from({length: workers}, exchange));
    URL.revokeObjectURL(address);
    return times.reduce((sum, time) => sum + time, 0) / times.length;
};
