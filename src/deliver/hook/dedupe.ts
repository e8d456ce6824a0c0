import type { Judgement } from "../../match/match.ts";
import type { Claims } from "./claims.ts";

/** Stage 4: without what this session has been told, here or by whoever set `LESSONS_SEEN`. */
export function dedupe(
  judgements: readonly Judgement[],
  claims: Claims,
  environment: NodeJS.ProcessEnv,
): readonly Judgement[] {
  const told = new Set((environment["LESSONS_SEEN"] ?? "").split(/[\s,]+/));
  return judgements.filter(({ lesson }) => !told.has(lesson.slug) && !claims.has(lesson));
}
