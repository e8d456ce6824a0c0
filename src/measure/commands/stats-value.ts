import type { LessonStory } from "../stats/lesson-stats.ts";
import type { StatsReport } from "../stats/stats.ts";
import { levelOf } from "../../lesson/record/level.ts";

/** What `lessons stats --json` says. */
export function statsValue(report: StatsReport): object {
  const { lessons, ...rest } = report;
  return { ...rest, lessons: lessons.map(lessonValue) };
}

/** The same with `--lesson`. */
export function storyValue({ since, stats, deliveries, missed }: LessonStory): object {
  return {
    since,
    lesson: lessonValue(stats),
    deliveries: deliveries.map(deliveryValue),
    missed:
      missed === null
        ? null
        : { sessions: missed.sessions, calls: missed.calls, places: missed.places },
  };
}

function lessonValue(stats: LessonStory["stats"]): object {
  const { lesson, activatedAt, effects, feedback, standing, recurrence } = stats;
  return {
    slug: lesson.slug,
    summary: lesson.summary,
    status: lesson.stage.status,
    level: levelOf(lesson.priority),
    activatedAt,
    ...effects,
    feedback,
    standing,
    recurrence,
  };
}

function deliveryValue({ note, effect, file }: LessonStory["deliveries"][number]): object {
  const { at, agent, sessionId, subagent, tool, mode, form, score, tookMs, call } = note;
  return {
    at,
    agent,
    sessionId,
    subagent,
    tool,
    mode,
    form,
    score: score / 1000,
    tookMs,
    place: call === null || file === null ? null : { file, line: call.line },
    verdict: effect.verdict,
    because: effect.because,
    seen: "seen" in effect ? effect.seen : null,
  };
}
