import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { knownProjects } from "../../deliver/known-projects.ts";
import type { Scope } from "../../lesson/record/lesson.ts";
import { queryAll, queryOne, type Database } from "../../platform/database/database.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { projectManifests, type ProjectManifest } from "./project-manifests.ts";
import type { UpkeepPlace } from "./plan-upkeep.ts";
import type { KnownVersion } from "./upkeep-finding.ts";
import { lowestAllowed, parseVersion } from "./valid-until.ts";

/**
 * Which version of something a lesson meets where it holds: that of an agent by its newest session, that of a project
 * and of what it needs by its manifests. Of a range it is the lowest version that it allows, for only when
 * that one is past, all are. Undefined when nobody knows.
 */
export function versionFacts(
  database: Database,
  roots: ProjectRoots,
): (scope: Scope, name: string | undefined) => KnownVersion | undefined {
  const known = new Map<string, readonly ProjectManifest[]>();
  const manifestsOf = (root: string) => {
    const manifests = known.get(root) ?? projectManifests(root);
    known.set(root, manifests);
    return manifests;
  };
  return (scope, name) => {
    // Several clones of a project may be at different versions; then nobody knows which one is meant.
    const [root, ...others] = roots(scope);
    const manifests = root === undefined || others.length > 0 ? [] : manifestsOf(root);
    if (name === undefined) return knownVersion(ownVersion(manifests), "the project is at");
    return (
      neededVersion(manifests, name) ??
      knownVersion(newestAgentVersion(database, name), `the latest session used ${name}`)
    );
  };
}

/** A project in two languages may have two, and then nobody knows which one is meant. */
function ownVersion(manifests: readonly ProjectManifest[]): string | undefined {
  const versions = new Set(manifests.flatMap(({ version }) => version ?? []));
  return versions.size === 1 ? [...versions][0] : undefined;
}

function neededVersion(
  manifests: readonly ProjectManifest[],
  name: string,
): KnownVersion | undefined {
  for (const { asksFor } of manifests) {
    const range = asksFor(name);
    const version = range === undefined ? undefined : lowestAllowed(range);
    if (version !== undefined && range !== undefined)
      return { version, words: `the project asks for ${name} ${range.slice(0, longestShown)}` };
  }
  return undefined;
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
