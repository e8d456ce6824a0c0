import type { Command, SyntaxNode } from "unbash";
import { type SimpleCommand, parseCommandLine } from "../command.ts";
import { parseScript } from "../script.ts";

/** A shell line taken apart for comparison: where it works, with which variables, and what it runs. */
export interface Call {
  readonly directories: readonly Directory[];
  /** The names that it exports. */
  readonly exported: readonly string[];
  /** What it runs apart from `cd` and `export`. */
  readonly commands: readonly SimpleCommand[];
}

export interface Directory {
  /** As the matcher sees it, so that it is `""` when it is quoted. */
  readonly text: string;
  readonly value: string;
}

/** Undefined when the line cannot be parsed, or is longer than a comparison is worth. */
export function callOf(line: string): Call | undefined {
  const { isParsed, commands } = parseCommandLine(line);
  if (!isParsed || isTooMuch(commands)) return undefined;
  return {
    directories: commands.filter(isMove).flatMap(directoryOf),
    exported: commands.filter(isExport).flatMap(namesIn),
    commands: commands.filter((command) => !isMove(command) && !isExport(command)),
  };
}

/** What the call is about. Where there are only companions, it is about the weightiest of those. */
export function mainCommands({ commands }: Call): readonly SimpleCommand[] {
  for (const minor of [companions, shapers]) {
    const main = commands.filter(({ program }) => !minor.has(program));
    if (main.length > 0) return main;
  }
  return commands;
}

/**
 * The texts of the commands that stand on their own, one after the other: not in a pipe, a loop, a
 * condition or a substitution, and not behind `||`. Only of these one can say "run it first".
 */
export function stepsOf(line: string): ReadonlySet<string> {
  const steps = (parseScript(line)?.commands ?? []).flatMap(({ command }) => stepsIn(command));
  return new Set(
    steps.flatMap(({ pos, end }) => {
      const [first] = parseCommandLine(line.slice(pos, end)).commands;
      return first === undefined ? [] : [first.text];
    }),
  );
}

const mostWords = 800;
const mostCommands = 60;

function isTooMuch(commands: readonly SimpleCommand[]): boolean {
  const words = commands.reduce((sum, command) => sum + command.words.length, 0);
  return commands.length > mostCommands || words > mostWords;
}

function stepsIn(node: SyntaxNode): readonly Command[] {
  // A command without a name only assigns.
  if (node.type === "Command") return node.name === undefined ? [] : [node];
  if (node.type !== "AndOr") return [];
  return node.commands.flatMap((part, index) =>
    part.type === "Command" && node.operators[index - 1] !== "||" ? stepsIn(part) : [],
  );
}

function isMove({ program }: SimpleCommand): boolean {
  return program === "cd" || program === "pushd";
}

function isExport({ program, words }: SimpleCommand): boolean {
  return program === "export" && words.length > 1;
}

function directoryOf({ text, words }: SimpleCommand): readonly Directory[] {
  const value = words.at(-1) ?? "";
  if (words.length < 2 || value === "-") return [];
  const isOneToOne = text.split(" ").length === words.length;
  return [{ text: isOneToOne ? text.slice(text.lastIndexOf(" ") + 1) : '""', value }];
}

function namesIn({ text }: SimpleCommand): readonly string[] {
  const [, ...words] = text.split(" ");
  return words.flatMap((word) => /^[A-Za-z_]\w*/.exec(word)?.[0] ?? []);
}

/**
 * Facts about programs that decide what a change between two calls can mean. Lists are strings
 * because there are so many names.
 */

/** They move around, talk, wait or filter: beside another program they are not what the call is about. */
export const companions: ReadonlySet<string> = named(
  "[ : awk cat column cut echo egrep exit export false fgrep grep head jq less ls more popd printf" +
    " pushd pwd read sed seq set sleep sort tail tee test tr true uniq unset wait wc xxd yes",
);

/** They only decide how much is shown, so a change to one of them fixes nothing. */
export const shapers: ReadonlySet<string> = named(
  ": column echo exit head less more printf pwd seq sleep sort tail tee true uniq wait wc",
);

/** Heads of commands that only look: that one of them ran before does not make a call work. */
export const looks: ReadonlySet<string> = new Set(
  (
    "command,git branch,git diff,git fetch,git log,git ls-files,git remote,git rev-parse,git show," +
    "git status,gh pr list,gh pr view,gh run list,gh run view,find,rg,stat,tree,type,which"
  ).split(","),
);

/** The same file in front of two of them says nothing about the one being a fix for the other. */
export const everyday: ReadonlySet<string> = named(
  "basename cat cd chmod chown cp df diff dirname du echo file find grep head less ln ls man mkdir" +
    " mv open printf readlink realpath rm rmdir sed sort stat tail test touch tree type wc whereis" +
    " which xxd",
);

/** Programs that stand for each other on different machines or in different projects. */
const families: readonly ReadonlySet<string>[] = [
  "awk gawk mawk nawk",
  "bat cat hexdump od xxd",
  "bunx npx pnpx",
  "curl wget",
  "date gdate",
  "docker docker-compose podman podman-compose",
  "egrep fgrep ggrep grep rg",
  "fd find gfind",
  "gmake make",
  "gradle gradlew",
  "gsed sed",
  "gtar tar",
  "md5 md5sum",
  "mvn mvnw",
  "bun npm pnpm yarn",
  "bun deno node nodejs ts-node tsx",
  "pip pip3 uv",
  "py python python3",
  "readlink greadlink realpath",
  "sha256sum shasum",
  "vi vim nvim",
].map(named);

/** `python` and `python3.12`, `gradle` and `gradlew`: one is what the other would have been. */
export function areRelated(one: string, other: string): boolean {
  const [stem, otherStem] = [one.replace(version, ""), other.replace(version, "")];
  if (stem === otherStem && stem !== "") return true;
  return families.some((family) => family.has(one) && family.has(other));
}

const version = /(?<![\d.])[\d.]+$/;

/** Words after which a program names another program to run. */
export const runnerWords: ReadonlySet<string> = named("-- -m dlx exec run tool x");

/** Programs whose first argument is a program or a script. */
export const runners: ReadonlySet<string> = named(
  "bash bun bunx deno node npx perl php pnpm pnpx python python3 ruby sh tsx uvx winpty yarn zsh",
);

/** Flags that say where to work, for the programs that have them. `grep -C` is something else. */
export const directoryFlags: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    bun: "--cwd",
    cargo: "-C --manifest-path",
    composer: "-d --working-dir",
    git: "-C",
    gmake: "-C --directory",
    go: "-C",
    gradle: "-p --project-dir",
    gradlew: "-p --project-dir",
    just: "-d --working-directory",
    make: "-C --directory",
    mise: "-C --cd",
    ninja: "-C",
    npm: "-C --prefix",
    pnpm: "-C --dir",
    poetry: "-C --directory",
    pulumi: "-C --cwd",
    tar: "-C --directory",
    task: "-d --dir",
    turbo: "--cwd",
    uv: "--directory --project",
    yarn: "--cwd",
  }).map(([program, flags]) => [program, named(flags)] as const),
);

function named(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
