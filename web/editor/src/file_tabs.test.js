// The strip of files: which names they may have, and what their tabs do.

import assert from "node:assert/strict";
import { test } from "node:test";

import { elementOf, findAll, installDocument } from "../../testing/elements.js";
import { createFileTabs } from "./file_tabs.js";

const createTabs = (files = ["bot.js"]) => {
  const document = installDocument();
  const strip = document.createElement("div");
  document.body.append(strip);
  const draft = { files, shown: files[0] };
  const draw = () => tabs.draw(draft.files, draft.shown);
  /** @param {string} path */
  const show = path => {
    draft.shown = path;
    draw();
  };
  const tabs = createFileTabs(elementOf(strip), {
    show,
    add: () => {
      const path = `file${draft.files.length + 1}.js`;
      draft.files = [...draft.files, path];
      show(path);
      return path;
    },
    rename: (path, name) => {
      if (draft.files.includes(name)) return false;
      draft.files = draft.files.map(other => (other === path ? name : other));
      show(name);
      return true;
    },
    remove: path => {
      draft.files = draft.files.filter(other => other !== path);
      show(draft.files[0]);
    },
  });
  draw();
  /** @param {string} id */
  const find = id => findAll(id)[0];
  // Asks for a file, and types a name for it.
  /** @param {string} name */
  const name = name => {
    if (!find("write-file-name")) find("write-add-file").click();
    const field = find("write-file-name");
    field.value = name;
    return field;
  };
  const names = () => strip.querySelectorAll("[role=tab]").map(({ textContent }) => textContent);
  return Object.assign(draft, { document, strip, tabs, find, name, names, refusal: () => find("write-file-refused").textContent });
};

// The reason was in a tooltip.
test("why a name is refused is said, until it is a good one", () => {
  const draft = createTabs();
  for (const bad of ["bad name!.js", "helper.exe", ".hidden.js", "a/b.js", `${"x".repeat(41)}.js`]) {
    const field = draft.name(bad);
    field.press("Enter");
    assert.match(draft.refusal(), /^A file needs a name such as helper\.js/, bad);
    assert.equal(field.getAttribute("aria-describedby"), draft.find("write-file-refused").getAttribute("id"));
  }
  draft.name("bot.js").press("Enter");
  assert.equal(draft.refusal(), "There is a file called bot.js already.");
  draft.name("helper.js").press("Enter");
  assert.equal(draft.refusal(), "");
  assert.deepEqual(draft.names(), ["bot.js", "helper.js"]);
  assert.equal(draft.document.activeElement?.textContent, "helper.js");
});

test("Escape leaves the name as it was", () => {
  const draft = createTabs();
  draft.name("helper.js").press("Escape");
  assert.deepEqual(draft.names(), ["bot.js", "file2.js"]);
});

test("who goes elsewhere keeps a good name, and a bad one is forgotten", () => {
  const draft = createTabs();
  draft.name("helper.js").blur();
  assert.deepEqual(draft.names(), ["bot.js", "helper.js"]);
  draft.name("bad name!.js").blur();
  assert.deepEqual(draft.names(), ["bot.js", "helper.js", "file3.js"]);
  assert.equal(draft.document.activeElement, null, "the focus is not taken back");
  assert.equal(draft.refusal(), "");
});

test("the first file is the bot: it is neither renamed nor deleted", () => {
  const draft = createTabs(["bot.js", "helper.js"]);
  assert.equal(draft.find("write-delete-file"), undefined);
  draft.find("write-file-1").click();
  assert.ok(draft.find("write-rename-file"));
  draft.find("write-delete-file").click();
  assert.deepEqual(draft.names(), ["bot.js"]);
  assert.equal(draft.document.activeElement?.textContent, "bot.js");
});

test("arrows go from tab to tab, around the ends", () => {
  const draft = createTabs(["bot.js", "a.js", "b.js"]);
  /** @param {string} key */
  const press = key => draft.strip.querySelector("[aria-selected=true]")?.press(key);
  press("ArrowLeft");
  assert.equal(draft.shown, "b.js");
  press("ArrowRight");
  assert.equal(draft.shown, "bot.js");
  press("ArrowRight");
  assert.equal(draft.document.activeElement?.textContent, "a.js");
});

test("files of a draft that can only be read stay as they are", () => {
  const draft = createTabs(["bot.js", "helper.js"]);
  draft.tabs.setReadOnly(true);
  draft.find("write-file-1").click();
  for (const id of ["write-add-file", "write-rename-file", "write-delete-file"]) assert.equal(draft.find(id), undefined);
  draft.find("write-file-1").dispatchEvent(new Event("dblclick"));
  assert.equal(draft.find("write-file-name"), undefined);
});
