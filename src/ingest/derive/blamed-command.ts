import { companions } from "../../core/command-change-programs.ts";
import { commandHead, shapeOf } from "../../core/command-shape.ts";
import { parseCommandLine, type SimpleCommand } from "../../core/command.ts";
import type { FailureStory } from "../episode.ts";
import { classAdvice } from "./class-advice.ts";
import { plainMessage } from "./plain-message.ts";

/**
 * Which command of the line the message is about: the one that speaks in it, the one that has what it
 * names, one that such messages come from, the one that the log blames; else the first that does more
 * than look around.
 */
export function blamedCommand(
  story: FailureStory,
  failureClass: string,
  subject?: string,
): SimpleCommand | undefined {
  if (story.command === undefined) return undefined;
  const { commands } = parseCommandLine(story.command);
  const { blames } = classAdvice(failureClass) ?? {};
  // What was not found is run by the command that is blamed, or was never meant to be one.
  const isRun = notFound.has(failureClass);
  if (failureClass === "backticks-in-quotes") {
    return commands.find((one) => !isCompanion(one) && one.program !== subject) ?? commands[0];
  }
  return (
    speakerIn(commands, story.headline) ??
    (subject === undefined || isRun ? undefined : commands.find((one) => hasWord(one, subject))) ??
    blames?.map((name) => commands.find((one) => isNamed(one, name))).find((one) => one) ??
    (story.culprit === undefined ? undefined : commands[story.culprit]) ??
    commands.find((one) => headOf(one) === story.head && !isCompanion(one)) ??
    commands.find((one) => !isCompanion(one)) ??
    commands[0]
  );
}

const notFound: ReadonlySet<string> = new Set(["command-not-found", "program-missing"]);

/** What the command is called in a sentence: `git push`. Undefined for a program with an odd name. */
export function nameOf(command: SimpleCommand | undefined): string | undefined {
  if (command === undefined) return undefined;
  const head = headOf(command);
  if (plainName.test(head)) return head;
  return plainName.test(command.program) ? command.program : undefined;
}

const plainName = /^[\w.@+-]{1,30}(?: [\w.@:+-]{1,30}){0,2}$/u;

/** Whether a word of the command is this, has it as its name (`--flag=…`), or holds the letter (`-oP`). */
export function hasWord({ words }: SimpleCommand, subject: string): boolean {
  const letter = /^-(\w)$/u.exec(subject)?.[1];
  return words.some(
    (word, at) =>
      at > 0 &&
      (word === subject ||
        word.startsWith(`${subject}=`) ||
        (letter !== undefined && /^-[A-Za-z]{1,9}$/u.test(word) && word.includes(letter)) ||
        (subject.length > 2 && word.split(",").includes(subject))),
  );
}

function speakerIn(
  commands: readonly SimpleCommand[],
  headline: string,
): SimpleCommand | undefined {
  const speaker = /^([\w.-]{1,40}):/u.exec(plainMessage(headline))?.[1];
  return speaker === undefined ? undefined : commands.find(({ program }) => program === speaker);
}

function isNamed(command: SimpleCommand, name: string): boolean {
  return command.program === name || headOf(command) === name;
}

function isCompanion({ program }: SimpleCommand): boolean {
  return program.startsWith("$") || control.has(program) || companions.has(program);
}

/** Of the shell itself. */
const control: ReadonlySet<string> = new Set([
  "",
  "cd",
  "continue",
  "break",
  "return",
  "source",
  ".",
  "local",
  "eval",
  "Set-Location",
]);

function headOf(command: SimpleCommand): string {
  return commandHead(shapeOf(command));
}
