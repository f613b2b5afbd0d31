// The row of drafts: their names, and what its buttons do.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findAll, installDocument } from "../../testing/elements.js";
import { createDraftList } from "./draft_list.js";

const createList = () => {
  const document = installDocument();
  /** @type {{ names: string[], open: string, isFree: boolean, status: string | undefined, renamed: number, opened: string[], removed: number, begun: string[] }} */
  const row = { names: ["alpha", "beta"], open: "alpha", isFree: true, status: undefined, renamed: 0, opened: [], removed: 0, begun: [] };
  /** @type {Parameters<typeof createDraftList>[0]["session"]} */
  const session = {
    draft: () => ({ name: row.open, files: [{ path: "bot.js", text: "" }] }),
    names: () => row.names,
    canChange: () => row.isFree,
    beginAnother: async () => {},
    beginIn: async ({ name }) => { row.begun.push(name); },
    duplicate: async () => {},
    open: async name => { row.opened.push(name); },
    remove: async () => { row.removed += 1; },
    rename: name => {
      if (row.isFree) row.names = row.names.map(other => (other === row.open ? name : other));
      if (row.isFree) row.open = name;
      return row.isFree;
    },
  };
  const { element, language, draw } = createDraftList({ session, say: text => { row.status = text; }, onRenamed: () => { row.renamed += 1; } });
  document.body.append(element, language);
  draw();
  /** @param {string} id */
  const find = id => findAll(id)[0];
  /** @param {string} id */
  const press = id => find(id).click();
  /** @param {string} name */
  const askName = name => {
    press("write-rename");
    const field = find("write-name");
    field.value = name;
    return field;
  };
  return Object.assign(row, { document, find, press, askName, draw });
};

test("it lists the drafts, the open one chosen, and opens another", () => {
  const row = createList();
  const list = row.find("write-draft");
  assert.deepEqual(list.options.map(({ text }) => text), ["alpha", "beta"]);
  assert.equal(list.value, "alpha");
  list.value = "beta";
  list.dispatchEvent(new Event("change"));
  assert.deepEqual(row.opened, ["beta"]);
});

test("it shows the draft's language, and begins a draft in another", () => {
  const row = createList();
  const language = row.find("write-language");
  assert.deepEqual([language.value, language.options.map(({ text }) => text)], ["javascript", ["JavaScript", "TypeScript", "Python"]]);
  language.value = "python";
  language.dispatchEvent(new Event("change"));
  assert.deepEqual(row.begun, ["Python"]);
});

test("a name is taken by Enter, and by going elsewhere; the list gets the focus only after a key", () => {
  const row = createList();
  const field = row.askName(" gamma ");
  assert.equal(row.document.activeElement, field);
  field.press("Enter");
  assert.deepEqual([row.open, row.renamed, row.status], ["gamma", 1, ""]);
  assert.equal(row.document.activeElement, row.find("write-draft"));
  row.askName("delta").blur();
  assert.deepEqual([row.open, row.renamed], ["delta", 2]);
  assert.equal(row.document.activeElement, null);
});

test("Escape keeps the name", () => {
  const row = createList();
  row.askName("gamma").press("Escape");
  assert.deepEqual([row.open, row.renamed], ["alpha", 0]);
  assert.ok(row.find("write-draft"));
});

test("why a name is refused is said, and the field stays", () => {
  const row = createList();
  const field = row.askName("a/b");
  field.press("Enter");
  assert.equal(row.status, "A bot's name has letters, digits, spaces and . _ - only.");
  assert.equal(field.getAttribute("aria-invalid"), "true");
  field.value = "beta";
  field.press("Enter");
  assert.equal(row.status, "There is a draft called beta already.");
  field.value = "gamma";
  field.press("Enter");
  assert.equal(row.open, "gamma");
});

test("a draft that another tab edits is neither renamed nor deleted", () => {
  const row = createList();
  row.isFree = false;
  row.press("write-delete");
  assert.deepEqual([row.status, row.removed], ["Another tab edits this draft.", 0]);
  row.status = "";
  row.askName("gamma").press("Enter");
  assert.deepEqual([row.status, row.open], ["Another tab edits this draft.", "alpha"]);
});
