import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CacheIndex } from "../compile/cache-index.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { renderToolSkill, toolFolder, toolsWithSkill } from "./tool-skill.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { namesIn } from "../../platform/files/names.ts";

/**
 * The skills of tools that enough lessons are about, written into their folder, which is ours alone: what
 * is no longer one of them is taken out.
 */
export function writeToolSkills(
  folder: string,
  lessons: readonly ReadyLesson[],
  threshold: number,
): void {
  const tools = toolsOfAll(lessons, threshold);
  const wanted = new Map([...tools.keys()].map((tool) => [toolFolder(tool), tool]));
  for (const name of namesIn(folder)) {
    if (!wanted.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  for (const [tool, members] of tools) {
    const path = skillPath(folder, tool);
    const text = renderToolSkill(tool, members);
    if (textOf(path) !== text) {
      mkdirSync(join(folder, toolFolder(tool)), { recursive: true, mode: 0o700 });
      writeFileAtomically(path, [text]);
    }
  }
}

/** Which tools have a skill, and where it is: for the hook to point at. */
export function toolSkills(
  folder: string,
  lessons: readonly ReadyLesson[],
  threshold: number,
): CacheIndex["skills"] {
  const skills = [...toolsOfAll(lessons, threshold)].map(
    ([tool, members]) =>
      [tool, { lessons: members.length, path: skillPath(folder, tool) }] as const,
  );
  return Object.fromEntries(skills);
}

/** A skill is for every project, so what holds in one of them is not told there. */
function toolsOfAll(
  lessons: readonly ReadyLesson[],
  threshold: number,
): ReadonlyMap<string, readonly ReadyLesson[]> {
  return toolsWithSkill(
    lessons.filter(({ scope }) => scope === "global"),
    threshold,
  );
}

function skillPath(folder: string, tool: string): string {
  return join(folder, toolFolder(tool), "SKILL.md");
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
