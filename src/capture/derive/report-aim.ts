import type { Triggers } from "../../lesson/record/triggers.ts";
import { commandPattern } from "../../shell/call-pattern.ts";
import { type CommandChange, describeChange } from "../../shell/change/change.ts";
import { filesNamed } from "../sayings/files-named.ts";

/**
 * Where a reported lesson is to come: the protocol asks for the command or the path that goes wrong. Where no shell is named, a word
 * that is a file is a path. `fix` is what the report says to do instead, at which the lesson is silent.
 */
export function aimOf(
  text: string,
  tools: readonly string[],
  fix: string | undefined,
): Partial<Triggers> {
  const isShell = tools.includes("Bash");
  const isWord = !/\s/.test(text.trim());
  const files = isShell || !isWord ? [] : filesNamed(text);
  if (files.length > 0) return { pathPatterns: files };
  // Whoever names the options means the call with them.
  const options = text.split(/\s+/).filter((word) => /^--?[A-Za-z][\w-]*$/.test(word));
  const { mistakeWords, fixWords } = wordsOfFix(text, fix ?? "");
  const change = {
    mistakeWords: [...new Set([...options, ...mistakeWords])],
    fixWords: fixWords.filter((word) => !options.includes(word)),
  };
  const isBare = change.mistakeWords.length + change.fixWords.length === 0;
  const pattern = (isBare ? undefined : commandPattern(text, change)) ?? commandPattern(text);
  return pattern === undefined ? {} : { commandPatterns: [pattern] };
}

/** By what a call shows the mistake, and that it already has the fix: words of the commands that the fix names, and variables. */
function wordsOfFix(
  trigger: string,
  fix: string,
): Pick<CommandChange, "mistakeWords" | "fixWords"> {
  const changes = [...fix.matchAll(code)].flatMap(([, command = ""]) => {
    return describeChange(trigger, command) ?? [];
  });
  const settings = [...fix.matchAll(setting)].map(([text]) => text);
  const fixWords = [...changes.flatMap((change) => change.fixWords), ...settings];
  return {
    mistakeWords: changes.flatMap((change) => change.mistakeWords),
    fixWords: [...new Set(fixWords)].slice(0, mostWords),
  };
}

const mostWords = 6;
/** What stands in backticks is typed as it is. */
const code = /`([^`\n]{1,200})`/gu;
/** `TERM=dumb`, wherever it stands: nobody writes that in prose and means something else. */
const setting = /(?<![\w./-])[A-Z][A-Z\d_]{1,40}=[\w.-]{0,23}\w(?![\w/-])/gu;
