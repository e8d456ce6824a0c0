import fc from "fast-check";
import { expect, test } from "vitest";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { add, freshContext, gitStash } from "../../../test/kit/store.ts";
import { lessonNote } from "./lesson-note.ts";
import { law } from "../../../test/kit/law.ts";

const context = freshContext();
const lesson = add(context, gitStash);

test("a lesson as a note: what it says, when it fires, how much it matters, where it holds", () => {
  expect(lessonNote(lesson)).toEqual({
    path: `lesson:${lesson.slug}`,
    kind: "pitfall",
    hash: expect.stringMatching(/^sha256:/),
    text: `# git stash leaves untracked files behind

- kind: pitfall
- level: HIGH
- scope: global

## Triggers

- injectOn: "PreToolUse"
- toolNames: "Bash"
- commandPatterns: "^git\\\\s+stash\\\\b(?!.*(-u|--include-untracked))"

## What goes wrong, and why

git stash only saves tracked files

## What to do instead

use git stash -u
`,
  });
});

test("what every scan raises is not in it", () => {
  const seen = { ...lesson, confidence: 0.1, priority: 8, updatedAt: "x", tags: [], flags: [] };
  expect(lessonNote(seen)).toEqual(lessonNote(lesson));
});

const words = fc.constantFrom(
  "a",
  "b",
  "x",
  "a\n\n## What to do instead\n\nb",
  "a\n\n## Area\n\nx",
  "## Area\n\nx",
  "\\## Area",
  '"',
  "x, y",
);

test("two lessons that differ in body, triggers, level or scope have different texts", () => {
  const made = fc.record({
    mistake: words,
    remediation: words,
    area: fc.option(words, { nil: undefined }),
    tools: fc.array(words, { maxLength: 2 }),
    priority: fc.integer({ min: 1, max: 10 }),
    scope: fc.constantFrom("global" as const, "project:x" as const),
  });
  const noteOf = ({ mistake, remediation, area, tools, priority, scope }: Parts): string => {
    const body = { mistake, remediation, ...(area === undefined ? {} : { area }) };
    const triggers = { ...lesson.triggers, toolNames: tools };
    return lessonNote({ ...lesson, kind: "pitfall", body, triggers, priority, scope }).text;
  };
  fc.assert(
    fc.property(made, made, (one, other) => {
      const key = (parts: Parts) =>
        JSON.stringify([{ ...parts, priority: levelOf(parts.priority) }, parts.area === undefined]);
      expect(noteOf(one) === noteOf(other)).toBe(key(one) === key(other));
    }),
    law({ quick: 2000 }),
  );
});

test("a body that looks like another field is not taken for it", () => {
  const noteOf = (body: object) => lessonNote({ ...lesson, body } as Lesson).text;
  const pretended = noteOf({ mistake: "m", remediation: "r\n\n## Area\n\nx" });
  expect(pretended).not.toBe(noteOf({ mistake: "m", remediation: "r", area: "x" }));
});

interface Parts {
  readonly mistake: string;
  readonly remediation: string;
  readonly area: string | undefined;
  readonly tools: readonly string[];
  readonly priority: number;
  readonly scope: "global" | "project:x";
}
