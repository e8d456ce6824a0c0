/** One command to go on with, and what it is good for. */
export interface NextStep {
  readonly command: string;
  readonly why: string;
}

/** Where a person stands. */
export interface Standpoint {
  /** What is broken and comes before all else. */
  readonly problem?: string | undefined;
  /** Candidates of the first list: what is only a maybe is no homework. */
  readonly waiting: number;
  readonly isInstalled: boolean;
  /** An agent has worked here. */
  readonly hasLogs: boolean;
}

export function nextStep({ problem, waiting, isInstalled, hasLogs }: Standpoint): NextStep {
  if (problem !== undefined) return { command: "lessons doctor", why: problem };
  if (waiting > 0) {
    const candidates = waiting === 1 ? "1 candidate" : `${waiting} candidates`;
    return {
      command: "lessons review",
      why: `decide on ${candidates}; agents see only what you approve`,
    };
  }
  if (!isInstalled) {
    return {
      command: "lessons init",
      why: "connect your agents, so that they see your lessons",
    };
  }
  return hasLogs
    ? { command: "lessons stats", why: "see whether your lessons help" }
    : { command: "lessons start", why: "run it again after your next agent session" };
}
