import { commandPattern } from "../../core/command-pattern.ts";
import { subcommandsOf } from "../../core/command-subcommands.ts";

/** Patterns for the commands that somebody speaks of: in backticks, or by what people call them. */
export function commandsNamed(words: string): readonly string[] {
  const text = words.slice(0, longestText);
  const quoted = [...text.matchAll(/`([^`\n]{2,120})`/gu)].flatMap(([, line = ""]) => {
    const [program = "", next = ""] = line.trim().split(/\s+/u);
    // A lone word in backticks is a name of something; a known program with what it is to do is a call.
    return subcommandsOf.has(program) && /^[a-z-]/u.test(next) ? (commandPattern(line) ?? []) : [];
  });
  const meant = sayings.filter(({ says }) => says.test(text)).map(({ pattern }) => pattern);
  return [...new Set([...meant, ...quoted])].toSorted().slice(0, mostPatterns);
}

const longestText = 2000;
const mostPatterns = 5;

/** What is said of a few everyday commands that people most often forbid. */
const sayings: readonly { readonly says: RegExp; readonly pattern: string }[] = [
  spoken(/\bamend(?:s|ed|ing)?\b/iu, "git commit", ["--amend"]),
  spoken(/\bforce[- ]?push(?:es|ed|ing)?\b/iu, "git push", ["--force"]),
  spoken(/(?:\bnot|n['’]t|\bdont|\bnever|\bstop) stash(?:ing)?\b/iu, "git stash"),
  spoken(/(?:\bnot|n['’]t|\bdont|\bnever|\bstop) (?:push|pushing)\b/iu, "git push"),
  spoken(/(?:\bnot|n['’]t|\bdont|\bnever|\bstop) (?:commit|committing)\b/iu, "git commit"),
  spoken(/(?:\bnot|n['’]t|\bdont|\bnever|\bstop) (?:rebase|rebasing)\b/iu, "git rebase"),
  spoken(
    /(?:\bnot|n['’]t|\bdont|\bnever|\bstop) (?:open|create|make|opening|creating) (?:a |any )?(?:new )?(?:pr|pull request)s?\b/iu,
    "gh pr create",
  ),
].flat();

function spoken(
  says: RegExp,
  head: string,
  mistakeWords: readonly string[] = [],
): readonly { readonly says: RegExp; readonly pattern: string }[] {
  const line = [head, ...mistakeWords].join(" ");
  const pattern =
    mistakeWords.length === 0
      ? commandPattern(line)
      : commandPattern(line, { mistakeWords, fixWords: [] });
  return pattern === undefined ? [] : [{ says, pattern }];
}
