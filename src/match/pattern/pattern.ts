/** A regular expression as it is compiled: ours ignore case unless they start with `(?-i)`. */
export interface Pattern {
  readonly source: string;
  readonly flags: "" | "i";
  /** Of what somebody wrote as a glob. */
  readonly glob?: string | undefined;
}

/** As somebody wrote it. */
export function writtenAs(value: Pattern | string): string {
  if (typeof value === "string") return value;
  const { source, flags, glob } = value;
  return glob ?? (flags === "i" ? source : `${caseMark}${source}`);
}

export function readPattern(text: string): Pattern {
  return text.startsWith(caseMark)
    ? { source: text.slice(caseMark.length), flags: "" }
    : { source: text, flags: "i" };
}

/** Why this text is no expression, or undefined. */
export function syntaxProblem(text: string): string | undefined {
  if (text.length > longestPattern) return `is longer than ${longestPattern} characters`;
  const { source, flags } = readPattern(text);
  try {
    void new RegExp(source, flags);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return `is not a regular expression: ${message.replace(/^Invalid regular expression: /, "")}`;
  }
}

/** Patterns ignore case unless they begin with this. */
export const caseMark = "(?-i)";
const longestPattern = 1000;
/** A text as a pattern for itself, in JavaScript and in grep. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
