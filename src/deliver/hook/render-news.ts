import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectFile } from "../../knowledge/index/project-file.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { HookHome } from "./home.ts";

/** What was rendered into a project since the last session began there. Asking takes it away: it is told once. */
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
  return `New in this project from what was learned: ${names.slice(0, mostNames).join(", ")}${more}`;
}
