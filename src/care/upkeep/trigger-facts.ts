import { knownTools } from "../../agents/all.ts";
import { isForCalls } from "../../lesson/record/triggers.ts";
import { readyIfSound } from "../../deliver/compile/make-ready.ts";
import { checkTriggers } from "../../lesson/draft.ts";
import type { Instant, Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { mcpStart } from "../../match/tool-bucket.ts";
import type { Context } from "../../platform/context.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import type { Gathering } from "./plan-upkeep.ts";
import { daysBefore } from "../../platform/instant.ts";

/** What keeps the triggers of active lessons from firing: patterns that would be refused today, and tools that are gone. */
export async function triggerFacts(
  { database, config }: Context,
  { lessons, now }: Gathering,
): Promise<ReadonlyMap<LessonId, readonly string[]>> {
  const { deadTriggers, neverMatchedDays } = config.upkeep;
  const found = new Map<LessonId, readonly string[]>();
  const active = lessons.filter(({ stage }) => stage.status === "active");
  if (!deadTriggers || active.length === 0) return found;
  const tools = new Set([
    ...knownTools,
    ...toolsSince(database, daysBefore(now, neverMatchedDays)),
  ]);
  const deadline = performance.now() + patienceMs;
  for (const lesson of active) {
    if (readyIfSound(lesson).length === 0) {
      found.set(lesson.id, ["has an invalid record"]);
      continue;
    }
    const problems = [
      ...toolProblems(lesson, tools),
      ...(performance.now() > deadline ? [] : await patternProblems(lesson)),
    ];
    if (problems.length > 0) found.set(lesson.id, problems);
  }
  return found;
}

/** Proving that a pattern is fast can take long; with very many lessons the last ones wait for another day. */
const patienceMs = 5000;

async function patternProblems({ triggers }: Lesson): Promise<readonly string[]> {
  const { problems } = await checkTriggers(triggers);
  return problems.map(
    ({ pattern, problem }) => `${JSON.stringify(pattern.slice(0, longestShown))} ${problem}`,
  );
}

const longestShown = 80;

function toolProblems({ triggers }: Lesson, tools: ReadonlySet<string>): readonly string[] {
  if (!isForCalls(triggers)) return [];
  const dead = deadTools(triggers.toolNames, tools);
  return dead.length === 0
    ? []
    : [`its trigger names ${dead.slice(0, 3).join(", ")}, a tool that no known agent has`];
}

/**
 * The tools that a lesson asks for, when no agent has any of them; otherwise none. Tools of MCP servers come and go
 * with the servers, so nobody can say that there are none.
 */
export function deadTools(
  toolNames: readonly string[],
  known: ReadonlySet<string>,
): readonly string[] {
  const isAlive = (declared: string) => {
    if (declared.startsWith(mcpStart)) return true;
    if (!declared.endsWith("*")) return known.has(declared);
    const start = declared.slice(0, -1);
    return mcpStart.startsWith(start) || [...known].some((tool) => tool.startsWith(start));
  };
  return toolNames.some(isAlive) ? [] : toolNames;
}

/** The tools that were called since then, by the names of the ledger. */
function toolsSince(database: Database, since: Instant): readonly string[] {
  return queryAll<{ tool: string }>(
    database,
    "SELECT DISTINCT tool FROM calls WHERE at >= ?",
    since,
  ).map(({ tool }) => tool);
}
