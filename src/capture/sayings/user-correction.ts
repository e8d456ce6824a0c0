import {
  affirmation,
  givesCause,
  isStandingRuleIn,
  refusal,
  request,
  says,
  sentencesOf,
  wordSignalsIn,
} from "./correction-words.ts";
import { namesMemoryFile } from "./files-named.ts";
import { reportIn, separatePasted, tellsOfFailure } from "./own-words.ts";
import { denial, objects } from "./objection.ts";
import { type Weighed, weighShortRemark } from "./short-remark.ts";

/**
 * Whether a remark corrects the agent in a way that is worth remembering; undefined when it does not.
 * Words alone are weak: they nominate when there are enough of them. What the agent does next, or that
 * the person stopped it at work, decides whether the correction is accepted.
 */
export function judgeCorrection(remark: Remark, answer: Answer): CorrectionVerdict | undefined {
  if (remark.isFirst) return undefined;
  const { own, pasted } = separatePasted(remark.text);
  const sentences = sentencesOf(own);
  const after = weighAnswer(answer, own);
  const said = [
    ...weighWords(sentences, remark),
    ...weighReport(pasted, sentences, remark, answer),
  ];
  const givesIn = after.some(({ name }) => surrenders.has(name));
  // Whoever stops a call and says something says why, also when the agent answers with deeds only.
  if (said.length === 0 && (givesIn || remark.isRejectionReason))
    said.push(...weighStatement(own, sentences));
  if (objects(own, { sentences, remark, answer, isAsked: isAsked(remark) }))
    said.push({ name: "objection", weight: 2 });
  // Whoever only names an instruction file is working on that file.
  if (said.every(({ name }) => name === "memory-file")) return undefined;

  const hasCause = givesCause(own);
  const around = weighSurroundings(remark);
  const objections = weighObjections(own, sentences, remark);
  const total = sumOf(said) + sumOf(after) + sumOf(around) + (hasCause ? 1 : 0);
  // What answers an offer of the agent is mostly a choice.
  const isChoice = isAsked(remark) && around.length === 0;
  const needed = isChoice || said.every(({ name }) => incidental.has(name)) ? 3 : 2;
  if (total - sumOf(objections) < needed) return undefined;
  return {
    verdict: isStrong(said, after, around) ? "accepted" : "nominated",
    signals: [...said, ...around, ...after].map(({ name }) => name),
    isStandingRule: isStandingRuleIn(sentences),
    hasCause,
    isCritical: says(sentences, critical),
  };
}

/** Something that a person said to the agent, and where the work stood then. */
export interface Remark {
  /** The message, the reason of a rejection, or a message that waited in the queue. */
  readonly text: string;
  /** Nothing was done before it in this session. */
  readonly isFirst: boolean;
  readonly isRejectionReason: boolean;
  /** Typed while the agent worked, or right after an interruption. */
  readonly wasInterrupting: boolean;
  readonly before: {
    readonly calls: number;
    readonly edits: number;
    /** The end of what the agent said last: did it ask, or offer? */
    readonly lastAssistant?: string | undefined;
  };
}

/** What the agent did in answer, until the next message of the person; grows as the log goes on. */
export interface Answer {
  readonly firstText?: string | undefined;
  readonly undid: boolean;
  /** It soon changed a file again that it had changed right before the remark. */
  readonly reworked?: boolean | undefined;
  readonly wroteMemory: boolean;
}

interface CorrectionVerdict {
  readonly verdict: "accepted" | "nominated";
  /** What spoke for it, the person's words first. */
  readonly signals: readonly string[];
  readonly isStandingRule: boolean;
  readonly hasCause: boolean;
  /** The person called it critical or important. */
  readonly isCritical: boolean;
}

/** People say these to anybody about anything: by themselves they need more beside them than other words. */
const incidental: ReadonlySet<string> = new Set([
  "pasted-review",
  "replacement",
  "consequence",
  "redress",
  "demand",
  "statement",
  "memory-file",
]);

/** The words are clear by themselves, and either the agent gave in or the person had to stop it. */
function isStrong(
  said: readonly Weighed[],
  after: readonly Weighed[],
  around: readonly Weighed[],
): boolean {
  const clear = said.filter(({ name }) => !vague.has(name));
  if (sumOf(clear) < 2) return false;
  if (sumOf(after) >= 2) return true;
  const isStopped = around.length > 0 && clear.some(({ name }) => orders.has(name));
  return isStopped || (after.length > 0 && clear.some(({ name }) => blunt.has(name)));
}

const surrenders: ReadonlySet<string> = new Set(["agent-admits", "agent-yields"]);
/** What people also say when they only explain themselves, or pass on what somebody else found. */
const vague: ReadonlySet<string> = new Set([
  "pasted-review",
  "clarification",
  "memory-file",
  "demand",
  "halt",
  "consequence",
  "bare-order",
  "replacement",
  "statement",
  "objection",
]);
const blunt: ReadonlySet<string> = new Set(["flat-contradiction", "accusation", "deliberate"]);
const orders: ReadonlySet<string> = new Set([...blunt, "prohibition"]);

const critical = /\b(?:critical|important|crucial|essential|dangerous|wichtig|importante)\b/u;

/** What in the person's own words speaks for a correction. */
function weighWords(sentences: readonly string[], remark: Remark): readonly Weighed[] {
  const heard = sentences.slice(0, mostHeard);
  const first = heard.slice(0, 1);
  const found: Weighed[] = [...wordSignalsIn(heard)];
  if (isStandingRuleIn(heard)) found.push({ name: "standing-rule", weight: 2 });
  if (sentences.some(namesMemoryFile)) found.push({ name: "memory-file", weight: 1 });
  if (sentences.length <= 2) {
    const { before, wasInterrupting } = remark;
    const work = { hasWorked: hasWorked(before), isAsked: isAsked(remark), wasInterrupting };
    found.push(...weighShortRemark(sentences, work));
  }
  if (isAnswering(remark, first)) return found.filter(({ name }) => !answers.has(name));
  const isOrder = sentences.length <= 2 && found.some(({ name }) => orderSignals.has(name));
  // An order that comes out of the blue, and is all that was said, answers what the agent did.
  return isOrder && !isAsked(remark) && !says(first, request)
    ? [...found, { name: "bare-order", weight: 1 }]
    : found;
}

/** Corrections come first; in a long message the later words meet some pattern by chance. */
const mostHeard = 5;

/** "no" after a question or an offer is an answer. */
function isAnswering(remark: Remark, first: readonly string[]): boolean {
  if (remark.isRejectionReason || remark.wasInterrupting) return false;
  return says(first, refusal) && isAsked(remark);
}

/** Some agents change files with the shell alone, so that a few calls count, too. */
function hasWorked({ edits, calls }: Remark["before"]): boolean {
  return edits > 0 || calls >= 3;
}

function isAsked({ before }: Remark): boolean {
  return asks.test(before.lastAssistant ?? "");
}

const orderSignals: ReadonlySet<string> = new Set([
  "prohibition",
  "standing-rule",
  "should-not",
  "contrast",
  "necessity",
  "challenge",
  "contradiction",
  "other-language",
]);

const answers: ReadonlySet<string> = new Set(["halt", "prohibition", "dislike"]);
const asks =
  /\?[\s*_)"`]{0,4}$|\b(?:want me to|shall i|should i|would you like|let me know|say the word|which (?:one|way|do you)|your call)\b/iu;

/** Plain words to which the agent gives in are a correction too, when they neither ask nor agree. */
function weighStatement(own: string, sentences: readonly string[]): readonly Weighed[] {
  const first = sentences.slice(0, 1);
  const isOther = own.trimEnd().endsWith("?") || says(first, affirmation) || says(first, request);
  return first.length === 0 || isOther ? [] : [{ name: "statement", weight: 1 }];
}

/** What the person pasted, as far as it is about the agent's own work. */
function weighReport(
  pasted: string,
  sentences: readonly string[],
  { before }: Remark,
  { reworked }: Answer,
): readonly Weighed[] {
  if (before.edits === 0) return [];
  const report = reportIn(pasted);
  if (report === "review") return [{ name: "pasted-review", weight: 1 }];
  // Bad news of any program is about the agent's work when the agent mends that work.
  const isBadNews = report === "failing-check" || (reworked === true && tellsOfFailure(pasted));
  if (!isBadNews) return [];
  // Who asks about output wants to know; who only pastes it, or says "fix", reports.
  const isBare = sentences.length <= 1 || !says(sentences, person);
  return isBare && !says(sentences, question) ? [{ name: "pasted-failure", weight: 3 }] : [];
}

const question = /^(?:can|could|what|why|how|is|are|do|does|did|help|any)\b/u;
const person = /\b(?:i|im|we|you|my|our)\b/u;

/** Whoever takes the trouble to stop the agent means it. */
function weighSurroundings(remark: Remark): readonly Weighed[] {
  if (remark.isRejectionReason) return [{ name: "rejection", weight: 2 }];
  return remark.wasInterrupting ? [{ name: "interruption", weight: 1 }] : [];
}

/** What speaks against it. */
function weighObjections(
  own: string,
  sentences: readonly string[],
  { isRejectionReason }: Remark,
): readonly Weighed[] {
  const found: Weighed[] = [];
  // "ok, I don't want that": who denies in the same breath does not agree.
  const agrees = sentences.slice(0, 1).filter((sentence) => !denial.test(sentence));
  if (says(agrees, affirmation)) found.push({ name: "affirmation", weight: 1 });
  const isOneQuestion = sentences.length === 1 && own.trimEnd().endsWith("?");
  if (isOneQuestion && !isRejectionReason) found.push({ name: "question", weight: 1 });
  return found;
}

/** What in the agent's answer shows that it took the remark as a correction. */
function weighAnswer(answer: Answer, remarkText: string): readonly Weighed[] {
  const found: Weighed[] = [];
  const concession = answer.firstText === undefined ? undefined : concessionIn(answer.firstText);
  if (concession !== undefined) found.push(concessions[concession]);
  if (answer.undid) found.push({ name: "undone", weight: 1 });
  // A memory that the agent writes of its own accord says more than one that it was asked for.
  if (answer.wroteMemory)
    found.push({ name: "memory-written", weight: namesMemoryFile(remarkText) ? 1 : 2 });
  return found;
}

const concessions: Readonly<Record<Concession, Weighed>> = {
  admits: { name: "agent-admits", weight: 2 },
  yields: { name: "agent-yields", weight: 2 },
  praises: { name: "agent-praises", weight: 1 },
  obeys: { name: "agent-obeys", weight: 1 },
};

function sumOf(found: readonly Weighed[]): number {
  return found.reduce((total, { weight }) => total + weight, 0);
}

/**
 * How an answer takes a remark. `admits`: the agent says that it was wrong. `yields`: it says that the
 * person is right. `praises`: "good catch", which it also says to plain suggestions. `obeys`: it takes note.
 */
type Concession = "admits" | "yields" | "praises" | "obeys";

/** The strongest concession at the beginning of an answer; undefined when there is none. */
export function concessionIn(answer: string): Concession | undefined {
  const sentences = sentencesOf(answer.slice(0, opening));
  if (says(sentences.slice(0, 4), admits)) return "admits";
  const first = sentences.slice(0, 2);
  if (says(first, yields)) return "yields";
  if (says(first, praises)) return "praises";
  return says(first, obeys) ? "obeys" : undefined;
}

/** After that it is at work again, and what it says is no longer about the person's words. */
const opening = 400;

const admits =
  /\b(?:my (?:mistake|bad|fault|apologies|error|oversight)|i (?:was|got (?:it|that)|had (?:it|that)) (?:simply |just |completely |clearly )?(?:wrong|mistaken|incorrect)|i apologi[sz]e|apologies|(?:thanks|thank you) for (?:the correction|correcting|catching|pointing)|i (?:shouldnt|should not) have|i should have|i (?:mis(?:read|understood|applied|interpreted|took|placed)|overlooked|forgot|missed|overcomplicated|jumped (?:the gun|ahead|to)|went too far|assumed wrong|wrongly|incorrectly|mistakenly)|i put (?:it|that|this|them) in the wrong|that was (?:me|wrong|my|on me)|thats on me|its on me|fair correction|i (?:accept|stand corrected)|sorry)\b|(?<!\p{L})(?:mein fehler|entschuldigung|désolée?|mon erreur|perdón|lo siento|mi error|desculpe|meu erro|scusa|mi dispiace|errore mio|извини(?:те)?|моя ошибка)(?!\p{L})|抱歉|对不起|我的错|申し訳|すみません|죄송/u;
const yields =
  /^(?:(?:ah|oh|yes|yep|hm|hmm|hmmm|ha|ok|okay),? )?(?:youre (?:absolutely |completely |totally |quite |entirely )?(?:right|correct)|you are (?:absolutely |completely )?(?:right|correct)|correct$|absolutely right|exactly right|right you are|stimmt|richtig$|du hast recht|sie haben recht|vous avez raison|tu as raison|(?:tienes|tiene) (?:toda la )?razón|(?:você )?tem (?:toda a )?razão|hai ragione|ha ragione|(?:ты прав|вы правы)|[你您]说[得的]对|おっしゃる通り|その通り|맞습니다|맞아요)/u;
const praises =
  /^(?:(?:ah|oh|yes|yep|hm|hmm|hmmm|ha|ok|okay),? )?(?:(?:good|great|nice|excellent|valid|fair|sharp|real) (?:catch|catches|points?|challenge|correction|call|criticism|critique|pushback|regression)|fair(?: enough|$|,)|all (?:of them |two |three |four |five )?(?:are )?valid)/u;
const obeys =
  /^(?:ok(?:ay)?,? |ah,? )?(?:got it|understood|noted|will do|i wont|point taken|makes sense|agreed|acknowledged|stopping|reverting|ill (?:revert|undo|stop|drop|remove))\b/u;
