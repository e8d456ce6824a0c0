import { join } from "node:path";
import { isRecord, recordAt, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import type { Scope } from "../../lesson/record/lesson.ts";
import type { KnownVersion } from "./lesson-rule.ts";
import { lowestAllowed, parseVersion } from "./version.ts";
import type { Database } from "../../platform/database/database.ts";
import { newestAgentVersion } from "./upkeep-facts.ts";
import { fileTail } from "../../platform/files/file-tail.ts";
import type { ProjectRoots } from "./project-roots.ts";

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
    if (name === undefined) return projectVersion(manifest);
    return neededVersion(manifest, name) ?? agentVersion(database, name);
  };
}

function readManifest(root: string): JsonRecord | undefined {
  const value = parseJsonLine(fileTail(join(root, "package.json"), longestManifest));
  return isRecord(value) ? value : undefined;
}

/** Longer ones are not cut into something else: what is left is no JSON. */
const longestManifest = 1_048_576;

function projectVersion(manifest: JsonRecord | undefined): KnownVersion | undefined {
  return known(textAt(manifest, "version"), "the project is at");
}

function neededVersion(manifest: JsonRecord | undefined, name: string): KnownVersion | undefined {
  for (const field of ["dependencies", "devDependencies", "optionalDependencies", "engines"]) {
    const range = textAt(recordAt(manifest, field), name);
    const version = range === undefined ? undefined : lowestAllowed(range);
    if (version !== undefined && range !== undefined)
      return { version, words: `the project asks for ${name} ${range.slice(0, longestShown)}` };
  }
  const manager = textAt(manifest, "packageManager") ?? "";
  return manager.startsWith(`${name}@`)
    ? known(manager.slice(name.length + 1).split("+")[0], `the project uses ${name}`)
    : undefined;
}

function agentVersion(database: Database, name: string): KnownVersion | undefined {
  return known(newestAgentVersion(database, name), `the newest session is of ${name}`);
}

function known(text: string | undefined, words: string): KnownVersion | undefined {
  const version = text === undefined ? undefined : parseVersion(text);
  return version && { version, words: `${words} ${text}` };
}

const longestShown = 40;
