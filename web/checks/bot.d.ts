// What the interpreter gives a bot beside the language: see "What a script can use" in
// `docs/javascript.md`.

/** The next line that the bot is sent, without its end; `null` after the last. */
declare function readline(): string | null;
declare function print(...values: unknown[]): void;
declare function quit(status?: number): never;
declare const scriptArgs: string[];
declare const performance: { now(): number };
declare const console: Record<"log" | "info" | "debug" | "error" | "warn" | "trace", (...values: unknown[]) => void>;
declare function queueMicrotask(job: () => void): void;
declare function btoa(text: string): string;
declare function atob(text: string): string;
