import { companions, everyday } from "../../shell/change/call.ts";
import { commandPattern } from "../../shell/call-pattern.ts";
import type { LessonDraft, Scope } from "../../lesson/record/lesson.ts";
import { languageOfProgram, languagesOfFiles, toolTag } from "../../lesson/record/language-tags.ts";
import { generalizePath } from "../../match/paths.ts";
import { hasHiddenCharacters, plainLine } from "../../redact/plain-text.ts";
import { sortTags, type Tag } from "../../lesson/record/tag.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";
import type { FailureStory } from "../episodes/episode.ts";
import { hasWord } from "./blame-of.ts";
import { failureWords } from "./failure-words.ts";
import {
  type ExplainedFailure,
  byFrequency,
  mostTelling,
  explainFailure,
} from "./explain-failure.ts";

/**
 * The lesson of calls that failed for the same reason: what is known about the class of the failure, and
 * what the log shows of the cure. A slip in using the agent's own tools is one lesson for all places.
 */
export function failureDraft(stories: readonly FailureStory[], scope: Scope): LessonDraft {
  const alike = mostTelling(stories.map(explainFailure));
  const [best] = alike;
  if (best === undefined) throw new Error("a failure without a story");
  const isHarness = best.story.about === "harness";
  const tool = isHarness ? commonestTool(alike) : undefined;
  const named =
    tool === undefined || best.known?.name !== undefined ? best : { ...best, name: tool };
  const { summary, mistake, remediation } = failureWords(named, alike, isHarness);
  return {
    kind: "pitfall",
    summary,
    body: { mistake, remediation: remediation ?? noFixSeen },
    tags: tagsOf(best, alike, isHarness),
    scope: isHarness ? "global" : scope,
    triggers: failureTriggers(alike, isHarness),
    source: "heuristic",
    flags: remediation === undefined ? ["needsHumanFix"] : [],
  };
}

const noFixSeen = "No fix was seen in the log: say here what to do instead.";

function commonestTool(alike: readonly ExplainedFailure[]): string | undefined {
  return byFrequency(alike.map(({ story }) => story.tool).filter((tool) => tool.trim() !== ""))[0];
}

function tagsOf(
  best: ExplainedFailure,
  alike: readonly ExplainedFailure[],
  isHarness: boolean,
): readonly Tag[] {
  const { story, command, failureClass, known } = best;
  const tools = isHarness
    ? byFrequency(alike.map((failure) => failure.story.tool)).slice(0, mostToolTags)
    : [command?.program ?? story.tool];
  return sortTags([
    ...tools.flatMap((tool) => toolTag(tool) ?? []),
    ...(isHarness ? [] : languagesOf(best)),
    ...(known?.tags ?? []),
    hangs.has(failureClass) ? "severity:hang" : "severity:error",
  ]);
}

const mostToolTags = 3;
const hangs: ReadonlySet<string> = new Set(["hang", "timeout", "bounded-run", "killed"]);

/** That a search went through files of a language does not make the lesson one about it. */
function languagesOf({ command, story }: ExplainedFailure): readonly Tag[] {
  if (command !== undefined) return languageOfProgram(command.program);
  return languagesOfFiles(story.path === undefined ? [] : [story.path]);
}

/** The calls at which the lesson should be delivered: those that would fail in the same way. */
function failureTriggers(
  alike: readonly ExplainedFailure[],
  isHarness: boolean,
): Partial<Triggers> {
  const toolNames = byFrequency(alike.map(({ story }) => plainLine(story.tool)).filter(isToolName));
  // A pattern that knows no fix would still match what the others know to be right.
  const fixed = alike.filter(({ fix }) => fix !== undefined && fix.change.fixWords.length > 0);
  const telling = fixed.length > 0 ? fixed : alike;
  const commandPatterns = byFrequency(telling.flatMap((failure) => patternOf(failure) ?? []));
  const pathPatterns = isHarness
    ? []
    : byFrequency(alike.flatMap((failure) => globOf(failure) ?? []));
  return {
    toolNames: sorted(toolNames, mostTools),
    ...(commandPatterns.length === 0
      ? {}
      : { commandPatterns: sorted(commandPatterns, mostPatterns) }),
    ...(pathPatterns.length === 0 ? {} : { pathPatterns: sorted(pathPatterns, mostPatterns) }),
  };
}

const mostTools = 10;
const longestToolName = 100;

function isToolName(tool: string): boolean {
  return tool !== "" && tool.length <= longestToolName;
}

const mostPatterns = 5;

/** The most frequent, then in the order of text: which comes first must not depend on a count. */
function sorted(values: readonly string[], most: number): readonly string[] {
  return values.slice(0, most).toSorted();
}

function patternOf({ command, fix, subject, known, story }: ExplainedFailure): string | undefined {
  // The program alone mostly goes well then: a pattern without the words that fail would be noise.
  const needsWords = known?.needsWords === true;
  if (fix !== undefined) {
    const { change, advice } = fix;
    const isNamed = [...change.mistakeWords, ...change.fixWords].some((word) =>
      advice.includes(word),
    );
    const words = isNamed ? change : { mistakeWords: [], fixWords: [] };
    const isTelling = !needsWords || words.mistakeWords.length > 0;
    const pattern = isTelling ? commandPattern(change.before, words) : undefined;
    if (pattern !== undefined) return pattern;
  }
  if (command === undefined) return undefined;
  const mistakeWords = wordsNaming(command, subject);
  if (needsWords && mistakeWords.length === 0) return undefined;
  const fixWords = (known?.fixWords ?? []).filter((word) => !hasWord(command, word));
  const isCommon = everyday.has(command.program) || companions.has(command.program);
  // A rule may concern every `cat`; that one of them failed for a file says nothing about the others.
  if (isCommon && mistakeWords.length === 0 && story.about !== "rule") return undefined;
  return mistakeWords.length + fixWords.length === 0
    ? commandPattern(command.text)
    : commandPattern(command.text, { mistakeWords, fixWords });
}

/** As the pattern can see it: a whole word, a flag with its value, or a cluster of letters such as `-oP`. */
function wordsNaming(
  { text }: { readonly text: string },
  subject: string | undefined,
): readonly string[] {
  if (subject === undefined) return [];
  const letter = /^-(\w)$/u.exec(subject)?.[1];
  const words = text.split(" ").slice(1);
  const word =
    words.find((one) => one === subject || one.startsWith(`${subject}=`)) ??
    words.find(
      (one) => letter !== undefined && /^-[A-Za-z]{1,9}$/u.test(one) && one.includes(letter),
    ) ??
    words.find((one) => subject.length > 2 && one.split(",").includes(subject));
  if (word === undefined) return [];
  return [word.startsWith(`${subject}=`) && subject.startsWith("-") ? subject : word];
}

/** A command is recognised by its pattern. A glob is kept to the letter, so it must not hide anything. */
function globOf({ story }: ExplainedFailure): string | undefined {
  if (story.path === undefined || story.command !== undefined) return undefined;
  return hasHiddenCharacters(story.path) ? undefined : generalizePath(story.path);
}
