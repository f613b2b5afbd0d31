// What the page's workers have beside TypeScript's library of workers, whose global names are those
// of a worker that a page starts.

// The service worker (`offline/service_worker.js`) has these.
declare const registration: ServiceWorkerRegistration;
declare const clients: Clients;
declare function skipWaiting(): Promise<void>;
declare function addEventListener(type: "message", listener: (event: ExtendableMessageEvent) => void): void;

interface DedicatedWorkerGlobalScopeEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}

// `package-page` puts these before the service worker's text.
declare const VERSION: string;
declare const FILES: string[];
declare const OTHERS: string[];
declare const SIZES: number[];
declare const SCRIPTS: Record<string, string[]>;
