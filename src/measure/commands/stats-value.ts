import type { LessonStory } from "../stats/lesson-stats.ts";
import type { StatsReport } from "../stats/stats.ts";
import { levelOf } from "../../lesson/record/level.ts";

/** What `lessons stats --json` says. */
export function statsValue(report: StatsReport): object {
  const { lessons, untold, ...rest } = report;
  return {
    ...rest,
    lessons: lessons.map(lessonValue),
    untold: untold.map(({ slug, summary, untold: { sessions, calls, places } }) => ({
      slug,
      summary,
      sessions,
      calls,
      places,
    })),
  };
}

/** The same with `--lesson`. */
export function storyValue({ since, stats, deliveries, untold }: LessonStory): object {
  return {
    since,
    lesson: lessonValue(stats),
    deliveries: deliveries.map(deliveryValue),
    untold:
      untold === null
        ? null
        : { sessions: untold.sessions, calls: untold.calls, places: untold.places },
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
