import { shortHash } from "../../lesson/record/short-hash.ts";
import { saidRule } from "../derive/said-rule.ts";
import type { Episode, SayingStory } from "../episodes/episode.ts";
import { askedOrders, askedSignal } from "../sayings/asked-orders.ts";
import { wordCount } from "../sayings/correction-words.ts";
import { explicitLesson as lessonIn } from "../sayings/explicit-lesson.ts";
import { triggerKeywords } from "../sayings/files-named.ts";
import { noteAbout } from "../sayings/note-about.ts";
import { ownWords } from "../sayings/own-words.ts";
import { judgeCorrection } from "../sayings/user-correction.ts";
import type { OpenRemark } from "../session/thread.ts";
import { typedRule } from "../reports/typed-rule.ts";
import { tellFailure } from "./about-failure.ts";
import type { Detector, Scene } from "./detector.ts";

/** A person tells the agent that what it did was wrong: their words, and what the agent does next. */
export const userCorrection: Detector = {
  name: "userCorrection",
  onRemark: (open, scene) => {
    if (!open.remark.isRejectionReason && tellFailure(open, scene)) open.isAboutFailure = true;
  },
  onAnswered: (remark, { episodes, settings }) => {
    if (remark.remark.isRejectionReason || remark.isAboutFailure === true) return;
    const { minWords } = settings.userCorrection;
    if (wordCount(remark.remark.text) < minWords) return;
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
    lines: [open.typedLine, open.callLine, open.memoryLine].filter((one) => one !== undefined),
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
      noted: open.noted,
      isRejection: remark.isRejectionReason,
      signals: verdict.signals,
      tools,
      ...open.work,
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
    const own = ownWords(open.remark.text);
    // Reported already, with its trigger.
    if (typedRule(own) !== undefined) return;
    const sentence = lessonIn(own) ?? statedRule(own);
    const { line, at: seenAt, anchor } = open;
    const place = { line, lines: [], seenAt } as const;
    if (sentence !== undefined) {
      const stated = { ...place, verdict: "accepted", anchor } as const;
      return scene.episodes.file(explicitEpisode(sentence, "person", stated, scene));
    }
    for (const [at, order] of askedOrders(own).entries()) {
      const asked = { ...place, verdict: "weak", anchor: `asked:${at}:${anchor}` } as const;
      const episode = explicitEpisode(order, "person", asked, scene);
      const { story: said } = episode;
      const within = shortHash(own);
      const story = { ...said, isStandingRule: false, signals: [askedSignal], within };
      scene.episodes.file({ ...episode, story });
    }
  },
  onSpeech: (speech, scene) => {
    const sentence = lessonIn(speech.text);
    if (sentence === undefined) return;
    // A promise answers the person; the lesson is what they said, which has that answer with it.
    if (scene.thread.remark?.remark.isFirst === false && isPromise(sentence)) return;
    const { line, at: seenAt = scene.now } = speech;
    const words = scene.redact(sentence);
    const anchor = `speech:${seenAt}:${shortHash(words)}`;
    const place = { verdict: "nominated", line, lines: [], seenAt, anchor } as const;
    scene.episodes.file(explicitEpisode(words, "agent", place, scene));
  },
  onCall: (call, scene) => {
    const { remark } = scene.thread;
    const isWrite = call.does === "edit" || call.does === "write";
    if (!isWrite || call.outcome !== "ok" || remark === undefined) return;
    if (remark.noted !== undefined || call.noted === undefined) return;
    const { memoryWithinCalls } = scene.settings.explicitLesson;
    if (scene.thread.callCount - remark.callsBefore > memoryWithinCalls) return;
    const said = ownWords(remark.remark.text);
    const { heardBefore } = scene.thread;
    const isAgreement = heardBefore !== undefined && wordCount(said) <= longestAgreement;
    const words = isAgreement ? ownWords(heardBefore) : said;
    // What is written after "yes, go on" is the agent's own idea, unless it is about what was said before that.
    const noted = noteAbout(call.noted, words);
    if (noted === undefined) return;
    if (!isAgreement) remark.noted = noted;
    remark.memoryLine = call.line;
    const { line, at: seenAt } = remark;
    const anchor = `memory:${remark.anchor}`;
    const place = { verdict: "accepted", line, lines: [call.line], seenAt, anchor } as const;
    const episode = explicitEpisode(words, "person", place, scene);
    scene.episodes.file({ ...episode, story: { ...episode.story, noted, ...remark.work } });
  },
};

/** Words with a rule that lasts by how it is put, also in the task with which a session begins. */
function statedRule(own: string): string | undefined {
  if (!hint.test(own) || wordCount(own) > longestStatement) return undefined;
  const rule = saidRule(own);
  const isStated = rule?.isLasting === true && rule.isNorm !== true;
  return isStated && wordCount(rule.rule) <= longestRule ? own : undefined;
}

/** What every form of such a rule has in it: most messages have nothing of it, and need not be taken apart. */
const hint =
  /\b(?:always|never|ever|prefer|whenever|any ?time|every time|each time|wherever|possible|(?:we|you) can|from (?:now|here) on|forward|future|next time|rule|general|convention|policy|practice|pattern|standing|lesson|without|ask|(?:this|our|my|the) (?:project|repo|repository|codebase|team|workspace)|(?:standard|guideline)s?|we (?:\S{4,11} )?(?:use|prefer|follow|avoid|keep|name|write|put|do not|don['’]?t)|immer|niemals|nie|ab jetzt|in zukunft|toujours|jamais|siempre|nunca|a partir de|sempre|mai)\b|dorénavant|désormais|ora in poi|всегда|никогда|앞으로|항상|절대|总是|永远|以后|从现在起|今後|必ず|絶対/iu;

/** Longer messages describe what a program is to do, or were written by one. */
const longestStatement = 60;
/** "We use the ledger for prices and since Monday it …" begins a story. */
const longestRule = 16;

/** "yes, do that" agrees to something that was said before. */
const longestAgreement = 4;

function isPromise(sentence: string): boolean {
  return /^(?:\S{1,20},? (?:it )?(?:[-–—] )?){0,2}i(?:['’]ll| will| won['’]?t)\b/iu.test(sentence);
}

function explicitEpisode(
  words: string,
  by: SayingStory["by"],
  place: Pick<Episode, "verdict" | "line" | "lines" | "seenAt" | "anchor">,
  { thread }: Scene,
): Episode & { readonly story: SayingStory } {
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
      ...thread.lately,
      actionKeywords: [],
      contextKeywords: [],
    },
  };
}

function lastTools(calls: Scene["thread"]["calls"]): readonly string[] {
  return [...new Set(calls.slice(-3).map(({ tool }) => tool))];
}
