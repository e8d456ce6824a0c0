import { appendFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { safeName } from "../../platform/files/names.ts";

/** The folder that is our home. */
interface Home {
  readonly folder: string;
}

/**
 * How many sessions of a project began before this one: what finds no room at one start comes at another. A byte for
 * each session, so that two that begin at once both count. Where nothing can be written, it is always the first.
 */
export function sessionTurn(
  home: Home,
  project: string | undefined,
  { isNew }: { readonly isNew: boolean },
): number {
  try {
    if (isNew) {
      mkdirSync(join(home.folder, turnsFolder), { recursive: true, mode: 0o700 });
      appendFileSync(turnFile(home, project), ".", { mode: 0o600 });
    }
    return Math.max(0, sessionsBegun(home, project) - 1);
  } catch {
    return 0;
  }
}

/** How many sessions of a project have begun so far. */
export function sessionsBegun(home: Home, project: string | undefined): number {
  return statSync(turnFile(home, project), { throwIfNoEntry: false })?.size ?? 0;
}

const turnsFolder = "turns";

function turnFile({ folder }: Home, project = "none"): string {
  return join(folder, turnsFolder, safeName(project));
}
