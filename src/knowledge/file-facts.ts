import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { knownExtension, knownName, token, url } from "../capture/sayings/files-named.ts";
import { bodyText } from "../lesson/record/body.ts";
import type { Lesson, Scope } from "../lesson/record/lesson.ts";
import { queryOne, type Database } from "../platform/database/database.ts";
import { namesIn } from "../platform/files/names.ts";

/**
 * The files and folders that a lesson names, in its text or its patterns, and that its project does not have any more. Only what
 * was once there can be gone: its first folder is still there, or an agent worked with it. Where the project lies must be known.
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
    return referencedPaths(lesson).filter((named) => {
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
      const isBelow = path.replace(/\/$/, "").includes("/");
      return !isThere && ((isBelow && hasFirstFolder(path, roots)) || wasUsed(projectId, path));
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

/** Whether an agent worked with that file of a project, or with a file in that folder of it. */
function isFileOfLedger(database: Database, projectId: string, path: string): boolean {
  const row = queryOne(
    database,
    `SELECT 1 FROM calls JOIN logs ON logs.number = calls.log
     WHERE logs.project_id = ?1 AND calls.path IS NOT NULL AND CASE substr(?2, -1)
       WHEN '/' THEN instr('/' || calls.path, '/' || ?2) > 0
       ELSE calls.path = ?2 OR substr(calls.path, -length(?2) - 1) = '/' || ?2 END LIMIT 1`,
    projectId,
    path,
  );
  return row !== undefined;
}

/**
 * The files and folders that a lesson names with a folder, as they are written, without `./`. A bare name is left out: it
 * may lie anywhere. So is what a build makes, for it comes and goes.
 */
export function referencedPaths({ summary, kind, body, triggers }: Lesson): readonly string[] {
  const text = `${summary}\n${bodyText(kind, body)}`.slice(0, longestText).replaceAll(url, " ");
  const expressions = [...triggers.commandPatterns, ...triggers.contentPatterns];
  const named = [
    ...pathsIn(text),
    ...triggers.pathPatterns.flatMap(placeOfGlob),
    ...expressions.flatMap((pattern) => pathsIn(literalText(pattern))),
  ];
  return [...new Set(named)].slice(0, mostPaths);
}

const longestText = 20_000;
const mostPaths = 30;

/** Files by their ending; other paths where they end with a slash or stand in backticks: `and/or` is no path. */
function pathsIn(text: string): readonly string[] {
  const quoted = new Set(Array.from(text.matchAll(/`([^`\s]{3,200})`/gu), ([, word = ""]) => word));
  return Array.from(text.matchAll(token), ([word]) => word).flatMap((word) => {
    const path = trimmed(word);
    if (isProjectFile(path)) return [path];
    if (!isProjectPath(path)) return [];
    if (/[^/]\/$/u.test(word)) return [`${path}/`];
    return quoted.has(word) && path.includes("/") ? [path] : [];
  });
}

/** Without wildcards it is the file, else the folder that they begin in. */
function placeOfGlob(glob: string): readonly string[] {
  const path = glob.replace(/^!/u, "").replace(/^\.\//u, "");
  const wildcard = path.search(/[*?[\]{}()!]/u);
  const place = wildcard < 0 ? path : path.slice(0, path.lastIndexOf("/", wildcard) + 1);
  return place.includes("/") && isProjectPath(trimmed(place)) ? [place] : [];
}

/**
 * What an expression says literally. Words with anything in them that could stand for something else are left out, so that no
 * path is made up: `tsx?` names neither `ts` nor `tsx`.
 */
function literalText(pattern: string): string {
  return pattern
    .slice(0, longestText)
    .replaceAll(/\\(?:[bBs]|[nrt])(?:[*+?]|\{[^}]{0,10}\})?\??/gu, " ")
    .replaceAll(/\(\?(?:[:=!]|<[=!])/gu, " ")
    .replaceAll(/\\[wWdDSpPkuxc\d]|\[(?:[^\]\\]|\\.)*\]|(?<!\\)[.*+?{}]/gu, unknown)
    .replaceAll(/(?<!\\)[()|^$]/gu, " ")
    .replaceAll(/\\(.)/gu, "$1")
    .replaceAll(new RegExp(`\\S*${unknown}\\S*`, "gu"), " ");
}

/** Nothing that a pattern can contain. */
const unknown = "\u0001";

function trimmed(word: string): string {
  return word.replace(/[./\\-]{1,3}$/u, "").replace(/^(?:\.\/){1,3}/u, "");
}

function isProjectFile(path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  if (!path.includes("/") || !(knownExtension.test(name) || knownName.test(name))) return false;
  return isProjectPath(path);
}

function isProjectPath(path: string): boolean {
  const folders = path.split("/");
  if (path === "" || /[\\]|^[@-]/u.test(path) || folders.includes("..")) return false;
  const [first = ""] = folders;
  return !host.test(first) && !examples.has(first) && !folders.some((folder) => made.test(folder));
}

/** `example.org/a.md` is an address. */
const host = /^[\w-]{1,60}(?:\.[\w-]{1,60}){0,3}\.[a-z]{2,10}$/iu;
const examples = new Set(["path", "foo", "some", "your", "example"]);
const made =
  /^(?:node_modules|dist|build|out|target|coverage|tmp|vendor|__pycache__|\.?venv|\.next|\.cache)$/u;
