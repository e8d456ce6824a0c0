import { lstatSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import type { ChosenRepair } from "./catalogue.ts";

/** What decides whether a repair is safe on this machine. */
export interface SafetyPlace {
  /** Of the person. A repository in it is theirs, and does not make all of it a project. */
  readonly userHome: string;
  /** Folders of projects that are known, whether git knows them or not. */
  readonly projects: readonly string[];
}

/**
 * Why a repair is not safe here, in words; undefined where it is. Whoever can write to a folder of PATH, or replace it, decides
 * what the agent runs: that may only be the person and the system, and never what a project brings along. The hook asks.
 */
export function safetyProblem(
  { name, value }: Pick<ChosenRepair, "name" | "value">,
  place: SafetyPlace,
): string | undefined {
  return name === "path" ? folderProblem(value, place) : undefined;
}

function folderProblem(folder: string, place: SafetyPlace): string | undefined {
  const us = process.getuid?.();
  if (us === undefined) return "this system does not show who owns a folder";
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) return `${folder} does not exist`;
    const real = realpathSync.native(folder);
    if (real !== folder) return `${folder} is a link; use ${real}`;
    if (!found.isDirectory()) return `${folder} is not a folder`;
    if (found.uid !== us) return `${folder} belongs to another user`;
    if (isOpen(found)) return `other users can write to ${folder}`;
    const above = foldersAbove(folder);
    const loose = above.find((parent) => isReplaceable(statSync(parent), us));
    if (loose !== undefined) return `other users can write to ${loose}`;
    const project = projectAround([folder, ...above], place);
    return project && `${folder} is inside the project ${project}`;
  } catch {
    return `cannot read ${folder}`;
  }
}

function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}

function isOpen({ mode }: Stats): boolean {
  return (mode & 0o022) !== 0;
}

/** Whether others could put another folder in the place of one in it. In a sticky one only its owner can. */
function isReplaceable(parent: Stats, us: number): boolean {
  if (parent.uid !== us && parent.uid !== 0) return true;
  return isOpen(parent) && (parent.mode & 0o1000) === 0;
}

function projectAround(
  folders: readonly string[],
  { userHome, projects }: SafetyPlace,
): string | undefined {
  return folders.find(
    (folder) =>
      folder !== userHome &&
      (projects.includes(folder) ||
        lstatSync(join(folder, ".git"), { throwIfNoEntry: false }) !== undefined),
  );
}
