import { factName, isOfMachine, type Fact } from "../../capture/facts/fact.ts";
import { startOfNewestCalls } from "../../capture/ledger/calls.ts";
import type { LedgerCall, LedgerLog } from "../../capture/ledger/ledger-call.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { eachReplayCall } from "../../capture/ledger/replay-calls.ts";
import { readyIfSound } from "../../deliver/compile/make-ready.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { Context } from "../../platform/context.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { ReplayMatcher } from "../replay/matcher.ts";
import { addTo } from "../replay/tally.ts";
import { disproves, isAboutHeads, isDisprovable, provenCommand } from "./disproof.ts";
import { doubtIn, doubtOfAll, type Doubt, type Trial } from "./doubt.ts";

/**
 * Which of these lessons are about facts that may no longer be true, by the newest calls of the ledger. A session that had the
 * lesson in context proves nothing: the agent may have gone around it.
 */
export function doubtsOf(
  { database, config }: Pick<Context, "database" | "config">,
  lessons: readonly Lesson[],
): ReadonlyMap<LessonId, Doubt> {
  const facts = triedFacts(database, lessons);
  if (facts.length === 0) return new Map();
  const byLesson = Map.groupBy(facts, ({ lesson }) => lesson.id);
  const tried = lessons.filter(({ id }) => byLesson.has(id));
  const { relevanceThreshold } = deliveryConfig(config);
  const matcher = new ReplayMatcher(tried.flatMap(readyIfSound), relevanceThreshold);
  const trials = new TrialsByFact(facts, matcher);
  const since = startOfNewestCalls(database, mostCalls);
  for (const call of eachReplayCall(database, { since })) trials.add(call);

  const informed = informedSessions(database, tried);
  const verdicts = [...byLesson].map(([id, found]) => {
    const isNews = ({ session }: Trial) => informed.get(id)?.has(session) !== true;
    const doubts = found.map((one) => doubtIn(one.failures, one.successes.filter(isNews)));
    return [id, doubtOfAll(doubts)] as const;
  });
  return new Map(verdicts.flatMap(([id, doubt]) => (doubt === undefined ? [] : [[id, doubt]])));
}

/** As many as the card of a review looks at. */
const mostCalls = 20_000;

/** A fact of a lesson in one place, with the calls that are about it. */
interface TriedFact {
  readonly lesson: Lesson;
  readonly fact: Fact;
  readonly place: string;
  readonly failures: Omit<Trial, "shown">[];
  readonly successes: Trial[];
  /** The shells in which it failed, as far as they are known. */
  readonly shells: Set<string>;
  /** The commands that failed. */
  readonly heads: Set<string>;
}

/** Facts of the machine hold in all its projects, the others in the project that showed them; so do those of an unknown system. */
function placeOf(
  fact: Fact,
  { projectId, system }: Pick<LedgerLog, "projectId" | "system">,
): string {
  return isOfMachine(fact) && system !== null ? `machine ${system}` : `project ${projectId ?? ""}`;
}

/** What the lessons' own sightings say: their logs may be gone, and older than what is looked at. */
function triedFacts(database: Database, lessons: readonly Lesson[]): readonly TriedFact[] {
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  const facts = new Map<string, TriedFact>();
  const rows = queryAll<SightingRow>(database, sightingsQuery, JSON.stringify([...byId.keys()]));
  for (const {
    id,
    class: name,
    subject,
    agent,
    sessionId,
    projectId,
    system,
    shell,
    at,
    head,
  } of rows) {
    const fact = { class: name, subject };
    const lesson = byId.get(id);
    if (lesson === undefined || !isDisprovable(fact)) continue;
    const place = placeOf(fact, { projectId, system });
    const key = `${id} ${place} ${factName(fact)}`;
    const known = facts.get(key);
    const one = known ?? {
      lesson,
      fact,
      place,
      failures: [],
      successes: [],
      shells: new Set<string>(),
      heads: new Set<string>(),
    };
    facts.set(key, one);
    one.failures.push({ session: sessionKey({ agent, sessionId }), at });
    if (shell !== null) one.shells.add(shell);
    if (head !== null) one.heads.add(head);
  }
  // A lesson with one fact that no call can disprove is never in doubt.
  const firm = new Set(
    rows.filter((row) => !isDisprovable({ class: row.class, subject: "" })).map(({ id }) => id),
  );
  return [...facts.values()].filter(({ lesson }) => !firm.has(lesson.id));
}

interface SightingRow
  extends Fact, Pick<LedgerLog, "agent" | "sessionId" | "projectId" | "system" | "shell"> {
  readonly id: LessonId;
  readonly at: string;
  readonly head: string | null;
}

const sightingsQuery = `
  SELECT lessons.id, episodes.details ->> '$.fact.class' AS class, episodes.details ->> '$.fact.subject' AS subject,
         logs.agent, logs.session_id AS sessionId, logs.project_id AS projectId, logs.system, logs.shell, episodes.seen_at AS at,
         episodes.details ->> '$.head' AS head
  FROM episodes JOIN lessons ON lessons.number = episodes.lesson JOIN logs ON logs.number = episodes.log
  WHERE episodes.is_copy = 0 AND episodes.details ->> 'is' = 'failure'
    AND lessons.id IN (SELECT value FROM json_each(?))`;

/** Sorts calls, in any order, by the facts that they are about. */
class TrialsByFact {
  readonly #matcher: ReplayMatcher;
  readonly #byFact = new Map<string, TriedFact[]>();
  readonly #byProgram = new Map<string, TriedFact[]>();
  readonly #byLesson = new Map<LessonId, TriedFact[]>();

  constructor(facts: readonly TriedFact[], matcher: ReplayMatcher) {
    this.#matcher = matcher;
    for (const one of facts) {
      addTo(this.#byFact, `${one.place} ${factName(one.fact)}`, one);
      const programs = isAboutHeads(one.fact) ? [...one.heads] : [one.fact.subject];
      for (const program of new Set(programs.map(firstWord))) addTo(this.#byProgram, program, one);
      addTo(this.#byLesson, one.lesson.id, one);
    }
  }

  add(call: LedgerCall): void {
    const { at, fact, log } = call;
    if (at === null) return;
    if (fact !== null) {
      for (const place of ["machine", `project ${log.projectId ?? ""}`])
        for (const one of this.#byFact.get(`${place} ${fact}`) ?? [])
          one.failures.push({ session: sessionKey(log), at });
      return;
    }
    if (call.outcome !== "ok" || call.command === null) return;
    // Only the last command of a line is known to have gone well, whatever else of it a trigger would fire at.
    const last = call.command.slice(call.command.lastIndexOf("\n") + 1);
    const named = this.#byProgram.get(firstWord(last)) ?? [];
    const firing = this.#matcher.firingAt({ ...call, command: last });
    if (named.length + firing.length === 0) return;
    const command = provenCommand(call);
    if (command === undefined) return;
    const about = new Set([
      ...named.filter((one) => disproves(command, one.fact, one.heads)),
      ...firing.flatMap(({ id }) => this.#byLesson.get(id) ?? []),
    ]);
    for (const one of about)
      if (isSamePlace(one, call))
        one.successes.push({ session: sessionKey(log), at, shown: command.text });
  }
}

function firstWord(text: string): string {
  return text.split(" ", 1)[0] ?? "";
}

/** The shell is a part of the machine: it decides which programs and which functions there are. */
function isSamePlace(
  { fact, place, shells }: TriedFact,
  { log, workingDirectory }: LedgerCall,
): boolean {
  if (placeOf(fact, log) !== place) return false;
  if (isOfMachine(fact)) return log.shell === null || shells.size === 0 || shells.has(log.shell);
  // In another folder it may be another project.
  const root = log.projectRoot ?? "";
  return workingDirectory === null || `${workingDirectory}/`.startsWith(`${root}/`);
}

/** The sessions that had each lesson in context: at a call, or when they began. */
function informedSessions(
  database: Database,
  lessons: readonly Lesson[],
): ReadonlyMap<LessonId, ReadonlySet<string>> {
  const informed = new Map<LessonId, Set<string>>(lessons.map(({ id }) => [id, new Set()]));
  const rows = queryAll<{ id: LessonId; agent: string; sessionId: string }>(
    database,
    `SELECT DISTINCT lessons.id, agent, session_id AS sessionId
     FROM deliveries JOIN lessons ON lessons.number = deliveries.lesson`,
  );
  for (const row of rows) informed.get(row.id)?.add(sessionKey(row));
  const cards = queryAll<{ id: LessonId; agent: string; sessionId: string }>(
    database,
    `SELECT DISTINCT value AS id, agent, session_id AS sessionId
     FROM session_starts, json_each(session_starts.card)`,
  );
  for (const row of cards) informed.get(row.id)?.add(sessionKey(row));
  // Of lessons that it was given with their text, a start is noted with how many they are, and not with which.
  const starts = queryAll<{ agent: string; sessionId: string; at: string }>(
    database,
    "SELECT agent, session_id AS sessionId, at FROM session_starts WHERE lessons > 0",
  );
  for (const { id, stage, triggers, priority } of lessons) {
    const isForStarts =
      triggers.injectOn.some((point) => point.endsWith("Start")) ||
      levelOf(priority) === "CRITICAL";
    if (stage.status !== "active" || !isForStarts) continue;
    for (const start of starts)
      if (start.at >= stage.since) informed.get(id)?.add(sessionKey(start));
  }
  return informed;
}
