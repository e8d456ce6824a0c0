import { shortHash } from "../../lesson/record/short-hash.ts";
import type { Episode, SayingStory } from "../episodes/episode.ts";
import { explicitLesson as lessonIn } from "../sayings/explicit-lesson.ts";
import { filesNamed, isMemoryFile, triggerKeywords } from "../sayings/files-named.ts";
import { ownWords } from "../sayings/own-words.ts";
import { judgeCorrection } from "../sayings/user-correction.ts";
import type { OpenRemark } from "../session/thread.ts";
import type { Detector, Scene } from "./detector.ts";

/** A person tells the agent that what it did was wrong: their words, and what the agent does next. */
export const userCorrection: Detector = {
  name: "userCorrection",
  onAnswered: (remark, { episodes, settings }) => {
    if (remark.remark.isRejectionReason) return;
    const { minWords } = settings.userCorrection;
    if (remark.remark.text.split(/\s+/, minWords).length < minWords) return;
    const episode = correctionEpisode(remark);
    if (episode !== undefined) episodes.file(episode);
  },
};

/** The episode, when the words and the answer to them make a correction. */
function correctionEpisode(open: OpenRemark): Episode | undefined {
  const { remark, answer, line, at, anchor, tools } = open;
  const verdict = judgeCorrection(remark, answer);
  if (verdict === undefined) return undefined;
  // A message may be nothing but what was pasted; then that is what was meant.
  const words = (ownWords(remark.text) || remark.text).slice(0, longestWords);
  return {
    kind: "user-correction",
    verdict: verdict.verdict,
    line,
    lines: [open.callLine, open.memoryLine].filter((other) => other !== undefined),
    seenAt: at,
    anchor: `said:${anchor}`,
    story: {
      is: "saying",
      by: "person",
      words,
      answer: answer.firstText?.slice(0, longestAnswer),
      isStandingRule: verdict.isStandingRule,
      hasCause: verdict.hasCause,
      isCritical: verdict.isCritical,
      isRejection: remark.isRejectionReason,
      signals: verdict.signals,
      tools,
      pathPatterns: filesNamed(words),
      ...triggerKeywords(words),
    },
  };
}

const longestWords = 1200;
const longestAnswer = 300;

/** A person does not let a call happen and says why. */
export const rejection: Detector = {
  name: "rejection",
  onAnswered: (remark, { episodes }) => {
    if (!remark.remark.isRejectionReason) return;
    const episode = correctionEpisode(remark);
    if (episode !== undefined) episodes.file(episode);
  },
};

/** Somebody says it outright ("from now on …"), or the agent writes into its memory what a person just said. */
export const explicitLesson: Detector = {
  name: "explicitLesson",
  onRemark: (open, scene) => {
    const sentence = lessonIn(ownWords(open.remark.text));
    if (sentence === undefined) return;
    const { line, at: seenAt, anchor } = open;
    const place = { verdict: "accepted", line, lines: [], seenAt, anchor } as const;
    scene.episodes.file(explicitEpisode(sentence, "person", place, scene));
  },
  onSpeech: (speech, scene) => {
    const sentence = lessonIn(speech.text);
    if (sentence === undefined) return;
    const { line, at: seenAt = scene.now } = speech;
    const words = scene.redact(sentence);
    const anchor = `speech:${seenAt}:${shortHash(words)}`;
    const place = { verdict: "nominated", line, lines: [], seenAt, anchor } as const;
    scene.episodes.file(explicitEpisode(words, "agent", place, scene));
  },
  onCall: (call, scene) => {
    const { remark } = scene.thread;
    const isWrite = call.does === "edit" || call.does === "write";
    if (!isWrite || call.outcome !== "ok" || remark?.memoryLine !== undefined) return;
    if (remark === undefined || call.path === undefined || !isMemoryFile(call.path)) return;
    const { memoryWithinCalls } = scene.settings.explicitLesson;
    if (scene.thread.callCount - remark.callsBefore > memoryWithinCalls) return;
    remark.memoryLine = call.line;
    const words = ownWords(remark.remark.text);
    const { line, at: seenAt } = remark;
    const anchor = `memory:${remark.anchor}`;
    const place = { verdict: "nominated", line, lines: [call.line], seenAt, anchor } as const;
    scene.episodes.file(explicitEpisode(words, "person", place, scene));
  },
};

function explicitEpisode(
  words: string,
  by: SayingStory["by"],
  place: Pick<Episode, "verdict" | "line" | "lines" | "seenAt" | "anchor">,
  { thread }: Scene,
): Episode {
  const said = words.slice(0, longestWords);
  return {
    kind: "explicit-lesson",
    ...place,
    anchor: `lesson:${place.anchor}`,
    story: {
      is: "saying",
      by,
      words: said,
      isStandingRule: true,
      hasCause: false,
      isCritical: false,
      isRejection: false,
      signals: ["said as a lesson"],
      tools: lastTools(thread.calls),
      pathPatterns: filesNamed(said),
      actionKeywords: [],
      contextKeywords: [],
    },
  };
}

function lastTools(calls: Scene["thread"]["calls"]): readonly string[] {
  return [...new Set(calls.slice(-3).map(({ tool }) => tool))];
}
