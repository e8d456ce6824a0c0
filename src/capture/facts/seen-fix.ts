import { type CommandChange, describeChange } from "../../shell/change/change.ts";
import { describeOtherWay } from "../../shell/change/other-way.ts";
import { everyday, looks } from "../../shell/change/call.ts";
import { baseName } from "../../shell/word.ts";
import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import { commandHead, shapeOf } from "../../shell/shape.ts";
import { inTextOrder, type FailureStory } from "../episodes/episode.ts";
import { type Blame, blameOf, isWordFor } from "./blame.ts";
import { type Cure, factWords } from "./fact-words.ts";
import { folderFix } from "./folder-fix.ts";

/** What was changed between calls that failed and those that worked, as far as it explains the failure. */
export interface SeenFix {
  /** A sentence that names the replacement as it was typed. */
  readonly advice: string;
  /** How many of the failures it cured. */
  readonly times: number;
  /** The changes that say it, for patterns. */
  readonly changes: readonly CommandChange[];
}

/** The fix that was seen most often. It does not depend on the order in which the failures come. */
export function seenFixOf(stories: readonly FailureStory[]): SeenFix | undefined {
  const seen = stories.flatMap((story) => changeOf(story) ?? []);
  const byAdvice = [...Map.groupBy(seen, ({ advice }) => advice)];
  const [best] = byAdvice.toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || inTextOrder(one, other),
  );
  if (best === undefined) return undefined;
  const [advice, changes] = best;
  // One cure among many is what one session needed.
  const hasManyCauses = factWords(stories[0]?.fact.class ?? "")?.isGeneral === true;
  const isAlone = seen.length > mostAlone || (hasManyCauses && stories.length > mostUncured);
  if (changes.length === 1 && isAlone) return undefined;
  return { advice, times: changes.length, changes: changes.flatMap(({ change }) => change ?? []) };
}

const mostAlone = 3;
const mostUncured = 7;

interface SeenChange {
  readonly advice: string;
  readonly change: CommandChange | undefined;
}

/** Asked for by the words of a lesson, by its fix and by the list that it is in. */
export function changeOf(story: FailureStory): SeenChange | undefined {
  const known = changes.get(story);
  if (known !== undefined) return known.change;
  const change = findChange(story);
  changes.set(story, { change });
  return change;
}

const changes = new WeakMap<FailureStory, { readonly change: SeenChange | undefined }>();

/**
 * Two calls differ in much that has nothing to do with the failure. Only what can cure this class of
 * failures is believed, only of the command that is to blame, and only what holds in another session: no rewritten
 * line, no path of this one.
 */
function findChange(story: FailureStory): SeenChange | undefined {
  const { command, fix, fact } = story;
  if (fix === undefined) return undefined;
  if (fix.isOtherWay === true) return otherWayOf(story, fix);
  if (command === undefined || fix.command === undefined) return undefined;
  if (fix.isStep === true) return { advice: stepAdvice(fix.command), change: undefined };
  // Whether a message that no class knows was about the call is only shown by a call that was changed, and nothing else.
  if (fact.class === "message" && fix.isAfterEdit === true) return undefined;
  const special =
    runAs(story, fix.command) ??
    listedFix(story, fix.command) ??
    fewerArguments(story, fix.command) ??
    folderFix(story, fix.command);
  if (special !== undefined) return { advice: special, change: undefined };
  const change = describeChange(command, fix.command);
  if (change === undefined || change.is === "same" || change.is === "rewritten") return undefined;
  const blame = blameOf(story);
  if (!isAbout(change, blame)) return undefined;

  const cures = factWords(fact.class)?.cures ?? (fact.class === "message" ? anyCure : []);
  const sentences = change.advice
    .split(nextSentence)
    .map((sentence) => withValue(withoutFiles(sentence), fix.command ?? ""))
    .filter(holdsElsewhere);
  // `timeout 5 go test`: what stands between the two is of that call.
  if (notFound.has(fact.class) && blame.command?.wrappers.includes(fact.subject) === true) {
    return { advice: `Run commands without \`${fact.subject}\`.`, change: undefined };
  }
  const best = sentences.find((sentence) => cures.some((cure) => is(cure, sentence, blame)));
  if (best !== undefined) return { advice: best, change };
  // The only thing that was changed, where that can have been the cure: nothing about a call helps against a rule.
  const [only] = sentences;
  const isOnlyChange =
    mayCure(fact.class) &&
    story.about !== "rule" &&
    soleCures.has(change.is) &&
    !nextSentence.test(change.advice) &&
    !asksForMore.test(change.advice);
  return only === undefined || !isOnlyChange ? undefined : { advice: only, change };
}

/** One name of a list was wrong: what took its place, if one did. */
function listedFix(story: FailureStory, worked: string): string | undefined {
  const { command, subject } = blameOf(story);
  if (command === undefined || subject === undefined) return undefined;
  const before = command.words.map(namesOf).find((names) => names.includes(subject));
  const after = sameHead(command, worked)
    ?.words.map(namesOf)
    .find((names) => names.some((name) => before?.includes(name) === true));
  if (before === undefined || after === undefined || after.includes(subject)) return undefined;
  const added = after.filter((name) => !before.includes(name));
  const dropped = before.filter((name) => !after.includes(name));
  const isSwap = added.length === 1 && dropped.length === 1 && areAlike(added[0] ?? "", subject);
  return isSwap ? `Use \`${added[0]}\` instead of \`${subject}\`.` : `Leave \`${subject}\` out.`;
}

/** A name that was put in the place of another says the same: `attempt` for `runAttempt`. */
function areAlike(one: string, other: string): boolean {
  const [short, long] = [one.toLowerCase(), other.toLowerCase()].toSorted(
    (a, b) => a.length - b.length,
  );
  return short !== undefined && short.length >= 4 && long?.includes(short) === true;
}

function namesOf(word: string): readonly string[] {
  const names = word.slice(word.indexOf("=") + 1).split(",");
  return names.length > 1 ? names : [];
}

function sameHead(command: SimpleCommand, worked: string): SimpleCommand | undefined {
  const head = commandHead(shapeOf(command));
  return parseCommandLine(worked).commands.find((one) => commandHead(shapeOf(one)) === head);
}

/** A program that takes one argument got several: the next call with a single one worked. */
function fewerArguments(story: FailureStory, worked: string): string | undefined {
  const { command, subject, name } = blameOf(story);
  if (story.fact.class !== "bad-argument" || subject !== undefined || command === undefined)
    return undefined;
  const later = sameHead(command, worked);
  if (later === undefined || operandCount(command) < 2 || operandCount(later) !== 1)
    return undefined;
  return `Give \`${name}\` one argument only.`;
}

function operandCount(command: SimpleCommand): number {
  const head = commandHead(shapeOf(command)).split(" ").length;
  return command.words.slice(head).filter((word) => !word.startsWith("-")).length;
}

/** How a program that the shell does not find was run after all: by its path, or through another one. */
function runAs(story: FailureStory, worked: string): string | undefined {
  const { class: name, subject } = story.fact;
  if (!notFound.has(name)) return undefined;
  for (const command of parseCommandLine(worked).commands) {
    const [typed = "", ...rest] = command.text.split(" ");
    const isIt = (word: string | undefined) => word !== undefined && baseName(word) === subject;
    const behind = rest.indexOf("--") + 1;
    const at = behind > 0 && isIt(rest[behind]) ? behind : rest.findIndex(isIt);
    const isRunner = at >= 0 && at <= furthest && !everyday.has(command.program) && !asks(command);
    // The same path again: what came between made it work.
    const isPath =
      command.program === subject && typed.includes("/") && !(story.command ?? "").includes(typed);
    const line = isPath ? typed : isRunner ? [typed, ...rest.slice(0, at + 1)].join(" ") : "";
    const to = line.replaceAll(homeOf, "~");
    if (to !== "" && !/["…]|\/tmp\/|\/var\/folders\//u.test(to) && to.length <= longestPath)
      return `Use \`${to}\` instead of \`${subject}\`.`;
  }
  return undefined;
}

const notFound: ReadonlySet<string> = new Set(["not-installed", "program-missing"]);
/** Words between a runner and what it runs: `mise x shellcheck -- shellcheck`. */
const furthest = 6;
const longestPath = 90;
const homeOf = /(?:\/home|\/Users|\/root)\/?\[user\]/gu;

/** Asking where a program is does not run it. */
function asks(command: SimpleCommand): boolean {
  return looks.has(commandHead(shapeOf(command))) || command.program === "command";
}

function otherWayOf(
  story: FailureStory,
  { command: worked, tool }: NonNullable<FailureStory["fix"]>,
): SeenChange | undefined {
  const { command } = blameOf(story);
  if (tool !== undefined && command !== undefined) {
    const advice = `Use the \`${tool}\` tool instead of \`${command.program}\`.`;
    return { advice, change: undefined };
  }
  if (worked === undefined) return undefined;
  if (story.fact.class === "no-tool") {
    return { advice: `Run \`${worked}\` instead.`, change: undefined };
  }
  const change = command === undefined ? undefined : describeOtherWay(command, worked);
  if (change === undefined || !holdsElsewhere(change.advice)) return undefined;
  return { advice: change.advice, change };
}

/** Whether any one change can have been the cure: not where the class knows what helps, or that nothing of a call does. */
function mayCure(name: string): boolean {
  const known = factWords(name);
  return known === undefined || (known.fix === undefined && known.cures !== undefined);
}

/** What was changed belongs to the command that failed, or stands around the whole line. */
function isAbout(change: CommandChange, { command, subject }: Blame): boolean {
  if (aroundTheLine.has(change.is) || command === undefined) return true;
  return (
    change.before === command.text || (subject !== undefined && change.before.includes(subject))
  );
}

const aroundTheLine: ReadonlySet<string> = new Set([
  "directory-changed",
  "step-added",
  "variable-set",
]);

function stepAdvice(step: string): string {
  return `Run \`${step}\` first.`;
}

/** `TERM=dumb pytest` says more than that a variable was set. */
function withValue(sentence: string, worked: string): string {
  const [, name = "", head = ""] =
    /^Set `([A-Z][A-Z\d_]{1,60})` for `([^`]{1,70})`\.$/u.exec(sentence) ?? [];
  const value =
    name === ""
      ? undefined
      : new RegExp(String.raw`\b${name}=([\w.,:/-]{1,40})(?=\s)`).exec(worked)?.[1];
  return value === undefined ? sentence : `Use \`${name}=${value} ${head}\`.`;
}

/** To see more of a failure is not to mend it. */
const asksForMore = /`(?:-v+|--verbose|--debug|-x|--trace)`/u;

const soleCures: ReadonlySet<CommandChange["is"]> = new Set([
  "program-replaced",
  "flag-added",
  "flag-dropped",
  "flag-replaced",
  "variable-set",
  "wrapper-added",
  "wrapper-dropped",
  "piped",
  "step-added",
]);

/** A message that nobody has classified: a setting says something, an argument does not. */
const anyCure: readonly Cure[] = ["variable", "runner", "quoting", "flag", "step"];
const nextSentence = /(?<=\.) (?=(?:Use|Add|Drop|Run|Set|Quote|Leave|Change|Do|Put) )/u;

/** Of a flag with a file behind it, the flag. */
function withoutFiles(sentence: string): string {
  return sentence.replaceAll(
    /`(-[^\s`]{1,60}) [^`]{0,200}[/…][^`]{0,200}`/gu,
    (text, flag: string) => (isRepository.test(text) ? text : `\`${flag}\``),
  );
}

/** The one value with a slash that is the same in every session of a project. */
const isRepository = /^`(?:-R|--repo(?:sitory)?) [\w.-]{1,60}\/[\w.-]{1,60}`$/u;

function holdsElsewhere(sentence: string): boolean {
  return (
    sentence.length <= longestAdvice &&
    !/^(?:Change|Leave out|Put|Set) /u.test(sentence) &&
    !asksForHelp.test(sentence) &&
    !forces.test(sentence) &&
    !/\\n|…/u.test(sentence) &&
    !saysNothing.test(sentence) &&
    !/[`\s](?:…\/|~?\/|[A-Za-z]:[\\/])|\[user\]|[\w.-]{1,99}\/[\w.-]{1,99}\/[\w./-]{1,200}/u.test(
      sentence,
    )
  );
}

const longestAdvice = 160;
/** The same on both sides: what was changed stands in quotes. Or the name of a branch or a file behind a flag. */
const saysNothing = /`([^`]{1,80})` instead of `\1`|`--?[\w-]{1,40}=[^`]{0,80}\/[^`]{0,80}`/u;
/** Looking up how it is done is not yet doing it. */
const asksForHelp = /^(?:Use|Add) `(?:[^`]{1,60} )?(?:--help|-h|help|--version|version)`/u;
/** To get around a check is no fix that anybody should learn. */
const forces =
  /^(?:Use|Add) `[^`]{0,60}(?:--no-verify|--force|--no-gpg-sign|--skip-[\w-]{1,30}|-f)(?:[ `=])/u;

function is(cure: Cure, sentence: string, { name, subject }: Blame): boolean {
  switch (cure) {
    case "named":
      return subject !== undefined && speaksOf(sentence, subject);
    case "quoting":
      return sentence.startsWith("Quote ");
    case "flag":
      return (
        sentence.includes(` \`${name}`) &&
        /^(?:Add|Drop) `-[^`]{1,60}`|^Use `-[^`]{1,60}` instead of `-/u.test(sentence)
      );
    case "limit":
      return /^(?:Add|Use) `--?[a-z-]{0,20}time[^`]{0,40}`/u.test(sentence);
    case "variable":
      return /^Use `[A-Z][A-Z\d_]{1,60}=/u.test(sentence);
    case "runner":
      return /^Run `[^`]{1,70}` (?:through|with|without) `/u.test(sentence);
    case "place":
      return /^Run it (?:from|in) (?:`[^`/\s]{1,40}(?:\/[^`/\s]{1,40})?`|the root)/u.test(sentence);
    case "file":
      return /^(?:Add|Use) `--?(?:[\w-]{0,30}-)?(?:file|F)(?:[ =][^`]{0,60})?`/u.test(sentence);
    case "step":
      return /^Run `[^`]{1,70}` first\./u.test(sentence);
  }
}

function speaksOf(sentence: string, subject: string): boolean {
  return sentence.split(/[\s`,]+/u).some((word) => isWordFor(word, subject));
}
