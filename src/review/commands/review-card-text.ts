import { bodyFields, bodyValue } from "../../lesson/record/body.ts";
import type { GateFinding } from "../../lesson/record/gate-finding.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { observedWords } from "../../lesson/observed.ts";
import { callless } from "../../lesson/record/callless.ts";
import { approvedPriority } from "../../lesson/approved-priority.ts";
import { fixWords } from "../../lesson/record/record.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { Tag } from "../../lesson/record/tag.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { day, grouped, hang, plural, rows } from "../../cli/layout.ts";
import { lessonHeading, type Look } from "../../cli/level-word.ts";
import { bodyRows, countWords, evidenceText, summands } from "../../lesson/commands/lesson-card.ts";
import type { SentenceChange } from "../../platform/text-diff.ts";
import type { ReviewCard, TriggerHistory } from "../review-card.ts";

/** Everything that a person should know when deciding about a lesson. */
export function reviewCardText(card: ReviewCard, look: Look, number?: number): string {
  const { lesson, expands, opinion, history } = card;
  const { style, width } = look;
  const fact = (label: string, ...texts: readonly (string | undefined)[]) =>
    rows(
      style("dim", label),
      texts.filter((text) => text !== undefined),
      look,
    );
  const near = card.near.map(
    ({ slug, summary, similarity }) => `${Math.round(similarity * 100)} % ${slug}: ${summary}`,
  );
  const lines = [
    number === undefined
      ? lessonHeading(lesson, look)
      : hang(`${number}.`, style("bold", lesson.summary), { column: 4, width }),
    ...bodyRows(lesson, look, ({ name }) => fieldWord(name)),
    "",
    ...fact("slug", lesson.slug),
    ...fact("kind", `${lesson.kind} · ${lesson.stage.status} · ${lesson.source}`),
    ...fact("archived", archivedWords(lesson)),
    ...fact("from", card.origin && `It ${card.origin}.`),
    ...fact("level", levelWords(lesson)),
    ...fact("confidence", confidenceWords(lesson)),
    ...fact("learned", card.observed && observedWords(card.observed)),
    ...fact("fires", card.reading),
    ...fact("trigger", triggerPatterns(lesson)),
    ...fact("delivery", lesson.delivery),
    ...fact("fix", lesson.fix && fixWords(lesson.fix)),
    ...fact("scope", scopeWords(card)),
    ...fact("tags", tagsInOrder(lesson.tags).join(" ") || undefined),
    ...fact("seen", seenWords(card), ...card.sightings.map(evidenceText)),
    ...fact("near", ...near),
    ...fact("expands", expands?.slug, ...(expands?.diff ?? []).map(changeWords)),
    ...fact("model", opinion && `${opinion.verdict}: ${opinion.reason} (${opinion.by})`),
    ...fact("gates", ...(card.gates ?? []).map(findingWords)),
    ...fact("history", history && historyWords(history), ...(history?.examples ?? [])),
    ...fact("fix?", card.fixProposal),
    ...fact("hold?", card.holdProposal),
    ...fact("warnings", ...card.warnings),
  ];
  return `${lines.join("\n")}\n`;
}

function archivedWords({ stage }: Lesson): string | undefined {
  return stage.status === "archived" ? `${day(stage.since)}: ${stage.because}` : undefined;
}

function levelWords(lesson: Lesson): string {
  const [level, approved] = [lesson.priority, approvedPriority(lesson)].map(levelOf);
  const next = level === approved ? "" : `; approving raises it to ${approved}`;
  return `${level} (priority ${lesson.priority})${next}`;
}

function confidenceWords({ confidence, scores }: Lesson): string {
  const score = scores?.confidence;
  return `${confidence}${score === undefined ? "" : ` = ${summands(score)}`}`;
}

export function seenWords({ counts, lastSeenAt }: ReviewCard): string {
  const isSeen = counts.occurrenceCount > 0 && lastSeenAt !== undefined;
  return `${countWords(counts)}${isSeen ? `, last ${day(lastSeenAt)}` : ""}`;
}

/** Two projects do not make a lesson everybody's, but whoever decides should know of the second. */
function scopeWords({ lesson: { scope }, counts }: ReviewCard): string {
  const isElsewhere = scope.startsWith("project:") && counts.projectCount > 1;
  return isElsewhere ? `${scope}, seen in ${plural(counts.projectCount, "project")}` : scope;
}

function changeWords({ is, text }: SentenceChange): string {
  return `${{ same: " ", added: "+", gone: "-" }[is]} ${text}`;
}

/** What is said where nothing is in the first list. */
export function nothingFound(maybe: number): string {
  return maybe === 0 ? nothingToReview : `Nothing to review. ${maybeText(maybe)}\n`;
}

export function maybeText(maybe: number): string {
  return `${plural(maybe, "weaker candidate")} (seen once, still observing, without a fix, or working again): lessons review --maybe`;
}

export const nothingToReview = "No candidates found. Run `lessons scan` to discover new ones.\n";

/** What a lesson is about first, how bad it is last. */
export function tagsInOrder(tags: readonly Tag[]): readonly Tag[] {
  const rank = (tag: Tag) => tagOrder.indexOf(tag.slice(0, tag.indexOf(":")));
  return tags.toSorted((one, other) => rank(one) - rank(other));
}

const tagOrder = ["tool", "lang", "topic", "env", "platform", "severity"];

/** The fields of the body, one line each: `Mistake: …`. All of them, because all of them are delivered or rendered. */
export function bodyLines({ kind, body }: Pick<Lesson, "kind" | "body">): readonly string[] {
  return bodyFields[kind]
    .filter(({ is }) => is !== "format")
    .flatMap(({ name }) => {
      const value = bodyValue(body, name);
      if (value === undefined) return [];
      return [`${fieldWord(name)}: ${[value].flat().map(plainLine).join("; ")}`];
    });
}

/** `whenToUse` as people write it. */
function fieldWord(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The patterns as they are; in words they are on the card. */
export function triggerPatterns(lesson: Pick<Lesson, "kind" | "triggers">): string {
  const { triggers } = lesson;
  const {
    toolNames,
    commandPatterns,
    pathPatterns,
    contentPatterns,
    actionKeywords,
    contextKeywords,
  } = triggers;
  const patterns = [...commandPatterns, ...pathPatterns, ...contentPatterns];
  const named = patterns.length > 0 ? patterns : [...actionKeywords, ...contextKeywords];
  if (named.length > 0) return named.map(plainLine).join(", ");
  if (toolNames.length > 0) return `any call of ${toolNames.map(plainLine).join(", ")}`;
  const points = triggers.injectOn.filter((point) => point !== "PreToolUse");
  if (points.length > 0) return `(none — ${points.join(", ")} injection)`;
  const place = callless(lesson);
  return place === undefined ? "(none)" : `(none — ${place})`;
}

export function historyWords({ calls, fired, sessions, failed }: TriggerHistory): string {
  if (fired === 0) return `fires at none of your ${plural(calls, "past call")}`;
  return `fires ${plural(fired, "time")} in ${plural(sessions, "session")} of your history (${grouped(calls)} calls): ${grouped(failed)} of those calls failed`;
}

/** What a reviewer found by a gate, in one line: which gate, what, whether it holds, by whom and when. */
export function findingWords({ gate, model, decision, freshness, at }: GateFinding): string {
  return `${plainLine(gate)}: ${decision ?? "no review"} · ${freshnessWords[freshness]} · ${plainLine(model)} · ${day(at)}`;
}

const freshnessWords: Readonly<Record<GateFinding["freshness"], string>> = {
  fresh: "fresh",
  "note-changed": "stale: the lesson changed since",
  "gate-changed": "stale: the gate changed since",
  "missing-review": "stale: its texts are missing",
  gone: "the gate no longer exists",
};
