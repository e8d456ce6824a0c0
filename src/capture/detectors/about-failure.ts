import { saidRule } from "../derive/said-rule.ts";
import type { FailureStory } from "../episodes/episode.ts";
import { explicitLesson } from "../sayings/explicit-lesson.ts";
import { filesNamed } from "../sayings/files-named.ts";
import { ownWords } from "../sayings/own-words.ts";
import { judgeCorrection } from "../sayings/user-correction.ts";
import type { OpenRemark } from "../session/thread.ts";
import type { OpenEpisode, Scene } from "./detector.ts";

/**
 * A correction right after a failure is about that failure: the person saw what the agent saw, and nothing has gone well
 * since. The failure gets the words. Says whether that is all there is to them: a rule that lasts stays a saying of its own.
 */
export function tellFailure(open: OpenRemark, scene: Scene): boolean {
  const failure = lastFailure(scene);
  if (failure === undefined || failure.story.said !== undefined) return false;
  const words = (ownWords(open.remark.text) || open.remark.text).slice(0, longestWords);
  if (!isCorrecting(open, words, failure.story)) return false;
  failure.story.said = { line: open.line, words };
  failure.lines = [...failure.lines, open.line];
  if (failure.verdict === "weak") failure.verdict = "nominated";
  return explicitLesson(words) === undefined && saidRule(words)?.isLasting !== true;
}

/** As much as a quote has. */
const longestWords = 300;

/** The failure of the very last call. */
function lastFailure({
  thread,
  episodes,
  threadName,
}: Scene): OpenEpisode<FailureStory> | undefined {
  const last = thread.calls.at(-1);
  if (last === undefined || last.failureClass === undefined) return undefined;
  return episodes
    .openFailures(threadName)
    .findLast(({ kind, line }) => kind !== "retry-loop" && line === last.line);
}

/**
 * The words correct the agent, and what they are about is named, or can be nothing but the call. An order that names it is
 * one, too, unless it orders the same call again. Slips of the agent's own tools are nothing that people speak of.
 */
function isCorrecting({ remark }: OpenRemark, words: string, story: FailureStory): boolean {
  if (story.about === "harness") return false;
  const verdict = judgeCorrection(remark, { undid: false, wroteMemory: false });
  const isShort = words.split(/\s+/u, longestOrder + 1).length <= longestOrder;
  if (names(words, story)) {
    const isOrder = isShort && !words.includes(story.head) && saidRule(words) !== undefined;
    return verdict !== undefined || isOrder;
  }
  return verdict !== undefined && isShort && filesNamed(words).length === 0;
}

const longestOrder = 12;

function names(words: string, { head, tool, fact }: FailureStory): boolean {
  const said = new Set(words.toLowerCase().match(/[\w@./-]{1,60}/gu) ?? []);
  const [program = ""] = head.split(" ");
  return [program, tool, ...fact.subject.split(" ")].some((name) => {
    const word = name.toLowerCase();
    return word.length >= 2 && !everydayWords.has(word) && said.has(word);
  });
}

/** Names of programs, and words of messages, that people also say without meaning them. */
const everydayWords: ReadonlySet<string> = new Set(
  (
    "go make find test sort cut which time kill top more less head tail split join date run read write edit task " +
    "watch start stop file open just the to of in is it not no and or for on at with this that was be as an by from"
  ).split(" "),
);
