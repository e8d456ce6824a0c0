import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../platform/database/database.ts";
import type { Context } from "../../platform/context.ts";

/** Does the work in an empty store that is gone afterwards, with the settings and the clock of another. */
export function inScratchStore<Result>(
  { system, config }: Pick<Context, "system" | "config">,
  work: (context: Context) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), "lessons-scratch-"));
  try {
    const database = openDatabase(join(folder, "lessons.db"), system.now());
    try {
      return work({ database, system, config });
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
