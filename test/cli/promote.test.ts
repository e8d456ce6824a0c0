import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine } from "../kit/program.ts";
import { gitStash, jsx, programWithCandidates, statusOf, tsNode } from "./review-kit.ts";

test("a script promotes, archives and edits at once", () => {
  const program = programWithCandidates();
  const file = join(program.home, "patch.json");
  writeFileSync(
    file,
    JSON.stringify({ [gitStash]: { priority: 9, body: { mistake: "it loses files" } } }),
  );
  const answer = program.json([
    "promote",
    "--ids",
    gitStash,
    "--archive",
    `${tsNode}=too niche`,
    "--patch",
    `@${file}`,
  ]);
  expect(answer).toMatchObject({
    type: "lessons-decided",
    added: [{ slug: gitStash, stage: { status: "active" } }],
    archived: [{ lesson: { slug: tsNode, stage: { status: "archived" } }, reason: "too niche" }],
    edited: [{ lesson: { slug: gitStash }, fields: ["priority", "mistake"] }],
  });
  const { lesson } = program.json(["show", gitStash]);
  expect(lesson).toMatchObject({ priority: 9, body: { mistake: "it loses files" } });
  expect(statusOf(program, jsx)).toBe("candidate");
});

test.each([
  [["--ids", `${gitStash},nobody`], 'there is no lesson "nobody"'],
  [["--ids", gitStash, "--archive", `${gitStash}=no`], "cannot be both approved and archived"],
  [["--ids", gitStash, "--patch", "{"], "--patch is not JSON"],
  [["--ids", gitStash, "--patch", '{"jsx-tsx": {"priority": 0}}'], "between 1 and 10"],
  [["--ids", gitStash, "--patch", '{"jsx-tsx": {"colour": "red"}}'], 'no field "colour"'],
  [["--ids", gitStash, "--archive", "jsx-tsx"], "Use id=reason"],
  [[], "nothing to approve"],
])("all or nothing: %j", (args, message) => {
  const program = programWithCandidates();
  const before = program.ok(["export"]);
  const { status, err } = program.run(["promote", ...args]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain(message);
  expect(program.ok(["export"])).toBe(before);
});

test("below 0.3 it needs --force", () => {
  const program = programWithCandidates();
  program.ok(["edit", gitStash, "confidence", "0.2"]);
  const { status, err } = program.run(["promote", "--ids", gitStash]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain("too low to activate");
  program.ok(["promote", "--ids", gitStash, "--force"]);
  expect(program.json(["show", gitStash])["lesson"]).toMatchObject({
    status: "active",
    confidence: 0.5,
  });
});
