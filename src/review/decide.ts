import { isRecord, type JsonRecord } from "../platform/json/fields.ts";
import { parseJson } from "../platform/json/parse.ts";
import type { LessonId } from "../lesson/record/lesson.ts";
import { requireLesson } from "../lesson/find.ts";
import { countWithStatus } from "../lesson/table/list.ts";
import { nothingPlanned, type Act, type PlannedAct, type PlannedEdit } from "./decision/act.ts";
import { parseDecision } from "./decision/parse-decision.ts";
import { resolveDecision } from "./decision/resolve-decision.ts";
import type { Database } from "../platform/database/database.ts";
import { findLesson, slugsStartingWith } from "../lesson/table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import type { Context } from "../platform/context.ts";
import { applyReview, type ReviewOptions, type ReviewReport } from "./apply-review.ts";
import {
  readShownList,
  renewList,
  shownItem,
  type ShownItem,
  type ShownList,
} from "./shown-list.ts";

/** A sentence, understood: what is to happen to which lesson of the list that was shown. */
export interface PlannedDecision {
  readonly acts: readonly Act[];
  readonly plan: readonly PlannedAct[];
  readonly expected: ReadonlyMap<LessonId, string>;
  readonly considered: number;
}

/** What a person said about the list last shown. A fault that names the part that was not understood. */
export function planDecision(
  { database, system }: Pick<Context, "database" | "system">,
  { home, sentence }: { readonly home: string; readonly sentence: string },
): PlannedDecision {
  const parsed = parseDecision(sentence);
  if ("problem" in parsed) {
    const { text, expected, suggestion } = parsed.problem;
    throw new Fault(
      "bad-input",
      text.trim() === ""
        ? `the answer is empty; expected ${expected}`
        : `not understood: “${text}”; expected ${expected}`,
      { hint: nothingChanged(suggestion) },
    );
  }
  const { acts } = parsed;
  const shown = readShownList(home);
  if (shown === undefined && acts.some(usesList)) {
    throw new Fault("bad-input", "numbers need a list, and none was shown yet", {
      hint: "run lessons review first, or use slugs",
    });
  }
  const list = withNamed(
    database,
    acts,
    shown ?? { shownAt: system.now(), items: [], considered: 0 },
  );
  const resolved = resolveDecision(acts, list.items);
  if ("problem" in resolved) {
    const { message, suggestion } = resolved.problem;
    throw new Fault("bad-input", message, {
      hint: `${nothingChanged(suggestion)}; to see the list: lessons review`,
    });
  }
  const expected = new Map(list.items.map(({ id, state }) => [id, state]));
  return { acts, plan: resolved.plan, expected, considered: list.considered };
}

/** Does what was decided about the list last shown. Its numbers go on meaning the same lessons afterwards. */
export async function decide(
  context: Context,
  { plan, expected, considered }: PlannedDecision,
  options: Pick<ReviewOptions, "home" | "force" | "because" | "isDryRun">,
): Promise<ReviewReport> {
  const report = await applyReview(context, plan, { ...options, expected, considered });
  if (report.session !== undefined) {
    renewList(context.database, options.home, new Set(plan.map(({ id }) => id)));
  }
  return report;
}

function nothingChanged(suggestion: string | undefined): string {
  return `${suggestion === undefined ? "" : `perhaps “${suggestion}”; `}nothing was changed`;
}

/**
 * The list, and the lessons that a slug names though they are not on it. Not beside "all" and "rest", which are
 * about the list alone.
 */
function withNamed(database: Database, acts: readonly Act[], list: ShownList): ShownList {
  const items = [...list.items];
  for (const { targets } of acts) {
    if (targets.by !== "name") return list;
    for (const name of targets.names) {
      if (!("slug" in name)) continue;
      const typed = name.slug.toLowerCase();
      if (items.some(({ slug, id }) => slug.startsWith(typed) || id.toLowerCase() === typed))
        continue;
      items.push(...named(database, name.slug, typed));
    }
  }
  return { ...list, items };
}

function named(database: Database, typed: string, name: string): readonly ShownItem[] {
  const beginnings = slugsStartingWith(database, name, mostNamed);
  const slugs = beginnings.length === 0 ? [typed] : beginnings;
  return slugs.flatMap((slug) => {
    const lesson = findLesson(database, slug);
    return lesson === undefined ? [] : [shownItem(lesson)];
  });
}

/** Enough to say that several begin like that. */
const mostNamed = 6;

function usesList({ targets }: Act): boolean {
  return targets.by !== "name" || targets.names.some((name) => !("slug" in name));
}

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
  const { plan, considered } = planPromotion(context, promotion);
  return applyReview(context, plan, { ...options, considered });
}

/** What a promotion comes to, without doing it. */
export function planPromotion(
  { database }: Pick<Context, "database">,
  promotion: Promotion,
): Omit<PlannedDecision, "acts"> {
  const considered = countWithStatus(database, "candidate") + countWithStatus(database, "reviewed");
  return { plan: promotionPlan(database, promotion), considered, expected: new Map() };
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
      throw new Fault("bad-input", `${act.slug} cannot be both approved and archived`, {
        hint: "nothing was changed; remove it from --ids or --archive",
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
