import type { Outcome } from "../../agents/outcome/judge-outcome.ts";

/**
 * A call that was made, as the ledger gives it back for a replay. Redacted, without contents; null is
 * what a column without a value says.
 */
export interface LedgerCall {
  /** The same object for all calls of a log, so that what is counted by it is looked up once. */
  readonly log: LedgerLog;
  /** No two calls of a log have the same. */
  readonly ordinal: number;
  /** 1-based, of the log. */
  readonly line: number;
  /** Which conversation of the log; null is the main one. */
  readonly thread: string | null;
  readonly at: string | null;
  /** As all agents call it: every shell is `Bash`, every editor `Edit`. */
  readonly tool: string;
  /** What calls are grouped by: `git push`; the tool where there is no command. */
  readonly head: string;
  /** The simple commands that it ran with their variables and wrappers, one a line or behind a pipe. */
  readonly command: string | null;
  readonly path: string | null;
  readonly outcome: Outcome;
  /** What we did about it, if anything. */
  readonly treatment?: Treatment;
  readonly signature: string | null;
  /** What a call that failed is about, as `factName` says it. */
  readonly fact: string | null;
  /** Null is the folder of the session. */
  readonly workingDirectory: string | null;
}

/**
 * `held`: we did not let it run, so that it is `rejected`. `rewritten`: we put another command in its place, and the log has the
 * result of that one with the command that was typed. `repaired`: it ran in an environment that we had put right. However such a call
 * ended, it says nothing about what was typed.
 */
export type Treatment = "held" | "rewritten" | "repaired";

/** The calls of a log, and its lines where a person corrected the agent. */
export interface CallsOfLog {
  readonly calls: readonly LedgerCall[];
  readonly corrections: readonly number[];
}

export interface LedgerLog {
  readonly number: number;
  readonly agent: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  /** Root folder of the project, or the folder that the session began in. */
  readonly projectRoot: string | null;
  /** `macos`, `linux` or `windows`, where the folder that it ran in tells. */
  readonly system: string | null;
  /** The shell that its commands run in, where the log shows it. */
  readonly shell: string | null;
}

/** What a lesson was learned from, as far as the ledger can show it again. */
export interface LessonOrigins {
  /** Every place where it was seen. */
  readonly sightings: readonly SightingPlace[];
  readonly failures: readonly OwnFailure[];
}

/** Absent where no call failed: in words of a person, in a log that is gone. */
export interface SightingPlace {
  readonly call?: { readonly log: number; readonly line: number };
}

/**
 * The mistake of a lesson as a failing call shows it. The signature alone would be too little: half of
 * all programs say nothing but `exit 1`.
 */
export type OwnFailure = Pick<LedgerCall, "tool" | "head"> & { readonly signature: string };
