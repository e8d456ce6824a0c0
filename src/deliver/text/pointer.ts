import { plainLine } from "../../redact/plain-text.ts";

/** One line instead of fragments, where more lessons about a tool match than a call may carry. */
export function toolPointer(tool: string, count: number, path: string): string {
  const lessons = count === 1 ? "1 lesson" : `${count} lessons`;
  return `${lessons} about ${plainLine(tool)} may concern this call. They are together, most important first, in ${plainLine(path)}`;
}
