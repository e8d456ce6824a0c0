import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";
import { gitStash } from "../kit/store.ts";
import { correction, missingPython, session } from "../scan/one-session.ts";
import { forkOf, sessionIdOf } from "../scan/written-session.ts";
import { History, timeOf } from "../stats/history.ts";
import { historyOfKnownEffects, works, type KnownLessons } from "../stats/known-effects.ts";

const golden = join(import.meta.dirname, "../golden/stats");

let history: History;
let lessons: KnownLessons;
beforeAll(() => {
  ({ history, lessons } = historyOfKnownEffects());
});

const activatedAt = timeOf(16, 2);
const noFeedback = { helpful: 0, notHelpful: 0 };

test("a history with known effects gives exactly the known numbers", () => {
  const compliance = {
    tags: 2,
    heuristicOnly: 3,
    percent: 40,
    interval: { low: 11.8, high: 76.9 },
    failures: { missed: 2, malformed: 1, incomplete: 0, late: 1 },
  };
  expect(history.program.json(["stats"])).toEqual({
    type: "lessons-stats",
    version: 1,
    since: null,
    trial: null,
    history: { calls: 70, sessions: 27, begun: 9 },
    trend: [
      { week: "2026-11-16", count: 15, failed: 9, failedPer100: 60 },
      { week: "2026-11-23", count: 5, failed: 0, failedPer100: 0 },
      { week: "2026-11-30", count: 14, failed: 8, failedPer100: 57.1 },
      { week: "2026-12-07", count: 11, failed: 4, failedPer100: 36.4 },
      { week: "2026-12-14", count: 25, failed: 2, failedPer100: 8 },
    ],
    deliveries: {
      delivered: 11,
      sessions: 11,
      heeded: 5,
      fixed: 0,
      repeated: 2,
      overruled: 2,
      unclear: 2,
      held: 2,
      notRead: 1,
      perSession: { mean: 1, most: 1 },
      weeks: [
        { week: "2026-11-30", count: 5 },
        { week: "2026-12-07", count: 4 },
        { week: "2026-12-14", count: 1 },
        { week: "2026-12-21", count: 1 },
      ],
    },
    latency: { medianMs: 5, p95Ms: 19 },
    lessons: [
      {
        lesson: {
          id: expect.any(String),
          slug: lessons.python.slug,
          kind: "pitfall",
          summary: "`python` is not installed here",
          status: "active",
          level: "MEDIUM",
          confidence: 0.69,
        },
        activatedAt,
        effects: {
          delivered: 9,
          sessions: 9,
          heeded: 4,
          fixed: 0,
          repeated: 2,
          overruled: 1,
          unclear: 2,
        },
        hasOwnFailures: true,
        feedback: noFeedback,
        standing: "helps",
        recurrence: {
          before: rate(12, 6, 50, [25.4, 74.6], 1),
          after: rate(14, 11, 78.6, [52.4, 92.4], 1.2),
          underWay: 1,
          fallPer100: { low: -56.8, high: 7.4 },
          says: "no-difference",
          weeks: [
            { week: -3, sessions: 2, withMistake: 2 },
            { week: -2, sessions: 7, withMistake: 4 },
            { week: -1, sessions: 3, withMistake: 0 },
            { week: 0, sessions: 7, withMistake: 7 },
            { week: 1, sessions: 7, withMistake: 4 },
          ],
        },
      },
      {
        lesson: {
          id: expect.any(String),
          slug: "stash-0000",
          kind: "pitfall",
          summary: lessons.stash.summary,
          status: "active",
          level: "HIGH",
          confidence: 1,
        },
        activatedAt,
        effects: {
          delivered: 2,
          sessions: 2,
          heeded: 1,
          fixed: 0,
          repeated: 0,
          overruled: 1,
          unclear: 0,
        },
        hasOwnFailures: false,
        feedback: { helpful: 0, notHelpful: 1 },
        standing: "does-not-help",
        recurrence: null,
      },
      {
        lesson: {
          id: expect.any(String),
          slug: "force-0000",
          kind: "warning",
          summary: lessons.force.summary,
          status: "active",
          level: "CRITICAL",
          confidence: 1,
        },
        activatedAt,
        effects: {
          delivered: 0,
          sessions: 0,
          heeded: 0,
          fixed: 0,
          repeated: 0,
          overruled: 0,
          unclear: 0,
        },
        hasOwnFailures: false,
        feedback: noFeedback,
        standing: "too-early",
        recurrence: null,
      },
    ],
    falsePositives: {
      delivered: 11,
      overruled: 2,
      notHelpful: 1,
      percent: 27.3,
      isTooMany: true,
      proposal: { threshold: 0.76, keptOut: 2, unwantedKeptOut: 2, percentLeft: 11.1 },
    },
    mistakes: [
      {
        about: "python: bash: python: command not found",
        episodes: 20,
        sessions: 18,
        failedCalls: 20,
        firstAt: timeOf(1, 1),
        lastAt: timeOf(30, 1),
        lesson: { slug: lessons.python.slug, status: "active" },
      },
    ],
    costs: {
      firstDeliveryAt: timeOf(17, 2),
      before: {
        sessions: 13,
        retryLoops: 1,
        retryLoopsPerSession: 0.08,
        withTokens: 6,
        tokens: { median: 3110, mean: 3610 },
        cacheReadTokens: { median: 7, mean: 7 },
      },
      after: {
        sessions: 13,
        retryLoops: 0,
        retryLoopsPerSession: 0,
        withTokens: 2,
        tokens: { median: 1850, mean: 1900 },
        cacheReadTokens: { median: 3, mean: 3 },
      },
      underWay: 1,
    },
    compliance: {
      instructedSessions: 8,
      readSessions: 7,
      isEnough: false,
      all: { conversations: 8, ...compliance },
      byAgent: [{ name: "claude-code", conversations: 8, ...compliance }],
      byModel: [{ name: "model-nine", conversations: 8, ...compliance }],
      byConversation: [
        {
          name: "main",
          conversations: 7,
          tags: 2,
          heuristicOnly: 2,
          percent: 50,
          interval: { low: 15, high: 85 },
          failures: { missed: 1, malformed: 1, incomplete: 0, late: 1 },
        },
        {
          name: "subagent",
          conversations: 1,
          tags: 0,
          heuristicOnly: 1,
          percent: 0,
          interval: { low: 0, high: 79.3 },
          failures: { missed: 1, malformed: 0, incomplete: 0, late: 0 },
        },
      ],
      gates: [
        { abovePercent: 70, belowPercent: 40, verdict: "both" },
        { abovePercent: 80, belowPercent: 50, verdict: "log-leads" },
      ],
    },
    levels: {
      active: 3,
      isInflated: false,
      levels: [
        share("CRITICAL", 1, 33.3, [10, 20], false),
        share("HIGH", 1, 33.3, [30, 40], true),
        share("MEDIUM", 1, 33.3, [30, 40], true),
        share("LOW", 0, 0, [10, 20], false),
      ],
    },
    missed: [
      {
        slug: "force-0000",
        summary: lessons.force.summary,
        sessions: 1,
        calls: 1,
        places: [
          {
            shown: "git push --force",
            tool: "Bash",
            outcome: "ok",
            agent: "claude-code",
            sessionId: sessionIdOf(26),
            at: timeOf(26, 1),
            place: { log: expect.any(Number), line: 2 },
          },
        ],
      },
    ],
  });
});

function rate(
  sessions: number,
  withMistake: number,
  per100: number,
  [low, high]: readonly [number, number],
  timesWhereMade: number,
): object {
  return { sessions, withMistake, per100, low, high, timesWhereMade };
}

function share(
  level: string,
  lessonCount: number,
  percent: number,
  expectedPercent: readonly number[],
  isAsExpected: boolean,
): object {
  return { level, lessons: lessonCount, percent, expectedPercent, isAsExpected };
}

test("one lesson: every delivery with what came of it and where that was seen", () => {
  const story = history.program.json(["stats", "--lesson", "python"]);
  expect(story).toMatchObject({
    type: "lessons-stats-lesson",
    stats: { lesson: { slug: lessons.python.slug }, effects: { delivered: 9, heeded: 4 } },
    missed: null,
  });
  const delivered = story["deliveries"] as readonly {
    readonly note: { readonly sessionId: string; readonly call: { readonly line: number } | null };
    readonly effect: object;
  }[];
  expect(
    delivered.map(({ note: { sessionId, call }, effect }) => ({
      sessionId,
      ...effect,
      line: call?.line,
    })),
  ).toEqual([
    ...[17, 18, 19].map((number) => delivery(number, "heeded", "changed", 4, "python3 build.py")),
    ...[20, 21].map((number) => delivery(number, "repeated", "failed-again", 6, "python test.py")),
    delivery(22, "overruled", "refused", 4, "python3 build.py"),
    {
      sessionId: sessionIdOf(23),
      verdict: "unclear",
      because: "no-such-call",
      line: 2,
    },
    delivery(29, "heeded", "changed", 4, "python3 build.py"),
    {
      sessionId: sessionIdOf(40),
      verdict: "unclear",
      because: "log-not-read",
      line: undefined,
    },
  ]);
  expect(delivered[0]).toMatchObject({
    note: {
      at: timeOf(17, 2),
      agent: "claude-code",
      subagent: null,
      tool: "Bash",
      mode: "advise",
      form: "full",
      score: 1200,
      tookMs: 17,
      call: { line: 2 },
    },
    file: `~/.claude/projects/-srv-api/${sessionIdOf(17)}.jsonl`,
  });
  expect(delivered[7]).toMatchObject({ note: { subagent: "a7" } });
  const stash = history.program.json(["stats", "--lesson", "stash"])["deliveries"];
  expect(stash).toMatchObject([
    {
      note: { mode: "hold" },
      effect: { verdict: "overruled", because: "insisted", seen: { line: 4 } },
    },
    {
      note: { mode: "hold" },
      effect: { verdict: "heeded", because: "changed", seen: { shown: "git stash -u" } },
    },
  ]);
  expect(history.program.json(["stats", "--lesson", "force"])).toMatchObject({
    deliveries: [],
    missed: { sessions: 1, calls: 1 },
  });
});

function delivery(
  number: number,
  verdict: string,
  because: string,
  line: number,
  shown: string,
): object {
  const seen = { line, at: timeOf(number, line - 1), shown };
  return { sessionId: sessionIdOf(number), verdict, because, seen, line: 2 };
}

test("the same as text, on a terminal of 80 columns and without one", async () => {
  const shown = (args: readonly string[]) =>
    history.program.ok(args).replaceAll(lessons.python.slug, "python-not-installed-0000");
  await expect(shown(["stats"])).toMatchFileSnapshot(join(golden, "stats.txt"));
  await expect(shown(["stats", "--lesson", "python"])).toMatchFileSnapshot(
    join(golden, "lesson.txt"),
  );
  expect(shown(["stats"])).not.toContain("\u001B");
  const coloured = (await new TerminalSession(history.program, ["stats"]).end()).shown;
  expect(coloured).toContain("\u001B[38;5;28mheeded\u001B[39m");
});

test("only since a time: what was before is as if it had not been", () => {
  expect(history.program.json(["stats", "--since", "2026-12-06"])).toMatchObject({
    since: "2026-12-06T00:00:00.000Z",
    history: { sessions: 10 },
    deliveries: { delivered: 7, heeded: 2, repeated: 1, overruled: 2, unclear: 2 },
    lessons: [
      {
        effects: { delivered: 5 },
        recurrence: { before: { sessions: 0 }, after: { sessions: 10 }, says: "too-few" },
      },
      {},
      {},
    ],
    costs: { before: { sessions: 0 }, after: { sessions: 10 } },
  });
  expect(history.program.run(["stats", "--since", "sometime"]).status).toBe(2);
});

test("asked twice it says the same, and so it does when all logs are read again", () => {
  const before = history.program.json(["stats"]);
  history.program.ok(["scan", "--auto", "--full"]);
  expect({ ...history.program.json(["stats"]), missed: [] }).toEqual({ ...before, missed: [] });
});

test("what was called in the same breath could not know the lesson, and a fork tells nothing twice", () => {
  const own = new History();
  const stash = own.add(gitStash, timeOf(0, 0));
  const [first, second] = [works("toolu_1", "git stash"), works("toolu_2", "git stash -u")];
  const written = session(1, [...first, ...second]);
  const [greeting, call, result, ...rest] = written.text.split(/(?<=\n)/);
  const [secondCall, secondResult] = rest;
  own.write({
    ...written,
    text: [greeting, call, secondCall, result, secondResult].join(""),
  });
  own.delivered(stash, 1, "toolu_1");
  const original = session(2, [
    ...works("toolu_3", "git stash"),
    ...works("toolu_4", "git stash -u"),
  ]);
  own.write(original);
  own.delivered(stash, 2, "toolu_3");
  own.write(forkOf(original, session(3, works("toolu_5", "git stash")), 5));
  own.program.ok(["scan", "--auto"]);
  const { deliveries, stats } = own.program.json(["stats", "--lesson", stash.slug]);
  expect(deliveries).toMatchObject([
    { effect: { verdict: "unclear", because: "nothing-followed" } },
    { effect: { verdict: "heeded", seen: { shown: "git stash -u" } } },
  ]);
  expect(stats).toMatchObject({ effects: { delivered: 2, sessions: 2 } });
  expect(own.program.json(["stats"])["history"]).toEqual({ calls: 5, sessions: 3, begun: 0 });
});

test("where there is nothing yet, it says what to do", () => {
  const empty = new Program();
  expect(empty.run(["stats"])).toMatchObject({
    status: 1,
    out: "",
    err: expect.stringContaining("lessons scan"),
  });
  expect(empty.json(["stats"])).toMatchObject({
    history: { calls: 0 },
    latency: null,
    costs: null,
  });
  expect(empty.run(["stats", "--lesson", "nobody"])).toMatchObject({ status: 2, out: "" });

  const quiet = new History();
  quiet.session(1, missingPython("toolu_1"));
  quiet.program.ok(["scan", "--auto"]);
  expect(oneLine(quiet.program.ok(["stats"]))).toContain(
    "no lesson is active. Approve candidates: lessons review",
  );
  const slug = quiet.program.addLesson("never told", "--command", "^never\\b");
  expect(oneLine(quiet.program.ok(["stats"]))).toContain("lessons init sets it up");
  quiet.begun(1);
  const begun = oneLine(quiet.program.ok(["stats"]));
  expect(begun).toContain("in 1 session with 1 active lesson");
  expect(begun).toContain("it takes 10 to 20 sessions");
  expect(oneLine(quiet.program.ok(["stats", "--lesson", slug]))).toContain("shown never yet");
});

test("where all that there is lies before --since, it says so, and where the newest lies", () => {
  const said = (since: string) => history.program.run(["stats", "--since", since]);
  expect(said("2099-01-01")).toEqual({
    status: 1,
    out: "",
    err: "Nothing lies after 2099-01-01 00:00 UTC: the newest call is from 2026-12-15\n12:00 UTC.\n",
  });
  const empty = new Program().run(["stats", "--since", "2099-01-01"]).err;
  expect(oneLine(empty)).toContain("Nothing to measure yet. Read your agents' logs: lessons scan");
  for (const line of empty.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("that nobody was told how to report has a reason: not set up, no session since, or switched off", () => {
  const own = new History();
  own.session(1, missingPython("toolu_1"));
  own.program.ok(["scan", "--auto"]);
  own.program.addLesson("never told", "--command", "^never\\b");
  const said = () => oneLine(own.program.ok(["stats"]));
  expect(said()).toContain("was asked to report yet. To connect your agent: lessons init");
  own.program.ok(["init", "--yes", "--agent", "claude-code"]);
  const setUp = said();
  expect(setUp).not.toContain("lessons init");
  expect(setUp).toContain(
    "No session was asked to report yet: none started since you connected your agent.",
  );
  own.begun(1, { protocol: "off" });
  expect(said()).toContain("No session was asked to report: the protocol setting was off.");
});

test("of a lesson that was never active it is not said that no call failed", () => {
  const own = new History();
  for (const number of [1, 2]) own.session(number, missingPython(`toolu_${number}`));
  own.program.ok(["scan", "--auto"]);
  const story = oneLine(own.program.ok(["stats", "--lesson", "python"]));
  expect(story).toContain("trend it was never active, so there is nothing to compare");
  const silent = own.program.addLesson("of words alone", "--command", "^never\\b");
  expect(oneLine(own.program.ok(["stats", "--lesson", silent]))).toContain(
    "it was not learned from a failed call",
  );
});

test("what a person said again in several sessions is said, and failed at no call", () => {
  const own = new History();
  for (const number of [1, 2])
    own.session(number, correction("no, that's wrong, never edit the generated files"));
  own.program.ok(["scan", "--auto"]);
  own.session(3, works("toolu_3", "ls"));
  own.program.ok(["scan", "--auto"]);
  const out = oneLine(own.program.ok(["stats"]));
  expect(out).toContain("said in 2 sessions");
  expect(out).not.toContain("0 failed calls");
});

test("a delivery from before its lesson was active moves no date", () => {
  const own = new History();
  const stash = own.add(gitStash, timeOf(0, 0));
  own.session(1, works("toolu_1", "git stash"));
  own.delivered(stash, 1, "toolu_1");
  own.delivered(stash, -20_000, "toolu_0");
  own.program.ok(["scan", "--auto"]);
  expect(own.program.json(["stats"])).toMatchObject({
    deliveries: { delivered: 2, weeks: [{ week: "2026-11-16", count: 1 }] },
    costs: { firstDeliveryAt: timeOf(1, 2) },
  });
});

test("a person who says to ignore a lesson overrules it, when the agent does as it was told", () => {
  const own = new History();
  const stash = own.add(gitStash, timeOf(0, 0));
  own.session(1, [
    ...works("toolu_1", "git stash"),
    { step: "person-says", text: "No, ignore that lesson: a plain stash is fine here." },
    ...works("toolu_2", "git stash"),
  ]);
  own.delivered(stash, 1, "toolu_1");
  own.program.ok(["scan", "--auto"]);
  expect(own.program.json(["stats", "--lesson", stash.slug])["deliveries"]).toMatchObject([
    { effect: { verdict: "overruled", because: "said-otherwise", seen: { shown: "git stash" } } },
  ]);
});
