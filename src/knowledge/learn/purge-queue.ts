import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateDirectory, type Paths } from "../../platform/paths.ts";
import { type LearningPlace } from "../../platform/project/learning-place.ts";
import type { System } from "../../platform/system.ts";
import { takeOverQueues } from "./former-names.ts";
import { queueOf, type QueuedFile } from "./queue.ts";

/** A file of the queue that nobody will look at any more, and why. */
export interface PurgeableFile {
  readonly where: "waiting" | "aside";
  readonly name: string;
  readonly because: string;
}

/** What purging would move away: what cannot be read, what was put aside, and sessions whose log is gone. */
export function purgeableFiles(
  { paths, system }: QueueKeeping,
  place: LearningPlace,
  userHome: string,
): readonly PurgeableFile[] {
  takeOverQueues(paths.home, place, system);
  const queue = queueOf(paths.home, place);
  const waiting = queue.files("waiting").flatMap((file) => {
    const because = reasonFor(file, userHome);
    return because === undefined ? [] : [{ where: "waiting", name: file.name, because } as const];
  });
  const aside = queue.files("aside").map(({ name, entry }) => ({
    where: "aside" as const,
    name,
    because:
      entry === undefined
        ? unreadable
        : `put aside after ${entry.attempts} answers: ${entry.problem ?? "no reason is known"}`,
  }));
  return [...waiting, ...aside];
}

export interface QueueKeeping {
  readonly paths: Paths;
  readonly system: Pick<System, "now" | "newId">;
}

/** Moves them to a folder among the backups, and says where that is. */
export function purgeQueue(
  { paths, system }: QueueKeeping,
  place: LearningPlace,
  files: readonly PurgeableFile[],
): string {
  const folder = join(paths.backups, `learning-${system.now().replace(/[-:.]/g, "")}`);
  ensurePrivateDirectory(folder);
  const queue = queueOf(paths.home, place);
  for (const { where, name } of files) queue.moveOut(where, name, join(folder, name));
  return folder;
}

const unreadable = "cannot be read";

function reasonFor({ entry }: QueuedFile, userHome: string): string | undefined {
  if (entry === undefined) return unreadable;
  const path = entry.path.startsWith("~/") ? `${userHome}${entry.path.slice(1)}` : entry.path;
  return existsSync(path) ? undefined : "its log is gone";
}
