import type { Instant } from "../../lesson/record/lesson.ts";
import type { KeptObservations } from "./keep-observations.ts";
import type { ActivatedRendering } from "./run-learning.ts";
import type { SettledObservations } from "./settle-observations.ts";

/** What a run came to, and what the tries after it did. */
export type RunReport = BatchReport & {
  /** Sessions that still waited when it was done: another batch, or why there was none. Absent when none did. */
  readonly next?: readonly BatchReport[];
};

/** What one batch came to. A model was asked only in the last four. */
export type BatchReport =
  | { readonly outcome: "none-waiting" }
  | { readonly outcome: "too-few"; readonly waiting: number; readonly needed: number }
  | {
      readonly outcome: "capped";
      readonly waiting: number;
      readonly runs: number;
      readonly cap: number;
    }
  /** Somebody else is at it. */
  | { readonly outcome: "busy"; readonly since: Instant }
  /** No person says anything in these sessions, or they are gone. */
  | { readonly outcome: "nothing-said"; readonly sessions: number }
  /** By the person: the sessions wait as before. */
  | { readonly outcome: "stopped"; readonly sessions: number }
  /** The program could not be asked: the sessions wait as before. */
  | { readonly outcome: "no-answer"; readonly problem: string; readonly sessions: number }
  | {
      readonly outcome: "bad-answer";
      readonly problem: string;
      readonly putBack: number;
      /** Sessions that were answered badly too often. */
      readonly putAside: number;
    }
  | LearnedReport;

export interface LearnedReport extends KeptObservations, SettledObservations {
  readonly outcome: "learned";
  readonly sessions: number;
  /** The model that answered, or the program where that does not say. */
  readonly model: string;
  /** What of the answer could not be used, and its sessions, which wait to be asked about again. Absent when all of it could. */
  readonly flaw?: {
    readonly problem: string;
    readonly refused: number;
    readonly putBack: number;
    readonly putAside: number;
  };
  /** Absent when nothing has become active by itself that is not in the project yet. */
  readonly rendered?: ActivatedRendering | undefined;
}

/** What one batch came to, in a line. */
export function runSentence(report: BatchReport): string {
  switch (report.outcome) {
    case "none-waiting":
      return "no sessions waiting";
    case "too-few":
      return `${report.waiting} of ${report.needed} needed sessions waiting`;
    case "capped":
      return `${waiting(report.waiting)}, and ${runsToday(report)}`;
    case "busy":
      return `another run is working since ${report.since.slice(0, 16).replace("T", " ")} UTC`;
    case "stopped":
      return `stopped; ${waiting(report.sessions)} as before`;
    case "nothing-said":
      return `${sessions(report.sessions)} without messages`;
    case "no-answer":
      return `no answer: ${report.problem}; ${waiting(report.sessions)} as before`;
    case "bad-answer":
      return `the answer cannot be used: ${report.problem}; ${sessions(report.putBack)} waiting again, ${report.putAside} skipped`;
    case "learned":
      return `${report.model} read ${sessions(report.sessions)}: ${[
        `${report.created.length} new`,
        `${report.grown.length} seen again`,
        ...(report.reviewed.length === 0 ? [] : [`${report.reviewed.length} reviewed`]),
        ...(report.activated.length === 0 ? [] : [`${report.activated.length} active`]),
        ...(report.revived.length === 0 ? [] : [`${report.revived.length} back`]),
        ...(report.ungated.length === 0 ? [] : [`${report.ungated.length} held by gates`]),
        ...(report.flaw === undefined ? [] : [flawWords(report.flaw)]),
      ].join(", ")}`;
  }
}

function flawWords({ problem, refused, putBack, putAside }: NonNullable<LearnedReport["flaw"]>) {
  const aside = putAside === 0 ? "" : `, ${putAside} skipped`;
  return `${refused} rejected (${problem}); ${sessions(putBack)} waiting again${aside}`;
}

/** For the log: also what was written into the project. */
export function runRecord(report: BatchReport): string {
  const rendered = report.outcome === "learned" ? report.rendered : undefined;
  return rendered === undefined
    ? runSentence(report)
    : `${runSentence(report)}; ${renderedWords(rendered)}`;
}

function renderedWords(rendered: ActivatedRendering): string {
  if ("problem" in rendered) return `nothing was rendered: ${rendered.problem}`;
  const { steps, withheld } = rendered;
  const written = steps.flatMap(({ does, path, anchor }) =>
    does === "keep" ? [] : [`${does} ${path}${anchor === undefined ? "" : ` ${anchor}`}`],
  );
  const heldBack = withheld.map(({ slug, field }) => `held back ${slug} (${field})`);
  return `rendered: ${[...written, ...heldBack].join(", ") || "nothing new"}`;
}

function runsToday({ runs, cap }: Extract<BatchReport, { outcome: "capped" }>): string {
  if (cap === 0) return "no runs are allowed (dailyCap 0)";
  return runs > cap
    ? `${runs} runs today (${cap} allowed)`
    : `today's ${cap === 1 ? "one run" : `${cap} runs`} ${cap === 1 ? "is" : "are"} used up`;
}

function waiting(count: number): string {
  return `${sessions(count)} ${count === 1 ? "waits" : "wait"}`;
}

function sessions(count: number): string {
  return `${count} session${count === 1 ? "" : "s"}`;
}
