import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { isRecord, numberAt, recordAt, type JsonRecord } from "../../platform/json/fields.ts";
import { gitMarks } from "../../platform/project/place.ts";
import { projectFile } from "../index/project-file.ts";
import { emptyManifest, placeKey, type Manifest, type ManifestEntry } from "./manifest.ts";

/** What is known of a project by our last look at it. */
export interface SeenBefore {
  /** Whether what is gone now was there at our last look, and nobody but a person can have taken it away. */
  readonly wasSeen: (entry: ManifestEntry) => boolean;
  /** The highest numbers that we know were given; the manifest may be lost. */
  readonly knownNumbers: Manifest["lastNumbers"];
}

/**
 * Out of our home. A file that is gone was deleted by a person only if it was there at that look and git has not been
 * at it since: another branch, another worktree and a stash take files away, too.
 */
export function readSeen(home: string, root: string): SeenBefore {
  const seen = recordIn(fileOf(home, root));
  if (seen?.["root"] !== root)
    return { wasSeen: () => false, knownNumbers: emptyManifest.lastNumbers };
  const numbers = recordAt(seen, "numbers");
  const places = new Set<unknown>(Array.isArray(seen["places"]) ? seen["places"] : []);
  const now = gitMarks(root);
  const isSame = now.head === seen["head"] && now.stash === seen["stash"];
  return {
    wasSeen: (entry) => isSame && places.has(placeKey(entry)),
    knownNumbers: { ADR: numberAt(numbers, "ADR") ?? 0, PF: numberAt(numbers, "PF") ?? 0 },
  };
}

function recordIn(file: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function writeSeen(
  home: string,
  root: string,
  present: readonly ManifestEntry[],
  numbers: Manifest["lastNumbers"],
): void {
  const file = fileOf(home, root);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const value = { version: 1, root, ...gitMarks(root), places: present.map(placeKey), numbers };
  writeFileAtomically(file, [`${JSON.stringify(value)}\n`]);
}

function fileOf(home: string, root: string): string {
  return join(home, projectFile(root, "seen"));
}
