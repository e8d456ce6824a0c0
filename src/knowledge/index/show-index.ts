import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../platform/json/fields.ts";
import {
  decisionsPath,
  knowledgeIndex,
  pitfallsPath,
  type KnowledgeIndex,
} from "./knowledge-index.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import type { ProjectDisk } from "../render/project-disk.ts";

/**
 * The index of a project, out of our home when its files are as they were. Reading a long file of entries
 * anew for every agent that asks would be for nothing.
 */
export function showIndex(home: string, disk: ProjectDisk): KnowledgeIndex {
  const marks = [decisionsPath, pitfallsPath].map((path) => markOf(join(disk.root, path)));
  const file = join(home, "knowledge", `${shortHash(disk.root).toString(36)}.json`);
  const known = readCached(file);
  if (known !== undefined && known.root === disk.root && isSame(known.marks, marks))
    return known.index;
  const index = knowledgeIndex({
    decisions: disk.read(decisionsPath) ?? "",
    pitfalls: disk.read(pitfallsPath) ?? "",
  });
  keep(file, { version: 1, root: disk.root, marks, index });
  return index;
}

interface CachedIndex {
  readonly version: 1;
  readonly root: string;
  readonly marks: readonly string[];
  readonly index: KnowledgeIndex;
}

/** Which file it is, how long, and when it was changed. */
function markOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined
    ? "none"
    : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((mark, index) => mark === other[index]);
}

/** Only we write it; what is not as we write it is made again. */
function readCached(file: string): CachedIndex | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(value) && value["version"] === 1
      ? (value as unknown as CachedIndex)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A home that cannot be written to is no reason not to answer. */
function keep(file: string, cached: CachedIndex): void {
  try {
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    writeFileAtomically(file, [JSON.stringify(cached)]);
  } catch {
    return;
  }
}
