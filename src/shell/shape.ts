import type { SimpleCommand } from "./command.ts";
import { longestName, subcommandPlaces } from "./subcommands.ts";

/** What makes two calls the same kind of call: what was asked for, without the values. */
export interface CommandShape {
  /** Empty for a raw command. */
  readonly program: string;
  /** One word, or two where the first only names a group: `run test`. `-m pytest` for python. */
  readonly subcommand?: string | undefined;
  /** Names without values, sorted, each once, at most 20. */
  readonly flags: readonly string[];
}

const mostFlags = 20;

export function shapeOf({ program, words }: SimpleCommand): CommandShape {
  return { program, subcommand: subcommandOf(program, words), flags: flagsOf(words) };
}

/** What calls are grouped by: `git stash`, `npm run test`, `python -m pytest`, `ls`. */
export function commandHead({ program, subcommand }: CommandShape): string {
  return subcommand === undefined ? program : `${program} ${subcommand}`;
}

function subcommandOf(program: string, words: readonly string[]): string | undefined {
  const places = subcommandPlaces(program, words);
  return places.length === 0 ? undefined : places.map((at) => words[at] ?? "").join(" ");
}

function flagsOf(words: readonly string[]): readonly string[] {
  const flags = new Set<string>();
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (word === "--") break;
    const flag = word.charCodeAt(0) === dash ? flagName(word) : undefined;
    if (flag !== undefined) flags.add(flag);
  }
  return [...flags].toSorted().slice(0, mostFlags);
}

const dash = 0x2d;

/**
 * `--format` of `--format=x`, `-n` of `-n5`, `-I` of `-I{}`; a cluster such as `-abc` as it is.
 * Undefined for a number (`head -20`), which is a value without a name, and for text that was
 * quoted because it has spaces.
 */
function flagName(word: string): string | undefined {
  const name = /^--?[a-z?][\w.-]*/i.exec(word)?.[0];
  if (name === undefined) return undefined;
  if (/^-\w\d/.test(name)) return name.slice(0, 2);
  const isText = name.length > longestName || /\s/.test(word.charAt(name.length));
  return isText ? undefined : name;
}
