import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { warningsFile } from "../../src/gates/warnings-note.ts";
import { Learner } from "../kit/learner.ts";
import { decision, said, workflow } from "../kit/learning-ground.ts";

/** What the last look of upkeep found, as it keeps it. */
function marked(learner: Learner, marks: readonly object[]): void {
  const value = { version: 1, lookedAt: "2099-01-01T00:00:00.000Z", marks };
  writeFileSync(join(learner.home, ".lessons/upkeep.json"), JSON.stringify(value));
}

function idOf(learner: Learner, slug: string): string {
  return (learner.json(["show", slug]) as { lesson: { id: string } }).lesson.id;
}

interface Needs {
  readonly needsYou: { readonly count: number; readonly counts: Readonly<Record<string, number>> };
}

test("one count and one list: on the dashboard, in the status line and at the start of a session", () => {
  const learner = new Learner();
  const { project } = learner;
  learner.addLesson("waits", "--status", "candidate");
  for (const name of ["doubted", "unchecked", "stale"])
    learner.addLesson(name, "--slug", `${name}-0000`);
  const warnings = warningsFile(join(learner.home, ".lessons"), project);
  mkdirSync(join(warnings, ".."), { recursive: true });
  writeFileSync(warnings, "2\n");
  // Ready: seen twice. Still observed: seen once.
  const published = decision([1], {
    body: {
      context: "The lock file is npm's",
      decision: "Publish with npm",
      consequences: "yarn.lock goes",
      area: "src/release/",
    },
  });
  learner.answer(said(published, workflow([1])));
  learner.learn("run", learner.log(1));
  learner.answer(said(published));
  marked(learner, [
    { lesson: idOf(learner, "doubted-0000"), rule: "doubtful", because: "it worked since" },
    { lesson: idOf(learner, "doubted-0000"), rule: "never-matched", because: "fired at nothing" },
    { lesson: idOf(learner, "unchecked-0000"), rule: "unchecked-critical", because: "CRITICAL" },
    { lesson: idOf(learner, "stale-0000"), rule: "missing-files", because: "names src/gone.ts" },
  ]);
  learner.learn("run", learner.log(2));

  const here = { cwd: project };
  const { needsYou } = JSON.parse(learner.ok(["--json"], here)) as Needs;
  expect(needsYou.counts).toEqual({
    candidates: 1,
    learned: 1,
    doubtful: 1,
    unchecked: 1,
    stale: 1,
    gates: 2,
  });
  expect(needsYou.count).toBe(7);
  const shown = learner.ok([], here);
  expect(shown).toContain("Needs you (7)");
  expect(shown).toContain("2 gate warnings: lessons gates warn");
  expect(shown).toContain("doubted-0000: it worked since; fired at nothing");
  expect(shown).toContain("1 more may be worth a look: lessons review --maybe");
  const review = learner.ok(["review", "--plain"], here);
  expect(review).toContain("Learned: ready: seen 2 times (2 needed), quality good");
  expect(review).toContain("Trigger: (none — an entry of decisions.md, once rendered)");
  expect(review).toContain("Consequences: yarn.lock goes");
  expect(review).toContain("Area: src/release/");
  expect(review).not.toContain("Release: bump, tag, publish");
  expect(learner.ok(["review", "--plain", "--maybe"], here)).toContain(
    "Learned: still observing: seen 1 time (2 needed) on 0 days (3 needed), quality good",
  );
  const row = learner.ok(["statusline"], { input: JSON.stringify({ cwd: project }) });
  expect(row).toContain("⚠ 7 need you: lessons");
});

test("what a person has answered needs nobody any more", () => {
  const learner = new Learner();
  learner.addLesson("unchecked", "--slug", "unchecked-0000");
  const lesson = idOf(learner, "unchecked-0000");
  const value = {
    version: 1,
    lookedAt: new Date().toISOString(),
    marks: [{ lesson, rule: "unchecked-critical", because: "CRITICAL" }],
  };
  writeFileSync(join(learner.home, ".lessons/upkeep.json"), JSON.stringify(value));
  const count = () => (learner.json([]) as unknown as Needs).needsYou.count;
  expect(count()).toBe(1);
  learner.ok(["good", "unchecked-0000"]);
  expect(count()).toBe(0);
});
