import { isMemoryFile } from "../../agents/memory-file.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";
import { commandPattern } from "../../shell/call-pattern.ts";
import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import type { SayingStory } from "../episodes/episode.ts";

/**
 * Where a rule that somebody stated is to be shown: at the calls after which they stated it. A command counts only
 * with the words of it that the rule forbids, since its head alone fits every call that was right. Files count when
 * the rule is about what stands in them. A name that is only said is what was missing, not where the mistake is made. A rule without
 * either keeps its words for whoever gives it a call, and comes when a session starts: at calls, words alone would start Node each time.
 */
export function sayingTriggers(
  { edited = [], ran = [], actionKeywords, contextKeywords }: SayingStory,
  rule: string,
): Partial<Triggers> {
  const commandPatterns = ran.flatMap((line) => forbiddenCall(line, rule) ?? []);
  const hasCommands = commandPatterns.length > 0;
  const pathPatterns = hasCommands || isAboutProcess(rule) ? [] : folderGlobs(edited);
  if (!hasCommands && pathPatterns.length === 0) {
    const hasWords = actionKeywords.length + contextKeywords.length > 0;
    return hasWords ? { injectOn: ["SessionStart"], actionKeywords, contextKeywords } : {};
  }
  return {
    toolNames: hasCommands ? ["Bash"] : ["Edit", "Write"],
    ...(hasCommands ? { commandPatterns: [...new Set(commandPatterns)].toSorted() } : {}),
    ...(pathPatterns.length > 0 ? { pathPatterns } : {}),
    actionKeywords,
    contextKeywords,
  };
}

/** The pattern of a call that the rule forbids, when some of its words say that it is this one. */
function forbiddenCall(line: string, rule: string): string | undefined {
  const said = forbiddenWords(rule);
  if (said.size === 0) return undefined;
  for (const command of parseCommandLine(line).commands.slice(0, mostCommands)) {
    const { mistakeWords, isNamed } = wordsSaid(command, said);
    const isFlag = mistakeWords.some((word) => word.startsWith("-"));
    if (mistakeWords.length === 0 || !(isNamed || isFlag)) continue;
    return commandPattern(command.text, { mistakeWords, fixWords: [] });
  }
  return undefined;
}

const mostCommands = 8;

/** What the rule speaks against: behind "never", "do not" and "avoid", or behind "instead of" and "not". */
function forbiddenWords(rule: string): ReadonlySet<string> {
  const clause = forbids.exec(rule)?.[1] ?? contrasts.exec(rule)?.[1] ?? "";
  const words = clause.toLowerCase().match(/[a-z0-9][\w./:@-]*/gu) ?? [];
  const said = words.flatMap((word) => [bare(word), ...word.split("-").map(bare)]);
  return new Set(said.filter((word) => !little.has(word)));
}

/** Words of every sentence: a text that is taken for a command has them, too. */
const little: ReadonlySet<string> = new Set(
  "the a an it this that and or of to in on for with is are be we you i not no do so if when".split(
    " ",
  ),
);

export const forbids =
  /^(?:never|do not|avoid) ([^,;()]{3,160}?)(?= (?:because|since|as|so|until|unless)\b|[,;(]|$)/iu;
export const contrasts = /\b(?:instead of|rather than|, (?:and )?not) ([^,;()]{2,80})/iu;

/** `--amend` and "amends", `PRs` and `pr`. */
function bare(word: string): string {
  return word
    .replace(/^-{1,2}/u, "")
    .replace(/=[^]*$/u, "")
    .toLowerCase()
    .replace(/(?<=\w{2})s$/u, "");
}

function wordsSaid(
  { program, words }: SimpleCommand,
  said: ReadonlySet<string>,
): { readonly mistakeWords: readonly string[]; readonly isNamed: boolean } {
  const [, ...given] = words;
  // The words up to the first option name the action: `gh pr create`.
  const firstOption = given.findIndex((word) => word.startsWith("-"));
  const head = [program, ...(firstOption < 0 ? given.slice(0, 2) : given.slice(0, firstOption))];
  const isNamed = head.slice(0, 3).some((word) => said.has(bare(word)));
  const mistakeWords = given
    .filter((word, index) => (index > 1 || word.startsWith("-")) && isPlainWord(word))
    .filter((word) => said.has(bare(word)));
  return { mistakeWords: [...new Set(mistakeWords)].slice(0, mostWords), isNamed };
}

const mostWords = 3;

function isPlainWord(word: string): boolean {
  return /^[\w./:@=-]{2,60}$/u.test(word) && !/^\d+$/u.test(word);
}

/** About what the agent does or says, and not about what it writes into files. */
function isAboutProcess(rule: string): boolean {
  return process.test(rule) || /^remember:/iu.test(rule);
}

export const process =
  /\b(?:commit|commits|committing|push|pushing|amend|rebase|merge|merging|branch|branches|prs?|pull requests?|issues?|tickets? (?:first|before)|release|releases|deploy|ask|asking|answer|answers|reply|explain|explanation|plan|plans|session|sessions|agent|agents|subagents?|model|run|running|install|verify|check|checks|review|reviews|before (?:handing|you say)|conversation|breaking changes?|options|tokens?|dashboard)\b/iu;

/** Files like these: in a folder of that name, with that ending. More than a few kinds are no place at all. */
function folderGlobs(paths: readonly string[]): readonly string[] {
  const globs = new Set(
    paths.filter((path) => !isMemoryFile(path)).flatMap((path) => folderGlob(path) ?? []),
  );
  return globs.size > mostGlobs ? [] : [...globs].toSorted();
}

const mostGlobs = 2;

function folderGlob(path: string): string | undefined {
  const parts = path.replaceAll("\\", "/").split("/");
  const name = parts.at(-1) ?? "";
  const folder = parts.at(-2) ?? "";
  const extension = /[^.](\.[a-z0-9]{1,8})$/iu.exec(name)?.[1];
  if (extension === undefined || !/^[\w.-]{1,60}$/u.test(folder) || /^\.{1,2}$/u.test(folder))
    return undefined;
  return `**/${folder}/*${extension}`;
}
