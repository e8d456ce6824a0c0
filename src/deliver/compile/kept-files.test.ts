import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import {
  add,
  freshContext,
  freshFolder,
  gitStash,
  noon,
  versionBump,
} from "../../../test/kit/store.ts";
import { editLesson } from "../../lesson/edit.ts";
import { moveLesson } from "../../lesson/move.ts";
import type { Lesson, LessonDraft } from "../../lesson/record/lesson.ts";
import type { Context } from "../../platform/context.ts";
import { compile } from "./compile.ts";

const build = "this-one";

/** A store whose cache is compiled with what was kept, and one beside it that is always made whole. */
function twoCaches() {
  const home = freshFolder();
  const context: Context = {
    ...freshContext(),
    system: { ...freshContext().system, now: () => noon },
  };
  const paths = (cache: string) => ({
    home,
    cache: join(home, cache),
    skills: join(home, "skills"),
    schemas: join(home, "schemas"),
  });
  return {
    context,
    compileKept: (by = build) => compile(context, paths("kept"), { build: by }),
    compileWhole: () => compile(context, paths("whole")),
    current: (cache: "kept" | "whole") => join(home, cache, "current"),
  };
}

function filesIn(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => [relative(folder, path), readFileSync(path, "latin1")]),
  );
}

const numbered = (draft: LessonDraft, number: number): LessonDraft => ({
  ...draft,
  summary: `${draft.summary} ${number}`,
  body: { mistake: `mistake ${number}`, remediation: `remedy ${number}` },
  kind: "pitfall",
});

const change = fc.record({
  is: fc.constantFrom("add", "propose", "archive", "rank"),
  which: fc.nat(7),
});

test("law: what is taken over from the last compilation is what a whole one makes, to the byte", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const { context, compileKept, compileWhole, current } = twoCaches();
      const active: Lesson[] = [];
      for (const [number, { is, which }] of changes.entries()) {
        const draft = numbered(which % 2 === 0 ? gitStash : versionBump, number);
        const known = active[which % Math.max(active.length, 1)];
        if (is === "add") active.push(add(context, draft));
        else if (is === "propose") add(context, { ...draft, status: "candidate" });
        else if (known !== undefined && is === "rank")
          await editLesson(context, known.slug, "priority", String(1 + which));
        else if (known !== undefined) {
          moveLesson(context, known.slug, {
            verdict: "archive",
            by: "person",
            because: "no longer so",
          });
          active.splice(active.indexOf(known), 1);
        }
        expect(compileKept()).toEqual(compileWhole());
        expect(filesIn(current("kept"))).toEqual(filesIn(current("whole")));
      }
    }),
    law({ quick: 12, deep: 200 }),
  );
});

test("a candidate changes the counts, and no file of the lessons is written again", () => {
  const { context, compileKept, current } = twoCaches();
  add(context, gitStash);
  compileKept();
  const { ino } = statSync(join(current("kept"), "lessons.bin"));
  add(context, { ...versionBump, status: "candidate" });
  expect(compileKept().isChanged).toBe(true);
  expect(statSync(join(current("kept"), "lessons.bin")).ino).toBe(ino);
});

test("another program, or a file that was damaged, is a reason to make everything again", () => {
  const { context, compileKept, compileWhole, current } = twoCaches();
  add(context, gitStash);
  compileKept();
  writeFileSync(join(current("kept"), "prefilter/bash"), "nothing\n");
  add(context, { ...versionBump, status: "candidate" });
  compileKept();
  compileWhole();
  expect(filesIn(current("kept"))).toEqual(filesIn(current("whole")));
  compileKept("another");
  expect(filesIn(current("kept"))).toEqual(filesIn(current("whole")));
});
