// A worker that the page's document starts for another one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { until } from "../../testing/clock.js";
import { relayedWorker } from "./relayed_worker.js";

test("the document is asked for a worker, and messages go through a port", async () => {
  /** @type {[parcel: [message: string, port: MessagePort], moved: MessagePort[]][]} */
  const asked = [];
  /** @type {unknown[]} */
  const got = [];
  /** @type {unknown[]} */
  const sent = [];
  Object.assign(globalThis, { postMessage: (/** @type {typeof asked[number]} */ ...message) => asked.push(message) });
  const worker = relayedWorker("./worker.js");
  const [[message, port], moved] = asked[0];
  assert.deepEqual([JSON.parse(message), moved], [{ type: "relay", address: "./worker.js" }, [port]]);
  port.onmessage = ({ data }) => sent.push(data);
  worker.postMessage(["play"]);
  worker.terminate();
  await until(() => sent.length === 2);
  assert.deepEqual(sent, [["play"], null]);
  worker.onmessage = event => got.push(event.data);
  worker.onerror = event => {
    event.preventDefault();
    got.push(event.message);
  };
  port.postMessage({ data: "played" });
  port.postMessage({ message: "it could not be started" });
  await until(() => got.length === 2);
  assert.deepEqual(got, ["played", "it could not be started"]);
  port.close();
});
