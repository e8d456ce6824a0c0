/**
 * A message with what differs from one time to the next masked: what is left is the same whenever the same thing
 * goes wrong. It knows no program, so that it also groups messages that nobody has classified.
 */
export function messageTemplate(message: string): string {
  const line = message.slice(0, longestMessage);
  const masked = masks.reduce((text, [pattern, mask]) => text.replaceAll(pattern, mask), line);
  return masked.replaceAll(/\s+/gu, " ").trim().slice(0, longestTemplate);
}

const longestMessage = 400;
const longestTemplate = 100;

/** In this order: an address holds paths, a quote may hold both, a path holds numbers. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s"'`)>\]]{1,400}/giu, "<url>"],
  [/"[^"]{0,400}"|`[^`']{0,400}['`]|(?<!\w)'[^']{0,400}'|‘[^’]{0,400}’|“[^”]{0,400}”/gu, "<q>"],
  [
    /(?:\b[A-Za-z]:|…)?(?:[~.]{0,2}[\\/])?[\w.@+-]{1,99}(?:[\\/][\w.@+-]{1,99}){1,20}[\\/]?/gu,
    "<path>",
  ],
  [/[~.…]{0,3}[\\/][\w.@+-]{1,99}/gu, "<path>"],
  [/\b[\w-]{1,99}\.[a-z]{1,5}\b(?!\.)/gu, "<file>"],
  [/\b(?=[\da-f-]{7,40}\b)(?=[a-f-]{0,39}\d)[\da-f-]{7,40}\b/giu, "<hex>"],
  [/\b\d[\d.,:]{0,40}(?:\s?(?:ms|s|m|h|kB|KB|MB|GB|B|%|seconds?|minutes?))?(?!\w)/gu, "<n>"],
];
