import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { isRecord, numberAt, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { gitMarks, hasGitMoved } from "../../platform/project/place.ts";
import { projectFile } from "../index/project-file.ts";
import { placeKey, type ManifestEntry } from "./manifest.ts";

/** What is known of a project by our last look at it. */
export interface SeenBefore {
  /** Whether what is gone now was there at our last look, and nobody but a person can have taken it away. */
  readonly wasSeen: (entry: ManifestEntry) => boolean;
}

/**
 * Out of our home. A file that is gone was deleted by a person only if it was there at that look and git has not been
 * at it since: another branch, another worktree, a stash and a reset take files away, too.
 */
export function readSeen(home: string, root: string): SeenBefore {
  const seen = recordIn(fileOf(home, root));
  if (seen?.["root"] !== root) return { wasSeen: () => false };
  const places = new Set<unknown>(Array.isArray(seen["places"]) ? seen["places"] : []);
  const marks = {
    head: textAt(seen, "head") ?? "",
    stash: textAt(seen, "stash") ?? "",
    log: numberAt(seen, "log") ?? 0,
  };
  const isLeftAlone = !hasGitMoved(root, marks);
  return { wasSeen: (entry) => isLeftAlone && places.has(placeKey(entry)) };
}

function recordIn(file: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function writeSeen(home: string, root: string, present: readonly ManifestEntry[]): void {
  const file = fileOf(home, root);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const value = { version: 1, root, ...gitMarks(root), places: present.map(placeKey) };
  writeFileAtomically(file, [`${JSON.stringify(value)}\n`]);
}

function fileOf(home: string, root: string): string {
  return join(home, projectFile(root, "seen"));
}
