import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Kind } from "../../lesson/record/body.ts";
import type { Lesson, Slug } from "../../lesson/record/lesson.ts";
import { isSlug, slugSuffixLength } from "../../lesson/record/slug.ts";
import type { Config } from "../../platform/configuration/settings.ts";
import { decisionsPath, pitfallsPath } from "../index/knowledge-index.ts";
import { renderCommandFile, renderSkillFile } from "./artifact-text.ts";

/** What knowledge is rendered to: a file for each lesson, or one file of entries with numbers. */
export type RenderTarget = FileTarget | KnowledgeTarget;

export type TargetName = RenderTarget["name"];

export interface FileTarget {
  readonly is: "file";
  readonly name: "claude-command" | "claude-skill" | "agents-skill";
  readonly kinds: readonly Kind[];
  /** A path is the folder, a name and the end. */
  readonly folder: string;
  readonly end: string;
  readonly render: (lesson: Lesson, name: string) => string;
}

export interface KnowledgeTarget {
  readonly is: "knowledge";
  readonly name: "decisions" | "pitfalls";
  readonly kinds: readonly Kind[];
  readonly path: string;
  readonly prefix: Prefix;
  /** What a new file begins with. */
  readonly head: string;
}

export type Prefix = "ADR" | "PF";

const skillText: FileTarget["render"] = (lesson, name) =>
  lesson.kind === "procedure" || lesson.kind === "workflow" ? renderSkillFile(lesson, name) : "";

const fileTargets: readonly FileTarget[] = [
  {
    is: "file",
    name: "claude-command",
    kinds: ["workflow"],
    folder: deliveryDoor.projectFolders.commands,
    end: ".md",
    render: (lesson) => (lesson.kind === "workflow" ? renderCommandFile(lesson) : ""),
  },
  {
    is: "file",
    name: "claude-skill",
    kinds: ["procedure"],
    folder: deliveryDoor.projectFolders.skills,
    end: "/SKILL.md",
    render: skillText,
  },
  // Codex, Gemini CLI, OpenCode and others look there. They have no commands of a project, so those are skills too.
  {
    is: "file",
    name: "agents-skill",
    kinds: ["workflow", "procedure"],
    folder: ".agents/skills/",
    end: "/SKILL.md",
    render: skillText,
  },
];

export const knowledgeTargets: readonly KnowledgeTarget[] = [
  {
    is: "knowledge",
    name: "decisions",
    kinds: ["decision"],
    path: decisionsPath,
    prefix: "ADR",
    head: "# Decisions\n\n",
  },
  {
    is: "knowledge",
    name: "pitfalls",
    kinds: ["pitfall"],
    path: pitfallsPath,
    prefix: "PF",
    head: "# Pitfalls\n\n",
  },
];

/** Every one there is, whatever is switched on: what was rendered once is still ours. */
const renderTargets: readonly RenderTarget[] = [...fileTargets, ...knowledgeTargets];

export const targetNames = renderTargets.map(({ name }) => name);

export function targetsFor(render: Config["render"]): readonly RenderTarget[] {
  return renderTargets.filter(({ name }) => render.otherAgents || name !== "agents-skill");
}

export function targetNamed(wanted: TargetName): RenderTarget | undefined {
  return renderTargets.find(({ name }) => name === wanted);
}

export function pathIn({ folder, end }: FileTarget, name: string): string {
  return folder + name + end;
}

/** The name in the path of a file; undefined where the path is none of that target. */
export function nameIn({ folder, end }: FileTarget, path: string): string | undefined {
  const isInside = path.startsWith(folder) && path.endsWith(end);
  return isInside ? path.slice(folder.length, path.length - end.length) : undefined;
}

/** What a rendered file is called by whoever uses it; undefined for a path of no target. */
export function calledAs(path: string): string | undefined {
  for (const target of fileTargets) {
    const name = nameIn(target, path);
    if (name === undefined) continue;
    return target.name === "claude-command" ? `/self-learning:${name}` : `skill ${name}`;
  }
  return undefined;
}

/** Whether that is a place that the target would have written to. */
export function isPlaceOf(
  target: RenderTarget | undefined,
  path: string,
  anchor: string | undefined,
): boolean {
  if (target?.is === "file") return anchor === undefined && isSlug(nameIn(target, path) ?? "");
  if (path !== target?.path) return false;
  return new RegExp(`^${target.prefix}-\\d{3,9}$`).test(anchor ?? "");
}

/**
 * What a file may be called, the best first: the slug without its random end, else the whole. A skill with the name
 * of a command that the agent brings takes its place, and those have one or two words; so a short name is only for
 * commands, which have a folder of their own, and for names of three words and more.
 */
export function artifactNames(target: TargetName, slug: Slug): readonly string[] {
  const short = withoutEnd(slug);
  const isTheirs = target !== "claude-command" && short.split("-").length < 3;
  return isTheirs ? [slug] : [short, slug];
}

function withoutEnd(slug: Slug): string {
  const short = slug.slice(0, -(slugSuffixLength + 1));
  const hasEnd = /^[a-z0-9]+$/.test(slug.slice(-slugSuffixLength)) && slug.startsWith(`${short}-`);
  return hasEnd && short !== "" ? short : slug;
}
