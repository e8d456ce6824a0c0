import { PatternSieve } from "../../match/pattern/sieve.ts";
import { forRecentTexts } from "../../platform/recent-texts.ts";
import { ownWords } from "./own-words.ts";

/** One thing that people say when an agent did the wrong thing, and how much it says by itself. */
interface WordSignal {
  readonly name: string;
  readonly weight: 1 | 2 | 3;
  /** Only what is said first: later in a message the same words mean little. */
  readonly isOpening?: true;
  /** Over one sentence of `sentencesOf`: lower case, without apostrophes. */
  readonly pattern: RegExp;
  /** What must stand in the same sentence. */
  readonly also?: RegExp;
}

/** Counted once each, however often they are said. Patterns have no repetition over unbounded text. */
export const wordSignals: readonly WordSignal[] = [
  {
    name: "flat-contradiction",
    weight: 3,
    isOpening: true,
    pattern:
      /^(?:(?:no|nein|non|but|again|sorry|hm|hmm|hmmm|and|so|hey),? ){0,2}(?:(?:that|this|it|you|thats|its|youre)(?: is| are| was|re)? (?:still |also |just |simply |totally |completely |clearly )?(?:wrong|incorrect|false|nonsense|not (?:correct|right|true|what (?:i|we)|the (?:right|correct|branch|file|one|place|way)))\b|not like (?:this|that)\b|(?:why|wtf) are you (?:still |now |again )?[a-z]+ing\b|(?:das ist|cest) (?:falsch|nicht richtig|faux|pas (?:ça|bon|juste))\b|(?:eso )?(?:está mal|así no)(?!\w))/u,
  },
  {
    name: "contradiction",
    weight: 2,
    pattern:
      /\b(?:thats|that is|this is|its|it is|you are|youre|is|are|was|looks?|seems?|be) (?:still |also |just |simply |totally |completely |clearly |actually |all )?(?:wrong|incorrect|not (?:correct|right|true|what (?:i|we)|how (?:i|we|it|this)|the (?:right|correct|way|point|branch|file|one|case)|accurate|supposed)|(?:the old|outdated|obsolete|deprecated))\b|^(?:no,? )?(?:wrong|incorrect|not (?:correct|right|true|what i))\b|\bthe wrong \w|\bdoes(?:nt| not) mean\b|\b(?:does not|doesnt|do not|dont) (?:even )?exist\b|\bhallucinat/u,
  },
  {
    name: "accusation",
    weight: 3,
    pattern:
      /^(?:(?:but|and|also|wait|hey|no|ok|hm|hmm|hmmm|oh),? ){0,2}(?:i think |looks like |seems like )?you (?:also |just |again |still |have |completely |totally )?(?:forgot|forget|missed|broke|ignored|skipped|overlooked|misunderstood|misread|overwrote|did(?: not|nt) just|made (?:it|that|this) up|keep [a-z]+ing|kept [a-z]+ing|were supposed|shouldve|should have)\b|\bhave you made? (?:it|that|this) up\b|\bdid you (?:just |really |even |also )?(?:update|change|edit|delete|remove|touch|modify|overwrite|push|commit|reset) my\b/u,
  },
  {
    name: "challenge",
    weight: 2,
    pattern:
      /\byou (?:also |just |again |still |have |had )?(?:didnt|did not|havent|shouldnt|should not have|keep|kept|marked|wrote|dont have|put)\b|^(?:but |and |so |hey,? |um,? )?(?:why|wtf) (?:are|did|do|would|have|were) you\b|\b(?:why|what) are you (?:still|doing|writing|using|trying)\b|\bwe (?:already )?(?:agreed|discussed|decided|went (?:over|through))\b|\bi (?:already |just |clearly |explicitly )?(?:told you|asked you|said)\b|\bdid(?:nt)? (?:i|we) (?:not )?(?:already |just )?(?:say|tell|ask|go (?:over|through)|agree|discuss)\b|\bwhy (?:dont|cant|not|wouldnt) (?:you |we )?just\b|\bwhy dont you\b|^why the\b|^(?:but |and |so |wait,? |hm,? ){0,2}(?:cant|couldnt|shouldnt|wouldnt|didnt|isnt|arent|wasnt|werent|doesnt) (?:you|we|i|it|this|that|there|the)\b|\bread (?:the |our |its )?(?:docs?|documentation|readme|instructions|rules|guidelines|error|logs?|code) (?:before|first|again|carefully)\b/u,
  },
  {
    name: "prohibition",
    weight: 2,
    pattern:
      /^(?:(?:no|oh|hey|wait|please|pls|and|also|ok|okay|so|yes|yeah|just|again|but|nope|actually|then),? ){0,4}(?:stop [a-z]+ing\b|(?:dont|do not|never|avoid|quit|bitte nicht|no hagas|no uses) (?!worry|forget|know|think|see|remember|mind|care|need|want|understand|have to|like|get (?:it|why)|bother|hesitate|you|we|i\b|they)\w)/u,
  },
  {
    name: "should-not",
    weight: 2,
    pattern:
      /\b(?:we|you|this|it|that|these|those|they|there|which|tests?|agents?|claude|codex) (?:really |probably |definitely )?(?:shouldnt|should not|should never|must not|mustnt|cannot be|should only|are not allowed|is not allowed)\b|\byou (?:cant|cannot) (?:just |simply )?(?:use|run|access|push|commit|do|call|edit|change|rely|assume)\b/u,
  },
  {
    name: "necessity",
    weight: 2,
    pattern: /\byou (?:also |always |first |still )?(?:need to|have to|must|need)\b/u,
    also: /\b(?:also|first|before|after|too|as well|instead)\b/u,
  },
  {
    name: "contrast",
    weight: 2,
    pattern:
      /(?:, (?:and )?|\b(?:use|uses|using|want|need|run|is|are|its) [^ ,]+ )not (?!sure|yet|now|really|that|working|needed|required|possible|necessary)(?:in |on |with |a |an |the |via |from )?[^ ,]+(?: [^ ,]+)?(?:,|$)/u,
  },
  {
    // Words with which a sentence forbids or replaces, in the languages that agents are most used in.
    name: "other-language",
    weight: 2,
    pattern:
      /(?:하지 ?마|하지 말|말고|아니라|不要|不是|不对|别用|而不是|しないで|ではなく|違い?ます|違う)|(?<![\p{L}])(?:nicht (?:so|mehr|verwenden|benutzen|nutzen)|kein(?:e|en)? \p{L}+ (?:verwenden|benutzen|nutzen)|stattdessen|statt|du hast|das sollte|pas comme|au lieu de|il ne faut pas|tu as oublié|en (?:vez|lugar) de|no (?:se )?debes?|te olvidaste|olvidaste|em vez de|não (?:use|faça|deve)|você esqueceu|invece di|non (?:usare|fare)|hai dimenticato|не (?:надо|нужно|делай|используй|так)|вместо)(?![\p{L}])/u,
  },
  {
    name: "dislike",
    weight: 2,
    pattern:
      /\bi (?:really |still )?(?:dont|do not|didnt|did not) (?:want|like|care about|agree|ask (?:for|you)|buy)\b|\bim not (?:sold|convinced|happy|a fan|a big fan|sure (?:if|that|this|about))\b|\b(?:too|overly) (?:verbose|long|wordy|complicated|complex|noisy|generic|aggressive)\b|\b(?:overkill|over-?(?:engineer|complicat)\w{0,4}|hacky|dont be lazy)\b/u,
  },
  {
    name: "dismissal",
    weight: 3,
    pattern:
      /\b(?:ignore|disregard|forget|skip) (?:that|this|the|your|those) (?:lessons?|advice)\b/u,
  },
  {
    name: "deliberate",
    weight: 3,
    pattern:
      /\b(?:on purpose|deliberat\w{0,5}|intentional(?:ly)?|by design|explicitly (?:chose\w?|choosed|decided|asked|said|told|wanted)|mit absicht|absichtlich|exprès|a propósito)\b/u,
  },
  {
    name: "expectation",
    weight: 2,
    pattern:
      /\bi (?:thought|assumed) (?!about|of|so|i\b)\w|\bi (?:would|wouldve|would have) (?:think|thought|expect|expected)\b|\bi (?:expected|only (?:wanted|asked|meant|needed)|wanted (?!to (?:ask|know|see|check|try|say)))\b|\b(?:was|were|is|are) supposed to\b/u,
  },
  {
    name: "clarification",
    weight: 1,
    pattern:
      /\bi (?:actually )?(?:meant|mean)\b|\bwhat i (?:actually |really )?(?:meant|mean|wanted|want|asked)\b|\bim (?:talking about|asking|referring)\b|\bi was (?:talking about|asking|referring)\b|\bi asked (?:for|you)\b/u,
  },
  {
    name: "replacement",
    weight: 1,
    pattern:
      /\binstead\b|\brather than\b|, (?:and )?not (?:a|an|the|in|on|just|to|with)\b|\bjust (?:use|do|run|a)\b|\bshould (?:just |all |rather |really )?(?:be using|use|live|go)\b|\bcant (?:we|you) (?:just )?(?:use|change|do|have|make)\b|\bmore idiomatic\b|\bbetter (?:to|not)\b|\bnot (?:specify|use|run|do)\b|\bkeep (?:it|this|that) (?:simple|short|as)\b/u,
  },
  {
    name: "consequence",
    weight: 1,
    pattern:
      /\b(?:will|would|could|this|it|that|which|just|now|also) (?:cause|break|mess|ruin|conflict|pollute)(?:s|es)?\b|\b(?:it|this|that) (?:does not|doesnt)\b/u,
  },
  {
    name: "halt",
    weight: 1,
    isOpening: true,
    pattern:
      /^(?:stop|wait|hold on|hang on|lets pause|pause|hm|hmm|hmmm|no|nope|nah|nein|non|halt|stopp|espera|attends)\b/u,
  },
  {
    name: "redress",
    weight: 1,
    pattern:
      /\b(?:revert|undo|roll ?back|put (?:it|that|this|them) back|change (?:it|that) back|bring (?:it|that) back|(?:fix|correct) (?:it|that|this)|rückgängig|annule|revierte)\b/u,
  },
  {
    name: "demand",
    weight: 1,
    pattern:
      /\b(?:make sure|ensure|dont forget|remember to|have in mind|keep in mind|concise|you notice|double check)\b/u,
  },
];

/** A check that the agent should have run before it said that it was done. */
export const failingCheck =
  /\b(?:lint|linter|linting|ci|build|test|tests|suite|pipeline|workflow|check|checks|format|formatting|formatter|typecheck|compilation|pr run|pre-?commit)(?: is| are| has| have| run| suite| job| just| still| now| keeps| also| seems| again){0,3} (?:fail|fails|failing|failed|red|broken|complaining)\b|(?<!\b(?:a|an|any|for|and|or|no|with|craft|write|add) )\b(?:failing|failed|broken) (?:lint|linter|ci|build|test|tests|pipeline|check|checks)\b|\b(?:fix|resolve|check) (?:the |all |these |those )?(?:lint|linting|linter|format|formatting|ci|type) (?:issue|error|failure|problem)s?\b/u;
/** "when CI fails", "would it fail": nothing has failed. */
export const supposition = /\b(?:if|when|whether|would|could|might|should|in case|detect)\b/u;

/** `../api holds the server`, said to an agent that looks elsewhere. */
export const factOfPlace =
  /^(?:no,? )?(?:the )?[\w@./-]{1,40}(?: [\w@./-]{1,40}){0,4} (?:is|are|lives?) (?:in|at|under|inside|called|named) \S/u;

export const affirmation =
  /^(?:yes|yeah|yep|yup|ok|okay|sure|great|perfect|good|nice|thanks|thank you|cool|awesome|looks good|lgtm|ja|oui|sí)\b/u;
/** Whoever begins like this asks for something new. */
export const request =
  /^(?:(?:ok|okay|and|also|so|now|then|question),? ){0,2}(?:can|could|would|should|shall|is|are|do(?! not)|does|did|what|whats|how|where|which|when|any|help|lets|let me|i wonder|im wondering)\b/u;
export const refusal = /^(?:no|nope|nah|nein|non)\b/u;

/** Whether the words give a reason: a rule with its why is worth more than the rule. */
export function givesCause(text: string): boolean {
  return says(sentencesOf(text), cause);
}

export const cause =
  /\b(?:because|becasue|bc|cuz|since (?:it|we|they|this|that|the|you|its|our|there)|due to|so that|otherwise|the (?:issue|problem|reason|cause) (?:is|was|being)|root cause|caused by|thats why|this is why|which (?:means|breaks|causes)|as (?:it|that|this) (?:\w+ )?(?:breaks|ruins|causes|messes|will|would)|it (?:messes|breaks|ruins|causes)|too (?:slow|expensive|big|risky|verbose|long)|on purpose|deliberate(?:ly)?|by design)\b/u;

/** Whether a person complains that something hangs. */
export function isHangComplaint(text: string): boolean {
  return sentencesOf(ownWords(text)).some(
    (sentence) => hangs.test(sentence) && !selfStuck.test(sentence),
  );
}

export const hangs =
  /\b(?:(?:its|it is|this is|thats|that is|these are|they are|is|are|seems?|looks?|got|gets|still|you are|youre|keeps?|been) (?:still |just |now |completely |totally |kind of )?(?:stuck|hung|hanging|frozen|freezing)|stuck (?:now|again|for|here|in)|(?:it|this|that|which|test|tests|command|build|process|script|server) (?:just |always |still |now )?(?:hangs|froze|freezes|never (?:ends|finishes|returns|exits|stops))|no progress|not making progress|taking (?:forever|too long|ages|way too long)|takes (?:forever|ages)|(?:wait|waiting) forever|waiting for (?:input|stdin|a prompt)|running for(?:ever| hours| \d+ (?:min|hour))|hängt|bloqué|colgado)\b|^stuck$/u;
/** Who is stuck with a problem does not say that a program hangs. */
const selfStuck =
  /\b(?:(?:we|i) (?:are |am |got |get |was |were )?|im |were )(?:still |just |now |really )?stuck\b/u;

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

const everyTime =
  /\b(?:from now on|from here on|going forward|moving forward|in (?:the )?future,? (?:please|you|dont|do not|use|always|never|only|just|ask|run)|next time|every time you|each time you|whenever you|any ?time you|by default you|as a (?:general )?rule|rule of thumb|for all (?:future|new|our)|(?:remember|keep in mind|have in mind|bear in mind|note)(?: to| that|:|,)|dont ever|do not ever|never ever|ab jetzt|in zukunft|à lavenir|dorénavant|a partir de ahora|de ahora en adelante)\b/u;
const ours =
  /\b(?:in (?:this|our|my) (?:project|repo|repository|codebase|workspace|team),? (?:we|you|use|always|never|dont|do not|it is|its|everything|all)|we (?:always|never|prefer|dont (?:use|do|commit|want|allow|write|put|add|ever)|do not (?:use|do|commit|want|allow|write|put|add))|this (?:project|repo|repository|codebase) (?:uses|requires|follows|does not|doesnt)|ask (?:me )?(?:first|before)|without asking|our (?:convention|policy|rule|standard|practice|guideline)s? (?:is|are|here|says?)|the (?:convention|policy|rule|standard|pattern) (?:is|here|was)|(?:use|using) \w+ as (?:the|our|a) |wherever (?:we|you|possible)|whenever possible)\b/u;
/** "always", "never" and "must" by themselves, where they give an order or say what holds. */
const general =
  /^(?:please |and |also |but |so ){0,3}(?:always|never)\b|\b(?:you|should|must|are|is|to) (?:always|never|only ever)\b|\b(?:nie|niemals|immer|jamais|toujours|nunca|siempre)\b/u;
/** "dont look there anymore". */
const order = /(?:^|, )(?:please )?(?:dont|do not|stop) (?!see|have|know|need)/u;
const anyMore = /\bany ?more\b/u;

/**
 * What a person or an agent said, as sentences that patterns can be tested on: lower case, one space
 * between words, no apostrophes (so that "don't", "don’t" and "dont" are one word), no marks of
 * Markdown, "u" written out. A line break ends a sentence, since people who type fast use no full stops.
 */
export const sentencesOf: (text: string) => readonly string[] = forRecentTexts((text) => {
  const plain = text
    .slice(0, longestSpeech)
    .toLowerCase()
    .replaceAll(apostrophes, "")
    .replaceAll(marks, "")
    .replaceAll("_", " ")
    .replaceAll(shortYou, "you")
    .replaceAll(shortYour, "your");
  return plain
    .split(sentenceEnds)
    .map((sentence) => sentence.replaceAll(blanks, " ").trim())
    .filter((sentence) => sentence !== "")
    .slice(0, mostSentences);
});

/** How many words a text has. Chinese, Japanese and Korean put few spaces or none: there a sign counts as a word. */
export function wordCount(text: string): number {
  // An expression for scripts takes long to make, and most texts have none of these.
  const words = mayHaveSigns.test(text) ? wordOrSign : word;
  return text.match(words)?.length ?? 0;
}

/** Where the signs of these scripts are; those beyond U+FFFF are written with two units that are here, too. */
const mayHaveSigns = /[\u1100-\u11FF\u2E80-\uFFFF]/;
const word = /\S+/gu;
const wordOrSign =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** The signals of these sentences, in their order. */
export function wordSignalsIn(sentences: readonly string[]): readonly WordSignal[] {
  // Of all the patterns few come near a match.
  const near = sentences.map((sentence) => new Set(signalSieve.candidatesFor(sentence)));
  return wordSignals.filter(({ pattern, also, isOpening }, at) =>
    sentences.some(
      (sentence, index) =>
        near[index]?.has(at) === true &&
        (index === 0 || isOpening !== true) &&
        says([sentence], pattern, also),
    ),
  );
}

const signalSieve = new PatternSieve(wordSignals.map(({ pattern }) => pattern));

/** Whether any one sentence matches, and the second pattern too when there is one. */
export function says(sentences: readonly string[], pattern: RegExp, also?: RegExp): boolean {
  return sentences.some(
    (sentence) => pattern.test(sentence) && (also === undefined || also.test(sentence)),
  );
}

/** Whoever writes more than this pastes, and what they want stands at the beginning. */
const longestSpeech = 2000;
const mostSentences = 20;

const apostrophes = /['’‘`´]/gu;
const marks = /[*"“”«»]/gu;
const shortYou = /\bu\b(?![.\-/])/gu;
const shortYour = /\bur\b/gu;
const blanks = /\s+/gu;
/** A full stop inside a name (`app.ts`, `../lib`) ends nothing. */
const sentenceEnds = /[.!?;:](?=\s|$)|[\n\r]|\s[-–—]\s/u;
