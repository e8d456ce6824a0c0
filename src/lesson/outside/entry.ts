import type { LessonDraft, Flag, Instant } from "../record/lesson.ts";
import type { Evidence } from "../record/history.ts";
import { parseInstant } from "../../platform/instant.ts";
import { levelOf, parseLevel, priorityOfLevel } from "../record/level.ts";
import type { Status } from "../record/lifecycle.ts";
import {
  asNumber,
  isBlank,
  noteUnread,
  present,
  quoted,
  type LooseObject,
  type Note,
} from "./loose-json.ts";
import { summarise, type Said } from "./body.ts";

/** One system's entries as data: which of its fields become which of ours, and who reads them. */
export interface SourceTable {
  readonly reference: (entry: OpenEntry) => string | undefined;
  readonly body: Column<BodyReading>;
  readonly stage: Column<{ readonly status: Status; readonly archiveReason?: string | undefined }>;
  readonly draft: { readonly [Name in DraftField]?: Column<LessonDraft[Name]> };
  readonly evidence: Column<readonly Evidence[], LessonDraft>;
  /** What it was replaced by, as the source names that. */
  readonly successor?: Column<string | undefined>;
  /** What the system kept for itself, with spaces between the names. */
  readonly unkept: string;
  /** What is worth a word and has no field here. */
  readonly remark?: (entry: OpenEntry) => void;
}

interface Column<Value, About = void> {
  /** The source's names for it, with spaces between them. */
  readonly from: string;
  readonly read: (entry: OpenEntry, about: About) => Value;
}

type DraftField = Exclude<
  keyof LessonDraft,
  "kind" | "body" | "summary" | "status" | "archiveReason" | "flags" | "delivery" | "source"
>;

type BodyReading =
  | {
      readonly said: Said;
      readonly title: string;
      readonly flags?: readonly Flag[] | undefined;
      /** A field that was read beyond those of the column. */
      readonly alsoFrom?: string;
    }
  | { readonly problem: string };

/** An entry while it is read. */
export interface OpenEntry extends Origin {
  readonly fields: LooseObject;
  readonly note: Note;
}

export interface Origin {
  readonly place: string;
  readonly now: Instant;
  /** The name under which the file keeps it, where entries are not a list. */
  readonly key?: string | undefined;
  readonly isCandidate?: boolean | undefined;
}

/** Walks the table. What an entry holds beyond it is remarked, so that nothing gets lost in silence. */
export function readEntry(
  table: SourceTable,
  fields: LooseObject,
  origin: Origin,
): ForeignEntry | ForeignProblem {
  const { place } = origin;
  const remarks: string[] = [];
  const note: Note = (remark) => void remarks.push(remark);
  const entry: OpenEntry = { ...origin, fields, note };

  const body = table.body.read(entry);
  if ("problem" in body) return { place, problem: body.problem };
  const columns = Object.entries(table.draft);
  const draft: LessonDraft = present({
    ...summarise(body.said, body.title, note),
    ...table.stage.read(entry),
    ...Object.fromEntries(columns.map(([name, column]) => [name, column.read(entry)])),
    delivery: "advise",
    source: "imported",
    flags: body.flags,
  });
  table.remark?.(entry);
  const read = [table.body, table.stage, table.evidence, ...Object.values(table.draft)];
  const names = [
    ...read.map(({ from }) => from),
    table.successor?.from ?? "",
    table.unkept,
    body.alsoFrom ?? "",
  ];
  noteUnread(fields, new Set(names.join(" ").split(/\s+/u)), note);
  const evidence = table.evidence.read(entry, draft).map((item) => present(item));
  const successor = table.successor?.read(entry);
  const reference = table.reference(entry) ?? "";
  return { place, reference, draft, evidence, ...(successor && { successor }), remarks };
}

/** The first of these fields that holds a time. */
export function instantColumn(from: string): Column<Instant | undefined> {
  return {
    from,
    read: ({ fields, now, note }) => {
      for (const name of from.split(" ")) {
        const instant = readInstant(fields, name, now, note);
        if (instant !== undefined) return instant;
      }
      return undefined;
    },
  };
}

export const priorityColumn: Column<number> = {
  from: "priority",
  read: ({ fields, note }) => readPriority(fields, note),
};

export function confidenceColumn(fallbackOf: (entry: OpenEntry) => number): Column<number> {
  return {
    from: "confidence",
    read: (entry) => {
      const value = entry.fields["confidence"];
      const fallback = fallbackOf(entry);
      const confidence = asNumber(value);
      if (confidence === undefined)
        entry.note(`${complaint("confidence", value)}, so it gets ${fallback}.`);
      return confidence ?? fallback;
    },
  };
}

/**
 * What one entry of a foreign file says, in our words. It is not validated yet: the app does that
 * with the same schema as for every other draft, and reports it with this place.
 */
export interface ForeignEntry {
  /** Where it stands, for messages: `lessons.json: lessons[3]`, `learning-log.jsonl:12`. */
  readonly place: string;
  /** The identity that the source gives it (id or slug), or "" when it has none. */
  readonly reference: string;
  readonly draft: LessonDraft;
  readonly evidence: readonly Evidence[];
  /** The reference of what it was replaced by. */
  readonly successor?: string | undefined;
  /** What could not be carried over as it was, a sentence each, shown to the person. */
  readonly remarks: readonly string[];
}

/** An entry that cannot become a lesson. It is reported, and the rest goes in. */
export interface ForeignProblem {
  readonly place: string;
  readonly problem: string;
}

export interface ForeignReading {
  readonly system: ForeignSystem;
  /** Entries in the source that are lessons, to compare counts with. */
  readonly found: number;
  readonly entries: readonly ForeignEntry[];
  readonly problems: readonly ForeignProblem[];
  /** True when the file is ours to replace after the import (PRD-002 §5.6: it is renamed to `.bak`). */
  readonly isReplaced: boolean;
}

export type ForeignSystem = "lessons-learned" | "triads" | "devflow";

/** All three systems watched Claude Code and nothing else, so what they counted happened there. */
export const watchedAgent = "claude-code";

/** Whatever was found is either an entry or a problem, so the two always add up to `found`. */
export function gatherReading(
  system: ForeignSystem,
  outcomes: readonly (ForeignEntry | ForeignProblem)[],
  { isReplaced }: { readonly isReplaced: boolean },
): ForeignReading {
  return {
    system,
    found: outcomes.length,
    entries: outcomes.filter((outcome) => "draft" in outcome),
    problems: outcomes.filter((outcome) => "problem" in outcome),
    isReplaced,
  };
}

/**
 * The ISO date or time in a field, or undefined when the field is empty. What cannot be read
 * becomes `now`, with a remark: that it was once dated is worth more than the date.
 */
export function readInstant(
  entry: LooseObject,
  name: string,
  now: Instant,
  note: Note,
): Instant | undefined {
  const value = entry[name];
  if (isBlank(value)) return undefined;
  const instant = typeof value === "string" ? parseInstant(value.trim()) : undefined;
  if (instant === undefined)
    note(`Its ${name} ${quoted(value)} is not a date; it gets today's date.`);
  return instant ?? now;
}

/** Texts as the quote of one piece of evidence, or undefined when there are none. */
export function readQuote(texts: readonly string[], note: Note): string | undefined {
  if (texts.length === 0) return undefined;
  const quote = texts.join("\n\n");
  if (quote.length <= longestQuote) return quote;
  note(`Its quote is longer than ${longestQuote} characters and was cut.`);
  // A cut between the halves of a character would leave a half that is none.
  return `${quote
    .slice(0, longestQuote - 1)
    .toWellFormed()
    .replace(/\uFFFD$/u, "")}…`;
}

/** As long as a text of a lesson may be. */
const longestQuote = 10_000;

/** A number or a level's name. A number that is out of range is left for the schema to refuse. */
export function readPriority(entry: LooseObject, note: Note): number {
  const value = entry["priority"];
  const level = typeof value === "string" ? parseLevel(value) : undefined;
  const priority = asNumber(value) ?? (level === undefined ? undefined : priorityOfLevel[level]);
  if (priority === undefined)
    note(`${complaint("priority", value)}, so it gets 5 (${levelOf(5)}).`);
  return priority ?? 5;
}

function complaint(name: string, value: unknown): string {
  return isBlank(value) ? `It has no ${name}` : `Its ${name} ${quoted(value)} cannot be read`;
}
