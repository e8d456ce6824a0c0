import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { Home } from "../scan/home.ts";
import { correction, missingPython, session } from "../scan/one-session.ts";

/** Three sessions with the same mistake on three days, and a candidate about it. */
function withHistory(): { readonly program: Program; readonly slug: string } {
  const program = new Program();
  const home = new Home(program.home);
  for (const number of [1, 2, 3]) home.write(session(number, missingPython(`toolu_${number}`)));
  home.write(session(4, correction("no, that's wrong, never edit the generated files")));
  program.ok(["scan", "--auto"]);
  const { lessons } = program.json(["list"]);
  const found = (lessons as { slug: string; tags: string[] }[]).find(({ tags }) =>
    tags.includes("tool:python"),
  );
  return { program, slug: found?.slug ?? "" };
}

test("a card says how often a lesson would have fired, what came of it, and shows the calls", () => {
  const { program, slug } = withHistory();
  const { status, out, err } = program.run(["backtest", slug]);
  expect(status).toBe(0);
  const said = oneLine(out);
  expect(said).toContain("fires 3 times in 3 of 3 sessions: 50.00 per 100 calls, 1.00 per session");
  expect(said).toContain(`failed ${"█".repeat(20)} 3 of 3, 3 with its own mistake`);
  expect(said).toContain(`false fires ${"░".repeat(20)} 0 of 3`);
  expect(said).toContain("3 of 3 failures of its kind");
  expect(out.match(/2026-11-1[678] 12:00 {2}error {8}python build\.py/g)).toHaveLength(3);
  expect(err).toContain("1 lesson over 6 calls in 3 sessions");
});

test("JSON has every number, with the first calls of each sort", () => {
  const { program, slug } = withHistory();
  const place = { tool: "Bash", agent: "claude-code", outcome: "error", shown: "python build.py" };
  const example = expect.objectContaining(place);
  expect(program.json(["backtest", slug])).toEqual({
    type: "lessons-backtest",
    version: 1,
    since: null,
    reach: { calls: 6, sessions: 3 },
    lessons: [
      {
        lesson: {
          id: expect.any(String),
          slug,
          kind: "pitfall",
          summary: expect.any(String),
          status: "candidate",
          level: expect.any(String),
          confidence: expect.any(Number),
        },
        isStored: true,
        reading: expect.stringContaining("python"),
        marks: [],
        backtest: {
          replay: {
            fired: 3,
            sessions: 3,
            failed: 3,
            failedSessions: 3,
            worked: 0,
            ownFailures: { fired: 3, all: 3 },
            sightings: { fired: 3, withCall: 3, all: 3 },
            reach: { calls: 6, sessions: 3 },
            sharePercent: 50,
            isTooBroad: false,
            isInEverySession: false,
            isNever: false,
            missesItself: false,
            isOutOfReach: false,
            hasUnseen: false,
            isTooSlow: false,
            assumes: [],
            examples: [example, example, example],
          },
          stopped: 0,
          reverted: 0,
          corrected: 0,
          retried: 0,
          falseFires: 0,
          isSilent: false,
          examples: {
            failed: [example, example, example],
            warned: [example, example, example],
            missed: [],
            falseFires: [],
          },
        },
      },
    ],
  });
});

test("without a name the active ones are replayed, with --all candidates too", () => {
  const { program, slug } = withHistory();
  const none = program.run(["backtest"]);
  expect(none).toMatchObject({ status: 1, out: "", err: expect.stringContaining("--all") });
  const { out, err } = program.run(["backtest", "--all"]);
  expect(out).toMatch(/^fires {2}per 100 {2}failed {2}false {2}needed {6}warned\n/);
  expect(out).toContain(`    3    50.00       3      0  ██████████  3 of 3\n       ${slug}\n`);
  expect(oneLine(err)).toContain(
    "2 lessons over 6 calls in 3 sessions; 1 would not have fired (--unfired shows them).",
  );
  expect(program.ok(["backtest", "--all", "--unfired"]).split("\n")).toHaveLength(6);
  program.ok(["edit", slug, "status", "active"]);
  expect(program.json(["backtest"])["lessons"]).toMatchObject([
    { lesson: { slug, status: "active" } },
  ]);
});

test("only calls since a time", () => {
  const { program, slug } = withHistory();
  expect(program.json(["backtest", slug, "--since", "2026-11-18"])).toMatchObject({
    since: "2026-11-18T00:00:00.000Z",
    reach: { calls: 2 },
    lessons: [{ backtest: { replay: { fired: 1 } } }],
  });
});

test("a trigger to try is replayed, and one that cannot be is refused with its place", () => {
  const { program } = withHistory();
  const trigger = (text: string) => program.run(["backtest", "--json", "--trigger", text]);
  expect(JSON.parse(trigger('{"commandPatterns":["^python3\\\\b"]}').out)).toMatchObject({
    lessons: [{ isStored: false, backtest: { replay: { fired: 3, failed: 0 }, falseFires: 3 } }],
  });
  for (const text of ["{", "[]", '{"commandPatterns":["("]}', '{"commandPattern":["x"]}']) {
    const { status, err } = trigger(text);
    expect({ status, error: JSON.parse(err).error }).toMatchObject({
      status: 2,
      error: { code: "bad-input", message: expect.stringContaining("--trigger") },
    });
  }
  expect(program.json(["list"])["total"]).toBe(2);
});

test("a split in time learns before and replays after, and changes nothing", () => {
  const { program } = withHistory();
  const before = program.json(["list"]);
  expect(program.json(["backtest", "--split", "2026-11-18"])).toMatchObject({
    type: "lessons-backtest-split",
    splitAt: "2026-11-18T00:00:00.000Z",
    before: { calls: 4, sessions: 2 },
    after: { calls: 2, sessions: 1 },
    every: {
      lessons: 1,
      mistakes: { all: 1, seenBefore: 1, learned: 1, aimed: 1, warned: 1 },
      firedCalls: 1,
      fires: { all: 1, delivered: 1, failed: 1, falseFires: 0 },
    },
    lessons: [{ isStored: false, backtest: { replay: { fired: 1 } }, isSound: false }],
  });
  const said = oneLine(program.ok(["backtest", "--split", "auto"]));
  expect(said).toContain("Learned before 2026-11-17, replayed after");
  expect(said).toContain("mistakes after the split");
  expect(program.json(["list"])).toEqual(before);
});

test("what excludes each other is said; without calls there is nothing to replay", () => {
  const { program, slug } = withHistory();
  for (const args of [
    [slug, "--all"],
    ["--all", "--split", "auto"],
    ["--split", "sometime"],
  ]) {
    expect(program.run(["backtest", ...args]).status).toBe(2);
  }
  const empty = new Program();
  for (const args of [["--all"], ["--split", "auto"]]) {
    expect(empty.run(["backtest", ...args])).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("lessons scan"),
    });
  }
});

test("a time with nothing on one side of it is said, with what there is", () => {
  const { program } = withHistory();
  const said = (...args: readonly string[]) => {
    const { status, out, err } = program.run(["backtest", ...args]);
    return { status, out, err: oneLine(err).trim() };
  };
  const after =
    "No call lies after 2099-01-01 00:00 UTC: the newest call is from 2026-11-18 12:00 UTC.";
  expect(said("--all", "--since", "2099-01-01")).toEqual({ status: 1, out: "", err: after });
  expect(said("--split", "auto", "--since", "2099-01-01")).toEqual({
    status: 1,
    out: "",
    err: after,
  });
  expect(said("--split", "2099-01-01")).toEqual({ status: 1, out: "", err: after });
  expect(said("--split", "1999-01-01")).toEqual({
    status: 1,
    out: "",
    err: "No call lies before 1999-01-01 00:00 UTC: the oldest call is from 2026-11-16 12:00 UTC.",
  });
  const json = program.run(["backtest", "--split", "1999-01-01", "--json"]);
  expect({ status: json.status, value: JSON.parse(json.out) }).toMatchObject({
    status: 1,
    value: { before: { calls: 0 }, after: { calls: 6 } },
  });
});

test("a table fits 80 columns, and says what is odd in plain words", () => {
  const { program } = withHistory();
  program.addLesson(
    "a lesson with many words in its name, so that no row has room for it all",
    "--command",
    "^python3\\b",
  );
  const { out, err } = program.run(["backtest", "--all"]);
  for (const line of `${out}${err}`.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect(oneLine(out)).toContain("(no failed call behind it)");
});
