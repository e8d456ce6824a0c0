import type { LessonDraft } from "../../lesson/record/lesson.ts";
import type { FailureStory } from "../episodes/episode.ts";
import { factWords } from "./fact-words.ts";
import { instructs, statedFix } from "./fact-draft.ts";
import { seenFixOf } from "./seen-fix.ts";

/**
 * Whether a fact is shown first: one of the environment with a fix that was seen, or anything else that came back in
 * another session with one. All else waits, and slips of the agent's own tools always do.
 */
export function isWorthALook(
  stories: readonly FailureStory[],
  { sessions, isRepeated }: { readonly sessions: number; readonly isRepeated: boolean },
  { flags = [] }: LessonDraft,
): boolean {
  const [story] = stories;
  if (story === undefined || flags.includes("needsHumanFix")) return false;
  if (stories.every(({ about }) => about === "harness")) return false;
  const known = factWords(story.fact.class);
  const seenIn = isRepeated ? sessions : 1;
  if (seenIn < (known?.fewestSessions ?? 1)) return false;
  if (isOwnWork(stories) && known?.fewestSessions === undefined) return false;
  const isSeen =
    seenFixOf(stories) !== undefined ||
    statedFix(stories) !== undefined ||
    stories.some(saysWhatToDo);
  // Advice that holds for every fact of a class is worth less than what somebody saw to work.
  const isGeneral = known?.isGeneral === true && stories.every(({ fix }) => fix === undefined);
  if (!isSeen && (known?.isEmpty === true || (isGeneral && seenIn < 2))) return false;
  return seenIn > 1 || stories.some(({ about }) => environmental.has(about));
}

/** What is being built is called wrongly on purpose, too. */
function isOwnWork(stories: readonly FailureStory[]): boolean {
  return stories.every(({ failureClass }) => failureClass === "own-program-usage");
}

/** A refusal that names the other way has its fix with it. */
function saysWhatToDo({ fact, headline }: FailureStory): boolean {
  return fact.class === "refused" && instructs.test(headline);
}

const environmental: ReadonlySet<string> = new Set(["environment", "interface", "rule"]);
