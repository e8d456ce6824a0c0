import { once } from "../../match/once.ts";
import { PatternSieve } from "../../match/pattern/sieve.ts";
import { forRecentTexts } from "../../platform/recent-texts.ts";
import { looksPasted } from "../sayings/own-words.ts";
import { sentencesIn, withoutOpening } from "./essence-of.ts";

/** What somebody said, as an order that an agent can follow. */
export interface SaidRule {
  /** In the imperative, without a full stop. */
  readonly rule: string;
  /** It holds beyond the moment in which it was said. */
  readonly isLasting: boolean;
  /** It lasts only because it corrects: at the start of a task the same words describe the task. */
  readonly isNorm?: true | undefined;
}

/**
 * The rule in what somebody said: the first that lasts, else the first order. Undefined when no sentence can be put
 * as an order by its form alone, or when it speaks of something that only the conversation knows ("never do that").
 */
export const saidRule: (words: string) => SaidRule | undefined = forRecentTexts((words) => {
  const rules = sentencesIn(words)
    .slice(0, mostSentences)
    .flatMap((sentence) => [sentence, ...clausesOf(sentence)])
    .flatMap((part) => ruleOf(part) ?? []);
  const lasting = rules.filter(({ isLasting }) => isLasting);
  return lasting.find(({ isNorm }) => isNorm !== true) ?? lasting[0] ?? rules[0];
  // What was heard is asked about again when its lesson is made, with all that was read in between: half of all questions.
}, 200);

const mostSentences = 12;

/** What a sentence says in passing, after a comma or "and": "add the page, never touch the layout, then run it". */
function clausesOf(sentence: string): readonly string[] {
  // "if it fails, always exit": what a program should do.
  if (sentence.length > longestSentence || /^(?:if|when|whether)\b/iu.test(sentence)) return [];
  return sentence
    .split(clauseEnd)
    .slice(1)
    .filter((clause) => inPassing.test(clause));
}

export const clauseEnd = /, (?:and |but |then )?| (?:and )?then /iu;
/** Only what can stand alone, and is no part of what the sentence tells. */
export const inPassing =
  /^(?:please |also )?(?:(?:never|always|(?:do not|don['’]?t) ever) (?!(?:in|on|at|for|with|the|a|an|to)\b)[a-z]{2,20}(?<!s|ed|ing) |we (?:always|never|use|want \S+ to) )/iu;

function ruleOf(sentence: string): SaidRule | undefined {
  if (sentence.length > longestSentence || looksPasted(sentence)) return undefined;
  if (/[?:]["”)]?$/u.test(sentence.trim())) return undefined;
  const { rest, isTimed } = withoutTime(
    withoutOpening(afterLabel(sentence).replace(/[\s.!,;]{1,40}$/u, "")),
  );
  const found = firstForm(rest);
  if (found === undefined) return undefined;
  const rule = tidied(found.rule);
  const isAlways = found.lasts === "always" || isTimed;
  const isNorm = found.lasts === "as a norm" || coversAll.test(rule);
  const isLasting = (isAlways || isNorm) && !momentary.test(rest);
  if (!isTelling(rule)) return undefined;
  return isLasting && !isAlways ? { rule, isLasting, isNorm: true } : { rule, isLasting };
}

/** "fix any warning you see", said after work: whatever comes, not this one. */
export const coversAll =
  /\b(?:any|every|each|all|whatever) [^,;.]{1,60} (?:that )?you (?:notice|find|see|make|write|touch|add|change|create|open|come across)\b/iu;

const longestSentence = 320;

/** "that's wrong, X" is X, and "almost forgot: code standard: X" is "code standard: X". */
function afterLabel(sentence: string): string {
  return sentence
    .replace(contradiction, "")
    .replace(/^[^:]{1,60}: (?=(?:code |coding )?(?:standards?|rules?|conventions?): )/iu, "");
}

export const contradiction =
  /^(?:no|nope|hm|hmm|stop|wait)?[\s,.!]{0,3}(?:that|this|it|you)(?:['’]?s|['’]?re| is| are| was) (?:wrong|incorrect|not (?:right|correct|true|what i (?:meant|wanted|asked(?: for)?)))[\s,;:–—-]{1,4}(?:please )?/iu;

/** "From now on, X" and "X from now on" are X, and X lasts. */
function withoutTime(sentence: string): { readonly rest: string; readonly isTimed: boolean } {
  const before = sentence.replace(timeBefore, "");
  const rest = before.replace(timeAfter, "");
  return { rest: withoutOpening(rest), isTimed: rest !== sentence };
}

export const timeBefore =
  /^(?:(?:and|but|so|also|ok|please),? )?(?:from (?:now|here) on|(?:going|moving) forward|in (?:the )?future|for (?:the )?future(?: reference)?|next time|as a (?:general )?rule|in general|(?:in|for) (?:this|our|my) (?:project|repo|repository|codebase|workspace|team)|(?:new |standing |coding |code |general |project |our |the )?(?:standards?|rules?|conventions?|policy|standing (?:item|orders?)|lesson(?: learned)?)(?=:))[,:]? ?/iu;
export const timeAfter =
  /[, ]{1,2}(?:from (?:now|here) on|(?:going|moving) forward|in (?:the )?future|next time|ever again|at all times)$/iu;
/** It is about this branch, this answer, this step. */
export const momentary =
  /\b(?:for now|right now|just yet|not yet|this time|for the moment|at this (?:stage|point)|just this once|today|(?:in|for|on|to) (?:this|that) (?:pr|pull request|commit|branch|case|session|task|one|issue|file|test|change|plan|question|step|part)|before (?:we|you) (?:commit|continue|go on|start|do anything)|again|anymore|any more)\b/iu;

/** How people put a rule, and the order that it is. The first form that fits decides. */
interface Form {
  readonly pattern: RegExp;
  readonly lasts: Lasts;
  readonly rule: (parts: readonly string[]) => string;
}

/** For how long an order of this form holds. A norm says what should be: it lasts when it corrects. */
type Lasts = "always" | "as a norm" | "for the moment";

function firstForm(sentence: string): { readonly rule: string; readonly lasts: Lasts } | undefined {
  // Each form needs some words: those whose words are not there are not tried.
  const near = new Set(nearForms().candidatesFor(sentence.toLowerCase()));
  for (const [at, { pattern, lasts, rule }] of forms.entries()) {
    const parts = near.has(at) ? pattern.exec(sentence) : null;
    if (parts !== null) return { rule: rule(parts.slice(1).map((part) => part ?? "")), lasts };
  }
  return undefined;
}

/** By the texts that a form needs, in lower case. Escapes such as `\S` mean something else in lower case, and stay. */
const nearForms = once(
  () =>
    new PatternSieve(
      forms.map(
        ({ pattern }) =>
          new RegExp(
            pattern.source.replaceAll(/\\.|[A-Z]/gsu, (sign) =>
              sign.startsWith("\\") ? sign : sign.toLowerCase(),
            ),
          ),
      ),
    ),
);

/** "you should", "we need to", "make sure to": what stands behind it is the order. */
const told =
  "(?:(?:i think |and |so )?(?:you|we|agents?|claude|codex) (?:really |also |just )?(?:should|must|need to|needs to|have to|has to|ought to|want to) |(?:please )?(?:make sure|be sure|remember|try) (?:to |that you |you )|i(?:['’]d| would| really)? (?:like|want|prefer|need) (?:you|us) to )";
/** Words with which an order begins. A list, because English does not mark the imperative. */
const orderVerbs =
  "use|prefer|keep|follow|run|put|write|add|include|commit|push|open|create|make|name|call|ask|check|verify|test|update|document|leave|stick|avoid|read|start|install|build|format|lint|remove|delete|rename|move|mention|cite|link|return|log|treat|assume|wrap|store|set|fix|reuse|respect|explain|answer|reply|skip|ignore|limit|escalate|branch|rebase|squash|merge|review|show|mark|do";

export const forms: readonly Form[] = [
  // "I'll ask first from now on": an agent takes it up.
  form(
    /^(?:got it|understood|noted|ok(?:ay)?)?[\s,.–—-]{0,4}i (?:won['’]?t|will not|will never) (\S.{2,})$/iu,
    "for the moment",
    ([what = ""]) => `Do not ${what}`,
  ),
  form(
    /^(?:got it|understood|noted|ok(?:ay)?)?[\s,.–—-]{0,4}i(?:['’]ll| will) (?:always )?(\S.{2,})$/iu,
    "for the moment",
    ([what = ""]) => what,
  ),
  // "always X", "you should never X", "we always X".
  form(
    new RegExp(
      `^(?:please |just )?(?:${told})?(?:we |you )?(always|never|only ever) (?=[a-z])(\\S.{2,})$`,
      "iu",
    ),
    "always",
    ([when = "", what = ""]) => `${when} ${asOrder(what)}`,
  ),
  form(
    /^(?:please )?(?:do not|don['’]?t) ever (\S.{2,})$/iu,
    "always",
    ([what = ""]) => `Never ${what}`,
  ),
  // "don't X without asking", "ask me before X".
  form(
    /^(?:please )?(?:do not|don['’]?t|never) (\S.{2,120} without (?:asking|approval|permission|my)\b.{0,80})$/iu,
    "always",
    ([what = ""]) => `Do not ${what}`,
  ),
  form(
    /^(?:please |always )?ask (?:me |us |first |the user )?(before|first)\b(.{3,})$/iu,
    "always",
    ([when = "", what = ""]) => `Ask ${when}${what}`,
  ),
  // "we use X", "we don't use X", "this repo uses X".
  form(
    /^(?:here |in (?:this|our|my) (?:project|repo|repository|codebase|team),? )?we (?:only |exclusively |generally |usually )?(use|prefer|follow|avoid|keep|name|write|put) (\S.{2,})$/iu,
    "always",
    ([verb = "", what = ""]) => `${verb} ${what}`,
  ),
  form(
    /^we (?:do not|don['’]?t|never) (use|commit|allow|write|put|add|support|mock|merge|push|test|ship|rely on) (\S.{2,})$/iu,
    "always",
    ([verb = "", what = ""]) => `Do not ${verb} ${what}`,
  ),
  // "we should not X", "we don't X": what holds here, said against what was done.
  form(
    /^(?:i think )?we (?:really |just |also )?(?:do not|don['’]?t|should not|shouldn['’]?t|must not|mustn['’]?t|should never) (?!need|want|have|know|see|think|care|like|really|even|yet|get|seem|worry|actually|currently)(\S.{2,})$/iu,
    "as a norm",
    ([what = ""]) => `Do not ${what}`,
  ),
  form(
    /^we (?:would )?(?:want|prefer|like) (?!.* but )(\S{2,40}(?: \S{2,40}){0,3}) to (\S.{2,})$/iu,
    "as a norm",
    ([who = "", what = ""]) => `Remember: we want ${who} to ${what}`,
  ),
  form(
    /^(this|our|the) (project|repo|repository|codebase|team) (uses|follows|requires|avoids) (\S.{2,})$/iu,
    "always",
    ([, place = "", verb = "", what = ""]) =>
      `${verb.replace(/s$/u, "").replace(/^require$/iu, "Use")} ${what} in this ${place}`,
  ),
  form(
    /^(?:i [a-z]{4,9} )?(?:the|our) (?:convention|policy|rule|standard|practice|guideline|pattern)s?(?: here)? (?:is|are|was)(?: to|:)? (\S.{2,})$/iu,
    "always",
    ([what = ""]) =>
      new RegExp(`^(?:${orderVerbs}|always|never|not to|do not)\\b`, "iu").test(what)
        ? asOrder(what.replace(/^not to/iu, "do not"))
        : `Follow the convention: ${what}`,
  ),
  // "every new file must have X", "X should always be Y", "X is never Y".
  form(
    /^(every|each|any) (\S.{1,100}?)(?<!\b(?:that|which|who)) (?:must|should|needs? to|has to) (have|be) (\S.{2,})$/iu,
    "as a norm",
    ([which = "", what = "", verb = "", how = ""]) =>
      `Make sure that ${which.toLowerCase()} ${what} ${verb.toLowerCase() === "be" ? "is" : "has"} ${how}`,
  ),
  form(
    /^(?!i |you |we |there |which |who |it |this |that |they |if |when |like |nah |maybe |the issue|the problem)((?:\S+ ){1,3}[^,;:]{0,60}?(?:(?:must|should|shall) (?:always|never)(?: be)?|(?:is|are) (?:always|never)(?! \w{2,20}ed\b(?! by)|n['’]?t)) (?!.*\bbut\b)\S.{2,120})$/iu,
    "as a norm",
    ([what = ""]) => `Remember: ${what}`,
  ),
  form(
    /^(all|every|new|no) (\S.{1,80}? (?:must|should|needs? to|has to|have to|belongs? (?:in|to|into|under)|may) \S.{2,})$/iu,
    "as a norm",
    ([which = "", what = ""]) => `Remember: ${which} ${what}`,
  ),
  // "whenever you X, do Y", "use X wherever possible".
  form(
    new RegExp(
      `^((?:whenever|every time|each time|any ?time) \\S[^,]{3,100}),? (?:please |you (?:should|must|need to) )?((?:always |never |${orderVerbs})\\b.{2,})$`,
      "iu",
    ),
    "always",
    ([when = "", what = ""]) => `${when}, ${what}`,
  ),
  form(
    new RegExp(
      `^(?:${told})?(?:be )?(using|use|prefer) (\\S.{2,120}?) (?:wherever|whenever|where|when(?:ever)?) (?:we can|you can|possible)$`,
      "iu",
    ),
    "always",
    ([, what = ""]) => `Use ${what} wherever possible`,
  ),
  form(
    /^((?:immer|niemals|nie|ab jetzt|in zukunft|toujours|jamais|dorénavant|désormais|siempre|nunca|a partir de ahora|sempre|mai|d['’]ora in poi|a partir de agora|всегда|никогда)(?=[\s,]).{4,})$/iu,
    "always",
    whole,
  ),
  form(
    /^(.{0,40}(?:앞으로|항상|절대로?|总是|永远不要|以后|从现在起|今後は?|必ず|絶対に).{2,})$/u,
    "always",
    whole,
  ),
  form(
    /^(?:please |i |we )?(prefer) (?!to\b)(\S.{5,})$/iu,
    "always",
    ([verb = "", what = ""]) => `${verb} ${what}`,
  ),
  // Orders of the moment, unless they come back.
  form(
    /^(?:please |just )?(?:do not|don['’]?t|dont) (?!think|know|see|understand|worry|mind|care|want|like|need|have|forget|you|we|i\b)(\S.{2,})$/iu,
    "for the moment",
    ([what = ""]) => `Do not ${what}`,
  ),
  form(
    /^(?:please |just )?(?:do not|don['’]?t|dont) forget (?:to )?(\S.{2,})$/iu,
    "for the moment",
    ([what = ""]) =>
      `Do not forget ${/^(?:the|a|an|to|your|that)\b/iu.test(what) ? what : `to ${what}`}`,
  ),
  form(
    /^(?:please )?stop ([a-z]{2,20}ing)\b(.{2,})$/iu,
    "for the moment",
    ([what = "", rest = ""]) => `Avoid ${what}${rest}`,
  ),
  form(
    /^(?:hey,? |and |but |i think )?you (?:also |just |completely |totally |again )?(?:forgot|missed|skipped|overlooked) (?:to )?(\S.{2,})$/iu,
    "for the moment",
    ([what = ""]) =>
      `Do not forget ${/^(?:the|a|an|some|that|your)\b/iu.test(what) ? what : `to ${what}`}`,
  ),
  form(/^no (\S{2,40}(?: \S{1,30}){0,4})$/iu, "for the moment", ([what = ""]) => `Avoid ${what}`),
  form(
    new RegExp(
      `^(?:please |just |also |then )?(?:${told})?((?:${orderVerbs}|not (?!sure|that|really|a|the))\\b(?! (?:is|are|was|were|fails?|failed|failing|has)\\b).{2,})$`,
      "iu",
    ),
    "for the moment",
    ([what = ""]) => what.replace(/^not /iu, "do not "),
  ),
  form(
    new RegExp(`^(?:please )?((?:make sure|ensure) (?:that )?\\S.{4,})$`, "iu"),
    "for the moment",
    whole,
  ),
  form(
    /^((?:the|a|an|all|every|each|our|new|these|those) [^,;]{1,80}?(?:should|shouldn['’]?t|must|must not|needs? to|has to|have to|belongs?) (?!we|i\b|you)\S.{2,})$/iu,
    "for the moment",
    ([what = ""]) => `Remember: ${what}`,
  ),
];

function form(pattern: RegExp, lasts: Lasts, rule: Form["rule"]): Form {
  return { pattern, lasts, rule };
}

function whole([what = ""]: readonly string[]): string {
  return what;
}

/** "be using X" is "use X", and "use X not specify Y" forbids Y. */
function asOrder(what: string): string {
  return what
    .replace(/^be using\b/iu, "use")
    .replace(
      /,? not (?=(?:specify|use|run|add|put|write|make|create|call|pass|set)\b)/iu,
      ", do not ",
    );
}

/** Whether somebody who was not there understands it. */
function isTelling(rule: string): boolean {
  const words = rule.split(/\s+/u);
  if (!/^[\p{Script=Latin}\p{P}\p{N}\s`$+<=>|~^]+$/u.test(rule)) return rule.length >= 8;
  return words.length >= 3 && !unclear.test(rule);
}

/** What "it", "that" or "the same" was, only the conversation says. */
export const unclear =
  /^(?:(?:always|never|do not|avoid|please|just|remember:|make sure(?: that)?|also) ){0,2}(?:[a-z]{2,20} )?(?:it|this|that|them|these|those|so|both|one|the (?:same|other|latter|former|above|first|second))\b(?: (?:again|too|here|there|now|please|instead|way|as well|all|like that|for me|in|to|on|out|up)){0,3}$|^(?:always |never |do not )?(?:do|use|make|keep|add|put|fix|remove|leave|call|update|check|change|run|test) (?:it|this|that|them|these|those)\b/iu;

/** With a capital, unless it begins with a name, and without the marks of a shout. */
function tidied(rule: string): string {
  const line = rule
    .replaceAll(/\s+/gu, " ")
    .replace(/[\s.!,;:–—-]{1,40}$/u, "")
    .trim();
  const isWord = /^[a-z]+(?=[\s,:])/u.test(line);
  return isWord ? line.charAt(0).toUpperCase() + line.slice(1) : line;
}
