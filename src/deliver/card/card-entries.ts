import { seenFailures } from "../../capture/episodes/known-mistakes.ts";
import { costOf } from "../../capture/ledger/mistake-cost.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { runningTrial } from "../trial/trials.ts";
import { cardLineOf } from "./card-line.ts";
import { isOfAgent } from "./card-words.ts";
import type { CardEntry, CardLines } from "./start-plan.ts";

/** A lesson with how many sessions have seen it and when the last one did. */
export interface SeenLesson {
  readonly lesson: Lesson;
  readonly sessions: number;
  readonly lastSeenAt?: string | null | undefined;
}

/**
 * The lines of the card by scope, what is worth most first. What stands at the start of every session with its whole text
 * needs no line.
 */
export function cardLines(database: Database, lessons: readonly SeenLesson[]): CardLines {
  const said = saidByPersons(database, lessons);
  const written = lessons.flatMap((seen) => {
    const line = isAtStart(seen.lesson) ? undefined : lineOf(seen, said);
    return line === undefined ? [] : [{ ...seen, line }];
  });
  const isStanding = isStillSo(database, written);
  const standing = written.filter((seen) => said.has(seen.lesson.id) || isStanding(seen));
  if (standing.length === 0) return {};
  const failures = Map.groupBy(seenFailures(database), ({ lesson }) => lesson);
  const ranked = standing
    .map((each) => ({ ...each, worth: worthOf(each, failures.get(each.lesson.id) ?? []) }))
    .toSorted(
      (one, other) => other.worth - one.worth || (one.lesson.slug < other.lesson.slug ? -1 : 1),
    );
  const agents = agentsOf(database, ranked);
  const byScope = Map.groupBy(ranked, ({ lesson }) => lesson.scope);
  // A line of two lessons could not be withheld for one of them.
  const apart = new Set(runningTrial(database)?.lessons);
  return Object.fromEntries(
    [...byScope].map(([scope, members]) => [scope, entriesOf(members, agents, apart)]),
  );
}

/** For facts that are an agent's own, the agents that showed them; none for what nobody saw. */
function agentsOf(
  database: Database,
  lessons: readonly SeenLesson[],
): ReadonlyMap<LessonId, readonly string[]> {
  const own = lessons.filter(({ lesson }) =>
    isOfAgent((lesson.about ?? "").split(" ", 1)[0] ?? ""),
  );
  if (own.length === 0) return new Map();
  const rows = queryAll<{ id: LessonId; agent: string }>(
    database,
    `SELECT DISTINCT lessons.id, agent FROM evidence JOIN lessons ON lessons.number = evidence.lesson
     WHERE form = 'sighting' AND lessons.id IN (SELECT value FROM json_each(?)) ORDER BY 1, 2`,
    JSON.stringify(own.map(({ lesson }) => lesson.id)),
  );
  const byLesson = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byLesson].map(([id, found]) => [id, found.map(({ agent }) => agent)]));
}

/** CRITICAL, or for starts alone, which only a person says. */
function isAtStart({ triggers: { injectOn }, priority }: Lesson): boolean {
  const isForStarts = injectOn.every((point) => point.endsWith("Start"));
  return levelOf(priority) === "CRITICAL" || isForStarts;
}

/** A program that runs in as many sessions as it fails in is there: what was missing was the way to it, in that one shell. */
function isStillSo(
  database: Database,
  lessons: readonly SeenLesson[],
): (seen: SeenLesson) => boolean {
  const missing = lessons.flatMap(({ lesson }) => missingProgram(lesson) ?? []);
  if (missing.length === 0) return () => true;
  const rows = queryAll<{ program: string; sessions: number }>(
    database,
    `SELECT program, count(DISTINCT logs.agent || char(0) || logs.session_id) AS sessions
     FROM calls JOIN logs ON logs.number = calls.log
     WHERE outcome = 'ok' AND program IN (SELECT value FROM json_each(?)) GROUP BY program`,
    JSON.stringify(missing),
  );
  const worked = new Map(rows.map(({ program, sessions }) => [program, sessions]));
  return ({ lesson, sessions }) => (worked.get(missingProgram(lesson) ?? "") ?? 0) < sessions;
}

function missingProgram({ about = "" }: Lesson): string | undefined {
  return /^not-installed (\S+)$/u.exec(about)?.[1];
}

function lineOf({ lesson, sessions }: SeenLesson, said: ReadonlySet<LessonId>): string | undefined {
  const { about, summary, fix, flags } = lesson;
  if (about === undefined || lesson.kind !== "pitfall") return undefined;
  return cardLineOf({
    about,
    summary,
    remediation: lesson.body.remediation,
    fix,
    sessions,
    isPersonal: said.has(lesson.id),
    needsFix: flags.includes("needsHumanFix"),
  });
}

/** The lessons whose words are a person's own. */
function saidByPersons(database: Database, lessons: readonly SeenLesson[]): ReadonlySet<LessonId> {
  const rows = queryAll<{ id: LessonId }>(
    database,
    `SELECT DISTINCT lessons.id FROM edits JOIN lessons ON lessons.number = edits.lesson
     WHERE actor = 'person' AND field IN ('summary', 'mistake', 'remediation')`,
  );
  const manual = lessons.filter(({ lesson }) => lesson.source === "manual");
  return new Set([...rows.map(({ id }) => id), ...manual.map(({ lesson }) => lesson.id)]);
}

/**
 * sessions × cost × 2^(−age / 30 days), as its logarithm: the age is then a difference of times, so that the order is the
 * same whatever the time is now.
 */
function worthOf(
  { sessions, lastSeenAt }: SeenLesson,
  failures: Parameters<typeof costOf>[0],
): number {
  const { failedCalls, retries, msUntilFixed } = costOf(failures);
  const lostMs =
    msUntilFixed + msPerFailedCall * Math.max(failedCalls, failures.length + retries, 1);
  const day = lastSeenAt ? Math.floor(Date.parse(lastSeenAt) / dayMs) : 0;
  const worth = Math.log2(Math.max(sessions, 1)) + Math.log2(lostMs) + day / halfLifeDays;
  return Math.round(worth * 1000) / 1000;
}

const msPerFailedCall = 30_000;
const dayMs = 24 * 3600 * 1000;
const halfLifeDays = 30;

/** Facts of one program with one remedy are one line: that of the first. */
function entriesOf(
  members: readonly { lesson: Lesson; line: string; worth: number }[],
  agents: ReadonlyMap<LessonId, readonly string[]>,
  apart: ReadonlySet<LessonId>,
): readonly CardEntry[] {
  const keyOf = ({ lesson, line }: { lesson: Lesson; line: string }) => {
    if (apart.has(lesson.id)) return lesson.id;
    return agents.has(lesson.id) ? line : remedyKey(line);
  };
  const byRemedy = Map.groupBy(members, keyOf);
  return [...byRemedy.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const { line, worth } = first;
    const only = agents.get(first.lesson.id);
    const entry = { lessons: alike.map(({ lesson }) => lesson.id), line, worth };
    return [only === undefined ? entry : { ...entry, agents: only }];
  });
}

function remedyKey(line: string): string {
  const remedy = line.slice(line.lastIndexOf(": ") + 1);
  const program = /`([^`\s]+)/u.exec(line)?.[1] ?? "";
  return remedy.includes("`") ? `${program}${remedy}` : line;
}
