import type { LessonDraft, Flag, Scope } from "../../lesson/record/lesson.ts";
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
import { givesCause } from "../sayings/correction-words.ts";
import { askedSignal, runIn } from "../sayings/asked-orders.ts";
import { order } from "../sayings/note-about.ts";
import type { SayingStory } from "../episodes/episode.ts";
import { essenceLine, essenceOf } from "./essence-of.ts";
import { type PastedSaying, allChecks, needsRule, pastedSaying } from "./pasted-saying.ts";
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
  const isFirst = rule.isLasting || (cameBack && isRepeated(stories, sessions));
  // The body of a kind is made for that kind, which the types cannot follow.
  return {
    kind,
    summary: ruleLine(rule.rule),
    body: sayingBody(kind, story, rule.rule),
    ...restOf(scope, triggers),
    flags: isFirst ? [] : maybe,
  } as LessonDraft;
}

/** What was only asked for beside a task is a rule when it came with other tasks, too; a run of a program is a habit first. */
function isRepeated(stories: readonly SayingStory[], sessions: number): boolean {
  const [first] = stories;
  if (first === undefined || stories.some(({ signals }) => !signals.includes(askedSignal)))
    return stories.some(({ by }) => by === "person");
  const messages = new Set(stories.map(({ within }) => within)).size;
  return messages > 1 && (runIn(first.words) === undefined || sessions >= repeatedFrom);
}

const repeatedFrom = 3;
const maybe: readonly Flag[] = ["maybe"];
const needsPerson: readonly Flag[] = ["needsHumanFix", "maybe"];

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
function ruleIn({ by, words, noted, answer, signals }: SayingStory): SaidRule | undefined {
  const run = signals.includes(askedSignal) ? runIn(words) : undefined;
  if (run !== undefined) return { rule: `Run \`${run}\` before handing over`, isLasting: false };
  const said = asHeard(saidRule(words), signals);
  if (said?.isLasting === true)
    return by === "person" || isVow(words) ? said : { ...said, isLasting: false };
  const note = plainLine(noted ?? "");
  if (/\p{L}/u.test(note))
    return { rule: saidRule(note)?.rule ?? remembered(note), isLasting: true };
  if (said === undefined || by === "agent") return said;
  // A prohibition with its reason holds as long as the reason, and what the agent promises to keep to holds, too.
  const isReasoned = /^(?:do not|avoid)\b/iu.test(said.rule) && givesCause(said.rule);
  return {
    ...said,
    isLasting: (isReasoned && !isOfTheMoment(said.rule)) || isPromise(answer ?? ""),
  };
}

/** A line of instructions that orders nothing by its form is to be remembered. */
function remembered(note: string): string {
  if (order.test(note)) return note;
  const isWord = /^\p{Lu}\p{Ll}+\s/u.test(note);
  return `Remember: ${isWord ? note.charAt(0).toLowerCase() + note.slice(1) : note}`;
}

/** A norm lasts when it corrected the agent; else it says what is to be made. */
function asHeard(rule: SaidRule | undefined, signals: readonly string[]): SaidRule | undefined {
  if (rule?.isNorm !== true) return rule;
  const isCorrection = signals.length > 0 && !signals.some((name) => uncorrecting.has(name));
  return { rule: rule.rule, isLasting: isCorrection && !isOfTheMoment(rule.rule) };
}

const uncorrecting: ReadonlySet<string> = new Set(["said as a lesson", askedSignal]);

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
    summary: essenceLine(`${needsRule}: ${quote}`),
    body: { situation: doingOf(story), action: `${needsRule}: ${quote}` },
    ...restOf(scope),
    flags: needsPerson,
  };
}

function pastedDraft(
  { situation, action, ...pasted }: PastedSaying,
  { stories, story, scope, sessions }: PastedFrom,
): LessonDraft {
  const isJoined = stories.length > 1 && pasted.isCheck;
  const todo = isJoined ? `Run ${allChecks(stories)}.` : action;
  const summary = isJoined ? `Run ${allChecks(stories)} before handing over` : pasted.summary;
  const rest = { ...restOf(scope), flags: sessions > 1 && pasted.isCheck ? [] : maybe };
  if (sessions < repeatedFrom) {
    return { kind: "pattern", summary, body: { situation, action: todo }, ...rest };
  }
  const body = { risk: again, severity: severityOf(story), mitigation: todo };
  return { kind: "warning", summary, body, ...rest };
}

interface PastedFrom {
  readonly stories: readonly SayingStory[];
  readonly story: SayingStory;
  readonly scope: Scope;
  readonly sessions: number;
}

const again = "The user had to report it in several sessions.";
