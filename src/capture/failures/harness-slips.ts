import { knownBy, type Failure, type FailureRule } from "./failure-rule.ts";

/** The agent used its own tools wrongly. One lesson each, wherever it happens. */
export const harnessSlipRules: readonly FailureRule[] = [
  knownBy(
    { name: "edit-before-read", about: "harness", worth: "lesson", when: isFileCall },
    /^(?:Error: )?.{0,300}\b(?:has not been read yet|must (?:first )?[Rr]ead (?:the )?file)/,
    /^(?:Error: )?.{0,300}\b(?:[Rr]ead (?:the file|it) (?:first|before))/,
    /^(?:Error: )?.{0,300}\b(?:before (?:overwriting|editing|writing to) it)/,
  ),
  knownBy(
    { name: "file-changed-since-read", about: "harness", worth: "lesson", when: isFileCall },
    /^(?:Error: )?.{0,300}\b(?:has been (?:unexpectedly )?modified|was modified|has changed|changed on disk)\b/,
  ),
  knownBy(
    { name: "text-not-unique", about: "harness", worth: "lesson", when: isFileCall },
    /^(?:Error: )?(?:Found (?:\d{1,9}|multiple) (?:matches|occurrences))/,
    /^(?:Error: )?(?:.{0,120}\b(?:multiple matches|matches multiple|not unique|more than (?:one|once)|[Ee]xpected 1 occurrence.{0,40}found \d{1,9}|found \d{1,9} occurrences))/,
  ),
  knownBy(
    { name: "text-not-found", about: "harness", worth: "lesson", when: isChange },
    /^(?:Error: )?(?:String to replace not found|apply_patch verification failed|Invalid patch)/,
    /^(?:Error: )?(?:Failed to find (?:expected lines|context)|No match found$)/,
    /^(?:Error: )?(?:.{0,160}\b(?:old_?[sS]tr(?:ing)?|string to replace|exact text|search (?:block|text|string)|expected lines|hunk|context)\b.{0,80}(?:not found|no match|did not (?:match|apply|appear)|does not (?:match|exist|appear)|could not|couldn't|0 occurrences))/,
    /^(?:Error: )?(?:.{0,80}(?:[Cc]ould not find|[Nn]o match(?:es)? found for|0 occurrences found)\b.{0,80})/,
  ),
  knownBy(
    { name: "edit-without-change", about: "harness", worth: "lesson", when: isFileCall },
    /^(?:Error: )?No changes to (?:make|apply)/,
    /\bold_?[sS]tring and new_?[sS]tring (?:are|must)/,
  ),
  knownBy(
    {
      name: "output-too-large",
      about: "harness",
      worth: "lesson",
      when: ({ isShell }) => !isShell,
    },
    /^(?:Error: )?(?:File content \(.{1,40}\) exceeds maximum)/,
    /^(?:Error: )?(?:.{0,80}exceeds (?:the )?maximum allowed (?:tokens|size))/,
    /^(?:Error: )?(?:.{0,80}(?:too large to read|file is too large))/,
  ),
  knownBy(
    { name: "invalid-input", about: "harness", worth: "lesson", when: ({ isShell }) => !isShell },
    /^(?:Error: )?(?:InputValidationError|Invalid tool (?:input|arguments|parameters))/,
    /^(?:Error: )?(?:.{0,60}(?:invalid arguments for tool|failed to parse (?:function )?arguments|params must have required property|The parameter `\w{1,60}` type is expected))/,
  ),
  knownBy(
    { name: "foreground-wait", about: "harness", worth: "lesson" },
    /^Blocked: (?:standalone )?sleep\b/,
  ),
  knownBy(
    {
      name: "directory-as-file",
      about: "harness",
      worth: "lesson",
      when: ({ isShell }) => !isShell,
    },
    /^(?:Error: )?EISDIR\b/,
    /^(?:Error: )?.{0,200}\b(?:is a directory, not a file|Path is a directory)/,
  ),
  knownBy(
    {
      name: "no-such-tool",
      about: "environment",
      worth: "lesson",
      when: ({ isShell }) => !isShell,
    },
    /^(?:Error: )?(?:No such tool available|Unknown (?:tool|skill)|Agent type '[^']{1,80}' not found)/,
    /^(?:Error: )?(?:Tool \S{1,80} (?:not found|does not exist)|unsupported call: |Skill \S{1,80} not found)/,
    /^(?:Error: )?(?:.{0,60}cannot be used with \S{1,300} tool due to)/,
  ),
  knownBy(
    { name: "broken-tool", about: "harness", worth: "lesson", when: ({ isShell }) => !isShell },
    /\bposix_spawn\b/,
    /^(?:Error: )?spawn \S{1,300} E(?:NOENT|ACCES)/,
  ),
  knownBy(
    {
      name: "tool-precondition",
      about: "harness",
      worth: "lesson",
      when: ({ isShell }) => !isShell,
    },
    /^.{0,160}\b(?:call|use|run|invoke) \w{2,40} first\b/,
    /^.{0,120}\bmust be called before\b/,
  ),
  knownBy(
    {
      name: "rejected-pattern",
      about: "harness",
      worth: "lesson",
      when: ({ call }) => call.action.does === "search",
    },
    /^(?:rg: )?(?:error: )?regex parse error/,
    /^Search failed\b/,
  ),
];

function isFileCall({ isShell, call }: Failure): boolean {
  return !isShell && (call.action.does !== "other" || /patch|edit|write|replace/i.test(call.tool));
}

function isChange({ isShell, call }: Failure): boolean {
  if (isShell) return /^apply_patch\b/.test(call.output);
  const { does } = call.action;
  return does === "edit" || does === "write" || /patch|edit|replace/i.test(call.tool);
}

/** Somebody wrote down that this is not done here: hooks, permissions, commit checks. */
export const hookAndPolicyRules: readonly FailureRule[] = [
  knownBy(
    { name: "denied-by-person", about: "expected", worth: "none" },
    /^Permission for this tool use was denied\b/,
    /^The user (?:doesn't|does not) want to/,
    /^(?:exec_command )?rejected by user/,
    /^The user (?:denied|declined|rejected)/,
  ),
  knownBy(
    // Ours, whose words the readers of logs leave out, or one that does not say why: nothing is learnt of either.
    {
      name: "hook-without-reason",
      about: "expected",
      worth: "none",
      when: isRefused,
      onlyIf: ({ lines }) => lines.length === 1,
    },
    /^(?:Error: )?\w{2,40}(?::[\w*|-]{1,60})? hook (?:error|blocked|denied):?\s{0,5}(?:\[[^\]]{0,300}\]:?)?$/,
    /^(?:Command|Tool call|Tool) blocked by \w{1,40} hook:?$/,
  ),
  knownBy(
    { name: "hook-blocked", about: "rule", worth: "lesson" },
    /^(?:Error: )?\w{2,40}(?::[\w*|-]{1,60})? hook (?:error|blocked|denied)/,
    /\b(?:blocked|denied|rejected|stopped) by (?:a |the |your )?(?:[\w-]{1,40} )?(?:hook|policy|rule|guard|permission)/,
    /^(?:Hook|hook) .{0,80}(?:blocked|denied)/,
  ),
  knownBy(
    { name: "permission-policy", about: "expected", worth: "weak", when: isRefused },
    /^Permission (?:for this action|to use \S{1,300})\b.{0,160}(?:denied|not allowed)/,
    /^(?:This|The) (?:command|operation|action|tool) (?:is|was|requires) (?:not (?:allowed|permitted)|denied|approval)/,
    /\bdenied by (?:your )?permission settings/,
    /^.{0,80}was blocked\. For security/,
    /blocked by policy/,
    /approval policy is never/,
    /^Claude requested permissions to/,
  ),
  knownBy(
    {
      name: "commit-hook",
      about: "rule",
      worth: "lesson",
      evenInTests: true,
      when: isCommitOrPush,
    },
    /^husky - [\w-]{1,40} (?:script|hook) (?:failed|exited)/,
    /^- hook id: /,
    /^\s{0,9}[✖x] {1,4}(?:subject|type|scope|body|header|footer)[\w-]{0,20} .{0,80}\[[\w-]{1,60}\]$/,
    /^(?:🥊|summary:) .{0,40}(?:lefthook|pre-commit|commit-msg)/,
    /^error: failed to run hook/,
    /^.{0,40}\b(?:pre-commit|commit-msg|pre-push)\b hook .{0,60}(?:failed|exited|declined)/,
    /^lint-staged.{0,60}failed/,
    /^✖ lint-staged/,
  ),
  knownBy(
    // What a hook says when it refuses is its own; that the command has no exit status is the sign.
    { name: "refusal", about: "rule", worth: "lesson", when: isShortRefusal },
    /\b(?:[Uu]se|[Uu]sing|[Ii]nstead|[Rr]edirected|[Nn]ot allowed|[Bb]locked|[Ff]orbidden|[Pp]rohibited|[Dd]on't)\b/,
    /\b(?:[Dd]o not|[Mm]ust|[Nn]ever|[Pp]refer)\b/,
  ),
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
