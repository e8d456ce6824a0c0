import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Fault } from "../../platform/fault.ts";
import { realPath, resolvePaths, userHome } from "../../platform/paths.ts";
import { projectIdentity } from "../../platform/project/learning-place.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact, type Redact } from "../../redact/redact.ts";
import { projectDisk, type ProjectDisk } from "./project-disk.ts";

/** A project that is rendered to. */
export interface RenderedProject {
  readonly disk: ProjectDisk;
  /** `project:<id>` */
  readonly project: `project:${string}`;
  /** Our folder. */
  readonly home: string;
}

/** A project as a place to render to. */
export interface RenderPlace extends RenderedProject {
  readonly redact: Redact;
}

/** The project of a directory. A home is none: what is rendered there would be in every project. */
export function renderPlace(environment: NodeJS.ProcessEnv, directory: string): RenderPlace {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Fault("bad-input", `no such folder: ${directory}`, {
      hint: "go into a project, or name one with --project",
    });
  }
  const root = realPath(projectPlace(resolve(directory)).root);
  const home = userHome(environment);
  if (realPath(root) === realPath(home) || resolve(root) === "/") {
    throw new Fault("bad-input", `${root} is not a project`, {
      hint: "go into a project, or name one with --project",
    });
  }
  const redact = makeRedact(ownerOf(environment, home));
  return {
    disk: projectDisk(root),
    redact,
    project: `project:${redact(projectIdentity(root))}`,
    home: resolvePaths(environment).home,
  };
}
