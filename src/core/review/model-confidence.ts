import type { Source } from "../lesson.ts";

/**
 * The most that a model's word can give to a lesson: what the scanner alone has seen stays within what the
 * scanner's own formula allows. A report by the agent, an import or a note is not the scanner's.
 */
export function mostModelConfidence(source: Source, sessionCount: number): number {
  if (source !== "heuristic") return 1;
  return sessionCount < 2 ? 0.49 : 0.69;
}
