import { existsSync } from "node:fs";
import { makeReady } from "../deliver/compile/make-ready.ts";
import { bodyText } from "../lesson/record/body.ts";
import { proposeHold } from "./hold-proposal.ts";
import type { Lesson, LessonId } from "../lesson/record/lesson.ts";
import { nearestTo, tokenSet } from "../lesson/likeness/similarity.ts";
import type { CardOpinion, NearLesson, ReviewCard, ReviewDeck } from "./decision/review-card.ts";
import { triggerReading } from "../match/trigger-words.ts";
import {
  activeTexts,
  lessonsById,
  lessonsToReview,
  newestSightings,
  type CountedLesson,
} from "./lessons-to-review.ts";
import { findLesson } from "../lesson/table/lessons.ts";
import { lastReviewSession, modelOpinions, type ModelOpinion } from "./review-sessions-table.ts";
import { findGateProject } from "../gates/runs/gate-project.ts";
import { marksBeside } from "../lesson/upkeep-marks.ts";
import type { Context } from "../platform/context.ts";
import { approvalWarnings, deliveryWarnings } from "./delivery-warnings.ts";
import { expandedBy, expansionDiff } from "./expansion.ts";
import { withTriggerHistory } from "./trigger-history.ts";

type Reading = Pick<Context, "database" | "config">;

/** A deck, or the beginning of one. */
export interface ReviewPage extends ReviewDeck {
  /** How many wait, with those that are not among the cards. */
  readonly total: number;
}

/**
 * What waits for a person, in the order of the review. Without what the triggers would have done on the ledger:
 * that takes a pass over all calls, and `withTriggerHistory` gives it to the cards that are looked at.
 */
export function reviewDeck(
  context: Reading,
  { limit }: { readonly limit?: number | undefined } = {},
): ReviewPage {
  const { database } = context;
  const opinions = opinionsIn(context);
  const waiting = lessonsToReview(database);
  const noise = lessonsById(database, noiseIds(context, opinions)).filter(({ lesson }) =>
    isArchivedBy(opinions.get(lesson.id), lesson),
  );
  return {
    cards: makeCards(context, waiting.slice(0, limit), opinions),
    noise: makeCards(context, noise, opinions),
    total: waiting.length,
  };
}

/** The whole cards of these lessons, whatever became of them. */
export async function reviewCards(
  context: Context,
  ids: readonly LessonId[],
): Promise<readonly ReviewCard[]> {
  const lessons = lessonsById(context.database, ids);
  const cards = makeCards(context, lessons, opinionsIn(context));
  return withGateFindings(context, withTriggerHistory(context, cards));
}

/** The cards with what reviews by gates say about their lessons. Where there is nothing to say, nothing is read. */
export async function withGateFindings(
  context: Context,
  cards: readonly ReviewCard[],
): Promise<readonly ReviewCard[]> {
  if (cards.length === 0 || !(isRequired(context) || hasReviews(context))) return cards;
  const { lessonGates } = await import("../gates/runs/lesson-gates.ts");
  const gates = lessonGates(context);
  return cards.map((card) => {
    const unmet = gates
      .unmet(card.lesson)
      .map(({ gate, why }) => `${gate} ${why}: approving it needs --force`);
    return { ...card, gates: gates.findings(card.lesson), warnings: [...card.warnings, ...unmet] };
  });
}

function isRequired({ config }: Context): boolean {
  return config.gates.required.length > 0;
}

function hasReviews({ place }: Context): boolean {
  const project = place === undefined ? undefined : findGateProject(place);
  return project !== undefined && existsSync(project.database);
}

function opinionsIn({ database }: Reading): ReadonlyMap<LessonId, ModelOpinion> {
  return new Map(modelOpinions(database).map((opinion) => [opinion.id, opinion]));
}

/** What a model has put away since a person last decided. */
function noiseIds(
  { database }: Reading,
  opinions: ReadonlyMap<LessonId, ModelOpinion>,
): readonly LessonId[] {
  const since = lastReviewSession(database, "person")?.generatedAt ?? "";
  return [...opinions.values()]
    .filter(({ to, at }) => to === "archived" && at > since)
    .map(({ id }) => id);
}

/** Not somebody else, later. */
function isArchivedBy(opinion: ModelOpinion | undefined, { stage }: Lesson): boolean {
  return stage.status === "archived" && opinion?.at === stage.since;
}

/** The cards of these lessons, without what takes a pass over the ledger. */
function makeCards(
  context: Reading,
  lessons: readonly CountedLesson[],
  opinions: ReadonlyMap<LessonId, ModelOpinion>,
): readonly ReviewCard[] {
  const sightings = newestSightings(
    context.database,
    lessons.map(({ lesson }) => lesson.id),
    mostSightings,
  );
  const near = nearestInUse(context);
  const marks = marksBeside(context.database);
  return lessons.map(({ lesson, counts, lastSeenAt }) => {
    const opinion = opinions.get(lesson.id);
    const ready = makeReady({ lesson, origin: { sessions: counts.sessionCount } });
    return {
      lesson,
      counts,
      reading: triggerReading(lesson.triggers),
      sightings: sightings.get(lesson.id) ?? [],
      lastSeenAt,
      near: near(lesson),
      expands: expansionOn(context, lesson),
      opinion: opinion && opinionOf(opinion),
      warnings: [
        ...approvalWarnings(lesson, ready),
        ...deliveryWarnings(lesson, ready, context.config),
        ...marks(lesson),
      ],
      holdProposal: proposeHold(lesson),
    };
  });
}

const mostSightings = 5;
const mostNear = 3;

function opinionOf({ to, because, model }: ModelOpinion): CardOpinion {
  return {
    verdict: to === "archived" ? "archive" : "keep",
    reason: because,
    by: model ?? "a model",
  };
}

function expansionOn({ database }: Reading, lesson: Lesson): ReviewCard["expands"] {
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
