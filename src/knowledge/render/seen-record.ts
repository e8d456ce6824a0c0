import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { isRecord, numberAt, recordAt, textAt } from "../../platform/json/fields.ts";
import { gitMarks, type GitMarks } from "../../platform/project/place.ts";
import { projectFile } from "../index/project-file.ts";
import { placeKey, type Manifest, type ManifestEntry } from "./manifest.ts";

/**
 * What we saw in a project at the last look, kept in our home. A file that is gone was deleted by a person only if it
 * was there at that look and git has not been at it since: another branch, another worktree and a stash take files
 * away, too.
 */
interface SeenRecord {
  readonly marks: GitMarks;
  readonly places: ReadonlySet<string>;
  /** The highest numbers that we know of; the manifest may be lost. */
  readonly numbers: Manifest["lastNumbers"];
}

export function readSeen(home: string, root: string): SeenRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(fileOf(home, root), "utf8"));
    if (!isRecord(value) || value["root"] !== root) return undefined;
    const places: readonly unknown[] = Array.isArray(value["places"]) ? value["places"] : [];
    const numbers = recordAt(value, "numbers");
    return {
      marks: { head: textAt(value, "head") ?? "", stash: textAt(value, "stash") ?? "" },
      places: new Set(places.filter((place) => typeof place === "string")),
      numbers: { ADR: numberAt(numbers, "ADR") ?? 0, PF: numberAt(numbers, "PF") ?? 0 },
    };
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

/** Whether what is gone now was there before, and only a person can have taken it away. */
export function wasSeen(
  seen: SeenRecord | undefined,
  root: string,
): (entry: ManifestEntry) => boolean {
  if (seen === undefined) return () => false;
  const now = gitMarks(root);
  const isSame = now.head === seen.marks.head && now.stash === seen.marks.stash;
  return (entry) => isSame && seen.places.has(placeKey(entry));
}

function fileOf(home: string, root: string): string {
  return join(home, projectFile(root, "seen"));
}
