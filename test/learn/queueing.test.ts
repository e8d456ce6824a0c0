import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configureLearning, projectLearning } from "../../src/knowledge/learn/learning-settings.ts";
import { findSession, endedSession } from "../../src/knowledge/learn/session-ended.ts";
import { Fault } from "../../src/platform/fault.ts";
import { sessionIdOf } from "../scan/written-session.ts";
import { decision, LearningGround, said, workflow } from "../kit/learning-ground.ts";

/** Lets a session that ends now wait, without a look at how many do. */
function queued(ground: LearningGround, number: number): Promise<void> {
  return queuedLog(ground, ground.write(number));
}

async function queuedLog(ground: LearningGround, name: string): Promise<void> {
  const { environment, project: workingDirectory } = ground;
  const { inContext, paths, system } = ground.wireAt(ground.project);
  const machine = { home: ground.home, environment };
  const found = await inContext((context) => findSession(context, machine, name));
  endedSession(found, { environment, workingDirectory }).queue(paths.home, system);
}

const named = (number: number) => ({ agent: "claude-code", sessionId: sessionIdOf(number) });

test("a session that is named is looked at first, and the batch is filled with those that waited longest", async () => {
  const ground = new LearningGround();
  for (const number of [1, 2, 3, 4, 5]) {
    await queued(ground, number);
    ground.pass({ seconds: 60 });
  }
  expect(await ground.run({ isNow: true, session: named(5) })).toMatchObject({
    outcome: "learned",
    sessions: 3,
  });
  expect(waiting(ground)).toEqual([sessionIdOf(3), sessionIdOf(4)]);
});

test("a session that is named is looked at again, though it was before", async () => {
  const ground = new LearningGround();
  for (let round = 0; round < 2; round += 1) {
    await queued(ground, 1);
    await ground.run({ isNow: true, session: named(1) });
  }
  expect(ground.questions).toHaveLength(2);
});

test("a session that ends a second time without anything new in it is not asked about again", async () => {
  const ground = new LearningGround();
  const entry = { ...named(1), path: ground.write(1), attempts: 0 };
  const ends = ["2026-01-01T09:00:00.000Z", "2026-01-01T09:00:00.000Z", "2025-12-31T09:00:00.000Z"];
  for (const endedAt of ends) {
    ground.queue.add({ ...entry, endedAt }, ground.system.newId());
    await ground.run({ isNow: true });
  }
  // The third is another end, though a clock that was set back calls it an earlier one.
  expect(ground.questions).toHaveLength(2);
});

test("a run looks again when it is done, as long as a batch waits and the cap allows it", async () => {
  const ground = new LearningGround();
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await queued(ground, number);
  expect(await ground.run()).toMatchObject({
    outcome: "learned",
    sessions: 3,
    next: [
      { outcome: "learned", sessions: 3 },
      { outcome: "too-few", waiting: 1, needed: 3 },
    ],
  });
  for (const number of [8, 9, 10, 11, 12]) await queued(ground, number);
  ground.settings = [...ground.settings, "learning.dailyCap=3"];
  expect(await ground.run()).toMatchObject({
    outcome: "learned",
    next: [{ outcome: "capped", waiting: 3, runs: 3, cap: 3 }],
  });
});

test("with --now it goes on until nothing waits; what went wrong is not tried again at once", async () => {
  const ground = new LearningGround();
  for (const number of [1, 2, 3, 4]) await queued(ground, number);
  ground.answers = [said(), "no JSON"];
  expect(await ground.run({ isNow: true })).toMatchObject({
    outcome: "learned",
    next: [{ outcome: "bad-answer", putBack: 1 }],
  });
  const report = await ground.run({ isNow: true });
  expect(report).toMatchObject({ outcome: "learned", sessions: 1 });
  expect("next" in report).toBe(false);
});

test("runs that a wrong clock put into the future are none of today's", async () => {
  const ground = new LearningGround();
  ground.settings = ["learning.enabled=true", "learning.batchSize=1", "learning.dailyCap=2"];
  ground.pass({ days: 400 });
  await ground.end(1);
  await ground.end(2);
  ground.pass({ days: -400 });
  expect(await ground.end(3)).toMatchObject({ run: { outcome: "learned" } });
  expect(await ground.end(4)).toMatchObject({ run: { outcome: "learned" } });
  expect(await ground.end(5)).toMatchObject({ run: { outcome: "capped", runs: 2 } });
});

test("when something was seen is when its session ended, not when somebody looked at it", async () => {
  const ground = new LearningGround();
  const first = ground.write(1);
  ground.pass({ days: 4 });
  const second = ground.write(2);
  ground.pass({ days: 30 });
  for (const log of [first, second]) await queuedLog(ground, log);
  ground.answers = [said(workflow([1, 2]))];
  await ground.run({ isNow: true });
  expect(await ground.observations()).toMatchObject([
    {
      firstSeenAt: "2026-01-01T12:00:00.000Z",
      lastSeenAt: "2026-01-05T12:00:00.000Z",
      lesson: { stage: { status: "reviewed" } },
    },
  ]);
});

test("sessions of the same day are of one day, however long they waited; a log from the future ended now", async () => {
  const ground = new LearningGround();
  const logs = [1, 2].map((number) => ground.write(number));
  for (const log of logs) {
    ground.pass({ days: 5 });
    await queuedLog(ground, log);
  }
  ground.answers = [said(workflow([1, 2]))];
  await ground.run({ isNow: true });
  expect(await ground.observations()).toMatchObject([
    { lesson: { stage: { status: "candidate" } } },
  ]);
  ground.pass({ days: 90 });
  const tomorrows = ground.write(3);
  ground.pass({ days: -90 });
  await queuedLog(ground, tomorrows);
  const [file] = ground.queue.files("waiting");
  expect(file?.entry?.endedAt).toBe(ground.system.now());
});

test("a run that is stopped gives the sessions back, and the right to look at them", async () => {
  const ground = new LearningGround();
  await queued(ground, 1);
  const controller = new AbortController();
  ground.ask = () => {
    controller.abort();
    return Promise.reject(new Fault("cancelled", "claude was stopped", { hint: "" }));
  };
  expect(await ground.run({ isNow: true, signal: controller.signal })).toEqual({
    outcome: "stopped",
    sessions: 1,
  });
  expect([ground.queue.busySince(), waiting(ground)]).toEqual([undefined, [sessionIdOf(1)]]);
  expect(await ground.run({ isNow: true, signal: controller.signal })).toMatchObject({
    outcome: "stopped",
  });
});

test("sessions that wait go with the project when it becomes a repository and gets a remote", async () => {
  const ground = new LearningGround();
  const git = (...args: readonly string[]) =>
    execFileSync("git", [
      "-C",
      ground.project,
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@b",
      ...args,
    ]);
  ground.environment["PATH"] = process.env["PATH"] ?? "";
  await queued(ground, 1);
  const byPath = ground.place.scope;
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
  await queued(ground, 2);
  const stuck = ground.queue.claim(ground.system.now(), "stuck");
  expect("take" in stuck && stuck.take(1)).toHaveLength(1);
  ground.pass({ seconds: 901 });
  git("remote", "add", "origin", "https://example.com/owner/api.git");
  expect(ground.place.scope).not.toBe(byPath);
  await queued(ground, 3);
  expect(await ground.run()).toMatchObject({ outcome: "learned", sessions: 3 });
});

test("a queue in which somebody is at work is left to them", async () => {
  const ground = new LearningGround();
  await queued(ground, 1);
  expect("take" in ground.queue.claim(ground.system.now(), "other")).toBe(true);
  execFileSync("git", ["-C", ground.project, "init", "-q"]);
  execFileSync("git", ["-C", ground.project, "remote", "add", "origin", "https://example.com/a/b"]);
  expect(await ground.run({ isNow: true })).toEqual({ outcome: "none-waiting" });
  ground.pass({ seconds: 901 });
  expect(await ground.run({ isNow: true })).toMatchObject({ outcome: "learned", sessions: 1 });
});

test("a project's file makes learning cheaper and never dearer, until this person agrees to it", async () => {
  const ground = new LearningGround();
  const { config, paths } = ground.wireAt(ground.project);
  const place = { home: paths.home, root: ground.project };
  const holds = async () => {
    const { settings, ignored } = projectLearning(await config(), place);
    const { model, batchSize, dailyCap, debug } = settings;
    return { model, batchSize, dailyCap, debug, ignored: ignored.map(({ key }) => key) };
  };
  const says = (content: object) => {
    mkdirSync(join(ground.project, ".memory"), { recursive: true });
    writeFileSync(join(ground.project, ".memory/learning.json"), JSON.stringify(content));
  };
  const usual = { model: "sonnet", batchSize: 3, dailyCap: 5, debug: false };
  says({ model: "opus", batchSize: 1, dailyCap: 50, debug: true });
  expect(await holds()).toEqual({
    ...usual,
    debug: true,
    ignored: ["model", "batchSize", "dailyCap"],
  });
  says({ model: "sonnet", batchSize: 6, dailyCap: 0 });
  expect(await holds()).toEqual({ ...usual, batchSize: 6, dailyCap: 0, ignored: [] });

  // Agreed to one by one: what else is in the file is not agreed to with it.
  says({ model: "opus", dailyCap: 50 });
  configureLearning(place, { dailyCap: 9 });
  expect(await holds()).toEqual({ ...usual, dailyCap: 9, ignored: ["model"] });
  says({ model: "opus", dailyCap: 10 });
  expect(await holds()).toEqual({ ...usual, ignored: ["model", "dailyCap"] });
});

test("what a project's file says is not written through a link", () => {
  const ground = new LearningGround();
  const outside = new LearningGround().project;
  execFileSync("ln", ["-s", outside, join(ground.project, ".memory")]);
  const place = { home: join(ground.home, ".lessons"), root: ground.project };
  expect(() => configureLearning(place, { dailyCap: 1 })).toThrow(/\.memory is a link/);
  expect(readdirSync(outside)).toEqual([]);
  expect(existsSync(join(ground.home, ".lessons/learning-files"))).toBe(false);
});

test("what is activated by itself waits for the gates that are required", async () => {
  const ground = new LearningGround();
  ground.settings = [
    "learning.enabled=true",
    "learning.autoActivate=decision",
    "gates.required=lesson/not-situational",
  ];
  await queued(ground, 1);
  await queued(ground, 2);
  ground.answers = [said(decision([1, 2]))];
  expect(await ground.run({ isNow: true })).toMatchObject({
    outcome: "learned",
    activated: [],
    ungated: [{ unmet: [{ gate: "lesson/not-situational" }] }],
  });
  expect((await ground.observations()).map(({ lesson }) => lesson.stage.status)).toEqual([
    "reviewed",
  ]);
});

function waiting(ground: LearningGround): readonly string[] {
  return ground.queue
    .files("waiting")
    .map(({ entry }) => entry?.sessionId ?? "")
    .toSorted();
}
