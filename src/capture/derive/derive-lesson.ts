import { bodyText } from "../../lesson/record/body.ts";
import { type LessonDraft, type Scope, parseScope } from "../../lesson/record/lesson.ts";
import type { Tag } from "../../lesson/record/tag.ts";
import type { PriorityWeights, Signals } from "../../lesson/score/observed-signals.ts";
import type { Config, DetectorSettings } from "../../platform/configuration/settings.ts";
import { type LessonScores, scoreLesson } from "../../lesson/score/score.ts";
import { parseCommandLine } from "../../shell/command.ts";
import { causeDraft } from "../causes/cause-draft.ts";
import {
  type CauseStory,
  type FailureStory,
  type ReportStory,
  type SayingStory,
  type StoredEpisode,
  type Story,
  bySighting,
  sightingsIn,
} from "../episodes/episode.ts";
import { factDraft } from "../facts/fact-draft.ts";
import { factWords } from "../facts/fact-words.ts";
import { aimOf } from "./report-aim.ts";
import { sayingDraft } from "./saying-draft.ts";

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
  { scoring, detectors }: Pick<Config, "scoring" | "detectors">,
  draft?: LessonDraft,
): DerivedLesson {
  const episodes = unordered.toSorted(bySighting);
  const isReported = episodes.some(({ story }) => story.is === "report");
  return {
    draft: draft ?? draftOf(episodes, detectors),
    scores: scoreOf(episodes, scoring),
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
          // What the agent was doing counts, too: at a release the same words weigh more.
          impactText: said.flatMap(({ words, ran = [] }) => [words, ...ran]).join("\n"),
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
  const causes = episodes.flatMap(({ story }): readonly CauseStory[] =>
    story.is === "cause" ? [story] : [],
  );
  const isFixed = [...failures, ...causes].some(({ fix }) => fix !== undefined);
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
      causes.length > 0 ||
      sayings.some(({ hasCause }) => hasCause) ||
      failures.some(({ cause }) => cause !== undefined),
    selfDiagnosis: causes.length > 0 || failures.some(({ cause }) => cause !== undefined),
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
    case "cause":
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

/** What the episodes of one mistake say together. They are in the order of sighting, and there is at least one. */
export function draftOf(
  episodes: readonly StoredEpisode[],
  { repeatedMistake }: DetectorSettings,
): LessonDraft {
  const [first] = episodes;
  if (first === undefined) throw new Error("a lesson without an episode");
  const scope = scopeOf(episodes);
  // The first sightings tell it: the hundredth adds to the count and nothing to the words.
  const telling = episodes.slice(0, mostTelling);
  const sessions = sessionCount(episodes);
  const isRepeated = repeatedMistake.enabled && sessions >= repeatedMistake.minSessions;
  switch (first.story.is) {
    case "failure": {
      const stories = storiesOf(telling, "failure");
      const draft = factDraft(stories, scope);
      const isFirst = isWorthALook(stories, { sessions, isRepeated }, draft);
      return isFirst ? draft : asMaybe(draft);
    }
    case "cause":
      return causeDraft(storiesOf(telling, "cause"), scope);
    case "saying": {
      const apart = isRepeated ? sessionsApart(episodes) : 1;
      return sayingDraft(storiesOf(telling, "saying"), scope, apart);
    }
    case "report":
      return reportDraft(storiesOf(telling, "report"), scope, projectScope(first.projectId));
    case "cancel":
      throw new Error("a lesson from a withdrawal");
  }
}

const mostTelling = 40;

function asMaybe(draft: LessonDraft): LessonDraft {
  return { ...draft, flags: [...(draft.flags ?? []), "maybe"] };
}

/**
 * Whether a fact is shown first: one of the environment with a fix, or anything else that came back in another
 * session with one. All else waits, and slips of the agent's own tools always do.
 */
function isWorthALook(
  stories: readonly FailureStory[],
  { sessions, isRepeated }: { readonly sessions: number; readonly isRepeated: boolean },
  draft: LessonDraft,
): boolean {
  if (draft.flags?.includes("needsHumanFix") === true) return false;
  if (stories.every(({ about }) => about === "harness")) return false;
  const isKnown = stories.some(({ about }) => environmental.has(about));
  const [story] = stories;
  const isGeneral = story !== undefined && factWords(story.fact.class)?.isGeneral === true;
  const isFixed = stories.some(({ fix }) => fix !== undefined);
  if (isGeneral && !isFixed && !(isRepeated && sessions >= oftenSessions)) return false;
  return isRepeated || isKnown;
}

/** From so many sessions on, a fact is worth a look whatever is known to help. */
const oftenSessions = 3;
const environmental: ReadonlySet<string> = new Set(["environment", "interface", "rule"]);

function storiesOf<Is extends Story["is"]>(
  episodes: readonly StoredEpisode[],
  is: Is,
): readonly Extract<Story, { is: Is }>[] {
  return episodes
    .map(({ story }) => story)
    .filter((story): story is Extract<Story, { is: Is }> => story.is === is);
}

export function sessionCount(episodes: readonly StoredEpisode[]): number {
  return new Set(episodes.map(({ agent, sessionId }) => `${agent}\0${sessionId}`)).size;
}

/** In how many sessions something was said. The same words at the same time are a copy of the session. */
function sessionsApart(episodes: readonly StoredEpisode[]): number {
  const heard: { readonly words: string; readonly ms: number }[] = [];
  const apart = episodes.filter(({ story, seenAt }) => {
    const words = story.is === "saying" ? story.words : "";
    const ms = Date.parse(seenAt);
    const isCopy = heard.some(
      (one) => one.words === words && Math.abs(one.ms - ms) < copiedWithinMs,
    );
    heard.push({ words, ms });
    return !isCopy;
  });
  return sessionCount(apart);
}

const copiedWithinMs = 60_000;

/** Seen in one project it holds there; seen in two or more it holds everywhere. */
function scopeOf(episodes: readonly StoredEpisode[]): Scope {
  const projects = new Set(episodes.flatMap(({ projectId }) => projectId ?? []));
  const [only] = projects;
  return projects.size === 1 ? projectScope(only) : "global";
}

function projectScope(projectId: string | null = null): Scope {
  return (projectId === null ? undefined : parseScope(`project:${projectId}`)) ?? "global";
}

/** The lesson that the agent reported. Its `trigger` becomes a pattern like that of an observed command or file. */
export function reportDraft(
  stories: readonly ReportStory[],
  scope: Scope,
  ownProject: Scope,
): LessonDraft {
  const [story] = stories;
  if (story === undefined) throw new Error("a report without a story");
  const { triggerText, scope: said, triggers, priority, ...draft } = story.draft;
  const { remediation } = { remediation: undefined, ...draft.body };
  const aimed =
    triggerText === undefined ? {} : aimOf(triggerText, triggers.toolNames ?? [], remediation);
  return {
    ...draft,
    ...(priority === undefined ? {} : { priority }),
    // What the report says about its scope holds, whatever we have seen.
    scope: said === undefined ? scope : said === "project" ? ownProject : said,
    triggers: { ...triggers, ...aimed },
    source: "structured",
  };
}
