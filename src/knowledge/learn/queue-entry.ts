import { isRecord, numberAt, textAt } from "../../platform/json/fields.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { parseJson } from "../../platform/json/parse.ts";
import { safeName } from "../../platform/files/names.ts";
import { sha256 } from "../../platform/hash.ts";

/** A session that has ended and waits to be looked at. */
export interface QueueEntry {
  readonly agent: string;
  readonly sessionId: string;
  /** Its log; `~` is the home directory. */
  readonly path: string;
  /** By its log, or by our clock where that has no times. */
  readonly endedAt: Instant;
  /** How often a model's answer about it could not be used. */
  readonly attempts: number;
  /** What was wrong the last time. */
  readonly problem?: string;
}

export type SessionName = Pick<QueueEntry, "agent" | "sessionId">;

/** The same session has the same name, so that queued twice it is there once. No part of it is somebody else's word. */
export function entryName({ agent, sessionId }: SessionName): string {
  const digest = sha256(`${agent}\0${sessionId}`).slice("sha256:".length, "sha256:".length + 24);
  return `${safeName(agent)}-${digest}.json`;
}

export function entryText(entry: QueueEntry): string {
  return `${JSON.stringify({ version: 1, ...entry })}\n`;
}

/** Undefined when it is not what we wrote. */
export function readEntry(text: string): QueueEntry | undefined {
  const parsed = parseJson(text);
  if (!("value" in parsed) || !isRecord(parsed.value)) return undefined;
  const record = parsed.value;
  const agent = textAt(record, "agent");
  const sessionId = textAt(record, "sessionId");
  const path = textAt(record, "path");
  const endedAt = textAt(record, "endedAt");
  const attempts = numberAt(record, "attempts");
  const problem = textAt(record, "problem");
  const isWhole = agent && sessionId && path && endedAt && !Number.isNaN(Date.parse(endedAt));
  if (!isWhole || attempts === undefined || record["version"] !== 1) return undefined;
  return {
    agent,
    sessionId,
    path,
    endedAt,
    attempts,
    ...(problem === undefined ? {} : { problem }),
  };
}
