import { factOfPlace, failingCheck, request, says, supposition } from "./correction-words.ts";

/** Where the work stood when a short remark was made. */
export interface WorkSoFar {
  /** The agent had done something that can be corrected. */
  readonly hasWorked: boolean;
  /** The agent had asked or offered something, so that the remark answers it. */
  readonly isAsked: boolean;
  readonly wasInterrupting: boolean;
}

/** Something that speaks for (or against) a remark being a correction, and how much. */
export interface Weighed {
  readonly name: string;
  readonly weight: number;
}

/**
 * What means something only when it is all that was said. People correct finished work in a few words and without a
 * word that marks a correction: "use the logger", "no default exports", "it should live in setup.sh". The same words at
 * the end of a long message, or before anything was changed, are the task itself.
 */
export function weighShortRemark(
  sentences: readonly string[],
  { hasWorked, isAsked, wasInterrupting }: WorkSoFar,
): readonly Weighed[] {
  const found: Weighed[] = [];
  if (wasInterrupting && says(sentences, factOfPlace)) found.push({ name: "fact", weight: 2 });
  if (!hasWorked) return found;
  const hasFailed = says(sentences, failingCheck) && !says(sentences, supposition);
  if (hasFailed || says(sentences, asksAboutError))
    found.push({ name: "failing-check", weight: 3 });
  const first = sentences.slice(0, 1);
  if (isAsked || says(first, request)) return found;
  if (says(first, plainOrder)) found.push({ name: "plain-order", weight: 3 });
  else if (says(first, norm) && !says(sentences, complaint))
    found.push({ name: "norm", weight: 3 });
  return found;
}

/** "why error while running the linter": it should have been seen before the work was called done. */
export const asksAboutError =
  /^(?:and |but |so )?why (?:is there |are there |do i get |am i getting |do we get )?(?:the |this |that |an |a |so many |these )?(?:error|errors|failure|failures|warning|warnings)\b/u;

/** Which thing to take, and which not. Orders to do more ("add a test", "run it again") are the next task. */
export const plainOrder =
  /^(?:please |pls |and |also |just |again |only |no,? )?(?:(?:use|prefer|keep to|stick to|follow|stay with) (?!this|that|it\b|them|these|skill|\/|the (?:skill|following)|your)[\w@./' -]{2,90}|no (?!need|problem|worries|idea|more|longer|way|rush|issue|changes?|wait|thanks|one|matter|i\b|it\b|its\b|you\b|that\b|thats\b|the\b|this\b|we\b|just\b|dont\b|not\b|lets\b|but\b)[\w@./-]{2,40}(?: [\w@./-]{1,40}){0,3})$/u;

/** What should be, said of the thing and not of the agent's next step. */
export const norm =
  /^(?:and |but |also |so |because |i think |no,? |well,? ){0,2}(?:(?:the|a|an|this|that|these|those|it|its|all|every|each|our|new) [\w@./ -]{0,60}|(?!i |we |they |perhaps |maybe )[\w@./-]{1,60} (?:(?!i |we )[\w@./-]{1,40} )?|you |we (?=\w{4,6} (?:be|have|use|keep|only|never|always|not) ))(?:should(?!nt)|shouldnt|should not|must|mustnt|needs? to (?:be|have|go|live|use|follow)|have to (?:be|have|use)|has to (?:be|have|use)|belongs?)(?: |$)/u;
/** About how it looks or runs just now: to be mended, not remembered. */
export const complaint = /\b(?:\[image|screenshot|broken|not working|doesnt work|image \d)\b/u;
