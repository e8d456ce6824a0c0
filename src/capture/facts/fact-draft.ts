import { commandPattern } from "../../shell/call-pattern.ts";
import { longestSummary, type LessonDraft, type Scope } from "../../lesson/record/lesson.ts";
import { languageOfProgram, toolTag } from "../../lesson/record/language-tags.ts";
import { shortSummary } from "../../lesson/outside/text.ts";
import { otherMachines } from "../../shell/elsewhere.ts";
import { commandTexts } from "../../match/moment.ts";
import { findCommand } from "../../match/pattern/find.ts";
import { caseMark, readPattern } from "../../match/pattern/pattern.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { sortTags, type Tag } from "../../lesson/record/tag.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";
import { inTextOrder, type FailureStory } from "../episodes/episode.ts";
import { type Blame, blameOf, messageSubject, plainMessage } from "./blame.ts";
import { type Fact, isInPlaceOf } from "./fact.ts";
import { factWords, type FactWords } from "./fact-words.ts";
import { stayed } from "./folder-fix.ts";
import { type SeenFix, seenFixOf } from "./seen-fix.ts";

/** The lesson of a fact: what is so, and what was seen to work instead. It does not depend on the order of the stories. */
export function factDraft(stories: readonly FailureStory[], scope: Scope): LessonDraft {
  const [first] = stories;
  if (first === undefined) throw new Error("a fact without a failure");
  const { fact } = first;
  const known = factWords(fact.class);
  const fix = seenFixOf(stories);
  const values = valuesOf(fact, stories);
  const remediation = remediationOf(known, fix, values, stories);
  return {
    kind: "pitfall",
    summary: summaryOf(known, values, stories),
    body: { mistake: mistakeOf(known, values, stories), remediation: remediation ?? needsAFix },
    tags: tagsOf(fact, stories),
    scope,
    triggers: triggersOf(fact, known, stories, fix),
    source: "heuristic",
    flags: remediation === undefined ? ["needsHumanFix"] : [],
  };
}

const needsAFix = "Needs a fix from you.";

type Values = Readonly<Record<"s" | "p" | "w" | "m" | "t" | "c" | "x" | "h", string | undefined>>;

/** What the places of a wording are filled with. */
function valuesOf({ class: name, subject }: Fact, stories: readonly FailureStory[]): Values {
  const words = subject.split(" ");
  const [last = ""] = words.slice(-1);
  const isNamed = words.length > 1 && stories.some((story) => messageSubject(story) === last);
  const onlyChecks =
    name === "format" && stories.every(({ command = "" }) => /\s--check\b/u.test(command));
  const [message = ""] = byFrequency(
    stories.map(({ headline }) => plainMessage(headline)).filter(isSayable),
  );
  return {
    s: inCode(
      [...settingsOf(name, stories), onlyChecks ? `${subject} --check` : subject].join(" "),
    ),
    p: isNamed ? inCode(words.slice(0, -1).join(" ")) : undefined,
    w: isNamed ? inCode(last) : undefined,
    c: name === "refused" ? refusedProgram(stories) : undefined,
    t: name === "no-option" ? typedInstead(subject, stories) : undefined,
    h: name === "sandbox-denied" ? failedCommands(stories) : undefined,
    x: name === "not-installed" ? otherMachine(subject, stories) : undefined,
    m: message === "" ? undefined : message,
  };
}

/** A program is built for another system because a variable asks for that: without it the call is another one. */
function settingsOf(name: string, stories: readonly FailureStory[]): readonly string[] {
  if (name !== "wrong-architecture") return [];
  const [first = [], ...others] = stories.map((story) =>
    (blameOf(story).command?.around?.prefix ?? []).filter((word) =>
      /^[A-Z]\w*=[\w.-]+$/u.test(word),
    ),
  );
  return first.filter((setting) => others.every((settings) => settings.includes(setting)));
}

function refusedProgram(stories: readonly FailureStory[]): string | undefined {
  const [name] = byFrequency(stories.map((story) => blameOf(story).command?.program ?? story.tool));
  return name === undefined || !/^[\w.-]{1,30}$/u.test(name) ? undefined : inCode(name);
}

/** The commands that failed most often, in one line. */
function failedCommands(stories: readonly FailureStory[]): string | undefined {
  const names = byFrequency(
    stories.flatMap((story) => {
      const { command, name } = blameOf(story);
      return command === undefined || !/^[a-z][\w.-]{1,30}(?: [a-z][\w-]{1,20})?$/u.test(name)
        ? []
        : name;
    }),
  ).slice(0, mostNamed);
  return names.length === 0 ? undefined : names.map(inCode).join(", ");
}

const mostNamed = 3;

/** What ran it on another machine, each time. */
function otherMachine(subject: string, stories: readonly FailureStory[]): string | undefined {
  const blames = stories.map(blameOf);
  const isThere = blames.every(
    ({ command }) =>
      command !== undefined && command.program !== subject && otherMachines.has(command.program),
  );
  const [name] = byFrequency(blames.map((blame) => blame.name));
  return isThere && name !== undefined ? inCode(name) : undefined;
}

/** The program that was typed, where the one that complains is another one each time. */
function typedInstead(speaker: string, stories: readonly FailureStory[]): string | undefined {
  const typed = stories.map((story) => blameOf(story).command);
  const isAnother = typed.every(
    (command) => command !== undefined && isInPlaceOf(speaker, command.words),
  );
  const [program] = byFrequency(typed.flatMap((command) => command?.program ?? []));
  return isAnother && program !== undefined && /^[\w.-]{1,30}$/u.test(program)
    ? inCode(program)
    : undefined;
}

function inCode(text: string): string | undefined {
  const line = plainLine(text).replaceAll("`", "'");
  return line === "" ? undefined : `\`${line}\``;
}

/** Short enough for a sentence, and nothing in it that was only true once. */
function isSayable(message: string): boolean {
  return (
    message.length >= 4 && message.length <= 160 && !/…\/|\[user\]|[\\/]tmp[\\/]/u.test(message)
  );
}

function summaryOf(
  known: FactWords | undefined,
  values: Values,
  stories: readonly FailureStory[],
): string {
  const [plain] = byFrequency(
    stories.map(({ headline }) => plainMessage(headline)).filter((message) => message !== ""),
  );
  const wordings = [...saidByFix(seenFixOf(stories)?.advice ?? ""), ...(known?.summary ?? [])];
  const said = wordings.map((wording) => filled(wording, values));
  const fitting = said.find((text) => text !== undefined && text.length <= longestSummary);
  const text =
    fitting ?? said.find((one) => one !== undefined) ?? values.m ?? plain ?? "A call fails";
  return shortSummary(plainLine(text)).summary;
}

/** A fix may say better what is so than the message did. */
function saidByFix(advice: string): readonly string[] {
  if (advice.startsWith("Give ")) return ["{s} takes one argument"];
  if (advice === stayed)
    return ["Relative paths fail: the shell stays where the last call left it"];
  const folder = /^Use `[^`]+\/` instead of `([^`]+\/)`\.$/u.exec(advice)?.[1];
  return folder === undefined ? [] : [`Paths below \`${folder}\` do not exist`];
}

function mistakeOf(
  known: FactWords | undefined,
  values: Values,
  stories: readonly FailureStory[],
): string {
  const said = [known?.mistake ?? []]
    .flat()
    .map((wording) => filled(wording, values))
    .find((text) => text !== undefined);
  const [head = ""] = byFrequency(stories.map((story) => story.head));
  const message = values.m ?? byFrequency(stories.map(({ headline }) => plainMessage(headline)))[0];
  const seen =
    message === undefined || message === "" ? undefined : `\`${head}\` fails: ${message}`;
  return sentence(said ?? seen ?? summaryOf(known, values, stories));
}

/** What was seen to work comes first; what is true of every fact of its class only where nothing was seen. */
function remediationOf(
  known: FactWords | undefined,
  fix: SeenFix | undefined,
  values: Values,
  stories: readonly FailureStory[],
): string | undefined {
  if (fix !== undefined)
    return fix.times < 2 ? fix.advice : `${fix.advice} (Worked ${fix.times} times.)`;
  // What holds for a program's own options says nothing about what runs in its place.
  const said =
    known?.fix === undefined || values.t !== undefined ? undefined : filled(known.fix, values);
  const stated = said === undefined || known?.isGeneral === true ? statedFix(stories) : undefined;
  if (stated !== undefined) return stated;
  if (said !== undefined) return sentence(said);
  const { m } = values;
  return m === undefined || !instructs.test(m) ? undefined : sentence(upperFirst(instructionIn(m)));
}

/**
 * What the program itself says to do. How it is called helps where its arguments were wrong; where a name was, the name
 * says more.
 */
export function statedFix(stories: readonly FailureStory[]): string | undefined {
  const [hint] = byFrequency(stories.flatMap(({ advice }) => advice?.hint ?? []));
  if (hint !== undefined) return sentence(upperFirst(hint));
  const isWrongArgument = stories.every(({ fact }) => byArguments.has(fact.class));
  const [usage] = byFrequency(stories.flatMap(({ advice }) => advice?.usage ?? []));
  return usage === undefined || !isWrongArgument ? undefined : `Call it as \`${usage}\`.`;
}

const byArguments: ReadonlySet<string> = new Set(["bad-argument", "usage-shown"]);

/** Of a message that complains first, what it says to do: "stdin is closed; rerun it with a terminal". */
function instructionIn(message: string): string {
  const clause =
    /(?:[;:.)] )((?:[Uu]se|[Rr]un|[Rr]erun|[Ss]et|[Ss]pecify|[Tt]ry|[Pp]ush|[Pp]refer|[Pp]lease) .{8,})$/u.exec(
      message,
    );
  return clause?.[1] ?? message;
}

function upperFirst(text: string): string {
  return /^[a-z]+ /u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** A message may say itself what to do. */
export const instructs =
  /(?:^|[;,.:] )(?:[Uu]se|[Rr]un|[Rr]erun|[Ss]et|[Ss]pecify|[Tt]ry)\b|\b(?:[Pp]lease|[Pp]refer|must|instead|takes an?|first)\b/u;

function filled(wording: string, values: Values): string | undefined {
  let isWhole = true;
  const text = wording.replaceAll(/\{([spwmtcxh])\}/gu, (_, name: keyof Values) => {
    const value = values[name];
    if (value === undefined) isWhole = false;
    return value ?? "";
  });
  return isWhole ? text : undefined;
}

function sentence(text: string): string {
  const line = plainLine(text);
  return /[.!?…]$/u.test(line) ? line : `${line}.`;
}

function tagsOf({ class: name }: Fact, stories: readonly FailureStory[]): readonly Tag[] {
  const isSlip = stories.every(({ about }) => about === "harness");
  const programs = byFrequency(
    stories.map((story) => (isSlip ? story.tool : (blameOf(story).command?.program ?? story.tool))),
  ).slice(0, isSlip ? mostToolTags : 1);
  return sortTags([
    ...programs.flatMap((program) => toolTag(program) ?? []),
    ...(isSlip ? [] : programs.flatMap(languageOfProgram)),
    name === "timeout" ? "severity:hang" : "severity:error",
  ]);
}

const mostToolTags = 3;

/**
 * The calls at which the lesson is to the point: those with the words that make them wrong. A program or a command alone
 * says nothing, because nearly all of its calls go well; a pattern that also meets a call that worked is dropped.
 */
function triggersOf(
  fact: Fact,
  known: FactWords | undefined,
  stories: readonly FailureStory[],
  fix: SeenFix | undefined,
): Partial<Triggers> {
  const toolNames = byFrequency(stories.map(({ tool }) => plainLine(tool)).filter(isToolName));
  const naming = silentAtFixes(
    stories.flatMap((story) => patternOf(fact, known, story) ?? []),
    stories,
  );
  // What names the mistake alone meets more of its calls; where that is also in calls that worked, the fix tells them apart.
  const patterns =
    naming.length > 0
      ? naming
      : silentAtFixes(
          (fix?.changes ?? []).flatMap((change) =>
            isTelling(change) &&
            (change.mistakeWords.length > 0 || (fix?.times ?? 0) >= oftenEnough)
              ? (commandPattern(change.failed, change) ?? [])
              : [],
          ),
          stories,
        );
  return {
    // A call that fails says so itself: what to do instead comes with its error.
    injectOn: ["PostToolUseFailure"],
    toolNames: sorted(toolNames, mostTools),
    ...(patterns.length === 0 ? {} : { commandPatterns: sorted(patterns, mostPatterns) }),
  };
}

/** What only lacks something looks like the calls that need nothing, until it has failed often. */
const oftenEnough = 3;

function silentAtFixes(
  patterns: readonly string[],
  stories: readonly FailureStory[],
): readonly string[] {
  const found = byFrequency(patterns);
  return found.filter(
    (pattern) =>
      !meetsAFix(pattern, stories) &&
      // The same, but for the case: the one that asks for less says it for both.
      !(pattern.startsWith(caseMark) && found.includes(pattern.slice(caseMark.length))),
  );
}

/**
 * Files and lists of names are of one call: a pattern that asks for them would not be met again. What is wrong may also be
 * that something is missing around the call.
 */
function isTelling(change: SeenFix["changes"][number]): boolean {
  const { mistakeWords, fixWords } = change;
  return (
    (mistakeWords.length > 0 || isMissingAround(change)) &&
    ![...mistakeWords, ...fixWords].some((word) => /[,/]/u.test(word))
  );
}

/** Words of the call itself may belong to a lesser change. */
function isMissingAround({ is, fixWords, after }: SeenFix["changes"][number]): boolean {
  const own = after.split(" ");
  return (
    aroundTheCall.has(is) && fixWords.length > 0 && !fixWords.some((word) => own.includes(word))
  );
}

const aroundTheCall: ReadonlySet<string> = new Set(["variable-set", "wrapper-added", "piped"]);

const mostTools = 10;
const mostPatterns = 3;
const longestToolName = 100;

function isToolName(tool: string): boolean {
  return tool !== "" && tool.length <= longestToolName;
}

/** The most frequent, then in the order of text: which comes first must not depend on a count. */
function sorted(values: readonly string[], most: number): readonly string[] {
  return values.slice(0, most).toSorted();
}

function patternOf(
  { class: name }: Fact,
  known: FactWords | undefined,
  story: FailureStory,
): string | undefined {
  const { command, subject } = blameOf(story);
  if (command === undefined || known === undefined || known.needsWords === true) return undefined;
  // The program that is not there is the word that makes the call wrong.
  if (name === "not-installed") {
    const isRun = command.program === subject || command.wrappers.includes(subject ?? "");
    return isRun && subject !== undefined ? commandPattern(subject, noWords) : undefined;
  }
  const mistakeWords = wordsNaming(command.text, subject);
  if (mistakeWords.length === 0) return undefined;
  // One name of a list is wrong, whatever the others are.
  if (subject !== undefined && mistakeWords.some((word) => word.includes(","))) {
    const head = commandPattern(command.text, noWords);
    return head === undefined ? undefined : `${head}(?=.*[\\s,]${subject}(?![\\w-]))`;
  }
  return commandPattern(command.text, { mistakeWords, fixWords: [] });
}

const noWords = { mistakeWords: [], fixWords: [] } as const;

/** As the pattern can see it: a whole word, a flag with its value, or a cluster of letters such as `-oP`. */
function wordsNaming(text: string, subject: Blame["subject"]): readonly string[] {
  if (subject === undefined) return [];
  const letter = /^-(\w)$/u.exec(subject)?.[1];
  const words = text.split(" ").slice(1);
  const word =
    words.find((one) => one === subject || one.startsWith(`${subject}=`)) ??
    words.find(
      (one) => letter !== undefined && /^-[A-Za-z]{1,9}$/u.test(one) && one.includes(letter),
    ) ??
    words.find((one) => subject.length > 2 && one.split(",").includes(subject));
  if (word === undefined) return [];
  return [word.startsWith(`${subject}=`) && subject.startsWith("-") ? subject : word];
}

/** A pattern must be silent at what was seen to work. */
function meetsAFix(pattern: string, stories: readonly FailureStory[]): boolean {
  const ready = readPattern(pattern);
  return stories.some(
    ({ fix }) =>
      fix?.command !== undefined && findCommand(ready, commandTexts(fix.command)) !== undefined,
  );
}

/** The values, the most frequent first. */
function byFrequency(values: readonly string[]): readonly string[] {
  return [...Map.groupBy(values, (value) => value)]
    .toSorted(
      ([one, ones], [other, others]) => others.length - ones.length || inTextOrder(one, other),
    )
    .map(([value]) => value);
}
