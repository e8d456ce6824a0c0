import type { Failure, FailureRule } from "./failure-rule.ts";

/** Somebody wrote down that this is not done here: hooks, permissions, commit checks. */
export const hookAndPolicyRules: readonly FailureRule[] = [
  {
    name: "denied-by-person",
    about: "expected",
    worth: "none",
    lines: [
      /^Permission for this tool use was denied\b/,
      /^The user (?:doesn't|does not) want to/,
      /^(?:exec_command )?rejected by user/,
      /^The user (?:denied|declined|rejected)/,
    ],
  },
  {
    // Ours, whose words the readers of logs leave out, or one that does not say why: nothing is learnt of either.
    name: "hook-without-reason",
    about: "expected",
    worth: "none",
    lines: [
      /^(?:Error: )?\w{2,40}(?::[\w*|-]{1,60})? hook (?:error|blocked|denied):?\s{0,5}(?:\[[^\]]{0,300}\]:?)?$/,
      /^(?:Command|Tool call|Tool) blocked by \w{1,40} hook:?$/,
    ],
    when: isRefused,
    onlyIf: ({ lines }) => lines.length === 1,
  },
  {
    name: "hook-blocked",
    about: "rule",
    worth: "lesson",
    lines: [
      /^(?:Error: )?\w{2,40}(?::[\w*|-]{1,60})? hook (?:error|blocked|denied)/,
      /\b(?:blocked|denied|rejected|stopped) by (?:a |the |your )?(?:[\w-]{1,40} )?(?:hook|policy|rule|guard|permission)/,
      /^(?:Hook|hook) .{0,80}(?:blocked|denied)/,
    ],
  },
  {
    name: "permission-policy",
    about: "rule",
    worth: "lesson",
    lines: [
      /^Permission (?:for this action|to use \S{1,300})\b.{0,160}(?:denied|not allowed)/,
      /^(?:This|The) (?:command|operation|action|tool) (?:is|was|requires) (?:not (?:allowed|permitted)|denied|approval)/,
      /\bdenied by (?:your )?permission settings/,
      /^.{0,80}was blocked\. For security/,
      /blocked by policy/,
      /approval policy is never/,
      /^Claude requested permissions to/,
    ],
    when: isRefused,
  },
  {
    name: "commit-hook",
    about: "rule",
    worth: "lesson",
    evenInTests: true,
    lines: [
      /^husky - [\w-]{1,40} (?:script|hook) (?:failed|exited)/,
      /^- hook id: /,
      /^\s{0,9}[✖x] {1,4}(?:subject|type|scope|body|header|footer)[\w-]{0,20} .{0,80}\[[\w-]{1,60}\]$/,
      /^(?:🥊|summary:) .{0,40}(?:lefthook|pre-commit|commit-msg)/,
      /^error: failed to run hook/,
      /^.{0,40}\b(?:pre-commit|commit-msg|pre-push)\b hook .{0,60}(?:failed|exited|declined)/,
      /^lint-staged.{0,60}failed/,
      /^✖ lint-staged/,
    ],
    when: isCommitOrPush,
  },
  {
    name: "refusal",
    about: "rule",
    worth: "lesson",
    // What a hook says when it refuses is its own; that the command has no exit status is the sign.
    lines: [
      /\b(?:[Uu]se|[Uu]sing|[Ii]nstead|[Rr]edirected|[Nn]ot allowed|[Bb]locked|[Ff]orbidden|[Pp]rohibited|[Dd]on't)\b/,
      /\b(?:[Dd]o not|[Mm]ust|[Nn]ever|[Pp]refer)\b/,
    ],
    when: isShortRefusal,
  },
];

function isRefused({ call }: Failure): boolean {
  return call.exitStatus === undefined;
}

/** A shell call that the agent's program flagged without any status never ran. */
function isShortRefusal({ isShell, call, lines }: Failure): boolean {
  const neverRan = call.exitStatus === undefined && call.ending !== undefined;
  const isOutage = lines.some((line) => /temporarily unavailable|was deleted;/.test(line));
  return isShell && neverRan && lines.length <= 12 && call.output.length < 1500 && !isOutage;
}

function isCommitOrPush({ isShell, commandText }: Failure): boolean {
  return (
    isShell &&
    /\b(?:commit|push|merge|rebase|cherry-pick|am|pre-commit|lefthook)\b/.test(commandText)
  );
}
