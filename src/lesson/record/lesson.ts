import type { Body, Kind } from "./body.ts";
import type { FieldName, lessonTable } from "./fields.ts";
import type { Actor, Stage, Status } from "./lifecycle.ts";
import type { Score } from "../score/score.ts";
import type { ProposalFlag } from "./proposal.ts";
import type { Tag } from "./tag.ts";
import type { Triggers } from "./triggers.ts";

/**
 * One thing worth knowing, with what it takes to deliver it at the right moment.
 * The kind decides the shape of the body; everything else is the same for all eight.
 */
export type Lesson = { [K in Kind]: LessonOf<K> }[Kind];

/** Its fields are those of the table; what is optional there may be absent here. */
export interface LessonOf<K extends Kind> extends OwnFields, OwnOptionalFields {
  readonly kind: K;
  readonly body: Body<K>;
  readonly stage: Stage;
}

type OwnFields = {
  readonly [
    Name in Exclude<
      FieldName,
      FieldsWith<{ of: string }> | FieldsWith<{ optional: true }> | "kind" | "body"
    >
  ]: FieldValue<Name>;
};
type OwnOptionalFields = {
  readonly [Name in Exclude<FieldsWith<{ optional: true }>, FieldsWith<{ of: string }>>]?:
    | FieldValue<Name>
    | undefined;
};

/** The names of the fields that the table describes like this. */
export type FieldsWith<Description> = {
  [Name in FieldName]: (typeof lessonTable)[Name] extends Description ? Name : never;
}[FieldName];

export type FieldValue<Name extends FieldName> = Values[(typeof lessonTable)[Name]["is"]];

/** The type behind each kind of value. The schemas have one entry for each as well. */
export interface Values {
  readonly id: LessonId;
  readonly slug: Slug;
  readonly kind: Kind;
  readonly body: Body;
  /** At most `longestSummary` characters, so that it fits a line and a cut budget. */
  readonly summary: string;
  readonly line: string;
  readonly fix: Fix;
  /** As the source says it. */
  readonly dateOrVersion: string;
  readonly status: Status;
  readonly actor: Actor;
  readonly instant: Instant;
  readonly priority: number;
  readonly confidence: number;
  /** Absent when a person gave the number. */
  readonly scores: {
    readonly priority?: Score | undefined;
    readonly confidence?: Score | undefined;
  };
  readonly tags: readonly Tag[];
  readonly scope: Scope;
  readonly delivery: Delivery;
  readonly triggers: Triggers;
  readonly source: Source;
  readonly flags: readonly Flag[];
  readonly hash: string;
  readonly count: number;
}

/** A ULID: sorts by creation time. */
export type LessonId = string;
/** Kebab-case and four random characters. */
export type Slug = string;

/** ISO 8601 in UTC with milliseconds, so that text order is time order. */
export type Instant = string;

export const longestSummary = 80;
/** Of what is meant to be one line: reasons, names, words. */
export const longestLine = 500;
export const priorities = { lowest: 1, highest: 10 } as const;

/**
 * `advise` adds context to a call; `hold` refuses the first matching call of a session with the lesson as reason; `fix` corrects
 * every matching call, and holds where it cannot tell how.
 */
export const deliveries = ["advise", "hold", "fix"] as const;
export type Delivery = (typeof deliveries)[number];

/** Where a lesson was first found. */
export const sources = ["structured", "heuristic", "llm", "manual", "imported"] as const;
export type Source = (typeof sources)[number];

/**
 * Marks for the person who reviews. `unprovenPattern`: a pattern was fast on every text that was tried,
 * but its form does not prove that it always is.
 */
export type Flag =
  | "maybe"
  | "needsHumanFix"
  | "unprovenPattern"
  | `expands:${Slug}`
  /** About the same as that lesson, and kept from before there was one of each. */
  | `duplicates:${Slug}`
  | ProposalFlag;

/** A literal replacement that was seen to work, and how often. */
export interface Fix {
  /** `first`: a step that must run before the call. */
  readonly how: (typeof fixWays)[number];
  /** The wrong part of the simple command, as it was typed. */
  readonly from?: string | undefined;
  /** What was typed in its place. */
  readonly to: string;
  /** How many of the failures it cured. */
  readonly times: number;
  /** How many of the failures were cured in any way. */
  readonly repairs: number;
  /** In how many sessions it cured one. */
  readonly sessions: number;
  /** How often the call that worked was the failed one with nothing else changed: only then can a program do it. */
  readonly exact?: number | undefined;
}

export const fixWays = ["instead", "first"] as const;

/** Of a part of a command. */
export const longestFixPart = 200;

/**
 * A lesson as somebody hands it in: what it says, and as much of the rest as they know.
 * Ids, slug, hash and times that are missing are given to it when it is taken in.
 */
export type LessonDraft = { [K in Kind]: DraftOf<K> }[Kind];

interface DraftOf<K extends Kind> extends GivenFields {
  readonly kind: K;
  readonly body: Body<K>;
  readonly summary: string;
}

type GivenFields = {
  readonly [Name in FieldsWith<{ draft: "optional" }>]?: DraftValue<Name> | undefined;
};

/** Tags and triggers come in as people write them: the schema makes tags of texts, and what is not said is empty. */
type DraftValue<Name extends FieldsWith<{ draft: "optional" }>> = Name extends "tags"
  ? readonly string[]
  : Name extends "triggers"
    ? Partial<Triggers>
    : FieldValue<Name>;

/**
 * Where a lesson holds. A project is named by its git root commit or remote, so that it is the same on every machine.
 * `machine`: in every project on this machine, because it is about its system, its shell or its programs.
 */
export type Scope = "global" | "machine" | `project:${string}` | `team:${string}`;

export function parseScope(text: string): Scope | undefined {
  const isScope =
    plainShape.test(text) ||
    // The letters of all languages take V8 a third of a millisecond to read, and most names have none of them.
    /^(?:project|team):[\p{L}\p{N}][\p{L}\p{N}._@/:+-]{0,199}$/u.test(text);
  return isScope ? (text as Scope) : undefined;
}

const plainShape = /^(?:global|machine|(?:project|team):[A-Za-z0-9][\w.@/:+-]{0,199})$/;
