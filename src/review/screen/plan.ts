import type { PlannedAct } from "../decision/planned-act.ts";
import { isUndecided } from "./decision.ts";
import { decisionOf, type Model, type Row } from "./model.ts";

/** What was decided, in the order of the list. Rows that nobody touched are not in it. */
export function planOf(model: Model): readonly PlannedAct[] {
  return model.rows.flatMap((row) => {
    const decision = decisionOf(model, row);
    return isUndecided(decision) ? [] : [plannedAct(row, decision)];
  });
}

/** Edits that cannot be saved as they are, of lessons that would be. */
export function problemsOf(
  model: Model,
): readonly { readonly row: Row; readonly field: string; readonly problem: string }[] {
  return model.rows.flatMap((row) => {
    const { verdict, edits } = decisionOf(model, row);
    if (verdict.is === "archive") return [];
    return edits.flatMap(({ field, problem }) =>
      problem === undefined ? [] : [{ row, field, problem }],
    );
  });
}

function plannedAct(row: Row, { verdict, edits }: ReturnType<typeof decisionOf>): PlannedAct {
  const { id, slug } = row.card.lesson;
  // What is put away needs no repair: there, an edit that cannot be saved is left out.
  const kept =
    verdict.is === "archive" ? edits.filter((edit) => edit.problem === undefined) : edits;
  const isSavedOnly = verdict.is === "skip" && kept.length > 0;
  const into = verdict.is === "expand" ? row.card.expands?.slug : undefined;
  return {
    id,
    slug,
    ...(row.number === undefined ? {} : { number: row.number }),
    verdict: isSavedOnly ? "none" : verdict.is,
    ...(verdict.is === "archive" ? { reason: verdict.reason } : {}),
    ...(into === undefined ? {} : { into }),
    edits: kept.map(({ field, value }) => ({ field, value })),
    show: false,
  };
}
