import { longestSummary, type LessonDraft, type Scope } from "../../lesson/record/lesson.ts";
import { shortSummary } from "../../lesson/outside/text.ts";
import { characterCount, plainLine } from "../../redact/plain-text.ts";
import { essenceLine, withoutOpening } from "../derive/essence-of.ts";
import { type CauseStory, inTextOrder } from "../episodes/episode.ts";
import { stablePath } from "./cause-terms.ts";
import { clearness } from "./named-causes.ts";

/** The fact in what the agent said about a cause. It does not depend on the order of the stories. */
export function causeDraft(stories: readonly CauseStory[], scope: Scope): LessonDraft {
  const sentence = clearest(stories.map(({ words }) => factIn(words)));
  const heads = byFrequency(stories.map(({ head }) => head)).slice(0, mostHeads);
  const failed = heads.map((head) => `\`${head.replaceAll("`", "'")}\``).join(" and ");
  const seen = seenFix(stories);
  const fix = seen ?? saidFix(stories);
  return {
    kind: "pitfall",
    summary: summaryOf(sentence, byFrequency(stories.flatMap(({ terms }) => terms.slice(0, 1)))[0]),
    body: {
      mistake: `${sentence} Seen when ${failed} failed.`,
      remediation: fix ?? "Needs a fix from you.",
    },
    tags: ["severity:error"],
    scope,
    triggers: {},
    source: "heuristic",
    // What nobody has seen to help waits for a person's look.
    flags: seen !== undefined ? [] : fix === undefined ? ["needsHumanFix", "maybe"] : ["maybe"],
  };
}

const mostHeads = 2;

/** The sentence without what was only true once: how many, whose change, which run. */
function factIn(words: string): string {
  const line = withoutOpening(plainLine(words))
    .replaceAll(
      /`([^`]{1,160})`/gu,
      (_, code: string) => `\`${code.split(" ").map(withoutRun).join(" ")}\``,
    )
    .replaceAll(notMine, "")
    .replaceAll(
      /\b(the|these|those|all|of the) (?:same |other |remaining )?\d{1,6} (?=\p{L})/giu,
      "$1 ",
    )
    .replaceAll(/\b(?:pre-?existing|completely|entirely|just|now) /giu, "")
    .replaceAll(/\b(is|are) all (?=in|from|under)/gu, "$1 ")
    .replaceAll(/\bfailed (?=because|due to|since)/gu, "fails ")
    .replace(/\bwas (?=caused)/u, "is ")
    .replace(/[,;—–-] ?(?:so|and|then)? ?(?:I|we|let me)(?:'m|'ll|'ve)? [^.]{1,300}$/iu, "")
    .replace(/[\s,;:—–.-]{1,9}$/u, "");
  return /[!?…]$/u.test(line) ? begun(line) : `${begun(line)}.`;
}

function withoutRun(word: string): string {
  const stable = stablePath(word);
  return stable === word ? word : `${stable}/`;
}

/** "— not related to my changes": of no interest to the next session. */
const notMine =
  /[\s,;(—–-]{0,4}(?:(?:and|which|so|this|these|it) )?(?:(?:is|are|it's) )?(?:completely |entirely |totally )?(?:not (?:related to|caused by|from|part of)|unrelated(?: to)?|nothing to do with) (?:my|our|this|these|the|any)\b[^.,;()]{0,60}\)?|,? unrelated\b(?! to)/giu;

/** One that gives the reason, in few words; the same whatever was heard first. */
function clearest(sentences: readonly string[]): string {
  const weighed = sentences.map((sentence) => ({ sentence, weight: clearness(sentence) }));
  const [best] = weighed.toSorted(
    (one, other) =>
      other.weight - one.weight ||
      one.sentence.length - other.sentence.length ||
      inTextOrder(one.sentence, other.sentence),
  );
  return best?.sentence ?? "";
}

/** The whole sentence where it fits, else the reason in it. */
function summaryOf(sentence: string, term = ""): string {
  const [thing = ""] = term.split(": ");
  const tells = (line: string) => line.toLowerCase().includes(thing.toLowerCase());
  const whole = sentence.replace(/\.$/u, "");
  const reason = reasonStart.exec(whole);
  const parts = [whole, ...(reason === null ? [] : [whole.slice(reason.index + reason[0].length)])];
  const fitting = parts.find((part) => characterCount(part) <= longestSummary && tells(part));
  if (fitting !== undefined) return begun(fitting);
  const short = parts.toReversed().map((part) => essenceLine(begun(part)));
  const line = short.find(tells) ?? short.at(-1) ?? "";
  return tells(line) ? line : shortSummary(`${thing}: ${line}`).summary;
}

const reasonStart =
  /\b(?:because(?: of)?|due to|caused by|the (?:issue|problem|cause|reason|blocker) (?:is|was)(?: that)?|turns out(?: that)?) /iu;

function begun(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** What was seen to help, with how often. */
function seenFix(stories: readonly CauseStory[]): string | undefined {
  const seen = stories.flatMap(({ fix, terms }) =>
    fix === undefined ? [] : (adviceOf(fix.command, terms) ?? []),
  );
  const [best] = byFrequency(seen);
  if (best === undefined) return undefined;
  const times = seen.filter((advice) => advice === best).length;
  return times < 2 ? best : `${best} (Worked ${times} times.)`;
}

function saidFix(stories: readonly CauseStory[]): string | undefined {
  const [said] = byFrequency(stories.flatMap((story) => story.said ?? []).filter(isLiteral));
  return said === undefined ? undefined : `Run \`${said}\` first.`;
}

function adviceOf(command: string, terms: readonly string[]): string | undefined {
  const [program = "", ...words] = command.split(" ");
  if (program === "rm") {
    const place = terms.find((term) => words.some((word) => word.includes(term)));
    return place === undefined ? undefined : `Remove what is left in \`${place}\` first.`;
  }
  return isLiteral(command) ? `Run \`${command}\` first.` : undefined;
}

/** Short, and without a path that is another one elsewhere. */
function isLiteral(command: string): boolean {
  return (
    command.length <= longestCommand &&
    !/[`\n]|(?:^|\s)["']?(?:~|\/|[A-Za-z]:\\)|\[user\]|""/u.test(command)
  );
}

const longestCommand = 80;

function byFrequency(values: readonly string[]): readonly string[] {
  return [...Map.groupBy(values, (value) => value)]
    .toSorted(
      ([one, ones], [other, others]) => others.length - ones.length || inTextOrder(one, other),
    )
    .map(([value]) => value);
}
