import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { moveLesson } from "../../src/lesson/move.ts";
import { projectFile } from "../../src/knowledge/index/project-file.ts";
import { decision, LearningGround, nothing, said, workflow } from "../kit/learning-ground.ts";
import { freshFolder } from "../kit/store.ts";

const switchedOn = [
  "learning.enabled=true",
  "learning.batchSize=1",
  "learning.autoActivate=decision",
];
const records = ".memory/knowledge/decisions.md";

/** One session in which it shows, and another one. */
async function seenTwice(ground: LearningGround, ...observations: readonly object[]) {
  ground.answers = [said(...observations), said(...observations)];
  await ground.end(1);
  ground.pass({ seconds: 60 });
  return ground.end(2);
}

function logOf(ground: LearningGround): string {
  return readFileSync(join(ground.home, ".lessons/log/learning.log"), "utf8");
}

test("what becomes active by itself is in the project when the run ends, and everybody is told", async () => {
  const ground = new LearningGround();
  ground.settings = switchedOn;
  const ended = await seenTwice(ground, decision([1]), workflow([1]));
  const [lesson] = (await ground.observations()).map((each) => each.lesson);
  expect(ended).toMatchObject({
    outcome: "queued",
    run: {
      outcome: "learned",
      activated: [{ id: lesson?.id, stage: { status: "active", confirmedBy: "threshold" } }],
      rendered: {
        root: ground.project,
        steps: [{ does: "add", path: records, anchor: "ADR-001" }],
        withheld: [],
      },
    },
  });
  expect(readFileSync(join(ground.project, records), "utf8")).toContain(
    `## ADR-001: Publish with npm, not yarn\n\n- **Area**: general\n- **Status**: Active\n- **Source**: self-learning:${lesson?.id}\n`,
  );
  expect(readdirSync(ground.project, { recursive: true, encoding: "utf8" }).toSorted()).toEqual([
    ".memory",
    ".memory/.learning-manifest.json",
    ".memory/knowledge",
    records,
  ]);
  const home = join(ground.home, ".lessons");
  expect(readFileSync(join(home, projectFile(ground.project, "news")), "utf8")).toBe(
    "ADR-001 (Publish with npm, not yarn)\n",
  );
  expect(logOf(ground)).toContain(`1 active; rendered: add ${records} ADR-001\n`);
});

test("without autoActivate no run writes into a project, not even what a person approved", async () => {
  const ground = new LearningGround();
  ground.settings = ["learning.enabled=true", "learning.batchSize=1"];
  await seenTwice(ground, decision([1]));
  const [found] = await ground.observations();
  expect(found?.lesson.stage.status).toBe("reviewed");
  await ground
    .wireAt(ground.project)
    .inContext((context) =>
      moveLesson(context, found?.lesson.id ?? "", { verdict: "approve", by: "person" }),
    );
  ground.answers = [said(workflow([1]))];
  const third = await ground.end(3);
  expect(third.outcome === "queued" && third.run).toMatchObject({ rendered: undefined });
  ground.settings = [...ground.settings, "learning.autoActivate=decision,workflow"];
  ground.answers = [said(workflow([1]))];
  await ground.end(4);
  expect(readdirSync(ground.project)).toEqual([]);
});

test("what a stopped run could not write any more is written by the next one", async () => {
  const ground = new LearningGround();
  ground.settings = switchedOn;
  const elsewhere = freshFolder();
  symlinkSync(elsewhere, join(ground.project, ".memory"));
  const second = await seenTwice(ground, decision([1]));
  const problem = expect.stringContaining(".memory is a link");
  expect(second).toMatchObject({ run: { outcome: "learned", rendered: { problem } } });
  expect(logOf(ground)).toContain("1 active; nothing was rendered: ");
  expect(readdirSync(elsewhere)).toEqual([]);

  rmSync(join(ground.project, ".memory"));
  ground.answers = [nothing];
  expect(await ground.end(3)).toMatchObject({
    run: { activated: [], rendered: { steps: [{ does: "add", anchor: "ADR-001" }] } },
  });
  ground.answers = [nothing];
  const fourth = await ground.end(4);
  expect(fourth.outcome === "queued" && fourth.run).toMatchObject({ rendered: undefined });
});

test("what a person deleted is not written again by a later run, however often it is seen", async () => {
  const ground = new LearningGround();
  ground.settings = switchedOn;
  await seenTwice(ground, decision([1]));
  rmSync(join(ground.project, records));
  for (const number of [3, 4, 5, 6]) {
    ground.pass({ days: 1 });
    ground.answers = [said(decision([1]), another)];
    await ground.end(number);
  }
  const found = await ground.observations();
  expect(
    found.map(({ lesson, count }) => [
      lesson.summary,
      lesson.stage.status,
      lesson.confidence,
      count,
    ]),
  ).toEqual([
    ["Publish with npm, not yarn", "candidate", 0.28, 6],
    ["Dates are kept in UTC", "active", 0.95, 4],
  ]);
  const text = readFileSync(join(ground.project, records), "utf8");
  expect(text.match(/^## .*$/gm)).toEqual(["## ADR-002: Dates are kept in UTC"]);
});

const another = decision([1], {
  summary: "Dates are kept in UTC",
  body: { context: "Two clocks disagreed", decision: "Every date is stored in UTC" },
});
