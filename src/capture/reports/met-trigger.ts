import { everyday } from "../../shell/change/call.ts";
import { hasSubcommands } from "../../shell/subcommands.ts";

/**
 * The command that a report's `trigger` means. A command is taken as it is. A sentence is one only as far as it names
 * a call that its session has made: of other words a pattern would be made that no call meets, or far too many.
 */
export function metTrigger(text: string, ran: readonly string[]): string | undefined {
  if (!isProse(text)) return text;
  const shown = [...text.matchAll(/`([^`]{1,300})`/gu)].map(([, code = ""]) => code.trim());
  for (const part of [...shown, text.replaceAll("`", " ")]) {
    const met = metIn(part.trim().split(/\s+/u, mostWords), ran);
    if (met !== undefined) return met;
  }
  return undefined;
}

const mostWords = 30;

/** Whether a person wrote it for people: as a sentence, with a command shown in it, or with the small words of one. */
function isProse(text: string): boolean {
  const unquoted = text.replaceAll(/"[^"]*"|'[^']*'/gu, "").trim();
  const [first = "", ...words] = unquoted.split(/\s+/u, mostWords);
  if (keywords.has(first)) return false;
  if (words.length === 0) return false;
  if (text.includes("`") || small.has(first) || /^(?:[A-Z][a-z]+|[a-z]{3,}ing)$/u.test(first))
    return true;
  return !/[;|&]/u.test(unquoted) && words.some((word) => small.has(word));
}

const keywords: ReadonlySet<string> = new Set(["for", "if", "while", "until", "case"]);
const small: ReadonlySet<string> = new Set(
  "a an the this that when while with without after before during if in on for to of into and or via by from any its is are as at using which".split(
    " ",
  ),
);

/** The longest beginning of a call that the words name somewhere, with the options that they name. */
function metIn(words: readonly string[], ran: readonly string[]): string | undefined {
  const options = words.filter((word) => /^--?[A-Za-z][\w-]*$/u.test(word));
  for (const [at, word] of words.entries()) {
    for (const call of ran.toReversed()) {
      const run = call.split(" ");
      if (run[0] !== word || options.some((option) => !run.includes(option))) continue;
      let length = 1;
      while (length < run.length && words[at + length] === run[length]) length += 1;
      const head = run.slice(0, length);
      const named = options.filter((option) => !head.includes(option));
      if (head.length + named.length > 1 || isTelling(word)) return [...head, ...named].join(" ");
    }
  }
  return undefined;
}

/** A program that is about one thing, and whose name is no word of a sentence. */
function isTelling(program: string): boolean {
  return !everyday.has(program) && !hasSubcommands(program);
}
