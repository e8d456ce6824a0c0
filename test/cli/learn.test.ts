import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { decision, said, talk, workflow } from "../kit/learning-ground.ts";
import { Learner } from "../kit/learner.ts";
import { oneLine } from "../kit/program.ts";
import { session } from "../scan/one-session.ts";
import { sessionIdOf } from "../scan/written-session.ts";
import type { Story } from "../adapters/scribe.ts";

test("from switching it on to a reviewed decision, as a person sees it", () => {
  const learner = new Learner();
  expect(learner.learn().out).toContain("learning off: lessons learn --enable");
  const enabled = learner.learn("--enable");
  expect(enabled.out).toContain("Learning is on in all your projects (~/.lessons/config.json).");
  expect(enabled.out).toContain("After every 3 sessions of a project, lessons asks claude sonnet");
  expect(enabled.err).toContain("Learning needs a connected agent: lessons init");

  learner.answer(said(decision([1, 2]), workflow([3])));
  expect(learner.learn("ended", learner.log(1)).out).toContain("1 of 3 needed sessions waiting.");
  expect(learner.learn("ended", learner.log(2)).out).toContain("2 of 3 needed sessions waiting.");
  expect(learner.learn().out).toContain("2 waiting; 3 sessions make a batch");
  const learned = learner.learn("ended", learner.log(3));
  expect(learned.out).toContain("model-nine read 3 sessions: 2 new, 0 seen again, 1 reviewed.");
  expect(learned.out).toContain("To review them: lessons review");

  expect(readFileSync(join(learner.home, "asked-with"), "utf8")).toContain("--model=sonnet");
  expect(readFileSync(join(learner.home, "asked-in"), "utf8")).toContain("LESSONS_DISABLED=1");
  const status = learner.learn().out;
  expect(status).toContain("today 1 of 5 runs");
  expect(status).toContain("3 sessions: 2 new, 0 seen again");
  expect(status).toContain("1 decision: 0 candidate, 1 reviewed, 0 active");
  const list = learner.learn("--list").out;
  expect(list).toContain("0.95 Publish with npm, not yarn");
  expect(list).toContain("decision · reviewed · ready: seen 2 times (2 needed), quality good");
  expect(list).toContain(
    "workflow · candidate · still observing: seen 1 time (2 needed) on 0 days (3 needed), quality good",
  );
  expect(learner.learn("--disable").out).toContain("Learning is off in all your projects");
  expect(learner.learn("ended", learner.log(4)).out).toContain("Learning is off there");
});

test("channels prints what a model would see, by file or by id, and nothing that is secret", () => {
  const learner = new Learner();
  const secret = `ghp_${"aB3dE6gH9jK2".repeat(3)}`;
  const story: Story = [
    { step: "person-says", text: `use ${secret}` },
    { step: "agent-says", text: "I will." },
    { step: "looks-like-person", text: "a reminder of some program" },
    { step: "person-says", text: "no, do not" },
  ];
  const file = learner.log(5, story);
  const expected = {
    type: "lessons-channels",
    version: 1,
    userSignals: ["use [redacted:github-token]", "no, do not"],
    dialogPairs: [{ assistant: "I will.", user: "no, do not" }],
    earlierTurns: 0,
  };
  expect(learner.value("channels", file)).toEqual(expected);
  expect(learner.value("channels", sessionIdOf(5))).toEqual(expected);
  expect(learner.learn("channels", file).out).toBe(
    "USER_SIGNALS (2) 1 use [redacted:github-token] 2 no, do not DIALOG_PAIRS (1) agent I will. person no, do not ",
  );
  expect(learner.learn("channels", "nowhere")).toMatchObject({
    status: 2,
    err: expect.stringContaining("there is no session nowhere"),
  });
});

test("channels of other agents are read in the same way", () => {
  const learner = new Learner();
  const { path, text } = session(6, talk, {
    project: learner.project,
    form: "Codex 0.166",
  });
  const file = join(learner.home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const { userSignals } = learner.value("channels", file);
  expect(userSignals).toEqual([
    "release it: bump the version, then tag, then publish",
    "no, with npm, because the lock file is npm's",
  ]);
});

test("run says each step, looks at one session that is named, and what waits with --now", () => {
  const learner = new Learner();
  expect(learner.learn("run")).toMatchObject({
    status: 1,
    out: expect.stringContaining("No sessions waiting."),
  });
  const named = learner.learn("run", learner.log(1));
  expect(named.err).toMatch(
    /reading 1 session asking claude sonnet about 1 session \(\d+ kB\) keeping 0 observations/,
  );
  expect(named.out).toBe("model-nine read 1 session: 0 new, 0 seen again. ");
  learner.learn("--enable");
  learner.learn("ended", learner.log(2));
  expect(learner.learn("run").out).toContain("1 of 3 needed sessions waiting.");
  expect(learner.value("run", "--now")).toEqual({
    next: [],
    type: "lessons-learning-run",
    version: 1,
    outcome: "learned",
    sessions: 1,
    model: "model-nine",
    created: [],
    grown: [],
    revived: [],
    reviewed: [],
    activated: [],
    ungated: [],
  });
});

test("another program and another model are asked when the settings say so", () => {
  const learner = new Learner();
  const codex = `#!/bin/sh\ncat > /dev/null\necho "$*" > "$HOME/asked-with"\necho '{"type":"item.completed","item":{"type":"agent_message","text":"{\\"observations\\": []}"}}'\n`;
  writeFileSync(join(learner.home, "bin/codex"), codex, { mode: 0o755 });
  const asked = () => readFileSync(join(learner.home, "asked-with"), "utf8");
  learner.learn("run", learner.log(1), "--set", "learning.program=codex");
  expect(asked()).not.toContain("--model");
  learner.learn("run", learner.log(2), "--set", "learning.model=haiku");
  expect(asked()).toContain("--model=haiku");
});

test("a program that is not there, and an answer that is none, are said with exit status 2", () => {
  const learner = new Learner();
  learner.answer("I would rather not.");
  expect(learner.learn("run", learner.log(1))).toMatchObject({
    status: 2,
    out: expect.stringContaining(
      "it has no JSON object with observations; 1 session waiting again",
    ),
  });
  const missing = learner.learn("run", "--now", "--set", "learning.program=gemini");
  expect(missing).toMatchObject({
    status: 2,
    out: expect.stringContaining("gemini is not on the PATH; 1 session waits as before."),
  });
  expect(missing.out).toContain("lessons config set learning.program codex");
});

test("--configure writes the project's own settings, and says what is wrong with one", () => {
  const learner = new Learner();
  const file = join(learner.project, ".memory/learning.json");
  expect(learner.learn("--configure", "model=haiku", "dailyCap=2").out).toContain(
    "Saved ~/api/.memory/learning.json",
  );
  expect(learner.value("--configure", "debug=true")).toMatchObject({
    type: "lessons-learning-configured",
    settings: { model: "haiku", dailyCap: 2, batchSize: 3, debug: true },
  });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    model: "haiku",
    dailyCap: 2,
    debug: true,
  });
  expect(learner.learn("--configure", "batchSize=99").err).toContain(
    "batchSize is too large: at most 10",
  );
  expect(learner.learn("--configure", "colour=red").err).toContain("is not a learning setting");
  expect(learner.learn("--configure").err).toContain("there is no terminal to ask on");
  writeFileSync(file, '{"dailyCap": "many", "colour": 1}');
  expect(learner.learn("run").err).toMatch(/learning\.json: dailyCap must be/);
  learner.learn("--enable");
  expect(learner.learn("ended", learner.log(1))).toMatchObject({
    status: 2,
    out: expect.stringMatching(
      /The session waits until this is fixed: .*learning\.json: dailyCap must be/,
    ),
  });
  expect(learner.learn().out).toMatch(
    /1 waiting; .*learning\.json: dailyCap must be .*; learning waits until this is fixed/,
  );
});

test("--disable --project switches it off here, --enable --project lets it be as everywhere", () => {
  const learner = new Learner();
  learner.learn("--enable");
  expect(learner.value("--disable", "--project")).toMatchObject({ enabled: false });
  expect(learner.learn().out).toContain("learning off");
  expect(learner.value("--enable", "--project")).toMatchObject({ enabled: true });
  learner.learn("--disable");
  expect(learner.learn("--enable", "--project").out).toContain("It is off for all your projects");
  learner.learn("--disable", "--project");
  expect(learner.learn("--enable").out).toContain(
    "This project switches it off (.memory/learning.json). To switch it on here: lessons learn --enable --project",
  );
  expect(learner.learn().out).toContain(
    "learning off in this project: lessons learn --enable --project",
  );
});

test("each setting is shown with where it comes from, and what a clone cannot set is said", () => {
  const learner = new Learner();
  mkdirSync(join(learner.project, ".memory"));
  const file = join(learner.project, ".memory/learning.json");
  writeFileSync(file, '{"dailyCap": 40, "batchSize": 6}');
  const status = learner.learn().out;
  expect(status).toContain(
    "settings model sonnet (default), batchSize 6 (~/api/.memory/learning.json), dailyCap 5 (default), debug false (default)",
  );
  expect(status).toContain(
    "dailyCap 40 in ~/api/.memory/learning.json is ignored: a project can only lower the cost. To allow it: lessons learn --configure dailyCap=40",
  );
  learner.learn("--configure", "dailyCap=40");
  expect(learner.value("--status")).toMatchObject({
    settings: { dailyCap: 40 },
    origins: { model: "default", batchSize: "file", dailyCap: "file", debug: "default" },
    ignored: [],
    isOffHere: false,
    problem: null,
    formerly: [],
  });
});

test("a cap that is used up is said with what would help, and with exit status 1", () => {
  const learner = new Learner();
  learner.learn("--enable");
  for (const number of [1, 2]) learner.learn("run", learner.log(number));
  learner.learn("ended", learner.log(3));
  expect(learner.learn("run", "--now", "--set", "learning.dailyCap=1")).toMatchObject({
    status: 1,
    out: expect.stringContaining(
      "1 session waits, and 2 runs today (1 allowed). The limit resets at midnight UTC. For one more run now: lessons learn run --now --set learning.dailyCap=3",
    ),
  });
  expect(learner.learn("--set", "learning.dailyCap=1").out).not.toContain("run --now");
});

test("Ctrl-C ends the program that is asked, gives the sessions back and exits with 130", async () => {
  const learner = new Learner();
  const started = join(learner.home, "started");
  const script = `#!/bin/sh\necho $$ > "${started}"\nexec sleep 60\n`;
  writeFileSync(join(learner.home, "bin/claude"), script, { mode: 0o755 });
  const child = learner.start(["learn", "run", learner.log(1)], { cwd: learner.project });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const status = new Promise<number | null>((resolve) => child.on("close", resolve));
  await vi.waitFor(() => expect(readFileSync(started, "utf8")).toMatch(/^\d+\n$/), {
    timeout: 20_000,
  });
  child.kill("SIGINT");
  expect(await status).toBe(130);
  expect(oneLine(out)).toContain("Stopped; 1 session waits as before.");
  const asked = Number(readFileSync(started, "utf8"));
  expect(() => process.kill(asked, 0)).toThrow(/ESRCH/);
  expect(learner.value()).toMatchObject({ waiting: 1, busySince: null });
});

test("--clear and --purge say what they would do, and do nothing until somebody agrees", () => {
  const learner = new Learner();
  expect(learner.learn("--clear")).toMatchObject({
    status: 1,
    err: "No observations in this project. ",
  });
  expect(learner.learn("--purge")).toMatchObject({ status: 1, err: "Nothing to purge. " });
  learner.answer(said(decision([1]), workflow([1])));
  learner.learn("run", learner.log(1));
  expect(learner.learn("--clear")).toMatchObject({
    status: 2,
    err: expect.stringMatching(/Archive all 2 observations of project:path-\w+\?.*add --yes/),
  });
  expect((learner.value("--clear", "--yes")["archived"] as unknown[]).length).toBe(2);
  expect(learner.learn("--list")).toMatchObject({
    status: 1,
    err: expect.stringContaining("except 2 archived: lessons list --status archived"),
  });

  learner.learn("--enable");
  learner.learn("ended", learner.log(2));
  const folder = join(learner.home, ".lessons/learn");
  const queue = join(folder, readdirSync(folder)[0] ?? "", "queue");
  writeFileSync(join(queue, "broken.json"), "{");
  expect(learner.learn().out).toContain("0 skipped, 1 unreadable: lessons learn --purge");
  expect(learner.learn("--purge").out).toContain("• broken.json: cannot be read");
  const { files, folder: backup } = learner.value("--purge", "--yes") as {
    files: unknown;
    folder: string;
  };
  expect(files).toEqual([{ where: "waiting", name: "broken.json", because: "cannot be read" }]);
  expect(readdirSync(backup)).toEqual(["broken.json"]);
  expect(readdirSync(queue)).toHaveLength(1);
});

test("--review shows what needs a person, with the reason, and the soft cap is a setting", () => {
  const learner = new Learner();
  mkdirSync(join(learner.project, "src"));
  const gone = { context: "see src/gone.ts for it", decision: "keep src/gone.ts as it is" };
  learner.answer(said(decision([1], { body: gone }), workflow([1])));
  learner.learn("run", learner.log(1));
  const review = learner.learn("--review");
  expect(review.out).toContain("⚠ names missing paths: src/gone.ts");
  expect(review.out).not.toContain("Release");
  expect(learner.learn().out).toContain("⚠ 1 need review: lessons learn --review");
  learner.answer(
    said(
      decision([1], {
        summary: "Log as JSON lines",
        body: { context: "many readers", decision: "one object a line" },
      }),
    ),
  );
  learner.learn("run", learner.log(2));
  const { observations } = learner.value("--review", "--set", "learning.softCap=1") as {
    observations: { attention: string[] }[];
  };
  expect(observations.flatMap(({ attention }) => attention)).toEqual(
    expect.arrayContaining(["is one of 2 of its kind; 1 are enough"]),
  );
  writeFileSync(join(learner.project, "src/gone.ts"), "");
  expect(learner.learn("--review")).toMatchObject({ status: 1, err: "Nothing needs attention. " });
});

test("an observation in JSON has all its keys", () => {
  const learner = new Learner();
  learner.answer(said(workflow([1])));
  learner.learn("run", learner.log(1));
  const { observations } = learner.value("--list") as { observations: object[] };
  expect(Object.keys(observations[0] ?? {})).toEqual([
    "lesson",
    "count",
    "days",
    "isGood",
    "isReady",
    "countNeeded",
    "daysNeeded",
    "firstSeenAt",
    "lastSeenAt",
    "attention",
  ]);
  expect(observations[0]).toMatchObject({ countNeeded: 2, days: 0, daysNeeded: 3 });
});

test("only what goes together is taken together", () => {
  const learner = new Learner();
  expect(learner.learn("--list", "--clear").err).toContain("--list and --clear cannot be combined");
  expect(learner.learn("--list", "--now").err).toContain("--now needs run");
  expect(learner.learn("channels").err).toContain("lessons learn channels needs a session");
  expect(existsSync(join(learner.home, ".lessons/learn"))).toBe(false);
});
