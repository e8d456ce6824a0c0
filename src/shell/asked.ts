import { subcommandPlaces } from "./subcommands.ts";

/** A command without the options that hold for all that its program does. */
export interface Asked {
  /** `git push` of `git -C dir push`. */
  readonly text: string;
  /** `-C dir` */
  readonly options: string;
}

/** Nothing where the words between program and subcommand do not begin as an option does. */
export function askedOf(
  program: string,
  words: readonly string[],
  texts: readonly string[],
): Asked | undefined {
  if (!isOption(words[1]) && !isOption(words[2])) return undefined;
  const places = subcommandPlaces(program, words);
  const last = places.at(-1) ?? 0;
  if (last === places.length) return undefined;
  const isKept = (at: number) => at === 0 || at > last || places.includes(at);
  if (words.some((word, at) => !isKept(at) && isKept(at - 1) && !isOption(word))) return undefined;
  return {
    text: texts.filter((_, at) => isKept(at)).join(" "),
    options: texts.filter((_, at) => !isKept(at)).join(" "),
  };
}

function isOption(word: string | undefined): boolean {
  return word !== undefined && /^[-+]./.test(word);
}
