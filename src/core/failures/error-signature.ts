import { tellingLine } from "./telling-line.ts";

/**
 * What two failures of the same cause have in common: the line that says what went wrong, with what
 * differs from one time to the next masked. `exit 3` when nothing was said.
 */
export function errorSignature(output: string, exitStatus?: number): string {
  const line = tellingLine(output).slice(0, longestLine);
  if (line === "") return exitStatus === undefined ? "silent" : `exit ${exitStatus}`;
  const masked = masks.reduce((text, [pattern, mask]) => text.replaceAll(pattern, mask), line);
  return masked.replaceAll(/\s+/g, " ").trim().slice(0, longestSignature);
}

const longestLine = 400;
const longestSignature = 160;

/** In this order: an address holds paths, a path holds numbers. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s"'`)>\]]{1,400}/gi, "<url>"],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z?)?/g, "<time>"],
  [/\b\d\d?:\d\d:\d\d(?:\.\d{1,9})?/g, "<time>"],
  [/"[^"]{0,400}"|`[^`']{0,400}['`]|'[^']{0,400}'|‘[^’]{0,400}’/g, "<name>"],
  [
    /(?:\b[A-Za-z]:)?(?:[~.]{0,2}[\\/])?[\w.@+-]{1,99}(?:[\\/][\w.@+-]{1,99}){1,20}[\\/]?/g,
    "<path>",
  ],
  [/[~.]{0,2}[\\/][\w.@+-]{1,99}/g, "<path>"],
  [
    /\b[\w-]{1,99}\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|cpp|cc?|h|hpp|swift|sh|mdx?)\b/g,
    "<path>",
  ],
  [/\b[\w-]{1,99}\.(?:json|ya?ml|toml|txt|log|html?|css|sql|xml|lock)\b/g, "<path>"],
  [/\b(?=[a-f\d]{0,63}\d)(?=\d{0,63}[a-f])[a-f\d]{7,64}\b/g, "<hash>"],
  [/\b0x[\da-f]{1,40}\b/gi, "<n>"],
  [/\d{1,40}(?:\.\d{1,40}){0,9}/g, "<n>"],
];
