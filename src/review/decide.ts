import type { LessonId } from "../lesson/record/lesson.ts";
import type { Act, PlannedAct } from "./decision/act.ts";
import { parseDecision } from "./decision/parse-decision.ts";
import { resolveDecision } from "./decision/resolve-decision.ts";
import type { Database } from "../platform/database/database.ts";
import { findLesson, slugsStartingWith } from "../lesson/table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import type { Context } from "../platform/context.ts";
import { applyReview, type ReviewOptions, type ReviewReport } from "./apply-review.ts";
import {
  expectedStates,
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
        ? `nothing was said; expected ${expected}`
        : `not understood: “${text}”; expected ${expected}`,
      { hint: nothingChanged(suggestion) },
    );
  }
  const { acts } = parsed;
  const shown = readShownList(home);
  if (shown === undefined && acts.some(usesList)) {
    throw new Fault("bad-input", "no list was shown yet that numbers could refer to", {
      hint: "lessons review shows it; slugs always work",
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
      hint: `${nothingChanged(suggestion)}; lessons review shows the list`,
    });
  }
  return {
    acts,
    plan: resolved.plan,
    expected: expectedStates(list),
    considered: list.considered,
  };
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
