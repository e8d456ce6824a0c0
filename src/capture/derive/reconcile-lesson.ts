import { isDeepStrictEqual } from "node:util";
import { bodyText } from "../../lesson/record/body.ts";
import type { Fix, Lesson } from "../../lesson/record/lesson.ts";
import type { Verdict } from "../../lesson/record/lifecycle.ts";
import { nearestTo, tokenSet } from "../../lesson/likeness/similarity.ts";
import { holdsFor } from "../../lesson/record/scope.ts";
import { type DerivedLesson, countedSightings, quoteOf } from "./derive-lesson.ts";
import {
  type NumberedLesson,
  assignEpisodes,
  decidedLessons,
  hasEvidence,
  lessonsInUse,
  numberedLesson,
  putCluster,
  setSightings,
} from "../episodes/clusters.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  dropAbout,
  duplicates,
  findByAbout,
  findByContentHash,
  lessonNumber,
  updateLesson,
  withFreeAbout,
} from "../../lesson/table/lessons.ts";
import { keepLesson, moveIfPossible } from "../../lesson/change.ts";
import { makeLesson } from "../../lesson/add.ts";
import { Withdrawals, withdrawnByAgent } from "./withdrawals.ts";
import { soundDraft } from "../../lesson/draft.ts";
import type { Context } from "../../platform/context.ts";

/** What happened to lessons while they were brought into line. */
export interface SettleListener {
  readonly lessonCreated: (number: number) => void;
  readonly lessonGrown: (number: number) => void;
  readonly lessonSkipped: (number: number) => void;
}

/** The clusters of a block, the lessons that they were before, and those that the block has now. */
export interface SettledBlock {
  readonly block: string;
  readonly before: ReadonlyMap<string, number>;
  readonly current: Set<number>;
}

/**
 * Brings lessons into line with what was derived. A candidate that nobody has touched is rewritten from
 * what is known now; one that a person has reviewed, edited or archived is theirs, and only gains evidence.
 */
export class Reconciler {
  readonly #context: Context;
  readonly #database: Database;
  readonly #listener: SettleListener;
  #inUse: readonly { readonly key: string; readonly tokens: ReadonlySet<string> }[] | undefined;
  #cancelled: Withdrawals | undefined;
  #decided: ReturnType<typeof decidedLessons> | undefined;

  constructor(context: Context, listener: SettleListener) {
    this.#context = context;
    this.#database = context.database;
    this.#listener = listener;
  }

  /** The lesson that says what was derived: the one that said it before, or a new one. */
  reconcile(
    derived: DerivedLesson,
    clusters: readonly string[],
    { block, before, current }: SettledBlock,
  ): void {
    const wanted = this.#lessonOf(derived);
    // What was one lesson and is two now: the first keeps the name, the second is new.
    const known = this.#knownLessons(derived, clusters, before, wanted).filter(
      ({ number, isTouched }) => isTouched || !current.has(number),
    );
    const decided = known.filter(({ isTouched }) => isTouched);
    const target =
      decided.find(({ lesson }) => lesson.about === wanted.about) ?? decided[0] ?? known[0];
    // What becomes part of the target is about nothing any more.
    for (const { number: other, isTouched } of known)
      if (other !== target?.number && !isTouched) dropAbout(this.#database, other);
    const number = target === undefined ? this.#create(wanted) : this.#keepUp(target, wanted);
    current.add(number);
    for (const other of known) {
      if (other.number === number) continue;
      if (!other.isTouched) this.#mergeInto(other, number);
      else if (wanted.about !== undefined) this.#markDuplicate(other, number);
    }
    for (const cluster of clusters) {
      if (before.get(cluster) !== number) putCluster(this.#database, cluster, block, number);
    }
    const strangers = derived.episodes.filter(({ lesson }) => lesson !== number);
    assignEpisodes(
      this.#database,
      number,
      strangers.map((episode) => episode.number),
    );
    const sightings = countedSightings(derived.episodes).map((episode) => ({
      ...episode,
      quote: quoteOf(episode.story),
    }));
    const fresh = setSightings(this.#database, number, clusters, sightings);
    if (target !== undefined && fresh > 0) {
      const isArchived = target.isTouched && target.lesson.stage.status === "archived";
      if (isArchived) this.#listener.lessonSkipped(number);
      else this.#listener.lessonGrown(number);
    }
  }

  #knownLessons(
    { episodes }: DerivedLesson,
    clusters: readonly string[],
    before: ReadonlyMap<string, number>,
    { about, scope, contentHash }: Lesson,
  ): readonly NumberedLesson[] {
    const numbers = new Set(clusters.flatMap((cluster) => before.get(cluster) ?? []));
    const holder = about && findByAbout(this.#database, scope, about);
    if (holder) numbers.add(lessonNumber(this.#database, holder.id));
    const same = findByContentHash(this.#database, contentHash);
    const alike =
      same === undefined
        ? undefined
        : numberedLesson(this.#database, lessonNumber(this.#database, same.id));
    // A candidate of another block follows its own episodes, and a fact of another project is another one.
    const isHere =
      alike !== undefined && (about === undefined || holdsFor(alike.lesson.scope, scope));
    if (isHere && alike.isTouched) numbers.add(alike.number);
    if (numbers.size === 0) {
      this.#decided ??= decidedLessons(this.#database);
      for (const number of this.#decided(episodes)) numbers.add(number);
    }
    return [...numbers]
      .toSorted((one, other) => one - other)
      .flatMap((number) => numberedLesson(this.#database, number) ?? []);
  }

  #lessonOf({ draft, scores, source }: DerivedLesson): Lesson {
    const sound = soundDraft(draft);
    // A level that the report names is the agent's word, and no formula explains it.
    const explained = sound.priority === undefined ? scores : { confidence: scores.confidence };
    const lesson = makeLesson(
      sound,
      {
        status: "candidate",
        by: "scanner",
        priority: scores.priority.value,
        confidence: scores.confidence.value,
        source,
        scores: explained,
      },
      this.#context.system,
    );
    return { ...lesson, flags: [...lesson.flags, ...this.#expands(lesson)] };
  }

  /** A candidate that says nearly what a lesson in use says is shown as its extension. */
  #expands(lesson: Lesson): Lesson["flags"] {
    this.#inUse ??= lessonsInUse(this.#database).map(({ slug, text }) => ({
      key: slug,
      tokens: tokenSet(text),
    }));
    if (this.#inUse.length === 0) return [];
    const tokens = tokenSet(`${lesson.summary} ${bodyText(lesson.kind, lesson.body)}`);
    const [nearest] = nearestTo(tokens, this.#inUse);
    return nearest === undefined ? [] : [`expands:${nearest.key}`];
  }

  #create(lesson: Lesson): number {
    const now = this.#context.system.now();
    const kept = keepLesson(this.#database, this.#context.system, lesson, {
      transitions: [
        {
          from: "none",
          to: "candidate",
          at: now,
          by: "scanner",
          because: "found in a session log",
        },
      ],
    });
    const number = lessonNumber(this.#database, kept.id);
    this.#listener.lessonCreated(number);
    return number;
  }

  /** Nothing that a person has touched is rewritten. */
  #keepUp({ number, lesson, isTouched }: NumberedLesson, wanted: Lesson): number {
    if (isTouched) {
      this.#keepCounts(lesson, wanted);
      return number;
    }
    const now = this.#context.system.now();
    const current = withFreeAbout(this.#database, {
      ...wanted,
      id: lesson.id,
      slug: lesson.slug,
      createdAt: lesson.createdAt,
      updatedAt: lesson.updatedAt,
      stage: lesson.stage,
      flags: wanted.flags.filter((flag) => flag !== `expands:${lesson.slug}`),
    });
    if (lesson.stage.status === "archived") {
      if (this.#withdrawals().has(lesson)) return number;
      const verdict: Verdict = { verdict: "restore", by: "scanner", because: "seen again" };
      moveIfPossible(this.#context, { ...current, updatedAt: now }, verdict);
    } else if (JSON.stringify(current) !== JSON.stringify(lesson)) {
      updateLesson(this.#database, { ...current, updatedAt: now });
    }
    return number;
  }

  /** What it is about and how often its fix worked are counted, not said: a person's words stay as they are. */
  #keepCounts(lesson: Lesson, { about, fix }: Lesson): void {
    const counted = withFreeAbout(this.#database, {
      ...lesson,
      about: lesson.about ?? about,
      fix: isSameFix(lesson.fix, fix) ? fix : lesson.fix,
    });
    // A duplicate is marked where it is found, and not for a key that it never had.
    const kept = { ...counted, flags: lesson.flags };
    const isNew = kept.about !== lesson.about || !isDeepStrictEqual(kept.fix, lesson.fix);
    if (isNew) updateLesson(this.#database, kept);
  }

  /** Two lessons of a person about the same thing: the person says which of them stays. */
  #markDuplicate({ lesson }: NumberedLesson, number: number): void {
    const target = numberedLesson(this.#database, number)?.lesson;
    if (target === undefined || lesson.flags.includes(duplicates(target))) return;
    updateLesson(this.#database, { ...lesson, flags: [...lesson.flags, duplicates(target)] });
  }

  #mergeInto(other: NumberedLesson, number: number): void {
    if (other.lesson.stage.status === "archived") return;
    const target = numberedLesson(this.#database, number);
    if (target === undefined) return;
    const { about: _, ...rest } = other.lesson;
    moveIfPossible(
      this.#context,
      { ...rest, supersededBy: target.lesson.slug },
      { verdict: "archive", by: "scanner", because: `says the same as ${target.lesson.slug}` },
    );
  }

  /** No episode speaks for it any more. */
  retire(number: number): void {
    const known = numberedLesson(this.#database, number);
    if (known === undefined || known.isTouched || known.lesson.stage.status === "archived") return;
    if (hasEvidence(this.#database, number)) return;
    moveIfPossible(this.#context, known.lesson, {
      verdict: "archive",
      by: "scanner",
      because: "what it was found by was taken back",
    });
  }

  /** `#lesson:cancel <slug>`: the agent may take back what only agents and the scanner have said. */
  withdraw(): void {
    for (const lesson of this.#withdrawals().lessons()) {
      if (lesson.stage.status === "archived") continue;
      const known = numberedLesson(this.#database, lessonNumber(this.#database, lesson.id));
      if (known === undefined || known.isTouched) continue;
      moveIfPossible(this.#context, lesson, {
        verdict: "archive",
        by: "scanner",
        because: withdrawnByAgent,
      });
    }
  }

  #withdrawals(): Withdrawals {
    this.#cancelled ??= new Withdrawals(this.#database);
    return this.#cancelled;
  }
}

/** The same replacement, whatever was counted. */
function isSameFix(one: Fix | undefined, other: Fix | undefined): boolean {
  return (
    one !== undefined && one.how === other?.how && one.from === other.from && one.to === other.to
  );
}
