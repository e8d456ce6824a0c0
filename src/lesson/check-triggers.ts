import type { Flag } from "./record/lesson.ts";
import type { PatternSpeed, SlowPattern } from "../match/pattern/speed.ts";
import { breadthProblem, readPattern, syntaxProblem } from "../match/pattern/pattern.ts";
import type { Triggers } from "./record/triggers.ts";
import { globProblem } from "../platform/glob.ts";

/** What is wrong with the patterns of a lesson, and which could not be decided. */
export interface TriggerReport {
  readonly problems: readonly TriggerProblem[];
  readonly unproven: readonly string[];
}

export interface TriggerProblem {
  readonly field: "commandPatterns" | "contentPatterns" | "pathPatterns";
  readonly pattern: string;
  /** Goes on from the pattern: `is not a regular expression: …`. */
  readonly problem: string;
  readonly hint: string;
  /** It is a pattern, but one that could hang the agent. */
  readonly isSlow: boolean;
}

/**
 * Patterns are checked when they are saved, so that the hook can trust them. Their speed comes before whether
 * they say too little: that is tried on texts, and a slow one would not come back from there.
 */
export async function checkTriggers(triggers: Partial<Triggers>): Promise<TriggerReport> {
  const problems: TriggerProblem[] = [];
  const unproven: string[] = [];
  for (const field of ["commandPatterns", "contentPatterns"] as const) {
    for (const pattern of triggers[field] ?? []) {
      const unusable = (problem: string) =>
        problems.push({
          field,
          pattern,
          problem,
          hint: "write a pattern that names what it is about, such as ^git\\s+stash\\b",
          isSlow: false,
        });
      const noPattern = syntaxProblem(pattern);
      if (noPattern !== undefined) {
        unusable(noPattern);
        continue;
      }
      const verdict = await judge(pattern);
      if (verdict.speed === "super-linear") {
        problems.push({ field, pattern, isSlow: true, ...tooSlow(verdict) });
        continue;
      }
      const saysNothing = breadthProblem(pattern);
      if (saysNothing !== undefined) unusable(saysNothing);
      else if (verdict.speed === "unproven") unproven.push(pattern);
    }
  }
  for (const glob of triggers.pathPatterns ?? []) {
    const problem = globProblem(glob);
    const hint = "for example **/package.json or src/**/*.ts";
    if (problem !== undefined)
      problems.push({ field: "pathPatterns", pattern: glob, problem, hint, isSlow: false });
  }
  return { problems, unproven };
}

/** The flag for a lesson whose patterns were accepted without proof. */
export function flagUnproven(flags: readonly Flag[], report: TriggerReport): readonly Flag[] {
  const others = flags.filter((flag) => flag !== "unprovenPattern");
  return report.unproven.length === 0 ? others : [...others, "unprovenPattern"];
}

const verdicts = new Map<string, PatternSpeed>();

/** Most commands check no pattern, so what judges them is only loaded for those that do. */
async function judge(pattern: string): Promise<PatternSpeed> {
  const known = verdicts.get(pattern);
  if (known !== undefined) return known;
  const { judgePatternSpeed } = await import("../match/pattern/speed.ts");
  const verdict = judgePatternSpeed(readPattern(pattern));
  verdicts.set(pattern, verdict);
  return verdict;
}

function tooSlow({ complexity, text }: SlowPattern): {
  readonly problem: string;
  readonly hint: string;
} {
  return {
    problem: `can take ${complexity} time on a long text like ${JSON.stringify(text)}`,
    hint: "begin it with ^ (each simple command is matched on its own), and do not repeat what is already repeated",
  };
}
