import { lastChange } from "../../src/care/undo/changes.ts";
import { undoChange, type UndoPlan } from "../../src/care/undo/undo-change.ts";
import { openJournal } from "../../src/lesson/journal.ts";
import type { Context } from "../../src/platform/context.ts";
import { queryAll } from "../../src/platform/database/database.ts";
import { packageRoot, resolvePaths } from "../../src/platform/paths.ts";

/** Does something as a command of this name does: `undo` can take it back. */
export async function asCommand<Result>(
  { database, system }: Context,
  command: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  openJournal(database, { id: system.newId(), at: system.now(), command });
  try {
    return await work();
  } finally {
    // A command ends with its connection, and these with it.
    const sql = "SELECT name FROM temp.sqlite_master WHERE type = 'trigger'";
    for (const { name } of queryAll<{ name: string }>(database, sql))
      database.exec(`DROP TRIGGER ${name}`);
    database.exec("DROP TABLE open_change");
  }
}

/** What `lessons undo` does, without asking; undefined when there is nothing to take back. */
export async function undoLast(context: Context, home: string): Promise<UndoPlan | undefined> {
  const change = lastChange(context.database);
  if (change === undefined) return undefined;
  const paths = { ...resolvePaths({ HOME: home }), home };
  const place = {
    paths,
    machine: { home, environment: {} },
    source: { packageRoot: packageRoot(), node: process.execPath, platform: process.platform },
  };
  return asCommand(context, "undo", () => undoChange(context, change, place));
}
