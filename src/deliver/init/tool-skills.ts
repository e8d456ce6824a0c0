import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { guardPrompt, guardValue } from "../../agents/delivery-doors.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { namesIn } from "../../platform/files/names.ts";
import type { CacheIndex } from "../compile/cache-index.ts";

/**
 * The skills of tools that enough lessons are about, written into their folder, which is ours alone: what
 * is no longer one of them is taken out.
 */
export function writeToolSkills(
  folder: string,
  lessons: readonly ReadyLesson[],
  threshold: number,
): void {
  const tools = toolsWithSkill(lessons, threshold);
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
  const skills = [...toolsWithSkill(lessons, threshold)].map(
    ([tool, members]) =>
      [tool, { lessons: members.length, path: skillPath(folder, tool) }] as const,
  );
  return Object.fromEntries(skills);
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

/** What a skill needs of a lesson that is ready for delivery. */
type ToolLesson = Pick<ReadyLesson, "slug" | "priority" | "confidence" | "text">;

/** The SKILL.md that holds all lessons about one tool, most important first. */
export function renderToolSkill(tool: string, lessons: readonly ToolLesson[]): string {
  const ordered = lessons.toSorted(byImportance);
  const shown = ordered.slice(0, mostLessons);
  const left = ordered.length - shown.length;
  const named = guardValue(tool);
  // No word of a lesson gets into the frontmatter: agents act on it.
  const frontmatter = stringify(
    {
      name: `cli-intel-${toolFolder(tool)}`,
      description: `What went wrong with ${named} before, and what to do instead. Use it before running ${named}.`,
      metadata: {
        commandPatterns: [wordPattern(tool)],
        priority: ordered[0]?.priority ?? 1,
        summary: `${ordered.length === 1 ? "1 lesson" : `${ordered.length} lessons`} about ${named}`,
      },
    },
    { lineWidth: 0 },
  );
  const parts = [
    `---\n${frontmatter}---`,
    guardPrompt(`# ${tool}: lessons from your history`),
    ...shown.map((lesson) => guardPrompt(lesson.text.replace(/^### /, "## "))),
    ...(left > 0 ? [`and ${left} more: lessons list --tag tool:${tool}`] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/**
 * The tools that enough lessons are about, with those lessons. A threshold of 0 switches skills off. A skill is for every
 * project, so what holds in one of them is not said there.
 */
export function toolsWithSkill(
  lessons: readonly ReadyLesson[],
  threshold: number,
): ReadonlyMap<string, readonly ReadyLesson[]> {
  const byTool = new Map<string, ReadyLesson[]>();
  if (threshold <= 0) return byTool;
  for (const lesson of lessons.filter(({ scope }) => isEverywhere.has(scope))) {
    for (const tool of toolsOf(lesson)) byTool.set(tool, [...(byTool.get(tool) ?? []), lesson]);
  }
  return new Map(
    [...byTool]
      .filter(([, found]) => found.length >= threshold)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const isEverywhere: ReadonlySet<string> = new Set(["global", "machine"]);

/**
 * The folder of a tool's skill, and the end of its name: lower-case letters, digits and hyphens, as
 * agents ask for it. A tag may hold more than that, `c++` or `a/../b`; such a tool gets a hash, so that
 * it does not share the folder of another one.
 */
export function toolFolder(tool: string): string {
  if (plainName.test(tool) && tool.length <= longestName) return tool;
  const words = tool
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longestWords)
    .replace(/^-|-$/g, "");
  const hash = shortHash(tool).toString(36);
  return words === "" ? hash : `${words}-${hash}`;
}

const plainName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longestName = 50;
const longestWords = 30;
/** An agent reads the whole file. */
const mostLessons = 50;

export function byImportance(one: ToolLesson, other: ToolLesson): number {
  return (
    other.priority - one.priority ||
    other.confidence - one.confidence ||
    (one.slug < other.slug ? -1 : 1)
  );
}

function toolsOf({ tags }: ReadyLesson): ReadonlySet<string> {
  return new Set(
    tags.flatMap((tag) => (tag.startsWith(toolTag) ? [tag.slice(toolTag.length)] : [])),
  );
}

const toolTag = "tool:";

/** The tool as a word of a command; `\b` says nothing beside a character that is no letter. */
function wordPattern(tool: string): string {
  const literal = tool
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    // Three of them would end the frontmatter.
    .replace(/-{3,}/g, ({ length }) => `-{${length}}`);
  const before = /^\w/.test(tool) ? "\\b" : "(?<!\\S)";
  const after = /\w$/.test(tool) ? "\\b" : "(?!\\S)";
  return before + literal + after;
}
