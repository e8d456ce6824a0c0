import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { ackReviews } from "../../src/gates/runs/ack-reviews.ts";
import { findNotes } from "../../src/gates/runs/find-notes.ts";
import { nameFrom, projectPathOf } from "../../src/gates/runs/note-path.ts";
import { reviewHistory, showReview, warnQueue } from "../../src/gates/runs/show-review.ts";
import { selectPairs } from "../../src/gates/runs/select-pairs.ts";
import { parseScope } from "../../src/lesson/record/lesson.ts";
import { findLesson, updateLesson } from "../../src/lesson/table/lessons.ts";
import { freshFolder, noon } from "../kit/store.ts";
import { GateGround, gateText } from "./gate-ground.ts";

// The rules of "Read paths", one test each.

function withNotes(): GateGround {
  const ground = new GateGround();
  for (const gate of ["prose/plain", "prose/short", "semantic/true"]) ground.gate(gate);
  ground.write("a.md", "---\nstatus: current\n---\none\n");
  ground.write("docs/b.md", "two\n");
  return ground;
}

test("selector: positional gate ids and bundle names choose gates, --all-gates all of them", () => {
  const ground = withNotes();
  const gatesOf = (gates: readonly string[] | "all") =>
    ground.stale({ gates, notes: ["a.md"] }).map((line) => line.split(" ")[2]);
  expect(gatesOf(["prose"])).toEqual(["prose/plain", "prose/short"]);
  expect(gatesOf(["semantic/true", "prose/short"])).toEqual(["prose/short", "semantic/true"]);
  expect(gatesOf("all")).toEqual(["prose/plain", "prose/short", "semantic/true"]);
  expect(() => gatesOf(["prose/nothing"])).toThrow('no gate or bundle is named "prose/nothing"');
});

test("selector: --note filters to specific note paths or directories", () => {
  const ground = withNotes();
  const notesOf = (notes: readonly string[]) =>
    ground.stale({ gates: ["semantic"], notes }).map((line) => line.split(" ")[1]);
  expect(notesOf(["docs"])).toEqual(["docs/b.md"]);
  expect(notesOf(["a.md", "docs/b.md", "docs"])).toEqual(["a.md", "docs/b.md"]);
  expect(() => notesOf(["c.md"])).toThrow("c.md does not exist");
  expect(() => notesOf(["/etc"])).toThrow("is not in this project");
});

test("selector: --current filters to notes with status: current, and to lessons in use", () => {
  const ground = withNotes();
  ground.lesson({ kind: "decision", summary: "d", body: { context: "c", decision: "d" } });
  ground.write("old.md", "---\nstatus: archived\n---\n");
  ground.write("odd.md", "---\nstatus: [current\n---\n");
  expect(
    ground.stale({ gates: ["semantic"], isCurrent: true }).map((line) => line.split(" ")[1]),
  ).toEqual(["a.md", "lesson:d-0000"]);
});

test("selector: --reason keeps pairs of that reason only", () => {
  const ground = withNotes();
  ground.review("a.md", ["semantic"]);
  ground.write("a.md", "changed\n");
  expect(ground.stale({ gates: ["semantic"], reasons: ["note-changed"] })).toEqual([
    "note-changed a.md semantic/true",
  ]);
  expect(ground.stale({ gates: ["semantic"], reasons: ["missing-review"] })).toEqual([
    "missing-review docs/b.md semantic/true",
  ]);
});

test("selector: without --model a pair is missing-review only when no partition has accepted it, and nothing else is classified", () => {
  const ground = withNotes();
  ground.review("a.md", ["semantic"], { model: "haiku" });
  ground.write("a.md", "changed\n");
  ground.gate("semantic/true", "Is it still true?");
  const { pairs } = selectPairs(ground.context, { gates: ["semantic"], isCurrent: false });
  expect(pairs).toMatchObject([{ notePath: "docs/b.md", reason: "missing-review", diff: null }]);
});

test("selector: a gate is asked only of notes that it is for", () => {
  const ground = new GateGround();
  ground.write(".lessons/gates/x/docs.md", gateText("x/docs", "?", "docs/**/*.md"));
  ground.write(".lessons/gates/x/lessons.md", gateText("x/lessons", "?", "lesson"));
  ground.write("a.md", "one\n");
  ground.write("docs/b.md", "two\n");
  const note = ground.lesson({
    kind: "decision",
    summary: "d",
    body: { context: "c", decision: "d" },
  });
  expect(ground.stale()).toEqual([
    "missing-review docs/b.md x/docs",
    `missing-review ${note} x/lessons`,
  ]);
});

test("selector: a gate without criteria is named and not asked; who names it is refused", () => {
  const ground = withNotes();
  ground.write(".lessons/gates/prose/empty.md", gateText("prose/empty").replace("- it is bad", ""));
  const { brokenGates } = selectPairs(ground.context, { gates: ["prose"], isCurrent: false });
  expect(brokenGates).toMatchObject([
    { id: "prose/empty", problem: expect.stringContaining('has no text under "## Fail"') },
  ]);
  expect(() => ground.stale({ gates: ["prose/empty"] })).toThrow("has no text under");
});

test("notes: ignored folders, node_modules, our own files and links are left out; what cannot be read is named", () => {
  const ground = withNotes();
  const { root } = ground.context.project;
  const outside = freshFolder();
  execFileSync("git", ["init", "-q"], { cwd: root });
  ground.write(".gitignore", "build/\n");
  const ours = [".lessons/reports/r.md", "sub/.lessons/gates/x/y.md", "sub/.lessons/lessons/l.md"];
  for (const path of ["build/x.md", "node_modules/y/z.md", ...ours, "c.txt"])
    ground.write(path, "x\n");
  ground.write("long.md", "x".repeat(300_000));
  ground.write("binary.md", "a\0b");
  ground.write("gone.md", "x");
  execFileSync("git", ["add", "gone.md"], { cwd: root });
  ground.remove("gone.md");
  mkdirSync(join(outside, "more"));
  symlinkSync(outside, join(root, "linked"));
  symlinkSync("/etc/hostname", join(root, "link.md"));
  const context = { ...ground.context, project: { ...ground.context.project, isRepository: true } };
  const found = findNotes(context, { isCurrent: false });
  expect({
    notes: found.notes.map(({ path }) => path),
    problems: found.problems,
  }).toEqual({
    notes: ["a.md", "docs/b.md"],
    problems: [
      { path: "binary.md", problem: "is not UTF-8 text" },
      { path: "long.md", problem: "is longer than 256 kB" },
    ],
  });
  expect(() => findNotes(context, { names: ["link.md"], isCurrent: false })).toThrow(
    "is not in this project",
  );
  expect(findNotes(ground.context, { isCurrent: false }).notes.map(({ path }) => path)).toEqual([
    "a.md",
    "build/x.md",
    "docs/b.md",
  ]);
});

test("notes: lessons of other projects and archived ones are not notes of this one", () => {
  const ground = new GateGround();
  const decision = (summary: string, scope: string) =>
    ground.lesson({
      kind: "decision",
      summary,
      body: { context: summary, decision: "d" },
      scope: parseScope(scope) ?? "global",
    });
  const wanted = [decision("global", "global"), decision("ours", "project:here")];
  decision("theirs", "project:there");
  const { database } = ground.context;
  const old = findLesson(database, decision("old", "global").slice("lesson:".length));
  if (old === undefined) throw new Error("the lesson is gone");
  const stage = { status: "archived", since: noon, because: "too niche" } as const;
  updateLesson(database, { ...old, stage });
  const { notes } = findNotes(ground.context, { names: ["lesson:"], isCurrent: false });
  expect(notes.map(({ path }) => path)).toEqual(wanted);
});

test("notes: who names an archived lesson or one of another project is told so", () => {
  const ground = new GateGround();
  const decision = (summary: string, more: { scope?: string; status?: "candidate" }) => {
    const { scope = "global", ...rest } = more;
    const body = { context: summary, decision: "d" };
    return ground.lesson({
      kind: "decision",
      summary,
      body,
      scope: parseScope(scope) ?? "global",
      ...rest,
    });
  };
  const named = (name: string, isCurrent = false) =>
    findNotes(ground.context, { names: [name], isCurrent }).notes.map(({ path }) => path);
  const theirs = decision("theirs", { scope: "project:there" });
  expect(() => named(theirs)).toThrow("belongs to another project (project:there)");
  const ours = decision("ours", { scope: "project:here" });
  expect(named(ours)).toEqual([ours]);
  const candidate = decision("new", { status: "candidate" });
  expect([named(candidate), named(candidate, true)]).toEqual([[candidate], []]);
  const { database } = ground.context;
  const lesson = findLesson(database, ours.slice("lesson:".length));
  if (lesson === undefined) throw new Error("the lesson is gone");
  const stage = { status: "archived", since: noon, because: "too niche" } as const;
  updateLesson(database, { ...lesson, stage });
  expect(() => named(ours)).toThrow("is archived");
  ground.gate("prose/plain");
  expect(() => ground.review(ours, ["prose/plain"])).toThrow("is archived");
});

test("notes: a file with the name of a lesson is not taken for one", () => {
  const ground = withNotes();
  ground.write("lesson:foo.md", "x\n");
  expect(findNotes(ground.context, { isCurrent: false })).toMatchObject({
    notes: [{ path: "a.md" }, { path: "docs/b.md" }],
    problems: [{ path: "lesson:foo.md", problem: expect.stringContaining("starts with lesson:") }],
  });
});

test("notes: what does not exist is not there, whatever its name ends with", () => {
  const ground = withNotes();
  ground.write("c.txt", "x\n");
  const named = (name: string) => () =>
    findNotes(ground.context, { names: [name], isCurrent: false });
  expect(named("nowhere")).toThrow("nowhere does not exist");
  expect(named("c.txt")).toThrow("c.txt is not a Markdown file");
});

test("notes: in a folder a name that means two files is refused, and the exact names are said and taken", () => {
  const ground = withNotes();
  ground.write("docs/a.md", "other\n");
  const { project } = ground.context;
  const inDocs = { ...project, workingDirectory: join(project.root, "docs") };
  const context = { ...ground.context, project: inDocs };
  const named = (name: string) =>
    findNotes(context, { names: [name], isCurrent: false }).notes.map(({ path }) => path);
  expect(() => named("a.md")).toThrow("a.md could be ./a.md or ../a.md");
  expect([named("./a.md"), named("../a.md"), named("b.md"), named("docs/b.md")]).toEqual([
    ["docs/a.md"],
    ["a.md"],
    ["docs/b.md"],
    ["docs/b.md"],
  ]);
  ground.review("a.md", ["prose/plain"]);
  const ack = (note: string) =>
    ackReviews(context, { model: "opus", note, gates: ["prose/plain"] });
  expect(() => ack("a.md")).toThrow("could be");
  expect(() => ack("./a.md")).toThrow("docs/a.md has no review");
  expect(ack("../a.md")).toMatchObject([{ notePath: "a.md" }]);
});

test("a printed path can be typed where somebody is", () => {
  const ground = withNotes();
  ground.write("docs/a.md", "other\n");
  ground.write("docs/docs/b.md", "another\n");
  const { project } = ground.context;
  for (const folder of ["", "docs", "docs/docs"]) {
    const here = { ...project, workingDirectory: join(project.root, folder) };
    for (const path of ["a.md", "docs/a.md", "docs/b.md", "docs/docs/b.md"])
      expect(projectPathOf(here, nameFrom(here)(path))).toBe(path);
  }
  expect(nameFrom(project)("lesson:x")).toBe("lesson:x");
});

const pairs = (ground: GateGround) =>
  warnQueue(ground.context).entries.map(({ review, gate }) => [
    review.notePath,
    gate.id,
    review.model,
  ]);

test("warn: actionable findings of reviews whose canonical decision is warn, and of no other", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose/plain"], { result: "WARN" });
  ground.review("a.md", ["prose/short"], { result: "FAIL" });
  ground.review("a.md", ["semantic/true"], { result: "PASS" });
  const { entries, failed } = warnQueue(ground.context);
  expect(entries).toMatchObject([
    {
      review: { notePath: "a.md", gatePath: ".lessons/gates/prose/plain.md", decision: "warn" },
      note: "as-accepted",
      findings: ["line 1: too long; cut it"],
      rationale: "Looked at it.\n\n- WARN: line 1: too long; cut it\n\n## Result: WARN\n",
    },
  ]);
  expect(failed).toMatchObject([
    {
      review: { gatePath: ".lessons/gates/prose/short.md", decision: "fail" },
      gate: { id: "prose/short" },
      note: "as-accepted",
      findings: ["line 1: too long; cut it"],
    },
  ]);
});

test("warn: it reads current accepted pairs across all models, and a newer pass ends a warning", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose/plain"], { result: "WARN", model: "opus" });
  ground.review("docs/b.md", ["prose/plain"], { result: "WARN", model: "haiku" });
  expect(pairs(ground)).toEqual([
    ["a.md", "prose/plain", "opus"],
    ["docs/b.md", "prose/plain", "haiku"],
  ]);
  ground.review("a.md", ["prose/plain"], { result: "PASS", model: "opus" });
  expect(pairs(ground)).toEqual([["docs/b.md", "prose/plain", "haiku"]]);
});

test("warn: model partitions collapse to one entry per note and gate, the latest accepted warn", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose/plain"], { result: "WARN", model: "opus" });
  ground.review("a.md", ["prose/plain"], { result: "WARN", model: "haiku" });
  ground.review("a.md", ["prose/plain"], { result: "PASS", model: "other" });
  expect(pairs(ground)).toEqual([["a.md", "prose/plain", "haiku"]]);
});

test("warn: an acceptance without a review falls back to the latest completed one of its key", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose/plain"], { result: "PASS" });
  ground.review("a.md", ["prose/plain"], { result: "WARN" });
  ground.review("a.md", ["prose/plain"], { result: "FAIL", model: "haiku" });
  ground.runs("a.md", ["prose/plain"]);
  ground.write("a.md", "changed\n");
  ackReviews(ground.context, { model: "opus", note: "a.md", gates: ["prose/plain"] });
  expect(warnQueue(ground.context).entries).toMatchObject([
    { review: { run: 2, isAcknowledged: true, decision: "warn" }, note: "as-accepted" },
  ]);
});

test("warn: findings whose gate changed since acceptance are left out, and come back with an ack", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose/plain"], { result: "WARN" });
  ground.gate("prose/plain", "Is it short?");
  expect(pairs(ground)).toEqual([]);
  ackReviews(ground.context, { model: "opus", note: "a.md", gates: ["prose/plain"] });
  expect(pairs(ground)).toEqual([["a.md", "prose/plain", "opus"]]);
  ground.remove(".lessons/gates/prose/plain.md");
  expect(pairs(ground)).toEqual([]);
});

test("warn: if the result file is missing, rationale text is unavailable and the entry stays", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose/plain"], { result: "WARN" });
  ground.remove(".lessons/reports/review-run-1/pair-1-prose-plain.md");
  expect(warnQueue(ground.context).entries).toMatchObject([{ findings: [], rationale: null }]);
});

test("warn: a database from elsewhere cannot make us read other files than reports", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose/plain"], { result: "WARN" });
  ground.context.reviews.exec(
    `DROP TRIGGER review_pairs_stay;
     UPDATE review_pairs SET result_path = '.lessons/reports/review-run-1/../../../a.md'`,
  );
  expect(warnQueue(ground.context).entries).toMatchObject([{ rationale: null }]);
});

test("warn: a note that changed or is gone since is still named, and said to be so", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose/plain"], { result: "WARN" });
  ground.review("docs/b.md", ["prose/plain"], { result: "WARN" });
  ground.write("a.md", "changed\n");
  ground.remove("docs/b.md");
  expect(warnQueue(ground.context).entries.map(({ note }) => note)).toEqual(["changed", "gone"]);
});

test("render: what holds for a pair is put together from rows and files, for each model", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose/plain"], { result: "WARN", model: "opus" });
  ground.review("a.md", ["prose/plain"], { result: "PASS", model: "haiku" });
  ground.write("a.md", "changed\n");
  const shown = showReview(ground.context, { note: "a.md", gate: "prose/plain" });
  expect(shown.reviews).toMatchObject([
    { freshness: "note-changed", review: { model: "opus", decision: "warn", run: 1 } },
    { freshness: "note-changed", review: { model: "haiku", decision: "pass", run: 2 } },
  ]);
  expect(shown.reviews[1]?.text).toBe("Looked at it.\n\n## Result: PASS\n");
});

test("render and history: a name that nobody ever had is refused, not answered with nothing", () => {
  const ground = withNotes();
  const shown = (note: string, gate: string) => () => showReview(ground.context, { note, gate });
  expect(shown("a.md", "prose/plian")).toThrow('no gate or bundle is named "prose/plian"');
  expect(shown("aa.md", "prose/plain")).toThrow("aa.md does not exist");
  expect(shown("a.md", "prose/plain")()).toMatchObject({ reviews: [] });
  const past = (note: string, gate?: string) => () =>
    reviewHistory(ground.context, { note, limit: 9, ...(gate === undefined ? {} : { gate }) });
  expect(past("aa.md")).toThrow("aa.md does not exist");
  expect(past("a.md", "prose/plian")).toThrow("no gate or bundle is named");
  expect(past("a.md", "prose/plain")()).toEqual({ total: 0, events: [] });
});

test("selector: a model without a name is refused", () => {
  expect(() => withNotes().stale({ model: "" })).toThrow('"" is not a valid model name');
});

test("history: every acceptance, newest first, also of a note that is gone", () => {
  const ground = withNotes();
  ground.review("a.md", ["prose"], { result: "WARN" });
  ackReviews(ground.context, { model: "opus", note: "a.md", gates: ["prose/plain"] });
  ground.review("docs/b.md", ["prose/plain"]);
  ground.remove("a.md");
  const all = reviewHistory(ground.context, { limit: 2 });
  expect([all.total, all.events.map(({ notePath }) => notePath)]).toEqual([
    4,
    ["docs/b.md", "a.md"],
  ]);
  expect(
    reviewHistory(ground.context, { note: "a.md", gate: "prose/plain", limit: 9 }),
  ).toMatchObject({
    total: 2,
    events: [
      { run: null, decision: null },
      { run: 1, decision: "warn" },
    ],
  });
});
