import { makeReady } from "../../compile/make-ready.ts";
import { bodyText } from "../../core/body.ts";
import { proposeHold } from "../../core/hold-proposal.ts";
import type { Lesson, LessonId } from "../../core/lesson.ts";
import { nearestTo } from "../../core/near-duplicates.ts";
import type { NearLesson, ReviewCard } from "../../core/review/review-card.ts";
import { tokenSet } from "../../core/similarity.ts";
import { triggerReading } from "../../core/trigger-reading.ts";
import { findLesson } from "../../store/lessons.ts";
import { activeTexts, newestSightings, type CountedLesson } from "../../store/lessons-to-review.ts";
import type { ModelOpinion } from "../../store/review-sessions.ts";
import { marksBeside } from "../upkeep/upkeep-marks.ts";
import type { Workshop } from "../workshop.ts";
import { approvalWarnings, deliveryWarnings } from "./delivery-warnings.ts";
import { expandedBy, expansionDiff } from "./expansion.ts";

type Reading = Pick<Workshop, "database" | "config">;

/** The cards of these lessons, without what takes a pass over the ledger. */
export function makeCards(
  workshop: Reading,
  lessons: readonly CountedLesson[],
  opinions: ReadonlyMap<LessonId, ModelOpinion>,
): readonly ReviewCard[] {
  const sightings = newestSightings(
    workshop.database,
    lessons.map(({ lesson }) => lesson.id),
    mostSightings,
  );
  const near = nearestInUse(workshop);
  const marks = marksBeside(workshop.database);
  return lessons.map(({ lesson, counts, lastSeenAt }) => {
    const opinion = opinions.get(lesson.id);
    const expands = expansionOn(workshop, lesson);
    const ready = makeReady({ lesson, origin: { sessions: counts.sessionCount } });
    const holdProposal = proposeHold(lesson);
    return {
      lesson,
      counts,
      reading: triggerReading(lesson.triggers),
      sightings: sightings.get(lesson.id) ?? [],
      ...(lastSeenAt === undefined ? {} : { lastSeenAt }),
      near: near(lesson),
      ...(expands === undefined ? {} : { expands }),
      ...(opinion === undefined ? {} : { opinion: opinionOf(opinion) }),
      warnings: [
        ...approvalWarnings(lesson, ready),
        ...deliveryWarnings(lesson, ready, workshop.config),
        ...marks(lesson),
      ],
      ...(holdProposal === undefined ? {} : { holdProposal }),
    };
  });
}

const mostSightings = 5;
const mostNear = 3;

function opinionOf({ to, because, model }: ModelOpinion): NonNullable<ReviewCard["opinion"]> {
  return {
    verdict: to === "archived" ? "archive" : "keep",
    reason: because,
    by: model ?? "a model",
  };
}

function expansionOn({ database }: Reading, lesson: Lesson): ReviewCard["expands"] | undefined {
  const slug = expandedBy(lesson);
  const target = slug === undefined ? undefined : findLesson(database, slug);
  if (target === undefined) return undefined;
  return { slug: target.slug, diff: expansionDiff(target, lesson) };
}

function nearestInUse({ database }: Reading): (lesson: Lesson) => readonly NearLesson[] {
  const inUse = activeTexts(database);
  const byId = new Map(inUse.map((lesson) => [lesson.id, lesson]));
  const items = inUse.map(({ id, text }) => ({ key: id, tokens: tokenSet(text) }));
  return (lesson) => {
    if (items.length === 0) return [];
    const tokens = tokenSet(`${lesson.summary} ${bodyText(lesson.kind, lesson.body)}`);
    return nearestTo(
      tokens,
      items.filter(({ key }) => key !== lesson.id),
    )
      .slice(0, mostNear)
      .flatMap(({ key, similarity }) => {
        const found = byId.get(key);
        if (found === undefined) return [];
        return [{ id: found.id, slug: found.slug, summary: found.summary, similarity }];
      });
  };
}
