import { globPattern, globProblem } from "../../platform/glob.ts";
import { lessonNoteMark } from "../runs/lesson-note.ts";

/** What a gate is for: `lesson`, `markdown`, or globs over paths of the project. */
const words = ["lesson", "markdown"] as const;

/** Why a gate cannot say that it is for these, or undefined. */
export function appliesToProblem(names: readonly string[]): string | undefined {
  if (names.length === 0)
    return "its applies-to must say what it is for: lesson, markdown, or globs such as docs/**/*.md";
  for (const name of names) {
    if (words.some((word) => word === name)) continue;
    const shown = JSON.stringify(name.slice(0, 60));
    if (!/[/*.]/.test(name))
      return `its applies-to names ${shown}: it must be lesson, markdown, or a glob`;
    const problem = globProblem(name);
    if (problem !== undefined) return `its applies-to names ${shown}, which ${problem}`;
  }
  return undefined;
}

/** Whether a note is one that the gate is for. Globs are compiled once. */
export function noteMatcher(appliesTo: readonly string[]): (notePath: string) => boolean {
  const isForLessons = appliesTo.includes("lesson");
  const isForMarkdown = appliesTo.includes("markdown");
  const globs = appliesTo
    .filter((name) => !words.some((word) => word === name))
    .map((glob) => {
      const { source, flags } = globPattern(glob);
      return new RegExp(source, flags);
    });
  return (notePath) =>
    notePath.startsWith(lessonNoteMark)
      ? isForLessons
      : isForMarkdown || globs.some((glob) => glob.test(notePath));
}
