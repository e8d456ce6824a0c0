import fc from "fast-check";
import { expect, test } from "vitest";
import { countEvidence } from "../../lesson/record/history.ts";
import { readDevflowLog } from "./devflow.ts";
import type { ForeignReading } from "../../lesson/outside/entry.ts";
import { readLessonsLearned } from "./lessons-learned.ts";
import { readTriads } from "./triads.ts";
import { law } from "../../../test/kit/law.ts";

const noon = "2026-05-01T12:00:00.000Z";

// Few different words, so that texts often contain each other.
const word = fc.nat({ max: 120 }).map((number) => `q${number}`);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(" ", " ", " ", "\n", "; ", ". ", " → ", "\n- ", "\n1. ")), {
    minLength: 1,
    maxLength: 30,
    size: "max",
  })
  .map((parts) => parts.flat().join(""));
const some = (...names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, text])), { requiredKeys: [] });

test("law: every word of a lesson is in the draft, the evidence or the remarks", () => {
  const lesson = fc.record({
    said: some("summary", "problem", "fix", "solution", "injection", "blockReason", "trigger"),
    mistake: text,
    remediation: text,
    sourceSessionIds: fc.array(word),
    counts: fc.record(
      { occurrenceCount: fc.nat(9), sessionCount: fc.nat(9) },
      { requiredKeys: [] },
    ),
  });
  fc.assert(
    fc.property(lesson, fc.boolean(), ({ said, counts, ...rest }, isCandidate) => {
      const entry = { ...said, ...counts, ...rest };
      const document = isCandidate ? { candidates: [entry] } : { lessons: [entry] };
      expect(lostWords(entry, readLessonsLearned(document, "file", noon))).toEqual([]);
    }),
    law(),
  );
});

test("law: every word of a process node is in the draft, the evidence or the remarks", () => {
  const node = fc.record({
    top: some("label", "description", "evidence", "deprecated_reason", "valid_from"),
    content: some(
      ..."title situation when action then rationale example condition risk consequence".split(" "),
      ..."severity detection prevention validation".split(" "),
    ),
    mitigation: text,
    constraint: text,
    items: fc.array(fc.oneof(text, fc.record({ item: text, file: word })), { minLength: 1 }),
  });
  const shapes: readonly (readonly [string, readonly string[]])[] = [
    ["checklist", ["title", "items"]],
    ["pattern", ["situation", "when", "action", "then", "rationale", "example"]],
    [
      "warning",
      ["condition", "risk", "consequence", "severity", "detection", "mitigation", "prevention"],
    ],
    ["requirement", ["constraint", "rationale", "validation"]],
  ];
  fc.assert(
    fc.property(node, fc.constantFrom(...shapes), ({ top, content, ...rest }, [type, names]) => {
      const all = Object.entries({ ...content, ...rest });
      const told = Object.fromEntries(all.filter(([name]) => names.includes(name)));
      const deprecated = "deprecated_reason" in top;
      const entry = { ...top, deprecated, type: "Concept", process_type: type, [type]: told };
      expect(lostWords(entry, readTriads({ nodes: [entry] }, "file", noon))).toEqual([]);
    }),
    law(),
  );
});

test("law: every word of an observation is in the draft, the evidence or the remarks", () => {
  const names = "context decision rationale area issue impact resolution when steps description";
  const labels = [...names.split(" "), "iron law"].map((name) => `${name}: `);
  const label = fc.constantFrom("", ...labels);
  const details = fc
    .array(
      fc.tuple(label, text).map((part) => part.join("")),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) => parts.join("; "));
  const observation = fc.record({
    type: fc.constantFrom("workflow", "procedural", "decision", "pitfall"),
    pattern: text,
    details,
    evidence: fc.array(text),
  });
  fc.assert(
    fc.property(observation, (entry) => {
      expect(lostWords(entry, readDevflowLog(JSON.stringify(entry), "file", noon))).toEqual([]);
    }),
    law({ quick: 1000 }),
  );
});

test("law: the counts of a candidate are what its file says, or what its named sessions say", () => {
  const counts = fc.record({
    sourceSessionIds: fc.uniqueArray(word, { maxLength: 5 }),
    occurrenceCount: fc.nat(9),
    sessionCount: fc.nat(9),
    projectCount: fc.nat(9),
  });
  fc.assert(
    fc.property(counts, (given) => {
      const entry = { mistake: "a", remediation: "b", ...given };
      const [read] = readLessonsLearned([entry], "file", noon)?.entries ?? [];
      const named = given.sourceSessionIds.length;
      const { occurrenceCount, sessionCount, projectCount } = countEvidence(read?.evidence ?? []);

      expect(sessionCount).toBe(Math.max(1, given.sessionCount, named));
      expect(occurrenceCount).toBe(Math.max(sessionCount, given.occurrenceCount));
      // Sessions that are named name no project, so then there is nothing to count projects by.
      expect(projectCount).toBe(occurrenceCount === named ? 0 : given.projectCount);
    }),
    law(),
  );
});

function lostWords(entry: object, reading: ForeignReading | undefined): readonly string[] {
  if (reading?.entries.length !== 1) return [];
  const kept = wordsOf(reading.entries[0]);
  return [...wordsOf(entry)].filter((found) => !kept.has(found));
}

function wordsOf(value: unknown): ReadonlySet<string> {
  // A line end is written as \n, and its n must not stick to the word behind it.
  const json = JSON.stringify(value).replaceAll(/\\[nt]/gu, " ");
  return new Set(json.match(/q\d+/gu));
}
