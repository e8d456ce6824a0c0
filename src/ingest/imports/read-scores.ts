import { levelOf, parseLevel, priorityOfLevel } from "../../core/level.ts";
import type { Note } from "./foreign-entry.ts";
import { asNumber, isBlank, quoted, type LooseObject } from "./loose-json.ts";

/** A number or a level's name. A number that is out of range is left for the schema to refuse. */
export function readPriority(entry: LooseObject, fallback: number, note: Note): number {
  const value = entry["priority"];
  const level = typeof value === "string" ? parseLevel(value) : undefined;
  const priority = asNumber(value) ?? (level === undefined ? undefined : priorityOfLevel[level]);
  if (priority !== undefined) return priority;
  note(`${complaint("priority", value)}, so it gets ${fallback} (${levelOf(fallback)}).`);
  return fallback;
}

export function readConfidence(entry: LooseObject, fallback: number, note: Note): number {
  const value = entry["confidence"];
  const confidence = asNumber(value);
  if (confidence !== undefined) return confidence;
  note(`${complaint("confidence", value)}, so it gets ${fallback}.`);
  return fallback;
}

function complaint(name: string, value: unknown): string {
  return isBlank(value) ? `It has no ${name}` : `Its ${name} ${quoted(value)} cannot be read`;
}
