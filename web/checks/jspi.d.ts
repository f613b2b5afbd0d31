// How a module is suspended while it waits for a promise (JSPI), which TypeScript's libraries do
// not have.

declare namespace WebAssembly {
  /** `undefined` where modules cannot be suspended. */
  const Suspending: { new (call: (...args: any[]) => unknown): ImportValue };
  /** `undefined` where modules cannot be suspended. */
  const promising: (exported: ExportValue) => (...args: any[]) => Promise<any>;
}
