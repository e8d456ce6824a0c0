import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import type { CauseStory } from "../episodes/episode.ts";
import { stablePath, stemOf } from "./cause-terms.ts";

/** The command of a shell line that does something about a cause; undefined when it only looks. */
export function causeStep(
  typed: string,
  { terms, said, head }: Pick<CauseStory, "terms" | "said" | "head">,
): string | undefined {
  const { commands } = parseCommandLine(typed);
  const step = commands.find(
    (command) =>
      !looks(command) &&
      !isCall(command, head) &&
      (isSaid(command, said) || terms.some((term) => names(command, term))),
  );
  if (step === undefined) return undefined;
  // As the matcher sees it, a path in quotes is nothing.
  const words = step.words.join(" ");
  return (step.program === "rm" ? words : step.text).slice(0, longestStep);
}

const longestStep = 200;

function isSaid({ text }: SimpleCommand, said: string | undefined): boolean {
  return said !== undefined && said.split(" && ").includes(text);
}

function isCall({ text }: SimpleCommand, head: string): boolean {
  return text === head || text.startsWith(`${head} `);
}

/** Whether a command only shows something. */
export function isLook(head: string): boolean {
  const [program = "", subcommand = ""] = head.split(" ");
  return lookers.has(program) || lookingSubcommands.has(subcommand);
}

function looks({ program, words }: SimpleCommand): boolean {
  if (lookers.has(program)) return true;
  const [, subcommand = ""] = words;
  return (
    lookingSubcommands.has(subcommand) ||
    words.some((word) => /^--(?:version|help|no-verify)$/u.test(word))
  );
}

const lookers: ReadonlySet<string> = new Set(
  "ls cat head tail less more grep egrep rg ag find fd wc echo printf cd pwd which type file stat du df tree awk sed jq sort uniq diff test [ true sleep ps lsof pgrep env printenv date".split(
    " ",
  ),
);
const lookingSubcommands: ReadonlySet<string> = new Set(
  "status diff log show ps ls list images info inspect view logs branch blame grep describe check-ignore ls-files rev-parse add".split(
    " ",
  ),
);

function names({ text, words }: SimpleCommand, term: string): boolean {
  const [thing = "", state] = term.split(": ");
  if (state === undefined) return words.some((word) => isAbout(word, term)) || text.includes(term);
  return words.some((word) =>
    word.split(/[^\w]+|(?=[A-Z])/u).some((part) => stemOf(part) === thing),
  );
}

/** Whether a path is what a term names, or lies in it. */
export function isAbout(path: string, term: string): boolean {
  if (term.includes(": ")) return false;
  const place = `/${path.replaceAll("\\", "/").replace(/^\.\//u, "").replace(/["']/gu, "")}/`;
  return place.includes(`/${term}/`) || `${stablePath(place)}/`.includes(`/${term}/`);
}
