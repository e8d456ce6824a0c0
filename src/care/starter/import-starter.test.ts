import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder, freshContext } from "../../../test/kit/store.ts";
import { listLessons } from "../../lesson/table/list.ts";
import { packageRoot } from "../../platform/paths.ts";
import { editLesson } from "../../lesson/edit.ts";
import { importStarter, starterFiles, starterFolder } from "./import-starter.ts";
import { moveLesson } from "../../lesson/move.ts";
import { showLesson } from "../../lesson/find.ts";
import { keepLedger, ledgerCall } from "../../../test/kit/ledger.ts";
import type { Context } from "../../platform/context.ts";

const folder = starterFolder(packageRoot());
const slugs = starterFiles(folder).map(({ slug }) => slug);
const take = (context: Context, from = folder) =>
  importStarter(context, from, { isDryRun: false, which: "all" });

test("every lesson of the library comes in as a candidate, under the name of its file", () => {
  const context = freshContext();
  expect(take(context)).toEqual({
    file: folder,
    system: "starter",
    found: slugs.length,
    added: slugs,
    already: 0,
    unconcerned: 0,
    areStatesKept: false,
    wishes: { active: 0, hold: 0 },
    bad: [],
    remarks: [],
    renamedTo: null,
    openScope: null,
  });
  const { lessons } = listLessons(context.database, { sort: "slug", limit: 1000 });
  expect(lessons.map(({ slug, status }) => ({ slug, status }))).toEqual(
    slugs.map((slug) => ({ slug, status: "candidate" })),
  );
  expect(showLesson(context, slugs[0] ?? "")).toMatchObject({
    status: "candidate",
    source: "imported",
    delivery: "advise",
    scope: "global",
    evidence: [],
    transitions: [
      { from: "none", to: "candidate", by: "import", because: "from the starter library" },
    ],
  });
});

test("each is taken once, whatever a person has done with it since", async () => {
  const context = freshContext();
  const [first = "", second = "", third = ""] = take(context).added;
  moveLesson(context, first, { verdict: "archive", by: "person", because: "not for me" });
  await editLesson(context, second, "summary", "in my words");
  moveLesson(context, third, { verdict: "approve", by: "person" });
  expect(take(context)).toMatchObject({ added: [], already: slugs.length });
  expect(showLesson(context, first)).toMatchObject({ status: "archived" });
  expect(showLesson(context, second)).toMatchObject({ summary: "in my words" });
  expect(showLesson(context, third)).toMatchObject({ status: "active" });
});

test("a later version of a lesson that is here is not offered again; a new one is", () => {
  const context = freshContext();
  take(context);
  const [file] = starterFiles(folder);
  const text = readFileSync(file?.path ?? "", "utf8");
  const later = join(freshFolder(), "starter");
  mkdirSync(later);
  const reworded = text.replace(/\.\n/, ", and more.\n");
  expect(reworded).not.toBe(text);
  writeFileSync(join(later, `${file?.slug}.md`), reworded);
  writeFileSync(join(later, "brand-new.md"), reworded);
  expect(take(context, later)).toMatchObject({ found: 2, added: ["brand-new"], already: 1 });
});

test("what says the same as a lesson of the person's own is not doubled", () => {
  const context = freshContext();
  const mine = join(freshFolder(), "starter");
  mkdirSync(mine);
  const [file] = starterFiles(folder);
  writeFileSync(join(mine, "my-own-name.md"), readFileSync(file?.path ?? "", "utf8"));
  take(context, mine);
  expect(take(context)).toMatchObject({ added: slugs.slice(1), already: 1 });
});

test("a dry run counts and keeps nothing", () => {
  const context = freshContext();
  expect(importStarter(context, folder, { isDryRun: true, which: "all" }).added).toEqual(slugs);
  expect(listLessons(context.database, { sort: "slug", limit: 1 }).total).toBe(0);
});

test("a file that is no lesson is named, and none is taken", () => {
  const context = freshContext();
  const broken = freshFolder();
  writeFileSync(join(broken, "a.md"), "---\nlesson: 1\nkind: pitfall\nsummary: x\n---\n");
  expect(() => take(context, broken)).toThrow(join(broken, "a.md"));
  expect(listLessons(context.database, { sort: "slug", limit: 1 }).total).toBe(0);
});

test("only those come in that the person's own calls speak for", () => {
  const context = freshContext();
  keepLedger(context.database, [
    ledgerCall({ head: "git stash", command: "git stash" }),
    ledgerCall({
      ordinal: 1,
      tool: "Edit",
      head: "Edit",
      command: null,
      path: "src/total.test.ts",
    }),
    ledgerCall({ ordinal: 2, head: "npm test", command: "npm test" }),
  ]);
  const { added, unconcerned } = importStarter(context, folder, {
    isDryRun: true,
    which: "concerning",
  });
  expect(added).toContain("git-stash-leaves-untracked-files-behind");
  // What is written into a file is not in the ledger: its language is.
  expect(added).toContain("focused-tests-left-behind");
  expect(added).not.toContain("kubectl-delete-without-a-context");
  expect(added).not.toContain("patch-where-it-is-looked-up");
  expect(unconcerned).toBe(slugs.length - added.length);
});

test("a person without a history is offered none", () => {
  const { added, unconcerned } = importStarter(freshContext(), folder, {
    isDryRun: true,
    which: "concerning",
  });
  expect({ added, unconcerned }).toEqual({ added: [], unconcerned: slugs.length });
});
