import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { knownExtension, knownName, token, url } from "../capture/sayings/files-named.ts";
import { bodyText } from "../lesson/record/body.ts";
import type { Lesson, Scope } from "../lesson/record/lesson.ts";
import { queryOne, type Database } from "../platform/database/database.ts";
import { namesIn } from "../platform/files/names.ts";

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

/**
 * The files that a lesson's text names with a folder, as they are written, without `./`. A bare name is left out: it
 * may lie anywhere. So is what a build makes, for it comes and goes.
 */
export function referencedFiles({ summary, kind, body }: Lesson): readonly string[] {
  const text = `${summary}\n${bodyText(kind, body)}`.slice(0, longestText).replaceAll(url, " ");
  const words = Array.from(text.matchAll(token), ([word]) => trimmed(word));
  return [...new Set(words.filter(isProjectFile))].slice(0, mostFiles);
}

const longestText = 20_000;
const mostFiles = 20;

function trimmed(word: string): string {
  return word.replace(/[./\\-]{1,3}$/u, "").replace(/^(?:\.\/){1,3}/u, "");
}

function isProjectFile(path: string): boolean {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  if (folders.length === 0 || !(knownExtension.test(name) || knownName.test(name))) return false;
  if (/[\\]|^[@-]/u.test(path) || folders.includes("..")) return false;
  const [first = ""] = folders;
  return !host.test(first) && !examples.has(first) && !folders.some((folder) => made.test(folder));
}

/** `example.org/a.md` is an address. */
const host = /^[\w-]{1,60}(?:\.[\w-]{1,60}){0,3}\.[a-z]{2,10}$/iu;
const examples = new Set(["path", "foo", "some", "your", "example"]);
const made =
  /^(?:node_modules|dist|build|out|target|coverage|tmp|vendor|__pycache__|\.?venv|\.next|\.cache)$/u;
