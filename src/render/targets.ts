import type { Kind } from "../core/body.ts";
import { decisionsPath, pitfallsPath } from "../core/knowledge/knowledge-index.ts";
import type { Lesson } from "../core/lesson.ts";
import { renderCommandFile } from "./command-file.ts";
import { renderEntry } from "./knowledge-entry.ts";
import type { Prefix, TargetName } from "./manifest.ts";
import { renderSkillFile } from "./skill-file.ts";

/** A place that knowledge is rendered to: a file for each lesson, or a file of entries. */
export type Target = FileTarget | KnowledgeTarget;

export interface FileTarget {
  readonly is: "file";
  readonly name: TargetName;
  readonly kinds: readonly Kind[];
  readonly pathOf: (name: string) => string;
  readonly render: (lesson: Lesson, name: string) => string;
}

export interface KnowledgeTarget {
  readonly is: "knowledge";
  readonly name: TargetName;
  readonly kinds: readonly Kind[];
  readonly path: string;
  readonly prefix: Prefix;
  /** What a new file begins with. */
  readonly head: string;
}

const command: FileTarget = {
  is: "file",
  name: "claude-command",
  kinds: ["workflow"],
  pathOf: (name) => `.claude/commands/self-learning/${name}.md`,
  render: (lesson) => (lesson.kind === "workflow" ? renderCommandFile(lesson) : ""),
};

const skill: FileTarget = {
  is: "file",
  name: "claude-skill",
  kinds: ["procedure"],
  pathOf: (name) => `.claude/skills/${name}/SKILL.md`,
  render: (lesson, name) => (lesson.kind === "procedure" ? renderSkillFile(lesson, name) : ""),
};

/** Codex, Gemini CLI, OpenCode and others look there. They have no commands of a project, so those are skills too. */
const agentsSkill: FileTarget = {
  is: "file",
  name: "agents-skill",
  kinds: ["workflow", "procedure"],
  pathOf: (name) => `.agents/skills/${name}/SKILL.md`,
  render: (lesson, name) =>
    lesson.kind === "procedure" || lesson.kind === "workflow" ? renderSkillFile(lesson, name) : "",
};

const decisions: KnowledgeTarget = {
  is: "knowledge",
  name: "decisions",
  kinds: ["decision"],
  path: decisionsPath,
  prefix: "ADR",
  head: "# Decisions\n\n",
};

const pitfalls: KnowledgeTarget = {
  is: "knowledge",
  name: "pitfalls",
  kinds: ["pitfall"],
  path: pitfallsPath,
  prefix: "PF",
  head: "# Pitfalls\n\n",
};

export const knowledgeTargets = [decisions, pitfalls] as const;

export function targets({ otherAgents }: { readonly otherAgents: boolean }): readonly Target[] {
  return [command, skill, ...(otherAgents ? [agentsSkill] : []), ...knowledgeTargets];
}

/** Every one there is, whatever is switched on: what was rendered once is still ours. */
export function targetNamed(name: TargetName): Target {
  const found = targets({ otherAgents: true }).find((target) => target.name === name);
  if (found === undefined) throw new Error(`no target ${name}`);
  return found;
}

/** An entry as it would be written now. */
export function entryText(lesson: Lesson, anchor: string): string {
  if (lesson.kind !== "decision" && lesson.kind !== "pitfall") return "";
  return renderEntry(lesson, anchor, lesson.stage.status === "archived" ? "Deprecated" : "Active");
}
