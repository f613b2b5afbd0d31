// Runs a program with and without its budget, in turn. All system calls but `proc_exit` return 0
// without any effect: the programs need no other.

/**
 * The names by which a metered module is given more: those of its import, of its exported counter,
 * and how much it gets at once.
 * @typedef {{ from: string, refill: string, counter: string, slice: number }} BudgetNames
 */

const EXIT = new Error("exit");

/** @param {string} text */
const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

/** @type {(module: WebAssembly.Module, names: BudgetNames, refill: () => void) => WebAssembly.Imports} */
const importsOf = (module, names, refill) => {
    /** @type {WebAssembly.Imports} */
    const imports = {};
    for (const {module: from, name} of WebAssembly.Module.imports(module)) {
        imports[from] ??= {};
        const call = name === "proc_exit" ? () => { throw EXIT; } : () => 0;
        imports[from][name] = from === names.from && name === names.refill ? refill : call;
    }
    return imports;
};

// The duration of a fresh run in milliseconds, and its virtual time in nanoseconds.
/** @type {(module: WebAssembly.Module, names: BudgetNames) => { took: number, spent: number }} */
const run = (module, names) => {
    const slice = BigInt(names.slice);
    let granted = 0n;
    /** @type {WebAssembly.Global<"i64"> | null} */
    let counter = null;
    const refill = () => {
        if (!counter) return;
        granted += slice - counter.value;
        counter.value = slice;
    };
    const instance = new WebAssembly.Instance(module, importsOf(module, names, refill));
    /** @type {Record<string, any>} */
    const exports = instance.exports;
    counter = exports[names.counter] ?? null;
    const start = performance.now();
    try {
        exports._start();
    } catch (error) {
        if (error !== EXIT) throw error;
    }
    const took = performance.now() - start;
    return {took, spent: counter ? Number(granted - counter.value) : 0};
};

/** @param {number[]} numbers */
const median = numbers => numbers.sort((one, other) => one - other)[numbers.length >> 1];

// The first rounds do not count: engines compile in two tiers, and matches run mostly in the
// second.
window.measureBudget = async (plain, metered, names, rounds) => {
    const modules = await Promise.all([plain, metered].map(text => WebAssembly.compile(bytesOf(text))));
    /** @type {[number[], number[]]} */
    const times = [[], []];
    let spent = 0;
    for (let round = -3; round < rounds; round += 1) {
        modules.forEach((module, which) => {
            const one = run(module, names);
            if (round >= 0) times[which].push(one.took);
            spent ||= one.spent;
        });
        await new Promise(resolve => setTimeout(resolve, 50));
    }
    return {plain: median(times[0]), metered: median(times[1]), spent};
};
