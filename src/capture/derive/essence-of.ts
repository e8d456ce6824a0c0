import { hasSubcommands } from "../../shell/subcommands.ts";
import { longestSummary } from "../../lesson/record/lesson.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import {
  cause,
  isStandingRuleIn,
  says,
  sentencesOf,
  wordSignals,
} from "../sayings/correction-words.ts";
import { looksPasted } from "../sayings/own-words.ts";
import { shortSummary } from "../../lesson/outside/text.ts";

/**
 * The sentence that carries what somebody said: a rule or an order before a complaint, a complaint
 * before a question, the earlier of two. Empty when there are no words.
 */
export function essenceOf(words: string): string {
  const weighed = sentencesIn(words)
    .slice(0, mostSentences)
    .map((sentence) => ({ sentence, weight: weightOf(sentence) }));
  const [best] = weighed.toSorted((one, other) => other.weight - one.weight);
  if (best === undefined) return "";
  const essence = withoutOpening(best.sentence);
  // "But that one is blue" needs the sentence before it.
  const whole = withoutOpening(plainLine(words));
  return essence.length < shortestEssence && whole.length <= longestSummary ? whole : essence;
}

/** The essence on one line that fits: without the reason, the aside or the second half, before it is cut. */
export function essenceLine(essence: string): string {
  const line = upperFirst(plainLine(essence).replaceAll(address, shortAddress)).replace(
    /[\s.,;:–—-]{1,9}$/u,
    "",
  );
  if (Array.from(line).length <= longestSummary) return line;
  const end = [...line.matchAll(clauseEnd)].findLast(
    ({ index, 0: mark }) =>
      index >= (mark === ", " ? shortestHalf : shortestLine) &&
      index <= longestSummary &&
      !isInside(line, index),
  )?.index;
  return end === undefined ? shortSummary(line).summary : withoutOpenClause(line.slice(0, end));
}

/** A cut at a comma may leave half a thought: "…, so when we package it". What comes before it stands alone. */
function withoutOpenClause(text: string): string {
  const whole = text.replace(openClause, "");
  return (whole.length < shortestLine ? text : whole).trim();
}

const openClause =
  /, (?:(?:and|but|so) )?(?:so|because|since|as|when|whenever|if|unless|while|until|where|which|once) [^,]{1,80}$/iu;

const address = /\bhttps?:\/\/[\w.-]{1,100}(\/[^\s"'`)>\]]{0,300})?/gu;

/** The end of an address says what it is: `…/pull/64`. */
function shortAddress(url: string): string {
  const names = url
    .split(/[/?#]/u)
    .slice(3)
    .filter((name) => name !== "");
  return names.length === 0 ? url : `…/${names.slice(0, 5).slice(-2).join("/")}`;
}

/** Whether a place is in code or in quotes, which are not cut. */
function isInside(line: string, index: number): boolean {
  const before = line.slice(0, index);
  return ["`", '"'].some((mark) => before.split(mark).length % 2 === 0);
}

/** The sentences of a text as they were written, without the marks of a list. */
export function sentencesIn(words: string): readonly string[] {
  return unwrapped(plainText(words).slice(0, longestText))
    .split(/(?<=[^.][.!?])(?<!\b(?:\d|\d\d|e\.g|i\.e|etc|vs)\.)\s+|\n+/u)
    .map((sentence) => sentence.replace(listMark, "").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** A line that was broken for its length goes on in the next one. */
function unwrapped(text: string): string {
  let previous = "";
  let whole = "";
  for (const line of text.split("\n")) {
    const goesOn = previous.length >= wrappedFrom && !/[.!?:;]$/u.test(previous);
    whole += goesOn && line.trim() !== "" && !listMark.test(line.trim()) ? " " : "\n";
    whole += line.trim();
    previous = line.trim();
  }
  return whole;
}

/** Without what people say before they say it: "hmm", "ok so", "yes and please". */
export function withoutOpening(sentence: string): string {
  let rest = sentence.trim();
  for (let times = 0; times < mostOpenings; times += 1) {
    const without = rest.replace(opening, "").replace(/^[\s,.!:–—-]{1,9}/u, "");
    if (without === rest || wordCount(without) < 2) break;
    rest = without;
  }
  return rest;
}

export const listMark = /^(?:[-*•+]|\d{1,2}[.):]|#{1,6})\s{1,4}/u;

const longestText = 2000;
const mostSentences = 20;
const wrappedFrom = 60;
const shortestEssence = 30;
const mostOpenings = 6;
const shortestLine = 24;
/** A comma ends less than a reason does: what is left must be nearly all. */
const shortestHalf = 48;

const opening =
  /^(?:hm{1,5}|um|uh|ok(?:ay)?|oh|ah|so|well|yeah|yes|yep|yup|no|nope|wait|hey|hi|hello|actually|also|and|but|great|thanks|thank you|perfect|cool|nice|please|pls|sorry|alright|right|again|i think|i guess|i mean|q:|looks good|good (?:catch|point)|good|got it|understood|noted|you[’']re right)(?=[\s,.!:–—-])/iu;
const clauseEnd =
  /(?:,| -| –| —|;|:)? (?:because|since|so that|otherwise|as that|as this|as it|which|e\.g\.|but|whereas|unless)\b|, |; | - | – | — | \(/giu;

const orders: ReadonlySet<string> = new Set(["prohibition", "should-not", "necessity", "demand"]);
const direction =
  /\b(?:should|must|need(?:s)? to|have to|instead|only|make sure|ensure|use|run|want|rather|put|keep|leave)\b/iu;

function weightOf(sentence: string): number {
  if (looksPasted(sentence)) return -4;
  const parts = sentencesOf(withoutOpening(sentence));
  const found = wordSignals.filter(({ pattern, also }) => says(parts, pattern, also));
  const isRule = isStandingRuleIn(parts) ? 4 : 0;
  const isOrder = found.some(({ name }) => orders.has(name)) ? 3 : 0;
  const tells = direction.test(sentence) ? 2 : 0;
  const complains = found.length > 0 ? 1 : 0;
  const hasReason = says(parts, cause) ? 1 : 0;
  const asks = sentence.endsWith("?") ? -1 : 0;
  const isTooLittle = wordCount(withoutOpening(sentence)) < 4 ? -2 : 0;
  const isOnlyAddress = /^\S{0,20}\s?https?:\/\/\S{1,400}$/u.test(sentence) ? -3 : 0;
  return isRule + isOrder + tells + complains + hasReason + asks + isTooLittle + isOnlyAddress;
}

function wordCount(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== "").length;
}

/** Programs whose names people also say without meaning them. */
const verbs: ReadonlySet<string> = new Set("make go just task stack mix bundle".split(" "));

/** A name keeps its case: `npm run`, `fooBar`. */
function upperFirst(text: string): string {
  const word = /^(?:i|[a-z]{2,20})(?=(?:['’][a-z]{1,3})?[\s,])/u.exec(text)?.[0];
  if (word === undefined || (hasSubcommands(word) && !verbs.has(word))) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
