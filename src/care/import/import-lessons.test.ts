import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { add, freshFolder, freshContext, gitStash, versionBump } from "../../../test/kit/store.ts";
import { addHistory } from "../../lesson/table/history.ts";
import { listLessons } from "../../lesson/table/list.ts";
import { exportLessons } from "../export-lessons.ts";
import { importLessons, importText, type ImportOptions } from "./import-lessons.ts";
import { showLesson } from "../../lesson/find.ts";

/** As a person takes their own in. */
const now: ImportOptions = { from: "auto", isDryRun: false, areStatesKept: true };

function file(name: string, content: unknown): string {
  const path = join(freshFolder(), name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const oldLesson = {
  id: "01JQXYZ0000000000000000000",
  slug: "pytest-tty-hanging-x7k2",
  summary: "pytest hangs in non-interactive shells",
  mistake: "bare pytest waits for a terminal",
  remediation: "use python -m pytest --no-header",
  triggers: {
    toolNames: ["Bash"],
    commandPatterns: ["\\bpytest\\b(?!.*--no-header)"],
    pathPatterns: [],
  },
  priority: 8,
  confidence: 0.95,
  needsReview: false,
  tags: ["lang:python", "tool:pytest"],
  sourceSessionIds: ["abc-123"],
  occurrenceCount: 5,
  createdAt: "2026-03-28T14:00:00Z",
  updatedAt: "2026-03-28T14:00:00Z",
};
const store = (...lessons: object[]) => ({ type: "lessons-learned-store", version: 1, lessons });

test("lessons.json becomes active lessons with their slugs, and the original becomes .bak", async () => {
  const context = freshContext();
  const path = file("lessons.json", store(oldLesson));
  const [report] = await importLessons(context, path, now);
  expect(report).toMatchObject({
    system: "lessons-learned",
    found: 1,
    added: [oldLesson.slug],
    already: 0,
    bad: [],
  });
  expect(showLesson(context, oldLesson.slug)).toMatchObject({
    id: oldLesson.id,
    status: "active",
    source: "imported",
    priority: 8,
    confidence: 0.95,
    occurrenceCount: 5,
    sourceSessionIds: ["abc-123"],
    transitions: [
      { from: "none", to: "active", by: "import", because: "imported from lessons-learned" },
    ],
  });
  expect(existsSync(path)).toBe(false);
  expect(JSON.parse(readFileSync(`${path}.bak`, "utf8"))).toEqual(store(oldLesson));
  expect(report?.renamedTo).toBe(`${path}.bak`);
});

test("a second import of the same file adds nothing, and does not overwrite the first .bak", async () => {
  const context = freshContext();
  const path = file("lessons.json", store(oldLesson));
  await importLessons(context, path, now);
  writeFileSync(path, JSON.stringify(store(oldLesson)));
  const [again] = await importLessons(context, path, now);
  expect(again).toMatchObject({
    found: 1,
    added: [],
    already: 1,
    bad: [],
    renamedTo: `${path}.1.bak`,
  });
  expect(showLesson(context, oldLesson.slug).occurrenceCount).toBe(5);
});

test("a bad entry is reported with its place, the rest goes in, and the original stays", async () => {
  const context = freshContext();
  const path = file(
    "lessons.json",
    store(
      oldLesson,
      { slug: "empty" },
      { ...oldLesson, id: "x", slug: "other-one", mistake: "m2", priority: 99 },
    ),
  );
  const [report] = await importLessons(context, path, now);
  expect(report?.found).toBe(3);
  expect((report?.added.length ?? 0) + (report?.bad.length ?? 0)).toBe(3);
  expect(report?.bad[0]?.place).toContain("lessons[1]");
  expect(existsSync(path)).toBe(true);
});

test("a pattern that cannot be run is left out, and kept in the history", async () => {
  const context = freshContext();
  const triggers = {
    toolNames: ["Bash"],
    commandPatterns: ["(a+)+$", "^pytest\\b"],
    pathPatterns: [],
  };
  const [report] = await importLessons(
    context,
    file("lessons.json", store({ ...oldLesson, triggers })),
    now,
  );
  expect(report?.remarks.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('"(a+)+$" can take exponential time on a long text like "aaaa'),
  ]);
  expect(showLesson(context, oldLesson.slug)).toMatchObject({
    flags: ["needsHumanFix"],
    triggers: { commandPatterns: ["^pytest\\b"] },
    edits: [
      { field: "commandPatterns", before: JSON.stringify(triggers.commandPatterns), by: "import" },
    ],
  });
});

test("a dry run says what would happen, and changes nothing", async () => {
  const context = freshContext();
  const path = file("lessons.json", store(oldLesson));
  const [report] = await importLessons(context, path, { ...now, isDryRun: true });
  expect(report).toMatchObject({ found: 1, added: [oldLesson.slug], renamedTo: null });
  expect(listLessons(context.database, { sort: "slug", limit: 1 }).total).toBe(0);
  expect(existsSync(path)).toBe(true);
});

test("candidates stay candidates, and what they counted is kept", async () => {
  const context = freshContext();
  const candidate = {
    tool: "Bash",
    trigger: "npm test -- --watch",
    mistake: "watch mode never ends",
    remediation: "use --run",
    occurrenceCount: 7,
    sessionCount: 3,
    projectCount: 2,
    sourceSessionIds: ["s1"],
    tags: ["tool:npm"],
  };
  const [report] = await importLessons(
    context,
    file("filtered-candidates.json", { candidates: [candidate] }),
    now,
  );
  expect(report).toMatchObject({ found: 1, bad: [] });
  expect(showLesson(context, report?.added[0] ?? "")).toMatchObject({
    status: "candidate",
    occurrenceCount: 7,
    sessionCount: 3,
    projectCount: 2,
  });
});

test("Triads: no status is active, a version stays a version, and the graph is left alone", async () => {
  const context = freshContext();
  const node = {
    id: "process_version_bump",
    type: "Concept",
    label:
      "Version bump checklist with a label that is a good deal longer than eighty characters will allow",
    description: "All files of a version bump",
    confidence: 1,
    process_type: "checklist",
    priority: "CRITICAL",
    valid_until: "v1.0.0",
    trigger_conditions: {
      tool_names: ["Write"],
      file_patterns: ["**/plugin.json"],
      triad_names: ["deployment"],
    },
    checklist: {
      title: "Version bump",
      items: ["plugin.json", { item: "CHANGELOG", required: true, file: "CHANGELOG.md" }],
      format: "checkbox",
    },
  };
  const path = file("deployment_graph.json", {
    directed: true,
    nodes: [
      node,
      {
        ...node,
        id: "d",
        label: "Draft",
        status: "draft",
        checklist: { ...node.checklist, title: "Draft" },
      },
      { id: "x", type: "Entity" },
    ],
    links: [],
  });
  const [report] = await importLessons(context, path, now);
  expect(report).toMatchObject({ system: "triads", found: 2, bad: [], renamedTo: null });
  const record = showLesson(context, report?.added[0] ?? "");
  expect(record).toMatchObject({
    kind: "checklist",
    status: "active",
    priority: 9,
    validUntil: "v1.0.0",
    triggers: { pathPatterns: ["**/plugin.json"], workflowNames: ["deployment"] },
  });
  expect(record.summary.endsWith("…")).toBe(true);
  expect(JSON.stringify(record.body)).toContain("will allow");
  expect(showLesson(context, report?.added[1] ?? "").status).toBe("candidate");
  expect(existsSync(path)).toBe(true);
});

test("Devflow: statuses and counts are mapped", async () => {
  const context = freshContext();
  const entry = {
    id: "obs_1",
    type: "procedural",
    pattern: "release",
    details: "1. tag\n2. push",
    evidence: ["said so"],
    confidence: 0.75,
    observations: 3,
    first_seen: "2026-01-01T00:00:00Z",
    last_seen: "2026-01-09T00:00:00Z",
    status: "ready",
    quality_ok: true,
  };
  const [report] = await importLessons(
    context,
    file("learning-log.jsonl", `${JSON.stringify(entry)}\n{"torn`),
    now,
  );
  expect(report).toMatchObject({
    system: "devflow",
    found: 2,
    bad: [{ place: "learning-log.jsonl:2" }],
  });
  expect(showLesson(context, report?.added[0] ?? "")).toMatchObject({
    kind: "procedure",
    status: "reviewed",
    confidence: 0.75,
    occurrenceCount: 3,
  });
});

test("a folder is searched for the files of every system", async () => {
  const folder = freshFolder();
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "data", "lessons.json"), JSON.stringify(store(oldLesson)));
  writeFileSync(join(folder, "package.json"), '{"name":"x"}');
  const reports = await importLessons(freshContext(), folder, now);
  expect(reports.map(({ system, found }) => [system, found])).toEqual([["lessons-learned", 1]]);
});

test("what was found already by hand is not doubled, but its sightings are added", async () => {
  const context = freshContext();
  const { slug } = add(context, gitStash);
  const same = { ...oldLesson, ...gitStash.body, triggers: gitStash.triggers };
  const [report] = await importLessons(context, file("lessons.json", store(same)), now);
  expect(report).toMatchObject({ added: [], already: 1 });
  expect(showLesson(context, slug).occurrenceCount).toBe(5);
});

test("a file of no known form, or of another than was asked for, is said", async () => {
  await expect(importLessons(freshContext(), file("x.json", { a: 1 }), now)).rejects.toThrow(
    "no readable lessons in",
  );
  await expect(
    importLessons(freshContext(), file("lessons.json", store(oldLesson)), {
      ...now,
      from: "triads",
    }),
  ).rejects.toThrow("as triads");
  await expect(
    importLessons(freshContext(), join(freshFolder(), "absent.json"), now),
  ).rejects.toThrow("no such file or folder");
});

test("a store and the manifest made from it, in one folder: each lesson once, with its slug and id", async () => {
  const context = freshContext();
  const folder = freshFolder();
  const { mistake, remediation, triggers, id, ...rest } = oldLesson;
  const manifest = {
    type: "lessons-learned-manifest",
    version: 1,
    lessons: {
      [id]: {
        ...rest,
        toolNames: ["Bash"],
        commandRegexSources: [{ source: "^pytest", flags: "i" }],
        injection: "## Lesson: x\nuse another",
      },
    },
  };
  writeFileSync(join(folder, "lesson-manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "lessons.json"), JSON.stringify(store(oldLesson)));
  const reports = await importLessons(context, folder, now);
  expect(
    reports.map(({ found, added, already, remarks }) => [found, added, already, remarks]),
  ).toEqual([
    [1, [oldLesson.slug], 0, expect.anything()],
    [1, [], 1, expect.anything()],
  ]);
  expect(showLesson(context, oldLesson.slug)).toMatchObject({
    id,
    body: { mistake, remediation },
  });
  expect(listLessons(context.database, { sort: "slug", limit: 1 }).total).toBe(1);
});

test("one file that cannot be read does not keep the others out, and is named", async () => {
  const folder = freshFolder();
  mkdirSync(join(folder, "x.json"));
  writeFileSync(join(folder, "lessons.json"), '{"lessons": [');
  writeFileSync(
    join(folder, "filtered-candidates.json"),
    JSON.stringify({
      candidates: [{ mistake: "m", remediation: "r", tool: "Bash", trigger: "x" }],
    }),
  );
  symlinkSync(".", join(folder, "circle"));
  const reports = await importLessons(freshContext(), folder, now);
  expect(reports.map(({ system, added, bad }) => [system, added.length, bad.length])).toEqual([
    ["lessons-learned", 1, 0],
    ["unknown", 0, 1],
  ]);
  expect(reports[1]?.bad[0]?.problem).toContain("is not JSON");
});

test("a file that only looks like one of theirs keeps its name", async () => {
  const path = file("postmortems.json", [
    { mistake: "m", remediation: "r", tool: "Bash", trigger: "x" },
  ]);
  const reports = await importLessons(freshContext(), path, now).catch(() => []);
  expect(reports.every(({ renamedTo }) => renamedTo === null)).toBe(true);
  expect(existsSync(path)).toBe(true);
});

test("the same lesson under another id: its sightings are added once, however often it is imported", async () => {
  const [source, target] = [freshContext(), freshContext()];
  const { id } = add(source, gitStash);
  addHistory(source.database, id, {
    evidence: [
      {
        is: "tally",
        agent: "x",
        occurrences: 10,
        sessions: 1,
        projects: 1,
        seenAt: "2026-01-01T00:00:00.000Z",
      },
    ],
  });
  const text = [...exportLessons(source, {}, "jsonl")]
    .join("")
    .replaceAll(id, "01KDWPVNG0000000000000000Z");
  const { slug } = add(target, gitStash);
  for (let times = 0; times < 3; times++) await importText(target, text, now);
  expect(showLesson(target, slug).occurrenceCount).toBe(10);
});

test("an export that was edited by hand: a hold without a pattern is advice, a wrong hash is computed again", async () => {
  const [source, target] = [freshContext(), freshContext()];
  add(source, gitStash);
  const [line = ""] = [...exportLessons(source, {}, "jsonl")];
  const record = JSON.parse(line);
  const edited = {
    ...record,
    delivery: "hold",
    triggers: { ...record.triggers, commandPatterns: [] },
    contentHash: `sha256:${"0".repeat(64)}`,
  };
  const [report] = await importText(target, JSON.stringify(edited), now);
  expect(report?.remarks[0]?.problem).toContain("hold needs a command or content pattern");
  const stored = showLesson(target, record.slug);
  expect(stored).toMatchObject({ delivery: "advise" });
  expect(stored.contentHash).not.toBe(edited.contentHash);
});

test("an export from before a field was there is read, and a key that is taken here stays with the lesson here", async () => {
  const from = freshContext();
  add(from, versionBump);
  add(from, { ...gitStash, about: "not-installed jq", scope: "machine" });
  const [, line = ""] = exportLessons(from, {}, "jsonl");
  const { about: _about, fix: _fix, ...older } = JSON.parse(line) as Record<string, unknown>;
  const old = freshContext();
  await importLessons(old, file("old.jsonl", `${JSON.stringify(older)}\n`), now);
  expect(listLessons(old.database, { sort: "slug", limit: 9 }).lessons).toMatchObject([
    { scope: "machine", about: null, fix: null },
  ]);
  const here = freshContext();
  const mine = add(here, {
    kind: "pitfall",
    summary: "jq is missing",
    body: { mistake: "no jq", remediation: "use node" },
    about: "not-installed jq",
    scope: "machine",
  });
  await importLessons(here, file("new.jsonl", line), now);
  expect(listLessons(here.database, { sort: "newest", limit: 9 }).lessons).toContainEqual(
    expect.objectContaining({ about: null, flags: [`duplicates:${mine.slug}`] }),
  );
});

test("an export brings a fix only as a hold, unless a person says that it is their own", async () => {
  const [source, target] = [freshContext(), freshContext()];
  add(source, {
    ...gitStash,
    delivery: "fix",
    fix: {
      how: "instead",
      from: "git stash",
      to: "git stash -u",
      times: 2,
      repairs: 2,
      sessions: 2,
    },
  });
  const [line = ""] = [...exportLessons(source, {}, "jsonl")];
  const { slug } = JSON.parse(line);
  const [report] = await importText(target, line, { ...now, areStatesKept: false });
  expect(report?.remarks[0]?.problem).toContain(`lessons edit ${slug} delivery fix`);
  expect(showLesson(target, slug)).toMatchObject({ delivery: "hold", status: "candidate" });
  const own = freshContext();
  const [kept] = await importText(own, line, now);
  expect(kept?.remarks).toEqual([]);
  expect(showLesson(own, slug)).toMatchObject({ delivery: "fix", status: "active" });
});
