import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Context } from "../../src/platform/context.ts";
import { configSchema } from "../../src/platform/configuration/schema.ts";
import { Program } from "../kit/program.ts";
import { canonicalStore } from "../kit/canonical-store.ts";
import { freshContext } from "../kit/store.ts";
import { Home } from "./home.ts";
import { storyOf } from "./moves.ts";
import { correction, missingPython, session } from "./one-session.ts";
import type { Story } from "../adapters/scribe.ts";

/** Everything that some detector looks for, and what each kind comes from. */
const everything: Story = [
  ...storyOf(
    (["works", "fixed", "tagged", "reported", "ruled", "diagnosed", "hangs"] as const).map(
      (move) => ({ move, variant: 0 }),
    ),
    "a",
  ),
  ...correction("no, that's wrong, never edit the generated files by hand").slice(1),
  ...storyOf([{ move: "loop", variant: 2 }], "b").slice(1),
  ...storyOf([{ move: "rejected", variant: 0 }], "c").slice(1),
];

const switches = [
  ["reports", (kind) => kind === "lesson-tag" || kind === "block"],
  ["errorCorrection", (kind) => kind === "tool-error-fixed" || kind === "self-diagnosis"],
  ["retryLoop", (kind) => kind === "retry-loop"],
  ["hang", (kind) => kind === "hang"],
  ["userCorrection", (kind, isReason) => kind === "user-correction" && !isReason],
  ["rejection", (kind, isReason) => kind === "user-correction" && isReason],
  ["explicitLesson", (kind) => kind === "explicit-lesson"],
] as const satisfies readonly (readonly [
  name: keyof Context["config"]["detectors"],
  isOwn: (kind: unknown, isReason: boolean) => boolean,
])[];

test.each(switches)(
  "without the detector %s its episodes are gone, and no others",
  (name, isOwn) => {
    const all = episodesWith({});
    const own = all.filter((episode) => isOwn(episode["kind"], isRejection(episode)));
    expect(own).not.toEqual([]);
    expect(episodesWith({ [name]: { enabled: false } })).toEqual(
      all.filter((episode) => !own.includes(episode)),
    );
  },
);

test("without self-diagnosis a failure keeps its kind and has no cause", () => {
  const kinds = (detectors: object) =>
    episodesWith(detectors).filter(({ kind }) => kind === "self-diagnosis").length;
  expect([kinds({}), kinds({ selfDiagnosis: { enabled: false } })]).toEqual([1, 0]);
});

test("what nobody knows is shown first once it came back with a fix, if that is wanted", () => {
  const unknown = (number: number) =>
    session(number, [
      {
        step: "shell",
        callId: `a${number}`,
        command: "frob up",
        exitStatus: 1,
        output: "error: the moon is much too full today",
      },
      {
        step: "shell",
        callId: `b${number}`,
        command: "frob up --wane",
        exitStatus: 0,
        output: "fine",
      },
    ]);
  const flags = (detectors: object, sessions: number) =>
    lessonsWith(
      detectors,
      Array.from({ length: sessions }, (_, index) => unknown(index + 1)),
    ).map((lesson) => lesson["flags"]);
  expect(flags({}, 1)).toEqual([["maybe"]]);
  expect(flags({}, 2)).toEqual([[]]);
  expect(flags({ repeatedMistake: { enabled: false } }, 2)).toEqual([["maybe"]]);
  expect(flags({ repeatedMistake: { minSessions: 3 } }, 2)).toEqual([["maybe"]]);
});

test("thresholds: attempts of a loop, words of a correction, calls until a fix, words after a failure", () => {
  const count = (kind: string, detectors: object) =>
    episodesWith(detectors).filter((episode) => episode["kind"] === kind).length;
  expect(count("retry-loop", { retryLoop: { minAttempts: 5 } })).toBe(0);
  expect(count("user-correction", { userCorrection: { minWords: 50 } })).toBe(1);
  expect(count("self-diagnosis", { selfDiagnosis: { withinCalls: 0 } })).toBe(0);
  const fixes = (fixWithinCalls: number) => {
    const [fails, fix] = missingPython("a");
    const between = storyOf([{ move: "works", variant: 0 }], "w").slice(1);
    if (fails === undefined || fix === undefined) throw new Error("a failure and its fix");
    const story = [fails, ...between, ...between.map(withId("x")), fix];
    return episodesWith({ errorCorrection: { fixWithinCalls } }, story).filter(
      ({ details }) => "fix" in Object(details),
    ).length;
  };
  expect([fixes(1), fixes(20)]).toEqual([0, 1]);
});

test("a dry run says what would be found and leaves no store behind", () => {
  const { home, program } = programWith(everything);
  const dry = program.json(["scan", "--dry-run"]);
  expect(existsSync(home.at(".lessons/lessons.db"))).toBe(false);
  const real = program.json(["scan", "--auto"]);
  expect(comparable(dry)).toEqual(comparable(real));
  expect(Number(dry["total"])).toBeGreaterThan(3);
});

test("a dry run leaves the store byte for byte as it was", () => {
  const { home, program } = programWith(everything);
  program.ok(["scan", "--auto"]);
  home.write(session(2, missingPython("later")));
  const before = fingerprint(home);
  expect(program.json(["scan", "--dry-run"])).toMatchObject({ dryRun: true, logs: { read: 1 } });
  expect(fingerprint(home)).toEqual(before);
});

test("maxCandidatesPerScan limits what is shown, not what is kept", () => {
  const { program } = programWith(everything);
  const { lessons, total } = program.json(["scan", "--auto", "--set", "maxCandidatesPerScan=2"]);
  expect({ shown: (lessons as unknown[]).length, isMore: Number(total) > 2 }).toEqual({
    shown: 2,
    isMore: true,
  });
  expect(program.json(["review", "--limit", "100"])["total"]).toBe(total);
});

function programWith(story: Story): { readonly home: Home; readonly program: Program } {
  const home = new Home();
  home.write(session(1, story));
  return { home, program: new Program({ HOME: home.folder }) };
}

/** What a scan says about the logs, without what each lesson is called. */
function comparable(answer: Readonly<Record<string, unknown>>): unknown {
  const { dryRun: _dry, durationMs: _duration, lessons, ...rest } = answer;
  const summaries = (lessons as readonly { readonly summary: string }[]).map(
    ({ summary }) => summary,
  );
  return { ...rest, summaries };
}

function fingerprint(home: Home): unknown {
  return ["lessons.db", "lessons.db-wal", "lessons.db-shm"].map((name) => {
    const file = join(home.folder, ".lessons", name);
    if (!existsSync(file)) return { name };
    const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
    return { name, digest, modifiedMs: statSync(file).mtimeMs };
  });
}

type Row = Readonly<Record<string, unknown>>;

function isRejection({ details }: Row): boolean {
  return Object(details).isRejection === true;
}

function withId(suffix: string) {
  return (step: Story[number]): Story[number] =>
    "callId" in step ? { ...step, callId: `${step.callId}${suffix}` } : step;
}

function contextWith(detectors: object): Context {
  return { ...freshContext(), config: configSchema.parse({ detectors }) };
}

/** The episodes of a story, without the lessons that they led to. */
function episodesWith(detectors: object, story: Story = everything): readonly Row[] {
  const home = new Home();
  home.write(session(1, story));
  const context = contextWith(detectors);
  home.scan(context);
  return canonicalStore(context.database).episodes.map(({ lesson: _, ...episode }) => episode);
}

function lessonsWith(detectors: object, files: readonly ReturnType<typeof session>[]) {
  const home = new Home();
  for (const file of files) home.write(file);
  const context = contextWith(detectors);
  home.scan(context);
  return canonicalStore(context.database).lessons;
}
