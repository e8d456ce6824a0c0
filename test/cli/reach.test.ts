import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";

const stash = ["--tool", "Bash", "--command", "^git\\s+stash\\b"];

function connected(): Program {
  const program = new Program();
  mkdirSync(join(program.home, ".claude"));
  program.ok(["init", "--yes"]);
  return program;
}

test("every way to approve a lesson ends with when the agent gets it", () => {
  const program = connected();
  const sentence = "Claude Code gets it with the result of `git stash`.";
  const candidate = ["--status", "candidate", ...stash];
  expect(oneLine(program.ok(["add", ...said("one"), ...stash]))).toContain(sentence);
  const noted = oneLine(program.ok(["add", ...said("two"), ...candidate]));
  expect(noted).toContain(`Once approved: ${sentence}`);
  expect(program.ok(["edit", "two", "status", "active"])).toContain(sentence);
  program.ok(["add", ...said("three"), ...candidate]);
  program.ok(["review", "--plain"]);
  expect(program.ok(["decide", "approve 1", "--yes"])).toContain(sentence);
  program.ok(["add", ...said("four"), ...candidate]);
  expect(program.ok(["promote", "--ids", "four"])).toContain(sentence);
  expect(oneLine(program.ok(["explain", "four"]))).toContain(sentence);
});

test("without a connected agent every approval says how to connect one", () => {
  const out = new Program().ok(["add", ...said("one"), ...stash]);
  expect(out).toContain("No agent is connected: run lessons init.");
});

test("active lessons that can never come are broken, each with the command that helps", () => {
  const program = connected();
  program.addLesson("low", "--slug", "low-0000", "--priority", "2", ...stash);
  program.addLesson("tools", "--slug", "tools-0000", "--tool", "Edit", "--command", "^git\\b");
  program.addLesson("chain", "--slug", "chain-0000", "--command", "^cd x && npm ci");
  const { findings } = JSON.parse(program.run(["doctor", "--json"]).out) as {
    findings: { check: string; severity: string; slugs?: string[]; hint: string }[];
  };
  const found = findings.filter(({ slugs }) => slugs?.some((slug) => slug.endsWith("-0000")));
  const broken = found.filter(({ severity }) => severity === "broken");
  expect(broken.map(({ check, slugs }) => [check, ...(slugs ?? [])])).toEqual([
    ["out-of-reach", "low-0000"],
    ["tools-exclude-pattern", "tools-0000"],
    ["no-such-call", "chain-0000"],
  ]);
  expect(broken.map(({ hint }) => /lessons edit \S+ \S+/.exec(hint)?.[0])).toEqual([
    "lessons edit low-0000 priority",
    "lessons edit tools-0000 toolNames",
    "lessons edit chain-0000 commandPatterns",
  ]);
});

test("a lesson for the start that never finds room is broken, and explain and its approval say so", () => {
  const program = connected();
  program.ok(["config", "set", "injectionBudgetBytes", "600"]);
  for (const name of ["one", "two", "three", "four", "five"])
    program.addLesson(name.padEnd(80, "."), "--priority", "CRITICAL", ...stash);
  const late = {
    kind: "pitfall",
    slug: "late-0001",
    summary: "late",
    body: { mistake: "m", remediation: "r" },
    triggers: { injectOn: ["SessionStart"] },
  };
  expect(oneLine(program.ok(["add"], { input: JSON.stringify(late) }))).toContain(
    "No agent will see it: other lessons",
  );
  expect(oneLine(program.ok(["explain", "late"]))).toContain("other lessons fill session start");
  const { findings } = JSON.parse(program.run(["doctor", "--json"]).out) as {
    findings: { check: string; severity: string; slugs?: string[] }[];
  };
  expect(findings.find(({ check }) => check === "no-room")).toMatchObject({
    severity: "broken",
    slugs: ["late-0001"],
  });
});

test("lessons for the start that cannot come once in three sessions are said by doctor and explain", () => {
  const program = connected();
  const rules = Array.from({ length: 30 }, (_, index) => ({
    kind: "pitfall",
    slug: `rule-${index}-0000`,
    summary: `rule ${index}`,
    body: { mistake: `m${index}`, remediation: "r" },
    triggers: { injectOn: ["SessionStart"] },
  }));
  const addRules = (some: typeof rules) =>
    program.ok(["add", "--json"], { input: JSON.stringify(some) });
  const late = () =>
    (
      JSON.parse(program.run(["doctor", "--json"]).out) as {
        findings: { check: string; severity: string; slugs?: string[]; hint: string }[];
      }
    ).findings.find(({ check }) => check === "seldom-at-start");
  const explained = () => oneLine(program.ok(["explain", "rule-1-0000"]));
  addRules(rules.slice(0, 12));
  expect(late()).toBeUndefined();
  expect(explained()).toMatch(/\(at least once in every [23] sessions\)\./);
  expect(explained()).not.toContain("too many lessons are for the start");
  addRules(rules.slice(12));
  expect(late()).toMatchObject({
    severity: "warning",
    hint: expect.stringMatching(/it is shown once in \d+ sessions, less than one in three/),
  });
  expect(late()?.slugs).toContain("rule-1-0000");
  expect(explained()).toMatch(
    /too many lessons are for session start: it is shown once in \d+ sessions/,
  );
});

function said(summary: string): readonly string[] {
  const slug = ["--slug", `${summary}-0001`];
  return [
    "--summary",
    summary,
    "--mistake",
    `${summary} is wrong`,
    "--remediation",
    "do it right",
    ...slug,
  ];
}
