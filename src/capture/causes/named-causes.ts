import { unquoted } from "../sayings/own-words.ts";
import { causeTerms } from "./cause-terms.ts";
import { statesIn } from "./states.ts";

/** A cause that the agent states. */
export interface NamedCause {
  /** The sentence as it was written. */
  readonly sentence: string;
  /** The first is what it is known by. */
  readonly terms: readonly string[];
  /** A command that the agent says helps. */
  readonly said?: string | undefined;
  /** The sentence itself says that something fails. */
  readonly saysFailure: boolean;
  /** It says why. Otherwise it only states how things are, which counts right after a failure. */
  readonly saysWhy: boolean;
}

/**
 * The sentences of a text that say what is at fault around the work: not what is wrong in it, not what may be.
 * One that only states how things are counts when something has just failed. Where nothing is known to have failed,
 * only sentences count that say so, and most are not looked at any further.
 */
export function namedCauses(
  text: string,
  isFresh = true,
  { onlyFailures = false }: { readonly onlyFailures?: boolean } = {},
): readonly NamedCause[] {
  // Nearly all texts have none of these words.
  if (!hint.test(text)) return [];
  const sentences = new Sentences(text.slice(0, longestText));
  return sentences.raw.flatMap((raw, at) => {
    // Most sentences are not looked at any further, and those are not even cleaned.
    const mayGive = saysHint.test(raw.toLowerCase().replaceAll("’", "'"));
    if (!isFresh && !mayGive) return [];
    if (onlyFailures && !failure.test(raw) && !elsewhere.test(raw)) return [];
    const sentence = sentences.at(at);
    if (sentence === undefined) return [];
    const cause = causeIn(sentence, () => sentences.before(at), { mayGive, isFresh });
    if (cause === undefined) return [];
    const said = helpIn(sentence) ?? helpIn(sentences.after(at) ?? "");
    return [{ ...cause, said }];
  });
}

const hint =
  /because|cause|due to|root|culprit|turns out|comes? from|came from|pre-?existing|unrelated|stale|left|outdated|expired|missing|n['’]t |not |never|already|globally|fail|error|problem|issue|block|break|broke|corrupt|throw|crash|no /i;
/** One of these is in every sentence that says why. */
const saysHint =
  /because|caus|due to|culprit|issue|problem|reason|blocke|turns out|since|why| from|fail|error|can't|cannot|breaks|broke|crash|pick|existing|unrelated|related|environment|sandbox|infra|nothing to|part of|already/;
const longestText = 10_000;
const longestSentence = 400;

/** The sentences of a text. A full stop in code, a path or a number ends nothing; code blocks say nothing. */
class Sentences {
  /** As they were written, with those that are none. */
  readonly raw: readonly string[];

  constructor(text: string) {
    const raw: string[] = [];
    let start = 0;
    for (const { index, 0: mark } of unquoted(text).matchAll(/[.!?:](?=[\s*)"])|\n/gu)) {
      raw.push(text.slice(start, index + mark.length));
      start = index + mark.length;
    }
    this.raw = [...raw, text.slice(start)];
  }

  /** Without the marks of a list or a heading; undefined for what is no sentence. */
  at(index: number): string | undefined {
    const sentence = (this.raw[index] ?? "")
      .replaceAll("’", "'")
      .replaceAll("**", "")
      .replace(/^[\s>*#)"-]{1,20}(?:\d{1,2}[.)]\s)?/u, "")
      .trim();
    const isOne =
      sentence.length >= shortestSentence &&
      sentence.length <= longestSentence &&
      !/^(?:```|~~~|\|)/u.test(sentence);
    return isOne ? sentence : undefined;
  }

  before(index: number): string | undefined {
    for (let at = index - 1; at >= 0; at -= 1) {
      const sentence = this.at(at);
      if (sentence !== undefined) return sentence;
    }
    return undefined;
  }

  after(index: number): string | undefined {
    for (let at = index + 1; at < this.raw.length; at += 1) {
      const sentence = this.at(at);
      if (sentence !== undefined) return sentence;
    }
    return undefined;
  }
}

const shortestSentence = 12;

function causeIn(
  sentence: string,
  sentenceBefore: () => string | undefined,
  { mayGive, isFresh }: { readonly mayGive: boolean; readonly isFresh: boolean },
): Omit<NamedCause, "said"> | undefined {
  const because = mayGive ? why.exec(sentence) : null;
  const isElsewhere = mayGive && elsewhere.test(sentence);
  // How things are counts only right after a failure, and most sentences say nothing else.
  if (because === null && !isElsewhere && !isFresh) return undefined;
  const isState = statesIn(sentence).length > 0;
  if (because === null && !isElsewhere && !isState) return undefined;
  if (isSupposed.test(sentence) || denies.test(sentence) || isOwnSlip.test(sentence)) {
    return undefined;
  }
  if (isOwnReason(sentence, because)) return undefined;
  const saysFailure = failure.test(sentence);
  const saysWhy =
    (because !== null && (saysFailure || isState || fault.test(because[0]))) ||
    (isElsewhere && saysFailure);
  const isPlainState = isState && sentence.length <= longestState && !isOfAgent.test(sentence);
  const terms = causeTerms(sentence);
  if (terms.length > 0) {
    return saysWhy || isPlainState ? { sentence, terms, saysFailure, saysWhy } : undefined;
  }
  // "This is unrelated to my changes" speaks of what was said before.
  const isAboutBefore =
    isElsewhere && /^(?:this|that|these|those|it|they|both|all)\b/iu.test(sentence);
  const before = isAboutBefore ? sentenceBefore() : undefined;
  if (before === undefined) return undefined;
  if (!failure.test(before) || isSupposed.test(before) || isOwnSlip.test(before)) return undefined;
  const named = causeTerms(before);
  return named.length === 0
    ? undefined
    : { sentence: before, terms: named, saysFailure: true, saysWhy: true };
}

/** "Redis isn't running." says enough; a long sentence speaks of more. */
const longestState = 160;
const isOfAgent = /^(?:so |and |now |then |also |first,? )?(?:I|we)\b/i;

/**
 * The words with which a cause is given. Expressions that only test a sentence are without the flag `u` here: together
 * with `i` it makes them take V8 two to five times as long to make, this one 7.5 ms instead of 1.5.
 */
const why =
  /\bbecause\b|\bcaus(?:es?|ed|ing)\b|\bdue to\b|\b(?:root cause|culprit)\b|\bthe (?:(?:real|actual|underlying|core|only|remaining) )?(?:issue|problem|cause|reason|blocker)(?: here)? (?:is|was|are)\b|\bturns out\b|\b(?:fail\w{0,4}|errors?|breaks?|broke|crash\w{0,3})\b[^.]{0,30} since (?!then|the last|yesterday|v?\d)|\b(?:that|which)(?:'s| is) why\b|\b(?:comes?|came|coming|stems?|stemming|result(?:s|ing)?) from\b|\b(?:failures?|errors?|failed|failing)\b[^.]{0,60}\b(?:is|are|was|were) (?:all |only |just |both |entirely )?(?:in|from|inside|under)\b|\bfail(?:s|ed|ing)? (?:until|unless|without|when|whenever|from)\b|\bcan(?:not|'t) \w{2,20}(?: \S{1,30}){0,3} (?:until|unless|without)\b|\bso (?:the |all |every |any )?\S{1,30}(?: \S{1,30}){0,4} (?:fails?|failed|can(?:not|'t)|breaks?|errors?)\b|\b(?:picks?|picked|picking) up\b|(?<!\b(?:PR|request|merge|release) (?:is|was) )\bblocked by\b|\b(?:makes?|made|making) (?:the |all |every )?\S{1,30}(?: \S{1,30}){0,3} (?:fail|crash|hang)\b|\b(?:breaks|broke) (?:the |all |every )?(?:\S{1,30} ){0,2}(?:tests?|build|hook|lint|suite|commit|checks?|install|CI)\b/i;

/** Who speaks of a problem has seen something fail. */
const fault = /issue|problem|cause|culprit|blocker/i;

const failure =
  /\bfail|\berrors?\b|\bbroke|\bbreak|\bcrash|\bblock(?:s|ed|ing)\b|\btime(?:s|d)? ?out|\brefus|\breject|\bcannot\b|\bcan['’]t\b|\bcould(?:n['’]t| not)\b|\bhangs?\b|\bhung\b|\bthrows?\b|\bthrew\b|\bexit(?:s|ed)? (?:with|code|status)|\bnot (?:pass|work)|\bred\b|\bflak/i;

/** The agent says that what fails is not its work. */
const elsewhere =
  /\bpre-?existing\b|\bunrelated\b|\bnot (?:related to|caused by|from|due to|part of) (?:my|our|this|these|the|any)\b|\b(?:environment(?:al)?|sandbox|infrastructure|local) (?:issue|problem|limitation|failure|restriction)|\bnothing to do with\b|\balready (?:fail|broken|red)/i;

/** What may be, what is asked or answered, and what is about to be looked at. */
const isSupposed =
  /\?\s*$|\b(?:might|maybe|perhaps|could be|could have|may be|may have|probably|possibly|likely|presumably|suspect|whether|see if|check if|in case|would|unclear|not sure|seems?|hypothes|if the|if it|if you|if we)\b|^(?:yes|no|right|correct|let me|let's|when|whenever|next,?|now let|I'll|I will|I want|I need|I should)\b|^(?:I'm|we're|I am) \w{2,20}ing\b|\]\(/i;
const denies =
  /\b(?:not|n['’]t) (?:because|the (?:cause|reason|issue|problem)|actually because|really because)\b|\b(?:not|n['’]t) (?:due to|caused by|from) (?!my|our|this|these|the change|any)|\bno longer (?:fail|an? (?:issue|problem))/i;
/** What the agent did wrong itself will not be there in another session. */
const isOwnSlip =
  /\bbecause (?:of )?(?:I|we|my|our)\b|(?<!\bnot )\b(?:caused by|due to|comes? from) (?:my|our)\b|\bI (?:forgot|mis\w{2,12}|accidentally|mistakenly|wrongly|introduced|broke)\b|\bmy (?:earlier|previous|own|mistake|bug|regex|command)\b/i;

/** "I run X because Y": why the agent does something, not why something fails. */
function isOwnReason(sentence: string, because: RegExpExecArray | null): boolean {
  if (because === null) return false;
  const start = sentence.slice(0, because.index + because[0].length);
  return isOfAgent.test(sentence) && !failure.test(start);
}

/** A command that is said to help: "run `npm run generate` first". */
function helpIn(sentence: string): string | undefined {
  return help.exec(sentence)?.[1]?.trim();
}

const help =
  /\b(?:run|running|re-?run|re-?running|execute|executing|needs?|requires?|requiring|until)(?: (?:it|them|a|an|the|first|with|by|running|run)){0,3}:? `([a-z][\w.@/-]{0,40} [^`\n]{2,90})`/iu;

/** How well a sentence tells the cause to somebody who was not there. */
export function clearness(sentence: string): number {
  const gives = /\b(?:because|due to|caus(?:es?|ed|ing)|blocked by|until)\b/iu.test(sentence)
    ? 2
    : /\bpick(?:s|ed|ing) up\b/iu.test(sentence)
      ? 1
      : 0;
  const tells = failure.test(sentence) ? 1 : 0;
  const fits = sentence.length <= 81 ? 1 : sentence.length > 180 ? -1 : 0;
  const isMine = /\b(?:I|I'm|I’m|my|our|we)\b/u.test(sentence) ? -1 : 0;
  const isTorn = /^(?:this|that|these|those|it|they|but|and|so|which)\b/iu.test(sentence) ? -2 : 0;
  return gives + tells + fits + isMine + isTorn;
}
