import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { matchLessons, type Judgement } from "../../match/match.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { ledgerMoment } from "./ledger-moment.ts";
import { projectOf } from "./reach.ts";
import { TriggerIndex } from "./trigger-index.ts";

/** A lesson that fires at a call. */
export interface Firing {
  readonly id: LessonId;
  /** The simple command or the path that its trigger found. */
  readonly shown: string | undefined;
}

/**
 * The hook's matcher over many calls. It asks only the lessons that a call can concern, and a call that
 * was made before in the same project is answered from memory, of which there is a fixed amount.
 */
export class ReplayMatcher {
  readonly #lessons: readonly ReadyLesson[];
  readonly #threshold: number;
  readonly #indexes = new Map<string | null, TriggerIndex>();
  #recent = new Map<string, readonly Firing[]>();
  #older = new Map<string, readonly Firing[]>();

  constructor(lessons: readonly ReadyLesson[], threshold: number) {
    this.#lessons = lessons;
    this.#threshold = threshold;
  }

  firingAt(call: LedgerCall): readonly Firing[] {
    if (call.command === null && call.path === null) return nothing;
    const key = keyOf(call);
    const known = this.#recent.get(key) ?? this.#older.get(key);
    if (known !== undefined) return known;
    const firing = this.#judge(call);
    if (key.length <= longestKey) this.#remember(key, firing);
    return firing;
  }

  #judge(call: LedgerCall): readonly Firing[] {
    const lessons = this.#indexFor(call.log.projectId).lessonsFor(call);
    if (lessons.size === 0) return nothing;
    const judgements = matchLessons(lessons, ledgerMoment(call), this.#threshold);
    if (judgements.length === 0) return nothing;
    return judgements.map((judgement) => ({ id: judgement.lesson.id, shown: shownIn(judgement) }));
  }

  /** Most lessons are for one project, and need not be asked in the others. */
  #indexFor(projectId: string | null): TriggerIndex {
    const known = this.#indexes.get(projectId);
    if (known !== undefined) return known;
    const index = new TriggerIndex(
      this.#lessons.filter(({ scope }) => (projectOf(scope) ?? projectId) === projectId),
    );
    this.#indexes.set(projectId, index);
    return index;
  }

  #remember(key: string, firing: readonly Firing[]): void {
    this.#recent.set(key, firing);
    if (this.#recent.size < mostRemembered) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}

const nothing: readonly Firing[] = [];

/** Together with `longestKey` at most 40 MB, and a few in real histories. */
const mostRemembered = 10_000;
const longestKey = 1000;

/** All that a moment of the ledger is made of. */
function keyOf({ tool, log, command, path }: LedgerCall): string {
  const root = path === null ? null : log.projectRoot;
  return `${tool}\0${log.projectId ?? ""}\0${root ?? ""}\0${path ?? ""}\0${command ?? ""}`;
}

function shownIn({ conditions }: Judgement): string | undefined {
  const target = conditions.find(
    ({ name, verdict }) => (name === "command" || name === "path") && verdict === "matched",
  );
  return target?.found[0]?.in;
}
