import { expect, test } from "vitest";
import { keepObservations } from "../../src/knowledge/learn/keep-observations.ts";
import { observationSchema } from "../../src/knowledge/learn/read-answer.ts";
import { makeReady } from "../../src/deliver/compile/make-ready.ts";
import { requireLesson } from "../../src/lesson/find.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import { listLessons } from "../../src/lesson/table/list.ts";
import type { Context } from "../../src/platform/context.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "../scan/home.ts";
import { missingPython, session } from "../scan/one-session.ts";
import { sessionIdOf } from "../scan/written-session.ts";

const pitfall = {
  kind: "pitfall",
  summary: "Only python3 is installed",
  mistake: "The machine has no `python` installed, so scripts that call it fail.",
  remediation: "Call `python3` in scripts and by hand.",
};

test("an observation about what failed is the words of that fact, with its trigger and its sightings", () => {
  const context = scanned();
  learn(context, pitfall);
  expect(lessons(context)).toMatchObject([
    {
      source: "llm",
      summary: pitfall.summary,
      body: { mistake: pitfall.mistake, remediation: pitfall.remediation },
      triggers: { commandPatterns: ["^python(?!\\S)"] },
      sessionCount: 1,
    },
  ]);
});

test("a fact that a person has decided about keeps its words, and no second candidate comes", () => {
  const context = scanned();
  const [fact] = lessons(context);
  moveLesson(context, fact?.slug ?? "", { verdict: "approve", by: "person", because: "true" });
  learn(context, pitfall);
  expect(lessons(context)).toMatchObject([{ slug: fact?.slug, summary: fact?.summary }]);
});

test("an observation about something else, or with the opposite advice, stays apart", () => {
  const context = scanned();
  learn(context, {
    ...pitfall,
    summary: "Do not use python3",
    remediation: "Do not call `python3 build.py`.",
  });
  learn(context, {
    ...pitfall,
    summary: "The staging database is slow",
    mistake: "Queries on staging take minutes.",
    remediation: "Ask for a snapshot.",
  });
  expect(lessons(context)).toHaveLength(3);
});

test("an observation without a fact has no trigger, and its text is not pushed at every start", () => {
  const context = freshContext();
  learn(context, pitfall);
  const [{ slug } = { slug: "" }] = lessons(context);
  const lesson = { ...requireLesson(context.database, slug), priority: 10 };
  const old = {
    ...lesson,
    triggers: { ...lesson.triggers, injectOn: ["PreToolUse", "SessionStart"] as const },
  };
  for (const each of [lesson, old]) {
    const ready = makeReady({ lesson: each, origin: { sessions: 1 } });
    expect(ready.injectOn).toEqual([]);
  }
});

function scanned(): Context {
  const home = new Home();
  home.write(session(1, missingPython("a")));
  const context = freshContext();
  home.scan(context);
  return context;
}

function learn(context: Context, said: typeof pitfall): void {
  const { kind, summary, mistake, remediation } = said;
  const answered = observationSchema.parse({
    kind,
    summary,
    body: { mistake, remediation },
    sessions: [{ number: 1 }],
    quality_ok: true,
  });
  const sighting = {
    is: "sighting",
    agent: "claude-code",
    sessionId: sessionIdOf(1),
    projectId: "api",
    seenAt: "2026-11-02T12:00:00.000Z",
  } as const;
  const place = { root: "/srv/api", projectId: "api", scope: "project:api" } as const;
  inTransaction(context.database, () =>
    keepObservations(context, place, [{ answered, sightings: [sighting] }], (text) => text),
  );
}

function lessons({ database }: Context) {
  return listLessons(database, { statuses: ["candidate", "active"], sort: "priority", limit: 20 })
    .lessons;
}
