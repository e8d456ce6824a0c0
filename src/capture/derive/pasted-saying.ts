import { tellingLine } from "../../agents/outcome/read-output.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { everyday } from "../../shell/change/call.ts";
import { parseCommandLine, type SimpleCommand } from "../../shell/command.ts";
import { commandHead, shapeOf } from "../../shell/shape.ts";
import { inTextOrder, type SayingStory } from "../episodes/episode.ts";
import { plainMessage } from "../facts/blame.ts";
import { failingCheck, says, sentencesOf, supposition } from "../sayings/correction-words.ts";
import { ownWords, reviewMark } from "../sayings/own-words.ts";
import { saidRule } from "./said-rule.ts";
import { essenceLine, sentencesIn, withoutOpening } from "./essence-of.ts";

/** What a person only passed on, as situation and action: output, a review, or that a check fails. */
export interface PastedSaying {
  readonly summary: string;
  readonly situation: string;
  readonly action: string;
  /** A check that the agent could have run, and no opinion about the code. */
  readonly isCheck: boolean;
}

/** Undefined when the person said more than that, or nothing at all. */
export function pastedSaying(words: string): PastedSaying | undefined {
  if (words.trim() === "") return undefined;
  if (ownWords(words) !== "") return reportedFailure(words);
  return reviewMark.test(words) ? finding(words) : failedCheck(words);
}

/** "the build is broken again": what the user had to say is that nobody had looked. */
function reportedFailure(words: string): PastedSaying | undefined {
  const parts = sentencesOf(words);
  if (words.length > longestReport || !says(parts, failingCheck) || says(parts, supposition)) {
    return undefined;
  }
  const said = withoutOpening(plainLine(words));
  return {
    summary: essenceLine(`run ${checkNames(words)} before handing over`),
    isCheck: true,
    situation: "Before handing over.",
    action: `Run ${checkNames(words)}. The user had to say: ${said}`,
  };
}

function finding(words: string): PastedSaying | undefined {
  const sentences = sentencesIn(words).map((sentence) => sentence.replace(grade, "").trim());
  const said = sentences.find((sentence) => sentence.split(/\s+/u).length > 3);
  if (said === undefined) return undefined;
  return {
    summary: essenceLine(`${needsRule}: “${essenceLine(said)}”`),
    isCheck: false,
    // Few words of ours: what is said twice is found by the words that are shared.
    situation: "In review.",
    action: plainLine(said).slice(0, longestQuote),
  };
}

/** The command whose output was pasted. */
function commandIn(words: string): string | undefined {
  const typed = /^\s{0,4}(?:[❯➜»$%]|\S{1,40}@\S{1,60}[$#%]) ?([a-z][^\n]{2,120})$/mu.exec(
    words,
  )?.[1];
  if (typed === undefined || typed.length > longestCommand || typed.endsWith("\\"))
    return undefined;
  return plainLine(typed).replaceAll("`", "'");
}

/** What runs elsewhere is made of checks that run here: they are named where the report names none. */
function checkNames(words: string): string {
  return inWords(checksIn(words).filter((name) => name !== remote)) || "the project's checks";
}

function failedCheck(words: string): PastedSaying {
  const check = commandIn(words);
  const message = plainMessage(tellingLine(words.replaceAll(/^#{1,6} .{0,200}$/gmu, ""))).replace(
    /^-{3} FAIL: (\S{1,120}).{0,40}$/u,
    "$1 fails",
  );
  const quoted = message === "" ? "" : ` It failed: ${message.slice(0, longestQuote)}`;
  const what = check === undefined ? checkNames(words) : `\`${check}\``;
  return {
    summary: essenceLine(`run ${what} before handing over`),
    isCheck: true,
    situation: "Before handing over.",
    action: `Run ${what}.${quoted}`,
  };
}

/** Nobody can follow it as it stands: a person has to say what the rule is. */
export const needsRule = "Needs a rule from you";

const longestReport = 160;
const longestCommand = 56;
const longestQuote = 300;
/** `High:`, `[P1]`, `Medium Severity`. */
const grade =
  /^\*{0,2}\[?(?:critical|high|medium|low|major|minor|p[0-3])\]?\*{0,2}(?:[ -]severity)?[:\s]{0,3}/iu;

/** Whether somebody passed on that a check fails. All such words say the same: the check was not run before. */
export function isCheckReport({ by, words }: SayingStory): boolean {
  if (by !== "person" || saidRule(words)?.isLasting === true) return false;
  return pastedSaying(words)?.isCheck === true && checksIn(words).length > 0;
}

/** The one command that all of them name, else the kinds of checks. */
export function allChecks(stories: readonly SayingStory[]): string {
  const commands = new Set(stories.map(({ words }) => commandIn(words)));
  const [command] = commands;
  if (commands.size === 1 && command !== undefined) return `\`${command}\``;
  const names = checksIn(stories.map(({ words }) => words).join("\n"));
  const named = names.filter((name) => name !== remote);
  const checks = new Set(named.map((name) => runAs(name, stories) ?? name));
  // A report from elsewhere names no check: then those that the agent knows how to run are meant.
  const known = checkKinds.flatMap(({ name }) => runAs(name, stories) ?? []);
  return inWords([...(named.length === 0 ? new Set(known) : checks)]) || "the project's checks";
}

/** How the agent or the person runs a check: the command says more than its kind. */
function runAs(name: string, stories: readonly SayingStory[]): string | undefined {
  const pattern = checkKinds.find((kind) => kind.name === name)?.pattern;
  const heads = stories
    .flatMap(({ ran = [], words }) => [...ran, ...quotedCommands(words)])
    .flatMap((line) => parseCommandLine(line).commands)
    .filter(({ program }) => !everyday.has(program) && program !== "git")
    .map(taskOrHead)
    .filter((head) => pattern?.test(head.replaceAll(/[:_]/gu, " ")));
  const [best] = [...Map.groupBy(heads, (head) => head)].toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || inTextOrder(one, other),
  );
  return best === undefined ? undefined : `\`${best[0]}\``;
}

/** `"mise run test:ci" fails` */
function quotedCommands(words: string): readonly string[] {
  return [...words.matchAll(/["`]([a-z][\w-]{1,20} [\w:. -]{2,40})["`]/gu)].map(
    ([, line = ""]) => line,
  );
}

/** What a task runner was asked to run belongs to what is run: `mise run lint`. */
function taskOrHead(command: SimpleCommand): string {
  const [program = "", verb = "", task = ""] = command.text.split(" ");
  const isTask = taskRunners.has(program) && verb === "run" && /^[a-z][\w:.-]{1,30}$/u.test(task);
  return isTask ? `${program} run ${task}` : commandHead(shapeOf(command));
}

const taskRunners: ReadonlySet<string> = new Set(
  "npm pnpm yarn bun mise deno hatch pdm uv poe rye".split(" "),
);

function inWords(names: readonly string[]): string {
  return names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** The kinds of checks that a report is about. */
function checksIn(words: string): readonly string[] {
  return checkKinds.filter(({ pattern }) => pattern.test(words)).map(({ name }) => name);
}

const remote = "the CI checks";
export const checkKinds: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  {
    name: "the linter",
    pattern:
      /\blint(?:er|ers|ing)?\b|\b(?:eslint|oxlint|golangci-lint|clippy|ruff|pylint|biome)\b/iu,
  },
  {
    name: "the formatter",
    pattern: /\bformat(?:ter|ting|ted)?\b|\b(?:gofmt|prettier|rustfmt)\b|\bcode style issues\b/iu,
  },
  { name: "the type check", pattern: /\btype ?check|\berror ts\d|\btype error\b/iu },
  {
    name: "the tests",
    pattern: /\b(?:e2e |unit |integration )?tests?\b|--- fail|\bassertion ?error\b/iu,
  },
  {
    name: "the build",
    pattern: /\bbuild\b|\bcompil\w{1,6}\b|\bmodule not found\b|\bcannot find module\b/iu,
  },
  { name: remote, pattern: /\b(?:ci|pipeline|workflow run|pr run|github actions?)\b/iu },
];
