import type { Instant } from "../../lesson/record/lesson.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { ContextOpener, Context } from "../../platform/context.ts";
import { keepMarks, readMarks, type UpkeepMarks } from "../../lesson/upkeep-marks.ts";

export interface DailyUpkeep {
  readonly archived: number;
  /** Lessons that a person should look at. */
  readonly attention: number;
}

/**
 * Upkeep behind a scan that runs by itself, at most once a day. Only what the person has switched on happens; the rest
 * becomes marks. Undefined when it was not time, or when it is switched off.
 */
export async function dailyUpkeep(
  { inContext, paths, system }: ContextOpener,
  userHome: string,
): Promise<DailyUpkeep | undefined> {
  const { home } = paths;
  if (!isDue(readMarks(home), system.now())) return undefined;
  return inContext(async (context) => {
    if (!context.config.upkeep.daily || !claimDay(context, home)) return undefined;
    const { planUpkeep } = await import("./plan-upkeep.ts");
    const { carryOut } = await import("./carry-out.ts");
    const plan = await planUpkeep(context, { home, userHome });
    const { archived } = carryOut(context, { home }, plan, ["archive"]);
    const lessons = readMarks(home)?.marks.flatMap(({ lesson }) => lesson ?? []);
    return { archived: archived.length, attention: new Set(lessons).size };
  });
}

/** Of several scans that end at once, one has the day: the store's write lock lets them look one after the other. */
function claimDay({ database, system }: Context, home: string): boolean {
  return inTransaction(database, () => {
    const kept = readMarks(home);
    const now = system.now();
    if (!isDue(kept, now)) return false;
    keepMarks(home, { lookedAt: now, marks: [], ...kept, dailyAt: now });
    return true;
  });
}

/** A clock that was set back must not stop it for good. */
function isDue(kept: UpkeepMarks | undefined, now: Instant): boolean {
  const last = kept?.dailyAt;
  return last === undefined || !(Math.abs(Date.parse(now) - Date.parse(last)) < dayMs);
}

const dayMs = 86_400_000;
