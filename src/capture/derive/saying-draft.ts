import type { LessonDraft, Flag, Scope } from "../../lesson/record/lesson.ts";
import { tellingLine } from "../../agents/outcome/read-output.ts";
import { languagesOfFiles } from "../../lesson/record/language-tags.ts";
import { plainLine } from "../../redact/plain-text.ts";
import {
  type ProcessType,
  doingOf,
  inferProcessType,
  listItems,
  ruleLine,
  sayingBody,
  severityOf,
} from "./saying-body.ts";
import {
  failingCheck,
  givesCause,
  says,
  sentencesOf,
  supposition,
} from "../sayings/correction-words.ts";
import { ownWords, reviewMark } from "../sayings/own-words.ts";
import type { SayingStory } from "../episodes/episode.ts";
import { essenceLine, essenceOf, sentencesIn, withoutOpening } from "./essence-of.ts";
import { plainMessage } from "../facts/blame.ts";
import { type SaidRule, saidRule } from "./said-rule.ts";
import { sayingTriggers } from "./saying-triggers.ts";

/**
 * The lesson in what was said, as an order to the agent; the quotes are its evidence. What neither lasts nor came back
 * in another session is a "maybe", and so is what cannot be put as an order. Said in three sessions, it is a warning:
 * the agent does not learn it by itself.
 */
export function sayingDraft(
  stories: readonly SayingStory[],
  scope: Scope,
  sessions: number,
): LessonDraft {
  const { story, rule } = tellingRule(stories);
  const cameBack = sessions > 1;
  const pasted =
    story.by === "person" && rule?.isLasting !== true ? pastedSaying(story.words) : undefined;
  if (pasted !== undefined) return pastedDraft(pasted, { stories, story, scope, sessions });
  if (rule === undefined) return unclearDraft(story, scope);
  const triggers = sayingTriggers(story, rule.rule);
  const kind = sessions >= repeatedFrom ? "warning" : kindOf(story, rule.rule);
  const isFirst = rule.isLasting || (cameBack && story.by === "person");
  // The body of a kind is made for that kind, which the types cannot follow.
  return {
    kind,
    summary: ruleLine(rule.rule),
    body: sayingBody(kind, story, rule.rule),
    ...restOf(scope, triggers),
    flags: isFirst ? [] : maybe,
  } as LessonDraft;
}

const repeatedFrom = 3;
const maybe: readonly Flag[] = ["maybe"];
const needsRule: readonly Flag[] = ["needsHumanFix", "maybe"];

function restOf(scope: Scope, triggers: LessonDraft["triggers"] = {}) {
  return {
    tags: languagesOfFiles(triggers.pathPatterns ?? []),
    scope,
    triggers,
    source: "heuristic",
  } as const;
}

/** The story that says it best, and the rule in it; the same whatever was heard first. */
function tellingRule(stories: readonly SayingStory[]): {
  readonly story: SayingStory;
  readonly rule: SaidRule | undefined;
} {
  const readings = stories.map((story) => ({ story, rule: ruleIn(story) }));
  const [best] = readings.toSorted(
    (one, other) =>
      Number(other.rule?.isLasting === true) - Number(one.rule?.isLasting === true) ||
      Number(other.rule !== undefined) - Number(one.rule !== undefined) ||
      Number(other.story.noted !== undefined) - Number(one.story.noted !== undefined) ||
      Number(other.story.by === "person") - Number(one.story.by === "person") ||
      other.story.words.length - one.story.words.length ||
      (JSON.stringify(one.story) < JSON.stringify(other.story) ? -1 : 1),
  );
  if (best === undefined) throw new Error("a saying without a story");
  return best;
}

/** What the agent wrote down in answer are its words; else the person's own, put as an order. */
function ruleIn({ by, words, noted, answer }: SayingStory): SaidRule | undefined {
  const said = saidRule(words);
  if (said?.isLasting === true)
    return by === "person" || isVow(words) ? said : { ...said, isLasting: false };
  const note = plainLine(noted ?? "");
  if (/\p{L}/u.test(note)) return { rule: saidRule(note)?.rule ?? note, isLasting: true };
  if (said === undefined || by === "agent") return said;
  // A prohibition with its reason holds as long as the reason, and what the agent promises to keep to holds, too.
  const isReasoned = /^(?:do not|avoid)\b/iu.test(said.rule) && givesCause(said.rule);
  return {
    ...said,
    isLasting: (isReasoned && !isOfTheMoment(said.rule)) || isPromise(answer ?? ""),
  };
}

/** Only what the agent binds itself to; its other sentences about what is to come describe what it made. */
function isVow(words: string): boolean {
  return /\bi(?:['’]ll| will| won['’]?t)\b/iu.test(words);
}

function isPromise(answer: string): boolean {
  return /\bi(?:['’]ll| will| won['’]?t)\b[^.\n]{3,120}\b(?:from now on|going forward|in (?:the )?future|again)\b/iu.test(
    answer,
  );
}

/** Speaks of one thing that lies before both: "the new test", "this". */
function isOfTheMoment(rule: string): boolean {
  return /\b(?:this|that|these|those|it|now|yet|here)\b(?= ?(?:$|[a-z]+$|file|one|test|branch))/iu.test(
    rule.split(/ (?:because|since|as|otherwise) | - /iu)[0] ?? "",
  );
}

/** A list is a checklist, what names an occasion a pattern, all else a requirement. */
function kindOf({ words, noted }: SayingStory, rule: string): ProcessType {
  if (noted === undefined && listItems(words).length > 1) return "checklist";
  const type = inferProcessType(rule);
  return type === "warning"
    ? "warning"
    : /^(?:when|whenever|before|after|every time)\b/iu.test(rule)
      ? "pattern"
      : "requirement";
}

/** Nobody can follow it as it stands: a person has to say what the rule is. */
function unclearDraft(story: SayingStory, scope: Scope): LessonDraft {
  const items = listItems(story.words);
  if (items.length > 1) {
    const title = "Go through each of these points";
    const body = { title, items, format: "checkbox" } as const;
    return { kind: "checklist", summary: title, body, ...restOf(scope), flags: maybe };
  }
  const said = essenceLine(essenceOf(story.words) || essenceOf(story.answer ?? ""));
  const quote = said === "" ? "see the log" : `“${said}”`;
  return {
    kind: "pattern",
    summary: essenceLine(`${unclear}: ${quote}`),
    body: { situation: doingOf(story), action: `${unclear}: ${quote}` },
    ...restOf(scope),
    flags: needsRule,
  };
}

const unclear = "Needs a rule from you";

function pastedDraft(
  pasted: PastedSaying,
  {
    stories,
    story,
    scope,
    sessions,
  }: {
    readonly stories: readonly SayingStory[];
    readonly story: SayingStory;
    readonly scope: Scope;
    readonly sessions: number;
  },
): LessonDraft {
  const { situation, action, general } = pasted;
  const summary = stories.length > 1 ? (general ?? pasted.summary) : pasted.summary;
  const rest = { ...restOf(scope), flags: sessions > 1 && pasted.isCheck ? [] : maybe };
  if (sessions < repeatedFrom) {
    return { kind: "pattern", summary, body: { situation, action }, ...rest };
  }
  const body = { risk: summary, severity: severityOf(story), mitigation: action };
  return { kind: "warning", summary, body, ...rest };
}

/** What a person only passed on, as situation and action: output, a review, or that a check fails. */
interface PastedSaying {
  readonly summary: string;
  readonly situation: string;
  readonly action: string;
  /** The summary when it was passed on more than once, about other things each time. */
  readonly general?: string | undefined;
  /** A check that the agent could have run, and no opinion about the code. */
  readonly isCheck: boolean;
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
    isCheck: true,
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
    summary: essenceLine(`${unclear}: “${essenceLine(said)}”`),
    isCheck: false,
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
    isCheck: true,
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
