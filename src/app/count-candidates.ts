import { countWithStatus } from "../store/count-lessons.ts";
import type { Workshop } from "./workshop.ts";

export function countCandidates({ database }: Pick<Workshop, "database">): number {
  return countWithStatus(database, "candidate");
}
