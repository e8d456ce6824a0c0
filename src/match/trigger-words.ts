import { firstPart } from "../redact/excerpt.ts";
import { patternChoices, patternWords, type PatternWords } from "./pattern/words.ts";
import { plainLine } from "../redact/plain-text.ts";
import { bucketOf, type ToolBucket } from "./tool-bucket.ts";
import { asksAboutCall, conditionReading } from "../lesson/record/conditions.ts";
import {
  injectionPoints,
  isWorkflowBonus,
  specificFields,
  type Triggers,
} from "../lesson/record/triggers.ts";

/** What is known of a lesson beside its trigger. */
interface KnownOfTrigger {
  /** How many of the keywords must be said for it to come. */
  readonly leastWords?: number | undefined;
  /** Where it comes from: what was imported takes workflows for a bonus. */
  readonly source?: string | undefined;
}

/**
 * A trigger in plain words: "before `git stash` without `-u`, or before editing `**` + `/x.sql`". A pattern that
 * cannot be said so is shown as it is. One line, for people; nothing reads it back.
 */
export function triggerReading(triggers: Triggers, known: KnownOfTrigger = {}): string {
  const at = {
    PreToolUse: callReading(triggers, known),
    PostToolUseFailure: failureReading(triggers, known),
    SessionStart: "at the start of a session",
    SubagentStart: "at the start of a subagent",
  };
  const points = injectionPoints.filter((point) => triggers.injectOn.includes(point));
  return points.length === 0 ? "never" : points.map((point) => at[point]).join("; ");
}

/** The same calls, once they have failed. */
function failureReading(triggers: Triggers, known: KnownOfTrigger): string {
  if (!isSpecific(triggers)) return "with an error that shows it";
  return `with the error, ${callReading(triggers, known).replaceAll(/\bbefore\b/gu, "after")}`;
}

function isSpecific(triggers: Triggers): boolean {
  return (
    asksAboutCall(triggers.conditions) ||
    specificFields.some((field) => triggers[field].some((each) => each.trim() !== ""))
  );
}

function callReading(triggers: Triggers, { leastWords, source }: KnownOfTrigger): string {
  const isBonus = isWorkflowBonus({ source: source ?? "manual" });
  const { toolNames, actionKeywords, contextKeywords, workflowNames } = triggers;
  const targets = [...commandReadings(triggers), ...writtenReadings(triggers)];
  const words = [...actionKeywords, ...contextKeywords].filter((word) => word.trim() !== "");
  const said = `when ${saidReading(words, leastWords ?? 1)} talked about`;
  const around = plainLine(conditionReading(triggers.conditions));
  const during = [
    ...(workflowNames.length === 0
      ? []
      : [`${isBonus ? "sooner" : "only"} while ${oneOf(workflowNames.map(shown))} runs`]),
    ...(around === "" ? [] : [around]),
  ]
    .map((limit) => `, ${limit}`)
    .join("");
  if (targets.length > 0) {
    const how = (leastWords ?? 0) > 0 ? "only" : "sooner";
    const more = words.length === 0 ? "" : `, ${how} ${said}`;
    return `${targets.join(", or ")}${more}${during}`;
  }
  const call = toolNames.length === 0 ? "before any call" : `before ${oneOf(toolNames.map(shown))}`;
  if (words.length > 0) return `${call} ${said}${during}`;
  return toolNames.length === 0 && !asksAboutCall(triggers.conditions)
    ? "at no call"
    : `${call}${during}`;
}

function saidReading(words: readonly string[], least: number): string {
  const each = words.map(shown);
  if (least <= 1) return `${oneOf(each)} is`;
  return least >= each.length
    ? `all of ${each.join(", ")} are`
    : `${least} of ${each.join(", ")} are`;
}

/** Patterns that differ in their letters' case alone, or in one word, are one reading. */
function commandReadings({ commandPatterns, toolNames }: Triggers): readonly string[] {
  const others = toolNames.filter((tool) => bucketOf(tool) !== "bash");
  const where = others.length === 0 ? "" : ` in ${oneOf(toolNames.map(shown))}`;
  const readings = commandPatterns.flatMap((pattern) => {
    const choices = wordsOf(pattern);
    return choices === undefined
      ? [`before a command that matches ${shown(pattern)}`]
      : inOneSentence(choices).map((sentence) => `before ${sentence}`);
  });
  return [...new Set(readings)].map((reading) => `${reading}${where}`);
}

/** The readings of all texts that the pattern has alternatives for; undefined when one has none. */
function wordsOf(pattern: string): readonly PatternWords[] | undefined {
  const words = patternChoices(pattern).map(patternWords);
  return words.every((each) => each !== undefined) ? words : undefined;
}

/** `git push` with `-f` or `--force`: what differs in one place only is said once. */
function inOneSentence(choices: readonly PatternWords[]): readonly string[] {
  const [first] = choices;
  if (first === undefined) return [];
  const isSame = (part: (words: PatternWords) => unknown) =>
    choices.every((words) => JSON.stringify(part(words)) === JSON.stringify(part(first)));
  const without = first.without.length === 0 ? "" : ` without ${oneOf(first.without.map(shown))}`;
  const start = first.isAtStart ? "" : "a command with ";
  if (isSame((words) => [words.isAtStart, words.without, words.with])) {
    const texts = [...new Set(choices.map(({ text }) => text))];
    const all = first.with.length === 0 ? "" : ` with ${first.with.map(shown).join(" and ")}`;
    return [`${start}${oneOf(texts.map(shown))}${all}${without}`];
  }
  const isOfOne = choices.every((each) => each.with.length === 1);
  if (isOfOne && isSame((words) => [words.isAtStart, words.without, words.text])) {
    const asked = [...new Set(choices.flatMap((each) => each.with))];
    return [`${start}${shown(first.text)} with ${oneOf(asked.map(shown))}${without}`];
  }
  return choices.flatMap((words) => inOneSentence([words]));
}

/** What is meant in certain files is not meant in others. */
function writtenReadings(triggers: Triggers): readonly string[] {
  const { toolNames, pathPatterns } = triggers;
  const contents = contentReadings(triggers.contentPatterns);
  if (pathPatterns.length === 0) return contents;
  const files = `${approach(toolNames)} ${oneOf(pathPatterns.map(shown))}`;
  return [contents.length === 0 ? files : `${files} ${oneOf(contents)}`];
}

function contentReadings(patterns: readonly string[]): readonly string[] {
  const readings = patterns.map((pattern) => {
    const choices = wordsOf(pattern);
    const isPlain = choices?.every((each) => each.with.length + each.without.length === 0);
    return choices === undefined || !isPlain
      ? `when something that matches ${shown(pattern)} is written`
      : `when ${oneOf(choices.map(({ text }) => shown(text)))} is written`;
  });
  return [...new Set(readings)];
}

/** What a call does to a path. Without tools it changes it: those that only look ask for lessons that name them. */
function approach(toolNames: readonly string[]): string {
  if (toolNames.length === 0) return `before ${deeds.edit}`;
  const buckets = [...new Set(toolNames.map(bucketOf))];
  const said = buckets.map((bucket) => deeds[bucket]).filter((deed) => deed !== undefined);
  if (said.length < buckets.length) return `before ${oneOf(toolNames.map(shown))} on`;
  return `before ${said.toSorted().toReversed().join(" or ")}`;
}

const deeds: Partial<Record<ToolBucket, string>> & { readonly edit: string } = {
  edit: "editing",
  read: "reading",
  search: "searching",
};

/** a; a or b; a, b or c */
function oneOf(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} or ${last}`;
}

/** As code, however many backticks are in it. */
function shown(text: string): string {
  const line = firstPart(plainLine(text), longestShown);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  if (longest === 0) return `\`${line}\``;
  const fence = "`".repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

const longestShown = 200;
