import { commandPattern } from "../../shell/call-pattern.ts";
import { subcommandsOf } from "../../shell/shape.ts";
import type { LessonDraft, Flag, Scope } from "../../lesson/record/lesson.ts";
import { tellingLine } from "../../agents/outcome/read-output.ts";
import { languagesOfFiles } from "../../lesson/record/language-tags.ts";
import { plainLine } from "../../redact/plain-text.ts";
import {
  type ProcessType,
  inferProcessType,
  listItems,
  sayingBody,
  severityOf,
} from "./saying-body.ts";
import {
  failingCheck,
  isStandingRule,
  says,
  sentencesOf,
  supposition,
  wordSignals,
} from "../sayings/correction-words.ts";
import { ownWords, reviewMark } from "../sayings/own-words.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";
import type { SayingStory } from "../episodes/episode.ts";
import { essenceLine, essenceOf, sentencesIn, withoutOpening } from "./essence-of.ts";
import { plainMessage } from "../facts/blame.ts";

/** The lesson in what was said. Said in three sessions, it is a warning: the agent does not learn it by itself. */
export function sayingDraft(
  stories: readonly SayingStory[],
  scope: Scope,
  sessions: number,
): LessonDraft {
  const story = clearest(stories);
  if (story === undefined) throw new Error("a saying without a story");
  const pasted = story.by === "person" ? pastedSaying(story.words) : undefined;
  const essence = essenceOf(story.words);
  const triggers = pasted === undefined ? triggersOf(story) : {};
  const rest = {
    tags: languagesOfFiles(triggers.pathPatterns ?? []),
    scope,
    triggers,
    source: "heuristic",
    flags: Object.keys(triggers).length === 0 ? needsHumanFix : [],
  } as const;
  if (pasted !== undefined) {
    const { situation, action, general } = pasted;
    const summary = stories.length > 1 ? (general ?? pasted.summary) : pasted.summary;
    if (sessions < repeatedFrom) {
      return { kind: "pattern", summary, body: { situation, action }, ...rest };
    }
    const body = { risk: summary, severity: severityOf(story), mitigation: action };
    return { kind: "warning", summary, body, ...rest };
  }
  if (essence === "") return { ...withoutWords(story), ...rest, flags: needsHumanFix };
  const kind = sessions >= repeatedFrom ? "warning" : kindOf(story, essence);
  const summary = essenceLine(essence);
  // The body of a kind is made for that kind, which the types cannot follow.
  return { kind, summary, body: sayingBody(kind, story, essence), ...rest } as LessonDraft;
}

const repeatedFrom = 3;
const needsHumanFix: readonly Flag[] = ["needsHumanFix"];

/** A rule that somebody put into words, else the longest account; the same whatever was heard first. */
function clearest(stories: readonly SayingStory[]): SayingStory | undefined {
  return stories.toSorted(
    (one, other) =>
      Number(other.words.trim() !== "") - Number(one.words.trim() !== "") ||
      Number(other.by === "person") - Number(one.by === "person") ||
      Number(other.isStandingRule) - Number(one.isStandingRule) ||
      other.words.length - one.words.length ||
      (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1),
  )[0];
}

/** A list is a checklist, an order or a rule a requirement; the rest by the words in it. */
function kindOf({ words }: SayingStory, essence: string): ProcessType {
  if (listItems(words).length > 1) return "checklist";
  if (essence.endsWith("?")) return "pattern";
  const type = inferProcessType(essence);
  if (type === "checklist") return isOrder(essence) ? "requirement" : "pattern";
  return type === "pattern" && isOrder(essence) ? "requirement" : type;
}

function isOrder(essence: string): boolean {
  const parts = sentencesOf(essence);
  const isForbidden = wordSignals.some(
    ({ name, pattern }) => orders.has(name) && says(parts, pattern),
  );
  return isForbidden || isStandingRule(essence);
}

const orders: ReadonlySet<string> = new Set(["prohibition", "should-not"]);

/** Only a paste, or nothing at all, was written into the agent's memory. */
function withoutWords({
  by,
  answer,
}: SayingStory): Pick<LessonDraft & { kind: "pattern" }, "kind" | "summary" | "body"> {
  const said = essenceOf(answer ?? "");
  const who = by === "agent" ? "The agent" : "The user";
  return {
    kind: "pattern",
    summary:
      said === "" ? "Something was worth remembering; see where it was said" : essenceLine(said),
    body: {
      situation: `${who} said something that was kept.`,
      action: said === "" ? "Look at the place in the log, and write down what was meant." : said,
    },
  };
}

/** Keywords alone are never a reason to speak, so they come only with a file or a command. */
function triggersOf(story: SayingStory): Partial<Triggers> {
  const { pathPatterns, actionKeywords, contextKeywords } = story;
  const commandPatterns = commandsNamed(story.words);
  const hasFiles = pathPatterns.length > 0;
  const hasCommands = commandPatterns.length > 0;
  if (!hasFiles && !hasCommands) return {};
  return {
    toolNames: [...(hasCommands ? ["Bash"] : []), ...(hasFiles ? ["Edit", "Write"] : [])],
    ...(hasCommands ? { commandPatterns } : {}),
    ...(hasFiles ? { pathPatterns } : {}),
    actionKeywords,
    contextKeywords,
  };
}

/** Patterns for the commands that somebody speaks of: in backticks, or by what people call them. */
function commandsNamed(words: string): readonly string[] {
  const text = words.slice(0, longestText);
  const quoted = [...text.matchAll(/`([^`\n]{2,120})`/gu)].flatMap(([, line = ""]) => {
    const [program = "", next = ""] = line.trim().split(/\s+/u);
    // A lone word in backticks is a name of something; a known program with what it is to do is a call.
    return subcommandsOf.has(program) && /^[a-z-]/u.test(next) ? (commandPattern(line) ?? []) : [];
  });
  const meant = sayings.filter(({ words: said }) => said.test(text)).map(({ pattern }) => pattern);
  return [...new Set([...meant, ...quoted])].toSorted().slice(0, mostPatterns);
}

const longestText = 2000;
const mostPatterns = 5;

/** What is said of a few everyday commands that people most often forbid. */
const sayings: readonly { readonly words: RegExp; readonly pattern: string }[] = [
  spoken(/\bamend(?:s|ed|ing)?\b/iu, "git commit", ["--amend"]),
  spoken(/\bforce[- ]?push(?:es|ed|ing)?\b/iu, "git push", ["--force"]),
  spoken(/(?:\bnot|n['’]t|\bdont|\bnever|\bstop) stash(?:ing)?\b/iu, "git stash"),
  spoken(/(?:\bnot|n['’]t|\bdont|\bnever|\bstop) (?:push|pushing)\b/iu, "git push"),
  spoken(/(?:\bnot|n['’]t|\bdont|\bnever|\bstop) (?:commit|committing)\b/iu, "git commit"),
  spoken(/(?:\bnot|n['’]t|\bdont|\bnever|\bstop) (?:rebase|rebasing)\b/iu, "git rebase"),
  spoken(
    /(?:\bnot|n['’]t|\bdont|\bnever|\bstop) (?:open|create|make|opening|creating) (?:a |any )?(?:new )?(?:pr|pull request)s?\b/iu,
    "gh pr create",
  ),
].flat();

function spoken(
  words: RegExp,
  head: string,
  mistakeWords: readonly string[] = [],
): readonly { readonly words: RegExp; readonly pattern: string }[] {
  const line = [head, ...mistakeWords].join(" ");
  const pattern =
    mistakeWords.length === 0
      ? commandPattern(line)
      : commandPattern(line, { mistakeWords, fixWords: [] });
  return pattern === undefined ? [] : [{ words, pattern }];
}

/** What a person only passed on, as situation and action: output, a review, or that a check fails. */
interface PastedSaying {
  readonly summary: string;
  readonly situation: string;
  readonly action: string;
  /** The summary when it was passed on more than once, about other things each time. */
  readonly general?: string | undefined;
}

/** Undefined when the person said more than that, or nothing at all. */
function pastedSaying(words: string): PastedSaying | undefined {
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
    summary: essenceLine(`run the checks before handing over: ${said}`),
    situation: "Before handing over.",
    general: runChecks,
    action: `Run the checks. The user had to say: ${said}`,
  };
}

function finding(words: string): PastedSaying | undefined {
  const sentences = sentencesIn(words).map((sentence) => sentence.replace(grade, "").trim());
  const said = sentences.find((sentence) => sentence.split(/\s+/u).length > 3);
  if (said === undefined) return undefined;
  return {
    summary: essenceLine(said),
    // Few words of ours: what is said twice is found by the words that are shared.
    situation: "In review.",
    action: plainLine(said).slice(0, longestQuote),
  };
}

function failedCheck(words: string): PastedSaying {
  const command = /^\s{0,4}(?:[❯➜»$%]|\S{1,40}@\S{1,60}[$#%]) ?([a-z][^\n]{2,120})$/mu.exec(
    words,
  )?.[1];
  const message = plainMessage(tellingLine(words)).replace(
    /^-{3} FAIL: (\S{1,120}).{0,40}$/u,
    "$1 fails",
  );
  const check =
    command === undefined || command.length > longestCommand ? undefined : plainLine(command);
  const quoted = message === "" ? "" : ` It failed: ${message.slice(0, longestQuote)}`;
  return {
    summary: essenceLine(
      check === undefined
        ? `run the checks before handing over: ${message}`
        : `run \`${check.replaceAll("`", "'")}\` before handing over`,
    ),
    situation: "Before handing over.",
    general: check === undefined ? runChecks : undefined,
    action: `${check === undefined ? "Run the checks" : `Run \`${check.replaceAll("`", "'")}\``}.${quoted}`,
  };
}

const runChecks = "Run the project's checks before handing over";
const longestReport = 160;
const longestCommand = 56;
const longestQuote = 300;
/** `High:`, `[P1]`, `Medium Severity`. */
const grade =
  /^\*{0,2}\[?(?:critical|high|medium|low|major|minor|p[0-3])\]?\*{0,2}(?:[ -]severity)?[:\s]{0,3}/iu;
