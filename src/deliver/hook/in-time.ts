import { deadlineMs, withinDeadline } from "./deadline.ts";

/** What the work comes to, or undefined with a line in the log when that takes too long. It must leave no trace. */
export function inTime<Result>(
  log: (line: string) => void,
  work: () => Result,
): Result | undefined {
  const attempt = withinDeadline(work);
  if (attempt.is === "done") return attempt.result;
  log(
    attempt.is === "busy"
      ? "stopped: the machine is too busy"
      : `stopped after ${deadlineMs} ms of work`,
  );
  return undefined;
}
