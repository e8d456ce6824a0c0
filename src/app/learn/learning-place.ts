import { join, resolve } from "node:path";
import { ownerOf } from "../../core/owner.ts";
import { makeRedact } from "../../core/redact.ts";
import { SessionQueue } from "../../learn/queue.ts";
import { sha256 } from "../../system/hash.ts";
import { userHome } from "../../system/paths.ts";
import { projectIdentity } from "../../system/project-identity.ts";
import { projectPlace } from "../../system/project-place.ts";

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

/** The sessions of a project that wait. A project is named by what it was cloned from, which is no name for a folder. */
export function queueOf(home: string, { scope }: Pick<LearningPlace, "scope">): SessionQueue {
  const name = sha256(scope).slice("sha256:".length, "sha256:".length + 16);
  return new SessionQueue(join(home, "learn", name));
}
