import { levelOf } from "../../lesson/record/level.ts";
import type { LessonRecord } from "../../lesson/record/record.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { patternWords } from "../../match/pattern/words.ts";
import {
  asksAboutCall,
  conditionTable,
  declaredConditions,
} from "../../lesson/record/conditions.ts";
import { isForCalls, type Triggers } from "../../lesson/record/triggers.ts";

/** When a lesson is delivered, as a person would say it: before what, and what else must hold. */
export function firingWords(record: LessonRecord, leastWords: number): readonly string[] {
  const { triggers, priority, delivery } = record;
  const isAtCalls = triggers.injectOn.includes("PreToolUse") || delivery !== "advise";
  const moments = [
    ...(triggers.injectOn.includes("PostToolUseFailure") ? errorWords(triggers, leastWords) : []),
    ...(triggers.injectOn.includes("SessionStart") ? ["when a session starts"] : []),
    ...(triggers.injectOn.includes("SubagentStart") ? ["when a subagent starts"] : []),
  ];
  const isAtStart = triggers.injectOn.some((point) => point.endsWith("Start"));
  const isCritical = levelOf(priority) === "CRITICAL" && !isAtStart;
  return [
    ...(isAtCalls && isForCalls(triggers) && isSpecific(triggers)
      ? callWords(triggers, leastWords)
      : []),
    ...moments,
    ...(isCritical ? ["when a session or a subagent starts, because it is CRITICAL"] : []),
  ];
}

/** Where it holds and while what runs. */
export function limitWords(
  { scope, triggers }: LessonRecord,
  { isWorkflowBonus = false }: Pick<ReadyLesson, "isWorkflowBonus">,
  project: string | undefined,
): readonly string[] {
  const { workflowNames } = triggers;
  return [
    ...(scope === "global"
      ? []
      : [scope === "machine" ? "on this machine" : `in ${project ?? scope}`]),
    ...(workflowNames.length === 0 || isWorkflowBonus
      ? []
      : [`while ${list(workflowNames, "or")} runs: a command, a skill or a subagent`]),
    ...declaredConditions(triggers.conditions).map(([name, values]) =>
      conditionTable[name].reading(values),
    ),
  ];
}

/** `a, b or c` */
export function list(words: readonly string[], last: "and" | "or"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

function isSpecific({ actionKeywords, contextKeywords, ...triggers }: Triggers): boolean {
  const { commandPatterns, pathPatterns, contentPatterns, conditions } = triggers;
  return (
    asksAboutCall(conditions) ||
    [commandPatterns, pathPatterns, contentPatterns, actionKeywords, contextKeywords].some(
      ({ length }) => length > 0,
    )
  );
}

/** The same calls, once they have failed. */
function errorWords(triggers: Triggers, leastWords: number): readonly string[] {
  if (!isSpecific(triggers)) return ["with an error that shows it"];
  return callWords(triggers, leastWords).map((words) =>
    words.replace(/^before /u, "with the error, after "),
  );
}

function callWords(triggers: Triggers, leastWords: number): readonly string[] {
  const { toolNames, commandPatterns, pathPatterns, contentPatterns } = triggers;
  const tool = toolNames.length === 0 ? "a tool" : list(toolNames, "or");
  const words = [...triggers.actionKeywords, ...triggers.contextKeywords];
  const said =
    leastWords > 1 && words.length > 1
      ? `when recent messages contain ${leastWords >= words.length ? "all" : leastWords} of ${list(words, "and")}`
      : `when recent messages contain ${list(words, "or")}`;
  const files = pathPatterns.map((glob) => `gets a path like ${glob}`);
  const texts = contentPatterns.map((pattern) => `writes text that matches ${pattern}`);
  const deeds = [
    ...commandPatterns.map((pattern) => `runs ${commandWords(pattern)}`),
    ...(files.length > 0 && texts.length > 0
      ? [`${list(files, "or")} and ${list(texts, "or")}`]
      : [...files, ...texts]),
  ];
  if (deeds.length === 0) return [`before ${tool} runs, ${said}`];
  const more = words.length === 0 ? [] : [`${leastWords > 0 ? "only" : "sooner"} ${said}`];
  return [...deeds.map((deed) => `before ${tool} ${deed}`), ...more];
}

function commandWords(pattern: string): string {
  const words = patternWords(pattern);
  if (words === undefined) return `a command that matches ${pattern}`;
  const text = words.isAtStart ? `\`${words.text}\`` : `a command with \`${words.text}\` in it`;
  const asked = words.with.length === 0 ? "" : ` with ${list(words.with, "and")}`;
  return `${text}${asked}${words.without.length === 0 ? "" : ` without ${list(words.without, "or")}`}`;
}

/** Of several hooks that change a call the agent takes the last answer. */
export function otherHookWords(hooks: readonly string[]): readonly string[] {
  return hooks.map(
    (hook) => `another hook runs before shell calls (${hook}): it may override the fix`,
  );
}
