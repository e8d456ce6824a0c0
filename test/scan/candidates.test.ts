import { expect, test } from "vitest";
import { aggregate } from "../../src/capture/derive/settle-clusters.ts";
import { listLessons } from "../../src/lesson/table/list-lessons.ts";
import { editLesson } from "../../src/lesson/edit-lesson.ts";
import { moveLesson } from "../../src/lesson/move-lesson.ts";
import type { Workshop } from "../../src/platform/context.ts";
import type { LessonRecord } from "../../src/lesson/record/lesson-record.ts";
import { levelOf } from "../../src/lesson/record/level.ts";
import { freshWorkshop } from "../kit/store.ts";
import { Home, inStore } from "./home.ts";
import { agentSays, correction, deployTag, missingPython, session } from "./one-session.ts";

const formatting = "no, that's wrong, never commit without running the formatter first";

test("what failed in one project holds there, in two everywhere", () => {
  const { home, workshop } = scanOf(session(1, missingPython("a")));
  expect(only(workshop)).toMatchObject({
    status: "candidate",
    sessionCount: 1,
    projectCount: 1,
    scope: expect.stringMatching(/^project:path-/),
  });
  home.write(session(2, missingPython("b"), { project: "/srv/web" }));
  home.scan(workshop);
  expect(only(workshop)).toMatchObject({ sessionCount: 2, projectCount: 2, scope: "global" });
});

test("the same correction in three sessions is a warning, and critical", () => {
  const { home, workshop } = scanOf(
    session(1, correction(formatting)),
    session(2, correction(formatting)),
  );
  expect(only(workshop).kind).not.toBe("warning");
  home.write(session(3, correction(formatting)));
  home.scan(workshop);
  const { kind, priority, sessionCount } = only(workshop);
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
  expect(only(alike.workshop).sessionCount).toBe(2);
  const opposite = scanOf(
    session(1, correction("that's wrong, always use tabs for indentation in the Makefile")),
    session(2, correction("that's wrong, never use tabs for indentation in the Makefile")),
  );
  expect(lessonsIn(opposite.workshop).map(({ sessionCount }) => sessionCount)).toEqual([1, 1]);
});

const touches: readonly (readonly [
  what: string,
  touch: (workshop: Workshop, slug: string) => unknown,
])[] = [
  [
    "approved",
    (workshop, slug) =>
      moveLesson(workshop, slug, { verdict: "approve", by: "person", because: "seen often" }),
  ],
  ["edited", (workshop, slug) => editLesson(workshop, slug, "summary", "Call python3 by its name")],
  [
    "archived",
    (workshop, slug) =>
      moveLesson(workshop, slug, { verdict: "archive", by: "person", because: "known" }),
  ],
];

test.each(touches)(
  "a candidate that a person %s is never rewritten, and gains evidence",
  async (_, touch) => {
    const { home, workshop } = scanOf(session(1, missingPython("a")));
    await touch(workshop, only(workshop).slug);
    const { occurrenceCount, sessionCount, projectCount, ...before } = only(workshop);
    expect({ occurrenceCount, sessionCount, projectCount }).toEqual({
      occurrenceCount: 1,
      sessionCount: 1,
      projectCount: 1,
    });
    home.write(session(2, missingPython("b"), { project: "/srv/web" }));
    home.scan(workshop);
    home.scan(workshop, { isFull: true });
    aggregate(workshop);
    expect(only(workshop)).toEqual({
      ...before,
      occurrenceCount: 2,
      sessionCount: 2,
      projectCount: 2,
    });
  },
);

test("what nearly says what an active lesson says is a candidate that expands it", () => {
  const { home, workshop } = scanOf(session(1, correction(formatting)));
  const { slug } = only(workshop);
  moveLesson(workshop, slug, { verdict: "approve", by: "person", because: "yes" });
  home.write(session(2, correction(`${formatting} and the linter`)));
  home.scan(workshop);
  const [active, candidate] = lessonsIn(workshop, "active").concat(
    lessonsIn(workshop, "candidate"),
  );
  expect(active).toMatchObject({ slug, sessionCount: 1 });
  expect(candidate).toMatchObject({ sessionCount: 1, flags: [`expands:${slug}`] });
});

test("a lesson of two wordings that a person approved keeps the sightings of both", () => {
  const { home, workshop } = scanOf(
    session(1, correction(formatting)),
    session(2, correction(`${formatting}, please`)),
  );
  const { slug, sessionCount } = only(workshop);
  expect(sessionCount).toBe(2);
  moveLesson(workshop, slug, { verdict: "approve", by: "person", because: "yes" });
  home.write(session(3, correction(formatting)));
  home.scan(workshop);
  aggregate(workshop);
  expect(only(workshop)).toMatchObject({ slug, sessionCount: 3 });
});

test("what said the same only by way of something that was taken back parts again", () => {
  const home = new Home();
  const tag = (words: string) => agentSays(`#lesson\nmistake: ${words}\nfix: wait\n#/lesson`);
  const [left, right] = ["amber basalt cobalt dolomite", "feldspar garnet halite indigo"];
  const bridge = [...tag(`${left} ember ${right}`)];
  home.write(session(1, tag(`${left} ember`)));
  home.write(session(2, tag(`ember ${right}`)));
  home.write(session(3, bridge));
  const often = inStore((workshop) => {
    home.scan(workshop);
    expect(lessonsIn(workshop)).toHaveLength(1);
    home.write(session(3, [...bridge, ...agentSays("#lesson:cancel\n")]));
    home.scan(workshop);
  });
  expect(often).toEqual(home.scanned());
  expect(often.lessons).toHaveLength(2);
});

test("how many candidates are shown does not limit how many are kept", () => {
  const { workshop } = scanOf(
    session(1, [...missingPython("a"), ...correction(formatting), ...agentSays(deployTag)]),
  );
  const limit = { statuses: ["candidate"] as const, sort: "priority" as const, limit: 1 };
  const { lessons, total } = listLessons(workshop.database, limit);
  expect({ shown: lessons.length, total }).toEqual({ shown: 1, total: 3 });
});

test("a tag that its session takes back leaves no lesson, however often it is scanned", () => {
  const { home, workshop } = scanOf(session(1, agentSays(deployTag)));
  expect(only(workshop).status).toBe("candidate");
  home.write(session(1, [...agentSays(deployTag), ...agentSays("#lesson:cancel\n")]));
  home.scan(workshop);
  expect(lessonsIn(workshop, "candidate")).toEqual([]);
});

test("a lesson that an agent takes back by its name stays away", () => {
  const { home, workshop } = scanOf(session(1, agentSays(deployTag)));
  const { slug } = only(workshop);
  const status = () => lessonsIn(workshop).find((lesson) => lesson.slug === slug)?.status;
  home.write(session(2, agentSays(`#lesson:cancel ${slug}\n`)));
  home.scan(workshop);
  expect(status()).toBe("archived");
  home.write(session(3, agentSays(otherTag)));
  home.scan(workshop);
  expect(status()).toBe("archived");
  home.scan(workshop, { isFull: true });
  aggregate(workshop);
  expect(status()).toBe("archived");
});

test("taking back a lesson is no lesson", () => {
  const { workshop } = scanOf(session(1, agentSays("#lesson:cancel some-old-lesson-0a1b\n")));
  expect(lessonsIn(workshop)).toEqual([]);
});

const otherTag =
  "#lesson\ntrigger: npm publish\nmistake: two-factor codes run out\nfix: ask for a fresh code\n#/lesson";

function scanOf(...files: readonly Parameters<Home["write"]>[0][]) {
  const home = new Home();
  const workshop = freshWorkshop();
  for (const file of files) home.write(file);
  home.scan(workshop);
  return { home, workshop };
}

function lessonsIn(
  workshop: Workshop,
  ...statuses: readonly LessonRecord["status"][]
): readonly LessonRecord[] {
  const all = ["candidate", "reviewed", "active", "archived"] as const;
  return listLessons(workshop.database, {
    statuses: statuses.length === 0 ? all : statuses,
    sort: "newest",
    limit: 100,
  }).lessons;
}

function only(workshop: Workshop): LessonRecord {
  const [lesson, ...others] = lessonsIn(workshop);
  if (lesson === undefined || others.length > 0)
    throw new Error(`${others.length + 1} lessons, or none`);
  return lesson;
}
