import type { Judgement } from "../../match/match.ts";
import { fixLine } from "./fix-line.ts";

/** A line as it is corrected, by which lessons, and what is left to say about the call. */
export interface PlannedFixes {
  readonly fix: { readonly line: string; readonly by: readonly Judgement[] } | undefined;
  /** In their order: those that correct nothing, and those that could not tell how. */
  readonly others: readonly Judgement[];
}

/**
 * Corrects a line by every lesson that asks for it, one after the other. None is applied where the result is something that
 * another lesson holds, or that one of them would correct again: a person has said no to both.
 */
export function planFixes(
  judgements: readonly Judgement[],
  line: string | undefined,
  firingAt: (line: string) => readonly Judgement[],
): PlannedFixes {
  const nothing = { fix: undefined, others: judgements };
  if (line === undefined || !judgements.some(({ lesson }) => lesson.fix !== undefined))
    return nothing;
  let fixed = line;
  const by: Judgement[] = [];
  for (const judgement of judgements) {
    const { fix, commandPatterns } = judgement.lesson;
    const next = fix && fixLine(fixed, { ...fix, commandPatterns });
    if (next === undefined) continue;
    fixed = next;
    by.push(judgement);
  }
  const known = new Set(judgements.map(({ lesson }) => lesson.id));
  const isRefused = firingAt(fixed).some(
    ({ lesson }) =>
      by.some((each) => each.lesson.id === lesson.id) ||
      (lesson.delivery !== "advise" && !known.has(lesson.id)),
  );
  if (by.length === 0 || isRefused) return nothing;
  return {
    fix: { line: fixed, by },
    others: judgements.filter((judgement) => !by.includes(judgement)),
  };
}
