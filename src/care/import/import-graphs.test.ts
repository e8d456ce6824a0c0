import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshContext, freshFolder } from "../../../test/kit/store.ts";
import { showLesson } from "../../lesson/find.ts";
import { importLessons, type ImportOptions } from "./import-lessons.ts";

const now: ImportOptions = { from: "auto", isDryRun: false };

function node(id: string, more: object = {}): object {
  return {
    id,
    type: "Concept",
    label: `About ${id}`,
    confidence: 1,
    process_type: "requirement",
    priority: "HIGH",
    requirement: { constraint: `do ${id}` },
    trigger_conditions: { tool_names: ["Write"], file_patterns: ["*.py"] },
    ...more,
  };
}

function graphIn(folder: string, name: string, ...nodes: readonly object[]): void {
  writeFileSync(join(folder, name), JSON.stringify({ nodes, links: [] }));
}

test("imports resolve superseded_by to the lesson that the other node became, in whatever order", async () => {
  const context = freshContext();
  const folder = freshFolder();
  graphIn(
    folder,
    "graph.json",
    node("process_old_2025", { superseded_by: "process_new_2025" }),
    node("process_new_2025"),
    node("process_lost", { superseded_by: "process_nowhere" }),
  );
  const [report] = await importLessons(context, folder, now);
  const [old = "", next = "", lost = ""] = report?.added ?? [];
  expect(showLesson(context, old)).toMatchObject({ supersededBy: next });
  expect(showLesson(context, lost).supersededBy).toBeNull();
  expect(report?.remarks.map(({ problem }) => problem)).toEqual([
    'it was replaced by "process_nowhere", which is not here',
  ]);
  const later = freshFolder();
  graphIn(later, "later.json", node("process_later", { superseded_by: "process_new_2025" }));
  const [second] = await importLessons(context, later, now);
  expect(showLesson(context, second?.added[0] ?? "")).toMatchObject({ supersededBy: next });
});

test("imports take a scope for lessons that do not say where they hold", async () => {
  const folder = freshFolder();
  graphIn(folder, "graph.json", node("a"));
  const inProject = freshContext();
  const [report] = await importLessons(inProject, folder, { ...now, scope: "project:ours" });
  expect(report?.openScope).toBe("project:ours");
  expect(showLesson(inProject, report?.added[0] ?? "").scope).toBe("project:ours");
  const anywhere = freshContext();
  const [open] = await importLessons(anywhere, folder, now);
  expect(open?.openScope).toBe("global");
  const [again] = await importLessons(anywhere, folder, now);
  expect(again?.openScope).toBeNull();
});

test("unreadable files of a folder are named, and the others come in", async () => {
  const folder = freshFolder();
  graphIn(folder, "good.json", node("a"));
  writeFileSync(join(folder, "torn.json"), '{"nodes": [');
  writeFileSync(join(folder, "torn.jsonl"), "not json\n");
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "empty.json"), "");
  const reports = await importLessons(freshContext(), folder, now);
  expect(
    reports.map(({ file, added, bad }) => [
      file.slice(folder.length + 1),
      added.length,
      bad.length,
    ]),
  ).toEqual([
    ["good.json", 1, 0],
    ["torn.json", 0, 1],
    ["torn.jsonl", 0, 1],
  ]);
  expect(reports[1]?.bad[0]?.problem).toContain("is not JSON");
});

// Whoever may read everything finds nothing closed.
test.skipIf(process.getuid?.() === 0)(
  "so is a folder below that cannot be looked into",
  async () => {
    const folder = freshFolder();
    graphIn(folder, "good.json", node("a"));
    mkdirSync(join(folder, "closed"), { mode: 0o000 });
    const reports = await importLessons(freshContext(), folder, now);
    chmodSync(join(folder, "closed"), 0o700);
    expect(reports.at(-1)?.file).toContain("closed");
  },
);
