import fc from "fast-check";
import { expect, test } from "vitest";
import { anyNastyLesson, sampleLesson } from "../../../test/kit/delivery-samples.ts";
import { law } from "../../../test/kit/law.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { noTriggers } from "../../lesson/record/triggers.ts";
import { hintLine, hintParts } from "./hint-line.ts";

const worded = { isWorded: false };

function fact(remediation: string, more: Partial<Lesson> = {}): Lesson {
  return {
    ...sampleLesson("pitfall", {
      slug: "no-jq-x7k2",
      summary: "`jq` is not installed here",
      body: { mistake: "The agent's shell finds no program `jq`.", remediation },
      source: "heuristic",
      triggers: {
        ...noTriggers,
        injectOn: ["PostToolUseFailure"],
        toolNames: ["Bash"],
        commandPatterns: ["^jq(?!\\S)"],
      },
    }),
    ...more,
  } as Lesson;
}

test("one line says what is so, what helped, and where to ask", () => {
  const seen = fact("Use `node -p` instead of `jq`. (Worked 3 times.)");
  expect(hintParts(seen, worded)).toEqual({
    hint: "Lesson from your history: `jq` is not installed here. Use `node -p` instead of `jq`. · lessons show no-jq-x7k2",
  });
});

test.each([
  ["seen once", fact("Use `node -p` instead of `jq`."), worded, false],
  ["seen twice", fact("Use `node -p` instead of `jq`. (Worked 2 times.)"), worded, true],
  [
    "counted twice",
    fact("Use it.", {
      fix: { how: "instead", from: "jq", to: "node", times: 2, repairs: 2, sessions: 1 },
    }),
    worded,
    true,
  ],
  ["said of the whole class", fact("Do without `jq`."), worded, false],
  ["written by a person into what was found", fact("Use node."), { isWorded: true }, true],
  ["written by a person from the start", fact("Use node.", { source: "manual" }), worded, true],
  ["reported by an agent", fact("Use node.", { source: "structured" }), worded, false],
  ["imported", fact("Use node.", { source: "imported" }), worded, true],
])("with a fix that was %s", (_, lesson, origin, isSaid) => {
  expect(hintParts(lesson, origin).hint !== undefined).toBe(isSaid);
});

test("a lesson that is for other moments has nothing to say with an error", () => {
  const before = fact("Use node.", { source: "manual", triggers: noTriggers });
  expect(hintParts(before, worded)).toEqual({});
});

test("a fact that no call shows brings the messages that show it, and others do not", () => {
  const triggers = { ...noTriggers, injectOn: ["PostToolUseFailure" as const] };
  const byMessage = (about: string) =>
    hintParts(fact("x", { about, triggers }), worded).messagePatterns ?? [];
  const shows = (about: string, line: string) =>
    byMessage(about).some(({ source, flags }) => new RegExp(source, flags).test(line));
  expect(shows("zsh-glob", "(eval):1: no matches found: *.foo")).toBe(true);
  expect(shows("no-network", "curl: (6) Could not resolve host: example.org")).toBe(true);
  expect(shows("wrong-directory", "fatal: not a git repository")).toBe(true);
  expect(shows("text-not-found", "String to replace not found in file.")).toBe(true);
  expect(shows("not-installed jq", "bash: line 1: jq: command not found")).toBe(true);
  expect(byMessage("message git | it went wrong")).toEqual([]);
  expect(byMessage("cause something")).toEqual([]);
});

test("a fact that a call shows asks for the messages of its class, where each failure of it has one", () => {
  const messages = (about: string) => hintParts(fact("x", { about }), worded).messagePatterns;
  const shows = (line: string) =>
    messages("not-installed jq")?.some(({ source }) => new RegExp(source).test(line));
  expect(shows("zsh:1: command not found: jq")).toBe(true);
  expect(shows("jq: error: syntax error, unexpected INVALID_CHARACTER")).toBe(false);
  expect(messages("message no library targets found in package <name>")).toEqual([
    { source: "no library targets found in package", flags: "" },
  ]);
  // Words that stand in any output tell nothing.
  expect(messages("message git | it failed")).toBeUndefined();
});

test("law: a hint is one line of at most 200 bytes, whatever the lesson says", () => {
  fc.assert(
    fc.property(anyNastyLesson, (lesson) => {
      const line = hintLine(lesson);
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(200);
      expect(line).toMatch(/^Lesson from your history: [^\n\r\u2028\u2029]+$/u);
    }),
    law({ quick: 300 }),
  );
});
