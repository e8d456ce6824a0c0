import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { triggerFields } from "../../lesson/record/triggers.ts";
import { toldKey, type UntoldOptions } from "./untold-critical.ts";
import type { Database } from "../../platform/database/database.ts";
import { triggerChanges } from "../../lesson/table/history.ts";
import type { SessionStart } from "../../deliver/spool/session-starts.ts";
import type { MeasuredLesson } from "./measured-lessons.ts";

/** From when on a critical lesson was due, in which sessions, and where it was told. */
export function deliveryDues(
  database: Database,
  lessons: readonly MeasuredLesson[],
  starts: readonly SessionStart[],
  notes: readonly DeliveryNote[],
): UntoldOptions {
  const changes = triggerChanges(database, firingFields);
  const active = lessons.flatMap(({ lesson }) =>
    lesson.stage.status === "active" && levelOf(lesson.priority) === "CRITICAL" ? [lesson] : [],
  );
  const begunAt = new Map<string, string>();
  for (const start of starts) {
    if (start.subagent !== null) continue;
    const key = sessionKey(start);
    const known = begunAt.get(key);
    if (known === undefined || start.at < known) begunAt.set(key, start.at);
  }
  return {
    activatedAt: new Map(active.map((lesson) => [lesson.id, dueSince(lesson, changes)])),
    begunAt,
    told: new Set(notes.map((note) => toldKey(note.lesson, sessionKey(note)))),
  };
}

/** Before its trigger was changed it may not have fired there. */
function dueSince({ id, stage }: Lesson, changes: ReadonlyMap<LessonId, string>): string {
  const changed = changes.get(id) ?? "";
  return changed > stage.since ? changed : stage.since;
}

const firingFields = [...triggerFields, "priority", "scope", "confidence", "kind"];
