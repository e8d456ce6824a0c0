import fc from "fast-check";
import { expect, test } from "vitest";
import { outputLines } from "../../src/agents/outcome/read-output.ts";
import { factMessages } from "../../src/capture/facts/class-messages.ts";
import { readingOf } from "../../src/capture/facts/fact.ts";
import { failureRules } from "../../src/capture/failures/failure-rules.ts";
import { hintParts } from "../../src/deliver/hint/hint-line.ts";
import { resultFilters } from "../../src/deliver/hint/result-filters.ts";
import type { Lesson } from "../../src/lesson/record/lesson.ts";
import { noTriggers } from "../../src/lesson/record/triggers.ts";
import { judgeLesson } from "../../src/match/match.ts";
import { demandOfFailure } from "../../src/match/prefilter/prefilter.ts";
import { measureGrowth } from "../../src/match/pattern/speed.ts";
import { law } from "../kit/law.ts";
import { sampleLesson } from "../kit/delivery-samples.ts";
import { readyLesson } from "../kit/ready-lesson.ts";
import { passedByGrep } from "./passed-by-grep.ts";

/** What every rule of the scan may be about: a class that says it all, or one with a subject that is typed in the call. */
const abouts = failureRules.map(({ name }) => {
  const { as, by } = readingOf(name);
  return by === "class" ? as : `${as} x`;
});
const facts = [...new Set(abouts)].flatMap((about) => {
  const triggers = { ...noTriggers, injectOn: ["PostToolUseFailure" as const] };
  const lesson = { ...sampleLesson("pitfall"), about, triggers } as Lesson;
  const messages = hintParts(lesson, {});
  const ready = { injectOn: triggers.injectOn, toolNames: ["Bash"], hint: "x", ...messages };
  return messages.messagePatterns === undefined ? [] : [{ about, ready: readyLesson(ready) }];
});

test("nearly every message by which the scan knows a fact is known to the hook", () => {
  const known = facts.flatMap(({ ready }) => ready.messagePatterns ?? []);
  const all = facts.flatMap(({ about }) => factMessages(about).lines);
  expect(known.length).toBeGreaterThan(0.9 * all.length);
  expect(facts.map(({ about }) => about)).toEqual(
    expect.arrayContaining([
      "zsh-glob",
      "no-network",
      "wrong-directory",
      "edit-before-read",
      "not-installed x",
    ]),
  );
});

test.each(facts)(
  "$about starts Node only where its message may be, and is matched fast",
  ({ ready }) => {
    expect(demandOfFailure(ready, "bash").isBlunt).toBe(false);
    for (const { source, flags } of ready.messagePatterns ?? [])
      expect(measureGrowth({ source, flags })).toBeUndefined();
  },
);

/** Colours between the characters, or none. */
const anyPaint = fc.constantFrom("", "", "", "\u001b[31m");

test("law: what a message shows is never filtered out", () => {
  const anyFact = fc.constantFrom(...facts);
  const anyOutput = anyFact.chain(({ about, ready }) =>
    fc.record({
      about: fc.constant(about),
      ready: fc.constant(ready),
      outputs: fc.array(
        fc
          .tuple(
            fc.array(fc.string({ unit: "grapheme" }), { maxLength: 2 }),
            fc.oneof(
              ...factMessages(about).lines.map((line) => fc.stringMatching(withoutEdges(line))),
            ),
            anyPaint,
            fc.nat(),
          )
          .map(([before, line, paint, at]) => {
            const place = line.length === 0 ? 0 : at % line.length;
            return [...before, line.slice(0, place) + paint + line.slice(place)].join("\n");
          }),
        { minLength: 5, maxLength: 20 },
      ),
    }),
  );
  fc.assert(
    fc.property(anyOutput, ({ ready, outputs }) => {
      const firing = outputs.filter((output) => {
        const call = { tool: "Bash", command: "x", paths: [] };
        const around = { stack: [], recentMessages: [], workflows: [] };
        const moment = { call, ...around, failure: outputLines(output) };
        return judgeLesson(ready, moment, 0).fires;
      });
      const payloads = firing.map((error) =>
        JSON.stringify({ hook_event_name: "PostToolUseFailure", tool_name: "Bash", error }),
      );
      const lines =
        resultFilters([ready]).get("prefilter/result-bash")?.trimEnd().split("\n") ?? [];
      const passed = passedByGrep(lines, payloads);
      expect(payloads.filter((payload) => !passed.has(payload))).toEqual([]);
    }),
    law({ quick: 40, deep: 400 }),
  );
});

/** What fast-check can make texts for. A text that is none after all does not fire, and says nothing here. */
function withoutEdges({ source }: RegExp): RegExp {
  return new RegExp(source.replaceAll(/\\b|\(\?<?[=!][^()]*\)/gu, ""));
}
