import { givesCause, isStandingRuleIn, says, sentencesOf } from "./correction-words.ts";
import { separatePasted } from "./own-words.ts";
import {
  sumOf,
  weighAnswer,
  weighObjections,
  weighReport,
  weighStatement,
  weighSurroundings,
  weighWords,
  type Weighed,
} from "./weigh-remark.ts";

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
  const said = [...weighWords(sentences, remark), ...weighReport(pasted, sentences, remark)];
  if (said.length === 0 && after.some(({ name }) => surrenders.has(name)))
    said.push(...weighStatement(own, sentences));
  // Whoever only names an instruction file is working on that file.
  if (said.every(({ name }) => name === "memory-file")) return undefined;

  const hasCause = givesCause(own);
  const around = weighSurroundings(remark);
  const objections = weighObjections(own, sentences, remark);
  const total = sumOf(said) + sumOf(after) + sumOf(around) + (hasCause ? 1 : 0);
  if (total - sumOf(objections) < nominatedFrom) return undefined;
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
  readonly wroteMemory: boolean;
}

export interface CorrectionVerdict {
  readonly verdict: "accepted" | "nominated";
  /** What spoke for it, the person's words first. */
  readonly signals: readonly string[];
  readonly isStandingRule: boolean;
  readonly hasCause: boolean;
  /** The person called it critical or important. */
  readonly isCritical: boolean;
}

/** One flat contradiction is enough; of everything else it takes two. */
const nominatedFrom = 3;

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
]);
const blunt: ReadonlySet<string> = new Set(["flat-contradiction", "accusation", "deliberate"]);
const orders: ReadonlySet<string> = new Set([...blunt, "prohibition"]);

export const critical =
  /\b(?:critical|important|crucial|essential|dangerous|wichtig|importante)\b/u;
