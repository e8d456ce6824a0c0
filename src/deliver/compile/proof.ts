import { isPlainlyLinear } from "../../match/pattern/linear.ts";
import type { Pattern } from "../../match/pattern/pattern.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";

/** Says of a lesson whether the form of all its patterns shows that they are fast: the hook judges such lessons first. */
export function withProof(lesson: ReadyLesson): ReadyLesson {
  return patternsOf(lesson).every(isPlainlyFast) ? lesson : { ...lesson, isUnproven: true };
}

function patternsOf(lesson: ReadyLesson): readonly Pattern[] {
  const around = Object.values(lesson.conditions ?? {}).flatMap((values = []) =>
    values.filter((value) => typeof value !== "string"),
  );
  return [
    ...lesson.commandPatterns,
    ...lesson.pathPatterns,
    ...lesson.contentPatterns,
    ...(lesson.messagePatterns ?? []),
    ...around,
  ];
}

function isPlainlyFast(pattern: Pattern): boolean {
  const { glob } = pattern;
  return glob === undefined ? isPlainlyLinear(pattern) : isPlainGlob(glob);
}

/**
 * Names, wildcards and classes, and braces around plain names: a path is short, and so few wildcards in a name or runs of folders
 * take no more than a few readings of it. Whatever else branches proves nothing.
 */
function isPlainGlob(glob: string): boolean {
  const simple = glob.replace(plainBraces, "x").replace(plainBraces, "x");
  if (/[{}()!|\\]|\]\+/.test(simple)) return false;
  const names = simple.split("/");
  const runsOfFolders = names.filter((name) => name.includes("**")).length;
  return runsOfFolders <= 2 && names.every((name) => (name.match(/\*+/g) ?? []).length <= 2);
}

const plainBraces = /\{[\w.,-]*\}/;
