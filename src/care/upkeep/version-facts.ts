import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { knownProjects } from "../../deliver/known-projects.ts";
import type { Scope } from "../../lesson/record/lesson.ts";
import { queryAll, queryOne, type Database } from "../../platform/database/database.ts";
import { isRecord, recordAt, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";
import type { UpkeepPlace } from "./plan-upkeep.ts";
import type { KnownVersion } from "./upkeep-finding.ts";
import { lowestAllowed, parseVersion } from "./valid-until.ts";

/**
 * Which version of something a lesson meets where it holds: that of an agent by its newest session, that of a project
 * and of what it needs by its `package.json`. Of a range it is the lowest version that it allows, for only when
 * that one is past, all are. Undefined when nobody knows.
 */
export function versionFacts(
  database: Database,
  roots: ProjectRoots,
): (scope: Scope, name: string | undefined) => KnownVersion | undefined {
  const manifests = new Map<string, JsonRecord | undefined>();
  const manifestOf = (root: string) => {
    if (!manifests.has(root)) manifests.set(root, readManifest(root));
    return manifests.get(root);
  };
  return (scope, name) => {
    // Several clones of a project may be at different versions; then nobody knows which one is meant.
    const [root, ...others] = roots(scope);
    const manifest = root === undefined || others.length > 0 ? undefined : manifestOf(root);
    if (name === undefined) return knownVersion(textAt(manifest, "version"), "the project is at");
    return (
      neededVersion(manifest, name) ??
      knownVersion(newestAgentVersion(database, name), `the newest session is of ${name}`)
    );
  };
}

function readManifest(root: string): JsonRecord | undefined {
  const file = readProjectFile(root, "package.json", longestManifest);
  const value = "text" in file ? parseJsonLine(file.text) : undefined;
  return isRecord(value) ? value : undefined;
}

const longestManifest = 1_048_576;

function neededVersion(manifest: JsonRecord | undefined, name: string): KnownVersion | undefined {
  for (const field of ["dependencies", "devDependencies", "optionalDependencies", "engines"]) {
    const range = textAt(recordAt(manifest, field), name);
    const version = range === undefined ? undefined : lowestAllowed(range);
    if (version !== undefined && range !== undefined)
      return { version, words: `the project asks for ${name} ${range.slice(0, longestShown)}` };
  }
  const manager = textAt(manifest, "packageManager") ?? "";
  return manager.startsWith(`${name}@`)
    ? knownVersion(manager.slice(name.length + 1).split("+")[0], `the project uses ${name}`)
    : undefined;
}

function knownVersion(text: string | undefined, words: string): KnownVersion | undefined {
  const version = text === undefined ? undefined : parseVersion(text);
  return version && { version, words: `${words} ${text}` };
}

const longestShown = 40;

/** The version of an agent in its newest session. */
function newestAgentVersion(database: Database, agent: string): string | undefined {
  return queryOne<{ version: string }>(
    database,
    `SELECT agent_version AS version FROM logs WHERE agent = ? AND agent_version IS NOT NULL
     ORDER BY coalesce(ended_at, started_at, '') DESC LIMIT 1`,
    agent,
  )?.version;
}

/** The folders on this machine in which a project lies; none where that is not known, or nothing is there any more. */
type ProjectRoots = (scope: Scope) => readonly string[];

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

/** Where the sessions of each project were held. Redacted: the user's home is `~`. */
function projectFolders(
  database: Database,
): readonly { readonly projectId: string; readonly folder: string }[] {
  return queryAll(
    database,
    `SELECT DISTINCT project_id AS projectId, project AS folder FROM logs
     WHERE project_id IS NOT NULL AND project IS NOT NULL ORDER BY folder`,
  );
}
