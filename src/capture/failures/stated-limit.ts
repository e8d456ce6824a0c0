import type { SimpleCommand } from "../../shell/command.ts";
import type { Failure } from "./failure-rule.ts";
import { runsOwnProgram } from "./flags-and-usage.ts";

/**
 * Whether a program that nobody has classified says in its own words what it does not take, allow or have, or what it
 * wants first. The form of the sentence tells, whichever program it is; that a changed call then worked shows that it
 * was about the call. What the agent's own code says is the work.
 */
export function statesLimit(failure: Failure, headline: string): boolean {
  // The agent's own tools are the same everywhere; those of a server are part of this place.
  const isCall = failure.isShell || failure.call.tool.includes("__");
  const { commands } = failure;
  const isOwn =
    commands.some(isBeingBuilt) && !commands.some((one) => speaksOfItself(one, headline));
  return isCall && !isOwn && forms.test(headline);
}

/** `cargo run` says that it cannot run anything: that is not what it would have run. */
function speaksOfItself({ words }: SimpleCommand, headline: string): boolean {
  const [program = "", first = ""] = words;
  return headline.includes(`\`${program} ${first}\``);
}

/** A program of the project that is being worked on. Its scripts are tools like others. */
function isBeingBuilt(command: SimpleCommand): boolean {
  return runsOwnProgram(command) && !/\.(?:sh|bash|zsh|ps1|cmd|bat)$/.test(command.words[0] ?? "");
}

const forms = new RegExp(
  [
    // What it wants.
    /\b(?:requires?|needs? (?:to|an?|at least|the)|must (?:be|have|not|first|provide|specify|include|match|start|contain)|expects?)\b/,
    /\b(?:takes?|accepts?) (?:no|only|an?|one|exactly|at most|\d)\b|\bonly (?:one|works?|allowed|supported|valid|when|after|if)\b/,
    // What it does not let happen.
    /\b(?:cannot|can't|can not|refus(?:es|ed|ing)|unable to|won't|will not)\b/i,
    /\b(?:not|never|n't) (?:be )?(?:allowed|permitted|supported|possible|valid|accepted|enabled|compatible|available|trusted|configured|running|unique|implemented)\b/,
    /\b(?:[Uu]nsupported|[Ii]ncompatible|[Aa]mbiguous|[Mm]utually exclusive|[Dd]isallowed|[Dd]isabled|[Pp]rohibited|[Bb]locked|[Dd]enied|[Rr]ead-only)\b/,
    // What it does not have.
    /\b(?:[Nn]o such|[Nn]o (?:\w{1,30} ){1,3}(?:found|specified|configured|available|given|provided|matching|running|exists?)|[Uu]nknown|[Ii]nvalid|[Mm]issing)\b/,
    /\b(?:does not|doesn't|do not|don't) (?:exist|support|accept|have|match|allow|appear|know|take|point)\b/,
    /\bnot found\b|\balready (?:exists?|in use|used|open|running|claimed|checked out|defined|been)\b/,
    // What to do instead.
    /\b(?:did you mean|instead|first)\b|(?:^|[;,.:(] ?)(?:[Uu]se|[Rr]un|[Rr]erun|[Ss]et|[Ss]pecify|[Tt]ry|[Pp]ass|[Ee]nable|[Dd]isable|[Pp]lease)\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
