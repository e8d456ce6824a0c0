import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectPlace } from "../../platform/project/place.ts";
import type { System } from "../../platform/system.ts";
import { unnamedIdentity } from "../../platform/project/unnamed-identity.ts";
import { queueOf } from "./queue.ts";
import { type LearningPlace } from "../../platform/project/learning-place.ts";

type NamedPlace = Pick<LearningPlace, "root" | "scope">;

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

/** Sessions that were queued under a former name go on waiting under the one that the project has now. */
export function takeOverQueues(
  home: string,
  place: NamedPlace,
  system: Pick<System, "now" | "newId">,
): void {
  // Mostly there is nothing to be taken over, and git need not be asked.
  if (!hasQueues(home)) return;
  const queue = queueOf(home, place);
  for (const scope of formerScopes(place))
    queue.takeOver(queueOf(home, { scope }), system.now(), system.newId());
}

function hasQueues(home: string): boolean {
  try {
    return readdirSync(join(home, "learn")).length > 0;
  } catch {
    return false;
  }
}
