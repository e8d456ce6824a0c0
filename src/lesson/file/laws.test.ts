import fc from "fast-check";
import { expect, test } from "vitest";
import { anyDraft } from "../../../test/kit/arbitrary-lesson.ts";
import { countingSystem, gitStash, versionBump } from "../../../test/kit/store.ts";
import { bodyFields, kinds } from "../record/body.ts";
import type { Lesson } from "../record/lesson.ts";
import { readLessonFile } from "./read.ts";
import { renderLessonFile } from "./write.ts";
import { makeLesson } from "../add.ts";
import { readDraft } from "../draft.ts";
import { law } from "../../../test/kit/law.ts";

const byHand = {
  status: "active",
  by: "person",
  priority: 7,
  confidence: 1,
  source: "manual",
} as const;

const fromFile = {
  status: "candidate",
  by: "scanner",
  priority: 5,
  confidence: 0.5,
  source: "imported",
} as const;

/** What a file is for: everything that is not each person's own. */
function sharedPart(lesson: Lesson): object {
  const { kind, summary, body, priority, tags, triggers, contentHash } = lesson;
  const { validFrom, validUntil } = lesson;
  return { kind, summary, body, priority, tags, triggers, contentHash, validFrom, validUntil };
}

function lessonOf(draft: unknown): Lesson | undefined {
  const reading = readDraft(draft);
  return "draft" in reading ? makeLesson(reading.draft, byHand, countingSystem()) : undefined;
}

function readBack(text: string): Lesson {
  const reading = readLessonFile(text);
  if ("problem" in reading) throw new Error(`${reading.problem}\n${text}`);
  expect(reading.remarks).toEqual([]);
  const checked = readDraft(reading.draft);
  if ("problems" in checked) throw new Error(`${checked.problems.join("; ")}\n${text}`);
  return makeLesson(checked.draft, fromFile, countingSystem());
}

/** Everything that could be taken for something else in a file. */
const oddLines = [
  "---",
  "...",
  "```",
  "~~~",
  "# x",
  "<!-- x",
  "\\<!-- x",
  "\\\\<!--",
  "</system-reminder>",
  "<\\/system-reminder>",
  "<\\\\/skill-x:",
  "<system>",
  "-->",
  "<b>",
  "",
  " ",
  "- x",
  "  - x",
  "- [ ] x",
  "[ ] x",
  "1. x",
  "12) x",
  "* x",
  "\t- x",
  "lesson: 1",
  "\u2028",
  "%YAML 1.2",
  "&a *a",
  "!!js x",
  "\\",
  "|",
  ">",
  "#",
  "\u0085x",
  "a\r\nb",
  "\u001B[31mx",
];
const hostileLine = fc.oneof(
  fc.constantFrom(...oddLines),
  fc
    .constantFrom(...kinds.flatMap((kind) => bodyFields[kind].map(({ label }) => label)))
    .chain((label) =>
      fc.constantFrom(`## ${label}`, `\\## ${label}`, `\\\\## ${label} `, `  ## ${label}`),
    ),
);
const hostileText = fc
  .array(hostileLine, { minLength: 1, maxLength: 6 })
  .map((lines) => lines.join("\n"));
const hostilePattern = fc
  .tuple(fc.constantFrom("^x\n---\ny", "'", '"', "a: b #c", "x\ty", "no", "~", "0x1"), hostileText)
  .map(([one, other]) => `${one}${other.replace(/[\r\u0085\u001B]/g, "")}`);

const hostileDraft = fc.constantFrom(...kinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    summary: hostileText.map((text) => `x ${text}`.slice(0, 70)),
    body: fc.record(
      Object.fromEntries(
        bodyFields[kind].map(({ name, is }) => [
          name,
          is === "format"
            ? fc.constantFrom("checkbox", "numbered", "bulleted")
            : is === "list"
              ? fc.array(hostileText, { minLength: 1, maxLength: 12 })
              : hostileText,
        ]),
      ),
    ),
    triggers: fc.record({
      commandPatterns: fc.array(hostilePattern, { maxLength: 2 }),
      contentPatterns: fc.array(hostilePattern, { maxLength: 2 }),
      actionKeywords: fc.array(
        hostileText.map((text) => `x${text}`),
        { maxLength: 2 },
      ),
    }),
  }),
);

test("law: no text of a lesson opens or ends a frame of an agent that reads its file", () => {
  fc.assert(
    fc.property(hostileDraft, (draft) => {
      const lesson = lessonOf(draft);
      fc.pre(lesson !== undefined);
      expect(renderLessonFile(lesson)).not.toMatch(/<(?:\/?system|\/skill-)/i);
    }),
    law(),
  );
});

test("law: a file gives back the lesson that it was made of, whatever its text", () => {
  fc.assert(
    fc.property(fc.oneof(anyDraft, hostileDraft), (draft) => {
      const lesson = lessonOf(draft);
      fc.pre(lesson !== undefined);
      const text = renderLessonFile(lesson);
      const back = readBack(text);
      expect(sharedPart(back)).toEqual(sharedPart(lesson));
      expect(renderLessonFile(back)).toBe(text);
      // Windows may have changed the ends of the lines.
      expect(sharedPart(readBack(text.replaceAll("\n", "\r\n")))).toEqual(sharedPart(lesson));
    }),
    law({ quick: 80, deep: 400 }),
  );
});

const ownDecisions = "delivery: hold\nstatus: active\nconfidence: 1\nscope: team:x\nsource: manual";

test("law: a file never brings a hold, a status or a confidence", () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const lesson = lessonOf(draft);
      fc.pre(lesson !== undefined);
      const text = renderLessonFile(lesson);
      // Somebody wrote it into the file by hand.
      const reading = readLessonFile(text.replace("\nkind:", `\n${ownDecisions}\nkind:`));
      if ("problem" in reading) throw new Error(reading.problem);
      const checked = readDraft(reading.draft);
      if ("problems" in checked) throw new Error(checked.problems.join("; "));
      expect(makeLesson(checked.draft, fromFile, countingSystem())).toMatchObject({
        delivery: "advise",
        stage: { status: "candidate" },
        confidence: 0.5,
        scope: "global",
        source: "imported",
      });
    }),
    law(),
  );
});

test("law: no text makes the reader throw", () => {
  const marked = fc.tuple(hostileText, hostileText, fc.constantFrom(...kinds));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        marked.map(
          ([facts, body, kind]) => `---\nlesson: 1\nkind: ${kind}\n${facts}\n---\n${body}`,
        ),
      ),
      (text) => {
        expect(Object.keys(readLessonFile(text)).toSorted()).toSatisfy(
          (keys: string[]) => keys.join() === "problem" || keys.join() === "draft,remarks",
        );
      },
    ),
    law(),
  );
});

test("a file is Markdown that people can read", () => {
  const lesson = lessonOf({ ...gitStash, delivery: "hold" });
  expect(lesson && renderLessonFile(lesson)).toBe(`---
lesson: 1
kind: pitfall
summary: git stash leaves untracked files behind
priority: 7
tags:
  - severity:data-loss
  - tool:git
triggers:
  toolNames:
    - Bash
  commandPatterns:
    - ^git\\s+stash\\b(?!.*(-u|--include-untracked))
contentHash: ${lesson?.contentHash}
---

## What goes wrong, and why

git stash only saves tracked files

## What to do instead

use git stash -u
`);
});

test("a checklist is a list of its format", () => {
  const lesson = lessonOf(versionBump);
  expect(lesson && renderLessonFile(lesson)).toContain(
    "\n## Items\n\n- [ ] package.json\n- [ ] CHANGELOG.md\n",
  );
});

test("what only a person may decide is left out of a file that says it, with a remark", () => {
  const lesson = lessonOf(gitStash);
  const text = lesson ? renderLessonFile(lesson) : "";
  const reading = readLessonFile(
    text.replace("priority: 7", "priority: HIGH\ndelivery: hold\nstatus: active"),
  );
  expect(reading).toMatchObject({
    draft: expect.not.objectContaining({ delivery: "hold" }),
    remarks: ['"delivery" cannot be set in a file', '"status" cannot be set in a file'],
  });
  expect(reading).toMatchObject({ draft: expect.not.objectContaining({ status: "active" }) });
});

test.each([
  ["", "does not begin with frontmatter between two ---"],
  ["# Notes\n", "does not begin with frontmatter between two ---"],
  ["---\ntitle: x\n---\n", 'is not a shared lesson: its frontmatter has no "lesson"'],
  ["---\nlesson: 2\n---\n", "has version 2; this program reads version 1"],
  ["---\nlesson: 1\nkind: riddle\n---\n", /^kind must be one of pitfall, /],
  ["---\nlesson: 1\nlesson: 1\n---\n", /Map keys must be unique \(line 3\)$/],
  ["---\nlesson: 1\nkind: decision\n---\nhello\n", /^"hello" is above the first heading/],
  ["---\nlesson: 1\nkind: decision\n---\n## Area\na\n## Area\nb\n", '"## Area" appears twice'],
  ["---\nlesson: 1\nkind: workflow\n---\n## Steps\nfirst\n- x\n", '"first" is not a list entry'],
])("%j is refused with a reason", (text, problem) => {
  expect(readLessonFile(text)).toEqual({
    problem: typeof problem === "string" ? problem : expect.stringMatching(problem),
  });
});
