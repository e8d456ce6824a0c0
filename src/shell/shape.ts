import type { SimpleCommand } from "./command.ts";
import { subcommandsOf, type Subcommands } from "./subcommands.ts";

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
const longestName = 64;

export function shapeOf({ program, words }: SimpleCommand): CommandShape {
  const subcommand = subcommandOf(program, words);
  const flags = flagsOf(words);
  return subcommand === undefined ? { program, flags } : { program, subcommand, flags };
}

/** What calls are grouped by: `git stash`, `npm run test`, `python -m pytest`, `ls`. */
export function commandHead({ program, subcommand }: CommandShape): string {
  return subcommand === undefined ? program : `${program} ${subcommand}`;
}

function subcommandOf(program: string, words: readonly string[]): string | undefined {
  const known = subcommandsOf.get(program.startsWith("python") ? "python" : program);
  if (known === undefined) return undefined;
  const first = nextName(words, 1, known);
  if (first === undefined || known.only?.has(first.name) === false) return undefined;
  if (known.groups !== "every" && !known.groups.has(first.name)) return first.name;
  const second = nextName(words, first.at + 1, known);
  return second === undefined ? first.name : `${first.name} ${second.name}`;
}

/** The next word that can be a subcommand, unless an argument that cannot be one comes first. */
function nextName(
  words: readonly string[],
  from: number,
  { options, only }: Subcommands,
): { readonly name: string; readonly at: number } | undefined {
  for (let at = from; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (only?.has(word) || isName(word)) return { name: word, at };
    if (options.has(word)) at += 1;
    else if (word === "--" || !isSetting(word)) return undefined;
  }
  return undefined;
}

/** What may stand before a subcommand: `-v`, the `+nightly` of cargo, the `CC=gcc` and `-j 8` of make. */
function isSetting(word: string): boolean {
  return word.startsWith("-") || word.startsWith("+") || word.includes("=") || /^\d+$/.test(word);
}

function isName(word: string): boolean {
  return word.length <= longestName && /^(?!\d+$)[\w.@/:~][\w.@/:~+-]*$/.test(word);
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
