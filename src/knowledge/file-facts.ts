import type { Scope, Lesson } from "../lesson/record/lesson.ts";
import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { referencedFiles } from "./referenced-files.ts";
import { queryOne, type Database } from "../platform/database/database.ts";
import { namesIn } from "../platform/files/names-in.ts";

/**
 * The files that a lesson names and that its project does not have any more. Only what was once there can be gone: its
 * first folder is still there, or an agent worked with it. Where the project lies must be known.
 */
export function fileFacts(
  database: Database,
  rootsOf: (scope: Scope) => readonly string[],
  userHome: string,
): (lesson: Lesson) => readonly string[] {
  const places = new Map<string, readonly string[]>();
  const placesOf = (root: string) => {
    const known = places.get(root) ?? placesIn(root);
    places.set(root, known);
    return known;
  };
  let lookups = 0;
  const wasUsed = (projectId: string, path: string) =>
    lookups++ < mostLookups && isFileOfLedger(database, projectId, path);

  return (lesson) => {
    const roots = rootsOf(lesson.scope);
    if (roots.length === 0) return [];
    const projectId = lesson.scope.slice("project:".length);
    return referencedFiles(lesson).filter((named) => {
      const path = inProject(
        named.replace(/^~(?=\/)/u, () => userHome),
        roots,
      );
      if (path === undefined) return false;
      const isThere = roots.some(
        (root) =>
          existsSync(join(root, path)) ||
          placesOf(root).some((place) => existsSync(join(place, path))),
      );
      return !isThere && (hasFirstFolder(path, roots) || wasUsed(projectId, path));
    });
  };
}

/** Each reads the ledger of a project. */
const mostLookups = 200;

/** Relative to the project; undefined for what lies elsewhere. */
function inProject(named: string, roots: readonly string[]): string | undefined {
  if (!isAbsolute(named)) return named;
  return roots
    .map((root) => relative(root, named))
    .find((path) => path !== "" && !path.startsWith(".."));
}

function hasFirstFolder(path: string, roots: readonly string[]): boolean {
  const [first = ""] = path.split("/");
  return roots.some(
    (root) => statSync(join(root, first), { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

/**
 * Where else a path may begin: people name files by where they stood, which in a repository of several packages is
 * one of those.
 */
function placesIn(root: string): readonly string[] {
  const folders = namesIn(root).filter((name) => name !== "node_modules" && name !== ".git");
  const packages = folders
    .filter((name) => holdsPackages.has(name))
    .flatMap((name) => namesIn(join(root, name)).map((inner) => join(name, inner)));
  return [...folders, ...packages].slice(0, mostPlaces).map((folder) => join(root, folder));
}

const holdsPackages = new Set(["packages", "apps", "libs", "crates", "modules", "services"]);
const mostPlaces = 300;

/** Whether an agent worked with that file of a project. */
function isFileOfLedger(database: Database, projectId: string, path: string): boolean {
  const row = queryOne(
    database,
    `SELECT 1 FROM calls JOIN logs ON logs.number = calls.log
     WHERE logs.project_id = ?1 AND (calls.path = ?2 OR substr(calls.path, -length(?2) - 1) = '/' || ?2) LIMIT 1`,
    projectId,
    path,
  );
  return row !== undefined;
}
