import type { FailureStory } from "../episode.ts";
import { blameOf, type Blame } from "./blame-of.ts";
import { plainMessage } from "./plain-message.ts";
import { seenFix, type SeenFix } from "./seen-fix.ts";

/** A failure with all that can be said about it. */
export interface ToldFailure extends Blame {
  readonly story: FailureStory;
  readonly message: string;
  readonly fix?: SeenFix;
}

export function tellFailure(story: FailureStory): ToldFailure {
  const blame = blameOf(story);
  const fix = seenFix(story, blame.failureClass, blame.name, blame.subject);
  return {
    ...blame,
    story,
    message: plainMessage(story.headline),
    ...(fix === undefined ? {} : { fix }),
  };
}

/**
 * The failures that the lesson is told by, the most telling first: those of the commonest class and the
 * commonest command. It does not depend on the order in which they come.
 */
export function mostTelling(failures: readonly ToldFailure[]): readonly ToldFailure[] {
  const groups = [...Map.groupBy(failures, groupOf)];
  const [commonest] = groups.toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || compare(one, other),
  );
  return (commonest?.[1] ?? []).toSorted(
    (one, other) => worth(other) - worth(one) || compare(keyOf(one), keyOf(other)),
  );
}

function groupOf({ failureClass, name, story }: ToldFailure): string {
  return story.about === "harness" ? failureClass : `${failureClass}\0${name}`;
}

function worth({ fix, subject, story }: ToldFailure): number {
  return (
    (fix === undefined ? 0 : 4) +
    (subject === undefined ? 0 : 2) +
    (story.cause === undefined ? 0 : 1)
  );
}

function keyOf({ story }: ToldFailure): string {
  const { tool, head, headline, command, path, cause, fix } = story;
  return [tool, head, headline, command, path, cause, fix?.command].join("\0");
}

/** The values, each once, the most frequent first. */
export function byFrequency(values: readonly string[]): readonly string[] {
  return [...Map.groupBy(values, (value) => value)]
    .toSorted(([one, ones], [other, others]) => others.length - ones.length || compare(one, other))
    .map(([value]) => value);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
