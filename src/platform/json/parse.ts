/** A text as JSON, or why it is none. Outside text is often broken, and that is no exception. */
export function parseJson(
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A line of JSON Lines; undefined, which JSON cannot say, when it is none. */
export function parseJsonLine(line: string): unknown {
  const parsed = parseJson(line);
  return "value" in parsed ? parsed.value : undefined;
}

/**
 * The outermost JSON objects of a text, bare, fenced or between prose, as far as they can be read. The time it
 * takes is bounded by `budget` characters looked at.
 */
export function* objectsInText(text: string, budget: number): Generator {
  let start = text.indexOf("{");
  let left = budget;
  for (let tries = 0; start >= 0 && tries < mostTries && left > 0; tries += 1) {
    const end = endOfObject(text, start) ?? text.length;
    left -= end - start;
    const parsed = end > start ? parseJson(text.slice(start, end)) : { problem: "" };
    const isRead = "value" in parsed;
    if (isRead) yield parsed.value;
    start = text.indexOf("{", isRead ? end : start + 1);
  }
}

const mostTries = 1000;

/** Behind the brace that closes the one at `start`, which is not one inside a string; undefined when nothing does. */
export function endOfObject(text: string, start: number): number | undefined {
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
  return undefined;
}

const [open, close, quote, backslash] = [0x7b, 0x7d, 0x22, 0x5c];
