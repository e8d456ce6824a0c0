import { join, resolve } from "node:path";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact } from "../../redact/redact.ts";
import { SessionQueue } from "./queue.ts";
import { sha256 } from "../../platform/hash.ts";
import { userHome } from "../../platform/paths.ts";
import { projectIdentity } from "../../platform/project/identity.ts";
import { projectPlace } from "../../platform/project/place.ts";

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
