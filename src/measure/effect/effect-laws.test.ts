import fc from "fast-check";
import { expect, test } from "vitest";
import { ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { readyLesson } from "../../../test/kit/ready-lesson.ts";
import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import type { CallsOfLog } from "../../capture/ledger/ledger-call.ts";
import { EffectJudge, type JudgedDelivery, countEffects } from "./judge-deliveries.ts";
import { law } from "../../../test/kit/law.ts";

const lessons = [
  readyLesson({ id: "stash", commandPatterns: ["^git\\s+stash\\b(?!.*\\s-u)"] }),
  readyLesson({ id: "silent", kind: "warning", commandPatterns: ["^git\\s+push\\b.*--force"] }),
  readyLesson({ id: "files", kind: "checklist", pathPatterns: ["**/a.ts"] }),
];
const failures = [{ tool: "Bash", head: "git stash", signature: "exit 1" }];
const judge = new EffectJudge(lessons, {
  threshold: 700,
  origins: new Map([["stash", { sightings: [], failures }]]),
});

const anyCall = fc.record({
  command: fc.constantFrom("git stash", "git stash -u", "git push --force", "git push", "ls", null),
  outcome: fc.constantFrom("ok", "ok", "error", "timeout", "rejected", "interrupted"),
  thread: fc.constantFrom(null, null, null, "explore"),
});

const anyNote = fc.record({
  lesson: fc.constantFrom("stash", "silent", "files", "gone"),
  ordinal: fc.nat({ max: 16 }),
  mode: fc.constantFrom("advise", "hold"),
});

interface DeliveryLog extends CallsOfLog {
  readonly notes: readonly DeliveryNote[];
  readonly results: ReadonlyMap<number, number>;
}

const anyLog: fc.Arbitrary<DeliveryLog> = fc
  .record({
    drafts: fc.array(anyCall, { maxLength: 16 }),
    corrections: fc.array(fc.integer({ min: 1, max: 160 }), { maxLength: 2 }),
    notes: fc.array(anyNote, { maxLength: 4 }),
    answered: fc.array(fc.nat({ max: 40 }), { minLength: 16, maxLength: 16 }),
  })
  .map(({ drafts, corrections, notes, answered }) => {
    const calls = drafts.map(({ command, ...draft }, ordinal) =>
      ledgerCall({
        ...draft,
        ordinal,
        line: 10 * (ordinal + 1),
        signature: draft.outcome === "error" ? "exit 1" : null,
        ...(command === null
          ? { tool: "Edit", head: "Edit", command, path: "~/ours/a.ts" }
          : { command, head: command.split(" ").slice(0, 2).join(" ") }),
      }),
    );
    return {
      calls,
      corrections,
      notes: notes.map(({ lesson, ordinal, mode }) => noteOf(lesson, mode, calls[ordinal])),
      results: new Map(
        answered.slice(0, calls.length).map((late, index) => [index, 10 * index + 11 + late]),
      ),
    };
  });

function noteOf(
  lesson: string,
  mode: "advise" | "hold",
  call: CallsOfLog["calls"][number] | undefined,
): DeliveryNote {
  return {
    lesson,
    slug: lesson,
    agent: ourLog.agent,
    sessionId: ourLog.sessionId,
    subagent: null,
    at: "2026-01-01T12:00:00.000Z",
    tool: "Bash",
    mode,
    form: "full",
    score: 1000,
    matched: [],
    tookMs: 1,
    call: call ? { log: 1, ordinal: call.ordinal, line: call.line, thread: call.thread } : null,
  };
}

const judged = ({ notes, calls, corrections, results }: DeliveryLog) =>
  judge.judge(notes, { calls, corrections }, results);

test("law: each delivery has exactly one verdict, and the counts add up", () => {
  fc.assert(
    fc.property(anyLog, (log) => {
      const found = judged(log);
      expect(found.map(({ note }) => note)).toEqual(log.notes);
      const { delivered, heeded, repeated, overruled, unclear } = countEffects(found);
      expect(delivered).toBe(log.notes.length);
      expect(heeded + repeated + overruled + unclear).toBe(delivered);
    }),
    law(),
  );
});

test("law: neither the order of the calls nor that of the notes matters", () => {
  const shuffled = anyLog.chain((log) =>
    fc.record({
      log: fc.constant(log),
      calls: fc.shuffledSubarray([...log.calls], { minLength: log.calls.length }),
      notes: fc.shuffledSubarray([...log.notes], { minLength: log.notes.length }),
      corrections: fc.constant(log.corrections.toReversed()),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ log, calls, notes, corrections }) => {
      const byNote = new Map(judged(log).map(({ note, effect }) => [note, effect]));
      const others = judged({ ...log, calls, notes, corrections });
      expect(others.map(({ effect }) => effect)).toEqual(notes.map((note) => byNote.get(note)));
    }),
    law(),
  );
});

test("law: what is seen lies behind the result of the call that got the lesson", () => {
  fc.assert(
    fc.property(anyLog, (log) => {
      for (const { note, effect } of judged(log)) {
        if (!("seen" in effect)) continue;
        expect(effect.seen.line).toBeGreaterThan(log.results.get(note.call?.ordinal ?? -1) ?? 0);
      }
    }),
    law(),
  );
});

test("law: what is done after the session has heeded it can only make it worse", () => {
  const rank = { overruled: 0, repeated: 1, heeded: 2, fixed: 2, unclear: 3 };
  const worst = (found: readonly JudgedDelivery[]) =>
    found.map(({ effect }) => rank[effect.verdict]);
  fc.assert(
    fc.property(anyLog, fc.nat({ max: 15 }), (log, length) => {
      const calls = log.calls.slice(0, length);
      const corrections = log.corrections.filter((line) => line <= 10 * length);
      const known = log.notes.filter(({ call }) => call !== null && call.ordinal < length);
      const early = worst(judged({ ...log, notes: known, calls, corrections }));
      const late = worst(judged({ ...log, notes: known, corrections }));
      for (const [index, verdict] of late.entries())
        expect(verdict).toBeLessThanOrEqual(early[index] ?? -1);
    }),
    law(),
  );
});
