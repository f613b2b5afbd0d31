// Builds of a draft, as the page keeps them, and the results that are kept with them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepResults, keyOf, listBuilds, readBuild } from "./builds.js";

/** @typedef {import("./builds.js").Opponent & { digestVersion?: number }} Opponent */

/** @import { ListedBuild, ToBotLibrary } from "../../protocol/protocol" */

// The page's list.
/** @type {(name: string, number: number, results?: object, failure?: string) => ListedBuild} */
const row = (name, number, results = {}, failure = "") =>
  ({ name, number, sha256: `sha-${number}`, since: "today", note: "", results: JSON.stringify(results), files: 0, failure });
/** @type {(name: string, won: number, parts?: Partial<Opponent>) => Opponent} */
const opponent = (name, won, parts = {}) => ({
  name, label: name, isOwn: false, won, drawn: 0, lost: 0, faults: "", elo: "+10 ± 5", unknown: null, isOutdated: false, interval: [5, 10, 15], repeated: 0, units: 2, ...parts,
});

/** @type {ListedBuild[]} */
let rows;
/** @type {ToBotLibrary[]} */
const requests = [];
/** @param {ToBotLibrary} request */
const botLibrary = async request => {
  requests.push(request);
  if (request.type === "list") return { builds: rows };
  if (request.type === "keepResults") {
    rows.filter(({ name, sha256 }) => name === request.name && sha256 === request.sha256).forEach(row => { row.results = request.results; });
  }
  return undefined;
};
Object.assign(globalThis, { botLibrary });

// Keeps the results of a run of build 1, and reads them again.
/** @type {(opponents: Opponent[], run?: { game?: string, cases?: { passed: number, failed: number } }) => Promise<import("./builds.js").RunResults & { opponents: Opponent[] }>} */
const keep = async (opponents, { game = "connect-four", cases } = {}) => {
  await keepResults({ game, file: "my-bot.js", sha256: "sha-1", counted: 10, games: 20, opponents }, cases);
  const [{ results }] = await listBuilds(game, "my-bot.js");
  return { ...results, opponents: results.opponents ?? [] };
};
/** @type {(game: string) => Promise<Opponent[]>} */
const keptOpponents = async game => (await listBuilds(game, "my-bot.js"))[0].results.opponents ?? [];

test("the first build has the file's key, and others their numbers", () => {
  assert.deepEqual([keyOf("my-bot.js", 1), keyOf("my-bot.js", 2)], ["file:my-bot.js", "build:2:my-bot.js"]);
});

test("the builds of a file are listed, the newest first", async () => {
  rows = [row("my-bot.js", 1), row("other.js", 1), row("my-bot.js", 3, { counted: 4 }, "it fails in nearly all of its games"), row("my-bot.js", 2)];
  const builds = await listBuilds("connect-four", "my-bot.js");
  assert.deepEqual(builds.map(({ number }) => number), [3, 2, 1]);
  const [{ sha256, since, results, failure }] = builds;
  assert.deepEqual([sha256, since, results.counted, failure], ["sha-3", "today", 4, "it fails in nearly all of its games"]);
});

test("results that cannot be read are none", async () => {
  rows = ["", "{", "null", null].map((results, nth) => ({ ...row("my-bot.js", nth + 1), results }));
  assert.ok((await listBuilds("connect-four", "my-bot.js")).every(({ results }) => results.counted === undefined && results.opponents === undefined));
});

test("what is kept is what is shown again", async () => {
  rows = [row("my-bot.js", 1)];
  const known = opponent("random", 10);
  const unknown = opponent("negamax", 5, { elo: null, unknown: "one side has too few points", interval: null });
  const own = opponent("my-bot.js", 2, { label: "my-bot.js, build 1", isOwn: true });
  const results = await keep([known, unknown, own]);
  assert.deepEqual(results.opponents, [known, unknown, own]);
  assert.deepEqual([results.counted, results.games], [10, 20]);
});

test("kept results have the form that earlier versions of the page read", async () => {
  rows = [row("my-bot.js", 1)];
  await keep([opponent("negamax", 5, { elo: null, unknown: "one side has too few points", interval: null })]);
  const [kept] = JSON.parse(String(rows[0].results)).opponents;
  assert.equal(kept.elo, "n/a: one side has too few points");
  assert.ok(!("label" in kept) && !("isOwn" in kept) && !("unknown" in kept) && !("isOutdated" in kept));
});

test("another build of the file is told from other bots", async () => {
  const results = { opponents: ["my-bot.js", "my-bot.js, build 2", "my-bot.js.js", "random"].map(name => ({ ...opponent(name, 1), label: undefined })) };
  rows = [row("my-bot.js", 3, results)];
  const opponents = await keptOpponents("connect-four");
  assert.deepEqual(opponents.map(({ label, isOwn }) => [label, isOwn]), [
    ["my-bot.js, build 1", true], ["my-bot.js, build 2", true], ["my-bot.js.js", false], ["random", false],
  ]);
});

// Equal games of BitMartyr were once counted as different ones.
test("numbers that an earlier version has counted wrongly are not shown, and not kept for longer", async () => {
  rows = [row("my-bot.js", 1, { counted: 10, opponents: [opponent("random", 50), opponent("negamax", 50, { digestVersion: 2 })] })];
  const [random, negamax] = await keptOpponents("bitmartyr");
  assert.ok(random.isOutdated && random.elo === null && random.interval === null);
  assert.match(random.unknown ?? "", /run this build again$/);
  assert.ok(!negamax.isOutdated && negamax.elo === "+10 ± 5");
  const [connectFour] = await keptOpponents("connect-four");
  assert.ok(!connectFour.isOutdated);
  const { opponents } = await keep([opponent("random", 10, { digestVersion: 2 }), opponent("negamax", 10, { digestVersion: 2 })], { game: "bitmartyr" });
  assert.deepEqual(opponents.map(({ won }) => won), [10, 50]);
});

test("of runs of the same text, the numbers of more games stay, and those of opponents that were left out", async () => {
  rows = [row("my-bot.js", 1)];
  await keep([opponent("random", 10), opponent("negamax", 3)]);
  const { opponents } = await keep([opponent("random", 4), opponent("tactician", 2), opponent("human", 0)]);
  assert.deepEqual(opponents.map(({ name, won }) => [name, won]), [["random", 10], ["tactician", 2], ["negamax", 3]]);
  const { opponents: more } = await keep([opponent("random", 20)]);
  assert.equal(more[0].won, 20);
});

test("eight opponents are kept, those of the last run first", async () => {
  rows = [row("my-bot.js", 1)];
  await keep(["a", "b", "c", "d", "e"].map(name => opponent(name, 1)));
  const { opponents } = await keep(["f", "g", "h", "i", "j"].map(name => opponent(name, 1)));
  assert.deepEqual(opponents.map(({ name }) => name).join(""), "fghijabc");
});

test("the verdicts of cases stay until there are others", async () => {
  rows = [row("my-bot.js", 1)];
  assert.equal((await keep([])).cases, undefined);
  assert.deepEqual((await keep([], { cases: { passed: 2, failed: 1 } })).cases, { passed: 2, failed: 1 });
  assert.deepEqual((await keep([])).cases, { passed: 2, failed: 1 });
  assert.equal((await keep([], { cases: { passed: 0, failed: 0 } })).cases, undefined);
});

test("whenever results are kept, old builds are forgotten", async () => {
  rows = [row("my-bot.js", 1)];
  await keep([]);
  assert.deepEqual(requests.find(({ type }) => type === "trim"), { type: "trim", game: "connect-four", name: "my-bot.js", most: 60 });
});

test("where nothing is kept, that is an error", async () => {
  globalThis.botLibrary = undefined;
  await assert.rejects(listBuilds("connect-four", "my-bot.js"), /nothing is kept/);
  await assert.rejects(readBuild("connect-four", "my-bot.js", 1), /nothing is kept/);
});
