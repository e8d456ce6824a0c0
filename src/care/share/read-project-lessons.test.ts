import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  add,
  countingSystem,
  freshFolder,
  freshContext,
  gitStash,
} from "../../../test/kit/store.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { renderLessonFile } from "../../lesson/file/write.ts";
import { countChanges, queryAll } from "../../platform/database/database.ts";
import { findLesson } from "../../lesson/table/lessons.ts";
import { fileLesson } from "./project-files.ts";
import { makeLesson } from "../../lesson/add.ts";
import { editLesson } from "../../lesson/edit.ts";
import { moveLesson } from "../../lesson/move.ts";
import { readProjectLessons } from "./read-project-lessons.ts";
import type { Context } from "../../platform/context.ts";
import { law } from "../../../test/kit/law.ts";

/** A project with some files, and a person who reads them. */
class Ground {
  readonly context = freshContext();
  readonly project = freshFolder();
  readonly texts = new Map<string, Lesson>();

  write(slug: string, said: Lesson): void {
    this.texts.set(slug, said);
    mkdirSync(join(this.project, ".lessons/lessons"), { recursive: true });
    writeFileSync(join(this.project, ".lessons/lessons", `${slug}.md`), renderLessonFile(said));
  }

  remove(slug: string): void {
    this.texts.delete(slug);
    rmSync(join(this.project, ".lessons/lessons", `${slug}.md`), { force: true });
  }

  read() {
    const environment = { HOME: "/home/nobody" };
    return readProjectLessons(this.context, { environment, workingDirectory: this.project });
  }
}

/** What a file may say; the priority is not part of what makes it another lesson. */
function version(text: string, priority: number): Lesson {
  return makeLesson(
    {
      kind: "pitfall",
      summary: "git stash leaves untracked files behind",
      body: { mistake: text, remediation: text },
      triggers: { commandPatterns: ["^git\\s+stash\\b"] },
      priority,
      delivery: "hold",
    },
    { status: "active", by: "person", priority: 7, confidence: 1, source: "manual" },
    countingSystem(),
  );
}

const anyVersion = fc
  .tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom(5, 9))
  .map(([text, priority]) => version(text, priority));
/** Somebody changes a file or removes it, the files are read, and the person does something or nothing. */
const anyStep = fc.record({
  slug: fc.constantFrom("one", "two"),
  to: fc.option(anyVersion, { nil: undefined, freq: 3 }),
  isRead: fc.constantFrom(true, true, true, false),
  act: fc.constantFrom("none", "none", "approve", "archive", "edit"),
  which: fc.nat(5),
});

test("law: whatever happens to files, what is active is what a person approved, and candidates are what files say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 8, size: "max" }), async (steps) => {
      const ground = new Ground();
      const { context } = ground;
      const approved = new Map<string, unknown>();
      // In other words now: the file that said it first is known all the same.
      const reworded = new Set<string>();
      for (const [index, { slug, to, isRead, act, which }] of steps.entries()) {
        if (to === undefined) ground.remove(slug);
        else ground.write(slug, to);
        if (isRead) await ground.read();
        const candidates = allLessons(context).filter(({ stage }) => stage.status === "candidate");
        const chosen = candidates[which % candidates.length];
        if (chosen === undefined) continue;
        if (act === "approve") {
          const moved = moveLesson(context, chosen.slug, { verdict: "approve", by: "person" });
          approved.set(moved.id, moved);
        }
        if (act === "archive") {
          moveLesson(context, chosen.slug, { verdict: "archive", by: "person", because: "no" });
        }
        if (act === "edit") {
          reworded.add(chosen.contentHash);
          await editLesson(context, chosen.slug, "mistake", `mine ${index}`);
        }
      }
      await ground.read();

      const lessons = allLessons(context);
      expect(lessons.filter(({ stage }) => stage.status === "active")).toEqual(
        lessons.flatMap(({ id }) => approved.get(id) ?? []),
      );
      expect(lessons.map(({ delivery }) => delivery)).not.toContain("hold");
      const inUse = lessons.filter(({ stage }) => stage.status !== "archived");
      const hashes = inUse.map(({ contentHash }) => contentHash);
      expect(hashes).toEqual([...new Set(hashes)]);
      const said = [...ground.texts.values()];
      for (const { contentHash } of said) {
        const same = lessons.filter((lesson) => lesson.contentHash === contentHash);
        const decided = same.filter(({ id }) => !isOfFile(context, id));
        const isCandidate = same.some(({ stage }) => stage.status === "candidate");
        expect(decided.length > 0 || isCandidate || reworded.has(contentHash)).toBe(true);
      }
      for (const { id, stage, contentHash } of lessons) {
        if (stage.status !== "candidate" || !isOfFile(context, id)) continue;
        expect(said.map((text) => text.contentHash)).toContain(contentHash);
      }

      const changes = countChanges(context.database);
      expect(await ground.read()).toSatisfy(
        (again: { added: []; changed: []; withdrawn: [] } | undefined) =>
          again === undefined || again.added.length + again.changed.length === 0,
      );
      expect(countChanges(context.database)).toBe(changes);
      context.database.close();
    }),
    law({ quick: 10, deep: 60 }),
  );
});

test("a file that says what an active lesson says is silent", async () => {
  const ground = new Ground();
  const mine = add(ground.context, gitStash);
  ground.write("git-stash", mine);
  expect(await ground.read()).toMatchObject({ files: 1, added: [], changed: [], problems: [] });
  expect(allLessons(ground.context)).toEqual([mine]);
});

test("two files that say the same are one candidate, and it stays when one of them changes", async () => {
  const ground = new Ground();
  ground.write("one", version("a", 5));
  ground.write("two", version("a", 5));
  expect(await ground.read()).toMatchObject({ added: ["one"] });
  ground.write("one", version("b", 5));
  await ground.read();
  ground.remove("one");
  expect(await ground.read()).toMatchObject({ withdrawn: [expect.any(String)] });
  const left = allLessons(ground.context).filter(({ stage }) => stage.status === "candidate");
  expect(left).toMatchObject([{ slug: "one", body: { mistake: "a" } }]);
});

test("a lesson for another project says that it could be for all", async () => {
  const ground = new Ground();
  const mine = add(ground.context, { ...gitStash, scope: "project:other" });
  ground.write("git-stash", mine);
  expect((await ground.read())?.remarks).toEqual([
    {
      place: ".lessons/lessons/git-stash.md",
      problem: `says the same as ${mine.slug}, which is for project:other: lessons edit ${mine.slug} scope machine`,
    },
  ]);
  expect((await ground.read())?.remarks).toEqual([]);
});

test("at most 1,000 files are read, and the others are said", async () => {
  const ground = new Ground();
  for (let index = 0; index < 1001; index += 1) {
    ground.write(`x${String(index).padStart(4, "0")}`, version(`text ${index}`, 5));
  }
  const reading = await ground.read();
  expect(reading?.added).toHaveLength(1000);
  expect(reading?.problems).toEqual([
    { place: ".lessons/lessons", problem: "only the first 1000 of 1001 files are read" },
  ]);
});

test("without files there is nothing to say, and our own home is no project", async () => {
  const ground = new Ground();
  expect(await ground.read()).toBe(undefined);
  ground.write("one", version("a", 5));
  const environment = { HOME: ground.project };
  const own = { environment, workingDirectory: ground.project };
  expect(await readProjectLessons(ground.context, own)).toBe(undefined);
});

function allLessons({ database }: Context): readonly Lesson[] {
  const rows = queryAll<{ id: string }>(database, "SELECT id FROM lessons ORDER BY number");
  return rows.flatMap(({ id }) => findLesson(database, id) ?? []);
}

function isOfFile({ database }: Context, id: string): boolean {
  const [row] = queryAll<{ number: number }>(
    database,
    "SELECT number FROM lessons WHERE id = ?",
    id,
  );
  return row !== undefined && fileLesson(database, row.number)?.isOfFile === true;
}
