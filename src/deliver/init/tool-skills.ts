import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { guardPrompt, guardValue } from "../../agents/delivery-doors.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { namesIn } from "../../platform/files/names.ts";
import type { CacheIndex } from "../compile/cache-index.ts";

/**
 * The skills of tools that enough lessons are about, written into folders that are ours alone: what is no longer one of them is
 * taken out. A project has its own where some of its own lessons belong there.
 */
export function writeToolSkills(
  folder: string,
  lessons: readonly ReadyLesson[],
  threshold: number,
): void {
  writeSkills(folder, toolsWithSkill(lessons.filter(isForAll), threshold));
  const projects = projectFolder(folder);
  const wanted = new Map(
    [...toolsByProject(lessons, threshold)].map(([scope, tools]) => [toolFolder(scope), tools]),
  );
  for (const name of namesIn(projects)) {
    if (!wanted.has(name)) rmSync(join(projects, name), { recursive: true, force: true });
  }
  for (const [name, tools] of wanted) writeSkills(join(projects, name), tools);
}

function writeSkills(folder: string, tools: ReadonlyMap<string, readonly ReadyLesson[]>): void {
  const wanted = new Set([...tools.keys()].map(toolFolder));
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
  lessons: readonly Pick<ReadyLesson, "scope" | "tags">[],
  threshold: number,
): Pick<CacheIndex, "skills" | "projectSkills"> {
  const projects = projectFolder(folder);
  const named = (place: string, tools: ReadonlyMap<string, readonly unknown[]>) =>
    Object.fromEntries(
      [...tools].map(([tool, { length }]) => [
        tool,
        { lessons: length, path: skillPath(place, tool) },
      ]),
    );
  return {
    skills: named(folder, toolsWithSkill(lessons.filter(isForAll), threshold)),
    projectSkills: Object.fromEntries(
      [...toolsByProject(lessons, threshold)].map(([scope, tools]) => [
        scope,
        named(join(projects, toolFolder(scope)), tools),
      ]),
    ),
  };
}

/** Beside the skills for every project, which an agent may have linked as its own. */
function projectFolder(folder: string): string {
  return join(dirname(folder), "projects");
}

/** By project: the tools that enough lessons are about there, its own among them. */
function toolsByProject<Member extends Pick<ReadyLesson, "scope" | "tags">>(
  lessons: readonly Member[],
  threshold: number,
): ReadonlyMap<string, ReadonlyMap<string, readonly Member[]>> {
  const own = Map.groupBy(
    lessons.filter(({ scope }) => scope.startsWith("project:")),
    ({ scope }) => scope,
  );
  const found = [...own].map(([scope, members]) => {
    const tools = toolsWithSkill([...lessons.filter(isForAll), ...members], threshold);
    const withOwn = [...tools].filter(([, about]) => about.some((each) => each.scope === scope));
    return [scope, new Map(withOwn)] as const;
  });
  return new Map(found.filter(([, tools]) => tools.size > 0));
}

function isForAll({ scope }: Pick<ReadyLesson, "scope">): boolean {
  return scope === "global" || scope === "machine";
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

/** The tools that enough lessons are about, with those lessons. A threshold of 0 switches skills off. */
export function toolsWithSkill<Member extends Pick<ReadyLesson, "tags">>(
  lessons: readonly Member[],
  threshold: number,
): ReadonlyMap<string, readonly Member[]> {
  const byTool = new Map<string, Member[]>();
  if (threshold <= 0) return byTool;
  for (const lesson of lessons) {
    for (const tool of toolsOf(lesson)) {
      const known = byTool.get(tool);
      if (known === undefined) byTool.set(tool, [lesson]);
      else known.push(lesson);
    }
  }
  return new Map(
    [...byTool]
      .filter(([, found]) => found.length >= threshold)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

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

function toolsOf({ tags }: Pick<ReadyLesson, "tags">): ReadonlySet<string> {
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
