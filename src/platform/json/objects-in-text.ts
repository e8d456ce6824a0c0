import { parseJson } from "./parse.ts";

/**
 * The outermost JSON objects of a text, bare, fenced or between prose, as far as they can be read. The time it
 * takes is bounded by `budget` characters looked at.
 */
export function* objectsInText(text: string, budget: number): Generator {
  let start = text.indexOf("{");
  let left = budget;
  for (let tries = 0; start >= 0 && tries < mostTries && left > 0; tries += 1) {
    const end = endOfObject(text, start);
    left -= end - start;
    const parsed = end > start ? parseJson(text.slice(start, end)) : { problem: "" };
    const isRead = "value" in parsed;
    if (isRead) yield parsed.value;
    start = text.indexOf("{", isRead ? end : start + 1);
  }
}

const mostTries = 1000;

/** Behind the brace that closes the one at `start`; the end of the text when nothing does. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isInString) {
      if (character === backslash) at += 1;
      else if (character === quote) isInString = false;
    } else if (character === quote) isInString = true;
    else if (character === open) depth += 1;
    else if (character === close && --depth === 0) return at + 1;
  }
  return text.length;
}

const [open, close, quote, backslash] = [0x7b, 0x7d, 0x22, 0x5c];
