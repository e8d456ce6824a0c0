import { isRecord, type JsonRecord } from "../platform/json/fields.ts";
import type { LessonId } from "../lesson/record/lesson.ts";
import { parseJson } from "../platform/json/parse.ts";
import { nothingPlanned, type PlannedAct, type PlannedEdit } from "./decision/act.ts";
import { countWithStatus } from "../lesson/table/list.ts";
import type { Database } from "../platform/database/database.ts";
import { Fault } from "../platform/fault.ts";
import { requireLesson } from "../lesson/find.ts";
import type { Context } from "../platform/context.ts";
import { applyReview, type ReviewOptions, type ReviewReport } from "./apply-review.ts";

export interface Promotion {
  /** Ids or slugs to promote. */
  readonly ids: readonly string[];
  readonly archive: readonly { readonly name: string; readonly reason: string }[];
  /** JSON: `{"<id or slug>": {"summary": "…", "tags": ["tool:git"]}}`. */
  readonly patch?: string | undefined;
}

/** A review by a script: what it names, as it is now. */
export async function promote(
  context: Context,
  promotion: Promotion,
  options: Pick<ReviewOptions, "home" | "force" | "because">,
): Promise<ReviewReport> {
  const { database } = context;
  const considered = countWithStatus(database, "candidate") + countWithStatus(database, "reviewed");
  return applyReview(context, promotionPlan(database, promotion), { ...options, considered });
}

/** What a script asks for, as a plan like that of a sentence. */
function promotionPlan(
  database: Database,
  { ids, archive, patch }: Promotion,
): readonly PlannedAct[] {
  const plan = new Map<LessonId, PlannedAct>();
  const planned = (name: string): PlannedAct => {
    const lesson = requireLesson(database, name);
    return plan.get(lesson.id) ?? nothingPlanned(lesson);
  };
  const put = (act: PlannedAct) => plan.set(act.id, act);
  for (const name of ids) put({ ...planned(name), verdict: "approve" });
  for (const { name, reason } of archive) {
    const act = planned(name);
    if (act.verdict === "approve") {
      throw new Fault("bad-input", `${act.slug} cannot be promoted and archived`, {
        hint: "take it out of --ids or of --archive; nothing was changed",
      });
    }
    put({ ...act, verdict: "archive", reason });
  }
  for (const [name, fields] of Object.entries(patchIn(patch))) {
    put({ ...planned(name), edits: editsIn(name, fields) });
  }
  return [...plan.values()];
}

function patchIn(text: string | undefined): JsonRecord {
  if (text === undefined) return {};
  const parsed = parseJson(text);
  if ("problem" in parsed) throw badPatch(`is not JSON: ${parsed.problem}`);
  if (!isRecord(parsed.value)) throw badPatch("must be an object");
  return parsed.value;
}

/** Fields by name; those of `body` and `triggers` may also stand in there, as in a record. */
function editsIn(name: string, fields: unknown): readonly PlannedEdit[] {
  if (!isRecord(fields)) throw badPatch(`${name} must be an object with fields`);
  return Object.entries(fields).flatMap(([field, value]) =>
    (field === "body" || field === "triggers") && isRecord(value)
      ? editsIn(name, value)
      : [{ field, value: typedValue(name, field, value) }],
  );
}

/** As a person would type it. */
function typedValue(name: string, field: string, value: unknown): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
  if (isList) return value.length === 0 ? "" : JSON.stringify(value);
  throw badPatch(`${name}: ${field} must be a text, a number or a list of texts`);
}

function badPatch(problem: string): Fault {
  return new Fault("bad-input", `--patch ${problem}`, {
    hint: `for example --patch '{"<id>": {"summary": "…", "priority": 8}}'`,
  });
}
