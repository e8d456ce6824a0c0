import type { Kind } from "../../lesson/record/body.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { renderCommandFile } from "./command-file.ts";
import { renderEntry } from "./knowledge-entry.ts";
import type { Prefix, TargetName } from "./manifest.ts";
import { renderSkillFile } from "./skill-file.ts";
import { targetPlaces } from "./target-places.ts";

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

const command = fileTarget("claude-command", ["workflow"], (lesson) =>
  lesson.kind === "workflow" ? renderCommandFile(lesson) : "",
);

const skill = fileTarget("claude-skill", ["procedure"], (lesson, name) =>
  lesson.kind === "procedure" ? renderSkillFile(lesson, name) : "",
);

/** Several other agents look there. They have no commands of a project, so those are skills too. */
const agentsSkill = fileTarget("agents-skill", ["workflow", "procedure"], (lesson, name) =>
  lesson.kind === "procedure" || lesson.kind === "workflow" ? renderSkillFile(lesson, name) : "",
);

export const knowledgeTargets: readonly KnowledgeTarget[] = [
  knowledgeTarget("decisions", ["decision"], "# Decisions\n\n"),
  knowledgeTarget("pitfalls", ["pitfall"], "# Pitfalls\n\n"),
];

export function targets({ otherAgents }: { readonly otherAgents: boolean }): readonly Target[] {
  return [command, skill, ...(otherAgents ? [agentsSkill] : []), ...knowledgeTargets];
}

/** Every one there is, whatever is switched on: what was rendered once is still ours. */
export function targetNamed(name: TargetName): Target {
  const found = targets({ otherAgents: true }).find((target) => target.name === name);
  if (found === undefined) throw new Error(`no target ${name}`);
  return found;
}

/** An entry as it would be written. */
export function entryText(lesson: Lesson, anchor: string, isHeld: boolean): string {
  if (lesson.kind !== "decision" && lesson.kind !== "pitfall") return "";
  return renderEntry(lesson, anchor, isHeld ? "Active" : "Deprecated");
}

function fileTarget(
  name: TargetName,
  kinds: readonly Kind[],
  render: FileTarget["render"],
): FileTarget {
  const place = targetPlaces[name];
  if (place.is !== "file") throw new Error(`${name} is no target of files`);
  return { is: "file", name, kinds, pathOf: (each) => place.folder + each + place.end, render };
}

function knowledgeTarget(name: TargetName, kinds: readonly Kind[], head: string): KnowledgeTarget {
  const place = targetPlaces[name];
  if (place.is !== "knowledge") throw new Error(`${name} is no target of entries`);
  const { path, prefix } = place;
  return { is: "knowledge", name, kinds, path, prefix, head };
}
