import { existsSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { GateFinding, UnmetGate } from "../../lesson/record/gate-finding.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { realPath } from "../../platform/paths.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { askGit } from "../../platform/project/ask-git.ts";
import { isForLessons } from "../catalogue/read-gate.ts";
import { freshnessOf } from "../review-state.ts";
import { currentReviews, type CurrentReview } from "../store/acceptances.ts";
import { ownReviews } from "../store/own-reviews.ts";
import { openReviewDatabase } from "../store/review-database.ts";
import { gatesOfProject, isNamed, type Catalogue, type Gate } from "./find-gates.ts";
import { findGateProject } from "./gate-project.ts";
import { lessonNote, lessonNoteMark } from "./lesson-note.ts";

/** What the reviews of the project that a command runs in say about lessons. Read when it is first asked for. */
export interface LessonGates {
  /** One for each gate and model, the latest last. Nothing where there are no reviews. */
  readonly findings: (lesson: Lesson) => readonly GateFinding[];
  /** The gates of `gates.required` that this lesson does not meet as it is. */
  readonly unmet: (lesson: Lesson) => readonly UnmetGate[];
}

export function lessonGates(context: Context): LessonGates {
  const { required } = context.config.gates;
  let known: KnownReviews | undefined;
  const reviews = () => (known ??= knownReviews(context));
  return {
    findings: (lesson) => findingsAbout(lesson, reviews()),
    unmet: (lesson) =>
      required.length === 0 ? [] : unmetBy(lesson, required, reviews()).filter(isFirst),
  };
}

interface KnownReviews {
  readonly catalogue: Catalogue;
  /** By the path of the note. */
  readonly byNote: ReadonlyMap<string, readonly CurrentReview[]>;
  readonly isOwn: (review: CurrentReview) => boolean;
  /** Why nothing is known, where that is so. */
  readonly problem?: string;
}

const nothing = {
  catalogue: { gates: [], broken: [] },
  byNote: new Map(),
  isOwn: () => false,
} as const;

function knownReviews({ place, system, onWait, database: own }: Context): KnownReviews {
  const project = place === undefined ? undefined : findGateProject(place);
  if (project === undefined) return { ...nothing, problem: "this is not a project" };
  const catalogue = gatesOfProject(project);
  if (!existsSync(project.database)) return { ...nothing, catalogue };
  const foreign = foreignDatabaseProblem(project.database);
  if (foreign !== undefined) return { ...nothing, catalogue, problem: foreign };
  try {
    const database = openReviewDatabase(project, system.now(), { onWait });
    try {
      const reviews = currentReviews(database).filter(({ notePath }) =>
        notePath.startsWith(lessonNoteMark),
      );
      const byNote = Map.groupBy(reviews, ({ notePath }) => notePath);
      return { catalogue, byNote, isOwn: ownReviews(own) };
    } finally {
      database.close();
    }
  } catch (error) {
    // A review of lessons goes on without it; what is required stays unmet.
    if (!(error instanceof Fault)) throw error;
    return { ...nothing, catalogue, problem: error.message };
  }
}

/**
 * Why a database of reviews is not to be trusted: what git tracks came with the repository, and whoever wrote it there
 * could say that anything has passed. Its journals count, because SQLite takes them over. Undefined when it is ours.
 */
function foreignDatabaseProblem(database: string): string | undefined {
  const { root, isRepository } = projectPlace(dirname(database));
  if (!isRepository) return undefined;
  const name = basename(database);
  const path = relative(root, database);
  if (realPath(database) !== join(realPath(root), path)) return `${name} is behind a link`;
  // Some file systems take another case for the same name.
  const pattern = `:(glob,icase)${literal(path.split(sep).join("/"))}*`;
  const answer = askGit(root, ["ls-files", "-z", "--", pattern]);
  if (answer?.status !== 0) return `git does not say whether ${name} came with the repository`;
  return answer.out === "" ? undefined : `${name} is tracked by git, so it is not yours`;
}

function literal(path: string): string {
  return path.replaceAll(/[\\*?[]/g, "\\$&");
}

function findingsAbout(
  lesson: Lesson,
  { catalogue, byNote }: KnownReviews,
  isTaken: (review: CurrentReview) => boolean = () => true,
): readonly GateFinding[] {
  const reviews = (byNote.get(lessonNoteMark + lesson.slug) ?? []).filter(isTaken);
  if (reviews.length === 0) return [];
  const { hash: noteHash } = lessonNote(lesson);
  return reviews.map((review) => {
    const gate = catalogue.gates.find(({ path }) => path === review.gatePath);
    return {
      gate: gate?.id ?? review.gatePath,
      model: review.model,
      decision: review.decision,
      freshness:
        gate === undefined ? "gone" : freshnessOf(review, { noteHash, gateHash: gate.hash }),
      at: review.reviewedAt ?? review.acceptedAt,
    };
  });
}

function unmetBy(
  lesson: Lesson,
  required: readonly string[],
  known: KnownReviews,
): readonly UnmetGate[] {
  const { gates, broken } = known.catalogue;
  const { problem } = known;
  const findings = findingsAbout(lesson, known, known.isOwn);
  const foreign = findingsAbout(lesson, known, (review) => !known.isOwn(review));
  return required.flatMap((name) => {
    if (problem !== undefined) return [{ gate: name, why: `has no review here: ${problem}` }];
    const named = gates.filter((gate) => isNamed(gate, name));
    const damaged = broken.filter((gate) => isNamed(gate, name));
    if (named.length + damaged.length === 0)
      return [{ gate: name, why: "is not a gate of this project" }];
    if (!named.some(({ appliesTo }) => isForLessons(appliesTo)) && damaged.length === 0)
      return [{ gate: name, why: "is not for lessons (applies-to)" }];
    // A gate about other kinds asks nothing of this lesson.
    const fitting = named.filter(({ appliesTo }) => isForLessons(appliesTo, lesson.kind));
    return [
      ...damaged.map(({ id, problem: why }) => ({ gate: id, why: `is not usable: it ${why}` })),
      ...fitting.flatMap((gate) => standing(gate, findings, foreign)),
    ];
  });
}

/** The latest review that holds decides, whichever model gave it. */
function standing(
  { id }: Gate,
  findings: readonly GateFinding[],
  foreign: readonly GateFinding[],
): readonly UnmetGate[] {
  const about = findings.filter(({ gate }) => gate === id);
  const fresh = about.findLast(({ freshness }) => freshness === "fresh");
  if (fresh?.decision === "pass" || fresh?.decision === "warn") return [];
  if (fresh?.decision === "fail")
    return [{ gate: id, why: `failed (${fresh.model}, ${fresh.at.slice(0, 10)})`, isFailed: true }];
  const stale = about.findLast(({ freshness }) => freshness in staleWords)?.freshness;
  const none = foreign.some(({ gate }) => gate === id)
    ? "has a review that was not recorded with your lessons; run the gate again"
    : "has no review here";
  return [{ gate: id, why: staleWords[stale ?? ""] ?? none }];
}

const staleWords: Readonly<Record<string, string>> = {
  "note-changed": "is stale: the lesson changed since its review",
  "gate-changed": "is stale: the gate changed since the review",
};

/** A gate may be named twice, by its id and by its bundle. */
function isFirst({ gate }: UnmetGate, index: number, all: readonly UnmetGate[]): boolean {
  return all.findIndex((other) => other.gate === gate) === index;
}
