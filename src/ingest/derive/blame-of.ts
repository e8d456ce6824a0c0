import type { SimpleCommand } from "../../core/command.ts";
import type { FailureStory } from "../episode.ts";
import { blamedCommand, nameOf } from "./blamed-command.ts";
import { classAdvice, type ClassAdvice } from "./class-advice.ts";
import { messageSubject } from "./message-subject.ts";
import { plainMessage } from "./plain-message.ts";

/** What failed and in which way: by this, failures are the same mistake or another one. */
export interface Blame {
  readonly failureClass: string;
  readonly known: ClassAdvice | undefined;
  /** What a sentence calls it: `git push`, `Edit`. */
  readonly name: string;
  /** What the message names: a flag, a program, a file. */
  readonly subject?: string;
  readonly command?: SimpleCommand;
}

export function blameOf(story: FailureStory): Blame {
  const subject = messageSubject(story);
  const failureClass = classOf(story, subject);
  const known = classAdvice(failureClass);
  const command = blamedCommand(story, failureClass, subject);
  const name = known?.name ?? nameOf(command) ?? (toolName(story.head) || story.tool || "a call");
  return {
    failureClass,
    known,
    name: name.slice(0, longestName),
    ...(subject === undefined ? {} : { subject }),
    ...(command === undefined ? {} : { command }),
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
