import { expect, test } from "vitest";
import { stepCounter } from "../../src/match/pattern/count-steps.ts";
import { readPattern, syntaxProblem } from "../../src/match/pattern/pattern.ts";
import { judgePatternSpeed } from "../../src/match/pattern/speed.ts";
import { globPattern, globProblem } from "../../src/platform/glob.ts";
import { doneWithin } from "../../src/platform/process/deadline.ts";
import { casesOf, Chance, named, patienceMs } from "./budget.ts";
import { anyGlob, anyPattern, anyText } from "./pattern-cases.ts";

/** Judging takes some tens of milliseconds. It is stopped here only so that a run that fails says at which case. */
const endlessMs = 30_000;

test(
  "patterns that nobody would write are judged to the end, and those that are taken grow no faster than the text",
  () => {
    const tally = { linear: 0, unproven: 0, "super-linear": 0, undecided: 0, "no pattern": 0 };
    const steep: Record<"linear" | "unproven", string[]> = { linear: [], unproven: [] };
    for (const each of casesOf({ slice: 300, whole: 200_000 })) {
      const chance = new Chance(each);
      const isGlob = chance.once(5);
      const text = isGlob ? anyGlob(chance) : anyPattern(chance);
      const judged = doneWithin(endlessMs, () => (isGlob ? judgeGlob(text) : judge(text)));
      if (judged === undefined) expect.fail(`${named(each)}: judging ${text} did not end`);
      const { result: verdict } = judged;
      tally[verdict] += 1;
      if (verdict !== "linear" && verdict !== "unproven") continue;
      const pattern = isGlob ? globPattern(text) : readPattern(text);
      const found = steepText(pattern, chance, isGlob);
      if (found !== undefined) steep[verdict].push(`${named(each)}: ${text} ${found}`);
    }
    process.stdout.write(`patterns ${JSON.stringify(tally)}, steep ${JSON.stringify(steep)}\n`);
    expect(steep.linear).toEqual([]);
    // Taken without proof, flagged, and stopped by the deadline: one in thousands is slow on a text that nobody thought of.
    expect(steep.unproven.length).toBeLessThanOrEqual(Math.ceil(tally.unproven / 500));
  },
  patienceMs,
);

type Verdict = "linear" | "unproven" | "super-linear" | "undecided" | "no pattern";

function judge(text: string): Verdict {
  return syntaxProblem(text) === undefined
    ? judgePatternSpeed(readPattern(text)).speed
    : "no pattern";
}

/** Globs are over paths, which are short: they may be free to a degree. */
function judgeGlob(text: string): Verdict {
  const problem = globProblem(text);
  if (problem === undefined) return "unproven";
  return problem.includes("very long") ? "super-linear" : "no pattern";
}

/** A text of our own making on which the steps outgrow the text; undefined where there is none among a few. */
function steepText(
  pattern: Pick<RegExp, "source" | "flags">,
  chance: Chance,
  isGlob: boolean,
): string | undefined {
  const count = stepCounter(pattern);
  for (let tries = 0; tries < 4; tries += 1) {
    const { prefix, pump, suffix } = anyText(chance, pattern.source);
    const stepsFor = (characters: number) => {
      const text = prefix + pump.repeat(Math.ceil(characters / pump.length)) + suffix;
      return count(text, mostSteps).steps;
    };
    const lengths = isGlob ? [longPath] : [256, 512, 1024];
    const steps = lengths.map(stepsFor);
    if (isSteep(steps))
      return `takes ${steps.join(", ")} steps for ${lengths.join(", ")} characters of ${JSON.stringify([prefix, pump, suffix])}`;
  }
  return undefined;
}

/** As long as the paths that globs are judged by. */
const longPath = 64;
/** What the judge lets a repeat take, for the longest text here; a glob has it for a path. */
const mostSteps = 1_500_000;

/** Twice the text takes twice the steps where they are in proportion, and four times where they are not. */
function isSteep([once = 0, twice = 0, fourTimes = 0]: readonly number[]): boolean {
  const isGrowing = twice > 3 * once + 1000 && fourTimes > 3 * twice + 1000;
  return isGrowing || Math.max(once, twice, fourTimes) >= mostSteps;
}
