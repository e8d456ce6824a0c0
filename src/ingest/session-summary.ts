import type { SessionFacts } from "../core/event.ts";
import type { Redact } from "../core/redact.ts";

/** What is known about the session of a log. */
export interface SessionSummary {
  sessionId?: string;
  parentSessionId?: string;
  agentVersion?: string;
  model?: string;
  project?: Project;
  isProgrammatic?: boolean;
  startedAt?: string;
  endedAt?: string;
}

export interface Project {
  readonly id: string;
  /** For people, redacted: `~/api`. */
  readonly label: string;
}

/** The first word on each fact holds. */
export function learnFacts(
  session: SessionSummary,
  facts: SessionFacts,
  { redact, identifyProject }: FactReading,
): void {
  for (const name of ["sessionId", "parentSessionId", "agentVersion", "model"] as const) {
    const value = facts[name];
    if (value !== undefined && session[name] === undefined) {
      session[name] = redact(value).slice(0, longestFact);
    }
  }
  if (facts.isProgrammatic !== undefined) session.isProgrammatic ??= facts.isProgrammatic;
  if (facts.workingDirectory !== undefined) {
    session.project ??= identifyProject(facts.workingDirectory, facts.repository);
  }
}

interface FactReading {
  readonly redact: Redact;
  readonly identifyProject: (workingDirectory: string, repository?: string) => Project;
}

export const longestFact = 200;

/** Records are not always in the order of their times. */
export function passTime(session: SessionSummary, at: string): void {
  if (session.startedAt === undefined || at < session.startedAt) session.startedAt = at;
  if (session.endedAt === undefined || at > session.endedAt) session.endedAt = at;
}
