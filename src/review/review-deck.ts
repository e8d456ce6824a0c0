import { otherHooksHere } from "../deliver/init/other-hooks.ts";
import { existsSync } from "node:fs";
import { type Doubt, doubtWords } from "../measure/doubt/doubt.ts";
import { doubtsOf } from "../measure/doubt/doubts-of.ts";
import { makeReady } from "../deliver/compile/make-ready.ts";
import { bodyText } from "../lesson/record/body.ts";
import { dangerMarks, originMark } from "../lesson/record/danger.ts";
import { queryAll } from "../platform/database/database.ts";
import { circumstancesHere, originsOf } from "../deliver/reach/circumstances.ts";
import { neverComes, reachOf } from "../deliver/reach/reach.ts";
import { reachSentence } from "../deliver/reach/reach-words.ts";
import { asApproved, proposeHold, approvalWarnings } from "./approval.ts";
import type { Lesson, LessonId } from "../lesson/record/lesson.ts";
import { observedOf } from "../lesson/observed.ts";
import { callless } from "../lesson/record/callless.ts";
import { nearestTo, tokenSet } from "../lesson/likeness/similarity.ts";
import {
  type NearLesson,
  type ReviewCard,
  type ReviewDeck,
  replayLessons,
  withReplay,
  withTriggerHistory,
} from "./review-card.ts";
import { once } from "../match/once.ts";
import { triggerReading } from "../match/trigger-words.ts";
import {
  activeTexts,
  lessonsById,
  lessonsToReview,
  newestSightings,
  standingsOf,
  type CountedLesson,
} from "./lessons-to-review.ts";
import { type ProjectNames, projectNames, scopeProject } from "../capture/ledger/project-names.ts";
import type { Standing } from "./rank.ts";
import { rankLessons } from "./rank-lessons.ts";
import { countMaybe } from "../lesson/table/list.ts";
import { findLesson } from "../lesson/table/lessons.ts";
import { lastReviewSession, modelOpinions, type ModelOpinion } from "./review-sessions.ts";
import { findGateProject } from "../gates/runs/gate-project.ts";
import { marksBeside } from "../lesson/upkeep-marks.ts";
import type { Context } from "../platform/context.ts";
import { expandedBy, expansionDiff } from "./expansion.ts";

type StoreContext = Pick<Context, "database" | "config" | "system" | "place">;

/** A deck, or the beginning of one. */
export interface ReviewPage extends ReviewDeck {
  /** All that wait, in the order of the review, whether or not there is a card. */
  readonly waiting: readonly (CountedLesson & Standing)[];
  /** How many wait, with those that are not among the cards. */
  readonly total: number;
  /** How many more are only a maybe, and were not asked for. */
  readonly maybe: number;
  /** Whether the card of a lesson has what its trigger would have done; without a trigger there is nothing to have. */
  readonly isReplayed: (lesson: Lesson) => boolean;
}

/**
 * What waits for a person, in the order of the review. The order asks what the triggers would have done on the ledger,
 * so the cards have it, all of them where there is a limit; `withTriggerHistory` gives it to the others when they are
 * looked at.
 */
export function reviewDeck(
  context: StoreContext,
  { limit, withMaybe }: { readonly limit?: number | undefined; readonly withMaybe?: boolean } = {},
): ReviewPage {
  const { database } = context;
  const opinions = opinionsIn(context);
  const found = lessonsToReview(database, { withMaybe });
  const doubts = doubtsOf(
    context,
    found.map(({ lesson }) => lesson),
  );
  const isSure = ({ lesson }: CountedLesson) => !doubts.has(lesson.id);
  // What worked since is for those who ask for all, and comes last.
  const waiting = rankLessons(context, withMaybe === true ? found : found.filter(isSure));
  const ordered = [
    ...waiting.lessons.filter(isSure),
    ...waiting.lessons.filter((one) => !isSure(one)),
  ].filter((one) => withMaybe === true || !isForeign(one));
  const shown = ordered.slice(0, limit);
  const left = limit === undefined ? [] : shown.filter(({ lesson }) => !waiting.isReplayed(lesson));
  const replays = new Map([...waiting.replays, ...replayLessons(context, left)]);
  const since = lastReviewSession(database, "person")?.generatedAt ?? "";
  const putAway = [...opinions.values()].filter(({ to, at }) => to === "archived" && at > since);
  // Archived by the model, and not by somebody else, later.
  const noise = lessonsById(
    database,
    putAway.map(({ id }) => id),
  ).filter(
    ({ lesson: { id, stage } }) =>
      stage.status === "archived" && opinions.get(id)?.at === stage.since,
  );
  const otherHooks = otherHooksHere(context);
  return {
    cards: makeCards(context, shown, { opinions, doubts }).map((card) =>
      withReplay(card, replays.get(card.lesson.id), otherHooks),
    ),
    isReplayed: waiting.isReplayed,
    noise: makeCards(context, noise, { opinions, doubts }),
    waiting: ordered,
    total: ordered.length,
    maybe: withMaybe === true ? 0 : countMaybe(database) + found.length - ordered.length,
  };
}

/** What came from elsewhere, was seen in no session here, and would have fired at no call: it is for those who ask for all. */
function isForeign({ lesson, counts, fires }: CountedLesson & Standing): boolean {
  const isUnseen = lesson.source === "imported" && counts.occurrenceCount === 0;
  return isUnseen && fires?.fired === 0;
}

/** The whole cards of these lessons, whatever became of them. */
export async function reviewCards(
  context: Context,
  ids: readonly LessonId[],
): Promise<readonly ReviewCard[]> {
  const lessons = standingsOf(context.database, lessonsById(context.database, ids));
  const doubts = doubtsOf(
    context,
    lessons.map(({ lesson }) => lesson),
  );
  const cards = makeCards(context, lessons, { opinions: opinionsIn(context), doubts });
  return withGateFindings(context, withTriggerHistory(context, cards));
}

/** The cards with what reviews by gates say about their lessons. Where there is nothing to say, nothing is read. */
export async function withGateFindings(
  context: Context,
  cards: readonly ReviewCard[],
): Promise<readonly ReviewCard[]> {
  if (cards.length === 0 || !(context.config.gates.required.length > 0 || hasReviews(context)))
    return cards;
  const { lessonGates } = await import("../gates/runs/lesson-gates.ts");
  const gates = lessonGates(context);
  return cards.map((card) => {
    const unmet = gates
      .unmet(card.lesson)
      .map(({ gate, why }) => `${gate} ${why}: approving it needs --force`);
    return { ...card, gates: gates.findings(card.lesson), warnings: [...card.warnings, ...unmet] };
  });
}

function hasReviews({ place }: Context): boolean {
  const project = place === undefined ? undefined : findGateProject(place);
  return project !== undefined && existsSync(project.database);
}

function opinionsIn({ database }: StoreContext): ReadonlyMap<LessonId, ModelOpinion> {
  return new Map(modelOpinions(database).map((opinion) => [opinion.id, opinion]));
}

/** The cards of these lessons, without what takes a pass over the ledger. */
function makeCards(
  context: StoreContext,
  lessons: readonly (CountedLesson & Pick<Standing, "failures">)[],
  {
    opinions,
    doubts,
  }: {
    readonly opinions: ReadonlyMap<LessonId, ModelOpinion>;
    readonly doubts: ReadonlyMap<LessonId, Doubt>;
  },
): readonly ReviewCard[] {
  const sightings = newestSightings(
    context.database,
    lessons.map(({ lesson }) => lesson.id),
    mostSightings,
  );
  const observed = observedOf(
    context.database,
    lessons.map(({ lesson }) => lesson.id),
  );
  const near = nearestInUse(context);
  const dangersOf = dangersIn(context);
  const shared = sharedByOthers(context);
  const marks = marksBeside(context.database);
  if (lessons.length === 0) return [];
  // What is said is true of the lessons once they are approved.
  const approvedOnes = lessons.map(({ lesson }) => asApproved(lesson, context.config));
  const circumstances = circumstancesHere(context, { approved: approvedOnes });
  const origins = originsOf(context.database, approvedOnes);
  const names = projectNames(context.database);
  return lessons.map(({ lesson, counts, lastSeenAt, failures }, index) => {
    const opinion = opinions.get(lesson.id);
    const doubt = doubts.get(lesson.id);
    const said = marks(lesson);
    const nearOnes = once(() => near(lesson));
    const reading = once(() => callless(lesson) ?? triggerReading(lesson.triggers, lesson));
    const approved = approvedOnes[index] ?? lesson;
    const reach = once(() => {
      const origin = origins.get(lesson.id) ?? { sessions: counts.sessionCount };
      return reachOf(approved, makeReady({ lesson: approved, origin }), circumstances);
    });
    const warnings = once(() => [
      ...dangersOf(lesson, nearOnes()),
      ...(doubt === undefined ? [] : [doubtWords(doubt)]),
      ...approvalWarnings(lesson, reach()),
      ...(neverComes(reach()) ? [reachSentence(reach(), approved)] : []),
      ...said,
    ]);
    // Thousands may wait, and a person looks at one after the other: what takes a thought about each is made when it is looked at.
    return {
      lesson,
      counts,
      get reading() {
        return reading();
      },
      sightings: sightings.get(lesson.id) ?? [],
      lastSeenAt,
      observed: observed.get(lesson.id),
      cost: failures && { failedCalls: failures.failedCalls, lostMs: failures.msUntilFixed },
      get shown() {
        // Whether an agent is connected is asked at the end, once for all.
        return reachSentence({ ...reach(), agents: undefined }, withProjectName(approved, names));
      },
      get near() {
        return nearOnes();
      },
      expands: expansionOn(context, lesson),
      opinion: opinion && {
        verdict: opinion.to === "archived" ? "archive" : "keep",
        reason: opinion.because,
        by: opinion.model ?? "a model",
      },
      doubt,
      get warnings() {
        return warnings();
      },
      origin: originMark(lesson, { isShared: shared.has(lesson.id) }),
      holdProposal: proposeHold(lesson),
    };
  });
}

/** A sentence about a lesson names its project as people do. */
function withProjectName(lesson: Lesson, names: ProjectNames): Lesson {
  const name = scopeProject(lesson.scope, names);
  return name === undefined ? lesson : { ...lesson, scope: `project:${name}` };
}

/** What is dangerous about a lesson, beside those in use that are like it. */
function dangersIn({
  database,
}: StoreContext): (lesson: Lesson, near: readonly NearLesson[]) => readonly string[] {
  const texts = new Map(activeTexts(database).map(({ id, text }) => [id, text]));
  return (lesson, near) => {
    const active = near.map(({ id, slug }) => ({ slug, text: texts.get(id) ?? "" }));
    return dangerMarks(lesson, active).map((mark) => `it ${mark}`);
  };
}

/** Lessons that came with the files of a project. */
function sharedByOthers({ database }: StoreContext): ReadonlySet<string> {
  const rows = queryAll<{ id: string }>(
    database,
    "SELECT id FROM project_files JOIN lessons ON lessons.number = lesson WHERE is_written = 0",
  );
  return new Set(rows.map(({ id }) => id));
}

const mostSightings = 5;
const mostNear = 3;

function expansionOn({ database }: StoreContext, lesson: Lesson): ReviewCard["expands"] {
  const slug = expandedBy(lesson);
  const target = slug === undefined ? undefined : findLesson(database, slug);
  if (target === undefined) return undefined;
  return { slug: target.slug, diff: expansionDiff(target, lesson) };
}

function nearestInUse({ database }: StoreContext): (lesson: Lesson) => readonly NearLesson[] {
  const inUse = activeTexts(database);
  const byId = new Map(inUse.map(({ text: _, ...named }) => [named.id, named]));
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
        return found === undefined ? [] : [{ ...found, similarity }];
      });
  };
}
