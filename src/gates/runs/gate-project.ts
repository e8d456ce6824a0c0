import { existsSync, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sharedFolder } from "../../lesson/file/shared-folder.ts";
import { realPath, packageRoot, userHome } from "../../platform/paths.ts";
import type { Place } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { errorCode, fileFault } from "../../platform/files/file-fault.ts";
import { projectIdentity } from "../../platform/project/learning-place.ts";
import { askGit } from "../../platform/project/ask-git.ts";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact } from "../../redact/redact.ts";

/** The project whose notes are reviewed, and where its reviews are. */
export interface GateProject {
  /** Without links, so that paths below it can be compared. */
  readonly root: string;
  readonly workingDirectory: string;
  readonly isRepository: boolean;
  readonly database: string;
  readonly builtInGates: string;
  /** `project:<id>`: what lessons of this project have as their scope. Git may have to be asked for it. */
  readonly scope: () => string;
}

export function requireGateProject(place: Place): GateProject {
  const project = findGateProject(place);
  if (project !== undefined) return project;
  throw new Fault("bad-input", "your home directory is not a project", {
    hint: "run this inside a project; gates and reviews live in its .lessons folder",
  });
}

/** Undefined where `.lessons` is our own home. */
export function findGateProject({ environment, workingDirectory }: Place): GateProject | undefined {
  const folder = sharedFolder(environment, workingDirectory);
  if (folder === undefined) return undefined;
  const root = realPath(folder.root);
  const elsewhere = environment["LESSONS_REVIEW_DB"];
  return {
    root,
    workingDirectory,
    isRepository: folder.isRepository,
    database: elsewhere
      ? resolve(workingDirectory, elsewhere)
      : join(root, ".lessons", "reviews.db"),
    builtInGates: join(packageRoot(), "library", "gates"),
    scope: () => {
      const redact = makeRedact(ownerOf(environment, userHome(environment)));
      return `project:${redact(projectIdentity(folder.root))}`;
    },
  };
}

/** Where the artifacts of runs are, as a path of the project. */
export const reportsFolder = ".lessons/reports";

/**
 * Makes `.lessons` and what is asked for below it. A link there could lead anywhere, so nothing is made
 * below one. What is made here is this machine's own: git leaves it.
 */
export function ensureGateFolder(
  project: GateProject,
  path: ".lessons" | `.lessons/${string}`,
): void {
  const parts = path.split("/");
  for (const [index] of parts.entries()) {
    const folder = join(project.root, ...parts.slice(0, index + 1));
    try {
      mkdirSync(folder);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw fileFault(error, "create the directory", folder);
    }
    if (lstatSync(folder).isDirectory()) continue;
    throw new Fault("file-unwritable", `${folder} is not a directory of the project`, {
      hint: "lessons does not follow links here; use a real folder",
    });
  }
}

const ignored = "reviews.db*\nreports/\n";

/** A file that is there is somebody's own, and stays as it is. */
export function ignoreReviews({ root }: GateProject): void {
  const file = join(root, ".lessons", ".gitignore");
  if (existsSync(file)) return;
  try {
    writeFileSync(file, ignored, { flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw fileFault(error, "write", file);
  }
}

/** Whether git would take up what we keep here, because somebody's own file says nothing about it. */
export function isTakenUp({ root, isRepository }: GateProject): boolean {
  if (!isRepository) return false;
  const ours = [".lessons/reviews.db", ".lessons/reviews.db-wal", `${reportsFolder}/x`];
  const answer = askGit(root, ["check-ignore", "--", ...ours]);
  if (answer === undefined || answer.status > 1) return false;
  const left = answer.out.split("\n");
  return ours.some((path) => !left.includes(path));
}
