import type { Condition, Found } from "./condition.ts";
import { foldedName, type Moment, type Sight } from "./moment.ts";
import { pointsFor, weights } from "./relevance.ts";
import type { ReadyLesson } from "./ready-lesson.ts";

/** The conditions about where a call is made and not about what it does. All are cheap and each can veto. */
export interface Circumstances {
  readonly injectionPoint: Condition;
  readonly scope: Condition;
  readonly tool: Condition;
  readonly workflow: Condition;
}

export function judgeCircumstances(lesson: ReadyLesson, sight: Sight): Circumstances {
  return {
    injectionPoint: judgeInjectionPoint(lesson),
    scope: judgeScope(lesson, sight.moment),
    tool: judgeTool(lesson, sight.moment.call.tool),
    workflow: judgeWorkflow(lesson, sight),
  };
}

function judgeInjectionPoint({ injectOn }: ReadyLesson): Condition {
  const isHere = injectOn.includes("PreToolUse");
  return {
    name: "injectionPoint",
    declared: injectOn,
    verdict: isHere ? "matched" : "failed",
    found: isHere ? [{ declared: "PreToolUse", in: "PreToolUse" }] : [],
    points: 0,
  };
}

/** A team's lessons hold everywhere, as long as only that team's own machine has them. */
function judgeScope({ scope }: ReadyLesson, { project }: Moment): Condition {
  const holds = !scope.startsWith("project:") || scope === project;
  return {
    name: "scope",
    declared: [scope],
    verdict: holds ? "matched" : "failed",
    found: holds ? [{ declared: scope, in: project ?? "global" }] : [],
    points: 0,
  };
}

function judgeTool({ toolNames }: ReadyLesson, tool: string): Condition {
  const name = toolNames.find((declared) => namesTool(declared, tool));
  const isNamed = name !== undefined;
  const isOpen = toolNames.length === 0 && !readOnlyTools.has(tool);
  const verdict = isNamed ? "matched" : isOpen ? "notDeclared" : "failed";
  return {
    name: "tool",
    declared: toolNames,
    verdict,
    found: isNamed ? [{ declared: name, in: tool }] : [],
    points: pointsFor(verdict, weights.tool),
  };
}

/** Tools that change nothing concern only the lessons that name them. */
const readOnlyTools = new Set(["Read", "Glob", "Grep"]);

function namesTool(declared: string, tool: string): boolean {
  if (declared.endsWith("*")) return tool.startsWith(declared.slice(0, -1));
  return declared === tool || (isSubagentTool(declared) && isSubagentTool(tool));
}

/** The same tool under its old and its new name. */
function isSubagentTool(name: string): boolean {
  return name === "Task" || name === "Agent";
}

function judgeWorkflow({ workflowNames }: ReadyLesson, sight: Sight): Condition {
  const running = workflowNames.length === 0 ? undefined : sight.workflows();
  const found: readonly Found[] = workflowNames
    .filter((declared) => running?.has(foldedName(declared)))
    .map((declared) => ({ declared, in: foldedName(declared) }));
  const verdict = found.length > 0 ? "matched" : "failed";
  return {
    name: "workflow",
    declared: workflowNames,
    verdict: running === undefined ? "notDeclared" : verdict,
    found,
    points: 0,
  };
}
