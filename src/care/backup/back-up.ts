import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  backUp,
  copyDatabase,
  examine,
  type CopyProgress,
} from "../../platform/database/backup.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { Fault } from "../../platform/fault.ts";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import type { Context, ContextOpener } from "../../platform/context.ts";

/** Copies the store while it is in use. Returns where to. */
export async function backUpStore(
  { database, system }: Pick<Context, "database" | "system">,
  paths: Paths,
  { file, onProgress }: CopyOptions,
): Promise<string> {
  const target = file ?? join(paths.backups, `lessons-${fileTime(system)}.db`);
  await backUp(database, target, onProgress);
  return target;
}

export interface CopyOptions {
  /** The backup; without one a new file in our home, or the newest that is there. */
  readonly file?: string | undefined;
  readonly onProgress?: CopyProgress | undefined;
}

interface Restored {
  readonly from: string;
  readonly lessons: number;
  /** Where what was there before is now; undefined when there was nothing. */
  readonly before: string | undefined;
}

/**
 * Puts a backup in the place of the store. What is there is never lost: a damaged file is moved
 * aside, and a healthy one is only replaced when asked, after a backup of its own.
 */
export async function restoreStore(
  system: System,
  paths: Paths,
  { file, isReplacing, onProgress }: CopyOptions & { readonly isReplacing: boolean },
): Promise<Restored> {
  const from = file ?? newestBackup(paths);
  const lessons = requireBackup(from);
  const before = await makeRoom(system, paths, isReplacing);
  await copyDatabase(from, paths.database, onProgress);
  return { from, lessons, before };
}

/** The newest backup that is sound: one that is damaged itself is no help. */
function newestBackup(paths: Paths): string {
  const names = existsSync(paths.backups) ? readdirSync(paths.backups) : [];
  // Only what `lessons backup` named itself: its time sorts as text.
  const newestFirst = names
    .filter((name) => /^lessons-\d{8}T\d{9}Z\.db$/.test(name))
    .toSorted()
    .toReversed();
  const found = newestFirst
    .map((name) => join(paths.backups, name))
    .find((file) => examine(file).state === "healthy");
  if (found !== undefined) return found;
  throw new Fault("not-a-backup", `no usable backup in ${paths.backups}`, {
    hint: "name a backup file: lessons backup --restore FILE",
  });
}

function requireBackup(file: string): number {
  const found = examine(file);
  if (found.state === "healthy") return found.lessons;
  const reasons = {
    absent: "the file does not exist",
    empty: "the file is empty",
    foreign: "the file is not a lessons database",
    damaged: "the file is damaged",
  };
  throw new Fault("not-a-backup", `cannot restore from ${file}: ${reasons[found.state]}`, {
    hint: "choose another backup file",
  });
}

async function makeRoom(
  system: System,
  paths: Paths,
  isReplacing: boolean,
): Promise<string | undefined> {
  const current = examine(paths.database);
  if (current.state === "absent" || current.state === "empty") return undefined;
  if (current.state === "foreign") {
    const problem = `${paths.database} belongs to another program; nothing was changed`;
    const hint = "move the file, or set LESSONS_HOME to another folder";
    throw new Fault("store-is-healthy", problem, { hint });
  }
  const time = fileTime(system);
  if (current.state === "damaged") {
    const aside = `${paths.database}.damaged-${time}`;
    // The journal belongs to the file: left behind, it would be played into the restored one.
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(paths.database + suffix)) renameSync(paths.database + suffix, aside + suffix);
    }
    return aside;
  }
  if (!isReplacing) {
    const problem = `${paths.database} is healthy and has ${current.lessons} lessons; nothing was changed`;
    const hint = "add --replace to restore the backup anyway (the current store is copied first)";
    throw new Fault("store-is-healthy", problem, { hint });
  }
  const kept = join(paths.backups, `before-restore-${time}.db`);
  await copyDatabase(paths.database, kept);
  return kept;
}

/** Sorts as text and is a file name everywhere: 20260131T120000000Z. */
function fileTime(system: System): string {
  return system.now().replace(/[-:.]/g, "");
}

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
