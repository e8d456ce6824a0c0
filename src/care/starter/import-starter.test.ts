import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder, freshWorkshop } from "../../../test/kit/store.ts";
import { listLessons } from "../../lesson/table/list-lessons.ts";
import { packageRoot } from "../../platform/package-root.ts";
import { editLesson } from "../../lesson/edit-lesson.ts";
import { importStarter, starterFiles, starterFolder } from "./import-starter.ts";
import { moveLesson } from "../../lesson/move-lesson.ts";
import { showLesson } from "../../lesson/find-lesson.ts";
import type { Workshop } from "../../platform/context.ts";

const folder = starterFolder(packageRoot());
const slugs = starterFiles(folder).map(({ slug }) => slug);
const take = (workshop: Workshop, from = folder) =>
  importStarter(workshop, from, { isDryRun: false });

test("every lesson of the library comes in as a candidate, under the name of its file", () => {
  const workshop = freshWorkshop();
  expect(take(workshop)).toEqual({
    file: folder,
    system: "starter",
    found: slugs.length,
    added: slugs,
    already: 0,
    bad: [],
    remarks: [],
    renamedTo: null,
  });
  const { lessons } = listLessons(workshop.database, { sort: "slug", limit: 1000 });
  expect(lessons.map(({ slug, status }) => ({ slug, status }))).toEqual(
    slugs.map((slug) => ({ slug, status: "candidate" })),
  );
  expect(showLesson(workshop, slugs[0] ?? "")).toMatchObject({
    status: "candidate",
    source: "imported",
    delivery: "advise",
    scope: "global",
    evidence: [],
    transitions: [
      { from: "none", to: "candidate", by: "person", because: "taken from the starter library" },
    ],
  });
});

test("each is taken once, whatever a person has done with it since", async () => {
  const workshop = freshWorkshop();
  const [first = "", second = "", third = ""] = take(workshop).added;
  moveLesson(workshop, first, { verdict: "archive", by: "person", because: "not for me" });
  await editLesson(workshop, second, "summary", "in my words");
  moveLesson(workshop, third, { verdict: "approve", by: "person" });
  expect(take(workshop)).toMatchObject({ added: [], already: slugs.length });
  expect(showLesson(workshop, first)).toMatchObject({ status: "archived" });
  expect(showLesson(workshop, second)).toMatchObject({ summary: "in my words" });
  expect(showLesson(workshop, third)).toMatchObject({ status: "active" });
});

test("a later version of a lesson that is here is not offered again; a new one is", () => {
  const workshop = freshWorkshop();
  take(workshop);
  const [file] = starterFiles(folder);
  const text = readFileSync(file?.path ?? "", "utf8");
  const later = join(freshFolder(), "starter");
  mkdirSync(later);
  const reworded = text.replace(/\.\n/, ", and more.\n");
  expect(reworded).not.toBe(text);
  writeFileSync(join(later, `${file?.slug}.md`), reworded);
  writeFileSync(join(later, "brand-new.md"), reworded);
  expect(take(workshop, later)).toMatchObject({ found: 2, added: ["brand-new"], already: 1 });
});

test("what says the same as a lesson of the person's own is not doubled", () => {
  const workshop = freshWorkshop();
  const mine = join(freshFolder(), "starter");
  mkdirSync(mine);
  const [file] = starterFiles(folder);
  writeFileSync(join(mine, "my-own-name.md"), readFileSync(file?.path ?? "", "utf8"));
  take(workshop, mine);
  expect(take(workshop)).toMatchObject({ added: slugs.slice(1), already: 1 });
});

test("a dry run counts and keeps nothing", () => {
  const workshop = freshWorkshop();
  expect(importStarter(workshop, folder, { isDryRun: true }).added).toEqual(slugs);
  expect(listLessons(workshop.database, { sort: "slug", limit: 1 }).total).toBe(0);
});

test("a file that is no lesson is named, and none is taken", () => {
  const workshop = freshWorkshop();
  const broken = freshFolder();
  writeFileSync(join(broken, "a.md"), "---\nlesson: 1\nkind: pitfall\nsummary: x\n---\n");
  expect(() => take(workshop, broken)).toThrow(join(broken, "a.md"));
  expect(listLessons(workshop.database, { sort: "slug", limit: 1 }).total).toBe(0);
});
