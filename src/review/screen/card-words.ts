import { levelOf } from "../../lesson/record/level.ts";
import type { SentenceChange } from "../../platform/text-diff.ts";
import type { ReviewCard, TriggerHistory } from "../decision/review-card.ts";
import type { Score } from "../../lesson/score/score.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { archivedBecause } from "./archived-because.ts";
import { day, plural } from "../../cli/layout.ts";
import { findingWords } from "../commands/review-card-text.ts";
import { cut } from "./cells.ts";
import { span, type Line, type Look } from "./line.ts";
import { decisionOf, isNoise, type Model, type Row } from "./model.ts";
import { verdictWords } from "./verdict-words.ts";
import { wrapped } from "./wrap-text.ts";

/** What a person should know before reading a lesson. */
export function cardHead(model: Model, row: Row, width: number): readonly Line[] {
  const { card } = row;
  const { lesson } = card;
  const number = row.number === undefined ? "" : `${row.number}. `;
  const level = `${levelOf(lesson.priority)} ${lesson.priority}`;
  return [
    [span(`${number}${lesson.slug}`, "bold")],
    [span(`${lesson.kind} · ${level} · conf:${lesson.confidence} · ${lesson.stage.status}`, "dim")],
    ...paragraph(verdictWords(row, decisionOf(model, row)), { width, look: "green" }),
    ...(isNoise(row)
      ? [
          ...paragraph(`Archived by the model: ${archivedBecause(card)}`, { width }),
          [span("[Unarchive]", "bold"), span("  space or Enter", "dim")],
        ]
      : []),
    ...card.warnings.flatMap((text) => paragraph(`! ${text}`, { width, look: "yellow" })),
    ...(card.holdProposal === undefined
      ? []
      : paragraph(`h holds the call: ${card.holdProposal}`, { width, look: "yellow" })),
    ...paragraph(`Fires ${card.reading}`, { width, look: "cyan" }),
    ...historyLine(model, row, width),
    ...(card.gates ?? []).flatMap((finding) => paragraph(findingWords(finding), { width })),
    ...(card.opinion === undefined || isNoise(row)
      ? []
      : paragraph(`${card.opinion.by} says ${card.opinion.verdict}: ${card.opinion.reason}`, {
          width,
        })),
  ];
}

/** Where it was seen, how its numbers came about, and what is like it. */
export function cardEvidence(model: Model, row: Row, width: number): readonly Line[] {
  const { card } = row;
  const { counts, lesson } = card;
  const last = card.lastSeenAt === undefined ? "" : `, last ${day(card.lastSeenAt)}`;
  const seen =
    counts.occurrenceCount === 0
      ? "never in a log"
      : `${plural(counts.occurrenceCount, "time")} in ${plural(counts.sessionCount, "session")} and ${plural(counts.projectCount, "project")}${last}`;
  const examples = historyOf(model, card)?.examples ?? [];
  return [
    ...section("Seen", [seen, ...card.sightings.map(sightingText)], width),
    ...section("Confidence", scoreText(lesson.scores?.confidence), width),
    ...section("Priority", scoreText(lesson.scores?.priority), width),
    ...section(
      "Nearly the same",
      card.near.map((near) => `${near.similarity.toFixed(2)} ${near.slug}: ${near.summary}`),
      width,
    ),
    ...(card.expands === undefined
      ? []
      : section(
          `Would add to ${card.expands.slug} (e)`,
          card.expands.diff.map(({ is, text }) => `${diffMarks[is]} ${text}`),
          width,
        )),
    ...section("Calls it would have fired at", examples, width),
  ];
}

/** What the trigger would have done, in one line. */
export function historyText({ fired, sessions, failed, calls }: TriggerHistory): string {
  if (fired === 0) return `On your history: would not have fired in ${plural(calls, "call")}`;
  return `On your history: fired ${plural(fired, "time")} in ${plural(sessions, "session")}, ${failed} of those calls failed`;
}

const diffMarks: Readonly<Record<SentenceChange["is"], string>> = {
  same: " ",
  added: "+",
  gone: "−",
};

function historyLine(model: Model, row: Row, width: number): readonly Line[] {
  const history = historyOf(model, row.card);
  if (history === undefined) {
    const isLoading = model.histories.get(row.card.lesson.id) === "loading";
    return isLoading ? [[span("On your history: …", "dim")]] : [];
  }
  const isEdited = decisionOf(model, row).edits.some(
    ({ field }) => field in row.card.lesson.triggers,
  );
  const before = isEdited ? " (before your edit)" : "";
  return paragraph(`${historyText(history)}${before}`, { width, look: "cyan" });
}

function historyOf(
  { histories }: Model,
  { lesson, history }: ReviewCard,
): TriggerHistory | undefined {
  const loaded = histories.get(lesson.id);
  return typeof loaded === "object" ? loaded : history;
}

function sightingText({
  seenAt,
  agent,
  sessionId,
  place,
  quote,
}: ReviewCard["sightings"][number]): string {
  const where = place === undefined ? "" : ` ${place.file}:${place.line}`;
  return `${day(seenAt)} ${agent} ${sessionId}${where}${quote === undefined ? "" : `: ${quote}`}`;
}

function scoreText(score: Score | undefined): readonly string[] {
  if (score === undefined) return [];
  const parts = [...score.parts, ...score.limits].map(
    ({ label, amount }) => `${amount < 0 ? "−" : "+"}${Math.abs(amount)} ${label}`,
  );
  return [`${score.value} = ${parts.join(", ")} [${score.formula}]`];
}

function section(title: string, texts: readonly string[], width: number): readonly Line[] {
  if (texts.length === 0) return [];
  return [[], [span(title, "dim")], ...texts.flatMap((text) => indented(text, width))];
}

function indented(text: string, width: number): readonly Line[] {
  const [mark, rest] = /^[ +−] /.test(text) ? [text.slice(0, 2), text.slice(2)] : ["", text];
  return wrapped(bounded(rest), Math.max(width - 2 - mark.length, 8)).map((line, index) => [
    span(`  ${index === 0 ? mark : " ".repeat(mark.length)}${line}`),
  ]);
}

function paragraph(
  text: string,
  { width, look }: { readonly width: number; readonly look?: Look },
): readonly Line[] {
  return wrapped(bounded(text), width).map((line) => [span(line, look)]);
}

/** A quote from a log may be long: enough of it to be recognised. */
function bounded(text: string): string {
  return cut(plainLine(text), 600);
}
