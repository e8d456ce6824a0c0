import { expect, test } from "vitest";
import { learningRow } from "./print-statusline.ts";

function manifest(...types: readonly string[]) {
  const entries = types.map((type, index) => ({ observationId: `o${index}`, type }));
  return { schemaVersion: 1, entries };
}

test("the row counts what was learned", () => {
  const learned = manifest(
    "workflow",
    "workflow",
    "procedure",
    "decision",
    "decision",
    "decision",
    "pitfall",
  );
  expect(learningRow(learned)).toBe("Learning: 2 workflows, 1 skills, 3 decisions, 1 pitfalls");
});

test("what there is none of is left out, and nothing at all is an empty row", () => {
  expect(learningRow(manifest("pitfall"))).toBe("Learning: 1 pitfalls");
  expect([manifest(), null, "x", { entries: 3 }].map((each) => learningRow(each))).toEqual([
    "",
    "",
    "",
    "",
  ]);
});

test("a copy for other agents counts once", () => {
  const entries = [
    { observationId: "a", type: "workflow", target: "claude-command" },
    { observationId: "a", type: "workflow", target: "agents-skill" },
  ];
  expect(learningRow({ entries })).toBe("Learning: 1 workflows");
});
