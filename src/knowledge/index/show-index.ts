import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Fault } from "../../platform/fault.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { isRecord } from "../../platform/json/fields.ts";
import { plainText } from "../../redact/plain-text.ts";
import type { ProjectDisk } from "../render/project-disk.ts";
import {
  decisionsPath,
  knowledgeIndex,
  pitfallsPath,
  type KnowledgeIndex,
} from "./knowledge-index.ts";
import { projectFile } from "./project-file.ts";
import { numberOf, readKnowledge } from "./read-knowledge.ts";

/**
 * The index of a project, out of our home when its files are as they were. Reading a long file of entries
 * anew for every agent that asks would be for nothing.
 */
export function showIndex(home: string, disk: ProjectDisk): KnowledgeIndex {
  const marks = [decisionsPath, pitfallsPath].map((path) => markOf(join(disk.root, path)));
  const file = join(home, projectFile(disk.root, "json"));
  const known = readCached(file);
  if (known?.root === disk.root && isDeepStrictEqual(known.marks, marks)) return known.index;
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

export interface ShownEntry {
  readonly id: string;
  readonly title: string;
  /** Relative to the project. */
  readonly path: string;
  /** The whole section, without what a reader cannot see. */
  readonly text: string;
}

/** The entry with an id: `ADR-003`, `adr-3` and `ADR3` are the same. */
export function showEntry(disk: ProjectDisk, name: string): ShownEntry {
  const [, prefix = "", digits = ""] = /^(adr|pf)-?(\d{1,9})$/i.exec(name.trim()) ?? [];
  if (digits === "") {
    throw new Fault("bad-input", `${name} is not an entry id`, {
      hint: "ids look like ADR-003 and PF-012; to list them: lessons project knowledge index",
    });
  }
  const path = prefix.toUpperCase() === "ADR" ? decisionsPath : pitfallsPath;
  const found = readKnowledge(disk.read(path) ?? "").sections.find(
    ({ id }) => id !== undefined && numberOf(id) === Number(digits),
  );
  if (found?.id === undefined) {
    throw new Fault("no-such-entry", `${path} has no ${name}`, {
      hint: "lessons project knowledge index lists what there is",
    });
  }
  return { id: found.id, title: found.title, path, text: plainText(found.text) };
}
