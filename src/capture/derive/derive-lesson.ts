import { bodyText } from "../../lesson/record/body.ts";
import { parseCommandLine } from "../../shell/command.ts";
import type { LessonDraft } from "../../lesson/record/lesson.ts";
import type { PriorityWeights, Signals } from "../../lesson/score/observed-signals.ts";
import { scoreLesson, type LessonScores } from "../../lesson/score/score.ts";
import type { Tag } from "../../lesson/record/tag.ts";
import {
  bySighting,
  sightingsIn,
  type FailureStory,
  type ReportStory,
  type SayingStory,
  type StoredEpisode,
  type Story,
} from "../episodes/episode.ts";
import { draftOf, sessionCount } from "./draft-of.ts";

/** A lesson as the episodes of some clusters say it together. */
export interface DerivedLesson {
  readonly draft: LessonDraft;
  readonly scores: LessonScores;
  readonly source: "structured" | "heuristic";
  /** In the order of sighting. */
  readonly episodes: readonly StoredEpisode[];
}

/**
 * A function of the set of episodes: neither their order nor earlier results matter. A draft that was
 * just made of the same episodes is not made again.
 */
export function deriveLesson(
  unordered: readonly StoredEpisode[],
  weights: PriorityWeights,
  draft?: LessonDraft,
): DerivedLesson {
  const episodes = unordered.toSorted(bySighting);
  const isReported = episodes.some(({ story }) => story.is === "report");
  return {
    draft: draft ?? draftOf(episodes),
    scores: scoreOf(episodes, weights),
    source: isReported ? "structured" : "heuristic",
    episodes,
  };
}

/** The scores of a lesson by all its sightings, with the formula of where it was found. */
function scoreOf(episodes: readonly StoredEpisode[], weights: PriorityWeights): LessonScores {
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

/** What the log says, short: the words, or the call and its message. Already redacted. */
export function quoteOf(story: Story): string {
  switch (story.is) {
    case "failure": {
      const call = story.command === undefined ? (story.path ?? story.tool) : asRun(story.command);
      const message = shortened(story.headline);
      return message === "" ? shortened(call) : `${shortened(call)} → ${message}`;
    }
    case "saying":
      return shortened(story.words);
    case "report":
      return shortened(bodyText(story.draft.kind, story.draft.body));
    case "cancel":
      return story.slug;
  }
}

/** The commands as the matcher sees them: what is quoted in them is not ours to quote again. */
function asRun(command: string): string {
  return parseCommandLine(command)
    .commands.map(({ text }) => text)
    .join("; ");
}

const longestQuote = 300;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longestQuote ? line : `${line.slice(0, longestQuote - 1)}…`;
}
