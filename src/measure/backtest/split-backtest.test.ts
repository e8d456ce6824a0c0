import fc from "fast-check";
import { expect, test } from "vitest";
import type { Story } from "../../../test/adapters/scribe.ts";
import { canonicalStore } from "../../../test/kit/canonical-store.ts";
import { freshContext } from "../../../test/kit/store.ts";
import { Home } from "../../../test/scan/home.ts";
import { missingPython, session } from "../../../test/scan/one-session.ts";
import { splitBacktest } from "./split-backtest.ts";
import type { Context } from "../../platform/context.ts";
import { law } from "../../../test/kit/law.ts";

/** Session n is of the nth day from this one. */
const firstDay = "2026-11-16";
const thirdDay = "2026-11-18";

test("learned in two sessions, replayed in two others: exactly what would have happened", () => {
  const context = historyOf([
    missingPython("one"),
    missingPython("two"),
    // The mistake comes back, then python is there after all: what comes with the error is silent. Another program is missing.
    [...missingPython("three"), ...shell("four", "python --version")],
    [...missing("five", "tofu plan"), ...shell("six", "ls")],
  ]);
  const { lessons, ...report } = splitBacktest(context, { split: thirdDay }) ?? {};
  const outcome = {
    lessons: 1,
    mistakes: { all: 2, seenBefore: 1, learned: 1, aimed: 1, warned: 1 },
    firedCalls: 1,
    fires: {
      all: 1,
      delivered: 1,
      failed: 1,
      stopped: 0,
      reverted: 0,
      corrected: 0,
      retried: 0,
      falseFires: 0,
    },
  };
  expect(report).toEqual({
    splitAt: thirdDay,
    before: { calls: 4, sessions: 2 },
    after: { calls: 5, sessions: 2 },
    every: outcome,
    // Half of the calls before were of that program: more than one in a hundred.
    sound: {
      lessons: 0,
      mistakes: { all: 2, seenBefore: 1, learned: 0, aimed: 0, warned: 0 },
      firedCalls: 0,
      fires: { ...outcome.fires, all: 0, delivered: 0, failed: 0 },
    },
  });
  expect(lessons).toMatchObject([
    { isSound: false, backtest: { replay: { ownFailures: { fired: 1, all: 1 } } } },
  ]);
});

test("auto splits in the middle of the calls, and a mistake of one session alone was not seen before", () => {
  const context = historyOf([[...missingPython("one"), ...missingPython("two")]]);
  expect(splitBacktest(context, { split: "auto" })).toMatchObject({
    before: { calls: 2, sessions: 1 },
    after: { calls: 2, sessions: 1 },
    every: { lessons: 1, mistakes: { all: 1, seenBefore: 0, learned: 0 } },
  });
});

test("what was before the time asked for is neither learned from nor replayed", () => {
  const context = historyOf(["one", "two", "three", "four"].map(missingPython));
  const day = (number: number) => `2026-11-${15 + number}`;
  expect(splitBacktest(context, { since: day(3), split: day(4) })).toMatchObject({
    before: { calls: 2, sessions: 1 },
    after: { calls: 2, sessions: 1 },
  });
  expect(splitBacktest(context, { since: day(4), split: day(3) })).toMatchObject({
    before: { calls: 0, sessions: 0 },
    after: { calls: 2, sessions: 1 },
    every: { lessons: 0 },
  });
  expect(splitBacktest(context, { since: day(9), split: "auto" })).toBeUndefined();
});

const anyStories = fc.array(
  fc
    .array(fc.constantFrom("python", "tofu", "ls"), { minLength: 1, maxLength: 4 })
    .map((programs) =>
      programs.flatMap((program, index) =>
        program === "python"
          ? missingPython(`${program}-${index}`)
          : program === "tofu"
            ? missing(`${program}-${index}`, "tofu plan")
            : shell(`${program}-${index}`, "ls"),
      ),
    ),
  { minLength: 1, maxLength: 4 },
);

test("law: at the beginning nothing is learned, at the end nothing replayed, between them nothing is lost", () => {
  fc.assert(
    fc.property(anyStories, fc.integer({ min: 0, max: 5 }), (stories, days) => {
      const context = historyOf(stories);
      const before = canonicalStore(context.database);
      const [start, middle, end] = [firstDay, `2026-11-${16 + days}`, "2027-01-01"].map((split) =>
        splitBacktest(context, { split }),
      );
      const calls = start?.after.calls;
      expect(start).toMatchObject({
        before: { calls: 0, sessions: 0 },
        every: { lessons: 0, firedCalls: 0, mistakes: { seenBefore: 0, warned: 0 } },
        lessons: [],
      });
      expect(end).toMatchObject({
        before: { calls },
        after: { calls: 0, sessions: 0 },
        every: { firedCalls: 0, fires: { all: 0 }, mistakes: { all: 0 } },
      });
      expect((middle?.before.calls ?? 0) + (middle?.after.calls ?? 0)).toBe(calls);
      expect(canonicalStore(context.database)).toEqual(before);
    }),
    law({ quick: 4, deep: 12 }),
  );
});

function historyOf(stories: readonly Story[]): Context {
  const context = freshContext();
  const home = new Home();
  for (const [index, story] of stories.entries())
    home.write(session(index + 1, named(story, index)));
  home.scan(context);
  home.clear();
  return context;
}

/** Calls of different sessions have different ids. */
function named(story: Story, index: number): Story {
  return story.map((step) =>
    step.step === "shell" ? { ...step, callId: `${step.callId}-${index}` } : step,
  );
}

function shell(callId: string, command: string): Story {
  return [{ step: "shell", callId, command, exitStatus: 0, output: "ok" }];
}

function missing(callId: string, command: string): Story {
  const [program] = command.split(" ");
  const output = `bash: ${program}: command not found`;
  return [{ step: "shell", callId, command, exitStatus: 127, output }];
}
