import { queryAll, type Database } from "../../platform/database/database.ts";

/** What people call each project of the ledger, by its id: `shop`, not `path-397e8b243079`. */
export type ProjectNames = ReadonlyMap<string, string>;

export function projectNames(database: Database): ProjectNames {
  const rows = queryAll<SeenProject>(
    database,
    `SELECT project_id AS id, project AS folder, count(*) AS logs FROM logs
     WHERE project_id IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC, 2`,
  );
  return namesOf(rows);
}

interface SeenProject {
  readonly id: string;
  readonly folder: string | null;
}

/**
 * The last part of where it was cloned from, else of the folder that most of its sessions were held in. Where two would be
 * called the same, each gets as many parts more as tell it from the others.
 */
export function namesOf(projects: readonly SeenProject[]): ProjectNames {
  const parts = new Map<string, readonly string[]>();
  for (const { id, folder } of projects) {
    if (!parts.has(id)) parts.set(id, partsOf(id, folder));
  }
  const named = new Map<string, string>();
  for (const [id, own] of parts) {
    const others = [...parts].flatMap(([other, found]) => (other === id ? [] : [found]));
    const isTaken = (count: number) =>
      others.some((other) => nameOf(other, count) === nameOf(own, count));
    let count = 1;
    while (count < own.length && isTaken(count)) count += 1;
    named.set(id, nameOf(own, count));
  }
  return named;
}

/** The project of a scope by name; undefined where the scope is no project. */
export function scopeProject(scope: string, names: ProjectNames): string | undefined {
  if (!scope.startsWith("project:")) return undefined;
  const id = scope.slice("project:".length);
  return names.get(id) ?? nameOf(partsOf(id, null), 1);
}

function nameOf(parts: readonly string[], count: number): string {
  return parts.slice(-count).join("/");
}

function partsOf(id: string, folder: string | null): readonly string[] {
  const isHash = /^(?:path|root)-[0-9a-f]{12,16}$/u.test(id);
  const path = isHash && folder !== null ? withoutWorktree(folder) : id;
  const parts = path.split(/[\\/]+/u).filter((part) => part !== "" && part !== "~");
  return parts.length === 0 ? [id] : parts;
}

/** Agents make checkouts for a session: `…/shop/.agent/worktrees/brave-fox` is shop. */
function withoutWorktree(path: string): string {
  return /^(.+?)[\\/](?:\.[\w-]{1,40}[\\/])?\.?worktrees[\\/]/u.exec(path)?.[1] ?? path;
}
