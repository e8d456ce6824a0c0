/**
 * Stands in a command's text between its own words and what is around it: variables, wrappers, and what it is piped
 * into. For a pattern the text ends here; only a `.` in a lookahead goes on.
 * A separator of lines: `.` does not take it, and `(?!\\S)` holds before it.
 */
export const aroundMark = "\u2028";

/**
 * Stands before the options that were taken out between program and subcommand. They may silence a pattern and not make it
 * fire: the `-f` of `docker compose -f x logs` is not that of `logs -f`.
 */
export const optionsMark = "\u2029";

/** A command's own words, without what stands around them. */
export function ownWords(text: string): string {
  const at = text.indexOf(aroundMark);
  return at < 0 ? text : text.slice(0, at);
}

/**
 * The pattern as it is tested on a text with a mark: what takes blanks or anything but some characters does not take
 * the mark, `$` also holds before it, and in a lookahead `.` takes it, too.
 */
export function seeingAround(source: string): string {
  let seeing = "";
  /** For each open group whether it is, or stands in, a lookahead. */
  const ahead: boolean[] = [];
  for (const [part] of source.matchAll(parts)) {
    const isAhead = ahead.at(-1) ?? false;
    if (part.startsWith("(")) ahead.push(isAhead || part === "(?=" || part === "(?!");
    else if (part === ")") ahead.pop();
    if (part === ".") seeing += isAhead ? anyCharacter : part;
    else if (part === "$") seeing += endOfWords;
    else seeing += takesMark.test(part) ? `(?:(?!${aroundMark})${part})` : part;
  }
  return seeing;
}

/** An escape, a class, the opening of a group, or any one character. */
const parts = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:<?[=!]|:))?|[^]/g;
const takesMark = /^(?:\\[sWD]|\[.*(?:\^|\\[sSWDu]|[^\0-~]).*\])$/s;
const anyCharacter = "[^\\n\\r]";
const endOfWords = `(?![^${aroundMark}${optionsMark}])`;
