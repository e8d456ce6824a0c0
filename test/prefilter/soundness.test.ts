import fc from "fast-check";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { judgeLesson } from "../../src/match/match.ts";
import { commandTexts, type PlannedCall } from "../../src/match/moment.ts";
import type { Pattern } from "../../src/match/pattern/pattern.ts";
import { bucketOf, toolBuckets } from "../../src/match/tool-bucket.ts";
import { familiesOf, secondLook } from "../../src/match/prefilter/families.ts";
import { prefilterLines, type PrefilterSize } from "../../src/match/prefilter/grep-lines.ts";
import { leadingWord } from "../../src/shell/word.ts";
import { requiredHeads } from "../../src/match/prefilter/required-heads.ts";
import { demandOf, type FiringConditions } from "../../src/match/prefilter/prefilter.ts";
import type { ReadyConditions, ReadyLesson } from "../../src/match/ready-lesson.ts";
import type { World } from "../../src/match/world.ts";
import { announced, workingDirectory, type Announced } from "./announced.ts";
import { callOf, commandWith, commandWriting } from "./any-command.ts";
import { anyAsked, anyPattern, patternAskingFor } from "./any-pattern.ts";
import { anyPlace, patchOf, readingOf, writingOf } from "./any-writing.ts";
import { passedByGrep } from "./passed-by-grep.ts";
import { chosenByLauncher } from "./chosen-by-launcher.ts";
import { law } from "../kit/law.ts";

/** A pattern and commands with the words that it asks for. */
const anyStory = anyAsked.chain((asked) =>
  fc.record({
    pattern: fc.oneof(
      { arbitrary: patternAskingFor(asked), weight: 3 },
      { arbitrary: anyPattern, weight: 1 },
    ),
    commands: fc.array(commandWith(asked), { minLength: 40, maxLength: 80, size: "max" }),
  }),
);

/** A pattern for a program with subcommands, and calls of it with what may stand around and between. */
const anyCallStory = fc
  .constantFrom(
    ["git", "push"],
    ["go", "test"],
    ["docker", "compose", "up"],
    ["python3.1", "-m", "x"],
  )
  .chain((asked) =>
    fc.record({
      pattern: patternAskingFor(asked),
      commands: fc.array(callOf(asked), { minLength: 20, maxLength: 40, size: "max" }),
    }),
  );

const toolNames = ["Bash", "Edit", "Read", "Glob", "mcp__a__b", "mcp__a__*", "Other", "O*", "*"];

/** A lesson about files and what is written, and calls with the words and names that it asks for. */
const anyWritingStory = fc.tuple(anyAsked, anyPlace).chain(([asked, { glob, names }]) => {
  const path: Pattern = { source: picomatch.makeRe(glob, { dot: true }).source, flags: "" };
  const anyContentPattern = fc.oneof(patternAskingFor(asked), anyPattern);
  const anyCall = fc.oneof(
    writingOf(names, asked),
    patchOf(names, asked),
    readingOf(names),
    commandWriting(names),
  );
  return fc.record({
    lesson: fc
      .record({
        toolNames: fc.oneof(fc.constant<string[]>([]), fc.subarray(toolNames, { maxLength: 3 })),
        pathPatterns: fc.constantFrom<readonly Pattern[]>([path], []),
        contentPatterns: fc.array(anyContentPattern, { maxLength: 1 }),
        actionKeywords: fc.constantFrom<readonly string[]>([], [], [], ["deploy"], [" "]),
        conditions: anyConditions,
      })
      .map(lessonWith),
    calls: fc.array(anyCall, { minLength: 20, maxLength: 40, size: "max" }),
  });
});

/** Conditions that hold in `world` below, and some that do not. */
const conditionValues = {
  cwd: someOf<Pattern>(globOf("**/shop"), globOf("**/elsewhere")),
  pathMissing: someOf("$path", "there", "gone"),
  fileExists: someOf("$path", "there", "gone"),
  fileLargerThan: someOf("1kB", "1GB"),
  isDirectory: someOf("$path", "folder"),
  os: someOf("linux", "windows"),
  shell: someOf("zsh", "fish"),
  model: someOf<Pattern>(globOf("some-*"), globOf("other-*")),
  failedInSession: someOf("not-installed jq", "zsh-glob"),
};
const anyConditions: fc.Arbitrary<ReadyConditions> = fc
  .subarray(Object.keys(conditionValues) as (keyof typeof conditionValues)[], { maxLength: 2 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, conditionValues[name]]))),
  );

function someOf<Value>(...values: readonly Value[]): fc.Arbitrary<readonly Value[]> {
  return fc.subarray([...values], { minLength: 1 });
}

function globOf(glob: string): Pattern {
  return { source: picomatch.makeRe(glob, { dot: true }).source, flags: "", glob };
}

/** Where some things are, and others are not. */
const world: World = {
  system: "linux",
  shell: "zsh",
  model: () => "some-model",
  look: (path) => {
    if (path.endsWith("gone")) return { is: "missing" };
    return path.endsWith("folder") ? { is: "folder" } : { is: "file", bytes: 5000 };
  },
  hasFailed: (fact) => fact === "zsh-glob",
};

function lessonWith(triggers: Partial<FiringConditions>): ReadyLesson {
  return {
    id: "1",
    slug: "one",
    kind: "pitfall",
    priority: 9,
    confidence: 1,
    scope: "global",
    delivery: "advise",
    injectOn: ["PreToolUse"],
    toolNames: [],
    commandPatterns: [],
    pathPatterns: [],
    contentPatterns: [],
    actionKeywords: [],
    contextKeywords: [],
    workflowNames: [],
    tags: [],
    text: "",
    shortText: "",
    notice: "",
    ...triggers,
  };
}

/** Lessons about files that a shell line writes, and such lines. */
const anyWrittenStory = anyPlace.chain(({ glob, names }) =>
  fc.record({
    lesson: fc.constant(
      lessonWith({
        pathPatterns: [{ source: picomatch.makeRe(glob, { dot: true }).source, flags: "" }],
      }),
    ),
    calls: fc.array(commandWriting(names), { minLength: 20, maxLength: 40, size: "max" }),
  }),
);

function fires(lesson: ReadyLesson, call: PlannedCall): boolean {
  const moment = {
    call,
    projectRoot: "/home/someone/work",
    workingDirectory,
    stack: [],
    recentMessages: ["deploy it"],
    workflows: [],
    world,
  };
  return judgeLesson(lesson, moment, 0).fires;
}

/** The calls at which the lesson fires and that grep would not let through. */
function missed(
  lesson: ReadyLesson,
  calls: readonly Announced[],
  size: PrefilterSize | undefined,
): readonly object[] {
  const firing = calls.filter(({ call }) => fires(lesson, call));
  return toolBuckets.flatMap((bucket) => {
    const concerned = firing.filter(({ call }) => bucketOf(call.tool) === bucket);
    if (concerned.length === 0) return [];
    const { expressions, sharper } = demandOf(lesson, bucket);
    const payloads = concerned.map(({ payload }) => payload);
    const looks = [passedByGrep(prefilterLines(expressions, size), payloads)];
    for (const [name, lines] of secondLook(familiesOf([{ expressions, sharper }])) ?? [])
      looks.push(passedByGrep(lines, payloads), chosenByLauncher(name, payloads));
    return looks.flatMap((passed, look) =>
      concerned
        .filter(({ payload }) => !passed.has(payload))
        .map((call) => ({ ...call, look, expressions, sharper })),
    );
  });
}

const small: PrefilterSize = { sharp: 0, blunt: 3000 };
const smallest: PrefilterSize = { sharp: 0, blunt: 8 };
const anySize = fc.constantFrom(undefined, undefined, small, smallest);

test("what fires at a command is never filtered out, however the command is typed", () => {
  fc.assert(
    fc.property(anyStory, anySize, ({ pattern, commands }, size) => {
      expect(missed(lessonWith({ commandPatterns: [pattern] }), commands, size)).toEqual([]);
    }),
    law({ quick: 30, deep: 300 }),
  );
});

test("neither is what fires behind options, variables and wrappers, or before a pipe", () => {
  fc.assert(
    fc.property(anyCallStory, anySize, ({ pattern, commands }, size) => {
      expect(missed(lessonWith({ commandPatterns: [pattern] }), commands, size)).toEqual([]);
    }),
    law({ quick: 60, deep: 300 }),
  );
});

test("what fires at a path or at written text is never filtered out, whatever else must hold", () => {
  const fired = new Set<string>();
  fc.assert(
    fc.property(anyWritingStory, anySize, ({ lesson, calls }, size) => {
      if (calls.some(({ call }) => fires(lesson, call)))
        for (const name of Object.keys(lesson.conditions ?? {})) fired.add(name);
      expect(missed(lesson, calls, size)).toEqual([]);
    }),
    law({ quick: 200, deep: 500 }),
  );
  // The law says nothing where nothing fires.
  expect([...fired].toSorted()).toEqual(Object.keys(conditionValues).toSorted());
});

test("neither is what fires at a file that a shell line writes", () => {
  let fired = 0;
  fc.assert(
    fc.property(anyWrittenStory, anySize, ({ lesson, calls }, size) => {
      fired += calls.filter(({ call }) => fires(lesson, call)).length;
      expect(missed(lesson, calls, size)).toEqual([]);
    }),
    law({ quick: 60, deep: 300 }),
  );
  expect(fired).toBeGreaterThan(100);
});

test("ten thousand lessons about files have a short filter, and each of them passes it", () => {
  const places = Array.from({ length: 10_000 }, (_, number) => {
    const name = (number * 7919).toString(36);
    return number % 2 === 0
      ? { glob: `src/modules/${name}/**`, path: `/srv/shop/src/modules/${name}/a.ts` }
      : { glob: `**/${name}-x.{ts,sql}`, path: `lib\\${name}-x.sql` };
  });
  const expressions = places.flatMap(({ glob }) => {
    const path: Pattern = { source: picomatch.makeRe(glob, { dot: true }).source, flags: "" };
    return demandOf(lessonWith({ pathPatterns: [path] }), "edit").expressions;
  });
  const lines = prefilterLines(expressions);
  expect(lines.length).toBeLessThan(1000);
  const payloads = places
    .filter((_, number) => number % 50 < 2)
    .map(({ path }) => announced({ tool: "Edit", paths: [path] }, { file_path: path }).payload);
  const passed = passedByGrep(lines, payloads);
  expect(payloads.filter((payload) => !passed.has(payload))).toEqual([]);
});

test("a command that a pattern matches has one of the required heads", () => {
  fc.assert(
    fc.property(anyStory, ({ pattern, commands }) => {
      const heads = requiredHeads([pattern]);
      if (heads === undefined) return;
      const expression = new RegExp(pattern.source, pattern.flags);
      const texts = commands.flatMap(({ call }) => commandTexts(call.command ?? ""));
      const others = texts.filter(
        (text) => expression.test(text) && !heads.includes(leadingWord(text)),
      );
      expect(others).toEqual([]);
    }),
    law({ quick: 100, deep: 300 }),
  );
});
