import { readdirSync } from "node:fs";
import { join } from "node:path";
import { safeName } from "../core/safe-name.ts";
import type { ReadyLesson } from "../core/ready-lesson.ts";
import type { Paths } from "../system/paths.ts";

/** Tells the lessons that once used up the hook's time: it leaves them out until the next compilation. */
export function slowLessons({
  cache,
}: Pick<Paths, "cache">): (lesson: Pick<ReadyLesson, "id">) => boolean {
  const names = new Set(namesIn(join(cache, "current", "slow")));
  return ({ id }) => names.has(safeName(id));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
