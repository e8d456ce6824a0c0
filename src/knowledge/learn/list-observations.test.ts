import { expect, test } from "vitest";
import { batchSizeFor } from "./run-learning.ts";
import { needsAttention, type AttendedObservation } from "./list-observations.ts";

const observation = (
  id: string,
  { confidence = 0.95, kind = "decision", ...more }: Attended = {},
): AttendedObservation => ({
  lesson: { id, kind, confidence },
  count: 2,
  missingFiles: [],
  ...more,
});

type Attended = Partial<AttendedObservation["lesson"] & Omit<AttendedObservation, "lesson">>;

test("files that are gone and doubts that stay need a person; the rest does not", () => {
  const found = needsAttention(
    [
      observation("fine"),
      observation("gone", { missingFiles: ["src/a.ts", "src/b.ts"] }),
      observation("doubted", { confidence: 0.28, count: 5 }),
      observation("new", { confidence: 0.28, count: 4 }),
      observation("sure", { confidence: 0.5, count: 50 }),
    ],
    { softCap: 50 },
  );
  expect([...found]).toEqual([
    ["gone", ["names missing paths: src/a.ts, src/b.ts"]],
    ["doubted", ["seen 5 times, but its confidence is still 0.28"]],
  ]);
});

test("above the soft cap of a kind the least sure need a person", () => {
  const observations = [
    observation("a", { confidence: 0.5 }),
    observation("b"),
    observation("c", { count: 1 }),
    observation("other", { kind: "pitfall", confidence: 0.1 }),
  ];
  expect([...needsAttention(observations, { softCap: 1 }).keys()]).toEqual(["c", "a"]);
  expect(needsAttention(observations, { softCap: 3 }).size).toBe(0);
});

test("a batch is 3 sessions, 5 from 15 observations on, or what somebody chose", () => {
  expect([batchSizeFor(3, 0), batchSizeFor(3, 14), batchSizeFor(3, 15)]).toEqual([3, 3, 5]);
  expect([batchSizeFor(2, 0), batchSizeFor(2, 100), batchSizeFor(10, 100)]).toEqual([2, 2, 10]);
});
