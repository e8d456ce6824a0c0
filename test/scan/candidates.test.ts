import { expect, test } from "vitest";
import { aggregate, settleClusters } from "../../src/capture/derive/settle-clusters.ts";
import { listLessons } from "../../src/lesson/table/list.ts";
import { editLesson } from "../../src/lesson/edit.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import type { Context } from "../../src/platform/context.ts";
import type { LessonRecord } from "../../src/lesson/record/record.ts";
import { levelOf } from "../../src/lesson/record/level.ts";
import { queryAll } from "../../src/platform/database/database.ts";
import { moveEpisodes } from "../../src/capture/episodes/episodes.ts";
import { add, freshContext, gitStash } from "../kit/store.ts";
import type { Story } from "../adapters/scribe.ts";
import { Home, inStore } from "./home.ts";
import { agentSays, correction, deployTag, missingPython, session } from "./one-session.ts";

const otherTag =
  "#lesson\ntrigger: npm publish\nmistake: two-factor codes run out\nfix: ask for a fresh code\n#/lesson";
const formatting = "no, that's wrong, never commit without running the formatter first";

test("what is so on a machine is one lesson of it, whichever projects showed it and on which systems", () => {
  const { home, context } = scanOf(session(1, missingPython("a"), { project: "/home/dev/api" }));
  expect(only(context)).toMatchObject({
    about: "not-installed python",
    scope: "machine",
    sessionCount: 1,
    tags: expect.arrayContaining(["platform:linux"]),
  });
  home.write(session(2, missingPython("b"), { project: "/Users/dev/web" }));
  home.scan(context);
  expect(only(context)).toMatchObject({
    scope: "machine",
    sessionCount: 2,
    projectCount: 2,
    tags: expect.arrayContaining(["platform:linux", "platform:macos"]),
  });
});

test("where nobody knows the system, what fails is the project's, and never everybody's", () => {
  const { context } = scanOf(
    session(1, missingPython("a")),
    session(2, missingPython("b"), { project: "/srv/web" }),
  );
  const found = lessonsIn(context);
  expect(found.map(({ about }) => about)).toEqual(["not-installed python", "not-installed python"]);
  expect(found.every(({ scope }) => scope.startsWith("project:path-"))).toBe(true);
  expect(found.flatMap(({ tags }) => tags).join(" ")).not.toContain("platform:");
});

test("the shell is named where the message is its own", () => {
  const glob: Story = [
    {
      step: "shell",
      callId: "g",
      command: "ls *.txt",
      exitStatus: 1,
      output: "zsh: no matches found: *.txt",
    },
  ];
  const { context } = scanOf(session(1, glob, { project: "/Users/dev/web" }));
  expect(only(context)).toMatchObject({
    about: "zsh-glob",
    scope: "machine",
    tags: expect.arrayContaining(["env:zsh", "platform:macos"]),
  });
});

test("what a person says in two projects stays with the first, and the second is counted", () => {
  const { context } = scanOf(
    session(1, correction(formatting)),
    session(2, correction(formatting), { project: "/srv/web" }),
  );
  expect(only(context)).toMatchObject({
    scope: expect.stringMatching(/^project:path-/),
    projectCount: 2,
  });
});

test("the replacement that worked is kept to the letter, with how often", () => {
  const { home, context } = scanOf(session(1, missingPython("a")));
  const counts = { times: 1, repairs: 1, sessions: 1, exact: 1 };
  const fix = { how: "instead", from: "python", to: "python3", ...counts };
  expect(only(context).fix).toEqual(fix);
  home.write(session(2, missingPython("b")));
  home.scan(context);
  expect(only(context).fix).toEqual({ ...fix, times: 2, repairs: 2, sessions: 2, exact: 2 });
});

test("the same correction in three sessions is a warning, and critical", () => {
  const { home, context } = scanOf(
    session(1, correction(formatting)),
    session(2, correction(formatting)),
  );
  expect(only(context).kind).not.toBe("warning");
  home.write(session(3, correction(formatting)));
  home.scan(context);
  const { kind, priority, sessionCount } = only(context);
  expect({ kind, level: levelOf(priority), sessionCount }).toEqual({
    kind: "warning",
    level: "CRITICAL",
    sessionCount: 3,
  });
});

test("the same in other words is one lesson; opposite advice is two", () => {
  const alike = scanOf(
    session(1, correction("that's wrong, always use tabs for indentation in the Makefile, please")),
    session(2, correction("that's wrong, always use tabs for the indentation in the Makefile")),
  );
  expect(only(alike.context).sessionCount).toBe(2);
  const opposite = scanOf(
    session(1, correction("that's wrong, always use tabs for indentation in the Makefile")),
    session(2, correction("that's wrong, never use tabs for indentation in the Makefile")),
  );
  expect(lessonsIn(opposite.context).map(({ sessionCount }) => sessionCount)).toEqual([1, 1]);
});

const touches: readonly (readonly [
  what: string,
  touch: (context: Context, slug: string) => unknown,
])[] = [
  [
    "approved",
    (context, slug) =>
      moveLesson(context, slug, { verdict: "approve", by: "person", because: "seen often" }),
  ],
  ["edited", (context, slug) => editLesson(context, slug, "summary", "Call python3 by its name")],
  [
    "archived",
    (context, slug) =>
      moveLesson(context, slug, { verdict: "archive", by: "person", because: "known" }),
  ],
];

test.each(touches)(
  "a candidate that a person %s is never rewritten, and gains evidence",
  async (_, touch) => {
    const { home, context } = scanOf(session(1, missingPython("a"), { project: "/home/dev/api" }));
    await touch(context, only(context).slug);
    const { occurrenceCount, sessionCount, projectCount, fix, ...before } = only(context);
    expect({ occurrenceCount, sessionCount, projectCount }).toEqual({
      occurrenceCount: 1,
      sessionCount: 1,
      projectCount: 1,
    });
    home.write(session(2, missingPython("b"), { project: "/home/dev/web" }));
    home.scan(context);
    home.scan(context, { isFull: true });
    aggregate(context);
    expect(only(context)).toEqual({
      ...before,
      // Counted, like the sightings.
      fix: { ...fix, times: 2, repairs: 2, sessions: 2, exact: 2 },
      occurrenceCount: 2,
      sessionCount: 2,
      projectCount: 2,
    });
  },
);

const noTask = (callId: string): Story => [
  {
    step: "shell",
    callId,
    command: "npm run typecheck",
    exitStatus: 1,
    output: 'npm error Missing script: "typecheck"',
  },
  { step: "shell", callId: `${callId}-fix`, command: "npm run check", exitStatus: 0, output: "ok" },
];

test("a fact of one project that a person approved is still a candidate in the next", () => {
  const { home, context } = scanOf(session(1, noTask("a")));
  const { slug, about } = only(context);
  moveLesson(context, slug, { verdict: "approve", by: "person", because: "yes" });
  home.write(session(2, noTask("b"), { project: "/srv/web" }));
  home.scan(context);
  aggregate(context);
  expect(lessonsIn(context, "active")).toMatchObject([{ slug, about, sessionCount: 1 }]);
  expect(lessonsIn(context, "candidate")).toMatchObject([{ about, sessionCount: 1 }]);
});

test("a fact that a person moved to another scope gets no second candidate", async () => {
  const { home, context } = scanOf(session(1, noTask("a")));
  const { slug } = only(context);
  await editLesson(context, slug, "scope", "machine");
  home.write(session(2, noTask("b")));
  home.scan(context);
  expect(only(context)).toMatchObject({ slug, scope: "machine", sessionCount: 2 });
});

test("a decision stays with its fact when the system of the log is known late", () => {
  const { context } = scanOf(session(1, missingPython("a")));
  const { slug, scope } = only(context);
  moveLesson(context, slug, { verdict: "approve", by: "person", because: "yes" });
  const { database } = context;
  database.exec("UPDATE logs SET system = 'linux'");
  const projectId = scope.slice("project:".length);
  settleClusters(context, moveEpisodes(database, 1, { projectId, system: "linux" }), {
    lessonCreated: () => {},
    lessonGrown: () => {},
    lessonSkipped: () => {},
  });
  expect(only(context)).toMatchObject({ slug, scope, status: "active", sessionCount: 1 });
});

test("a lesson that is about a known fact gains its sightings, wherever it came from", () => {
  const home = new Home();
  const context = freshContext();
  const { slug } = add(context, { ...gitStash, about: "not-installed python", scope: "machine" });
  home.write(session(1, missingPython("a"), { project: "/home/dev/api" }));
  home.scan(context);
  expect(only(context)).toMatchObject({ slug, sessionCount: 1 });
});

test("what nearly says what an active lesson says is a candidate that expands it", () => {
  const { home, context } = scanOf(session(1, correction(formatting)));
  const { slug } = only(context);
  moveLesson(context, slug, { verdict: "approve", by: "person", because: "yes" });
  home.write(session(2, correction(`${formatting} and the linter`)));
  home.scan(context);
  const [active, candidate] = lessonsIn(context, "active").concat(lessonsIn(context, "candidate"));
  expect(active).toMatchObject({ slug, sessionCount: 1 });
  expect(candidate).toMatchObject({ sessionCount: 1, flags: [`expands:${slug}`] });
});

test("a lesson of two wordings that a person approved keeps the sightings of both", () => {
  const { home, context } = scanOf(
    session(1, correction(formatting)),
    session(2, correction(`${formatting}, please`)),
  );
  const { slug, sessionCount } = only(context);
  expect(sessionCount).toBe(2);
  moveLesson(context, slug, { verdict: "approve", by: "person", because: "yes" });
  home.write(session(3, correction(formatting)));
  home.scan(context);
  aggregate(context);
  expect(only(context)).toMatchObject({ slug, sessionCount: 3 });
});

test("what said the same only by way of something that was taken back parts again", () => {
  const home = new Home();
  const tag = (words: string) => agentSays(`#lesson\nmistake: ${words}\nfix: wait\n#/lesson`);
  const [left, right] = ["amber basalt cobalt dolomite", "feldspar garnet halite indigo"];
  const bridge = [...tag(`${left} ember ${right}`)];
  home.write(session(1, tag(`${left} ember`)));
  home.write(session(2, tag(`ember ${right}`)));
  home.write(session(3, bridge));
  const often = inStore((context) => {
    home.scan(context);
    expect(lessonsIn(context)).toHaveLength(1);
    home.write(session(3, [...bridge, ...agentSays("#lesson:cancel\n")]));
    home.scan(context);
  });
  expect(often).toEqual(home.scanned());
  expect(often.lessons).toHaveLength(2);
});

test("how many candidates are shown does not limit how many are kept", () => {
  const { context } = scanOf(
    session(1, [...missingPython("a"), ...correction(formatting), ...agentSays(deployTag)]),
  );
  const limit = { statuses: ["candidate"] as const, sort: "priority" as const, limit: 1 };
  const { lessons, total } = listLessons(context.database, limit);
  expect({ shown: lessons.length, total }).toEqual({ shown: 1, total: 3 });
});

test("a tag that its session takes back leaves no lesson, however often it is scanned", () => {
  const { home, context } = scanOf(session(1, agentSays(deployTag)));
  expect(only(context).status).toBe("candidate");
  home.write(session(1, [...agentSays(deployTag), ...agentSays("#lesson:cancel\n")]));
  home.scan(context);
  expect(lessonsIn(context, "candidate")).toEqual([]);
});

test("a tag and its cancel are read in any case", () => {
  const shouted = deployTag.replaceAll("lesson", "LESSON");
  const { home, context } = scanOf(session(1, agentSays(shouted)));
  expect(only(context).status).toBe("candidate");
  home.write(session(1, [...agentSays(shouted), ...agentSays("#Lesson:Cancel\n")]));
  home.scan(context);
  expect(lessonsIn(context, "candidate")).toEqual([]);
});

test("a lesson that an agent takes back by its name stays away", () => {
  const { home, context } = scanOf(session(1, agentSays(deployTag)));
  const { slug } = only(context);
  const status = () => lessonsIn(context).find((lesson) => lesson.slug === slug)?.status;
  home.write(session(2, agentSays(`#lesson:cancel ${slug}\n`)));
  home.scan(context);
  expect(status()).toBe("archived");
  home.write(session(3, agentSays(otherTag)));
  home.scan(context);
  expect(status()).toBe("archived");
  home.scan(context, { isFull: true });
  aggregate(context);
  expect(status()).toBe("archived");
});

test("the beginning of a slug takes its lesson back, for good", () => {
  const { home, context } = scanOf(session(1, agentSays(deployTag)));
  const { slug, summary } = only(context);
  const status = () => lessonsIn(context).find((lesson) => lesson.slug === slug)?.status;
  home.write(session(2, agentSays(`#lesson:cancel ${slug.slice(0, -4)}…\n`)));
  home.scan(context);
  expect(status()).toBe("archived");
  const alike = `#lesson\nsummary: ${summary}\nmistake: the lock file is stale\nfix: delete it\n#/lesson`;
  home.write(session(3, [...agentSays(alike), ...agentSays(deployTag)]));
  home.scan(context);
  expect(status()).toBe("archived");
  const others = lessonsIn(context, "candidate").map((lesson) => lesson.slug.slice(0, -4));
  expect(others).toEqual([slug.slice(0, -4)]);
});

test.each([
  ["that fits two", [deployTag, otherTag], "same-name"],
  ["of three letters", [deployTag], "sam"],
])("a beginning %s takes nothing back", (_, tags, beginning) => {
  const named = tags.map((tag) => tag.replace("#lesson\n", "#lesson\nsummary: Same name\n"));
  const { home, context } = scanOf(
    session(
      1,
      named.flatMap((tag) => agentSays(tag)),
    ),
  );
  home.write(session(2, agentSays(`#lesson:cancel ${beginning}\n`)));
  home.scan(context);
  expect(lessonsIn(context, "candidate")).toHaveLength(tags.length);
});

test("a beginning takes nothing back that was found later", () => {
  const { home, context } = scanOf(session(1, agentSays("#lesson:cancel same-name\n")));
  const tag = deployTag.replace("#lesson\n", "#lesson\nsummary: Same name\n");
  home.write(session(2, agentSays(tag)));
  home.scan(context);
  expect(only(context)).toMatchObject({ status: "candidate", summary: "Same name" });
});

test("taking back a lesson is no lesson", () => {
  const { context } = scanOf(session(1, agentSays("#lesson:cancel some-old-lesson-0a1b\n")));
  expect(lessonsIn(context)).toEqual([]);
});

function scanOf(...files: readonly Parameters<Home["write"]>[0][]) {
  const home = new Home();
  const context = freshContext();
  for (const file of files) home.write(file);
  home.scan(context);
  return { home, context };
}

function lessonsIn(
  context: Context,
  ...statuses: readonly LessonRecord["status"][]
): readonly LessonRecord[] {
  const all = ["candidate", "reviewed", "active", "archived"] as const;
  return listLessons(context.database, {
    statuses: statuses.length === 0 ? all : statuses,
    sort: "newest",
    limit: 100,
  }).lessons;
}

function only(context: Context): LessonRecord {
  const [lesson, ...others] = lessonsIn(context);
  if (lesson === undefined || others.length > 0)
    throw new Error(`${others.length + 1} lessons, or none`);
  return lesson;
}

test("a loop begins with the first call that failed for its reason, and not for another one before", () => {
  const lint = (callId: string, output: string): Story[number] => ({
    step: "shell",
    callId,
    command: "mise run lint",
    exitStatus: 1,
    output,
  });
  const unset = "tasks/lint: line 13: CI_HOST: unbound variable";
  const story = [
    lint("a", "open /cache/go-build/49: operation not permitted"),
    ...["b", "c", "d"].map((id) => lint(id, unset)),
  ];
  const { context } = scanOf(session(1, story));
  const loops = queryAll<{ line: number; about: string }>(
    context.database,
    `SELECT episodes.line, lessons.about FROM episodes JOIN lessons ON lessons.number = episodes.lesson
     WHERE episodes.kind = 'retry-loop'`,
  );
  const first = queryAll<{ line: number }>(
    context.database,
    "SELECT min(line) AS line FROM calls WHERE fact LIKE 'missing-variable%'",
  );
  expect(loops).toEqual([{ line: first[0]?.line, about: "missing-variable CI_HOST" }]);
});
