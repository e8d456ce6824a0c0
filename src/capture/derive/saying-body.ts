import type { Body, Kind } from "../../lesson/record/body.ts";
import { firstPart } from "../../redact/excerpt.ts";
import { plainText } from "../../redact/plain-text.ts";
import type { SayingStory } from "../episodes/episode.ts";
import { longestSummary } from "../../lesson/record/lesson.ts";
import { essenceLine, listMark } from "./essence-of.ts";

/** The rule by the fields of its kind, with the reason where it was given. */
export function sayingBody(kind: ProcessType, story: SayingStory, rule: string): Body<ProcessType> {
  const { order, reason } = withoutReason(rule);
  const rationale = reason === undefined ? {} : { rationale: reason };
  switch (kind) {
    case "checklist":
      return { title: ruleLine(rule), items: listItems(story.words), format: "checkbox" };
    case "pattern":
      return { situation: situationIn(rule) ?? doingOf(story), action: order, ...rationale };
    case "warning":
      return {
        risk: reason ?? again,
        severity: severityOf(story),
        mitigation: upTo(order, longestPart),
      };
    case "requirement":
      return { constraint: upTo(order, longestPart), ...rationale };
  }
}

/** The rule on one line: without its reason and its asides before it is cut. */
export function ruleLine(rule: string): string {
  const { order } = withoutReason(rule);
  const shorter = order.replaceAll(aside, "");
  const bare = upperFirst(shorter.replace(/^remember: /iu, ""));
  const main = upperFirst(bare.replace(occasion, ""));
  const fitting = [order, shorter, bare, main].find((line) => line.length <= longestSummary);
  return essenceLine(fitting ?? main);
}

function upperFirst(text: string): string {
  return /^[a-z]+\s/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** What a rule begins with when it says first at which occasion it holds; what is left must be an order. */
export const occasion =
  /^(?:when|whenever|before|after|every time|while|if) [^;]{8,200}?, (?=(?:always|never|do not|don['’]t|use|prefer|keep|run|put|write|add|ask|check|verify|make|ensure|read|look|update|test|confirm|avoid|leave)\b)/iu;

export const aside =
  / ?\([^()]{1,200}\)| such as [^;]{1,200}?(?= (?:before|after|when|instead|unless)\b|$)|, (?:including|such as|like|e\.g\.,?|for example) [^,;]{1,60}?(?=,|;|$| (?:has|have|is|are|must|should)\b)/giu;

/** "do not amend commits because the bot counts them": the order, and why. */
function withoutReason(rule: string): {
  readonly order: string;
  readonly reason: string | undefined;
} {
  const parts = reasonAt.exec(rule);
  if (parts === null || parts.index < shortestOrder) return { order: rule, reason: undefined };
  const reason = rule.slice(parts.index + parts[0].length).trim();
  if (reason.length < shortestReason) return { order: rule, reason: undefined };
  const order = rule.slice(0, parts.index).trim();
  return { order, reason: reason.charAt(0).toUpperCase() + reason.slice(1) };
}

const shortestOrder = 12;
const shortestReason = 8;
export const reasonAt =
  /[,;]? (?:because|since|otherwise|as (?=it|that|this|they|the)|[-–—] (?=it|that|this|they))/iu;

export function severityOf({ isCritical }: SayingStory): string {
  return isCritical ? "critical" : "high";
}

/** The lines of a list in a message; empty when there is none. */
export function listItems(words: string): readonly string[] {
  const items = plainText(words)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => listMark.test(line))
    .map((line) => line.replace(listMark, ""))
    .filter((item) => /\p{L}/u.test(item));
  // Numbered questions and numbered findings are no things to do.
  const isToDo = items.every((item) => item.length <= longestItem && !item.includes("?"));
  return isToDo ? items.slice(0, mostItems) : [];
}

const longestItem = 160;
const mostItems = 12;
const longestPart = 400;
const again = "It had to be said in several sessions.";

/** The condition that the sentence names. */
function situationIn(essence: string): string | undefined {
  const found =
    /\b(?:when(?:ever)?|before|after|every time|each time|while)\b [^.!?\n,;:]{8,160}/iu.exec(
      essence,
    )?.[0];
  return found === undefined ? undefined : found.charAt(0).toUpperCase() + found.slice(1).trim();
}

/** In few words: sayings are compared by all that stands here, and these are not the person's. */
export function doingOf({ by, isRejection, tools }: SayingStory): string {
  const work = works.find(({ names }) => tools.some((tool) => names.test(tool)))?.work;
  if (work !== undefined) return `${isRejection ? "Refused while" : "While"} ${work}.`;
  if (by === "agent") return "In general.";
  return isRejection ? "Refused." : "At work.";
}

const works: readonly { readonly names: RegExp; readonly work: string }[] = [
  { names: /^(?:Edit|Write|MultiEdit|NotebookEdit|apply_patch|replace)$/iu, work: "editing files" },
  {
    names: /^(?:Bash|PowerShell|shell|exec_command|run_shell_command)$/iu,
    work: "running commands",
  },
  { names: /^(?:Read|Grep|Glob|LS|WebFetch|WebSearch)$/iu, work: "looking around" },
  { names: /^(?:Task|Agent|Skill)$/iu, work: "delegating work" },
  { names: /plan|todo/iu, work: "planning" },
];

function upTo(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : `${firstPart(text, longest).trim() || text.slice(0, longest)} …`;
}

/** The kinds that a sentence of advice can be. */
export type ProcessType = Extract<Kind, "checklist" | "pattern" | "warning" | "requirement">;

/**
 * Which kind fits a sentence of advice: the first whose indicators it contains, `pattern` when none.
 * Indicators are whole words: "command" does not contain "and", "auto-complete" not "complete".
 */
export function inferProcessType(text: string): ProcessType {
  const plain = text.replaceAll("’", "'");
  return indicators.find(({ pattern }) => pattern.test(plain))?.type ?? "pattern";
}

/** In this order: a sentence of several steps is a checklist even when it says "always". */
const indicators: readonly { readonly type: ProcessType; readonly pattern: RegExp }[] = [
  {
    type: "checklist",
    pattern: phrasePattern([
      "also need",
      "don't forget",
      "all files",
      "complete",
      "both",
      "and",
      "also update",
    ]),
  },
  { type: "pattern", pattern: phrasePattern(["when", "always", "whenever", "after", "before"]) },
  {
    type: "warning",
    pattern: phrasePattern(["risk", "danger", "careful", "could", "might", "warning"]),
  },
  {
    type: "requirement",
    pattern: phrasePattern(["must", "required", "constraint", "cannot", "should not"]),
  },
];

function phrasePattern(phrases: readonly string[]): RegExp {
  const alternatives = phrases.map((phrase) => phrase.replaceAll(" ", "\\s+")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${alternatives})(?![\\p{L}\\p{N}_-])`, "iu");
}
