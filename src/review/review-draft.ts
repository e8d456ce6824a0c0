import { appendFileSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRecord, recordsAt, textAt } from "../platform/json/fields.ts";
import { parseJsonLine } from "../platform/json/parse.ts";
import { ensurePrivateDirectory } from "../platform/paths.ts";
import type { LessonId } from "../lesson/record/lesson.ts";

/** What a person has decided so far about one lesson. */
export interface DraftDecision {
  readonly verdict: "none" | "approve" | "expand" | "unarchive" | "archive";
  /** Of an archive, where the person gave one. */
  readonly reason?: string | undefined;
  /** Fields as typed, and as they are saved. */
  readonly edits: readonly DraftEdit[];
}

interface DraftEdit {
  readonly field: string;
  readonly text: string;
  readonly value: string;
}

/** A decision, and what the lesson was when it was made: about another lesson it says nothing. */
export interface KeptDecision extends DraftDecision {
  readonly state: string;
}

export interface DraftLine {
  readonly id: LessonId;
  readonly state: string;
  /** Undefined: taken back, or done. */
  readonly decision: DraftDecision | undefined;
}

/**
 * Decisions of a review that nobody has confirmed. Every one is a line that is appended at once, so that a crash loses none and
 * two reviews at a time cannot spoil each other's; the last line about a lesson holds.
 */
export function readDraft(home: string): ReadonlyMap<LessonId, KeptDecision> {
  return decisionsIn(textOf(join(home, fileName)));
}

/** These lines, in one piece. Nothing where there is nothing to keep. */
export function keepDraft(home: string, lines: readonly DraftLine[]): void {
  if (lines.length === 0) return;
  ensurePrivateDirectory(home);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  // A line that a crash cut off must not swallow this one.
  appendFileSync(join(home, fileName), `\n${text}`, { mode: 0o600 });
}

/** Takes the file away once nothing in it is open. What somebody appends meanwhile is put back. */
export function tidyDraft(home: string): void {
  const file = join(home, fileName);
  const text = textOf(file);
  if (text === "" || decisionsIn(text).size > 0) return;
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const left = textOf(aside);
  if (decisionsIn(left).size > 0) appendFileSync(file, left, { mode: 0o600 });
  rmSync(aside, { force: true });
}

const fileName = "review-draft.jsonl";

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Lines that make no sense are passed over: a draft that somebody damaged is at worst a shorter one. */
function decisionsIn(text: string): ReadonlyMap<LessonId, KeptDecision> {
  const kept = new Map<LessonId, KeptDecision>();
  for (const line of text.split("\n")) {
    const record = line === "" ? undefined : parseJsonLine(line);
    if (!isRecord(record)) continue;
    const [id, state] = [textAt(record, "id"), textAt(record, "state")];
    if (id === undefined || state === undefined) continue;
    const decision = decisionOf(record["decision"]);
    kept.delete(id);
    if (decision !== undefined) kept.set(id, { ...decision, state });
  }
  return kept;
}

function decisionOf(value: unknown): DraftDecision | undefined {
  if (!isRecord(value)) return undefined;
  const verdict = verdicts.find((known) => known === value["verdict"]);
  if (verdict === undefined) return undefined;
  const edits = recordsAt(value, "edits").flatMap((edit) => {
    const [field, text, typed] = [textAt(edit, "field"), textAt(edit, "text"), edit["value"]];
    if (field === undefined || text === undefined || typeof typed !== "string") return [];
    return [{ field, text, value: typed }];
  });
  return { verdict, reason: textAt(value, "reason"), edits };
}

const verdicts = ["none", "approve", "expand", "unarchive", "archive"] as const;
