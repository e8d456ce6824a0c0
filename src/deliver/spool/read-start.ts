import type { JsonRecord } from "../../platform/json/fields.ts";
import type { Redact } from "../../redact/redact.ts";
import { countAt, readPlace, wordAt, type NotePlace } from "./note-fields.ts";

/** What a hook noted when a session or a subagent began. */
export interface NotedStart extends NotePlace {
  /** What it was told, whatever the settings say. */
  readonly protocol: "full" | "short" | "off";
  readonly lessons: number;
}

/** Undefined when it is no note of a start, or one of a version that we do not know. */
export function readStart(note: JsonRecord, redact: Redact): NotedStart | undefined {
  const place = readPlace(note, redact);
  const protocol = wordAt(note, "protocol", ["full", "short", "off"]);
  const lessons = countAt(note, "lessons");
  if (place === undefined || protocol === undefined || lessons === undefined) return undefined;
  return { ...place, protocol, lessons };
}
