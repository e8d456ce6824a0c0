import type { FailureStory } from "../../capture/episodes/episode.ts";
import { numberedLesson, type NumberedLesson } from "../../capture/episodes/clusters.ts";
import { clusterOf } from "../../capture/episodes/episodes.ts";
import { reportedFact } from "../../capture/reports/reported-fact.ts";
import { isOppositeAdvice } from "../../lesson/likeness/opposite-advice.ts";
import { bodyText } from "../../lesson/record/body.ts";
import type { Sighting } from "../../lesson/record/history.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { prepared, queryAll, type Database } from "../../platform/database/database.ts";

/**
 * The lesson of the fact that a pitfall is about: something failed in a session in which the model found the pitfall, and the
 * pitfall names it. Two that advise against each other are two.
 */
export function factLessonOf(
  database: Database,
  lesson: Lesson,
  sightings: readonly Sighting[],
): NumberedLesson | undefined {
  if (lesson.kind !== "pitfall") return undefined;
  const { kind, body, summary } = lesson;
  const said = { kind, body, summary, tags: lesson.tags, triggers: {}, flags: [] };
  for (const { agent, sessionId } of sightings.slice(0, mostSessions)) {
    const failures = failuresOf(database, agent, sessionId);
    const stories = failures.map(({ story }) => story);
    const fact = reportedFact(said, stories);
    const story = failures.find((failure) => failure.story.fact === fact);
    if (story === undefined) continue;
    const known = lessonOfCluster(database, clusterOf(story.story, story.projectId).cluster);
    if (known !== undefined && !isOpposite(lesson, known.lesson)) return known;
  }
  return undefined;
}

const mostSessions = 20;

interface Failure {
  readonly story: FailureStory;
  readonly projectId: string | null;
}

function failuresOf(database: Database, agent: string, sessionId: string): readonly Failure[] {
  return queryAll<{ details: string; projectId: string | null }>(
    database,
    `SELECT details, logs.project_id AS projectId FROM episodes JOIN logs ON logs.number = episodes.log
     WHERE logs.agent = ? AND logs.session_id = ? AND details ->> 'is' = 'failure'
     ORDER BY episodes.line DESC LIMIT 200`,
    agent,
    sessionId,
  )
    .map(({ details, projectId }) => ({ story: JSON.parse(details) as FailureStory, projectId }))
    .toReversed();
}

function lessonOfCluster(database: Database, cluster: string): NumberedLesson | undefined {
  const row = prepared(database, "SELECT lesson FROM clusters WHERE cluster = ?").get(cluster);
  return row === undefined ? undefined : numberedLesson(database, Number(row["lesson"]));
}

function isOpposite(one: Lesson, other: Lesson): boolean {
  return isOppositeAdvice(bodyText(one.kind, one.body), bodyText(other.kind, other.body));
}
