import type { Lesson } from "../lesson/record/lesson.ts";
import { patternProblem } from "../match/pattern/pattern.ts";
import type { PlannedEdit } from "./decision/planned-act.ts";
import { globProblem } from "../platform/glob.ts";
import { Fault } from "../platform/fault.ts";
import { applyEdit } from "../lesson/edit.ts";

/**
 * What is wrong with an edit while it is being typed, after the other edits of the same lesson; undefined when
 * nothing is. Quick, therefore without the judgement whether a pattern is fast: saving has that.
 */
export function editProblem(
  lesson: Lesson,
  edit: PlannedEdit,
  others: readonly PlannedEdit[],
): string | undefined {
  const edited = attempt(otherwiseEdited(lesson, others), edit);
  if (edited instanceof Fault) return edited.message.replace(`${lesson.slug}: `, "");
  const { commandPatterns, contentPatterns, pathPatterns } = edited.triggers;
  for (const pattern of [...commandPatterns, ...contentPatterns]) {
    const problem = patternProblem(pattern);
    if (problem !== undefined) return `${pattern} ${problem}`;
  }
  for (const glob of pathPatterns) {
    const problem = globProblem(glob);
    if (problem !== undefined) return `${glob} ${problem}`;
  }
  return undefined;
}

/** One that cannot be saved says so itself, and is left out here. */
function otherwiseEdited(lesson: Lesson, others: readonly PlannedEdit[]): Lesson {
  let edited = lesson;
  for (const other of others) {
    const next = attempt(edited, other);
    if (!(next instanceof Fault)) edited = next;
  }
  return edited;
}

function attempt(lesson: Lesson, { field, value }: PlannedEdit): Lesson | Fault {
  try {
    return applyEdit(lesson, field, value);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}
