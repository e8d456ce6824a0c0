import type { Instant } from "../../core/lesson.ts";
import { observationType, readObservation } from "./devflow-observation.ts";
import { gatherReading, type ForeignReading } from "./foreign-entry.ts";
import { parseJsonLine } from "../../core/parse-json.ts";
import { asObject, asText } from "./loose-json.ts";

/**
 * Devflow's learning log: an observation in each line of JSON. A line that is torn or is something
 * else becomes a problem. Undefined when no line at all is an observation.
 */
export function readDevflowLog(
  text: string,
  fileName: string,
  now: Instant,
): ForeignReading | undefined {
  // At 0x0A only: U+2028 ends a line for some splitters, and it is legal inside a JSON string.
  const lines = text
    .replace(/^\uFEFF/u, "")
    .split("\n")
    .map((line, index) => ({ place: `${fileName}:${index + 1}`, line: line.trim() }))
    .filter(({ line }) => line !== "")
    .map(({ place, line }) => ({ place, value: parseJsonLine(line) }));
  if (!lines.some(({ value }) => isObservation(value))) return undefined;
  const outcomes = lines.map(({ place, value }) => readObservation(value, place, now));
  return gatherReading("devflow", outcomes, { isReplaced: false });
}

function isObservation(value: unknown): boolean {
  const entry = asObject(value);
  if (entry === undefined) return false;
  const isNamed = asText(entry["id"])?.startsWith("obs_") ?? false;
  return (
    isNamed || (observationType(entry) !== undefined && asText(entry["pattern"]) !== undefined)
  );
}
