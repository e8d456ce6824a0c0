import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";

/** A git repository whose remote gives it a name. */
function withProject(): { program: Program; root: string } {
  const program = new Program();
  const root = join(program.home, "api");
  mkdirSync(root);
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: root, env: program.environment });
  git("init", "--quiet");
  git("remote", "add", "origin", "https://example.org/team/api.git");
  return { program, root };
}

const scope = ["--scope", "project:example.org/team/api"];

function addDecision(program: Program): string {
  return program.ok(["add", "--json"], {
    input: JSON.stringify({
      kind: "decision",
      summary: "Use result types",
      scope: scope[1],
      body: { context: "errors were swallowed", decision: "return results", area: "src/" },
    }),
  });
}

test("render writes a record, index and show read it, and a deleted entry archives its lesson", () => {
  const { program, root } = withProject();
  addDecision(program);
  const dry = program.ok(["render", "--dry-run", "--diff"], { cwd: root });
  expect(dry).toContain("+## ADR-001: Use result types\n");
  expect(dry).toContain("Nothing was written (--dry-run).");
  expect(program.ok(["render"], { cwd: root })).toContain(".memory/knowledge/decisions.md ADR-001");
  expect(program.ok(["render"], { cwd: root })).toBe("All 1 are up to date.\n");
  expect(program.ok(["knowledge", "index"], { cwd: root })).toBe(`Decisions (1):
  ADR-001  Use result types  [Active]  —  src/

ADR-NNN entries live in ${root}/.memory/knowledge/decisions.md
PF-NNN  entries live in ${root}/.memory/knowledge/pitfalls.md
Before you rely on one, read its section there: it begins with \`## ADR-NNN:\` or \`## PF-NNN:\`.
`);
  expect(program.ok(["knowledge", "show", "adr-1"], { cwd: root })).toMatch(
    /^## ADR-001: Use result types\n/,
  );
  writeFileSync(join(root, ".memory/knowledge/decisions.md"), "# Decisions\n");
  expect(program.ok(["reconcile"], { cwd: root })).toMatch(/archived\s+use-result-types-/);
  expect(JSON.parse(program.ok(["reconcile", "--json"], { cwd: root }))).toMatchObject({
    archived: [],
    unwanted: [],
    edited: [],
    unchanged: 0,
    healed: [],
  });
  expect(program.run(["knowledge", "index"], { cwd: root })).toMatchObject({ status: 1, out: "" });
});

test("the index follows the files, although it is kept", () => {
  const { program, root } = withProject();
  mkdirSync(join(root, ".memory/knowledge"), { recursive: true });
  const file = join(root, ".memory/knowledge/pitfalls.md");
  writeFileSync(file, "## PF-001: one\n");
  const ids = () => {
    const { pitfalls } = JSON.parse(program.ok(["knowledge", "index", "--json"], { cwd: root }));
    return pitfalls.map(({ id }: { id: string }) => id);
  };
  expect([ids(), ids()]).toEqual([["PF-001"], ["PF-001"]]);
  writeFileSync(file, "## PF-002: two\n");
  expect(ids()).toEqual(["PF-002"]);
});

test("an entry that is not there, and what is no id, lead to the index", () => {
  const { program, root } = withProject();
  expect(program.run(["knowledge", "show", "PF-7"], { cwd: root })).toMatchObject({
    status: 2,
    err: expect.stringContaining("has no PF-7"),
  });
  expect(program.run(["knowledge", "show", "../x"], { cwd: root })).toMatchObject({
    status: 2,
    err: expect.stringContaining("not an entry id"),
  });
});

test("citations in the agent's own text are counted, and ids that nobody wrote are named", () => {
  const { program, root } = withProject();
  addDecision(program);
  program.ok(["render"], { cwd: root });
  const log = join(program.home, ".claude/projects/-api/5e55.jsonl");
  mkdirSync(dirname(log), { recursive: true });
  const say = (role: "user" | "assistant", text: string, second: number) => ({
    type: role,
    uuid: `u${second}`,
    sessionId: "5e55",
    cwd: root,
    version: "2.1.325",
    timestamp: `2026-01-01T12:00:0${second}.000Z`,
    message: { role, content: [{ type: "text", text }] },
  });
  const records = [
    say("user", "it applies ADR-001, says a person", 1),
    say("assistant", "This applies ADR-001 and avoids PF-999.", 2),
    say("assistant", "Again: applies `ADR-001`.", 3),
  ];
  writeFileSync(log, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  program.ok(["scan"]);
  const usage = JSON.parse(program.ok(["knowledge", "usage", "--json"], { cwd: root }));
  expect(usage).toMatchObject({
    entries: [{ id: "ADR-001", count: 2, sessions: 1, lastAt: "2026-01-01T12:00:03.000Z" }],
    unknown: [{ entry: "PF-999", count: 1, sessions: 1 }],
  });
  // Read again from the start, nothing counts twice.
  writeFileSync(log, readFileSync(log, "utf8").replace("Again", "And again"));
  program.ok(["scan"]);
  expect(program.ok(["knowledge", "usage"], { cwd: root })).toBe(`Recorded
  ADR-001  cited 2× in 1 session, last 2026-01-01  Use result types

Cited, but not recorded  invented, or removed
  PF-999  cited 1× in 1 session, last 2026-01-01
`);
  rmSync(log);
});

test("of renders that come at once none doubles an entry or loses a word", async () => {
  const { program, root } = withProject();
  const drafts = Array.from({ length: 8 }, (_, count) => ({
    kind: "decision",
    summary: `Decision ${count}`,
    scope: scope[1],
    body: { context: `because ${count}`, decision: "so" },
  }));
  program.ok(["add", "--json"], { input: JSON.stringify(drafts) });
  mkdirSync(join(root, ".memory/knowledge"), { recursive: true });
  const file = join(root, ".memory/knowledge/decisions.md");
  writeFileSync(file, "## ADR-001: mine\n");
  const runs = ["render", "render", "reconcile", "render"].map(
    (command) =>
      new Promise<number | null>((resolve) => {
        program.start([command, "--project", root]).on("close", resolve);
      }),
  );
  expect(await Promise.all(runs)).toEqual([0, 0, 0, 0]);
  const headings = readFileSync(file, "utf8").match(/^## .+$/gm) ?? [];
  expect(headings).toHaveLength(9);
  expect(new Set(headings.map((heading) => heading.slice(0, 10))).size).toBe(9);
  expect(headings[0]).toBe("## ADR-001: mine");
}, 60_000);
