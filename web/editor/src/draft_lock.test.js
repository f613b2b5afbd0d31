// Who may edit a draft, among the tabs of a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createClock, settle } from "../../testing/clock.js";
import { createLocks } from "../../testing/locks.js";
import { lockDraft } from "./draft_lock.js";

const createBrowser = () => {
  const clock = createClock(), locks = createLocks();
  /**
   * A tab's wish for the draft: what has come of it so far.
   * @param {number} id
   * @param {Parameters<typeof lockDraft>[1]} options
   */
  const lock = (id, options = {}) => {
    /** @type {{ isAnswered: boolean, release: (() => void) | undefined, isLost: boolean }} */
    const wish = { isAnswered: false, release: undefined, isLost: false };
    lockDraft(id, { locks, clock, ...options }, () => { wish.isLost = true; })
      .then(release => Object.assign(wish, { isAnswered: true, release }));
    return wish;
  };
  return { clock, locks, lock };
};

test("a draft is one tab's until that has released it", async () => {
  const { clock, lock } = createBrowser();
  const first = lock(1), second = lock(1), ofOther = lock(2);
  await clock.advance(1_000);
  assert.ok(first.release && ofOther.release && !second.isAnswered);
  first.release?.();
  await settle();
  assert.ok(second.release && !first.isLost);
});

test("after a while, another tab is taken to keep it", async () => {
  const { clock, lock } = createBrowser();
  lock(1);
  const second = lock(1);
  await clock.advance(1_501);
  assert.ok(second.isAnswered && !second.release);
});

test("who has it is told when another tab takes it over", async () => {
  const { lock } = createBrowser();
  const first = lock(1);
  await settle();
  const second = lock(1, { steal: true });
  await settle();
  assert.ok(first.isLost && second.release);
});

test("what was released is not lost later", async () => {
  const { lock } = createBrowser();
  const first = lock(1);
  await settle();
  first.release?.();
  lock(1, { steal: true });
  await settle();
  assert.ok(!first.isLost);
});

test("a wait that has ended does not end the lock", async () => {
  const { clock, locks, lock } = createBrowser();
  const first = lock(1);
  await clock.advance(10_000);
  assert.ok(first.release && !first.isLost && locks.isHeld("botyard-draft-1"));
});

test("a browser without locks, or that refuses them, lets the draft be edited", async () => {
  const { lock } = createBrowser();
  const refusing = { request: async () => { throw new DOMException("", "SecurityError"); } };
  const wishes = [lock(1, { locks: null }), lock(1, { locks: refusing })];
  await settle();
  assert.ok(wishes.every(({ release, isLost }) => release && !isLost));
});
