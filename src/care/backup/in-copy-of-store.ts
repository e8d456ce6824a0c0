import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../platform/database/database.ts";
import type { ContextOpener, Context } from "../../platform/context.ts";

/**
 * Does the work on a copy of the store that is gone afterwards: a rehearsal of something that writes in
 * many transactions. The real store is only read, and not made when there is none.
 */
export async function inCopyOfStore<Result>(
  wiring: ContextOpener,
  work: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "lessons-rehearsal-"));
  try {
    const copy = join(folder, "lessons.db");
    if (existsSync(wiring.paths.database)) copyStore(wiring.paths.database, copy);
    const database = openDatabase(copy, wiring.system.now());
    try {
      const { values } = await wiring.config();
      return await work({ database, system: wiring.system, config: values });
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With the files that hold what was not yet written back. Opening the original would already change it. */
function copyStore(original: string, copy: string): void {
  for (const suffix of ["", "-wal"]) {
    if (existsSync(original + suffix)) copyFileSync(original + suffix, copy + suffix);
  }
}
