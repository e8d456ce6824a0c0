import { plainLine } from "../../redact/plain-text.ts";
import type { SimpleCommand } from "../command.ts";
import { shapeOf } from "../shape.ts";
import type { Call, Directory } from "./call.ts";
import type { CommandChange } from "./change.ts";
import type { Pair } from "./pairs.ts";
import type { Token } from "./tokens.ts";

/** One thing that was changed. */
export interface Difference extends Pick<
  CommandChange,
  "is" | "advice" | "fixWords" | "mistakeWords"
> {
  /** All that can be said is that something was changed, because it stands in quotes. */
  readonly isVague?: true;
}

export function wordless(is: Difference["is"], advice: string): Difference {
  return { is, advice, fixWords: [], mistakeWords: [] };
}

/** The same about names in a list; nothing where there are none. */
export function listing(
  is: Difference["is"],
  names: readonly string[],
  advice: (list: string) => string,
): readonly Difference[] {
  return names.length === 0 ? [] : [wordless(is, advice(listed(names)))];
}

/** The program as it was typed, with its subcommand: `./gradlew build`. */
export function headOf(command: SimpleCommand): string {
  const [program = "", ...rest] = command.text.split(" ");
  // A shape is made of values, and those in quotes may not be shown.
  const subcommand = shapeOf(command).subcommand?.split(" ") ?? [];
  return [program, ...subcommand.filter((word) => rest.includes(word))].join(" ");
}

export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}

const longestShown = 70;

/**
 * A part of a command as it stands in a sentence: in backticks, on one line, short. It takes the
 * matcher's text, in which quoted values are already empty, and shows the hole as `…`.
 */
export function shown(text: string, longest = longestShown): string {
  return `\`${cut(readable(text), longest)}\``;
}

/** The two sides of a replacement. Long paths are only shortened while the sides still differ. */
export function shownPair(before: string, after: string): readonly [before: string, after: string] {
  const [one, other] = [shown(before), shown(after)];
  if (one !== other) return [one, other];
  return [`\`${cutFront(before)}\``, `\`${cutFront(after)}\``];
}

/** Names in a list: `a`, `b` and `c`. */
function listed(names: readonly string[]): string {
  const all = names.map((name) => shown(name));
  const last = all.at(-1) ?? "";
  return all.length < 2 ? last : `${all.slice(0, -1).join(", ")} and ${last}`;
}

function readable(text: string): string {
  return oneLine(text).split(" ").map(shortPath).join(" ");
}

function oneLine(text: string): string {
  return plainLine(text).replaceAll('""', "…").replaceAll("$()", "$(…)").replaceAll("`", "'");
}

/** The end of a long absolute path says what it is; its start is only true on one machine. */
function shortPath(word: string): string {
  if (!/^(?:\/|~\/|[a-z]:[\\/])/i.test(word)) return word;
  const names = word.split(/[\\/]/).filter((name) => name !== "");
  return names.length > 3 ? `…/${names.slice(-2).join("/")}` : word;
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf(" ", longest - 2);
  return end > longest / 3 ? `${text.slice(0, end)} …` : `${text.slice(0, longest - 1)}…`;
}

function cutFront(text: string): string {
  const line = oneLine(text);
  return line.length <= longestShown ? line : `…${line.slice(1 - longestShown)}`;
}

/** Which wrappers were put around a command or taken away. */
export function wrapperDifferences({ failed, worked }: Pair): readonly Difference[] {
  const head = shown(headOf(worked));
  const [gone, come] = droppedAndAdded(failed.wrappers, worked.wrappers);
  const [dropped, added] = [gone.filter(isTelling), come.filter(isTelling)];
  return [
    ...listing("wrapper-added", added, (list) => `Run ${head} with ${list}.`).map((one) => ({
      ...one,
      fixWords: added,
    })),
    ...listing("wrapper-dropped", dropped, (list) => `Run ${head} without ${list}.`).map((one) => ({
      ...one,
      mistakeWords: dropped,
    })),
  ];
}

/** A variable that is gone counts when no command is: else it may have been for that one. */
export function variableDifferences(
  { failed, worked }: Pair,
  before: Call,
  after: Call,
  { isWhole }: { readonly isWhole: boolean },
): readonly Difference[] {
  const head = shown(headOf(worked));
  const [dropped, added] = droppedAndAdded(
    [...failed.assignments, ...before.exported],
    [...worked.assignments, ...after.exported],
  );
  const gone = isWhole ? dropped : [];
  return [
    ...listing("variable-set", added, (list) => `Set ${list} for ${head}.`).map((one) => ({
      ...one,
      fixWords: settingWords(worked, added),
    })),
    ...listing("rewritten", gone, (list) => `Run ${head} without setting ${list}.`).map((one) => ({
      ...one,
      mistakeWords: settingWords(failed, gone),
    })),
  ];
}

/** `TERM=dumb`; of a value that is long, a path or was quoted, only that there is one: `PYTHONPATH=`. */
function settingWords({ around }: SimpleCommand, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const setting = around?.settings.find((one) => one.name === name);
    if (setting === undefined) return [];
    const isShort = setting.isOpen && shortSetting.test(setting.text);
    return [isShort ? setting.text : `${name}=`];
  });
}

const shortSetting = /^\w+=[\w.-]{1,24}$/;

/**
 * `cat` passes all on, so that a pipe into it can only mend that the output went to a terminal. Other programs behind
 * a pipe look at the output, which mends nothing.
 */
export function pipeDifference({ failed, worked }: Pair): readonly Difference[] {
  const isPiped = ({ around }: SimpleCommand) => around?.pipedInto.includes("cat") === true;
  if (isPiped(failed) || !isPiped(worked)) return [];
  const advice = `Use ${shown(`${headOf(worked)} | cat`)}.`;
  return [{ ...wordless("piped", advice), fixWords: ["| cat"] }];
}

export function directoryDifference(before: Call, after: Call): readonly Difference[] {
  const [from, to] = [before.directories, after.directories];
  if (pathOf(from) === pathOf(to)) return [];
  return [wordless("directory-changed", directoryAdvice(from.at(-1), to.at(-1)))];
}

function directoryAdvice(from: Directory | undefined, to: Directory | undefined): string {
  if (to === undefined) return `Run it without ${shown(`cd ${from?.text ?? ""}`)}.`;
  if (to.value === rootOfRepository) {
    return `Run it from the root of the repository (\`cd ${rootOfRepository}\` first).`;
  }
  if (isHidden(to)) return "Run it from another directory (`cd` there first).";
  if (from === undefined || isHidden(from)) {
    return `Run it from ${shown(to.text)} (${shown(`cd ${to.text}`)} first).`;
  }
  const [one, other] = shownPair(from.text, to.text);
  return `Run it from ${other} instead of ${one}.`;
}

const rootOfRepository = "$(git rev-parse --show-toplevel)";

function isHidden({ text }: Directory): boolean {
  return /""|\$\(\)/.test(text);
}

function pathOf(directories: readonly Directory[]): string {
  return directories
    .map(({ value }) => value)
    .join("/")
    .replace(/(?<!\/)\/+$/, "");
}

/** `xargs` is how a pipe is written and `time` only watches; neither changes what a command does. */
function isTelling(wrapper: string): boolean {
  return wrapper !== "xargs" && wrapper !== "time";
}

function droppedAndAdded(
  before: readonly string[],
  after: readonly string[],
): readonly [dropped: readonly string[], added: readonly string[]] {
  return [
    [...new Set(before)].filter((name) => !after.includes(name)),
    [...new Set(after)].filter((name) => !before.includes(name)),
  ];
}

/** What must run before: steps of the call that worked which the other one did not have. */
export function stepDifference(
  added: readonly SimpleCommand[],
  steps: ReadonlySet<string>,
): readonly Difference[] {
  const first = added.filter(({ text }) => steps.has(text)).map(({ text }) => text);
  return first.length > mostSteps
    ? []
    : listing("step-added", first, (list) => `Run ${list} first.`);
}

const mostSteps = 2;
