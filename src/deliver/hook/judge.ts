import { firingInSight, type Judgement, mostFittingFirst } from "../../match/match.ts";
import { type Moment, readAll, type Sight, sightOf } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { canBeStopped, doneWithin, workedMs } from "../../platform/process/deadline.ts";
import { judgingMs, longestWaitMs } from "./deadline.ts";

/** Lessons that may concern a call, and what they are judged by. */
export interface Batch {
  readonly lessons: readonly ReadyLesson[];
  readonly moment: Moment;
}

export interface Matched {
  /** Most fitting first. */
  readonly firing: readonly Judgement[];
  /** Whether there was time for all of the lessons. */
  readonly isWhole: boolean;
}

/**
 * Judges lessons within the time that a call may wait. A pattern that has begun to match can only be stopped from outside, at whatever
 * point that is: so what is found out is kept lesson by lesson, and the work goes on where it was stopped. A lesson that
 * uses up its share is named and left out from then on, and it costs no other its call: those whose patterns are known to be fast come
 * first. Time is what this process worked, because what others of the machine take is nobody's fault.
 */
export class Judge {
  readonly #begun = process.cpuUsage();
  readonly #begunAt = process.hrtime();
  readonly #longestWaitMs: number;
  readonly #tooSlow = new Set<string>();
  readonly #log: (line: string) => void;

  /** The agent has waited for so long when judging begins. */
  constructor(log: (line: string) => void, waitedBeforeMs = 0) {
    this.#log = log;
    this.#longestWaitMs = longestWaitMs(waitedBeforeMs);
  }

  /** `find` says which lessons there are, some at a time; they are read when those before them are judged. */
  match(
    find: () => readonly (() => Batch)[],
    threshold: number,
    markTooSlow: (lesson: ReadyLesson) => void,
  ): Matched {
    const turns = new Turns(threshold, this.#tooSlow);
    let batches: readonly (() => Batch)[] | undefined;
    let loaded = 0;
    // What may take long has some of the time for itself.
    const isOverForFast = () =>
      this.#workedMs() >= (turns.unproven.length > 0 ? 0.7 : 1) * judgingMs;
    this.#work(turns, markTooSlow, () => {
      batches ??= find();
      for (;;) {
        turns.judgeBatch(isOverForFast);
        const load = batches[loaded];
        if (load === undefined || isOverForFast()) break;
        turns.take(load());
        loaded += 1;
      }
      turns.judgeUnproven(() => this.#workedMs() >= judgingMs);
    });
    const isWhole = turns.left === 0 && loaded === batches?.length;
    if (!isWhole) {
      const why = this.#workedMs() >= judgingMs ? "the time is used up" : "the machine is too busy";
      this.#log(`stopped after ${turns.judged} lessons: ${why}`);
    }
    return { firing: turns.firing(), isWhole };
  }

  /** Does the work, which goes on where it was stopped, until it is done or the time is over. */
  #work(turns: Turns, markTooSlow: (lesson: ReadyLesson) => void, work: () => void): void {
    // Nearly always this is enough for all: a watch takes as long as many lessons do.
    let timeout = 2 * shareTimeoutMs;
    for (;;) {
      turns.begin();
      const left = Math.min(judgingMs - this.#workedMs(), this.#longestWaitMs - this.#waitedMs());
      if (doneWithin(Math.min(timeout, Math.max(1, Math.ceil(left))), work) !== undefined) return;
      const { atWork } = turns;
      const isToBlame = atWork !== undefined && turns.isFirst && workedMs(turns.since) >= shareMs;
      if (isToBlame) {
        this.#leaveOut(atWork, markTooSlow);
        turns.skip();
      }
      if (this.#workedMs() >= judgingMs || this.#waitedMs() > this.#longestWaitMs) return;
      // A lesson has the next one for itself. Had it this one, and others had the machine, it has longer, and so have those behind it.
      if (isToBlame) timeout = Math.max(shareTimeoutMs, timeout / 2);
      else timeout = turns.isFirst ? 2 * timeout : Math.max(shareTimeoutMs, timeout / 8);
    }
  }

  #leaveOut(lesson: ReadyLesson, markTooSlow: (lesson: ReadyLesson) => void): void {
    this.#tooSlow.add(lesson.id);
    this.#log(`too slow: ${lesson.slug} used up ${shareMs} ms and is left out`);
    try {
      markTooSlow(lesson);
    } catch {
      // It will be too slow again, and stopped again.
    }
  }

  #workedMs(): number {
    return workedMs(this.#begun);
  }

  #waitedMs(): number {
    const [seconds, nanoseconds] = process.hrtime(this.#begunAt);
    return seconds * 1000 + nanoseconds / 1e6;
  }
}

/** What one lesson may take of the time, which is more than a hundred times what one takes. */
const shareMs = 20;
/** Where nobody else works, it is used up by then. */
const shareTimeoutMs = 1.25 * shareMs;

type Turn = readonly [ReadyLesson, Sight];

/** Lessons in their order. Wherever it is stopped, it can go on: a lesson that is judged twice is found once. */
class Turns {
  /** Those that wait until the others are judged. */
  readonly unproven: Turn[] = [];
  readonly #found = new Map<string, Judgement>();
  readonly #threshold: number;
  readonly #tooSlow: ReadonlySet<string>;
  #batch: readonly Turn[] = [];
  #judged = { batch: 0, unproven: 0 };
  #list: "batch" | "unproven" = "batch";
  #sinceBegin = 0;
  /** How many lessons were judged. */
  judged = 0;
  /** The lesson that is judged. */
  atWork: ReadyLesson | undefined;
  /** When that began, or else what comes before it. */
  since = process.cpuUsage();

  constructor(threshold: number, tooSlow: ReadonlySet<string>) {
    this.#threshold = threshold;
    this.#tooSlow = tooSlow;
  }

  take({ lessons, moment }: Batch): void {
    this.atWork = undefined;
    this.since = process.cpuUsage();
    const sight = sightOf(moment);
    // No lesson is to blame for the time that it takes to read the call.
    if (lessons.length > 0) readAll(sight);
    const fast: Turn[] = [];
    for (const lesson of lessons) {
      const isUnproven = lesson.isUnproven === true;
      if (this.#tooSlow.has(lesson.id) || (isUnproven && !canBeStopped)) continue;
      (isUnproven ? this.unproven : fast).push([lesson, sight]);
    }
    this.#judged.batch = 0;
    this.#batch = fast;
  }

  judgeBatch(isOver: () => boolean): void {
    this.#judge("batch", this.#batch, isOver);
  }

  judgeUnproven(isOver: () => boolean): void {
    this.#judge("unproven", this.unproven, isOver);
  }

  #judge(list: "batch" | "unproven", turns: readonly Turn[], isOver: () => boolean): void {
    this.#list = list;
    for (;;) {
      const at = this.#judged[list];
      const turn = turns[at];
      // Asking for the time takes as long as some lessons do.
      if (turn === undefined || (at % lessonsPerLook === 0 && isOver())) break;
      const [lesson, sight] = turn;
      if (at % lessonsPerLook === 0) this.since = process.cpuUsage();
      this.atWork = lesson;
      const judgement = firingInSight(lesson, sight, this.#threshold);
      if (judgement !== undefined) this.#found.set(lesson.id, judgement);
      this.#judged[list] = at + 1;
      this.#sinceBegin += 1;
      this.judged += 1;
    }
    this.atWork = undefined;
    this.since = process.cpuUsage();
  }

  begin(): void {
    this.atWork = undefined;
    this.#sinceBegin = 0;
    this.since = process.cpuUsage();
  }

  /** Whether no other lesson came before the one that is judged. */
  get isFirst(): boolean {
    return this.#sinceBegin === 0;
  }

  skip(): void {
    this.#judged[this.#list] += 1;
  }

  get left(): number {
    const { batch, unproven } = this.#judged;
    return this.#batch.length - batch + this.unproven.length - unproven;
  }

  firing(): readonly Judgement[] {
    const moment = (this.#batch[0] ?? this.unproven[0])?.[1].moment;
    return mostFittingFirst([...this.#found.values()], moment ?? { stack: [] });
  }
}

const lessonsPerLook = 32;
