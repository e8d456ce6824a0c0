import { recordInstant } from "../../platform/instant.ts";
import { numberAt, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { Redact } from "../../redact/redact.ts";
import { longestFact } from "../../capture/session/session-summary.ts";

/** What all notes of hooks say: when, and where. */
export interface NotePlace {
  readonly agent: string;
  readonly sessionId: string;
  readonly subagent: string | null;
  readonly at: Instant;
  readonly tookMs: number;
}

/** Undefined when it is no note of a version that we know. Names become what a scan makes of them, so that both meet. */
export function readPlace(note: JsonRecord, redact: Redact): NotePlace | undefined {
  const at = recordInstant(textAt(note, "at")?.slice(0, longestInstant));
  const agent = textAt(note, "agent") ?? "";
  const tookMs = countAt(note, "tookMs");
  if (note["version"] !== 1 || at === undefined || !agentShape.test(agent)) return undefined;
  if (tookMs === undefined) return undefined;
  const subagent = textAt(note, "subagent");
  return {
    agent,
    sessionId: redact(textAt(note, "session") ?? nameless).slice(0, longestFact),
    subagent: subagent === undefined ? null : redact(subagent.slice(0, longestFact)),
    at,
    tookMs,
  };
}

const agentShape = /^[a-z][a-z0-9-]{0,39}$/u;
const longestInstant = 40;
/** A payload that does not name its session is this one's for the hook. */
const nameless = "unknown";

/** A number of things; undefined when it is none. */
export function countAt(note: JsonRecord, name: string): number | undefined {
  const value = Math.round(numberAt(note, name) ?? -1);
  return value >= 0 && Number.isSafeInteger(value) ? value : undefined;
}

/** The field when it is one of these words. */
export function wordAt<Word extends string>(
  note: JsonRecord,
  name: string,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === note[name]);
}
