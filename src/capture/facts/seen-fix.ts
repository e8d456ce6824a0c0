import { type CommandChange, describeChange } from "../../shell/change/change.ts";
import { inTextOrder, type FailureStory } from "../episodes/episode.ts";
import { type Blame, blameOf, isWordFor } from "./blame.ts";
import { type Cure, factWords } from "./fact-words.ts";

/** What was changed between calls that failed and those that worked, as far as it explains the failure. */
export interface SeenFix {
  /** A sentence that names the replacement as it was typed. */
  readonly advice: string;
  /** How many of the failures it cured. */
  readonly times: number;
  /** The changes that say it, for patterns. */
  readonly changes: readonly CommandChange[];
}

/** The fix that was seen most often. It does not depend on the order in which the failures come. */
export function seenFixOf(stories: readonly FailureStory[]): SeenFix | undefined {
  const seen = stories.flatMap((story) => changeOf(story) ?? []);
  const byAdvice = [...Map.groupBy(seen, ({ advice }) => advice)];
  const [best] = byAdvice.toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || inTextOrder(one, other),
  );
  if (best === undefined) return undefined;
  const [advice, changes] = best;
  // One cure among many is what one session needed.
  if (changes.length === 1 && seen.length > mostAlone) return undefined;
  return { advice, times: changes.length, changes: changes.flatMap(({ change }) => change ?? []) };
}

const mostAlone = 3;

interface SeenChange {
  readonly advice: string;
  readonly change: CommandChange | undefined;
}

/**
 * Two calls differ in much that has nothing to do with the failure. Only what can cure this class of
 * failures is believed, only of the command that is to blame, and only what holds in another session: no rewritten
 * line, no path of this one.
 */
function changeOf(story: FailureStory): SeenChange | undefined {
  const { command, fix, fact } = story;
  if (command === undefined || fix?.command === undefined) return undefined;
  if (fix.isStep === true) return { advice: stepAdvice(fix.command), change: undefined };
  const change = describeChange(command, fix.command);
  if (change === undefined || change.is === "same" || change.is === "rewritten") return undefined;
  const blame = blameOf(story);
  if (!isAbout(change, blame)) return undefined;

  const cures = factWords(fact.class)?.cures ?? (fact.class === "message" ? anyCure : []);
  const sentences = change.advice
    .split(nextSentence)
    .map((sentence) => withValue(withoutFiles(sentence), fix.command ?? ""))
    .filter(holdsElsewhere);
  const best = sentences.find((sentence) => cures.some((cure) => is(cure, sentence, blame)));
  if (best !== undefined) return { advice: best, change };
  // The only thing that was changed, where that can have been the cure: nothing about a call helps against a rule.
  const [only] = sentences;
  const isOnlyChange =
    mayCure(fact.class) &&
    story.about !== "rule" &&
    soleCures.has(change.is) &&
    !nextSentence.test(change.advice) &&
    !asksForMore.test(change.advice);
  return only === undefined || !isOnlyChange ? undefined : { advice: only, change };
}

/** Whether any one change can have been the cure: not where the class knows what helps, or that nothing of a call does. */
function mayCure(name: string): boolean {
  const known = factWords(name);
  return known === undefined || (known.fix === undefined && known.cures !== undefined);
}

/** What was changed belongs to the command that failed, or stands around the whole line. */
function isAbout(change: CommandChange, { command, subject }: Blame): boolean {
  if (aroundTheLine.has(change.is) || command === undefined) return true;
  return (
    change.before === command.text || (subject !== undefined && change.before.includes(subject))
  );
}

const aroundTheLine: ReadonlySet<string> = new Set([
  "directory-changed",
  "step-added",
  "variable-set",
]);

function stepAdvice(step: string): string {
  return `Run \`${step}\` first.`;
}

/** `TERM=dumb pytest` says more than that a variable was set. */
function withValue(sentence: string, worked: string): string {
  const [, name = "", head = ""] =
    /^Set `([A-Z][A-Z\d_]{1,60})` for `([^`]{1,70})`\.$/u.exec(sentence) ?? [];
  const value =
    name === ""
      ? undefined
      : new RegExp(String.raw`\b${name}=([\w.,:/-]{1,40})(?=\s)`).exec(worked)?.[1];
  return value === undefined ? sentence : `Use \`${name}=${value} ${head}\`.`;
}

/** To see more of a failure is not to mend it. */
const asksForMore = /`(?:-v+|--verbose|--debug|-x|--trace)`/u;

const soleCures: ReadonlySet<CommandChange["is"]> = new Set([
  "program-replaced",
  "flag-added",
  "flag-dropped",
  "flag-replaced",
  "variable-set",
  "wrapper-added",
  "wrapper-dropped",
  "piped",
  "step-added",
]);

/** A message that nobody has classified: a setting says something, an argument does not. */
const anyCure: readonly Cure[] = ["variable", "runner", "quoting", "flag", "step"];
const nextSentence = /(?<=\.) (?=(?:Use|Add|Drop|Run|Set|Quote|Leave|Change|Do|Put) )/u;

/** Of a flag with a file behind it, the flag. */
function withoutFiles(sentence: string): string {
  return sentence.replaceAll(/`(-[^\s`]{1,60}) [^`]{0,200}[/…][^`]{0,200}`/gu, "`$1`");
}

function holdsElsewhere(sentence: string): boolean {
  return (
    sentence.length <= longestAdvice &&
    !/^(?:Change|Leave out|Put|Set) /u.test(sentence) &&
    !asksForHelp.test(sentence) &&
    !forces.test(sentence) &&
    !/\\n|…/u.test(sentence) &&
    !/[`\s](?:…\/|~?\/|[A-Za-z]:[\\/])|\[user\]|[\w.-]{1,99}\/[\w.-]{1,99}\/[\w./-]{1,200}/u.test(
      sentence,
    )
  );
}

const longestAdvice = 160;
/** Looking up how it is done is not yet doing it. */
const asksForHelp = /^(?:Use|Add) `(?:[^`]{1,60} )?(?:--help|-h|help|--version|version)`/u;
/** To get around a check is no fix that anybody should learn. */
const forces =
  /^(?:Use|Add) `[^`]{0,60}(?:--no-verify|--force|--no-gpg-sign|--skip-[\w-]{1,30}|-f)(?:[ `=])/u;

function is(cure: Cure, sentence: string, { name, subject }: Blame): boolean {
  switch (cure) {
    case "named":
      return subject !== undefined && speaksOf(sentence, subject);
    case "quoting":
      return sentence.startsWith("Quote ");
    case "flag":
      return (
        sentence.includes(` \`${name}`) &&
        /^(?:Add|Drop) `-[^`]{1,60}`|^Use `-[^`]{1,60}` instead of `-/u.test(sentence)
      );
    case "limit":
      return /^(?:Add|Use) `--?[a-z-]{0,20}time[^`]{0,40}`|^Run `[^`]{1,70}` with `timeout`/u.test(
        sentence,
      );
    case "variable":
      return /^Use `[A-Z][A-Z\d_]{1,60}=/u.test(sentence);
    case "runner":
      return /^Run `[^`]{1,70}` (?:through|with|without) `/u.test(sentence);
    case "place":
      return /^Run it (?:from|in) (?:`[^`/\s]{1,40}(?:\/[^`/\s]{1,40})?`|the root)/u.test(sentence);
    case "step":
      return /^Run `[^`]{1,70}` first\./u.test(sentence);
  }
}

function speaksOf(sentence: string, subject: string): boolean {
  return sentence.split(/[\s`,]+/u).some((word) => isWordFor(word, subject));
}
