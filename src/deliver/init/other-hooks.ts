import { sep } from "node:path";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { Fault } from "../../platform/fault.ts";
import type { Context, Place } from "../../platform/context.ts";
import { resolvePaths, userHome } from "../../platform/paths.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";
import { hookFolderIn } from "./hook-folder.ts";
import { readSettingsFile } from "./settings-file.ts";

/**
 * The hooks of others that the agent calls before a shell call, by the settings of the user and of the project. Of several hooks
 * that change a call the one that answers last wins, so a fix beside one of them is not certain.
 */
export function otherHooksHere({ place }: Pick<Context, "place">): readonly string[] {
  return place === undefined ? [] : otherHooksAt(place);
}

function otherHooksAt({ environment, workingDirectory }: Place): readonly string[] {
  const { settings } = deliveryDoor;
  const machine = { home: userHome(environment), environment };
  const hookFolder = hookFolderIn(resolvePaths(environment));
  const folders = new Set([workingDirectory, projectPlace(workingDirectory).root]);
  const ofProject = [...folders].flatMap((folder) =>
    settings.projectFiles.flatMap((path) => {
      const file = readProjectFile(folder, path, longestSettings);
      return "text" in file ? hooksIn(file.text, path, hookFolder) : [];
    }),
  );
  return [...new Set([...otherHooksIn(settings.file(machine), hookFolder), ...ofProject])];
}

/** What cannot be read is not called either. */
export function otherHooksIn(file: string, hookFolder: string): readonly string[] {
  try {
    const { text } = readSettingsFile(file);
    return text === undefined ? [] : hooksIn(text, file, hookFolder);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

const longestSettings = 1_000_000;

function hooksIn(text: string, file: string, hookFolder: string): readonly string[] {
  const isOurs = (word: string) => word.startsWith(hookFolder + sep);
  try {
    return deliveryDoor.settings.othersAtShellCalls(text, isOurs, file);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}
