import { everyday } from "../../shell/change/call.ts";
import { describeChange, isSameKindOfCall } from "../../shell/change/change.ts";
import { describeOtherWay } from "../../shell/change/other-way.ts";
import { parseCommandLine } from "../../shell/command.ts";
import { commandHead, shapeOf } from "../../shell/shape.ts";
import type { FailureStory } from "../episodes/episode.ts";
import { blameOf } from "../facts/blame.ts";
import { hasOtherWay } from "../facts/fact-words.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import { longestTyped } from "../session/thread.ts";
import type { OpenEpisode, Scene } from "./detector.ts";
import { stepSince } from "./step-first.ts";

/** A call went well: it may be what puts a failure of before right, or shows how. */
export function confirmFix(call: FinishedCall, { episodes, threadName, thread }: Scene): void {
  for (const episode of episodes.openFailures(threadName)) {
    const { fix: known } = episode.story;
    // The call itself in another form says more than another way.
    if (known !== undefined && known.isOtherWay !== true) continue;
    const fix =
      fixIn(call, episode, thread) ??
      (known === undefined ? otherWayIn(call, episode, thread) : known);
    if (fix === undefined || fix === known) continue;
    const isAfterEdit = thread.editCount > (episode.sinceEdit ?? thread.editCount);
    episode.story.fix = isAfterEdit ? { ...fix, isAfterEdit } : fix;
    episode.lines = [...episode.lines, call.line];
    if (episode.verdict === "weak" && isTelling(episode.story)) episode.verdict = "nominated";
  }
}

function fixIn(
  call: FinishedCall,
  episode: OpenEpisode<FailureStory>,
  thread: Scene["thread"],
): FailureStory["fix"] {
  const { line, typed } = call;
  if (episode.story.fact.class === "format") {
    const command = typed === undefined ? undefined : formatterIn(typed);
    return command === undefined ? undefined : { line, command, isStep: true };
  }
  if (!isFix(call, episode)) return undefined;
  // The same call again: what ran in between has put it right, if one thing did.
  const step =
    typed !== undefined && typed === episode.story.command
      ? stepSince(thread.calls.filter((kept) => kept.line > episode.line))
      : undefined;
  if (step !== undefined) return { line, command: step, isStep: true };
  return { line, command: typed?.slice(0, longestTyped) };
}

/** Soon after a failure, another program or tool that does the same thing: `rg --files e2e` where there is no `fd`. */
function otherWayIn(
  call: FinishedCall,
  { story, sinceCall }: OpenEpisode<FailureStory>,
  { callCount }: Scene["thread"],
): FailureStory["fix"] {
  const { line, typed } = call;
  const soon = callCount - sinceCall;
  const { fact } = story;
  if (fact.class === "no-tool") {
    const head = soon > withinSteps ? undefined : commandNamed(fact.subject, typed);
    return head === undefined ? undefined : { line, command: head, isOtherWay: true };
  }
  if (soon > withinOtherWay || story.command === undefined || !hasOtherWay(fact.class)) {
    return undefined;
  }
  const { command } = blameOf(story);
  if (command === undefined) return undefined;
  // What was taken for a program is a tool of the agent.
  if (fact.class === "not-installed" && call.tool === fact.subject) {
    return { line, tool: call.tool, isOtherWay: true };
  }
  if (call.does === "search" && soon === 1 && searching.has(command.program)) {
    return { line, tool: call.tool, isOtherWay: true };
  }
  if (typed === undefined || describeOtherWay(command, typed) === undefined) return undefined;
  return { line, command: typed.slice(0, longestTyped), isOtherWay: true };
}

/** A person who cannot go one way tries the next at once. What a missing skill would have done takes some steps. */
const withinOtherWay = 3;
const withinSteps = 8;

/** What agents have a tool of their own for. */
const searching: ReadonlySet<string> = new Set("find fd grep egrep rg ag ack".split(" "));

/** `git commit`, where there is no skill `commit`. */
function commandNamed(name: string, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  return parseCommandLine(typed)
    .commands.map((command) => commandHead(shapeOf(command)))
    .find((head) => head.split(" ").slice(1).includes(name));
}

/** The command of a line that writes what a check would only have complained about. */
function formatterIn(typed: string): string | undefined {
  const writing = parseCommandLine(typed).commands.find(
    ({ program, words }) =>
      writes.test(words.slice(0, 4).join(" ")) && !everyday.has(program) && program !== "git",
  );
  return writing?.text
    .split(" ")
    .slice(0, 5)
    .filter((word) => !/[/"$]/u.test(word) || word.startsWith("-"))
    .join(" ");
}

/** `lint:fix`, `cargo fmt`, `prettier --write`, `gofmt -w`; not what only checks. */
const writes =
  /^(?!.*--(?:check|diff|dry-run|list-different)\b).*(?:[\s:_-](?:fix|fmt|format|write)\b|^\w{0,12}fmt\s+-w\b|^\w{0,12}fmt$|\s--(?:fix|write|apply)\b)/u;

function isFix(call: FinishedCall, { story }: OpenEpisode<FailureStory>): boolean {
  // Another skill or agent that exists says nothing about the one that does not.
  if (story.fact.class === "no-tool") return false;
  if (story.command === undefined) return call.tool === story.tool && call.path === story.path;
  if (call.typed === undefined) return false;
  // A program that is not there is not cured by what else the line ran.
  const { command, subject } = blameOf(story);
  const isMissing = notThere.has(story.fact.class) && command?.program === subject;
  return isSameKindOfCall(isMissing ? (command?.text ?? "") : story.command, call.typed);
}

const notThere: ReadonlySet<string> = new Set(["not-installed", "program-missing"]);

/** A change that says something beyond this one call: another flag or program, not another argument. */
function isTelling({ command, fix }: FailureStory): boolean {
  if (command === undefined || fix?.command === undefined) return false;
  const change = describeChange(command, fix.command);
  return change !== undefined && tellingChanges.has(change.is);
}

const tellingChanges: ReadonlySet<string> = new Set([
  "program-replaced",
  "flag-dropped",
  "flag-replaced",
  "directory-changed",
  "variable-set",
  "wrapper-added",
  "quoting-changed",
]);
