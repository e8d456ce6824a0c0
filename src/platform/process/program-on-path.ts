import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether a program is found by its name, as a shell would find it. */
export function isProgramOnPath(name: string, { PATH = "" }: NodeJS.ProcessEnv): boolean {
  const folders = PATH.split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => isProgram(join(folder, name)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
