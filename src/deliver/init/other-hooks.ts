import { sep } from "node:path";
import type { Machine } from "../../agents/adapter.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Context } from "../../platform/context.ts";
import { resolvePaths, userHome } from "../../platform/paths.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { hookFolderIn } from "./hook-folder.ts";

/**
 * The hooks of others that the agent calls before a shell call here. Of several hooks that change a call the one that answers
 * last wins, so a fix beside one of them is not certain.
 */
export function otherHooksHere({ place }: Pick<Context, "place">): readonly string[] {
  if (place === undefined) return [];
  const { environment, workingDirectory } = place;
  const machine = { home: userHome(environment), environment };
  const root = projectPlace(workingDirectory).root ?? workingDirectory;
  return otherHooksIn(
    machine,
    deliveryDoor.settings.file(machine),
    hookFolderIn(resolvePaths(environment)),
    [...new Set([root, workingDirectory])],
  );
}

/** By the user's settings in a file, and in these folders. */
export function otherHooksIn(
  machine: Machine,
  file: string,
  hookFolder: string,
  folders: readonly string[] = [],
): readonly string[] {
  const isOurs = (word: string) => word.startsWith(hookFolder + sep);
  return deliveryDoor.settings.othersAtShellCalls(machine, file, folders, isOurs);
}
