import { hasSubcommands } from "../../shell/subcommands.ts";
import { wordCount } from "./correction-words.ts";

/**
 * What a message forbids or has run beside its task: "add the page, then run make fix and don't touch the theme". Said
 * once it is a part of that task; the same order in another session is a rule that the person has to repeat.
 */
export function askedOrders(own: string): readonly string[] {
  // Long messages and lists are written by programs, or describe the task point by point.
  if (wordCount(own) > mostWords || listed.test(own)) return [];
  const orders = own
    .split(clauseEnd)
    .map((clause) => clause.replace(opening, "").replace(/[\s.!,;]{1,20}$/u, ""))
    .filter((clause) => forbids.test(clause) || isRun(clause));
  return [...new Set(orders)].slice(0, mostOrders);
}

/** What a story of such an order is marked with. */
export const askedSignal = "asked";

/** `run make fix` and nothing behind it: a program that we know, with what it is to do. */
function isRun(clause: string): boolean {
  const program = runs.exec(clause)?.[1];
  return program !== undefined && hasSubcommands(program);
}

/** Whether an order asks for a run of a program. */
export function runIn(order: string): string | undefined {
  return runs.test(order) ? order.replace(/^run\s+/iu, "").replaceAll(/["`]/gu, "") : undefined;
}

const mostWords = 80;
const mostOrders = 3;

export const listed = /\n\s{0,6}(?:[-*•]|\d{1,2}[.)])\s/u;
export const clauseEnd =
  /[.!?;](?=\s|$)|\n|, (?:and |but |then )?| (?:and )?then | and (?=(?:do not|don['’]?t|dont|never|run)\b)/iu;
const opening = /^\s*(?:(?:please|pls|also|but|and|just|then|ok|okay),? ){0,3}/iu;
export const forbids =
  /^(?:do not|don['’]?t|dont|never) (?!worry|think|know|see|forget|want|need|have|care|mind|understand|like|be|do|get|you|we|i\b|change anything|look)[a-z]{2,20} (?!it$|this|that|them|anything$|yet|now)\S[^\n]{4,90}$/iu;
export const runs =
  /^run ["`]?([a-z][a-z0-9_-]{1,20}) [\w:./-]{2,40}(?: [\w:./-]{1,40}){0,3}["`]?$/u;
