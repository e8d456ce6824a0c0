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
