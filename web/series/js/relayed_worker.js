// A worker that the page's document starts for this one: see `series_store.js`. Firefox sometimes
// never returns from starting a worker in a worker.

/** @param {string} address */
export const relayedWorker = address => {
  const { port1: port, port2 } = new MessageChannel();
  /** @type {Pick<Worker, "postMessage" | "terminate"> & { onmessage?: (event: object) => void, onerror?: (event: object) => void }} */
  const worker = {
    postMessage: message => port.postMessage(message),
    terminate: () => port.postMessage(null),
  };
  port.onmessage = ({ data: { data, message } }) => {
    if (message === undefined) {
      worker.onmessage?.({ data });
    } else {
      worker.onerror?.({ message, preventDefault() {} });
    }
  };
  postMessage([address, port2], [port2]);
  return worker;
};
