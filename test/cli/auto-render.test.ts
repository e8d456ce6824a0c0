import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decision, said, workflow } from "../kit/learning-ground.ts";
import { Learner } from "../kit/learner.ts";

const records = ".memory/knowledge/decisions.md";

test("a run in the foreground says what it made active and what it wrote", () => {
  const learner = new Learner();
  learner.run(["config", "set", "learning.autoActivate", "decision"]);
  learner.answer(said(decision([1]), workflow([1])));
  learner.learn("run", learner.log(1));
  expect(existsSync(join(learner.project, ".memory"))).toBe(false);
  const second = learner.learn("run", learner.log(2));
  expect(second.out).toContain("0 new, 2 seen again, 1 reviewed, 1 active. ↑");
  expect(second.out).toContain(": active (your setting)");
  expect(second.out).toContain(`new ${records} ADR-001 Publish with npm, not yarn`);
  expect(second.out).toContain("To share them, commit the files");
  expect(second.out).not.toContain("To decide about them");
  expect(readFileSync(join(learner.project, records), "utf8")).toContain("## ADR-001: ");
  expect(learner.ok(["knowledge", "index"], { cwd: learner.project })).toContain("ADR-001");
});

test("a run for programs has the rendering in it", () => {
  const learner = new Learner();
  learner.run(["config", "set", "learning.autoActivate", "decision"]);
  learner.answer(said(decision([1])));
  const first = learner.value("run", learner.log(1));
  expect(first).toMatchObject({ activated: [] });
  expect(first).not.toHaveProperty("rendered");
  expect(learner.value("run", learner.log(2))).toMatchObject({
    activated: [{ kind: "decision" }],
    rendered: {
      root: learner.project,
      isDryRun: false,
      steps: [{ does: "add", path: records, anchor: "ADR-001" }],
      files: [{ path: records }],
      withheld: [],
    },
  });
});

test("render makes the index anew, so that the first who asks for it does not wait for it", () => {
  const learner = new Learner();
  const { project } = learner.value();
  learner.ok(["add", "--json"], {
    input: JSON.stringify({
      kind: "decision",
      summary: "Publish with npm",
      scope: project,
      body: { context: "the lock file is npm's", decision: "publish with npm" },
    }),
  });
  learner.ok(["render"], { cwd: learner.project });
  const folder = join(learner.home, ".lessons/knowledge");
  const index = readdirSync(folder).find((name) => name.endsWith(".json")) ?? "";
  expect(JSON.parse(readFileSync(join(folder, index), "utf8"))).toMatchObject({
    root: learner.project,
    index: { decisions: [{ id: "ADR-001", title: "Publish with npm" }], pitfalls: [] },
  });
});
