import { outputLines } from "../../agents/outcome/read-output.ts";

/**
 * What a program itself says to do about its complaint. It knows its own interface, so this is worth more than what is true
 * of a whole class of failures, and no list of known messages is needed. Names that it proposes do not count: it picks the
 * one that is spelled alike, which may be the opposite.
 */
export interface StatedAdvice {
  /** A sentence that tells what to do. */
  readonly hint?: string;
  /** How it is called, as it prints it. */
  readonly usage?: string;
}

/** The advice in an output: a hint at the complaint or right behind it, and the usage that follows it. */
export function statedAdvice(output: string, headline: string): StatedAdvice | undefined {
  const lines = outputLines(output).map((line) => line.trim());
  const at = lines.findIndex((line) => line.includes(headline.slice(0, longestLookedFor)));
  if (at === -1) return undefined;
  const hint = firstOf(lines.slice(at, at + mostLinesToHint), hintIn);
  const usage = firstOf(lines.slice(at, at + mostLinesToUsage), usageIn);
  if (hint === undefined && usage === undefined) return undefined;
  return { ...(hint === undefined ? {} : { hint }), ...(usage === undefined ? {} : { usage }) };
}

const longestLookedFor = 80;
/** Further down a program speaks of other things: that there is a newer version, what else it can do. */
const mostLinesToHint = 3;
const mostLinesToUsage = 12;

function firstOf(
  lines: readonly string[],
  find: (line: string) => string | undefined,
): string | undefined {
  for (const line of lines) {
    const found = find(line);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A sentence that begins with what to do and names it. */
function hintIn(line: string): string | undefined {
  const text = instruction
    .exec(line.replace(label, ""))?.[1]
    ?.trim()
    .replace(/[.!:]$/u, "");
  if (text === undefined || text.length > longestHint) return undefined;
  return namesSomething.test(text) && !isNoFix(text) ? text : undefined;
}

/** What programs write before a hint. */
const label = /^(?:[=|>•*-] {0,2})?(?:hint|help|tip|note)\b: {0,4}/iu;
const instruction =
  /(?:^|[;.] )((?:(?:please|you (?:can|must|need to|should)) )?(?:use|run|rerun|set|specify|try|pass|add|enable|consider|provide|choose|call|replace) .{6,200})$/iu;
const longestHint = 140;
/** An option, a variable, or something in quotes: without a name it is a good wish. */
const namesSomething =
  /(?:^|[\s"'‘`(])--?[a-z][\w-]{1,40}|["'‘`][^"'’`]{2,60}["'’`]|\b[A-Z][A-Z\d]{1,20}_[A-Z\d_]{1,40}\b/u;

/** To look closer is not yet to mend it; to force or to get around a check is for a person to decide. */
function isNoFix(text: string): boolean {
  return looksCloser.test(text) || forces.test(text) || ofOneMachine.test(text);
}

const looksCloser =
  /\bhelp\b|--explain\b|--verbose\b|--debug\b|backtrace|more (?:info|details)|documentation|\b(?:up(?:date|grade)|like this)\b/iu;
const forces =
  /--(?:force|no-verify|skip|yes|allow|unsafe|insecure|break|legacy|ignore)\b|\bsudo\b|\brm -|safe\.directory/iu;
const ofOneMachine =
  /https?:\/\/|\[user\]|…|(?:^|[\s"'`=])(?:~|[A-Za-z]:)?[\\/][\w.@-]{1,99}[\\/]/u;

function usageIn(line: string): string | undefined {
  const usage = /^(?:usage|USAGE|Usage): {1,4}([\w./@-]{1,60}(?: \S{1,60}){0,12})$/u.exec(
    line,
  )?.[1];
  const isPlain = usage !== undefined && usage.length <= longestHint && !oddUsage.test(usage);
  return isPlain ? usage : undefined;
}

const oddUsage = /["`]|--help|\[REDACTED\]|[\\/]\w{1,60}[\\/]|^[^ ]*[\\/]/u;
