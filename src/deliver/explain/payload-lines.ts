import { parseJson } from "../../platform/json/parse.ts";

/** One payload of a file, or what was in its place. */
export interface PayloadLine {
  /** 1-based: where it begins. */
  readonly line: number;
  readonly text: string;
}

/**
 * The payloads in a text: one a line, or one object over several lines, as people write it by hand. Split
 * at line feeds only: other separators are legal inside a JSON string.
 */
export function payloadLines(text: string): readonly PayloadLine[] {
  const lines = text
    .replace(/^\uFEFF/u, "")
    .split("\n")
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "");
  const [first] = lines;
  if (first === undefined || lines.length === 1 || "value" in parseJson(first.text)) return lines;
  const whole = parseJson(text);
  return "value" in whole ? [{ line: first.line, text: JSON.stringify(whole.value) }] : lines;
}
