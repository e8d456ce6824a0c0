import { affirmation, request, says, wordCount } from "./correction-words.ts";
import type { Answer, Remark } from "./user-correction.ts";

/**
 * Whether a short remark objects to what the agent has just done, by its grammar and by what came of it and not by a
 * known phrase: it denies something, says what the agent did or what should be, and the agent was stopped for it or
 * changed the same files again. A question, an answer to a question and the next task do none of that.
 */
export function objects(
  own: string,
  { sentences, remark, answer, isAsked }: Circumstances,
): boolean {
  const { isFirst, wasInterrupting, before } = remark;
  const hasWorked = before.edits > 0 || before.calls >= fewestCalls;
  if (isFirst || !hasWorked || (isAsked && !wasInterrupting)) return false;
  const words = wordCount(own);
  if (words < fewestWords || words > mostWords || isOther(sentences, own)) return false;
  // "I am not sure", "I had to reset it": about the person. "Maybe we should": a proposal.
  const others = sentences.filter((sentence) => !personal.test(sentence));
  const said = grammar.reduce(
    (sum, { pattern, weight }) => sum + (says(others, pattern) ? weight : 0),
    0,
  );
  if (said === 0) return false;
  return said + (answer.reworked === true ? 2 : 0) + (wasInterrupting ? 2 : 0) >= enough;
}

interface Circumstances {
  /** Of those words. */
  readonly sentences: readonly string[];
  readonly remark: Remark;
  readonly answer: Answer;
  readonly isAsked: boolean;
}

const fewestCalls = 3;
const fewestWords = 2;
/** Who writes more than this describes a task. */
const mostWords = 70;
const enough = 4;

export const personal =
  /^(?:(?:also|and|but|so|hm|anyway),? )?(?:i|im|ive|id|ich|je|eu|io|я|maybe|perhaps|vielleicht|peut-être|quizás|talvez|forse) /u;

function isOther(sentences: readonly string[], own: string): boolean {
  const first = sentences.slice(0, 1);
  return /[?？]/u.test(own) || says(first, request) || says(first, affirmation);
}

/** In the languages that agents are most used in. */
export const denial =
  /(?<![\p{L}\p{N}-])(?:not|no|never|nor|none|without|nothing|cannot|neither|(?:do|does|did|is|are|was|were|ca|could|should|would|wo|have|has|must)nt|nicht|kein(?:e|en|er|es)?|nie|pas|jamais|sans|sin|nunca|não|nem|non|senza|не|нет|без)(?![\p{L}\p{N}])|[不没别]|ない|않|말고|마세요/u;

/** Each is one way in which a sentence can be about what was done. Two of them are enough, or one and its effect. */
export const grammar: readonly { readonly pattern: RegExp; readonly weight: 1 | 2 }[] = [
  {
    pattern: denial,
    weight: 2,
  },
  {
    // What the agent did.
    pattern:
      /\byou(?:ve| have| had| just| also| already| still| again){0,2} (?:[a-z]{2,14}ed|did|made|put|wrote|took|ran|left|broke|forgot|kept|gave|chose|built|went|lost|set|cut)\b|\byour (?:[a-z]+ ){0,2}(?:is|are|was|were|does|did|breaks?|changes?|fix|approach|version)\b|\bdu hast\b|\btu as\b|\bhas (?:hecho|puesto|cambiado|olvidado)\b|\bvocê \p{L}+ou\b|\bhai \p{L}+to\b/u,
    weight: 2,
  },
  {
    // What should be.
    pattern:
      /\b(?:should|must|needs? to|has to|have to|supposed to|ought to|belongs?|sollte|muss|devrait|doit|debería|debe|deveria|deve|dovrebbe)\b|(?<!\p{L})(?:должен|должна|должно|должны|нужно)(?!\p{L})|应该|必须|べき|야 (?:해|합)/u,
    weight: 2,
  },
  // Words that set one thing against another.
  { pattern: /\b(?:instead|rather|only|just|already|actually|still)\b/u, weight: 1 },
  {
    // An order.
    pattern:
      /^(?:(?:please|pls|just|no|but|and|also|then|so|again|actually),? ){0,3}(?:use|prefer|keep|follow|run|put|write|add|include|commit|push|open|create|make|name|call|ask|check|verify|test|update|leave|stick|avoid|read|start|format|lint|remove|delete|rename|move|return|log|wrap|store|set|fix|reuse|change|revert|undo|drop|split|merge|do|dont|stop|never|always|show|replace|convert|simplify|match|mention|restore|extract|inline|reset|take|look|try|bring|get|give)\b/u,
    weight: 1,
  },
];
