import { resolve } from "node:path";
import { ownerOf } from "../../core/owner.ts";
import { makeRedact, type Redact } from "../../core/redact.ts";
import { Fault } from "../../system/fault.ts";
import { userHome } from "../../system/paths.ts";
import { realPath } from "../../system/project-config.ts";
import { projectIdentity } from "../../system/project-identity.ts";
import { projectPlace } from "../../system/project-place.ts";
import { projectDisk, type ProjectDisk } from "./project-disk.ts";

/** A project as a place to render to. */
export interface RenderPlace {
  readonly disk: ProjectDisk;
  /** `project:<id>` */
  readonly project: `project:${string}`;
  readonly redact: Redact;
}

/** The project of a directory. A home is none: what is rendered there would be in every project. */
export function renderPlace(environment: NodeJS.ProcessEnv, directory: string): RenderPlace {
  const { root } = projectPlace(resolve(directory));
  const home = userHome(environment);
  if (realPath(root) === realPath(home) || resolve(root) === "/") {
    throw new Fault("bad-input", `${root} is not a project`, {
      hint: "go into a project, or name one with --project",
    });
  }
  const redact = makeRedact(ownerOf(environment, home));
  return { disk: projectDisk(root), redact, project: `project:${redact(projectIdentity(root))}` };
}
