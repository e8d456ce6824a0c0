import type { Body, Kind } from "../../lesson/record/body.ts";
import { firstPart } from "../../redact/excerpt.ts";
import { plainText } from "../../redact/plain-text.ts";
import type { SayingStory } from "../episodes/episode.ts";
import { essenceLine, listMark } from "./essence-of.ts";

/** What was said, by the fields of its kind. The words stay those of the person. */
export function sayingBody(
  kind: ProcessType,
  story: SayingStory,
  essence: string,
): Body<ProcessType> {
  const words = wholeWords(story.words);
  switch (kind) {
    case "checklist":
      return { title: essenceLine(essence), items: listItems(story.words), format: "checkbox" };
    case "pattern":
      return patternBody(story, words, essence);
    case "warning":
      return {
        risk: words,
        severity: severityOf(story),
        mitigation: isQuestion(words)
          ? asked
          : words === essence
            ? again
            : upTo(essence, longestPart),
      };
    case "requirement":
      return { constraint: words };
  }
}

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
const longestWords = 900;
const asked = "Do it only for a reason, and give the reason before the user asks.";
const again = "Do so from the start: it had to be said in several sessions.";

function patternBody(story: SayingStory, words: string, essence: string): Body<"pattern"> {
  const doing = whatWasDone(story);
  if (isQuestion(words)) {
    return {
      situation: doing,
      action: `Explain first: ${words}`,
    };
  }
  return { situation: situationIn(essence) ?? doing, action: words };
}

function isQuestion(words: string): boolean {
  return /^(?:\S{1,20},? ){0,2}(?:why|wtf|what|how|did|are|is|have|do|does)\b[^.!\n]{0,400}\?\s*$/iu.test(
    words,
  );
}

/** The condition that the sentence names. */
function situationIn(essence: string): string | undefined {
  const found =
    /\b(?:when(?:ever)?|before|after|every time|each time|while)\b [^.!?\n,;:]{8,160}/iu.exec(
      essence,
    )?.[0];
  return found === undefined ? undefined : found.charAt(0).toUpperCase() + found.slice(1).trim();
}

/** In few words: sayings are compared by all that stands here, and these are not the person's. */
function whatWasDone({ by, isRejection, tools }: SayingStory): string {
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

/** The paragraphs of a message as far as they fit; a word is not cut in two. */
function wholeWords(words: string): string {
  return upTo(plainText(words).replaceAll(/\n{3,}/gu, "\n\n"), longestWords);
}

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
