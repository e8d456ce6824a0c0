import { resolve } from "node:path";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact } from "../../redact/redact.ts";
import { userHome } from "../paths.ts";
import { projectPlace, remoteIdentity } from "./place.ts";
import { unnamedIdentity } from "./unnamed-identity.ts";

/** A project as a place to learn about. */
export interface LearningPlace {
  /** The folder that the project begins with. */
  readonly root: string;
  readonly projectId: string;
  /** `project:<id>` */
  readonly scope: `project:${string}`;
}

/** The project of a directory, under the name that scans give it. */
export function learningPlace(
  environment: NodeJS.ProcessEnv,
  directory: string,
  repository?: string,
): LearningPlace {
  const { root } = projectPlace(resolve(directory));
  const redact = makeRedact(ownerOf(environment, userHome(environment)));
  const projectId = redact(projectIdentity(resolve(directory), repository));
  return { root, projectId, scope: `project:${projectId}` };
}

/**
 * The name of the project that a directory belongs to, the same on every machine: where it was cloned
 * from, else its first commit. A directory that is gone, or that never was in a repository, is named by
 * its path.
 */
export function projectIdentity(directory: string, repository?: string): string {
  if (repository !== undefined) {
    const id = remoteIdentity(repository);
    if (id !== undefined) return id;
  }
  const place = projectPlace(directory);
  return place.id ?? unnamedIdentity(place);
}
