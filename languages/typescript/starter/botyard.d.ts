// What a bot can call, beside the language itself. It is for editors and `tsc`: a bot plays without
// it. It is not called bot.d.ts, which compilers take for a product of bot.ts.

/** The next line that the bot is sent, without its end; `null` after the last. */
declare function readline(): string | null;
/** Writes a line to stdout: text as it is, objects as JSON, with blanks between several values. */
declare function print(...values: unknown[]): void;
/** Ends the bot. */
declare function quit(status?: number): never;
/** The arguments of the bot; empty in matches. */
declare const scriptArgs: string[];
/** Milliseconds since the bot started, as the sandbox counts them. */
declare const performance: { now(): number };
/** `error`, `warn` and `trace` write to stderr, which never counts as a move; the others are `print`. */
declare const console: Record<"log" | "info" | "debug" | "error" | "warn" | "trace", (...values: unknown[]) => void>;
declare function queueMicrotask(job: () => void): void;
declare function btoa(text: string): string;
declare function atob(text: string): string;
