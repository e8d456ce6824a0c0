import { filesNamed, triggerKeywords } from "../sayings/files-named.ts";
import { judgeCorrection } from "../sayings/user-correction.ts";
import { ownWords } from "../sayings/own-words.ts";
import type { Episode } from "../episodes/episode.ts";
import type { OpenRemark } from "../session/thread.ts";
import type { Detector } from "./detector.ts";

/** A person tells the agent that what it did was wrong: their words, and what the agent does next. */
export const userCorrection: Detector = {
  name: "userCorrection",
  onAnswered: (remark, { episodes, settings }) => {
    if (remark.remark.isRejectionReason) return;
    if (
      remark.remark.text.split(/\s+/, settings.userCorrection.minWords).length <
      settings.userCorrection.minWords
    )
      return;
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

export const longestWords = 1200;
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
