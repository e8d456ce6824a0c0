import { existsSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../platform/files/names.ts";
import { sha256 } from "../../platform/hash.ts";
import { ensurePrivateDirectory, type Paths } from "../../platform/paths.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { unnamedIdentity } from "../../platform/project/unnamed-identity.ts";
import type { System } from "../../platform/system.ts";
import { SessionQueue, type QueuedFile } from "./queue.ts";

/**
 * The sessions of a project that wait. Those that were queued under a former name go on waiting under the one that the
 * project has now.
 */
export function openQueue(
  home: string,
  place: NamedPlace,
  system: Pick<System, "now" | "newId">,
): SessionQueue {
  const queue = queueOf(home, place);
  // Mostly there is nothing to be taken over, and git need not be asked.
  if (namesIn(join(home, "learn")).length === 0) return queue;
  for (const scope of formerScopes(place))
    queue.takeOver(queueOf(home, { scope }), system.now(), system.newId());
  return queue;
}

type NamedPlace = Pick<LearningPlace, "root" | "scope">;

/** A project is named by what it was cloned from, which is no name for a folder. */
export function queueOf(home: string, { scope }: Pick<LearningPlace, "scope">): SessionQueue {
  const name = sha256(scope).slice("sha256:".length, "sha256:".length + 16);
  return new SessionQueue(join(home, "learn", name));
}

/**
 * What the project of a folder was called before: by its path until it was a repository, by its first commit until it
 * had a remote. Another remote may be another project.
 */
export function formerScopes({ root, scope }: NamedPlace): readonly LearningPlace["scope"][] {
  const { isRepository } = projectPlace(root);
  const names = [
    unnamedIdentity({ root, isRepository: false }),
    ...(isRepository ? [unnamedIdentity({ root, isRepository })] : []),
  ];
  return [...new Set(names)]
    .map((name) => `project:${name}` as const)
    .filter((former) => former !== scope);
}

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
  const queue = openQueue(paths.home, place, system);
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
        : `skipped after ${entry.attempts} attempts: ${entry.problem ?? "unknown reason"}`,
  }));
  return [...waiting, ...aside];
}

interface QueueKeeping {
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
