import type { Assignment, DoubleQuotedPart, Word, WordPart } from "unbash";

/** A word of a simple command as the parser gives it. */
export type Argument = Word | Assignment;

/** The word without its quotes and escapes, with expansions as they were typed. */
export function valueOf(argument: Argument): string {
  if (isPlain(argument.text)) return argument.text;
  if (argument.type === "Word") return argument.value;
  const { value } = argument;
  return value.type === "Word" ? assigned(argument, value.value) : argument.text;
}

/**
 * The word as patterns see it: as typed, but quoted text is `""` and a substitution is `$()`, so
 * that neither a commit message nor an inner command looks like arguments. Only `"$NAME"` keeps
 * what it quotes: its quotes are habit, and `rm -rf $DIR` is what a pattern is written against.
 */
export function textOf(argument: Argument): string {
  if (isPlain(argument.text)) return argument.text;
  if (argument.type === "Word") return emptiedWord(argument);
  const { value } = argument;
  return assigned(argument, value.type === "Word" ? emptiedWord(value) : "()");
}

/**
 * The first word as patterns see it: quotes around a program mean nothing. The directories of the
 * system are dropped, because the program is the same without them; other directories stay,
 * because `.venv/bin/python` may be the very fix for `python`.
 */
export function programTextOf(argument: Argument): string {
  const parts = argument.type === "Word" && !isPlain(argument.text) ? argument.parts : undefined;
  return withoutSystemDirectory(
    parts === undefined ? valueOf(argument) : parts.map(unquotedPart).join(""),
  );
}

/** `git` for `/usr/bin/git`; any other path as it is. */
export function withoutSystemDirectory(path: string): string {
  const name = baseName(path);
  return systemDirectories.has(path.slice(0, path.length - name.length)) ? name : path;
}

/** A variable that is set for a command. */
export interface Setting {
  readonly name: string;
  /** As patterns see it: `TERM=dumb`, also where the value stood in quotes; `NAME=""` where it is more than a word. */
  readonly text: string;
  /** Whether all of it was typed as it is here: what stands in quotes is not for others to read. */
  readonly isOpen: boolean;
}

/** Of `NAME=value` as the program gets it, and as it was typed with its quotes emptied. */
export function settingOf(name: string, value: string, typed: string): Setting {
  const isWord = value.length <= longestSetting && plainSetting.test(value);
  return { name, text: isWord ? value : `${name}=""`, isOpen: isWord && value === typed };
}

const longestSetting = 100;
const plainSetting = /^\w+=[\w@%+:,./-]*$/;

/** What follows the last slash, if anything does. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1) || path;
}

/** Whether a word means what it says: no quotes, escapes, expansions or substitutions in it. */
export function isPlain(text: string): boolean {
  return !/["$'<>\\`]/.test(text);
}

const systemDirectories = new Set(["/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/"]);
const emptyQuotes = '""';

function assigned({ name, append }: Assignment, value: string): string {
  return append ? `${name}+=${value}` : `${name}=${value}`;
}

function emptiedWord({ parts, text }: Word): string {
  return parts === undefined ? joinContinuedLines(text) : parts.map(emptiedPart).join("");
}

function emptiedPart(part: WordPart): string {
  switch (part.type) {
    case "Literal":
      return joinContinuedLines(part.text);
    case "SimpleExpansion":
      return part.text;
    case "DoubleQuoted":
      return onlyVariable(part) ?? emptyQuotes;
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "LocaleString":
      return emptyQuotes;
    case "CommandExpansion":
      return "$()";
    case "ProcessSubstitution":
      return `${part.operator}()`;
    case "ParameterExpansion":
    case "ArithmeticExpansion":
    case "Glob":
    case "ExtendedGlob":
    case "BraceExpansion":
      break;
  }
  return holdsQuotesOrCommands(part.text) ? emptyQuotes : part.text;
}

function unquotedPart(part: WordPart): string {
  if ("value" in part) return part.value;
  if (part.type === "DoubleQuoted" || part.type === "LocaleString") {
    return part.parts.map(unquotedPart).join("");
  }
  return emptiedPart(part);
}

function onlyVariable({ parts }: DoubleQuotedPart): string | undefined {
  const [part] = parts;
  if (part === undefined || parts.length > 1) return undefined;
  if (part.type === "SimpleExpansion") return part.text;
  if (part.type !== "ParameterExpansion" || part.operation || part.index) return undefined;
  return part.text;
}

/** Looks behind the first character, which in `$((1 + 1))` is the `$` of the part itself. */
function holdsQuotesOrCommands(text: string): boolean {
  return /["'`]|.[$<>]\(/s.test(text);
}

function joinContinuedLines(text: string): string {
  return text.includes("\\\n") ? text.replaceAll("\\\n", "") : text;
}

/**
 * What a command text begins with, up to the first character that is no letter, digit or `_`, in
 * small letters. Not the whole program: `^git\b` also matches `git-lfs`, so both have the head
 * `git`. Empty for `./run`.
 */
export function leadingWord(text: string): string {
  return (/^\w*/.exec(text)?.[0] ?? "").toLowerCase();
}

/** A word as a shell reads it back, in quotes where it needs them. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The words of a text that a shell reads as nothing but these words; undefined for any other. */
export function plainWords(text: string): readonly string[] | undefined {
  const words = text.split(/ +/);
  return words.every((word) => plainWord.test(word)) ? words : undefined;
}

const plainWord = /^[\w@%+:,./=-]+$/;
