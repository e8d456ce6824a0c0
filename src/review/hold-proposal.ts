import { bodyText } from "../lesson/record/body.ts";
import { classifyImpact } from "../lesson/score/score.ts";
import { irreversibleAct } from "./irreversible-act.ts";
import type { Lesson } from "../lesson/record/lesson.ts";
import { levelOf } from "../lesson/record/level.ts";

type Proposed = Pick<
  Lesson,
  "kind" | "summary" | "body" | "priority" | "tags" | "triggers" | "delivery"
>;

/**
 * Why this lesson should hold its call, in one sentence, or undefined when advice is enough. Advice comes
 * with the result, which is too late for what cannot be taken back. Only a person sets it: this is a
 * proposal.
 */
export function proposeHold(lesson: Proposed): string | undefined {
  const { triggers, delivery } = lesson;
  if (delivery === "hold" || levelOf(lesson.priority) !== "CRITICAL") return undefined;
  if (!triggers.injectOn.includes("PreToolUse")) return undefined;
  const patterns = [...triggers.commandPatterns, ...triggers.contentPatterns];
  if (patterns.length === 0) return undefined;

  const reason = reasonOf(lesson, patterns);
  return reason && `${reason}, and advice would come only with the result of the call.`;
}

function reasonOf(lesson: Proposed, patterns: readonly string[]): string | undefined {
  const act = irreversibleAct(patterns);
  if (act !== undefined) {
    return act.isLoss
      ? `\`${act.name}\` destroys what nobody can bring back`
      : `\`${act.name}\` cannot be taken back`;
  }
  if (lesson.tags.includes("severity:data-loss")) return "It is about losing data";
  const text = `${lesson.summary}\n${bodyText(lesson.kind, lesson.body)}`;
  if (lossWords.test(text)) return "It is about losing data";
  if (finalWords.test(text)) return "It is about something that cannot be undone";
  // Words that mean nothing by themselves do where production is at stake.
  if (classifyImpact(text) === "production" && destructiveWords.test(text))
    return "It is about destroying something that others rely on";
  return undefined;
}

const lossWords =
  /\bdata[\s-]?loss\b|\b(?:los(?:e|es|ing|t)|destroy(?:s|ed|ing)?|wip(?:e|es|ed|ing)|discard(?:s|ed|ing)?|overwrit(?:e|es|ing|ten))\s+(?:all\s+|the\s+|your\s+|their\s+|our\s+|any\s+)?(?:data|work|changes|commits|history|files|backups?|uncommitted|untracked|unsaved|database)\b/iu;
const finalWords =
  /\birreversibl[ey]\b|\bunrecoverabl[ey]\b|\bpermanent(?:ly)?\b|\b(?:cannot|can\s?not|can['’]t|could not)\s+be\s+(?:undone|reverted|recovered|restored|taken back)\b|\bno way back\b/iu;
const destructiveWords =
  /\b(?:delet(?:e|es|ed|ing|ion)|drop(?:s|ped|ping)?|overwrit(?:e|es|ing|ten)|wip(?:e|es|ed|ing)|destroy(?:s|ed|ing)?|purg(?:e|es|ed|ing)|force[\s-]?push(?:es|ed|ing)?)\b/iu;
