import type { Signals, PriorityWeights } from "../../core/observed-signals.ts";
import { scoreLesson, type LessonScores } from "../../core/score-lesson.ts";
import type { Tag } from "../../core/tag.ts";
import type { FailureStory, ReportStory, SayingStory } from "../episode.ts";
import { sessionCount } from "./draft-of.ts";
import { sightingsIn, type StoredEpisode } from "../episode.ts";

/** The scores of a lesson by all its sightings, with the formula of where it was found. */
export function scoreOf(
  episodes: readonly StoredEpisode[],
  weights: PriorityWeights,
): LessonScores {
  const signals = signalsOf(episodes);
  const [first] = episodes;
  switch (first?.story.is) {
    case "saying": {
      const said = episodes.flatMap(({ story }) => (story.is === "saying" ? [story] : []));
      return scoreLesson(
        {
          origin: episodes.some(({ kind }) => kind === "user-correction")
            ? "correction"
            : "explicit-lesson",
          signals,
          impactText: said.map(({ words }) => words).join("\n"),
          userExplicit: said.some(({ isCritical }) => isCritical),
        },
        weights,
      );
    }
    case "report":
      if (first.story.from === "tag")
        return scoreLesson({ origin: "lesson-tag", signals }, weights);
      return scoreLesson(
        { origin: "block", signals, impactText: first.story.draft.summary, userExplicit: false },
        weights,
      );
    default:
      return scoreLesson({ origin: "failed-call", signals }, weights);
  }
}

function signalsOf(episodes: readonly StoredEpisode[]): Signals {
  const failures = episodes.flatMap(({ story }): readonly FailureStory[] =>
    story.is === "failure" ? [story] : [],
  );
  const sayings = episodes.flatMap(({ story }): readonly SayingStory[] =>
    story.is === "saying" ? [story] : [],
  );
  const reports = episodes.flatMap(({ story }) => (story.is === "report" ? [story] : []));
  const isFixed = failures.some(({ fix }) => fix !== undefined);
  return {
    occurrenceCount: sightingsIn(episodes).length,
    sessionCount: sessionCount(episodes),
    projectCount: new Set(episodes.flatMap(({ projectId }) => projectId ?? [])).size,
    foundBy: reports.some(({ isFull }) => isFull)
      ? "full-block"
      : reports.length > 0
        ? "self-report"
        : "heuristic",
    pairIdentified: isFixed,
    retryLoop: episodes.some(({ kind }) => kind === "retry-loop"),
    causedHang: episodes.some(({ kind }) => kind === "hang") || isTagged(reports, "severity:hang"),
    causedDataLoss: isTagged(reports, "severity:data-loss", "severity:silent-failure"),
    // Of the class `hang` are the calls that a person had to complain about.
    userCorrected:
      sayings.some(({ by }) => by === "person") ||
      failures.some(({ failureClass }) => failureClass === "hang"),
    fixConfirmed: isFixed,
    causalLanguage:
      sayings.some(({ hasCause }) => hasCause) || failures.some(({ cause }) => cause !== undefined),
    selfDiagnosis: failures.some(({ cause }) => cause !== undefined),
    isOnlyNominated: episodes.every(({ verdict }) => verdict !== "accepted"),
  };
}

/** What the agent itself says about how bad it was. */
function isTagged(reports: readonly ReportStory[], ...tags: readonly Tag[]): boolean {
  return reports.some(({ draft }) => draft.tags.some((tag) => tags.includes(tag)));
}
