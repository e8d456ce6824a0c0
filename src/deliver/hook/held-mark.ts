import { closeSync, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { safeName } from "../../platform/files/names.ts";

/**
 * Whether the call before this one was held: then this one is not. Asking takes the mark away. Calls that
 * concern no lesson do not start us, so "before" is the last one that did: held less often than it might be,
 * never twice in a row.
 */
export function wasHeldBefore(sessionFolder: string): boolean {
  try {
    rmSync(join(sessionFolder, markFile));
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether this lesson has held a call of the session. Neither a compaction nor another agent makes it hold
 * again, though both may be told it again.
 */
export function hasHeld(sessionFolder: string, { id }: ReadyLesson): boolean {
  return existsSync(join(sessionFolder, holdsFolder, safeName(id)));
}

/** False when a parallel call has just been held, or this lesson holds one. */
export function markHeld(sessionFolder: string, { id }: ReadyLesson): boolean {
  const own = join(sessionFolder, holdsFolder, safeName(id));
  try {
    mkdirSync(join(sessionFolder, holdsFolder), { recursive: true, mode: 0o700 });
    closeSync(openSync(own, "wx", 0o600));
  } catch {
    return false;
  }
  try {
    closeSync(openSync(join(sessionFolder, markFile), "wx", 0o600));
    return true;
  } catch {
    rmSync(own, { force: true });
    return false;
  }
}

const markFile = "held";
const holdsFolder = "holds";
