import type { SimpleCommand } from "../../core/command.ts";
import type { FailureStory } from "../episode.ts";
import { blamedCommand, nameOf } from "./blamed-command.ts";
import { classAdvice, type ClassAdvice } from "./class-advice.ts";
import { messageSubject } from "./message-subject.ts";
import { plainMessage } from "./plain-message.ts";
import { seenFix, type SeenFix } from "./seen-fix.ts";

/** A failure with all that can be said about it. */
export interface ToldFailure {
  readonly story: FailureStory;
  readonly failureClass: string;
  readonly known: ClassAdvice | undefined;
  /** What a sentence calls it: `git push`, `Edit`. */
  readonly name: string;
  readonly message: string;
  readonly subject?: string;
  readonly command?: SimpleCommand;
  readonly fix?: SeenFix;
}

export function tellFailure(story: FailureStory): ToldFailure {
  const subject = messageSubject(story);
  const failureClass = classOf(story, subject);
  const known = classAdvice(failureClass);
  const command = blamedCommand(story, failureClass, subject);
  const name = known?.name ?? nameOf(command) ?? (toolName(story.head) || story.tool || "a call");
  const fix = seenFix(story, failureClass, name, subject);
  return {
    story,
    failureClass,
    known,
    name: name.slice(0, longestName),
    message: plainMessage(story.headline),
    ...(subject === undefined ? {} : { subject }),
    ...(command === undefined ? {} : { command }),
    ...(fix === undefined ? {} : { fix }),
  };
}

const longestName = 40;

/** What a tool is called, without the server that it comes from. */
function toolName(tool: string): string {
  const [own = ""] = tool.split("__").slice(-1);
  return plainMessage(own);
}

/** Within a class, what has a better account of its own. */
function classOf({ failureClass, command }: FailureStory, subject: string | undefined): string {
  if (subject === undefined) return failureClass;
  if (failureClass === "shell-syntax") return "read-only-variable";
  // A program that nobody meant to run was text between backticks.
  const isText = command?.includes(`\`${subject}`) === true;
  return failureClass === "command-not-found" && isText ? "backticks-in-quotes" : failureClass;
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
