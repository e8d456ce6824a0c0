import type { CallPlace } from "../adapters/claude-code/hook-moment.ts";
import { ownerOf } from "../core/owner.ts";
import { makeRedact } from "../core/redact.ts";
import { userHome } from "../system/paths.ts";
import { projectPlace } from "../system/project-place.ts";
import { projectStack } from "../system/project-stack.ts";
import { unnamedIdentity } from "../system/unnamed-identity.ts";

/** Finds the project of a folder, as the hook does at the start of a session; each folder is looked at once. */
export function placeFinder(
  environment: NodeJS.ProcessEnv,
): (workingDirectory: string | undefined) => CallPlace {
  const redact = makeRedact(ownerOf(environment, userHome(environment)));
  const known = new Map<string, CallPlace>();
  return (workingDirectory) => {
    if (workingDirectory === undefined) return { stack: [] };
    const before = known.get(workingDirectory);
    if (before !== undefined) return before;
    const found = projectPlace(workingDirectory);
    const place = {
      project: `project:${redact(found.id ?? unnamedIdentity(found))}`,
      projectRoot: found.root,
      stack: projectStack(found.root),
    };
    known.set(workingDirectory, place);
    return place;
  };
}
