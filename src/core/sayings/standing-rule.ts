import { says, sentencesOf } from "./speech.ts";

/** Whether the words are a rule for the times to come, and not an order for this one. */
export function isStandingRule(text: string): boolean {
  return isStandingRuleIn(sentencesOf(text));
}

export function isStandingRuleIn(sentences: readonly string[]): boolean {
  return (
    says(sentences, everyTime) ||
    says(sentences, ours) ||
    says(sentences, general) ||
    says(sentences, order, anyMore)
  );
}

export const everyTime =
  /\b(?:from now on|from here on|going forward|moving forward|in (?:the )?future,? (?:please|you|dont|do not|use|always|never|only|just|ask|run)|next time|every time you|each time you|whenever you|any ?time you|by default you|as a (?:general )?rule|rule of thumb|for all (?:future|new|our)|(?:remember|keep in mind|have in mind|bear in mind|note)(?: to| that|:|,)|dont ever|do not ever|never ever|ab jetzt|in zukunft|à lavenir|dorénavant|a partir de ahora|de ahora en adelante)\b/u;
export const ours =
  /\b(?:in (?:this|our|my) (?:project|repo|repository|codebase|workspace|team),? (?:we|you|use|always|never|dont|do not|it is|its|everything|all)|we (?:always|never|prefer|dont (?:use|do|commit|want|allow|write|put|add|ever)|do not (?:use|do|commit|want|allow|write|put|add))|this (?:project|repo|repository|codebase) (?:uses|requires|follows|does not|doesnt)|ask (?:me )?(?:first|before)|without asking|our (?:convention|policy|rule|standard|practice|guideline)s? (?:is|are|here|says?)|the (?:convention|policy|rule|standard|pattern) (?:is|here|was)|(?:use|using) \w+ as (?:the|our|a) |wherever (?:we|you|possible)|whenever possible)\b/u;
/** "always", "never" and "must" by themselves, where they give an order or say what holds. */
export const general =
  /^(?:please |and |also |but |so ){0,3}(?:always|never)\b|\b(?:you|should|must|are|is|to) (?:always|never|only ever)\b|\b(?:nie|niemals|immer|jamais|toujours|nunca|siempre)\b/u;
/** "dont look there anymore". */
export const order = /(?:^|, )(?:please )?(?:dont|do not|stop) (?!see|have|know|need)/u;
export const anyMore = /\bany ?more\b/u;
