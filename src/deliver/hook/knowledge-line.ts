import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import {
  decisionsPath,
  knowledgeIndex,
  pitfallsPath,
} from "../../knowledge/index/knowledge-index.ts";

/** One line about what is on record in a project, where something is: an agent that does not know of it never looks. */
export function knowledgeLine(root: string | undefined): readonly string[] {
  if (root === undefined) return [];
  const [decisions, pitfalls] = [decisionsPath, pitfallsPath].map((path) =>
    beginning(join(root, path)),
  );
  const index = knowledgeIndex({ decisions: decisions ?? "", pitfalls: pitfalls ?? "" });
  const counts = [
    ...counted(index.decisions.length, "decision"),
    ...counted(index.pitfalls.length, "pitfall"),
  ];
  if (counts.length === 0) return [];
  return [
    `On record in this project: ${counts.join(" and ")}. Look through them before you plan or change something: lessons knowledge index`,
  ];
}

function counted(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
}

/** Of an endless file we count what stands at its beginning; a pipe or a link is none. */
function beginning(path: string): string {
  let descriptor: number | undefined;
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    descriptor = openSync(path, flags);
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    return bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Some hundred entries. Reading more would take the time that the lessons need. */
const mostBytes = 131_072;
