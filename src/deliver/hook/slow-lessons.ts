import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { slowFolder } from "../compile/cache-index.ts";
import { safeName } from "../../platform/files/names.ts";
import type { OpenCache } from "./load.ts";

/** A lesson whose patterns used up the hook's time is left out until the next compilation. */
export function isTooSlow({ folder }: OpenCache, { id }: ReadyLesson): boolean {
  return existsSync(join(folder, slowFolder)) && existsSync(join(folder, slowFolder, safeName(id)));
}

export function markTooSlow({ folder }: OpenCache, { id, slug }: ReadyLesson): void {
  mkdirSync(join(folder, slowFolder), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, slowFolder, safeName(id)), `${slug}\n`, { mode: 0o600 });
}
