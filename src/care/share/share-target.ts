import { ownerOf, makeRedact } from "../../redact/redact.ts";
import { Fault } from "../../platform/fault.ts";
import { userHome } from "../../platform/paths.ts";
import { projectIdentity } from "../../platform/project/identity.ts";
import type { ShareTarget } from "./share-lesson.ts";
import { sharedFolder } from "../../lesson/file/shared-folder.ts";

/** The project of a directory as somewhere to share lessons with. */
export function shareTarget(environment: NodeJS.ProcessEnv, workingDirectory: string): ShareTarget {
  const folder = sharedFolder(environment, workingDirectory);
  if (folder?.isRepository !== true) {
    throw new Fault("bad-input", `${workingDirectory} is not in a git repository`, {
      hint: "lessons are shared through a project's repository: go there, or git init",
    });
  }
  const redact = makeRedact(ownerOf(environment, userHome(environment)));
  return { folder, redact, project: `project:${redact(projectIdentity(folder.root))}` };
}
