import type { ReviewReport } from "../apply-review.ts";
import { toRecord } from "../../lesson/record/record.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { ReviewCard } from "../review-card.ts";

/** A card as JSON: every key always there, `null` where there is nothing. */
export function cardValue(card: ReviewCard, number: number | null): object {
  return {
    number,
    lesson: toRecord(card.lesson, card.counts),
    reading: card.reading,
    sightings: card.sightings,
    lastSeenAt: card.lastSeenAt ?? null,
    near: card.near,
    expands: card.expands ?? null,
    opinion: card.opinion ?? null,
    gates: card.gates ?? [],
    history: card.history ?? null,
    warnings: card.warnings,
    holdProposal: card.holdProposal ?? null,
  };
}

/** What was done as JSON: lessons by their names. */
export function reportValue(report: ReviewReport): object {
  return {
    session: report.session ?? null,
    added: report.added.map(named),
    archived: report.archived.map(({ lesson, reason }) => ({ ...named(lesson), reason })),
    expanded: report.expanded.map(({ lesson, into }) => ({ ...named(lesson), into })),
    unarchived: report.unarchived.map(named),
    edited: report.edited.map(({ lesson, fields }) => ({ ...named(lesson), fields })),
    skipped: report.skipped.map(named),
    warnings: report.warnings,
    toRender: report.toRender,
  };
}

export function named({ id, slug, stage }: Lesson): object {
  return { id, slug, status: stage.status };
}
