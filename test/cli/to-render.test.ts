import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";

/** A project with a name, and candidates of it, of another one, and of all. */
function withCandidates(): { program: Program; here: { readonly cwd: string } } {
  const program = new Program();
  const cwd = join(program.home, "api");
  mkdirSync(cwd);
  for (const args of [
    ["init", "--quiet"],
    ["remote", "add", "origin", "https://example.org/team/api.git"],
  ])
    execFileSync("git", args, { cwd, env: program.environment });
  const steps = ["bump", "tag", "publish"];
  const drafts = [
    ["release-here", "workflow", "project:example.org/team/api"],
    ["release-there", "workflow", "project:example.org/team/web"],
    ["release-far", "workflow", "project:example.org/team/far"],
    ["release-anywhere", "workflow", "global"],
    ["list-here", "checklist", "project:example.org/team/api"],
  ].map(([slug, kind, scope]) => ({
    slug,
    kind,
    scope,
    status: "candidate",
    summary: `${slug}, as always`,
    body:
      kind === "workflow"
        ? { description: `how ${slug} goes`, whenToUse: "when asked", steps }
        : { title: "look at", items: steps },
  }));
  program.ok(["add", "--json"], { input: JSON.stringify(drafts) });
  return { program, here: { cwd } };
}

/** The lines of a report that speak of rendering. */
function said(report: string): readonly string[] {
  return report.split("\n").filter((line) => line.includes("lessons project render"));
}

const toThisProject = "To write it into this project: lessons project render";

test.each([
  ["release-here", [toThisProject]],
  ["release-there", ["To write it into example.org/team/web: run lessons project render there"]],
  ["release-anywhere", []],
  ["list-here", []],
  [
    "release-here,release-there,release-far,release-anywhere",
    [
      "To write 3 of them into their projects: run lessons project render here and in example.org/team/web and 1 more",
    ],
  ],
  [
    "release-there,release-far",
    ["To write 2 of them into example.org/team/web and 1 more: run lessons project render there"],
  ],
])("promote %s says once where rendering writes it", (ids, expected) => {
  const { program, here } = withCandidates();
  expect(said(program.ok(["promote", "--ids", ids], here))).toEqual(expected);
});

test("edit, decide and programs are told the same, and a dry run is not", () => {
  const { program, here } = withCandidates();
  program.ok(["review", "--plain"], here);
  const number = /(\d+)\. release-here/.exec(program.ok(["review", "--plain"], here))?.[1];
  expect(said(program.ok(["decide", `approve ${number}`, "--dry-run"], here))).toEqual([]);
  expect(said(program.ok(["decide", `approve ${number}`, "--yes"], here))).toEqual([toThisProject]);
  program.ok(["undo", "--yes"], here);
  expect(said(program.ok(["edit", "release-here", "status", "active"], here))).toEqual([
    toThisProject,
  ]);
  expect(said(program.ok(["edit", "release-here", "priority", "8"], here))).toEqual([]);
  const answer = program.ok(["promote", "--ids", "release-there", "--json"], here);
  expect(JSON.parse(answer)).toMatchObject({
    toRender: [{ project: "example.org/team/web", isHere: false, slugs: ["release-there"] }],
  });
});
