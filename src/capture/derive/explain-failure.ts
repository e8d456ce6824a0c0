import { type CommandChange, describeChange } from "../../shell/change/change.ts";
import { type FailureStory, inTextOrder } from "../episodes/episode.ts";
import { type Blame, blameOf, isWordFor, plainMessage } from "./blame-of.ts";
import type { Cure } from "./class-advice.ts";

/** A failure with all that can be said about it. */
export interface ExplainedFailure extends Blame {
  readonly story: FailureStory;
  readonly message: string;
  readonly fix: SeenFix | undefined;
}

export function explainFailure(story: FailureStory): ExplainedFailure {
  const blame = blameOf(story);
  const fix = seenFix(story, blame);
  return { ...blame, story, message: plainMessage(story.headline), fix };
}

/**
 * The failures that the lesson is made from, the most telling first: those of the commonest class and the
 * commonest command. It does not depend on the order in which they come.
 */
export function mostTelling(failures: readonly ExplainedFailure[]): readonly ExplainedFailure[] {
  const groups = [...Map.groupBy(failures, groupOf)];
  const [commonest] = groups.toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || inTextOrder(one, other),
  );
  return (commonest?.[1] ?? []).toSorted(
    (one, other) => worth(other) - worth(one) || inTextOrder(keyOf(one), keyOf(other)),
  );
}

function groupOf({ failureClass, name, story }: ExplainedFailure): string {
  return story.about === "harness" ? failureClass : `${failureClass}\0${name}`;
}

function worth({ fix, subject, story }: ExplainedFailure): number {
  return (
    (fix === undefined ? 0 : 4) +
    (subject === undefined ? 0 : 2) +
    (story.cause === undefined ? 0 : 1)
  );
}

function keyOf({ story }: ExplainedFailure): string {
  const { tool, head, headline, command, path, cause, fix } = story;
  return [tool, head, headline, command, path, cause, fix?.command].join("\0");
}

/** The values, each once, the most frequent first. */
export function byFrequency(values: readonly string[]): readonly string[] {
  return [...Map.groupBy(values, (value) => value)]
    .toSorted(
      ([one, ones], [other, others]) => others.length - ones.length || inTextOrder(one, other),
    )
    .map(([value]) => value);
}

/** What was changed between the failing call and the one that worked, as far as it explains the failure. */
interface SeenFix {
  readonly advice: string;
  readonly change: CommandChange;
}

/**
 * Two calls differ in much that has nothing to do with the failure. Only what can cure this class of
 * failures is believed, and only what holds in another session: no rewritten line, no path of this one.
 */
function seenFix(
  { command, fix, about }: FailureStory,
  { failureClass, known, name, subject }: Blame,
): SeenFix | undefined {
  if (command === undefined || fix?.command === undefined) return undefined;
  const change = describeChange(command, fix.command);
  if (change === undefined || change.is === "same" || change.is === "rewritten") return undefined;

  const cures = known?.cures ?? (failureClass === "unknown" ? anyCure : []);
  const sentences = change.advice.split(nextSentence).map(withoutFiles).filter(holdsElsewhere);
  const curing = sentences.filter((sentence) =>
    cures.some((cure) => is(cure, sentence, name, subject)),
  );
  if (curing.length > 0) return { advice: curing.join(" "), change };
  // The only thing that was changed, where that can have been the cure: nothing about a call helps against a rule.
  const [only] = sentences;
  const isOnlyChange =
    about !== "rule" &&
    soleCures.has(change.is) &&
    !nextSentence.test(change.advice) &&
    !asksForMore.test(change.advice);
  return only === undefined || !isOnlyChange ? undefined : { advice: only, change };
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
  "step-added",
]);

/** A message that nobody has classified: a setting says something, an argument does not. */
const anyCure: readonly Cure[] = ["variable", "runner", "quoting"];
const nextSentence = /(?<=\.) (?=(?:Use|Add|Drop|Run|Set|Quote|Leave|Change|Do|Put) )/u;

/** Of a flag with a file behind it, the flag. */
function withoutFiles(sentence: string): string {
  return sentence.replaceAll(/`(-[^\s`]{1,60}) [^`]{0,200}[/…][^`]{0,200}`/gu, "`$1`");
}

function holdsElsewhere(sentence: string): boolean {
  return (
    sentence.length <= longestAdvice &&
    !/^(?:Change|Leave out|Put) /u.test(sentence) &&
    !asksForHelp.test(sentence) &&
    !/[`\s](?:…\/|~?\/|[A-Za-z]:[\\/])|\[user\]|[\w.-]{1,99}\/[\w.-]{1,99}\/[\w./-]{1,200}/u.test(
      sentence,
    )
  );
}

const longestAdvice = 160;
/** Looking up how it is done is not yet doing it. */
const asksForHelp = /^(?:Use|Add) `(?:[^`]{1,60} )?(?:--help|-h|help|--version|version)`/u;

function is(cure: Cure, sentence: string, name: string, subject: string | undefined): boolean {
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
      return /^Set `[A-Z][A-Z\d_]{1,60}`/u.test(sentence);
    case "runner":
      return /^Run `[^`]{1,70}` (?:through|with) `/u.test(sentence);
    case "place":
      return /^Run it (?:from|in) `[^`/\s]{1,40}(?:\/[^`/\s]{1,40})?`/u.test(sentence);
  }
}

function speaksOf(sentence: string, subject: string): boolean {
  return sentence.split(/[\s`,]+/u).some((word) => isWordFor(word, subject));
}
