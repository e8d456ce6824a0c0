import { once, remembered } from "./once.ts";
import { pathForms } from "./paths.ts";
import type { Scope } from "../lesson/record/lesson.ts";
import { aroundMark, optionsMark } from "./pattern/around.ts";
import { parseCommandLine, type SimpleCommand } from "../shell/command.ts";
import { writtenFiles } from "../shell/written-files.ts";
import type { World } from "./world.ts";
import { passers } from "../shell/unwrap.ts";

/** What is known at the moment of the call. */
export interface Moment {
  readonly call: PlannedCall;
  /** `project:<id>` of where the agent works. Absent when unknown: then global lessons only. */
  readonly project?: Scope | undefined;
  /** Root folder of the project, for paths relative to it. */
  readonly projectRoot?: string | undefined;
  /** Of the call: relative paths are resolved against it. */
  readonly workingDirectory?: string | undefined;
  /** `lang:` tags of the project's stack. */
  readonly stack: readonly string[];
  /** The last messages of the conversation, oldest first. At most the last five are looked at. */
  readonly recentMessages: readonly string[];
  /** The running command or skill, the subagent's type, `LESSONS_WORKFLOW`. */
  readonly workflows: readonly string[];
  /** For conditions. Absent where the moment is over and nobody can look any more. */
  readonly world?: World | undefined;
  /** Of a call that was made and failed: the lines that say so. Absent for a call that is about to be made. */
  readonly failure?: readonly string[] | undefined;
}

/** A moment as lessons look at it: each part is made when the first lesson asks, and only once. */
export type Sight = ReturnType<typeof makeSight>;

export function sightOf(moment: Moment): Sight {
  const sight = sights.get(moment) ?? makeSight(moment);
  sights.set(moment, sight);
  return sight;
}

/** For whoever holds it: looking it up by its moment takes longer than most lessons do. */
export function makeSight(moment: Moment) {
  const { workflows } = moment;
  const texts = textsIn(moment);
  return {
    moment,
    commands: texts.command,
    paths: texts.path,
    content: texts.content,
    spoken: once(() => spokenTexts(moment)),
    workflows: once(() => new Set(workflows.map(foldedName))),
    lines: once(() => moment.failure ?? []),
  };
}

const sights = new WeakMap<Moment, Sight>();

/** Makes every part, for whoever measures what lessons take apart from that. */
export function readAll({ commands, paths, content, spoken, workflows }: Sight): void {
  for (const make of [commands, paths, content, spoken, workflows]) make();
}

function lineOf({ command }: PlannedCall): readonly string[] {
  return command === undefined ? [] : [command.slice(0, mostContent)];
}

/** What patterns of each field are tested on. Where the agent works decides how its paths are written. */
export function textsIn(
  place: Pick<Moment, "call" | "projectRoot" | "workingDirectory">,
): Readonly<Record<"command" | "path" | "content", () => readonly string[]>> {
  const { call } = place;
  return {
    command: () => textsOfLine(call),
    path: once(() => [...new Set(pathsOf(call).flatMap((path) => pathForms(path, place)))]),
    content: once(() => (call.content ? [call.content.slice(0, mostContent)] : [])),
  };
}

/** The files that a call names, and those that its shell line writes. */
export const pathsOf = remembered(({ paths, command }: PlannedCall): readonly string[] =>
  command === undefined ? paths : [...paths, ...writtenFiles(command)],
);

/** Held by the call: parsing a line is the dearest part of it, and it is looked at before its lessons are known. */
const textsOfLine = remembered(({ command }: PlannedCall) =>
  command === undefined ? [] : commandTexts(command),
);

/** ADR-003 of Triads: what was said longer ago is about something else. */
const mostMessages = 5;
/** In UTF-16 units. Patterns are linear, and a hook still has no time for a file of megabytes. */
const mostContent = 262_144;

/** Where words are looked for: what was said last, and the line that is to run. */
export function spokenTexts({
  recentMessages,
  call,
}: Pick<Moment, "recentMessages" | "call">): readonly string[] {
  return [...recentMessages.slice(-mostMessages), ...lineOf(call)].map(foldedText);
}

/** Case and line breaks do not make another word of it. */
export function foldedText(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/gu, " ");
}

/** `/Release` is the command `release`. */
export function foldedName(name: string): string {
  return name.trim().replace(/^\//u, "").toLowerCase();
}

/** A tool call that is about to be made, or was made, as a lesson looks at it: agent-blind. */
export interface PlannedCall {
  /** As the agent calls it: `Bash`, `Edit`, `mcp__github__create_issue`. */
  readonly tool: string;
  /** The shell line, where the tool takes one. */
  readonly command?: string | undefined;
  /** The files and folders that it names, as given; of a search also its glob. */
  readonly paths: readonly string[];
  /** Everything that it writes. */
  readonly content?: string | undefined;
}

/**
 * The texts that command patterns are tested on, each by itself: every simple command of the line, as it was typed and
 * without the options before its subcommand; where it was unwrapped also with the names of its wrappers in front,
 * because there are lessons about `sudo` and `timeout`, too. Behind a mark stands what is around it, for lookaheads:
 * its variables, its wrappers, what it is piped into, and those options. A line that cannot be parsed is
 * one text, the line as it is.
 *
 * A line over 64 kB is not parsed. Its first 64 kB are one raw text: it carries a file, the
 * program stands in front, and a pattern on megabytes would take longer than a call may wait.
 */
export function commandTexts(line: string): readonly string[] {
  return [...new Set(parseCommandLine(line).commands.flatMap(textsOfCommand))];
}

/** Of one simple command. */
export function textsOfCommand(command: SimpleCommand): readonly string[] {
  const { wrappers } = command;
  const around = aroundOf(command);
  const texts = ownTexts(command, around);
  const wrapped = wrappers.length === 0 ? [] : texts.map((text) => [...wrappers, text].join(" "));
  const passed = passedOn(command);
  const inner = passed === undefined ? [] : ownTexts(passed, [command.program, ...around]);
  return [...texts, ...wrapped, ...inner];
}

/** As it was typed, and without the options before its subcommand. */
function ownTexts({ text, asked }: SimpleCommand, around: readonly string[]): readonly string[] {
  const behind = around.length === 0 ? "" : `${aroundMark} ${asText(around.join(" "))}`;
  const typed = asText(text) + behind;
  if (asked === undefined) return [typed];
  const options = `${optionsMark} ${asText(asked.options)}`;
  return [`${asText(asked.text)}${behind || aroundMark}${options}`, typed];
}

/** What a program runs that only passes on what follows: the `git push` of `rtk git push`. */
function passedOn({ program, text }: SimpleCommand): SimpleCommand | undefined {
  if (!passers.has(program) || !text.includes(" ")) return undefined;
  return parseCommandLine(text.slice(text.indexOf(" ") + 1)).commands[0];
}

/** No longer than is matched, and without the marks. */
function asText(text: string): string {
  const tested = text.length > longestText ? text.slice(0, longestText) : text;
  return tested.replaceAll(marks, " ");
}

const marks = new RegExp(`[${aroundMark}${optionsMark}]`, "g");

function aroundOf({ wrappers, around }: SimpleCommand): readonly string[] {
  const { settings = [], pipedInto = [] } = around ?? {};
  return [
    ...settings.map(({ text }) => text),
    ...wrappers,
    ...pipedInto.map((name) => `| ${name}`),
  ];
}

/** In UTF-16 units: what the parser takes at most. */
const longestText = 65_536;
