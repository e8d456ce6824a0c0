import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledTrial, isWithheld } from "./assignment.ts";

/** A trial, seen from a session that is part of it. */
export interface SessionTrial {
  readonly id: string;
  readonly concerns: (lesson: Named) => boolean;
  /** Whether this session goes without a lesson, whenever it would come. */
  readonly withholds: (lesson: Named) => boolean;
}

export interface Named {
  readonly id: string;
}

/**
 * Makes a session part of the trial that is running when it begins. One that goes on, or repeats another, may have got what
 * it is to go without, so it stays what it was.
 */
export function beginTrial({ trial }: WithTrial, folder: string, source = "startup"): void {
  if (trial === undefined || (source !== "startup" && source !== "clear")) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, trialFile), trial.id, { mode: 0o600 });
}

/** Undefined where no trial runs, and in a session that did not begin in it. */
export function sessionTrial(
  { trial }: WithTrial,
  folder: string,
  sessionId: string | undefined,
): SessionTrial | undefined {
  if (trial === undefined || sessionId === undefined || begunIn(folder) !== trial.id)
    return undefined;
  const members = new Set(trial.lessons);
  return {
    id: trial.id,
    concerns: ({ id }) => members.has(id),
    withholds: ({ id }) => isWithheld(trial, sessionId, id),
  };
}

const trialFile = "trial";

function begunIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, trialFile), "utf8");
  } catch {
    return undefined;
  }
}

/** As a compilation has it. */
interface WithTrial {
  readonly trial?: CompiledTrial | undefined;
}
