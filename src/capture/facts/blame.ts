import { plainLine } from "../../redact/plain-text.ts";
import { visible } from "../../redact/visible.ts";
import { companions } from "../../shell/change/call.ts";
import { type SimpleCommand, parseCommandLine } from "../../shell/command.ts";
import { otherMachines } from "../../shell/elsewhere.ts";
import { commandHead, shapeOf } from "../../shell/shape.ts";
import type { FailureMessage } from "./fact.ts";

/** What failed and in which way: by this, failures are the same mistake or another one. */
export interface Blame {
  readonly failureClass: string;
  /** What a sentence calls it: `git push`, `Edit`. */
  readonly name: string;
  /** What the message names: a flag, a program, a file. */
  readonly subject: string | undefined;
  readonly command: SimpleCommand | undefined;
}

/** Asked for several times while a lesson is made, and each time the line would have to be read again. */
export function blameOf(story: FailureMessage): Blame {
  const known = blames.get(story);
  if (known !== undefined) return known;
  const blame = findBlame(story);
  blames.set(story, blame);
  return blame;
}

const blames = new WeakMap<FailureMessage, Blame>();

function findBlame(story: FailureMessage): Blame {
  const subject = messageSubject(story);
  const failureClass = classOf(story, subject);
  const command = blamedCommand(story, failureClass, subject);
  const name = nameOf(command) ?? (toolName(story.head) || story.tool || "a call");
  return { failureClass, name: name.slice(0, longestName), subject, command };
}

const longestName = 40;

/** What a tool is called, without the server that it comes from. */
function toolName(tool: string): string {
  const [own = ""] = tool.split("__").slice(-1);
  return plainMessage(own);
}

/** Within a class, what has a better account of its own. */
function classOf(
  { failureClass, command, headline }: FailureMessage,
  subject: string | undefined,
): string {
  if (failureClass === "shell-syntax" && powershell.test(headline)) return "powershell-syntax";
  if (subject === undefined) return failureClass;
  if (failureClass === "shell-syntax") return "read-only-variable";
  if (failureClass !== "command-not-found" || command === undefined) return failureClass;
  if (/command not found: \S{0,200}\//u.test(headline)) return "program-missing";
  // A program that nobody meant to run was text between backticks, or behind a quote that ended too early.
  if (command.includes(`\`${subject}`)) return "backticks-in-quotes";
  return ranHere.test(headline) && !isTyped(command, subject)
    ? "command-from-quoting"
    : failureClass;
}

/** Its grammar is another one than that of every other shell. */
const powershell = /ParserError|statement separator|running scripts is disabled/u;

/** Said by the shell that reads the line, or by a wrapper in it; a script's own shell says `sh: 1:`. */
const ranHere = /^(?:\S{0,40}\b(?:zsh|bash)|\(eval\)|env|xargs|sudo):|^(?:\S{1,80} ?: )?The term /u;

/** Whether the line runs this: as it stands there, by a name that is only known then (`$TOOL x`), or somewhere else. */
function isTyped(command: string, subject: string): boolean {
  const { isParsed, commands } = parseCommandLine(command);
  if (!isParsed) return true;
  if (command.includes(subject)) return !isNoProgram.test(subject);
  return commands.some(
    ({ program, words }) => /[$*…]/u.test(words[0] ?? "") || elsewhere.has(program),
  );
}

/** A commit, or a word of a text. */
const isNoProgram = /^(?=.*\d)[\da-f]{7,40}$|^[A-Z]{2,}$/u;

/** They run a line on another machine, in another shell, or out of a file. */
const elsewhere: ReadonlySet<string> = new Set([
  ...otherMachines,
  ..."su script npm npx pnpm yarn bun bunx make gmake just task mise rake composer".split(" "),
]);

/**
 * Which command of the line the message is about: the one that speaks in it, the one that has what it
 * names, one that such messages come from, the one that the log blames; else the first that does more
 * than look around.
 */
function blamedCommand(
  story: FailureMessage,
  failureClass: string,
  subject?: string,
): SimpleCommand | undefined {
  if (story.command === undefined) return undefined;
  const { commands } = parseCommandLine(story.command);
  // What was not found is run by the command that is blamed, or was never meant to be one.
  const isRun = notFound.has(failureClass);
  if (failureClass === "backticks-in-quotes") {
    return commands.find((one) => !isCompanion(one) && one.program !== subject) ?? commands[0];
  }
  return (
    speakerIn(commands, story.headline) ??
    (subject === undefined || isRun ? undefined : commands.find((one) => hasWord(one, subject))) ??
    (Object.hasOwn(speakers, failureClass) ? speakers[failureClass] : undefined)
      ?.map((name) => commands.find((one) => isNamed(one, name)))
      .find((one) => one) ??
    (failureClass === "format" ? commands.find(({ text }) => checks.test(text)) : undefined) ??
    (story.culprit === undefined ? undefined : commands[story.culprit]) ??
    commands.find((one) => headOf(one) === story.head && !isCompanion(one)) ??
    commands.find((one) => !isCompanion(one)) ??
    commands[0]
  );
}

/** The heads or programs that such a message comes from, where a line has several. */
const speakers: Readonly<Record<string, readonly string[] | undefined>> = {
  "no-network": "gh,curl,wget,go,npm,pip,git fetch,git push,git pull,git clone".split(","),
  "not-authenticated": "gh,npm,git push,git fetch,git pull,git clone,curl,aws,docker".split(","),
  "commit-hook": ["git commit", "git push", "git merge", "git rebase", "pre-commit", "git"],
  "protected-branch": ["git push", "gh pr merge", "gh"],
  "ignored-path": ["git add", "git"],
  "no-known-remote": ["gh", "git push", "git pull", "git fetch"],
  "no-upstream": ["git push", "git pull"],
  "diverged-branches": ["git pull", "git merge"],
  "worktree-in-use": ["git worktree", "git checkout", "git switch", "git branch", "git"],
  "git-lock": ["git"],
  "commit-signing": ["git commit", "git rebase", "git merge", "git tag", "git"],
  "git-identity": ["git commit", "git"],
  "would-overwrite": ["git"],
};

/** A check is known by its name, wherever it stands in the line. */
const checks = /\b(?:check|lint|fmt|format|prettier|biome|ruff|black|gofmt|rustfmt|style)\b/u;

const notFound: ReadonlySet<string> = new Set(["command-not-found", "program-missing"]);

/** What the command is called in a sentence: `git push`. Undefined for a program with an odd name. */
function nameOf(command: SimpleCommand | undefined): string | undefined {
  if (command === undefined) return undefined;
  const head = headOf(command);
  if (plainName.test(head)) return head;
  return plainName.test(command.program) ? command.program : undefined;
}

const plainName = /^[\w.@+-]{1,30}(?: [\w.@:+-]{1,30}){0,2}$/u;

function hasWord({ words }: SimpleCommand, subject: string): boolean {
  return words.slice(1).some((word) => isWordFor(word, subject));
}

/** Whether a word is this, has it as its name (`--flag=…`) or in its list, or holds the letter (`-oP`). */
export function isWordFor(word: string, subject: string): boolean {
  if (word === subject || word.startsWith(`${subject}=`)) return true;
  if (subject.length > 2) return word.split(",").includes(subject);
  const letter = /^-(\w)$/u.exec(subject)?.[1];
  return letter !== undefined && /^-[A-Za-z]{1,9}$/u.test(word) && word.includes(letter);
}

function speakerIn(
  commands: readonly SimpleCommand[],
  headline: string,
): SimpleCommand | undefined {
  const speaker = headline.startsWith("fatal: ")
    ? "git"
    : /^([\w.-]{1,40}):/u.exec(plainMessage(headline))?.[1];
  if (speaker !== undefined) return commands.find(({ program }) => program === speaker);
  // A message that opens with a command is about it: "`cargo run` could not determine …".
  const named = /^["'`]([\w.-]{1,30} [\w.-]{1,30})["'`] /u.exec(plainMessage(headline))?.[1];
  return named === undefined ? undefined : commands.find((one) => headOf(one) === named);
}

function isNamed(command: SimpleCommand, name: string): boolean {
  return command.program === name || headOf(command) === name;
}

function isCompanion({ program }: SimpleCommand): boolean {
  return program.startsWith("$") || control.has(program) || companions.has(program);
}

/** Of the shell itself. */
const control: ReadonlySet<string> = new Set([
  "",
  ..."cd continue break return source . local eval Set-Location".split(" "),
]);

function headOf(command: SimpleCommand): string {
  return commandHead(shapeOf(command));
}

/** What a message names as the trouble, as it stands in a command: a flag, a program, a variable. */
export function messageSubject({
  failureClass,
  headline,
}: Pick<FailureMessage, "failureClass" | "headline">): string | undefined {
  const patterns = Object.hasOwn(subjects, failureClass) ? subjects[failureClass] : undefined;
  const text = headline.slice(0, longestHeadline);
  for (const pattern of patterns ?? []) {
    const { named, letter, option, expanded } = pattern.exec(text)?.groups ?? {};
    const subject =
      named ??
      (letter === undefined ? undefined : `-${letter}`) ??
      (option === undefined ? undefined : asFlag(option)) ??
      // zsh looks for a program behind a leading `=`, and complains without it.
      (expanded === undefined ? undefined : `=${expanded}`);
    if (subject !== undefined && plain.test(subject)) return subject;
  }
  return undefined;
}

const longestHeadline = 300;
/** Nothing that a sentence in backticks could not hold, and nothing of one machine. */
const plain = /^(?!.*(?:\[user\]|\[redacted|\/\/))[\w.@:/+*?=%{}$,~![\]^-]{1,40}$/u;

/** git says `no-edit` for `--no-edit`. */
function asFlag(option: string): string {
  return option.startsWith("-") ? option : `${option.length === 1 ? "-" : "--"}${option}`;
}

const flags: readonly RegExp[] = [
  /(?:option|flag|switch) -- ["'‘`]?(?<letter>\w)\b/u,
  /(?:option|flag|argument|switch)s?:? ["'‘`(]?(?<named>-{1,2}[\w?][\w-]{0,38})/u,
  /(?<named>-{1,2}\w[\w-]{0,38}): (?:invalid|unknown|unrecognized)/u,
  /not defined: (?<named>-{1,2}[\w-]{1,38})/u,
  /(?:unknown|unrecognized|invalid) (?:option|switch) ["'‘`](?<option>[\w-]{1,38})["'’`]/u,
  /(?:unknown|unrecognized|invalid) (?:option|flag|argument):? (?<named>-{1,2}[\w-]{1,38})/u,
];

const subjects: Readonly<Record<string, readonly RegExp[]>> = {
  "no-such-flag": flags,
  "own-program-usage": [...flags, /unknown (?:sub)?command:? ["'‘`](?<named>[\w:-]{1,40})["'’`]/u],
  "no-such-field": [/field:? ["'‘`](?<named>[\w.-]{1,40})["'’`]/u],
  "bad-argument": [
    /for (?:flag )?["'‘`]?(?<named>-{1,2}[\w-]{1,38})/u,
    /(?:argument|option|flag) ["'‘`]?(?<named>-{1,2}[\w-]{1,38})/u,
  ],
  "command-not-found": [
    /command not found: (?:\S{0,200}\/)?(?<named>[^\s/]{1,40})$/u,
    /(?:^|[\s:])["'‘`]?(?<named>[^\s:"'‘`’]{1,40})["'’`]?: (?:command )?not found\b/iu,
    /(?:env|xargs|sudo): ["'‘`]?(?<named>[\w.+-]{1,40})["'’`]?: No such file/u,
    /(?:term|command:?|Unknown command:?|command) ["'‘`]?(?<named>[\w.+-]{1,40})["'’`]?(?: is not recognized|$)/u,
    /exec: "(?<named>[\w.+-]{1,40})"/u,
    /["'‘`](?<named>[\w.+-]{1,40})["'’`] (?:couldn't|could not|cannot) (?:exec|be executed|start|spawn)\b/u,
    /spawn (?<named>[\w.+-]{1,40}) ENOENT/u,
    /^'(?<named>[\w.+-]{1,40})' is not recognized/u,
  ],
  "program-missing": [/(?:^|[\s/])(?<named>[\w.+-]{1,40}): (?:No such|cannot execute|bad inter)/u],
  "no-such-subcommand": [
    /(?:command|choice|subcommand):? ["'‘`](?<named>[\w:.-]{1,40})["'’`]/u,
    /["'‘`](?<named>[\w:.-]{1,40})["'’`] is (?:not an?|misspelled)/u,
    /type "(?<named>[\w.-]{1,40})"/u,
  ],
  "no-such-tool": [
    /(?:[Ss]kill|[Tt]ool(?: available)?|call|Agent type):? ["'‘`]?(?<named>[\w:./-]{1,40})/u,
  ],
  "no-such-task": [
    /(?:[Ss]cript:?|not found|target|task|recipe|Task|phase|Command) ["'‘`](?<named>[\w:./-]{1,40})["'’`]/u,
    /no task (?<named>[\w:./-]{1,40})/u,
  ],
  "zsh-glob": [
    /(?:found|pattern|match): ?(?<named>\S{1,40})$/u,
    /: (?<expanded>=\S{0,38}) not found$/u,
  ],
  "shell-syntax": [/read-?only variable: (?<named>\w{1,40})/u],
  "missing-variable": [
    /(?<named>[A-Z][A-Z\d_]{1,38}): (?:unbound|parameter)/u,
    /\b(?<named>[A-Z][A-Z\d]{1,18}_[A-Z\d_]{1,20})\b/u,
  ],
  "missing-module": [
    /No module named ['"]?(?<named>[\w.-]{1,40})/u,
    /such file -- (?<named>[\w./-]{1,40})/u,
  ],
  "port-in-use": [/:(?<named>\d{2,5})\b/u, /[Pp]ort (?<named>\d{2,5})\b/u],
};

/**
 * What a program said, without who passed it on (`/bin/bash: line 1:`, `(eval):1:`, `error:`), what a
 * terminal left in it, and what is only true on one machine: the front of a long path, a process id.
 */
export function plainMessage(message: string): string {
  let rest = plainLine(visible(message.slice(0, longestMessage)).replaceAll(terminalRemains, ""));
  for (let times = 0; times < mostPrefixes; times += 1) {
    const without = rest.replace(prefix, "");
    if (without === rest || without === "") break;
    rest = without;
  }
  const shared = rest.replaceAll(redacted, "…").replaceAll(address, (_, host: string) => host);
  return shortPaths(shared)
    .replaceAll(commitId, "…")
    .replace(/\berror \(at [^)]{1,60}\): /u, "")
    .replace(/[\s:,;.–—-]{1,9}$/u, "");
}

/** Absolute paths by their end. Their start is only true on one machine. */
function shortPaths(text: string): string {
  return text.replaceAll(longPath, (path) => {
    const names = path.split(/[\\/]/u).filter((name) => name !== "");
    return `…/${names.at(-1) ?? ""}`;
  });
}

const longestMessage = 400;
const mostPrefixes = 6;

/** Each starts with a character that its inside does not have, so they are linear. */
const prefix = new RegExp(
  [
    String.raw`^(?:[\w./~-]{0,60}/)?-?(?:bash|sh|zsh|dash|ksh|fish)(?:\.exe)?:(?:\d{1,5}:)? (?:line \d{1,5}: |\d{1,5}: )?(?=\S)`,
    String.raw`^\(eval\):\d{1,5}: `,
    String.raw`^(?:error|fatal|Error|ERROR|FATAL|remote|npm error|npm ERR!|exit status \d{1,3}|Exit code \d{1,3}|warning|husky|Running error)(?::| -)? `,
    String.raw`^level=\w{1,9} msg="`,
    String.raw`^\w{2,40}(?::[\w*|]{1,60})? hook (?:error|blocked|denied): ?(?:\[[^\]]{1,200}\]: ?)?`,
    String.raw`^- hook id: `,
    String.raw`^PR #\d{1,9}: `,
    String.raw`^[\u2716\u2717\u2718X\u00d7\u2022\u23bf] `,
  ].join("|"),
  "u",
);
/** True of one moment: letters and digits of a hash, mixed. */
const commitId = /\b(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[a-f\d]{7,40}\b/gu;
const terminalRemains = /\[[\d;?]{1,12}[A-Za-z]|\(B|\u000F/gu;
const redacted = /\[redacted:[^\]\s]{1,60}\]/gu;
const address = /\bhttps?:\/\/([\w.-]{1,100})[^\s"'`)>\]]{0,300}/gu;
const longPath = /(?<![\w.…])(?:~|[A-Za-z]:)?(?:[\\/][\w.@[\]+-]{1,99}){3,30}/gu;
