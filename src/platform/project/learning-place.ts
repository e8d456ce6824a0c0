import { resolve } from "node:path";
import { ownerOf, makeRedact } from "../../redact/redact.ts";
import { userHome } from "../paths.ts";
import { projectIdentity } from "./identity.ts";
import { projectPlace } from "./place.ts";

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
