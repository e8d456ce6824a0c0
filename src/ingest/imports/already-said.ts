import { asText, type LooseObject } from "./loose-json.ts";

/**
 * Does `whole` contain `text`, as whole words but whatever the spaces and capitals? Asked before a
 * text is added, so that it is kept once and not twice.
 */
export function isSaid(text: string, whole: string): boolean {
  return saidIn(whole)(text);
}

/** The same question about many texts. */
export function saidIn(whole: string): (text: string) => boolean {
  const all = plain(whole);
  return (text) => {
    const part = plain(text);
    // Searching is slow on hostile texts, and so long a lesson is refused anyway: keep it twice.
    if (Math.max(part.length, all.length) > longestCompared) return part === "";
    for (let start = all.indexOf(part); start !== -1; start = all.indexOf(part, start + 1)) {
      if (!isInWord(all, start) && !isInWord(all, start + part.length)) return true;
    }
    return false;
  };
}

const longestCompared = 20_000;

/** The texts that there are, as paragraphs; each where it adds something to those before it. */
export function joinTexts(...texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.map(asText).filter((text) => text !== undefined);
  if (given.length === 0) return undefined;
  return given.reduce((all, text) => (isSaid(text, all) ? all : `${all}\n\n${text}`));
}

/** What these fields say together: they are names for the same thing, so there is mostly only one. */
export function joinFields(object: LooseObject, ...names: readonly string[]): string | undefined {
  return joinTexts(...names.map((name) => asText(object[name])));
}

/** Is the place before this index between two characters of one word? */
function isInWord(text: string, index: number): boolean {
  return [text.charAt(index - 1), text.charAt(index)].every((at) => /[\p{L}\p{N}]/u.test(at));
}

function plain(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim().toLowerCase();
}
