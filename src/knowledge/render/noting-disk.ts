import { noteFile } from "../../lesson/journal.ts";
import type { Database } from "../../platform/database/database.ts";
import type { ProjectDisk } from "./project-disk.ts";

/** The same disk, and each change of it is in the journal first, so that `undo` can take it back. */
export function notingDisk(database: Database, disk: ProjectDisk): ProjectDisk {
  const { root } = disk;
  return {
    ...disk,
    write: (path, text, expected) => {
      noteFile(database, { root, path, before: expected ?? null, after: text });
      disk.write(path, text, expected);
    },
    remove: (path, expected) => {
      noteFile(database, { root, path, before: expected ?? null, after: null });
      disk.remove(path, expected);
    },
  };
}
