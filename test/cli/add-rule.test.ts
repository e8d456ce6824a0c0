import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";

test("one line in, one lesson out: trigger and text come from the rule, and it says what it chose", () => {
  const program = new Program();
  const out = program.ok(["add", "use git stash -u, not git stash"]);
  expect(out).toContain("Trigger: `git stash` (from the rule), but not `git stash -u`");
  expect(out).toContain("Undo: lessons undo");
  const slug = /^Added (\S+)/.exec(out)?.[1] ?? "";
  expect(program.json(["show", slug])["lesson"]).toMatchObject({
    kind: "pitfall",
    summary: "Use git stash -u, not git stash",
    triggers: { commandPatterns: [expect.stringMatching(/^\(\?-i\)|git.*\(\?!/)] },
    body: {
      mistake: "`git stash` runs where `git stash -u` should.",
      remediation: "use git stash -u, not git stash",
    },
  });
});

test("without a person and without a call it is shown when a session starts, and that is said", () => {
  const out = new Program().ok(["add", "keep answers short"]);
  expect(out).toContain("Trigger: none. Agents see it at session start.");
});

test("flags come before what was proposed", () => {
  const program = new Program();
  const added = program.json([
    "add",
    "run tests before you push",
    "--call",
    "git push",
    "--priority",
    "CRITICAL",
    "--tag",
    "tool:git",
  ]);
  expect(added).toMatchObject({
    lessons: [{ priority: 9, tags: ["tool:git"], kind: "pitfall" }],
    chosen: { example: "git push", from: "you" },
  });
  expect(program.run(["add", "--call", "git push"]).status).toBe(2);
  expect(program.run(["add", "never do that", "--call", "("]).status).toBe(2);
});

test("a person is asked one question, and an empty answer means the start of a session", async () => {
  const program = new Program();
  const asked = new TerminalSession(program, ["add", "run the checks before shipping"]);
  await asked.answer("Before which call should agents see it?", "make ship\r");
  expect((await asked.end()).shown).toContain("Trigger: `make ship` (from you)");
  const none = new TerminalSession(program, ["add", "write short commit messages"]);
  await none.answer("Before which call should agents see it?", "\r");
  expect((await none.end()).shown).toContain("Trigger: none");
});
