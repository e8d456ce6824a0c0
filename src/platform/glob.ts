import picomatch from "picomatch";
import { stepCounter } from "../match/pattern/count-steps.ts";
import { hardTexts } from "../match/pattern/hard-texts.ts";
import type { Pattern } from "../match/pattern/pattern.ts";

/** Why this text cannot be a path pattern, or undefined. */
export function globProblem(glob: string): string | undefined {
  if (glob.trim() === "") return "is empty";
  if (glob.length > longestGlob) return `is longer than ${longestGlob} characters`;
  if (isTooFree(glob)) return "has too many wildcards: long paths would be slow";
  try {
    // Before anything is matched: nobody can stop the engine.
    if (mayBranch.test(glob) && isSlow(globPattern(glob)))
      return "has too many alternatives: matching would be slow";
    const matches = picomatch(glob, { ...globOptions, strictBrackets: true });
    const unrelated = ["q", "7.é", ".hidden/x", "a/b/c.ts"];
    return unrelated.every((path) => matches(path))
      ? "matches any path, so it would fire on every file"
      : undefined;
  } catch (error) {
    return `is not a glob: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** A glob as a regular expression over a whole path, for those who have no glob library. */
export function globPattern(glob: string): Pattern {
  return { source: picomatch.makeRe(glob, globOptions).source, flags: "", glob };
}

/** Braces, groups and what is repeated: each may double what has to be tried. */
const mayBranch = /[{(]|\]\+/;

/** On some path of a few dozen characters, made from its own parts to be hard. Counted, so that no clock decides. */
function isSlow(pattern: Pattern): boolean {
  const count = stepCounter(pattern);
  let stepsLeft = mostStepsInAll;
  for (const { prefix, pump, suffix } of hardTexts(pattern)) {
    const text = `${prefix}${pump.repeat(Math.ceil(hardLength / pump.length))}${suffix}`;
    const { outcome, steps } = count(text, mostSteps);
    if (outcome === "given up") return true;
    stepsLeft -= steps;
    if (stepsLeft <= 0) return false;
  }
  return false;
}

const hardLength = 64;
/** The globs that people write take a third of it at most. */
const mostSteps = 150_000;
const mostStepsInAll = 600_000;

// Dot files are files like any other: *.yml below any folder has to find .github/workflows/ci.yml.
const globOptions = { dot: true } as const;
const longestGlob = 500;

/**
 * Each wildcard that can end anywhere multiplies the time by the length of what it reads: three in a
 * name, or three runs of folders, stay below a few million steps on the longest path there is.
 */
function isTooFree(glob: string): boolean {
  // `+(a|b)` and `*(…)` repeat what may itself be repeated.
  if (/[+*]\(/.test(glob)) return true;
  const names = glob.split("/");
  const runsOfFolders = names.filter((name) => name.includes("**")).length;
  return runsOfFolders > 3 || names.some((name) => (name.match(/\*+/g) ?? []).length > 3);
}
