/**
 * A list as a person changes it: `+x` adds, `-x` takes away, a JSON array or the values themselves
 * replace it, nothing empties it.
 */
export function changeList(
  current: readonly string[],
  typed: string,
  style: ListStyle,
): readonly string[] {
  const text = typed.trim();
  if (text === "") return [];
  if (text.startsWith("+")) return [...new Set([...current, ...split(text.slice(1), style)])];
  if (text.startsWith("-")) {
    const unwanted = new Set(split(text.slice(1), style).map((value) => value.toLowerCase()));
    return current.filter((value) => !unwanted.has(value.toLowerCase()));
  }
  return jsonList(text) ?? split(text, style);
}

/** How values are told apart: by commas, by lines, or not at all, because a pattern may hold either. */
export type ListStyle = "words" | "lines" | "one";

function split(text: string, style: ListStyle): readonly string[] {
  const parts = style === "one" ? [text] : text.split(style === "words" ? "," : "\n");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function jsonList(text: string): readonly string[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((value) => typeof value === "string")
      ? parsed
      : undefined;
  } catch {
    // `[a-z]+x` is a pattern that happens to start like an array.
    return undefined;
  }
}
