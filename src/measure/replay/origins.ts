import type { LedgerCall, LessonOrigins, OwnFailure } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Firing } from "./matcher.ts";
import { addTo, projectOf } from "./tally.ts";

type Origins = ReadonlyMap<LessonId, LessonOrigins>;

/** Counts the calls that failed as a lesson says, where that lesson holds. */
export class OwnFailures {
  readonly #lessonsByFailure = new Map<string, ReadyLesson[]>();
  readonly #counts = new Map<LessonId, { fired: number; all: number }>();

  constructor(lessons: readonly ReadyLesson[], origins: Origins) {
    for (const lesson of lessons) {
      const failures = (origins.get(lesson.id)?.failures ?? []).map(failureKey);
      for (const key of new Set(failures)) addTo(this.#lessonsByFailure, key, lesson);
    }
  }

  add(call: LedgerCall, firing: readonly Firing[]): void {
    for (const { id } of this.lessonsOf(call)) {
      const count = this.#counts.get(id) ?? { fired: 0, all: 0 };
      this.#counts.set(id, count);
      count.all += 1;
      if (isAmong(firing, id)) count.fired += 1;
    }
  }

  /** The lessons that say how this call failed, where it was made. */
  lessonsOf({ tool, head, signature, log }: LedgerCall): readonly ReadyLesson[] {
    if (signature === null) return [];
    const lessons = this.#lessonsByFailure.get(failureKey({ tool, head, signature })) ?? [];
    return lessons.filter(({ scope }) => (projectOf(scope) ?? log.projectId) === log.projectId);
  }

  of(id: LessonId): { readonly fired: number; readonly all: number } {
    return this.#counts.get(id) ?? { fired: 0, all: 0 };
  }
}

/** Tells which of the places that lessons come from are calls of the ledger, and where they fired. */
export class OwnSightings {
  readonly #placesByCall = new Map<string, SightingPlace[]>();
  readonly #placesByLesson = new Map<LessonId, SightingPlace[]>();
  readonly #origins: Origins;

  constructor(lessons: readonly ReadyLesson[], origins: Origins) {
    this.#origins = origins;
    for (const { id } of lessons) {
      for (const { call } of origins.get(id)?.sightings ?? []) {
        if (call === undefined) continue;
        const place: SightingPlace = { id, hasCall: false, hasFired: false };
        addTo(this.#placesByLesson, id, place);
        addTo(this.#placesByCall, `${call.log}:${call.line}`, place);
      }
    }
  }

  /** A line can hold several calls: one that fires is enough. */
  add({ log, line }: LedgerCall, firing: readonly Firing[]): void {
    for (const place of this.#placesByCall.get(`${log.number}:${line}`) ?? []) {
      place.hasCall = true;
      if (isAmong(firing, place.id)) place.hasFired = true;
    }
  }

  of(id: LessonId): { readonly fired: number; readonly withCall: number; readonly all: number } {
    const places = this.#placesByLesson.get(id) ?? [];
    return {
      fired: places.filter(({ hasFired }) => hasFired).length,
      withCall: places.filter(({ hasCall }) => hasCall).length,
      all: this.#origins.get(id)?.sightings.length ?? 0,
    };
  }
}

interface SightingPlace {
  readonly id: LessonId;
  hasCall: boolean;
  hasFired: boolean;
}

export function failureKey({ tool, head, signature }: OwnFailure): string {
  return `${tool}\0${head}\0${signature}`;
}

/** Whether a lesson is one of those that fire. */
export function isAmong(firing: readonly Firing[], wanted: LessonId): boolean {
  return firing.some(({ id }) => id === wanted);
}
