import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SessionProject } from "../../agents/delivery.ts";
import type { CacheIndex } from "../compile/cache-index.ts";

/** What was found out about the project when the session began, so that no call has to. */
export interface SessionNote extends SessionProject {
  /** Whether it holds for the whole session. Otherwise it goes with the folder that the agent is in. */
  readonly isLasting: boolean;
}

export const noteFile = "project.json";

/** The note of the session; without one, what is known of the folder. */
export function sessionNote(
  folder: string | undefined,
  workingDirectory: string | undefined,
  { projects }: CacheIndex,
): SessionNote {
  const note = folder === undefined ? undefined : readNote(folder);
  if (note !== undefined) return note;
  const root = workingDirectory === undefined ? undefined : rootOf(workingDirectory, projects);
  const project = root === undefined ? undefined : projects[root];
  return root === undefined || project === undefined
    ? unknown
    : { project, projectRoot: root, stack: [], isLasting: false };
}

/** The folder itself, or the repository that it is in. What else lies above it is another project. */
function rootOf(folder: string, projects: CacheIndex["projects"]): string | undefined {
  const own = resolve(folder);
  if (Object.hasOwn(projects, own)) return own;
  for (let place = own; ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return Object.hasOwn(projects, place) ? place : undefined;
    if (dirname(place) === place) return undefined;
  }
}

const unknown: SessionNote = { stack: [], isLasting: false };

function readNote(folder: string): SessionNote | undefined {
  try {
    const note = JSON.parse(readFileSync(join(folder, noteFile), "utf8")) as Partial<SessionNote>;
    return { ...note, stack: Array.isArray(note.stack) ? note.stack : [], isLasting: true };
  } catch {
    return undefined;
  }
}
