import { join } from "node:path";
import { slowFolder } from "./compile/cache-index.ts";
import { safeName, namesIn } from "../platform/files/names.ts";
import type { ReadyLesson } from "../match/ready-lesson.ts";
import type { Paths } from "../platform/paths.ts";

/** Tells the lessons that once used up the hook's time: it leaves them out until the next compilation. */
export function slowLessons({
  cache,
}: Pick<Paths, "cache">): (lesson: Pick<ReadyLesson, "id">) => boolean {
  const names = new Set(namesIn(join(cache, "current", slowFolder)));
  return ({ id }) => names.has(safeName(id));
}
