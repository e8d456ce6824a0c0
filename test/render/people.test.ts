import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { editLesson } from "../../src/lesson/edit.ts";
import { requireLesson } from "../../src/lesson/find.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import { add, freshFolder } from "../kit/store.ts";
import { godScripts, migrate, release, RenderGround, useResults } from "./ground.ts";

const decisions = ".memory/knowledge/decisions.md";
const pitfalls = ".memory/knowledge/pitfalls.md";
const manifest = ".memory/.learning-manifest.json";
const command = ".claude/commands/self-learning/release-the-package.md";

function statusOf(ground: RenderGround, slug: string): string {
  return requireLesson(ground.context.database, slug).stage.status;
}

function git(ground: RenderGround, ...args: readonly string[]): void {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];
  execFileSync("git", [...who, ...args], { cwd: ground.root, stdio: "ignore" });
}

test("a link that somebody planted is not written through, not by its final name and not by a temporary one", () => {
  const ground = new RenderGround();
  const victim = join(freshFolder(), "victim");
  writeFileSync(victim, "mine");
  mkdirSync(join(ground.root, ".memory"));
  for (const end of ["", ".lessons.tmp", ".000000000000.lessons.tmp"])
    symlinkSync(victim, join(ground.root, `${manifest}${end}`));
  unlinkSync(join(ground.root, manifest));
  add(ground.context, useResults);
  ground.render();
  expect(readFileSync(victim, "utf8")).toBe("mine");
  expect(lstatSync(join(ground.root, manifest)).isFile()).toBe(true);
});

test("of two entries with one number the person's own stays as it is", () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, useResults);
  ground.render();
  const own = "\n## ADR-001: Mine\n\nWords that must stay.\n";
  ground.write(decisions, own.trimStart() + ground.read(decisions) + own);
  expect(ground.reconcile().edited).toEqual([]);
  moveLesson(ground.context, slug, { verdict: "archive", by: "person", because: "old" });
  ground.render();
  const text = ground.read(decisions);
  expect(text.match(/Words that must stay\./g)).toHaveLength(2);
  expect(text).toContain("- **Status**: Deprecated");
});

test.each([
  ["edited", (text: string) => text.replace("Callers must look.", "Callers decide.")],
  [
    "of a teammate",
    (text: string) => text.replace(/self-learning:\w+/, "self-learning:01ABCDEFGHJKMNPQRSTVWXYZ00"),
  ],
  [
    "kept by hand",
    (text: string) => text.replace(/self-learning:\w+/, "self-learning:manual_keep"),
  ],
])(
  "without the manifest an entry that is %s is not written over, and none is added beside it",
  (_what, change) => {
    const ground = new RenderGround();
    add(ground.context, useResults);
    ground.render();
    const changed = change(ground.read(decisions));
    ground.write(decisions, changed);
    rmSync(join(ground.root, manifest));
    ground.render();
    ground.render();
    expect(ground.read(decisions)).toBe(changed);
  },
);

test("what a person saves while we write is not lost", () => {
  const ground = new RenderGround();
  add(ground.context, useResults);
  let isSaved = false;
  ground.render({
    before: (step) => {
      if (step !== `rename ${decisions}` || isSaved) return;
      isSaved = true;
      ground.write(decisions, "## ADR-041: saved meanwhile\n");
    },
  });
  expect(ground.read(decisions)).toMatch(/^## ADR-041: saved meanwhile\n\n## ADR-042: Use result/);
  expect(readdirSync(join(ground.root, dirname(decisions)))).toEqual(["decisions.md"]);
});

test("a file that is not UTF-8 is left as it is, and the mode of a file is kept", () => {
  const ground = new RenderGround();
  const latin = Buffer.from([0x23, 0x20, 0xe9, 0x0a]);
  mkdirSync(join(ground.root, dirname(decisions)), { recursive: true });
  writeFileSync(join(ground.root, decisions), latin);
  ground.write(pitfalls, "# Pitfalls\n");
  chmodSync(join(ground.root, pitfalls), 0o600);
  add(ground.context, useResults);
  add(ground.context, godScripts);
  const { steps } = ground.render();
  expect(steps).toMatchObject([
    { does: "blocked", path: decisions, why: "it is not UTF-8 text" },
    { does: "add", path: pitfalls },
  ]);
  expect(readFileSync(join(ground.root, decisions))).toEqual(latin);
  expect(statSync(join(ground.root, pitfalls)).mode & 0o777).toBe(0o600);
});

test("a secret that came into a lesson later is held back as well", async () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, useResults);
  ground.render();
  const before = ground.read(decisions);
  await editLesson(ground.context, slug, "consequences", "the password is hunter2");
  expect(ground.render().withheld).toEqual([{ slug, field: "consequences" }]);
  expect(ground.read(decisions)).toBe(before);
});

test("another branch, a stash and another worktree delete nothing", () => {
  const ground = new RenderGround();
  git(ground, "init", "--quiet", "--initial-branch=main");
  ground.write(".gitignore", ".memory/\n");
  git(ground, "add", "--all");
  git(ground, "commit", "--quiet", "--message=first");
  git(ground, "checkout", "--quiet", "-b", "feature");
  const { slug } = add(ground.context, release);
  ground.render();
  git(ground, "add", "--all");
  git(ground, "commit", "--quiet", "--message=rendered");
  git(ground, "checkout", "--quiet", "main");
  expect(existsSync(join(ground.root, command))).toBe(false);
  expect(ground.reconcile()).toMatchObject({ archived: [], missing: [{ path: command }] });
  expect(ground.render().files).toEqual([]);
  git(ground, "checkout", "--quiet", "feature");
  expect(ground.reconcile()).toMatchObject({ archived: [], unchanged: 1 });
  git(ground, "rm", "--quiet", "--cached", command);
  git(ground, "stash", "push", "--quiet", "--include-untracked");
  if (existsSync(join(ground.root, command))) rmSync(join(ground.root, command));
  expect(ground.reconcile()).toMatchObject({ archived: [], missing: [{ path: command }] });
  expect(statusOf(ground, slug)).toBe("active");
});

test("a folder that became a link, and a clone that never had the files, delete nothing", () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, release);
  ground.render();
  renameSync(join(ground.root, ".claude"), join(ground.root, "elsewhere"));
  symlinkSync("elsewhere", join(ground.root, ".claude"));
  expect(ground.reconcile()).toMatchObject({ archived: [], missing: [{ path: command }] });
  const clone = new RenderGround(ground.context);
  clone.write(manifest, ground.read(manifest));
  expect(clone.reconcile()).toMatchObject({ archived: [], missing: [{ path: command }] });
  expect(statusOf(ground, slug)).toBe("active");
});

test.each([
  ["another heading", (text: string) => text.replace("## ADR-001: ", "## ADR-001 — ")],
  ["another level", (text: string) => text.replace("## ADR-001", "### ADR-001")],
  ["another number", (text: string) => text.replace("## ADR-001", "## ADR-101")],
])("an entry that was given %s is edited, not deleted", (_what, change) => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, useResults);
  ground.render();
  const changed = change(ground.read(decisions));
  ground.write(decisions, changed);
  expect(ground.reconcile()).toMatchObject({ archived: [], edited: [{ anchor: "ADR-001" }] });
  ground.render();
  expect(ground.read(decisions)).toBe(changed);
  expect(statusOf(ground, slug)).toBe("active");
});

test("a skill whose folder was renamed is edited, not deleted", () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, migrate);
  ground.render();
  const skills = join(ground.root, ".claude/skills");
  renameSync(join(skills, "change-the-database-schema"), join(skills, "schema"));
  expect(ground.reconcile()).toMatchObject({ archived: [], edited: [{ target: "claude-skill" }] });
  expect(statusOf(ground, slug)).toBe("active");
});

test("an entry is not put into a block of code that somebody left open", () => {
  const ground = new RenderGround();
  ground.write(decisions, "# Decisions\n\n```\nopen\n");
  add(ground.context, useResults);
  expect(ground.render().steps).toMatchObject([
    { does: "blocked", why: "it ends in an unclosed code block" },
  ]);
  expect(ground.read(decisions)).toBe("# Decisions\n\n```\nopen\n");
});

test("a manifest of strangers archives nothing and reaches no other file", () => {
  const ground = new RenderGround();
  const { id, slug } = add(ground.context, { ...release, scope: "project:example.org/other" });
  const settings = "{}\n";
  ground.write(".claude/settings.json", settings);
  const entry = {
    observationId: id,
    type: "workflow",
    target: "claude-command",
    contentHash: "sha256:x",
    renderedAt: "2026-01-01T12:00:00.000Z",
  };
  const paths = [".claude/settings.json", command, ".claude/commands/self-learning/../../x.md"];
  const entries = ["$(touch x)", 7, ...paths.map((path) => ({ ...entry, path }))];
  ground.write(manifest, JSON.stringify({ schemaVersion: 1, entries }));
  ground.reconcile();
  ground.reconcile();
  ground.render();
  expect(ground.read(".claude/settings.json")).toBe(settings);
  expect(statusOf(ground, slug)).toBe("active");
  expect(ground.read(manifest)).not.toContain("touch");
});

test("who deletes what holds in all projects deletes it here alone", () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, { ...release, scope: "global" });
  ground.render({ includeGlobal: true });
  rmSync(join(ground.root, command));
  expect(ground.reconcile()).toMatchObject({ archived: [], unwanted: [{ path: command }] });
  ground.render({ includeGlobal: true });
  expect(existsSync(join(ground.root, command))).toBe(false);
  expect(statusOf(ground, slug)).toBe("active");
});

test("what a teammate deleted is not written again by whoever rendered it", () => {
  const ours = new RenderGround();
  add(ours.context, release);
  ours.render();
  const theirs = new RenderGround();
  for (const [path, text] of Object.entries(ours.files())) theirs.write(path, text);
  theirs.reconcile();
  rmSync(join(theirs.root, command));
  expect(theirs.reconcile()).toMatchObject({ archived: [], unwanted: [{ path: command }] });
  rmSync(join(ours.root, command));
  ours.write(manifest, theirs.read(manifest));
  ours.render();
  expect(existsSync(join(ours.root, command))).toBe(false);
});

test.each([
  "## ADR-007 Use tabs",
  "### adr 7: x",
  "# [ADR-7] x",
  "##ADR-7: x",
  "\uFEFF## ADR-007: x",
])("the number in %j is taken", (heading) => {
  const ground = new RenderGround();
  ground.write(decisions, `${heading}\n\ntext\n`);
  add(ground.context, useResults);
  ground.render();
  expect(ground.read(decisions)).toContain("## ADR-008: Use result types");
});

test("a number is not given again when the manifest is lost, too", () => {
  const ground = new RenderGround();
  add(ground.context, useResults);
  ground.render();
  rmSync(join(ground.root, ".memory"), { recursive: true });
  add(ground.context, { ...useResults, summary: "Next", body: { context: "c", decision: "d" } });
  ground.render();
  expect(ground.read(decisions)).toContain("## ADR-001: Use result types");
  expect(ground.read(decisions)).toContain("## ADR-002: Next");
});

test("a decision keeps its number on every branch and in every worktree", () => {
  const ground = new RenderGround();
  git(ground, "init", "--quiet", "--initial-branch=main");
  ground.write("README.md", "");
  git(ground, "add", "--all");
  git(ground, "commit", "--quiet", "--message=first");
  git(ground, "checkout", "--quiet", "-b", "feature");
  add(ground.context, { ...useResults, summary: "First", body: { context: "c", decision: "d" } });
  ground.render();
  add(ground.context, useResults);
  ground.render();
  git(ground, "add", "--all");
  git(ground, "commit", "--quiet", "--message=rendered");
  git(ground, "checkout", "--quiet", "main");
  ground.write(decisions, "# Decisions\n\n## ADR-001: Somebody else's\n");
  ground.render();
  expect(headings(ground)).toEqual([
    "ADR-001: Somebody else's",
    "ADR-003: First",
    useResultsAs("ADR-002"),
  ]);
  const worktree = new RenderGround(ground.context, ground.home);
  worktree.render();
  expect(headings(worktree)).toEqual(["ADR-001: First", useResultsAs("ADR-002")]);
});

function headings(ground: RenderGround): readonly string[] {
  return Array.from(ground.read(decisions).matchAll(/^## (.*)$/gm), ([, text = ""]) => text);
}

function useResultsAs(anchor: string): string {
  return `${anchor}: ${useResults.summary}`;
}

test("git reset --hard deletes nothing, and a person who deletes and commits does", () => {
  const ground = new RenderGround();
  git(ground, "init", "--quiet", "--initial-branch=main");
  ground.write("README.md", "");
  git(ground, "add", "--all");
  git(ground, "commit", "--quiet", "--message=first");
  const { slug } = add(ground.context, release);
  ground.render();
  git(ground, "add", command);
  git(ground, "reset", "--quiet", "--hard");
  expect(existsSync(join(ground.root, command))).toBe(false);
  expect(ground.reconcile()).toMatchObject({ archived: [], missing: [{ path: command }] });
  expect(statusOf(ground, slug)).toBe("active");

  const other = add(ground.context, migrate);
  ground.render();
  git(ground, "add", "--all");
  git(ground, "commit", "--quiet", "--message=rendered");
  git(ground, "rm", "--quiet", "-r", ".claude/skills");
  git(ground, "commit", "--quiet", "--message=unwanted");
  expect(ground.reconcile()).toMatchObject({ archived: [{ slug: other.slug }] });
});

test("git restore deletes nothing, and a person who takes the entry out does", () => {
  const ground = new RenderGround();
  git(ground, "init", "--quiet", "--initial-branch=main");
  const body = { context: "c", decision: "d" };
  const first = add(ground.context, { ...useResults, summary: "First", body });
  ground.render();
  git(ground, "add", "--all");
  git(ground, "commit", "--quiet", "--message=first");
  const { slug } = add(ground.context, useResults);
  ground.render();
  const both = ground.read(decisions);
  git(ground, "restore", decisions);
  expect(headings(ground)).toEqual(["ADR-001: First"]);
  expect(ground.reconcile()).toMatchObject({ archived: [], missing: [{ anchor: "ADR-002" }] });
  expect(statusOf(ground, slug)).toBe("active");

  ground.write(decisions, both);
  expect(ground.reconcile()).toMatchObject({ archived: [], missing: [] });
  ground.write(
    decisions,
    both.slice(0, both.indexOf("## ADR-001")) + both.slice(both.indexOf("## ADR-002")),
  );
  expect(ground.reconcile()).toMatchObject({ archived: [{ slug: first.slug }] });
});

test.each([
  ["text below its mark", (path: string) => path],
  ["another name", (path: string) => path.replace("release-the-package", "how-we-release")],
  [
    "a name that we would not give",
    (path: string) => path.replace("release-the", "How we Release"),
  ],
])("a lost manifest beside a file with %s makes no second copy", (_what, moved) => {
  const ground = new RenderGround();
  add(ground.context, release);
  ground.render();
  const path = moved(command);
  ground.write(path, `${ground.read(command)}\nAnd tell the team.\n`);
  if (path !== command) unlinkSync(join(ground.root, command));
  unlinkSync(join(ground.root, manifest));
  const before = ground.files();
  expect(ground.render().steps).toMatchObject([{ does: "leave-edited", path }]);
  const { [manifest]: _new, ...after } = ground.files();
  expect(after).toEqual(before);
});

test("a lost manifest beside an entry under a person's own heading makes no second copy", () => {
  const ground = new RenderGround();
  add(ground.context, useResults);
  ground.render();
  const changed = ground.read(decisions).replace("## ADR-001: ", "## ");
  ground.write(decisions, changed);
  unlinkSync(join(ground.root, manifest));
  expect(ground.render().steps).toMatchObject([{ does: "leave-edited", path: decisions }]);
  expect(ground.read(decisions)).toBe(changed);
});

test("what is no longer active is taken back, and what is switched off, too", () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, release);
  ground.render();
  moveLesson(ground.context, slug, { verdict: "archive", by: "person", because: "x" });
  moveLesson(ground.context, slug, { verdict: "restore", by: "person" });
  ground.render();
  expect(existsSync(join(ground.root, command))).toBe(false);

  const { config } = ground.context;
  const on = new RenderGround({
    ...ground.context,
    config: { ...config, render: { otherAgents: true } },
  });
  on.write("AGENTS.md", "# Ours\r\n");
  add(on.context, migrate);
  add(on.context, useResults);
  on.render();
  expect(on.read("AGENTS.md")).toContain(
    "- ADR-001: Use result types instead of thrown errors (src/core/)\r\n",
  );
  const skill = ".agents/skills/change-the-database-schema/SKILL.md";
  expect(existsSync(join(on.root, skill))).toBe(true);
  const off = new RenderGround(ground.context);
  Object.assign(off, { root: on.root, home: on.home });
  off.render();
  expect(existsSync(join(on.root, skill))).toBe(false);
  expect(on.read("AGENTS.md")).toBe("# Ours\r\n\r\n");
});

test("an entry that was superseded does not hide the pitfall", () => {
  const ground = new RenderGround();
  const old =
    "## PF-004: by hand\n\n- **Area**: scripts/hooks/\n- **Status**: Superseded\n- **Issue**: A hook script grew to 900 lines.\n";
  ground.write(pitfalls, old);
  add(ground.context, godScripts);
  expect(ground.render().steps).toMatchObject([{ does: "add", anchor: "PF-005" }]);
});

test("six hundred entries are all there, and all unchanged at the next look", () => {
  const ground = new RenderGround();
  for (let count = 0; count < 600; count++)
    add(ground.context, {
      ...useResults,
      summary: `Decision ${count}`,
      body: { context: `c${count}`, decision: "d" },
    });
  ground.render();
  expect(ground.reconcile().unchanged).toBe(600);
  expect(ground.render().files).toEqual([]);
});
