import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Scope } from "../../lesson/record/lesson.ts";
import { projectFolders } from "./upkeep-facts.ts";
import type { Database } from "../../platform/database/database.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { knownProjects } from "../../deliver/known-projects.ts";
import type { UpkeepPlace } from "./gather-facts.ts";

/** The folders on this machine in which a project lies; none where that is not known, or nothing is there any more. */
export type ProjectRoots = (scope: Scope) => readonly string[];

export function projectRoots(database: Database, { home, userHome }: UpkeepPlace): ProjectRoots {
  let folders: ReadonlyMap<string, readonly string[]> | undefined;
  const roots = new Map<Scope, readonly string[]>();
  return (scope) => {
    if (!scope.startsWith("project:")) return [];
    folders ??= foldersByProject(database, { home, userHome });
    const known = roots.get(scope) ?? rootsOf(folders.get(scope) ?? []);
    roots.set(scope, known);
    return known;
  };
}

function foldersByProject(
  database: Database,
  { home, userHome }: UpkeepPlace,
): ReadonlyMap<string, readonly string[]> {
  const ofSessions = projectFolders(database).map(({ projectId, folder }) => ({
    scope: `project:${projectId}`,
    folder: folder.startsWith("~/") ? join(userHome, folder.slice(2)) : folder,
  }));
  const ofHooks = Object.entries(knownProjects(home)).map(([folder, scope]) => ({ scope, folder }));
  const byScope = Map.groupBy([...ofSessions, ...ofHooks], ({ scope }) => scope);
  return new Map([...byScope].map(([scope, found]) => [scope, found.map(({ folder }) => folder)]));
}

/** A session may have begun in a folder below. */
function rootsOf(folders: readonly string[]): readonly string[] {
  const there = [...new Set(folders)]
    .filter((folder) => isAbsolute(folder) && existsSync(folder))
    .slice(-mostFolders);
  return [...new Set(there.map((folder) => resolve(projectPlace(folder).root)))];
}

const mostFolders = 50;
