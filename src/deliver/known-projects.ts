import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Folders of projects in which sessions have begun, and which project each is: the hook notes them. The last
 * word on a folder holds.
 */
export function knownProjects(home: string): Readonly<Record<string, string>> {
  const projects = new Map<string, string>();
  for (const line of linesOf(join(home, projectsFile))) {
    const [folder, project] = line.split("\t");
    if (folder === undefined || project === undefined) continue;
    projects.delete(folder);
    projects.set(folder, project);
  }
  return Object.fromEntries([...projects].slice(-mostProjects));
}

/** One line each: the folder, a tab, `project:<id>`. */
const projectsFile = "projects.tsv";
const mostProjects = 1000;

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}
