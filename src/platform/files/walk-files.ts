import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { errorCode } from "./file-fault.ts";

export interface Walk {
  /** Regular files below the folder, as paths relative to it, in text order. */
  readonly files: readonly string[];
  /** Folders that could not be read, with the reason. One of them does not hide the others. */
  readonly unreadable: readonly string[];
}

/**
 * The files of a folder and of the folders below. Links are not followed: they may lead in a circle
 * or out of the folder. Pipes and devices are no files: reading one may never end.
 */
export function walkFiles(
  folder: string,
  isSkipped: (name: string) => boolean = () => false,
): Walk {
  const files: string[] = [];
  const unreadable: string[] = [];
  const waiting = [""];
  for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
    try {
      for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
        const path = inside === "" ? entry.name : `${inside}${sep}${entry.name}`;
        if (entry.isDirectory() && !isSkipped(entry.name)) waiting.push(path);
        if (entry.isFile()) files.push(path);
      }
    } catch (error) {
      // Gone in between, or never there: nothing to read and nothing to say.
      const code = errorCode(error);
      if (code !== "ENOENT" && code !== "ENOTDIR")
        unreadable.push(`${join(folder, inside)}: ${code}`);
    }
  }
  return { files: files.toSorted(), unreadable };
}
