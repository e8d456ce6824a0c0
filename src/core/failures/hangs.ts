import type { Failure, FailureRule } from "./failure-rule.ts";

/** It took too long, or somebody ended it because it did. */
export const hangRules: readonly FailureRule[] = [
  {
    name: "bounded-run",
    about: "expected",
    worth: "weak",
    evenInTests: true,
    // The agent set the bound itself, often to look at something that never ends.
    when: (failure) => failure.call.outcome === "timeout" && isBoundedByAgent(failure),
  },
  {
    name: "timeout",
    about: "environment",
    worth: "lesson",
    evenInTests: true,
    when: ({ call }) => call.outcome === "timeout",
  },
  {
    name: "killed",
    about: "environment",
    worth: "weak",
    evenInTests: true,
    when: ({ call, isShell }) =>
      isShell && [130, 137, 143, 144].includes(call.exitStatus ?? 0) && call.output.length < 4000,
  },
];

function isBoundedByAgent({ call, commandText }: Failure): boolean {
  return call.exitStatus === 124 && /\bg?timeout\b/.test(commandText);
}
