import { expect, test } from "vitest";
import { approvalWarnings } from "../../src/review/approval.ts";
import { requireLesson } from "../../src/lesson/find.ts";
import { lessonNumber } from "../../src/lesson/table/lessons.ts";
import { historyOf } from "../../src/lesson/table/history.ts";
import { listLessons } from "../../src/lesson/table/list.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import { editLesson } from "../../src/lesson/edit.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Story } from "../adapters/scribe.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { agentSays, session } from "./one-session.ts";
import type { WrittenFile } from "./written-session.ts";

const short = releaseList(["package.json"], "priority: HIGH");
const full = releaseList(["package.json", "plugin.json", "CHANGELOG.md"], "priority: HIGH");

test("a later block of the same label that lists more improves the candidate", () => {
  const context = scanned(session(1, agentSays(short)), session(2, agentSays(full)));
  expect(lessons(context)).toMatchObject([
    {
      body: { items: ["package.json", "plugin.json", "CHANGELOG.md"] },
      sessionCount: 2,
      flags: [],
    },
  ]);
});

test("one that lists less does not take anything away", () => {
  const context = scanned(session(1, agentSays(full)), session(2, agentSays(short)));
  expect(lessons(context)).toMatchObject([
    { body: { items: ["package.json", "plugin.json", "CHANGELOG.md"] } },
  ]);
});

test("the checklist of another project is another one, whatever it is called", () => {
  const context = scanned(
    session(1, agentSays(short)),
    session(2, agentSays(releaseList(["Cargo.toml", "Cargo.lock", "book/"], "priority: HIGH")), {
      project: "/srv/web",
    }),
  );
  expect(lessons(context)).toHaveLength(2);
});

test("a higher level and a wider scope of a later block are proposed, and approval applies them", () => {
  const higher = releaseList(["package.json"], "priority: CRITICAL\nscope: global");
  const context = scanned(
    session(1, agentSays(short.replace("priority: HIGH", "priority: MEDIUM\nscope: project"))),
    session(2, agentSays(higher)),
  );
  const lesson = requireLesson(context.database, lessons(context)[0]?.slug ?? "");
  expect(lesson).toMatchObject({ priority: 5, scope: expect.stringMatching(/^project:/) });
  const shown = approvalWarnings(lesson, { bluntIn: [] });
  expect(shown).toContain(
    "a later report suggests priority 9 (CRITICAL) instead of 5 (MEDIUM); approving applies it",
  );
  expect(shown).toContain(
    "a later report suggests scope global instead of project; approving applies it",
  );

  moveLesson(context, lesson.slug, { verdict: "approve", by: "person", because: "true" });
  expect(lessons(context)).toMatchObject([{ priority: 9, scope: "global", flags: [] }]);
});

test("what a person has set is not overruled by a proposal", async () => {
  const higher = short.replace("HIGH", "CRITICAL");
  const context = scanned(session(1, agentSays(short)), session(2, agentSays(higher)));
  const [lesson] = lessons(context);
  await editLesson(context, lesson?.slug ?? "", "priority", "4");
  moveLesson(context, lesson?.slug ?? "", { verdict: "approve", by: "person", because: "true" });
  expect(lessons(context)).toMatchObject([{ priority: 4, flags: [] }]);
});

test("what a block says about itself is kept with its sighting", () => {
  const block = releaseList(
    ["package.json"],
    "priority: HIGH\ndescription: All files with a version\nevidence: v0.7.0 shipped without it\ncreated_by: release-agent",
  );
  const context = scanned(session(1, agentSays(block)));
  expect(quotes(context)).toEqual([
    "All files with a version · Evidence: v0.7.0 shipped without it · By release-agent",
  ]);
});

test("a trigger in prose is the call of the session that it names, or none", () => {
  const ran: Story[number] = {
    step: "shell",
    callId: "a",
    command: "make deploy TARGET=staging",
    exitStatus: 0,
    output: "ok",
  };
  const met =
    "#lesson\ntrigger: when running make deploy for staging\nmistake: it asks twice\nfix: answer once\n#/lesson";
  const unmet =
    "#lesson\ntrigger: when the release is out\nmistake: nobody tells the users\nfix: write to them\n#/lesson";
  const context = scanned(session(1, [ran, ...agentSays(met), ...agentSays(unmet)]));
  const triggers = lessons(context).map((lesson) => [
    lesson.summary,
    lesson.triggers.commandPatterns,
  ]);
  expect(Object.fromEntries(triggers)).toEqual({
    "it asks twice": ["^make\\s+deploy\\b"],
    "nobody tells the users": [],
  });
});

function releaseList(items: readonly string[], head: string): string {
  return [
    "[PROCESS_KNOWLEDGE]",
    "type: checklist",
    head,
    "label: Files of a release",
    "checklist:",
    "  title: Before a release",
    "  items:",
    ...items.map((item) => `    - ${item}`),
    "[/PROCESS_KNOWLEDGE]",
  ].join("\n");
}

function scanned(...files: readonly WrittenFile[]): Context {
  const home = new Home();
  for (const file of files) home.write(file);
  const context = freshContext();
  home.scan(context);
  return context;
}

function lessons({ database }: Context) {
  return listLessons(database, {
    statuses: ["candidate", "active"],
    sort: "priority",
    limit: 20,
  }).lessons;
}

function quotes(context: Context): readonly (string | undefined)[] {
  return lessons(context).flatMap(({ id }) =>
    historyOf(context.database, lessonNumber(context.database, id)).evidence.map(
      ({ quote }) => quote,
    ),
  );
}
