import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  decisionsPath,
  knowledgeIndex,
  pitfallsPath,
} from "../../knowledge/index/knowledge-index.ts";
import { projectFile } from "../../knowledge/index/project-file.ts";
import { beginningInProject } from "../../platform/project/project-file.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { HookHome } from "./home.ts";

/** One line about what is on record in a project, where something is: an agent that does not know of it never looks. */
export function knowledgeLine(root: string | undefined): readonly string[] {
  if (root === undefined) return [];
  const [decisions, pitfalls] = [decisionsPath, pitfallsPath].map((path) =>
    beginningInProject(root, path, mostBytes),
  );
  const index = knowledgeIndex({ decisions: decisions ?? "", pitfalls: pitfalls ?? "" });
  const counts = [
    ...counted(index.decisions.length, "decision"),
    ...counted(index.pitfalls.length, "pitfall"),
  ];
  if (counts.length === 0) return [];
  return [
    `This project has ${counts.join(" and ")} on record. Read them before you plan or change something: lessons project knowledge index`,
  ];
}

function counted(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
}

/** Some hundred entries. Reading more would take the time that the lessons need. */
const mostBytes = 131_072;

/** What was rendered into a project since the last session began there. Asking takes it away: it is said once. */
export function renderNews({ folder }: HookHome, root: string | undefined): readonly string[] {
  if (root === undefined) return [];
  const file = join(folder, projectFile(root, "news"));
  const taken = `${file}.${process.pid}`;
  try {
    // Of two sessions that begin at once, one gets it.
    renameSync(file, taken);
    const names = readFileSync(taken, "utf8").slice(0, mostCharacters).split("\n").map(plainLine);
    const news = [...new Set(names.filter((name) => name !== ""))];
    return news.length === 0 ? [] : [newsLine(news)];
  } catch {
    return [];
  } finally {
    rmSync(taken, { force: true });
  }
}

const mostCharacters = 20_000;
const mostNames = 5;

function newsLine(names: readonly string[]): string {
  const left = names.length - mostNames;
  const more = left > 0 ? ` and ${left} more` : "";
  return `New lessons in this project: ${names.slice(0, mostNames).join(", ")}${more}`;
}
