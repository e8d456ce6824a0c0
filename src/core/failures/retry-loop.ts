import { classifyFailure } from "./classify-failure.ts";
import type { FailedCall } from "./classify-failure.ts";
import { errorSignature } from "./error-signature.ts";

/**
 * Whether failed calls of the same kind, in their order, show an agent that tries again instead of
 * finding out: the same call with the same answer twice, or the third failure with the same message,
 * whatever was changed. Tests, builds and checks are run again by design, and so are questions.
 */
export function isRetryLoop(calls: readonly FailedCall[]): boolean {
  const attempts = calls.filter(countsAsAttempt).map((call) => ({
    target: targetOf(call),
    signature: errorSignature(call.output, call.exitStatus),
  }));
  const last = attempts.at(-1);
  if (last === undefined) return false;
  const alike = attempts.filter(({ signature }) => signature === last.signature);
  const same = alike.filter(({ target }) => target === last.target);
  return same.length >= 2 || alike.length >= 3;
}

function countsAsAttempt(call: FailedCall): boolean {
  const { about, name } = classifyFailure(call);
  if (name === "missing-file") return true;
  return (
    about !== "work" && about !== "exploration" && about !== "expected" && about !== "transient"
  );
}

function targetOf({ tool, action }: FailedCall): string {
  switch (action.does) {
    case "shell":
      return action.command;
    case "other":
      return tool;
    default:
      return action.path ?? tool;
  }
}
