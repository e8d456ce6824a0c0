import { expect, test } from "vitest";
import { oneLine } from "../kit/program.ts";
import { gitStash, jsx, programWithCandidates, statusOf, tsNode } from "./review-kit.ts";

test("undo takes back the last review, and again the one before", () => {
  const program = programWithCandidates();
  program.ok(["review"]);
  program.ok(["decide", "approve 1", "--yes"]);
  program.ok(["decide", "expand 3, archive 2: no", "--yes"]);
  const out = program.ok(["undo"]);
  expect(out).toContain(`↶ ${tsNode} (candidate again)`);
  expect(out).toContain(`↶ ${jsx} (candidate again)`);
  expect(out).toContain("↶ typescript-file-using-jsx (active again)");
  expect([gitStash, tsNode, jsx].map((slug) => statusOf(program, slug))).toEqual([
    "active",
    "candidate",
    "candidate",
  ]);
  // What was taken back may be decided again, by the numbers of the same list.
  program.ok(["decide", "skip 2, approve 3", "--yes"]);
  program.ok(["undo"]);
  program.ok(["undo"]);
  expect(statusOf(program, gitStash)).toBe("candidate");
  expect(program.run(["undo"])).toEqual({
    status: 1,
    out: "",
    err: "There is no review to take back.\n",
  });
});

test("what was changed since is named, and nothing is taken back", () => {
  const program = programWithCandidates();
  program.ok(["promote", "--ids", `${gitStash},${tsNode}`]);
  program.ok(["edit", tsNode, "summary", "another one"]);
  const { status, err } = program.run(["undo"]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain(`${tsNode} (summary)`);
  expect(statusOf(program, gitStash)).toBe("active");
});
