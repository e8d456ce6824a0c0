import { shells, wrapperPrograms } from "../../shell/unwrap.ts";
import { requiredHeads } from "../../match/prefilter/program.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";

/** Whether a lesson asks for something that the ledger does not keep: contents, words, workflows, wrappers. */
export function hasUnseen(lesson: ReadyLesson): boolean {
  const { contentPatterns, actionKeywords, contextKeywords, workflowNames } = lesson;
  const declared = [contentPatterns, actionKeywords, contextKeywords, workflowNames];
  return declared.some(({ length }) => length > 0) || isAboutWrapper(lesson);
}

/** The ledger keeps what a line ran, and not what was in front of it. */
function isAboutWrapper({ commandPatterns }: ReadyLesson): boolean {
  return commandPatterns.some((pattern) =>
    requiredHeads([pattern])?.some(
      (head) => wrapperPrograms.has(head) || shells.has(head) || builtIn.has(head),
    ),
  );
}

const builtIn: ReadonlySet<string> = new Set(["time", "eval"]);
