import type { LessonDraft } from "../../core/draft.ts";
import { languageTags, toolTag } from "../../core/language-tags.ts";
import type { Scope } from "../../core/scope.ts";
import { sortTags, type Tag } from "../../core/tag.ts";
import type { FailureStory } from "../episode.ts";
import { failureTriggers } from "./failure-triggers.ts";
import { failureWords } from "./failure-words.ts";
import { byFrequency, mostTelling, tellFailure, type ToldFailure } from "./told-failure.ts";

/**
 * The lesson of calls that failed for the same reason: what is known about the class of the failure, and
 * what the log shows of the cure. A slip in using the agent's own tools is one lesson for all places.
 */
export function failureDraft(stories: readonly FailureStory[], scope: Scope): LessonDraft {
  const alike = mostTelling(stories.map(tellFailure));
  const [best] = alike;
  if (best === undefined) throw new Error("a failure without a story");
  const isHarness = best.story.about === "harness";
  const tool = isHarness ? commonestTool(alike) : undefined;
  const told =
    tool === undefined || best.known?.name !== undefined ? best : { ...best, name: tool };
  const { summary, mistake, remediation } = failureWords(told, alike, isHarness);
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

function commonestTool(alike: readonly ToldFailure[]): string | undefined {
  return byFrequency(alike.map(({ story }) => story.tool).filter((tool) => tool.trim() !== ""))[0];
}

function tagsOf(
  best: ToldFailure,
  alike: readonly ToldFailure[],
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
function languagesOf({ command, story }: ToldFailure): readonly Tag[] {
  if (command === undefined)
    return languageTags({ commands: [], paths: story.path === undefined ? [] : [story.path] });
  return languageTags({ commands: [command.program], paths: [] });
}
