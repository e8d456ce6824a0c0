/** A tag names one thing about a lesson: `tool:git`, `lang:python`. */
export type Tag = `${TagCategory}:${string}`;

export const tagCategories = ["lang", "tool", "topic", "env", "severity", "platform"] as const;
type TagCategory = (typeof tagCategories)[number];

/** The tag as we keep it (lower case, trimmed), or undefined when it is not one. */
export function parseTag(text: string): Tag | undefined {
  const tag = text.trim().toLowerCase();
  return isTag(tag) ? tag : undefined;
}

/** The value starts with a letter, a digit or `@`, and has no spaces, so that it can be typed without quotes. */
function isTag(text: string): text is Tag {
  const colon = text.indexOf(":");
  return (
    tagCategories.some((category) => category === text.slice(0, colon)) &&
    /^[\p{L}\p{N}@][\p{L}\p{N}._+#@/-]{0,63}$/u.test(text.slice(colon + 1))
  );
}

/** Each tag once, in text order, so that equal sets are equal texts. */
export function sortTags(tags: Iterable<Tag>): readonly Tag[] {
  const each = [...new Set(tags)];
  // In place: the hook runs on a Node that has no other way.
  each.sort();
  return each;
}
