import type { Actor, Transition } from "./lifecycle.ts";
import type { Instant } from "./lesson.ts";

/** Everything that happened to a lesson. Rows are added, never changed. */
export interface History {
  readonly evidence: readonly Evidence[];
  readonly transitions: readonly Transition[];
  readonly edits: readonly Edit[];
  readonly feedback: readonly Feedback[];
}

/** What a field was before somebody changed it: overwriting is not losing. */
export interface Edit {
  readonly field: string;
  /** JSON of the value, `null` when there was none. */
  readonly before: string;
  readonly after: string;
  readonly at: Instant;
  readonly by: Actor;
}

export const feedbackVerdicts = ["helpful", "not-helpful"] as const;

export interface Feedback {
  readonly verdict: (typeof feedbackVerdicts)[number];
  readonly at: Instant;
  readonly by: Actor;
  readonly note?: string | undefined;
}

/** Why we believe a lesson: somebody saw it happen, or another system counted how often it did. */
export type Evidence = Sighting | Tally;

/** The mistake, once, at a place in a log that can be looked up. */
export interface Sighting {
  readonly is: "sighting";
  readonly agent: string;
  readonly sessionId: string;
  readonly projectId?: string | undefined;
  readonly seenAt: Instant;
  /** Where in the log: a file and its 1-based line. */
  readonly place?: { readonly file: string; readonly line: number } | undefined;
  /** Redacted before it gets here. */
  readonly quote?: string | undefined;
}

/** What an imported record knew only as numbers. The sightings behind it cannot be looked up. */
export interface Tally {
  readonly is: "tally";
  readonly agent: string;
  readonly occurrences: number;
  /** Sessions and projects that are not named by a sighting of the same lesson. */
  readonly sessions: number;
  readonly projects: number;
  readonly firstSeenAt?: Instant | undefined;
  readonly seenAt: Instant;
  readonly quote?: string | undefined;
}

/** Derived from the evidence each time, so that the counts can never be wrong. */
export interface EvidenceCounts {
  readonly occurrenceCount: number;
  readonly sessionCount: number;
  readonly projectCount: number;
}

/** More than that nobody counts: it is a damaged number. */
export const mostCounted = 1_000_000_000;

export function countEvidence(evidence: readonly Evidence[]): EvidenceCounts {
  const sessions = new Set<string>();
  const projects = new Set<string>();
  let occurrenceCount = 0;
  let unnamedSessions = 0;
  let unnamedProjects = 0;
  for (const item of evidence) {
    if (item.is === "tally") {
      occurrenceCount += item.occurrences;
      unnamedSessions += item.sessions;
      unnamedProjects += item.projects;
      continue;
    }
    occurrenceCount += 1;
    sessions.add(`${item.agent}\0${item.sessionId}`);
    if (item.projectId !== undefined) projects.add(item.projectId);
  }
  return {
    occurrenceCount,
    sessionCount: sessions.size + unnamedSessions,
    projectCount: projects.size + unnamedProjects,
  };
}
