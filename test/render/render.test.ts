import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editLesson } from "../../src/lesson/edit.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import { requireLesson } from "../../src/lesson/find.ts";
import { add, freshContext, freshFolder } from "../kit/store.ts";
import { godScripts, migrate, release, RenderGround, useResults } from "./ground.ts";

const all = [release, migrate, useResults, godScripts];

test.each([
  ["command.md", ".claude/commands/self-learning/release-the-package.md"],
  ["skill.md", ".claude/skills/change-the-database-schema/SKILL.md"],
  ["decisions.md", ".memory/knowledge/decisions.md"],
  ["pitfalls.md", ".memory/knowledge/pitfalls.md"],
  ["manifest.json", ".memory/.learning-manifest.json"],
])("each target is rendered as its golden file: %s", async (golden, path) => {
  const ground = new RenderGround();
  for (const draft of all) add(ground.context, draft);
  ground.render();
  await expect(ground.read(path)).toMatchFileSnapshot(`../golden/render/${golden}`);
});

test("rendering again changes nothing", () => {
  const ground = new RenderGround();
  for (const draft of all) add(ground.context, draft);
  ground.render();
  const before = ground.files();
  const { files, steps } = ground.render();
  expect({ files, does: steps.map(({ does }) => does) }).toEqual({
    files: [],
    does: ["keep", "keep", "keep", "keep"],
  });
  expect(ground.files()).toEqual(before);
});

test("the first reconciliation after a render reports no edits", () => {
  const ground = new RenderGround();
  for (const draft of all) add(ground.context, draft);
  ground.render();
  expect(ground.reconcile()).toMatchObject({ archived: [], edited: [], unchanged: 4, healed: [] });
});

test("a dry run writes nothing", () => {
  const ground = new RenderGround();
  add(ground.context, release);
  expect(ground.render({ isDryRun: true }).files).toHaveLength(1);
  expect(ground.files()).toEqual({});
});

test("only active lessons of this project are rendered, global ones when asked for", () => {
  const ground = new RenderGround();
  add(ground.context, { ...useResults, status: "candidate" });
  add(ground.context, { ...godScripts, scope: "project:example.org/web" });
  add(ground.context, { ...release, scope: "global" });
  expect(ground.render().steps).toEqual([]);
  expect(ground.render({ includeGlobal: true }).steps.map(({ path }) => path)).toEqual([
    ".claude/commands/self-learning/release-the-package.md",
  ]);
});

test("what a person wrote into the files stays as it is, byte for byte", () => {
  const ground = new RenderGround();
  const own =
    "# Our decisions\r\n\r\nintro\r\n\r\n## ADR-007: mine\r\n\r\n- **Status**: Accepted\r\n\r\n```\r\n## ADR-900: an example\r\n```\r\n";
  ground.write(".memory/knowledge/decisions.md", own);
  add(ground.context, useResults);
  ground.render();
  const text = ground.read(".memory/knowledge/decisions.md");
  expect(text.startsWith(own)).toBe(true);
  expect(text.slice(own.length)).toMatch(/^\r\n## ADR-008: Use result types/);
});

test("a number is never given twice, not even after its entry is gone", () => {
  const ground = new RenderGround();
  add(ground.context, useResults);
  ground.render();
  ground.write(".memory/knowledge/decisions.md", "# Decisions\n");
  add(ground.context, {
    ...useResults,
    summary: "Another one",
    body: { context: "c", decision: "d" },
  });
  ground.render();
  expect(ground.read(".memory/knowledge/decisions.md")).toContain("## ADR-002: Another one");
});

test("a deleted file archives its lesson at three tenths of its confidence, and is not rendered again", () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, { ...release, confidence: 0.9 });
  ground.render();
  rmSync(join(ground.root, ".claude"), { recursive: true });
  expect(ground.reconcile().archived).toEqual([
    { slug, path: ".claude/commands/self-learning/release-the-package.md", confidence: 0.27 },
  ]);
  const { stage, confidence } = requireLesson(ground.context.database, slug);
  expect({ stage, confidence }).toMatchObject({
    stage: {
      status: "archived",
      because:
        "what was rendered of it was deleted: .claude/commands/self-learning/release-the-package.md",
    },
    confidence: 0.27,
  });
  expect(ground.render().steps).toEqual([]);
});

test("a deleted entry archives its lesson, and the entries beside it stay", () => {
  const ground = new RenderGround();
  const first = add(ground.context, useResults);
  add(ground.context, { ...useResults, summary: "Second", body: { context: "c", decision: "d" } });
  ground.render();
  const text = ground.read(".memory/knowledge/decisions.md");
  ground.write(".memory/knowledge/decisions.md", text.replace(/## ADR-001[^]*(?=## ADR-002)/, ""));
  expect(ground.reconcile().archived.map(({ slug, anchor }) => ({ slug, anchor }))).toEqual([
    { slug: first.slug, anchor: "ADR-001" },
  ]);
});

test("an edited file is left alone for good, also when its lesson changes and when the edit is taken back", async () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, release);
  ground.render();
  const path = ".claude/commands/self-learning/release-the-package.md";
  const rendered = ground.read(path);
  ground.write(path, `${rendered}\nmine\n`);
  expect(ground.reconcile().edited).toHaveLength(1);
  await editLesson(ground.context, slug, "description", "Another text.");
  ground.render();
  expect(ground.read(path)).toBe(`${rendered}\nmine\n`);
  ground.write(path, rendered);
  ground.render();
  expect(ground.read(path)).toBe(rendered);
});

test("a lesson that changes is rendered anew where nobody edited it", async () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, useResults);
  add(ground.context, godScripts);
  ground.render();
  await editLesson(ground.context, slug, "decision", "Functions return a union.");
  expect(ground.render().steps.map(({ does }) => does)).toEqual(["change", "keep"]);
  expect(ground.read(".memory/knowledge/decisions.md")).toContain("Functions return a union.");
  expect(ground.reconcile()).toMatchObject({ edited: [], unchanged: 2 });
});

test("an archived lesson loses its command, and its entry says that it is deprecated", () => {
  const ground = new RenderGround();
  const slugs = all.map((draft) => add(ground.context, draft).slug);
  ground.render();
  for (const slug of slugs)
    moveLesson(ground.context, slug, { verdict: "archive", by: "person", because: "old" });
  ground.render();
  expect(Object.keys(ground.files())).toEqual([
    ".memory/.learning-manifest.json",
    ".memory/knowledge/decisions.md",
    ".memory/knowledge/pitfalls.md",
  ]);
  expect(ground.read(".memory/knowledge/decisions.md")).toContain("- **Status**: Deprecated");
});

test("a name that somebody has stays theirs, and two lessons of one name are told apart", () => {
  const ground = new RenderGround();
  ground.write(".claude/skills/change-the-database-schema/SKILL.md", "mine");
  const skill = add(ground.context, migrate);
  add(ground.context, release);
  const twin = add(ground.context, {
    ...release,
    body: { ...release.body, description: "Other." },
  });
  ground.render();
  expect(Object.keys(ground.files()).filter((path) => path.startsWith(".claude"))).toEqual(
    [
      ".claude/commands/self-learning/release-the-package.md",
      `.claude/commands/self-learning/${twin.slug}.md`,
      `.claude/skills/${skill.slug}/SKILL.md`,
      ".claude/skills/change-the-database-schema/SKILL.md",
    ].toSorted(),
  );
  expect(ground.read(".claude/skills/change-the-database-schema/SKILL.md")).toBe("mine");
});

test("a pitfall that is on record already, by area and issue, is not written again", () => {
  const ground = new RenderGround();
  ground.write(
    ".memory/knowledge/pitfalls.md",
    "## PF-004: by hand\n\n- **Area**: Scripts/hooks\n- **Issue**: a hook script grew to 900 lines\n",
  );
  add(ground.context, godScripts);
  const { steps, files } = ground.render();
  expect({ steps: steps.map(({ does, anchor }) => ({ does, anchor })), files }).toEqual({
    steps: [{ does: "already-there", anchor: "PF-004" }],
    files: [],
  });
});

test("what looks like a secret is held back", () => {
  const ground = new RenderGround();
  const { slug } = add(ground.context, {
    ...useResults,
    body: { context: "the password is hunter2", decision: "d" },
  });
  expect(ground.render().withheld).toEqual([{ slug, field: "context" }]);
  expect(ground.files()).toEqual({});
});

test("a link is not followed out of the project", () => {
  const ground = new RenderGround();
  const outside = freshFolder();
  symlinkSync(outside, join(ground.root, ".memory"));
  add(ground.context, useResults);
  expect(() => ground.render()).toThrow(/is a link/);
});

test("with other agents switched on, skills are rendered where they look, and taking a copy away keeps the lesson", () => {
  const ground = new RenderGround();
  const context = {
    ...ground.context,
    config: { ...ground.context.config, render: { otherAgents: true } },
  };
  const both = new RenderGround(context);
  const { slug } = add(context, release);
  both.render();
  expect(Object.keys(both.files())).toEqual([
    ".agents/skills/release-the-package/SKILL.md",
    ".claude/commands/self-learning/release-the-package.md",
    ".memory/.learning-manifest.json",
  ]);
  rmSync(join(both.root, ".agents"), { recursive: true });
  both.reconcile();
  expect(requireLesson(context.database, slug).stage.status).toBe("active");
});

test("with other agents switched on, the files that they read say what is known here; a person's edits and deletions stay", () => {
  const usual = freshContext();
  const ground = new RenderGround({
    ...usual,
    config: { ...usual.config, render: { otherAgents: true } },
  });
  const { context } = ground;
  const rule = (summary: string) => ({
    ...godScripts,
    summary,
    body: { mistake: `${summary}: it loses work.`, remediation: "merge instead" },
    priority: 10,
  });
  add(context, rule("Never force a push"));
  add(context, rule("The key is hunter2"));
  add(context, { ...rule("Only for me"), scope: "global" as const });
  ground.write("GEMINI.md", "# Ours\n");
  expect(ground.render().blocks).toEqual([
    { path: "AGENTS.md", does: "add" },
    { path: "GEMINI.md", does: "add" },
  ]);
  expect(ground.read("GEMINI.md")).toMatch(
    /^# Ours\n\n<!-- lessons[^]*## Known in this project\n\n- Never force a push → merge instead\n\n/,
  );
  expect(ground.read("GEMINI.md")).not.toMatch(/hunter2|Only for me/);
  expect(ground.render().blocks.map(({ does }) => does)).toEqual(["keep", "keep"]);

  ground.write("AGENTS.md", "");
  ground.write("GEMINI.md", ground.read("GEMINI.md").replace("merge instead", "ask me"));
  add(context, rule("Never rewrite a tag"));
  expect(ground.reconcile().blocks).toEqual([
    { path: "AGENTS.md", is: "deleted" },
    { path: "GEMINI.md", is: "edited" },
  ]);
  const before = [ground.read("AGENTS.md"), ground.read("GEMINI.md")];
  expect(ground.render().blocks).toEqual([
    { path: "AGENTS.md", does: "leave-out" },
    { path: "GEMINI.md", does: "leave-edited" },
  ]);
  expect([ground.read("AGENTS.md"), ground.read("GEMINI.md")]).toEqual(before);
});

test("a manifest that cannot be read is not written over", () => {
  const ground = new RenderGround();
  ground.write(".memory/.learning-manifest.json", "{ half");
  add(ground.context, useResults);
  expect(() => ground.render()).toThrow(/is not JSON/);
  expect(ground.read(".memory/.learning-manifest.json")).toBe("{ half");
});
