import { adapters } from "../agents/all.ts";
import { type ProjectNames, projectNames, scopeProject } from "../capture/ledger/project-names.ts";
import type { EvidenceCounts } from "../lesson/record/history.ts";
import type { Lesson, LessonId } from "../lesson/record/lesson.ts";
import { isForSystem, systemNamed } from "../lesson/record/operating-system.ts";
import type { Context } from "../platform/context.ts";
import { Fault } from "../platform/fault.ts";
import { learningPlace } from "../platform/project/learning-place.ts";
import { queryAll, type Database } from "../platform/database/database.ts";
import type { CountedLesson } from "./lessons-to-review.ts";
import type { Standing } from "./rank.ts";
import type { ReviewCard, SeenCost } from "./review-card.ts";
import { reviewDeck, withGateFindings } from "./review-deck.ts";

/** A lesson that waits, as far as a list tells about it. All of a list are at hand; whole cards come ten at a time. */
export interface ReviewRow {
  readonly lesson: Lesson;
  readonly list: ReviewList;
  readonly counts: EvidenceCounts;
  readonly cost?: SeenCost | undefined;
  /** Of the calls that its trigger meets, how many failed. Absent where nobody has looked, or it met none. */
  readonly fires?: { readonly met: number; readonly failed: number } | undefined;
  /** Where it holds, as a heading. */
  readonly group: string;
  /** By name: where it was seen and holds. */
  readonly projects: readonly string[];
  /** By title: whose sessions it was seen in. */
  readonly agents: readonly string[];
  readonly tools: readonly string[];
}

/** `first`: proven on the person's own history. `maybe`: the others. `archived`: what a model put away. */
export type ReviewList = "first" | "maybe" | "archived";

/** A review as it opens: all rows of the first list and of what a model put away, and the cards of the first page. */
export interface OpenedReview {
  readonly rows: readonly ReviewRow[];
  readonly cards: readonly ReviewCard[];
  readonly maybe: number;
}

export async function openReview(context: Context): Promise<OpenedReview> {
  const { cards, noise, waiting, maybe } = reviewDeck(context, { limit: cardsAtOnce });
  return {
    rows: [...reviewRows(context, waiting, "first"), ...reviewRows(context, noise, "archived")],
    cards: [...(await withGateFindings(context, cards)), ...noise.slice(0, cardsAtOnce)],
    maybe,
  };
}

/** What is not in the first list. */
export function maybeRows(context: Context, first: ReadonlySet<LessonId>): readonly ReviewRow[] {
  const { waiting } = reviewDeck(context, { limit: 0, withMaybe: true });
  const others = waiting.filter(({ lesson }) => !first.has(lesson.id));
  return reviewRows(context, others, "maybe");
}

/**
 * The name of a project as a person means it: `.` is the one that they are in. A part of a name is enough; a fault names the
 * projects that something waits for, where this is none of them.
 */
export function projectMeant({ database, place }: Context, typed: string): string {
  const names = projectNames(database);
  const here =
    typed === "." && place !== undefined
      ? scopeProject(learningPlace(place.environment, place.workingDirectory).scope, names)
      : typed;
  const known = [...new Set(names.values())].toSorted();
  const wanted = (here ?? typed).toLowerCase();
  const found =
    known.find((name) => name.toLowerCase() === wanted) ??
    known.find((name) => name.toLowerCase().includes(wanted));
  if (found !== undefined) return found;
  throw new Fault("bad-input", `no project is named "${here ?? typed}"`, {
    hint:
      known.length === 0
        ? "lessons scan reads the logs"
        : `projects with sessions: ${known.join(", ")}`,
  });
}

/** As many as a person looks at in one go. */
export const cardsAtOnce = 10;

export function reviewRows(
  { database }: Pick<Context, "database">,
  lessons: readonly (CountedLesson & Partial<Pick<Standing, "failures" | "fires">>)[],
  list: ReviewList,
): readonly ReviewRow[] {
  const names = projectNames(database);
  const seen = seenIn(database, lessons, names);
  return lessons.map(({ lesson, counts, failures, fires }) => {
    const { projects = [], agents = [] } = seen.get(lesson.id) ?? {};
    const own = scopeProject(lesson.scope, names);
    return {
      lesson,
      list,
      counts,
      cost: failures && { failedCalls: failures.failedCalls, lostMs: failures.msUntilFixed },
      fires: fires && fires.fired > 0 ? { met: fires.fired, failed: fires.failed } : undefined,
      group: groupOf(lesson, counts, own),
      projects: [...new Set([...(own === undefined ? [] : [own]), ...projects])],
      agents,
      tools: lesson.tags.flatMap((tag) =>
        tag.startsWith("tool:") ? [tag.slice("tool:".length)] : [],
      ),
    };
  });
}

function groupOf(
  { source, scope, tags }: Lesson,
  { occurrenceCount }: EvidenceCounts,
  project: string | undefined,
): string {
  if (source === "imported" && occurrenceCount === 0) return "Not from your sessions";
  if (project !== undefined) return `In ${project}`;
  if (!isForSystem(tags, systemNamed(process.platform))) return "On another system";
  return scope === "machine" ? "On this machine" : "Everywhere";
}

interface SeenIn {
  readonly projects: readonly string[];
  readonly agents: readonly string[];
}

function seenIn(
  database: Database,
  lessons: readonly CountedLesson[],
  names: ProjectNames,
): ReadonlyMap<LessonId, SeenIn> {
  const rows = queryAll<{ id: LessonId; agent: string; project: string | null }>(
    database,
    `SELECT DISTINCT lessons.id, evidence.agent, evidence.project_id AS project
     FROM evidence JOIN lessons ON lessons.number = evidence.lesson
     WHERE lessons.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(lessons.map(({ lesson }) => lesson.id)),
  );
  const titles = new Map(adapters.map(({ agent, title }) => [agent, title]));
  const byLesson = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byLesson].map(([id, found]) => [
      id,
      {
        projects: distinct(
          found.flatMap(({ project }) =>
            project === null ? [] : (scopeProject(`project:${project}`, names) ?? []),
          ),
        ),
        agents: distinct(found.map(({ agent }) => titles.get(agent) ?? agent)),
      },
    ]),
  );
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted();
}
