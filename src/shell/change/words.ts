import type { Token } from "./tokens.ts";

const mostWords = 4;
const longestWord = 60;

/**
 * What tells two commands apart by words alone. `only` are the tokens that one of them has, `other`
 * all the tokens of the other one. Of flags the name is enough, unless the other has that one too.
 */
export function tellingWords(only: readonly Token[], other: readonly Token[]): readonly string[] {
  const flags = only.filter(isFlag);
  const chosen = flags.length > 0 ? flags : only;
  const words = chosen.map(({ text }) => {
    const name = nameOf(text);
    return other.some((token) => nameOf(token.text) === name) ? text : name;
  });
  return [...new Set(words)]
    .filter((word) => isTelling(word) && !other.some(({ text }) => isWord(word, text)))
    .slice(0, mostWords);
}

export function isFlag({ text }: Token): boolean {
  return /^--?[a-z0-9?]/i.test(text);
}

/** Whether a pattern that asks for `word` finds it in `text`: a flag also with a value behind `=`. */
function isWord(word: string, text: string): boolean {
  return text === word || (word.startsWith("-") && text.startsWith(`${word}=`));
}

/** `--format` of `--format=x`; any other word as it is. */
function nameOf(text: string): string {
  return text.startsWith("-") ? text.replace(/=.*$/s, "") : text;
}

/** Whether all of it stood in quotes or a substitution, so that there is nothing to show. */
export function isHole(text: string): boolean {
  return /^(?:""|[$<>]\(\)|\s)+$/.test(text);
}

function isTelling(word: string): boolean {
  return word.length <= longestWord && word !== "" && !isHole(word) && !/\s/.test(word);
}
