import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { Moment } from "../../match/moment.ts";
import { parseScope } from "../../lesson/record/lesson.ts";

/** A call of the ledger as lessons look at it. What was said around it is not in the ledger. */
export function ledgerMoment({
  tool,
  command,
  path,
  log: { projectId, projectRoot },
}: Pick<LedgerCall, "tool" | "command" | "path" | "log">): Moment {
  const project = projectId === null ? undefined : parseScope(`project:${projectId}`);
  const root = projectRoot === null ? undefined : rooted(projectRoot);
  return {
    call: {
      tool,
      ...(command === null ? {} : { command }),
      paths: path === null ? [] : [rooted(path)],
    },
    ...(project === undefined ? {} : { project }),
    // Sessions start in their project, and the ledger knows no other folder.
    ...(root === undefined ? {} : { projectRoot: root, workingDirectory: root }),
    stack: [],
    recentMessages: [],
    workflows: [],
  };
}

/** The ledger has the owner's home as `~`. For globs it must be a folder at the root, as the home is. */
function rooted(path: string): string {
  return /^~(?=[\\/]|$)/u.test(path) ? `/${path}` : path;
}
