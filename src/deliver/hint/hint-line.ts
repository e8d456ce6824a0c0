import { hintStart } from "../../agents/our-text/frame.ts";
import { factMessages, reasonLines } from "../../capture/facts/class-messages.ts";
import { bodyValue, type Kind } from "../../lesson/record/body.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { isPlainlyLinear } from "../../match/pattern/linear.ts";
import type { Pattern } from "../../match/pattern/pattern.ts";
import { requiredIn } from "../../match/prefilter/required.ts";
import { hasTarget } from "../../match/relevance.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { firstPart } from "../../redact/excerpt.ts";
import { utf8Length } from "../plan/budget.ts";
import { harmlessLine } from "../text/harmless.ts";
import type { Origin } from "../text/lesson-text.ts";

/** What of a lesson comes with an error. Nothing where it is not for that, or nobody has seen or said what helps. */
export function hintParts(
  lesson: Lesson,
  origin: Pick<Origin, "isWorded">,
): Pick<ReadyLesson, "hint" | "messagePatterns" | "messageWords"> {
  if (!lesson.triggers.injectOn.includes("PostToolUseFailure")) return {};
  return {
    ...(isProven(lesson, origin) ? { hint: hintLine(lesson) } : {}),
    ...reasonsOf(lesson),
  };
}

/** Whether its fix was seen to work twice, or a person wrote it. */
function isProven({ source, fix, body }: Lesson, { isWorded }: Pick<Origin, "isWorded">): boolean {
  if (source === "manual" || source === "imported" || isWorded === true) return true;
  const [, times = "0"] = workedTimes.exec(String(bodyValue(body, "remediation") ?? "")) ?? [];
  return Math.max(fix?.times ?? 0, Number(times)) >= 2;
}

/** As facts are told: how often the fix was seen to work. */
const workedTimes = / \(Worked (\d{1,6}) times\.\)$/u;

/**
 * A fact that no call shows is known by what the call prints. One that the call shows may still have failed for another
 * reason: one of the lines has to be there that such a failure prints.
 */
function reasonsOf({
  about,
  triggers,
}: Lesson): Pick<ReadyLesson, "messagePatterns" | "messageWords"> {
  if (about === undefined) return {};
  if (!hasTarget(triggers)) return messagesOf(about);
  const reasons = reasonLines(about).map(asPattern);
  return reasons.length === 0 ? {} : { messagePatterns: reasons };
}

/** What a failed call prints that shows a fact; nothing where the scan knows it in another way. */
export function messagesOf(about: string): Pick<ReadyLesson, "messagePatterns" | "messageWords"> {
  const { lines, words } = factMessages(about);
  const messagePatterns = lines.map(asPattern).filter(isQuick).slice(0, mostMessages);
  if (messagePatterns.length === 0) return {};
  return words.length === 0 ? { messagePatterns } : { messagePatterns, messageWords: words };
}

function asPattern({ source }: RegExp): Pattern {
  return { source, flags: "" };
}

/** Without a text that must be there, every failure would start Node; one that begins anywhere must be linear for sure. */
function isQuick(pattern: Pattern): boolean {
  const isBound = pattern.source.startsWith("^") || isPlainlyLinear(pattern);
  return isBound && requiredIn(pattern, "content") !== undefined;
}

const mostMessages = 40;

/** One line of at most 200 bytes: what is so, what to do, and where to ask, as far as there is room. */
export function hintLine(lesson: Pick<Lesson, "summary" | "kind" | "body" | "slug">): string {
  const summary = harmlessLine(lesson.summary);
  const remedy = harmlessLine(remedyOf(lesson));
  const both = `${hintStart}${/[.!?…]$/u.test(summary) ? summary : `${summary}.`} ${remedy}`.trim();
  const wordings = [`${both} · lessons show ${lesson.slug}`, both, `${hintStart}${remedy}`];
  return (
    wordings.find((text) => utf8Length(text) <= longestHint && text !== hintStart) ?? cut(both)
  );
}

const longestHint = 200;

function remedyOf({ kind, body }: Pick<Lesson, "kind" | "body">): string {
  const value = bodyValue(body, remedies[kind] ?? "");
  const [first = ""] = String(value ?? "").split("\n");
  return first.replace(workedTimes, "");
}

const remedies: Partial<Readonly<Record<Kind, string>>> = {
  pitfall: "remediation",
  warning: "mitigation",
  pattern: "action",
  requirement: "constraint",
  decision: "decision",
};

/** Between words where there are any. */
function cut(text: string): string {
  let length = longestHint;
  let part = text;
  while (utf8Length(part) > longestHint - ellipsisBytes) {
    length -= 1;
    part = firstPart(text, length).trimEnd();
    if (part.length <= hintStart.length)
      part = text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, "");
  }
  return `${part} …`;
}

const ellipsisBytes = 4;
