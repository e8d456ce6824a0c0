import type { FullRecord } from "./record/lesson-record.ts";
import type { Feedback } from "./record/history.ts";
import { inTransaction } from "../platform/database/database.ts";
import { addHistory } from "./table/history.ts";
import { requireLesson, showLesson } from "./find-lesson.ts";
import type { Context } from "../platform/context.ts";

/** Keeps what a person thinks of a lesson. It changes nothing about the lesson itself. */
export function giveFeedback(
  context: Context,
  name: string,
  { verdict, note }: Pick<Feedback, "verdict" | "note">,
): FullRecord {
  const { database, system } = context;
  return inTransaction(database, () => {
    const { id } = requireLesson(database, name);
    addHistory(database, id, { feedback: [{ verdict, at: system.now(), by: "person", note }] });
    return showLesson(context, id);
  });
}
