import { expect, test } from "vitest";
import { markRepaired } from "../../src/deliver/repairs/mark-repaired.ts";
import { insertDelivery } from "../../src/deliver/spool/deliveries.ts";
import { insertSessionStart } from "../../src/deliver/spool/session-starts.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import { lessonFromRow } from "../../src/lesson/table/lessons.ts";
import { eachLesson } from "../../src/lesson/table/list.ts";
import { doubtsOf } from "../../src/measure/doubt/doubts-of.ts";
import type { Context } from "../../src/platform/context.ts";
import { queryAll } from "../../src/platform/database/database.ts";
import { planUpkeep } from "../../src/care/upkeep/plan-upkeep.ts";
import { reviewDeck } from "../../src/review/review-deck.ts";
import type { Story } from "../adapters/scribe.ts";
import { freshContext, freshFolder } from "../kit/store.ts";
import { Home } from "./home.ts";
import { session } from "./one-session.ts";
import { sessionIdOf } from "./written-session.ts";

const missing = (number: number): Story => [
  {
    step: "shell",
    callId: `toolu_no_${number}`,
    command: "jq . a.json",
    exitStatus: 127,
    output: "bash: jq: command not found",
  },
];
const works = (number: number, command = "jq . a.json"): Story => [
  { step: "shell", callId: `toolu_ok_${number}`, command, exitStatus: 0, output: "{}" },
];
const noTask = (number: number): Story => [
  {
    step: "shell",
    callId: `toolu_task_${number}`,
    command: "npm run build",
    exitStatus: 1,
    output: 'npm error Missing script: "build"',
  },
];

/** The sessions in this order, each a day later than the one before by its number. */
function scanned(...logs: readonly ReturnType<typeof session>[]): Context {
  const home = new Home();
  const context = freshContext();
  for (const log of logs) home.write(log);
  home.scan(context);
  return context;
}

function doubtful(context: Context) {
  const lessons = [...eachLesson(context.database, {})].map(lessonFromRow);
  return [...doubtsOf(context, lessons).values()].map(({ sessions, example }) => [
    sessions,
    example,
  ]);
}

const failed = [session(1, missing(1)), session(2, missing(2))];

test("a program that ran in a later session is perhaps installed now, in whichever project that was", () => {
  const at = { project: "/home/dev/api" };
  const before = [session(1, missing(1), at), session(2, missing(2), at)];
  const later = [session(3, works(3), at), session(4, works(4), { project: "/home/dev/shop" })];
  expect(doubtful(scanned(...before))).toEqual([]);
  expect(doubtful(scanned(...before, ...later))).toEqual([[2, "jq . a.json"]]);
  // The order in which the logs are read does not matter.
  expect(doubtful(scanned(...later.toReversed(), ...before))).toEqual([[2, "jq . a.json"]]);
  // Another system proves nothing, and neither does one that is not known.
  const others = ["/Users/dev/api", "/srv/shop"].map((project, n) =>
    session(5 + n, works(5 + n), { project }),
  );
  expect(doubtful(scanned(...before, ...others))).toEqual([]);
});

test("a program with a dash in its name is one", () => {
  const renamed = [...failed, session(3, works(3))].map(({ path, text }) => ({
    path,
    text: text.replaceAll("jq", "golangci-lint"),
  }));
  const context = scanned(...renamed);
  context.database.exec(
    "UPDATE lessons SET triggers = json_set(triggers, '$.commandPatterns', json('[]'))",
  );
  expect(doubtful(context)).toEqual([[1, "golangci-lint . a.json"]]);
});

test("what failed again after that is no longer in doubt", () => {
  const log = [...failed, session(3, works(3)), session(4, missing(4))];
  expect(doubtful(scanned(...log))).toEqual([]);
});

test("what ran in a container, or behind something that hides how it ended, proves nothing", () => {
  for (const command of ["docker exec box jq . a.json", "jq . a.json || true"])
    expect(doubtful(scanned(...failed, session(3, works(3, command))))).toEqual([]);
});

test("a task is a fact of its project: elsewhere it proves nothing", () => {
  const first = [session(1, noTask(1)), session(2, noTask(2))];
  const elsewhere = session(3, works(3, "npm run build"), { project: "/srv/shop" });
  expect(doubtful(scanned(...first, elsewhere))).toEqual([]);
  const here = session(3, works(3, "npm run build"));
  expect(doubtful(scanned(...first, here))).toEqual([[1, "npm run build"]]);
});

test("a session that had the lesson in context proves nothing, and neither does a call that we rewrote", () => {
  const context = scanned(...failed, session(3, works(3)));
  const [lesson] = [...eachLesson(context.database, {})].map(lessonFromRow);
  expect(doubtful(context)).toHaveLength(1);
  insertDelivery(context.database, "one", {
    lesson: lesson?.id ?? "",
    agent: "claude-code",
    sessionId: sessionIdOf(3),
    subagent: null,
    idKey: null,
    at: "2026-11-18T12:00:00.000Z",
    tool: "Bash",
    mode: "advise",
    form: "full",
    score: 900,
    matched: [],
    tookMs: 1,
  });
  expect(doubtful(context)).toEqual([]);

  const rewritten = scanned(...failed, session(3, works(3)));
  rewritten.database.exec("UPDATE calls SET treatment = 'rewritten' WHERE outcome = 'ok'");
  expect(doubtful(rewritten)).toEqual([]);
});

test("a session that began with lessons may have had those that are shown at the start", () => {
  const context = scanned(...failed, session(3, works(3)));
  const { database } = context;
  approveAll(context);
  database.exec("UPDATE lessons SET status_since = '2026-01-01T00:00:00.000Z'");
  const start = {
    agent: "claude-code",
    sessionId: sessionIdOf(3),
    subagent: null,
    at: "2026-11-18T12:00:00.000Z",
    protocol: "off",
    lessons: 1,
    card: [],
    tookMs: 1,
  } as const;
  insertSessionStart(database, "one", start);
  expect(doubtful(context)).toHaveLength(1);
  database.exec("UPDATE lessons SET priority = 9");
  expect(doubtful(context)).toEqual([]);
});

test("a program that a repair of PATH brought back does not end the fact that it is missing", () => {
  const context = scanned(...failed, session(3, works(3)));
  const { database } = context;
  const start = {
    agent: "claude-code",
    sessionId: sessionIdOf(3),
    subagent: null,
    at: "2026-01-01T00:00:00.000Z",
    protocol: "off",
    lessons: 0,
    card: [],
    tookMs: 1,
  } as const;
  insertSessionStart(database, "one", { ...start, repairs: ["zsh-globs"] });
  markRepaired(database);
  expect(doubtful(context)).toHaveLength(1);
  insertSessionStart(database, "two", { ...start, repairs: ["path"] });
  markRepaired(database);
  expect(doubtful(context)).toEqual([]);
});

test("a session that had the fact on its card proves nothing", () => {
  const context = scanned(...failed, session(3, works(3)));
  const { database } = context;
  const start = {
    agent: "claude-code",
    sessionId: sessionIdOf(3),
    subagent: null,
    at: "2026-01-01T00:00:00.000Z",
    protocol: "off",
    lessons: 0,
    tookMs: 1,
  } as const;
  insertSessionStart(database, "without", { ...start, card: [] });
  expect(doubtful(context)).toHaveLength(1);
  const card = queryAll<{ id: string }>(database, "SELECT id FROM lessons").map(({ id }) => id);
  insertSessionStart(database, "with", { ...start, card });
  expect(doubtful(context)).toEqual([]);
});

test("another shell is another machine, as far as it is known", () => {
  const context = scanned(...failed, session(3, works(3)));
  const shells = (before: string, after: string) => {
    const times = "(SELECT max(at) FROM calls WHERE fact IS NOT NULL)";
    context.database.exec(
      `UPDATE logs SET shell = iif(started_at > ${times}, ${after}, ${before})`,
    );
    return doubtful(context).length;
  };
  expect(shells("'zsh'", "'bash'")).toBe(0);
  expect([shells("'zsh'", "'zsh'"), shells("NULL", "'zsh'"), shells("'zsh'", "NULL")]).toEqual([
    1, 1, 1,
  ]);
});

test("a call in another folder may be in another project", () => {
  const context = scanned(
    session(1, noTask(1)),
    session(2, noTask(2)),
    session(3, works(3, "npm run build")),
  );
  const within = (folder: string) => {
    context.database.exec(`UPDATE calls SET working_directory = '${folder}'`);
    return doubtful(context).length;
  };
  expect([within("/srv/api/web"), within("/srv/shop"), within("/srv/api-two")]).toEqual([1, 0, 0]);
});

test("the trigger of a lesson says which calls it is about, too", () => {
  const context = scanned(...failed, session(3, works(3, "yq . a.yaml")));
  expect(doubtful(context)).toEqual([]);
  context.database.exec(
    `UPDATE lessons SET priority = 7, triggers = json_set(triggers, '$.commandPatterns', json('["^yq"]'))`,
  );
  expect(doubtful(context)).toEqual([[1, "yq . a.yaml"]]);
});

test("a failure counts although nothing else was found of it, and a fact that no call can disprove keeps the lesson", () => {
  const context = scanned(...failed, session(3, works(3)), session(4, missing(4)));
  context.database.exec("DELETE FROM episodes WHERE log = (SELECT max(number) FROM logs)");
  expect(doubtful(context)).toEqual([]);

  const firm = scanned(...failed, session(3, works(3)));
  firm.database.exec(
    "UPDATE episodes SET details = json_set(details, '$.fact.class', 'timeout') WHERE number = 1",
  );
  expect(doubtful(firm)).toEqual([]);
});

test("doubtful candidates leave the first list, and say why where all are shown", () => {
  const context = scanned(...failed, session(3, works(3)));
  expect(reviewDeck(context)).toMatchObject({ cards: [], total: 0, maybe: 1 });
  const [card] = reviewDeck(context, { withMaybe: true }).cards;
  expect(card?.warnings[0]).toContain("Worked later: `jq . a.json` succeeded in 1 session since");
  expect(reviewDeck(scanned(...failed)).cards).toHaveLength(1);
});

test("upkeep proposes to archive active lessons that are in doubt, with the numbers", async () => {
  const context = scanned(...failed, session(3, works(3)));
  approveAll(context);
  const { findings } = await planUpkeep(context, { home: freshFolder(), userHome: freshFolder() });
  expect(findings).toMatchObject([
    {
      rule: "doubtful",
      does: "propose-archive",
      because: "the call it warns about works now",
      seen: expect.stringContaining("succeeded in 1 session since") as string,
    },
  ]);
});

function approveAll(context: Context): void {
  const slugs = Array.from(eachLesson(context.database, {}), ({ slug }) => slug);
  for (const slug of slugs)
    moveLesson(context, slug, { verdict: "approve", by: "person", because: "" });
}
