// A worker that the page's document starts for this one: see `series_store.js`. Firefox sometimes
// never returns from starting a worker in a worker.

/** @param {string} address */
export const relayedWorker = address => {
  const { port1: port, port2 } = new MessageChannel();
  /**
   * @type {{ postMessage: (message: unknown) => void, terminate: () => void, onmessage?: (event: {
   * data: unknown }) => void, onerror?: (event: { message: string, preventDefault: () => void }) =>
   * void }}
   */
  const worker = {
    postMessage: message => port.postMessage(message),
    terminate: () => port.postMessage(null),
  };
  /** @param {MessageEvent<{ data: unknown, message?: string }>} event */
  port.onmessage = ({ data: { data, message } }) => {
    if (message === undefined) {
      worker.onmessage?.({ data });
    } else {
      worker.onerror?.({ message, preventDefault() {} });
    }
  };
  /** @type {import("../../protocol/protocol").ToDocument} */
  const message = { type: "relay", address };
  postMessage([JSON.stringify(message), port2], [port2]);
  return worker;
};
