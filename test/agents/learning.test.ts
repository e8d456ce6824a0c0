import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decision, said, workflow } from "../kit/learning-ground.ts";
import { newTextIn, requestsOf, textIn } from "./kit/conversation.ts";
import { LearningSandbox, talk, type Listed } from "./kit/learning-sandbox.ts";
import { keep } from "./kit/lessons.ts";
import { calls, type ToolCall } from "./kit/script.ts";
import { transcripts } from "./kit/transcripts.ts";

function procedure(sessions: readonly number[], more: object = {}): object {
  return {
    kind: "procedure",
    summary: "Add an endpoint",
    body: {
      description: "How an endpoint is added",
      whenToUse: "Whenever a route is new",
      ironLaw: "No route without a test",
      steps: ["write the route in src/routes", "write its test", "list it in docs/api.md"],
    },
    quality_ok: true,
    sessions: sessions.map((number) => ({ number })),
    ...more,
  };
}

const command = "release-bump-tag-publish";
const commandFile = `.claude/commands/self-learning/${command}.md`;
const skill = "add-an-endpoint";

test("from three sessions that ended to a command and a skill that the program runs, and back", async () => {
  const ground = await LearningSandbox.make();
  const statuses = () =>
    ground
      .json<Listed>("learn", "--list")
      .observations.map(({ lesson, count }) => `${lesson.kind} ${lesson.status} ${count}`)
      .toSorted();

  // One batch, by itself.
  ground.answer(said(workflow([1, 2]), procedure([1]), decision([2, 3])));
  for (const number of [1, 2, 3]) {
    expect(ground.questions, `before session ${number}`).toEqual([]);
    await ground.session(talk, ["I publish with yarn.", "With npm, then."]);
  }
  expect(ground.questions).toEqual([{ text: expect.stringContaining("Session 3 of 3"), tools: 0 }]);
  const [{ text: question } = { text: "" }] = ground.questions;
  expect(question.split(talk[1] ?? "").length - 1).toBe(6);
  expect(question).toContain('"assistant": "I publish with yarn."');
  expect(question).not.toContain("Reporting lessons");
  expect(transcripts(ground.sandbox)).toHaveLength(3);
  expect(statuses()).toEqual([
    "decision reviewed 2",
    "procedure candidate 1",
    "workflow candidate 2",
  ]);

  // Days later.
  ground.answer(said(workflow([1], { same: "O1" }), procedure([1])));
  expect(await ground.sessionInDays(3, talk)).toMatchObject({ run: { outcome: "learned" } });
  expect(statuses()).toEqual([
    "decision reviewed 2",
    "procedure candidate 2",
    "workflow reviewed 3",
  ]);
  ground.answer(said(procedure([1])));
  expect(await ground.sessionInDays(5, talk)).toMatchObject({ run: { outcome: "learned" } });
  expect(statuses()).toEqual([
    "decision reviewed 2",
    "procedure reviewed 3",
    "workflow reviewed 3",
  ]);
  expect(ground.projectFiles()).toEqual(["README.md"]);

  // The person's word.
  ground.lessons("review", "--plain");
  expect(ground.lessons("review", "approve all", "--yes")).toMatch(
    /\b3 of them\b.* project render$/m,
  );
  ground.lessons("project", "render");
  expect(ground.projectFiles()).toEqual([
    commandFile,
    `.claude/skills/${skill}/SKILL.md`,
    ".memory/.learning-manifest.json",
    ".memory/knowledge/decisions.md",
    "README.md",
  ]);

  // The program lists them, and runs them.
  const use: ToolCall = { name: "Skill", input: { skill } };
  const run = await ground.session(
    [`/self-learning:${command}`, "and add an endpoint"],
    ["released", calls(use), "added"],
  );
  const init = run.events.find(({ subtype }) => subtype === "init");
  expect(init?.slash_commands).toContain(`self-learning:${command}`);
  expect(init?.skills).toContain(skill);
  const [first, , third] = requestsOf(run, "main");
  expect(newTextIn(first)).toContain("1. bump the version\n2. tag it\n3. publish it");
  expect(newTextIn(third)).toContain("## Iron Law\n\nNo route without a test");
  expect(run.results).toEqual(["released", "added"]);

  // Told once what is new; always that something is on record.
  const news = "New lessons in this project: ";
  const onRecord = "This project has 1 decision on record.";
  expect(textIn(first)).toContain(
    `${news}/self-learning:${command}, skill ${skill}, ADR-001 (Publish with npm, not yarn)`,
  );
  expect(textIn(first)).toContain(onRecord);
  const next = requestsOf(await ground.session(["go"], ["done"]), "main")[0];
  expect([textIn(next).includes(news), textIn(next).includes(onRecord)]).toEqual([false, true]);

  // The person deletes it; the next session notices.
  rmSync(join(ground.sandbox.project, commandFile));
  await ground.session(["go"], ["done"]);
  const { lessons: archived } = ground.json<Found>("list", "--status", "archived");
  const { lesson } = ground.json<Shown>(
    "show",
    archived.find(({ kind }) => kind === "workflow")?.slug ?? "",
  );
  expect(lesson).toMatchObject({
    status: "archived",
    confidence: 0.28,
    archiveReason: `what was rendered of it was deleted: ${commandFile}`,
  });
  ground.lessons("render");
  expect(existsSync(join(ground.sandbox.project, commandFile))).toBe(false);
  const last = await ground.session([`/self-learning:${command}`], []);
  const commands = last.events.find(({ subtype }) => subtype === "init")?.slash_commands ?? [];
  expect(commands.filter((name) => name.startsWith("self-learning:"))).toEqual([]);
  expect(requestsOf(last, "main").some((each) => textIn(each).includes("bump the version"))).toBe(
    false,
  );
}, 240_000);

test("what an agent says that it goes by is counted, and an id that nobody wrote is named", async () => {
  const ground = await LearningSandbox.make();
  const { project } = ground.json<Learning>("learn");
  keep(ground.sandbox, {
    kind: "decision",
    scope: project,
    summary: "Publish with npm, not yarn",
    body: { context: "The lock file is npm's", decision: "Publish with npm" },
  });
  ground.lessons("render");
  await ground.session(
    ["publish it", "thanks"],
    ["This applies ADR-001 and avoids PF-009.", "As said, it applies ADR-001."],
  );
  await ground.session(["and again"], ["applies ADR-001, again"]);
  expect(ground.json("knowledge", "usage")).toMatchObject({
    entries: [{ id: "ADR-001", count: 3, sessions: 2 }],
    unknown: [{ entry: "PF-009", count: 1, sessions: 1 }],
  });
});

test("what becomes active by itself is written behind the session, and the next one hears of it", async () => {
  const ground = await LearningSandbox.make({ "learning.autoActivate": "decision" });
  ground.answer(said(decision([1, 2]), workflow([1, 2])));
  for (const reply of ["One.", "Two.", "Three."]) await ground.session(talk, [reply, "With npm."]);
  expect(ground.projectFiles()).toEqual([
    ".memory/.learning-manifest.json",
    ".memory/knowledge/decisions.md",
    "README.md",
  ]);
  const log = readFileSync(join(ground.sandbox.home, ".lessons/log/learning.log"), "utf8");
  expect(log).toContain("rendered: add .memory/knowledge/decisions.md ADR-001\n");
  const run = await ground.session(["go"], ["done"]);
  expect(textIn(requestsOf(run, "main")[0])).toContain(
    "New lessons in this project: ADR-001 (Publish with npm, not yarn)",
  );
});

interface Found {
  readonly lessons: readonly { readonly slug: string; readonly kind: string }[];
}

interface Shown {
  readonly lesson: object;
}

interface Learning {
  readonly project: `project:${string}`;
}
