import { frameDelivery } from "../../agents/our-text/frame.ts";
import type { Instant } from "../../lesson/record/lesson.ts";

/** What a session is told when it starts. The caller has kept the pieces within the budget. */
interface SessionStart {
  readonly lessons: readonly string[];
  /** Lessons that belong here and did not fit. */
  readonly leftOut: number;
  /** Candidates that nobody has looked at. */
  readonly waiting: number;
  /** Without a time until somebody resumes it. */
  readonly paused?: { readonly until?: Instant };
  readonly protocol?: string;
  /** About the project: what is on record, what is new. */
  readonly notes?: readonly string[];
}

export function sessionStartText(start: SessionStart): string {
  const { lessons, leftOut, waiting, paused, protocol, notes: given = [] } = start;
  const notes = [
    ...given,
    ...leftOutLine(leftOut),
    ...(paused === undefined ? [] : [pausedLine(paused)]),
    ...(waiting > 0
      ? [`${counted(waiting, "candidate waits", "candidates wait")} for review: lessons review`]
      : []),
  ];
  return framed(lessons, notes, protocol);
}

/** A subagent cannot review or resume anything, so it is told only what helps with its task. */
export function subagentStartText(
  start: Pick<SessionStart, "lessons" | "leftOut" | "protocol" | "notes">,
): string {
  const notes = [...(start.notes ?? []), ...leftOutLine(start.leftOut)];
  return framed(start.lessons, notes, start.protocol);
}

function framed(
  lessons: readonly string[],
  notes: readonly string[],
  protocol: string | undefined,
): string {
  const noted = notes.length === 0 ? [] : [notes.join("\n")];
  const asked = protocol === undefined || protocol === "" ? [] : [protocol];
  return frameDelivery([...lessons, ...noted, ...asked]);
}

function leftOutLine(count: number): readonly string[] {
  if (count <= 0) return [];
  return [
    `${counted(count, "more lesson is", "more lessons are")} not shown here: lessons list --status active`,
  ];
}

function pausedLine({ until }: { readonly until?: Instant }): string {
  const time = until === undefined ? "" : ` until ${minute(until)} UTC`;
  return `Delivery of lessons is paused${time}: lessons resume`;
}

function minute(instant: Instant): string {
  return instant.slice(0, "2026-11-02T14:00".length).replace("T", " ");
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
