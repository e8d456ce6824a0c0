import { parseCommandLine } from "../shell/command.ts";

/**
 * The texts that command patterns are tested on, each by itself: every simple command of the line,
 * and where it was unwrapped also with the names of its wrappers in front, because there are lessons
 * about `sudo` and `timeout`, too. A line that cannot be parsed is one text, the line as it is.
 *
 * A line over 64 kB is not parsed. Its first 64 kB are one raw text: it carries a file, the
 * program stands in front, and a pattern on megabytes would take longer than a call may wait.
 */
export function commandTexts(line: string): readonly string[] {
  const { commands } = parseCommandLine(line);
  const texts = new Set<string>();
  for (const { text, wrappers } of commands) {
    const tested = text.length > longestText ? text.slice(0, longestText) : text;
    texts.add(tested);
    if (wrappers.length > 0) texts.add([...wrappers, tested].join(" "));
  }
  return [...texts];
}

/** In UTF-16 units: what the parser takes at most. */
const longestText = 65_536;
