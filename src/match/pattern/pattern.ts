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

/** Why this text cannot be a pattern, or undefined. Whether it is fast is another question. */
export function patternProblem(text: string): string | undefined {
  return syntaxProblem(text) ?? breadthProblem(text);
}

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

/** Why a pattern says too little. It is run for that, so what nobody wrote should be known to be fast. */
export function breadthProblem(text: string): string | undefined {
  const { source, flags } = readPattern(text);
  const compiled = new RegExp(source, flags);
  if (compiled.test("")) return "matches the empty string, so it would fire on every call";
  if (unrelated.every((sample) => compiled.test(sample)))
    return "matches any text, so it would fire on every call";
  return undefined;
}

/** Patterns ignore case unless they begin with this. */
export const caseMark = "(?-i)";
const longestPattern = 1000;
/**
 * With nothing in common: only a pattern that says nothing matches them all. Short, because not everybody
 * has asked before whether the pattern takes exponential time.
 */
const unrelated = ["q", "7", "%", "é", "漢"].map((character) => character.repeat(12));

/** A text as a pattern for itself, in JavaScript and in grep. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
