import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";
import { gitStash, programWithCandidates, tsNode } from "./review-kit.ts";

test("every review is listed with what it decided, also one that was taken back", () => {
  const program = programWithCandidates();
  program.ok(["review"]);
  program.ok(["decide", "approve 1, archive 2: too niche", "--yes"]);
  program.ok(["undo", "--yes"]);
  const out = program.ok(["reviews"]);
  expect(out).toMatch(
    /^[0-9A-Z]{26} {2}\S+ \S+ UTC\n {2}by person · 3 candidates: 1 approved, 1 archived · undone \S+ \S+\n$/,
  );
  const id = out.slice(0, 26);
  const lines = program.ok(["reviews", "show", id.slice(0, 20)]).split("\n");
  expect(lines.slice(2)).toEqual([`  approved ${gitStash}`, `  archived ${tsNode}: too niche`, ""]);
  expect(program.json(["reviews", "show"])).toMatchObject({
    type: "lessons-review-session",
    review: { sessionId: id, candidatesConsidered: 3, reviewedBy: { actor: "person" } },
  });
});

test("without reviews it says so", () => {
  expect(new Program().run(["reviews"])).toEqual({
    status: 1,
    out: "",
    err: "No reviews yet. To start one: lessons review\n",
  });
  expect(new Program().run(["reviews", "show", "01"]).status).toBe(2);
});
