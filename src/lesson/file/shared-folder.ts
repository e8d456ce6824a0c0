import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSlug } from "../record/slug.ts";
import { errorCode, fileFault } from "../../platform/files/file-fault.ts";
import { Fault } from "../../platform/fault.ts";
import { sha256 } from "../../platform/hash.ts";
import { resolvePaths, realPath } from "../../platform/paths.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";

/** Where a project keeps the lessons that it shares. */
export interface SharedFolder {
  /** The folder that the project begins with. */
  readonly root: string;
  readonly path: string;
  readonly isRepository: boolean;
}

/** The folder for the project of a directory, whether it is there or not. None where `.lessons` is our own home. */
export function sharedFolder(
  environment: NodeJS.ProcessEnv,
  workingDirectory: string,
): SharedFolder | undefined {
  const { root, isRepository } = projectPlace(workingDirectory);
  const ours = realPath(resolvePaths(environment).home);
  if (realPath(join(root, ".lessons")) === ours) return undefined;
  return { root, path: join(root, ...folderNames), isRepository };
}

const folderNames = [".lessons", "lessons"] as const;

export function sharedFileName(slug: string): string {
  return `${slug}.md`;
}

/** The path as the project's people know it. */
export function pathInProject(slug: string): string {
  return [...folderNames, sharedFileName(slug)].join("/");
}

/** A longer file is not read, and therefore not written. Not beside the writing, which it takes a parser of YAML to load. */
export const longestLessonFile = 64_000;

export interface SharedListing {
  /** The slugs of the files, in text order. */
  readonly slugs: readonly string[];
  /** Files whose names we would never give. */
  readonly strangers: readonly string[];
}

/** The files in the folder, or undefined when there is none. A folder that is a link leads out of the project: it is none. */
export function listShared(folder: SharedFolder): SharedListing | undefined {
  if (!isThere(folder)) return undefined;
  const { path } = folder;
  try {
    const names = readdirSync(path)
      .filter((name) => name.endsWith(".md") && name !== "README.md")
      .toSorted();
    const slugs = names.map((name) => name.slice(0, -".md".length));
    return {
      slugs: slugs.filter(isSlug),
      strangers: names.filter((_, index) => !isSlug(slugs[index] ?? "")),
    };
  } catch (error) {
    throw fileFault(error, "read", path);
  }
}

/** A lesson file as it is now. */
export interface FileText {
  readonly slug: string;
  readonly text: string;
  readonly hash: string;
}

type SharedText = FileText | { readonly problem: string } | undefined;

/** The text of a file; undefined when it is not there. Links are not followed, and nothing but a file is read. */
export function readShared(folder: SharedFolder, slug: string): SharedText {
  if (!isThere(folder)) return undefined;
  const file = readProjectFile(folder.root, pathInProject(slug), longestLessonFile);
  if ("text" in file) return { slug, text: file.text, hash: sharedHash(file.text) };
  return file.isGone ? undefined : { problem: file.problem };
}

/** The same for every way to end a line: git may change it on the way. */
export function sharedHash(text: string): string {
  return sha256(text.replace(/\r\n?/g, "\n"));
}

/** Makes the folder, and nothing where a link is in the way: it could lead anywhere. */
export function ensureSharedFolder({ root }: SharedFolder): void {
  for (const [index] of folderNames.entries()) {
    const path = join(root, ...folderNames.slice(0, index + 1));
    try {
      mkdirSync(path);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw fileFault(error, "create the directory", path);
    }
    if (!isFolder(path)) {
      throw new Fault("file-unwritable", `${path} is not a directory of the project`, {
        hint: "lessons does not follow links here; use a real folder",
      });
    }
  }
}

function isThere({ root }: SharedFolder): boolean {
  return folderNames.every((_, index) => isFolder(join(root, ...folderNames.slice(0, index + 1))));
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
