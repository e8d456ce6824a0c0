import type { CallPlace } from "../../agents/claude-code/hook-moment.ts";
import { ownerOf, makeRedact } from "../../redact/redact.ts";
import { userHome } from "../../platform/paths.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { projectStack } from "../../platform/project/stack.ts";
import { unnamedIdentity } from "../../platform/project/unnamed-identity.ts";

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
