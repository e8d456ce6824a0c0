import type { Instant } from "./lesson.ts";

/** How far a lesson has come. What it says is its body; the two change for different reasons. */
export type Stage =
  | { readonly status: "candidate"; readonly since: Instant }
  | { readonly status: "reviewed"; readonly since: Instant; readonly by: Actor }
  | { readonly status: "active"; readonly since: Instant; readonly confirmedBy: Actor }
  | { readonly status: "archived"; readonly since: Instant; readonly because: string };

export const statuses = ["candidate", "reviewed", "active", "archived"] as const;
export type Status = (typeof statuses)[number];

export function parseStatus(text: string): Status | undefined {
  return statuses.find((status) => status === text.trim().toLowerCase());
}

/**
 * Who moved it. Only a person (or what the person switched on) makes a lesson active. An agent is one that called our commands,
 * a script a process that nobody sits at.
 */
export const actors = [
  "person",
  "model",
  "threshold",
  "scanner",
  "import",
  "upkeep",
  "agent",
  "script",
] as const;
export type Actor = (typeof actors)[number];

/** What somebody wants done with a lesson. */
export type Verdict =
  | {
      readonly verdict: "review" | "approve" | "restore";
      readonly by: Actor;
      readonly because?: string | undefined;
    }
  | { readonly verdict: "archive"; readonly by: Actor; readonly because: string }
  | { readonly verdict: "undo"; readonly by: Actor; readonly to: Stage };

/** One row of the record that is kept for ever: from where, to where, when, who, why. */
export interface Transition {
  readonly from: Status | "none";
  readonly to: Status;
  readonly at: Instant;
  readonly by: Actor;
  readonly because: string;
}

/**
 * The stages that a lesson passes through on `verdict`, oldest first, or undefined when that
 * verdict means nothing at this stage. Approving a candidate passes through reviewed, so that the
 * record shows both moves.
 */
export function advance(
  stage: Stage,
  verdict: Verdict,
  now: Instant,
): readonly Stage[] | undefined {
  if (verdict.verdict === "undo")
    return stage.status === verdict.to.status ? undefined : [verdict.to];
  const { by, because } = verdict;
  const passed = moves[stage.status][verdict.verdict];
  return passed?.map((status) => stageOf(status, { since: now, by, because }));
}

/** Which verdicts mean something at each stage, and the statuses that they lead through. */
const moves: Readonly<
  Record<Status, { readonly [Name in Verdict["verdict"]]?: readonly Status[] }>
> = {
  candidate: { review: ["reviewed"], approve: ["reviewed", "active"], archive: ["archived"] },
  reviewed: { approve: ["active"], archive: ["archived"] },
  active: { archive: ["archived"] },
  archived: { restore: ["candidate"] },
};

/** What could be done with a lesson at each stage, for error messages. */
export function possibleVerdicts(status: Status): readonly Verdict["verdict"][] {
  return Object.keys(moves[status]) as readonly Verdict["verdict"][];
}

/** The record of `advance`: one transition for each stage passed through. */
export function recordMoves(
  from: Status | "none",
  stages: readonly Stage[],
  verdict: Verdict,
  now: Instant,
): readonly Transition[] {
  let previous = from;
  return stages.map((stage) => {
    const transition = {
      from: previous,
      to: stage.status,
      at: now,
      by: verdict.by,
      because: reasonOf(verdict),
    };
    previous = stage.status;
    return transition;
  });
}

/** The stage that goes with a status, and with what is known about how it came to it. */
export function stageOf(
  status: Status,
  { since, by, because }: { since: Instant; by: Actor; because: string | null | undefined },
): Stage {
  switch (status) {
    case "candidate":
      return { status, since };
    case "reviewed":
      return { status, since, by };
    case "active":
      return { status, since, confirmedBy: by };
    case "archived":
      return { status, since, because: because ?? "no reason given" };
  }
}

function reasonOf(verdict: Verdict): string {
  if (verdict.verdict === "undo") return "undo";
  return verdict.because ?? verdict.verdict;
}
