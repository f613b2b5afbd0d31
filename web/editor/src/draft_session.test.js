// What happens to typed text, in one tab and between several of one browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { settle } from "../../testing/clock.js";
import { TEMPLATE, createBrowser, script } from "../../testing/editor_tabs.js";
import { JAVASCRIPT, PYTHON } from "../../testing/languages.js";

/** @typedef {import("../../testing/editor_tabs.js").Parts} Parts */

// How long typing rests before it is kept, and how long another tab's lock is waited for.
const REST = 301, PATIENCE = 1_501;
const NOT_KEPT = /^This draft is not kept: this browser's storage is full or switched off\./;

test("the first key is kept at once, and what is typed then as soon as typing rests", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  assert.deepEqual(browser.kept(), [], "an unchanged template is no draft");
  await page.type("1");
  assert.deepEqual(browser.kept(), [["my-bot", `1${TEMPLATE}`]]);
  await page.type("2");
  await page.type("3");
  assert.deepEqual(browser.kept(), [["my-bot", `1${TEMPLATE}`]]);
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept(), [["my-bot", `321${TEMPLATE}`]]);
});

test("typed text is kept when the page is hidden", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  await page.type("2");
  page.tab.document.hidden = true;
  page.tab.send("visibilitychange");
  await settle();
  assert.deepEqual(browser.kept(), [["my-bot", `21${TEMPLATE}`]]);
});

// Once the store had answered, the draft of the last visit took the place of what was being typed.
test("text that is typed before the store answers stays open, beside the draft of the last visit", async () => {
  const browser = createBrowser();
  const before = await browser.open();
  await before.type("1");
  browser.leave(before);
  let answer = () => {};
  const answered = new Promise(done => { answer = () => done(undefined); });
  /** @type {Parts["database"]} */
  const late = { ...browser.database, transact: (...parts) => answered.then(() => browser.database.transact(...parts)) };
  const page = browser.load({ database: late });
  await page.type("7");
  answer();
  await page.started;
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept(), [["my-bot", `1${TEMPLATE}`], ["my-bot-2", `7${TEMPLATE}`]]);
  assert.equal(page.text(), `7${TEMPLATE}`);
});

// A page that was left before the store had answered made a second draft, as if another tab had
// changed the first.
test("a draft stays one when the page is left while it is stored", async () => {
  const browser = createBrowser();
  let isSilent = false;
  // It keeps what it is given, without an answer.
  /** @type {Parts["database"]} */
  const silent = {
    ...browser.database,
    transact: (...parts) => {
      const result = browser.database.transact(...parts);
      return isSilent ? new Promise(() => {}) : result;
    },
  };
  let page = await browser.open({ database: silent }), typed = TEMPLATE;
  // The first time, the draft has no number yet.
  for (const [first, second] of ["12", "34"]) {
    isSilent = true;
    await page.type(first);
    await page.type(second);
    isSilent = false;
    typed = second + first + typed;
    page = await browser.reload(page, { database: silent });
    await browser.clock.advance(REST);
    assert.equal(page.text(), typed);
    assert.deepEqual(browser.kept(), [["my-bot", typed]]);
  }
});

test("text that the store never got is there after a reload, also if something is typed before the store answers", async () => {
  const browser = createBrowser();
  const dead = { ...browser.database, transact: () => new Promise(() => {}) };
  const page = browser.load({ database: dead });
  await page.type("1");
  const next = await browser.reload(page);
  assert.equal(next.text(), `1${TEMPLATE}`);
  assert.deepEqual(browser.kept(), [["my-bot", `1${TEMPLATE}`]]);
  browser.leave(next);

  const other = browser.load({ database: dead });
  await other.type("2");
  browser.leave(other);
  const last = browser.load({ sessionStorage: other.tab.sessionStorage });
  last.type("3");
  await last.started;
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept().map(([, text]) => text).sort(), [`1${TEMPLATE}`, `2${TEMPLATE}`, `3${TEMPLATE}`]);
});

// Text that the tab had remembered when the page was left replaced text that was typed after its
// return.
test("a page that comes back forgets what it has remembered", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  await page.type("x");
  page.tab.send("pagehide");
  await settle();
  assert.deepEqual(browser.kept(), [["my-bot", `x1${TEMPLATE}`]]);
  page.tab.send("pageshow", { persisted: true });
  await settle();
  await page.type("2");
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept(), [["my-bot", `2x1${TEMPLATE}`]]);
  const next = await browser.reload(page);
  assert.equal(next.text(), `2x1${TEMPLATE}`);
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept(), [["my-bot", `2x1${TEMPLATE}`]]);
});

test("who asks for the draft to be kept is told that it is, or why not", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.session.keepAsked();
  assert.deepEqual([browser.kept(), page.status], [[["my-bot", TEMPLATE]], "my-bot is kept in this browser, as after every change."]);
  const second = await browser.open();
  await browser.clock.advance(PATIENCE);
  await second.session.keepAsked();
  assert.equal(second.status, "Another tab edits this draft.");
  browser.database.failures.put = "QuotaExceededError";
  await page.type("4");
  await page.session.keepAsked();
  assert.equal(page.status, "");
  assert.match(page.told(), NOT_KEPT);
});

test("text that another tab has changed meanwhile is kept beside what is typed here", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  const [draft] = browser.database.rows();
  await browser.otherTab().keep({ ...draft, files: script("// elsewhere") });
  await page.type("2");
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept(), [["my-bot", "// elsewhere"], ["my-bot-2", `21${TEMPLATE}`]]);
  assert.equal(page.told(), "my-bot was changed in another tab meanwhile. What you have typed here is kept beside it, as my-bot-2.");
  await page.type("3");
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept()[1], ["my-bot-2", `321${TEMPLATE}`]);
});

// Text typed since the draft was last stored could be read, but was lost with the page.
test("what was just typed is not lost to a tab that takes the draft over", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  await page.type("x");
  browser.takeOver(1);
  await settle();
  await settle();
  assert.match(page.told(), /^my-bot was changed in another tab meanwhile\./);
  assert.deepEqual(browser.kept(), [["my-bot", `1${TEMPLATE}`], ["my-bot-2", `x1${TEMPLATE}`]]);
  await page.type("2");
  assert.equal(page.text(), `2x1${TEMPLATE}`);
});

test("a draft is edited in one of two tabs", async () => {
  const browser = createBrowser();
  const first = await browser.open();
  await first.type("1");
  const second = await browser.open();
  assert.equal(second.text(), `1${TEMPLATE}`);
  // It could be changed until the browser had reported the other tab's lock.
  assert.ok(second.isReadOnly && !second.session.canChange());
  await browser.clock.advance(PATIENCE);
  assert.equal(second.told(), "my-bot is open in another tab, and is edited there. Here it can be read.");
  assert.ok(second.isReadOnly);
  await second.press("Edit a copy");
  assert.deepEqual(browser.kept(), [["my-bot", `1${TEMPLATE}`], ["my-bot-2", `1${TEMPLATE}`]]);
  await second.type("3");
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept()[1], ["my-bot-2", `31${TEMPLATE}`]);

  await second.session.open("my-bot");
  await browser.clock.advance(PATIENCE);
  // What the first tab has typed last, and kept, is what the second goes on with.
  await first.type("2");
  await browser.clock.advance(REST);
  await second.press("Edit it here");
  assert.equal(second.text(), `21${TEMPLATE}`);
  assert.equal(first.told(), "my-bot is now edited in another tab. What is here can be read.");
  assert.ok(first.isReadOnly && !second.isReadOnly);
  await second.type("4");
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept(), [["my-bot", `421${TEMPLATE}`], ["my-bot-2", `31${TEMPLATE}`]]);
});

// It went on with the text that it had shown while it waited, and split it off as another draft.
test("a tab that is read-only until another one has let go can be edited then, with what that has kept", async () => {
  const browser = createBrowser();
  const first = await browser.open();
  await first.type("1");
  const second = await browser.open();
  assert.match(second.session.whyReadOnly(), /^It is not known yet/);
  await first.type("2");
  await browser.clock.advance(REST);
  await first.session.beginAnother();
  await settle();
  assert.ok(second.session.canChange() && !second.isReadOnly);
  assert.equal(second.notice, undefined);
  await second.type("3");
  assert.deepEqual(browser.kept(), [["my-bot", `321${TEMPLATE}`], ["my-bot-2", TEMPLATE]]);
});

// Its text was then shown as if it could be changed, and nothing of what was typed was kept.
test("a browser that does not say why the wait for a lock has ended does not give the draft to two tabs", async () => {
  const browser = createBrowser();
  const first = await browser.open();
  await first.type("1");
  /** @type {Parts["locks"]} */
  const locks = {
    request: (_name, { signal }) => new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    }),
  };
  const second = await browser.open({ locks });
  await browser.clock.advance(PATIENCE);
  assert.ok(second.isReadOnly && !second.session.canChange());
  assert.equal(second.session.whyReadOnly(), "Another tab edits this draft.");
  assert.equal(second.told(), "my-bot is open in another tab, and is edited there. Here it can be read.");
});

test("two tabs that begin at the same time keep two drafts, and the second says under which name", async () => {
  const browser = createBrowser();
  const [first, second] = [await browser.open(), await browser.open()];
  await Promise.all([first.type("1"), second.type("2")]);
  assert.deepEqual(browser.kept(), [["my-bot", `1${TEMPLATE}`], ["my-bot-2", `2${TEMPLATE}`]]);
  assert.deepEqual([first.status, second.status], ["", "Another tab has a draft called my-bot: this one is kept as my-bot-2."]);
});

// Without locks, two tabs edit a draft: the text of the tab that was left last was nowhere.
test("text that conflicts with another tab's is kept beside it when the page is left, and told after a reload", async () => {
  const browser = createBrowser();
  const locks = { request: async () => { throw new DOMException("", "SecurityError"); } };
  const first = await browser.open({ locks });
  await first.type("1");
  const second = await browser.open({ locks });
  await browser.clock.advance(REST);
  await first.type("2");
  const typing = second.type("3");
  second.tab.send("pagehide");
  await typing;
  assert.deepEqual(browser.kept(), [["my-bot", `21${TEMPLATE}`], ["my-bot-2", `31${TEMPLATE}`]]);
  const reloaded = await browser.open({ locks, sessionStorage: second.tab.sessionStorage });
  assert.equal(reloaded.text(), `31${TEMPLATE}`);
  assert.match(reloaded.told(), /^my-bot was changed in another tab meanwhile\..* as my-bot-2\.$/);
  assert.equal(browser.kept().length, 2);
});

// Only the list of that visit had it.
test("text of the last visit that conflicts with another tab's is kept beside it, also if something else is typed first", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  const [draft] = browser.database.rows();
  const dead = { ...browser.database, transact: () => new Promise(() => {}) };
  const left = browser.load({ database: dead });
  left.tab.sessionStorage.setItem("botyard-draft-typed-connect-four", JSON.stringify({ ...draft, files: script("// typed"), follows: "a visit" }));
  await page.type("2");
  await browser.clock.advance(REST);
  browser.leave(page);
  const next = browser.load({ sessionStorage: left.tab.sessionStorage });
  next.type("3");
  await next.started;
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept().map(([, text]) => text).sort(), ["// typed", `21${TEMPLATE}`, `3${TEMPLATE}`]);
});

test("what another tab edits is neither renamed nor changed by what was offered for another draft", async () => {
  const browser = createBrowser();
  const first = await browser.open();
  await first.type("1");
  const second = await browser.open();
  await browser.clock.advance(PATIENCE);
  assert.equal(second.session.rename("other"), false);
  const [, [, editCopy]] = second.notice?.actions ?? [];
  await second.session.begin();
  editCopy();
  await settle();
  assert.deepEqual(browser.kept(), [["my-bot", `1${TEMPLATE}`], ["my-bot-2", TEMPLATE]]);
});

// A browser that refuses locks was taken for another tab, and the draft could not be changed.
test("a browser that refuses locks keeps drafts", async () => {
  const browser = createBrowser();
  const locks = { request: async () => { throw new DOMException("", "SecurityError"); } };
  const page = await browser.open({ locks });
  await page.type("1");
  await page.type("2");
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept(), [["my-bot", `21${TEMPLATE}`]]);
  assert.equal(page.notice, undefined);
});

test("what a full store does not keep is here until the page is closed, and kept once there is room", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  assert.ok(page.tab.send("beforeunload"), "nobody is asked: all is kept");
  browser.database.failures.put = "QuotaExceededError";
  await page.type("4");
  await browser.clock.advance(REST);
  assert.match(page.told(), NOT_KEPT);
  assert.equal(page.notice?.actions[0][0], "Save as a file");
  assert.ok(!page.tab.send("beforeunload"), "the visitor is asked before leaving");
  await page.session.begin();
  assert.equal(page.text(), TEMPLATE);
  assert.deepEqual(page.session.names(), ["my-bot-2", "my-bot"]);
  await page.session.open("my-bot");
  assert.equal(page.text(), `41${TEMPLATE}`);
  delete browser.database.failures.put;
  await browser.clock.advance(5_001);
  assert.deepEqual(browser.kept(), [["my-bot", `41${TEMPLATE}`]]);
});

test("a notice that nothing is kept goes as soon as it is untrue", async () => {
  const browser = createBrowser();
  browser.database.failures.put = "QuotaExceededError";
  const page = await browser.open();
  await page.type("4");
  assert.match(page.told(), NOT_KEPT);
  delete browser.database.failures.put;
  await browser.clock.advance(5_001);
  assert.equal(page.notice, undefined);
  assert.deepEqual(browser.kept(), [["my-bot", `4${TEMPLATE}`]]);
  assert.ok(page.tab.send("beforeunload"));
});

// The editor waited for the storage for ever, without a notice.
test("a store that does not answer is said, and asked again", async () => {
  const browser = createBrowser();
  const before = await browser.open();
  await before.type("1");
  browser.leave(before);
  browser.database.failures.open = "TimeoutError";
  const page = await browser.open();
  assert.match(page.told(), NOT_KEPT);
  assert.equal(page.text(), TEMPLATE);
  await browser.clock.advance(5_001);
  assert.match(page.told(), NOT_KEPT);
  delete browser.database.failures.open;
  await browser.clock.advance(5_001);
  assert.equal(page.notice, undefined);
  assert.equal(page.text(), `1${TEMPLATE}`, "the draft of the last visit opens, as nothing else was begun");
});

test("a draft that the store does not delete stays", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  browser.database.failures.delete = "UnknownError";
  await page.session.remove();
  assert.match(page.told(), /^my-bot was not deleted/);
  assert.equal(page.text(), `1${TEMPLATE}`);
});

// Text typed since, which could not be stored, was lost when the draft came back.
test("a deleted draft comes back as it was typed, also where nothing can be stored", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  browser.database.failures.put = "QuotaExceededError";
  await page.type("4");
  await browser.clock.advance(REST);
  await page.session.remove();
  assert.match(page.told(), /^my-bot was deleted\./);
  const { notice } = page;
  assert.equal(page.text(), TEMPLATE);
  await page.type("5");
  page.notice = notice;
  await page.press("Undo");
  assert.equal(page.text(), `41${TEMPLATE}`);
  await page.session.open("my-bot-2");
  assert.equal(page.text(), `5${TEMPLATE}`);
});

// A reload showed the draft that was changed last: after a link was opened, that is the link's.
test("a page that is loaded again shows the draft that was chosen last", async () => {
  const browser = createBrowser();
  let page = await browser.open();
  await page.type("2");
  await page.session.takeShared({ name: "shared", files: script("// Of a link."), origin: "link" });
  assert.deepEqual(browser.kept(), [["my-bot", `2${TEMPLATE}`], ["shared", "// Of a link."]]);
  page = await browser.reload(page);
  assert.equal(page.text(), "// Of a link.");
  assert.equal(page.session.origin(), "link");
  await page.session.open("my-bot");
  page = await browser.reload(page);
  assert.equal(page.text(), `2${TEMPLATE}`);
  assert.deepEqual(browser.kept(), [["my-bot", `2${TEMPLATE}`], ["shared", "// Of a link."]]);
});

// The first press showed the same template under the same name.
test("New keeps an untouched draft, and begins another", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.session.beginAnother();
  assert.deepEqual(browser.kept(), [["my-bot", TEMPLATE], ["my-bot-2", TEMPLATE]]);
  assert.equal(page.name(), "my-bot-2");
});

test("another language takes the place of an untouched draft, and is beside one that was typed", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.session.beginIn(PYTHON);
  assert.deepEqual([page.name(), page.session.draft().files[0].path, browser.kept()], ["my-bot", "bot.py", []]);
  await page.type("1");
  await page.session.beginIn(PYTHON);
  assert.equal(page.name(), "my-bot");
  await page.session.beginAnother();
  assert.deepEqual([page.name(), page.session.draft().files[0].path], ["my-bot-2", "bot.py"], "it stays in the language");
  await page.session.beginIn(JAVASCRIPT);
  assert.deepEqual([page.name(), page.session.draft().files[0].path], ["my-bot-3", "bot.js"]);
});

test("an untouched draft in a chosen language is kept once it is run, one in the usual language is not", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.session.keepRun();
  assert.deepEqual(browser.kept(), []);
  await page.session.beginIn(PYTHON);
  await page.session.keepRun();
  assert.deepEqual(browser.kept().map(([name]) => name), ["my-bot"]);
});

test("an untouched draft does not occupy its name", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.session.begin("my-bot", script("// First."));
  assert.deepEqual(browser.kept(), [["my-bot", "// First."]]);
});

test("a draft that was taken from the page is kept when it is changed, and each time under a free name", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.session.take({ name: "lookahead", files: script("// Looks.") });
  assert.deepEqual(browser.kept(), []);
  await page.type("//");
  assert.deepEqual(browser.kept(), [["lookahead", "//// Looks."]]);
  await page.session.take({ name: "lookahead", files: script("// Looks.") });
  await page.type("7");
  await browser.clock.advance(REST);
  assert.deepEqual(browser.kept(), [["lookahead", "//// Looks."], ["lookahead-2", "7// Looks."]]);
});

test("a bot from elsewhere is the same draft until it is changed", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  const bot = { name: "mine", files: script("// Mine.") };
  assert.equal(await page.session.takeShared(bot), false);
  assert.equal(await page.session.takeShared(bot), true);
  await settle();
  assert.deepEqual(browser.kept(), [["mine", "// Mine."]]);
  await page.type("1");
  await browser.clock.advance(REST);
  assert.equal(await page.session.takeShared(bot), false);
  assert.deepEqual(browser.kept(), [["mine", "1// Mine."], ["mine-2", "// Mine."]]);
});

// The reader's own draft was marked as having come with the file.
test("an origin is its draft's alone, and forgotten once its reader knows it", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.session.takeShared({ name: "mine", files: script("// Mine."), origin: "file" });
  await page.session.beginAnother();
  assert.equal(page.session.origin(), undefined);
  await page.session.open("mine");
  await settle();
  assert.equal(page.session.origin(), "file");
  page.session.forgetOrigin();
  await browser.clock.advance(REST);
  assert.equal(page.session.origin(), undefined);
  assert.ok(browser.database.rows().every(({ origin }) => origin === undefined));
});

test("drafts are renamed, copied and deleted, and a deletion is undone", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  const text = `1${TEMPLATE}`;
  assert.equal(page.session.rename("alpha"), true);
  await settle();
  assert.deepEqual(browser.kept(), [["alpha", text]]);
  await page.session.duplicate();
  assert.deepEqual(browser.kept(), [["alpha", text], ["alpha-2", text]]);
  await page.session.remove();
  assert.deepEqual(browser.kept(), [["alpha", text]]);
  assert.equal(page.told(), "alpha-2 was deleted.");
  await page.press("Undo");
  assert.deepEqual(browser.kept(), [["alpha", text], ["alpha-2", text]]);
  assert.equal(page.name(), "alpha-2");
});

test("a draft that another tab has deleted is said to be so", async () => {
  const browser = createBrowser();
  const page = await browser.open();
  await page.type("1");
  await page.session.beginAnother();
  await browser.otherTab().remove(1);
  await page.session.open("my-bot");
  assert.equal(page.status, "my-bot was deleted in another tab.");
  assert.equal(page.name(), "my-bot-2");
});
