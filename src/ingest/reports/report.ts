import type { Flag, Slug } from "../../core/lesson.ts";
import type { Scope } from "../../core/scope.ts";
import type { Tag } from "../../core/tag.ts";
import type { Triggers } from "../../core/triggers.ts";
import type { Said } from "../imports/summarise.ts";

/** `incomplete`: it can be read, but something that its kind must say is not there. `malformed`: anything else. */
export type ReportFlaw = "malformed" | "incomplete";

/** What the agent reported itself, at one place of one message. */
export type Report = ReportedLesson | Cancel | ReportProblem;

/** How a report is written: `#lesson … #/lesson`, or `[PROCESS_KNOWLEDGE] … [/PROCESS_KNOWLEDGE]`. */
export type ReportForm = "tag" | "block";

interface ReportedLesson {
  readonly is: "lesson";
  readonly from: ReportForm;
  /** A block that names its kind and its level and everything that its kind asks for: no default stands in. */
  readonly isFull: boolean;
  readonly draft: ReportedDraft;
  /** The report as it stands in the message, bounded, not yet redacted. */
  readonly quote: string;
}

/** Takes back the lesson with this slug, or the last one of the session. */
interface Cancel {
  readonly is: "cancel";
  readonly slug?: Slug;
}

/** A report that cannot become a lesson. It is said with its place, never swallowed. */
interface ReportProblem {
  readonly is: "problem";
  readonly from: ReportForm;
  readonly class: ReportFlaw;
  readonly problem: string;
  /** 1-based line of the message. */
  readonly lineInText: number;
}

/** What a report says, as far as its text alone can tell. Scores, project and patterns are the caller's. */
export type ReportedDraft = Said & {
  readonly summary: string;
  readonly tags: readonly Tag[];
  /** `project` is the project of the session, which only the caller knows. Absent: nothing was said. */
  readonly scope?: Scope | "project" | undefined;
  readonly triggers: ReportedTriggers;
  /** What the agent ran or did, in its own words. Patterns are made from it, never taken from the agent. */
  readonly triggerText?: string;
  /** Absent when the report names none. */
  readonly priority?: number | undefined;
  readonly flags: readonly Flag[];
};

export type ReportedTriggers = Partial<Omit<Triggers, "commandPatterns" | "contentPatterns">>;

/** What a reader makes of the inside of a report. A placeholder is the protocol itself, repeated, and no report. */
export type Reading =
  | { readonly draft: ReportedDraft; readonly isFull: boolean }
  | {
      readonly problem: string;
      readonly class: ReportFlaw;
      /** 0-based, in the lines that were read. */ readonly line?: number;
    }
  | "placeholder";
