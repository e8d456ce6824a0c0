import { bodyText } from "../../lesson/record/body.ts";
import type { LessonDraft, Scope } from "../../lesson/record/lesson.ts";
import { platformTag } from "../../lesson/record/operating-system.ts";
import type { Tag } from "../../lesson/record/tag.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";
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
  inTextOrder,
  sightingsIn,
} from "../episodes/episode.ts";
import { projectScope, scopeOfCluster } from "../episodes/episodes.ts";
import { factName, shellOf } from "../facts/fact.ts";
import { factDraft } from "../facts/fact-draft.ts";
import { isWorthALook } from "../facts/first-list.ts";
import { literalFixOf } from "../facts/literal-fix.ts";
import { joinedDraft, notesOf, tellingReport, withProposed } from "./report-words.ts";
import { aimOf } from "./report-aim.ts";
import { callFrom, ruleDraft } from "../rules/propose-call.ts";
import { rulePartsOf } from "../rules/rule-parts.ts";
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
  const reports = storiesOf(episodes, "report");
  const said = draft ?? draftOf(episodes, detectors);
  const scores = scoreOf(episodes, scoring);
  return {
    draft: reports.length < 2 ? said : withProposed(said, scores, reports),
    scores,
    source: reports.length > 0 ? "structured" : "heuristic",
    episodes,
  };
}

/** The scores of a lesson by all its sightings, with the formula of where it was found. */
function scoreOf(episodes: readonly StoredEpisode[], weights: PriorityWeights): LessonScores {
  const signals = signalsOf(episodes);
  const first = leadOf(episodes);
  switch (first?.story.is) {
    case "saying": {
      const said = episodes.flatMap(({ story }) => (story.is === "saying" ? [story] : []));
      return scoreLesson(
        {
          origin: episodes.some(({ kind }) => kind === "user-correction")
            ? "correction"
            : "explicit-lesson",
          signals,
          // What the agent was asked for and did counts, too: at a release the same words weigh more.
          impactText: said
            .flatMap(({ words, ran = [], task = "" }) => [words, ...ran, task])
            .join("\n"),
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

/** What decides what kind of lesson it is: a report about a failure is words for that failure. */
function leadOf(episodes: readonly StoredEpisode[]): StoredEpisode | undefined {
  return episodes.find(({ story }) => story.is === "failure") ?? episodes[0];
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
    occurrenceCount: countedSightings(episodes).length,
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
    // A silent failure is tagged `severity:silent` in PRD-001 §10, and `severity:silent-failure` by agents that spell it out.
    causedDataLoss:
      isTagged(reports, "severity:data-loss", "severity:silent", "severity:silent-failure") ||
      failures.some(isSilent),
    // Of the class `hang` are the calls that a person had to complain about.
    userCorrected:
      sayings.some(({ by }) => by === "person") ||
      failures.some(({ failureClass, said }) => failureClass === "hang" || said !== undefined),
    fixConfirmed: isFixed,
    causalLanguage:
      causes.length > 0 ||
      sayings.some(({ hasCause }) => hasCause) ||
      failures.some(({ cause }) => cause !== undefined),
    selfDiagnosis: causes.length > 0 || failures.some(({ cause }) => cause !== undefined),
    isOnlyNominated: episodes.every(({ verdict }) => verdict !== "accepted"),
  };
}

/** The status said that all was well, and the agent went on as if it were. */
function isSilent({ isHidden, fix, cause, said }: FailureStory): boolean {
  return isHidden === true && fix === undefined && cause === undefined && said === undefined;
}

/** The places where the mistake was seen. A report about a failure is not a second one. */
export function countedSightings(episodes: readonly StoredEpisode[]): readonly StoredEpisode[] {
  const hasFailure = episodes.some(({ story }) => story.is === "failure");
  return sightingsIn(
    episodes.filter(
      ({ story }) => !hasFailure || story.is !== "report" || notesOf(story) !== undefined,
    ),
  );
}

/** What the agent itself says about how bad it was. */
function isTagged(reports: readonly ReportStory[], ...tags: readonly Tag[]): boolean {
  return reports.some(({ draft }) => draft.tags.some((tag) => tags.includes(tag)));
}

/** What the log says, short: the words, or the call and its message. Already redacted. */
export function quoteOf(story: Story): string {
  switch (story.is) {
    case "failure": {
      // A call may come without a path, or with an empty one.
      const call = story.command === undefined ? story.path : asRun(story.command);
      const message = shortened(story.headline);
      const made = shortened(call || story.tool);
      const seen = message === "" ? made : `${made} → ${message}`;
      return story.said === undefined ? seen : `${shortened(story.said.words)} (after ${seen})`;
    }
    case "cause":
    case "saying":
      return shortened(story.words);
    case "report":
      return shortened(notesOf(story) ?? bodyText(story.draft.kind, story.draft.body));
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
  const first = leadOf(episodes);
  if (first === undefined) throw new Error("a lesson without an episode");
  const scope = scopeOf(episodes);
  const sessions = sessionCount(episodes);
  const isRepeated = repeatedMistake.enabled && sessions >= repeatedMistake.minSessions;
  switch (first.story.is) {
    case "failure": {
      const stories = storiesOf(episodes, "failure");
      const draft = withFact(factDraft(stories, scope), episodes);
      const reports = storiesOf(episodes, "report");
      if (reports.length > 0)
        return joinedDraft(draft, reportDraft(reports, scope, projectScope(first.projectId)));
      const isFirst = isWorthALook(stories, { sessions, isRepeated }, draft);
      return isFirst ? draft : asMaybe(draft);
    }
    case "cause":
      return { ...causeDraft(storiesOf(episodes, "cause"), scope), about: causeName(episodes) };
    case "saying": {
      const apart = isRepeated ? sessionsApart(episodes) : 1;
      return sayingDraft(storiesOf(episodes, "saying"), scope, apart);
    }
    case "report":
      return reportDraft(storiesOf(episodes, "report"), scope, projectScope(first.projectId));
    case "cancel":
      throw new Error("a lesson from a withdrawal");
  }
}

/** Each failure that was cured is compared with its cure. */
const mostCounted = 400;

function asMaybe(draft: LessonDraft): LessonDraft {
  return { ...draft, flags: [...(draft.flags ?? []), "maybe"] };
}

/** The first sightings tell it: the hundredth adds to the count and nothing to the words. */
function storiesOf<Is extends Story["is"]>(
  episodes: readonly StoredEpisode[],
  is: Is,
): readonly Extract<Story, { is: Is }>[] {
  return episodes
    .map(({ story }) => story)
    .filter((story): story is Extract<Story, { is: Is }> => story.is === is)
    .slice(0, mostTelling);
}

const mostTelling = 40;

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

/** With what is known of a fact beyond its words: what it is about, what was seen to work, and on which systems. */
function withFact(draft: LessonDraft, episodes: readonly StoredEpisode[]): LessonDraft {
  const failures = episodes
    .slice(0, mostCounted)
    .flatMap(({ story, agent, sessionId }) =>
      story.is === "failure" ? [{ story, session: `${agent}\0${sessionId}` }] : [],
    );
  const [first] = failures;
  return {
    ...draft,
    about: first && factName(first.story.fact),
    fix: literalFixOf(failures),
    tags: [...new Set([...(draft.tags ?? []), ...machineTags(draft, episodes)])].toSorted(),
  };
}

/** The systems on which something failed, and the shell where that is what failed. An agent's own tools are the same on all. */
function machineTags({ scope }: LessonDraft, episodes: readonly StoredEpisode[]): readonly Tag[] {
  const isSlip = episodes.every(({ story }) => story.is === "failure" && story.about === "harness");
  if (scope !== "machine" || isSlip) return [];
  const systems = new Set(episodes.flatMap(({ system }) => system ?? []));
  const shells = new Set(
    episodes.flatMap(({ story }) => (story.is === "failure" ? (shellOf(story) ?? []) : [])),
  );
  return [...[...systems].map(platformTag), ...[...shells].map((shell): Tag => `env:${shell}`)];
}

/** Causes that are linked are one lesson, known by the first of their names in the order of text. */
function causeName(episodes: readonly StoredEpisode[]): string | undefined {
  const [name] = episodes
    .flatMap(({ story }) => (story.is === "cause" ? story.terms.slice(0, 1) : []))
    .toSorted(inTextOrder);
  return name === undefined ? undefined : `cause ${name}`;
}

/**
 * Where a lesson holds. Failures and causes are told apart by it; what people say and agents report belongs to the project
 * in which it was first heard, because two projects of one person are not the world.
 */
function scopeOf(episodes: readonly StoredEpisode[]): Scope {
  const first = leadOf(episodes);
  if (first?.story.is === "failure" || first?.story.is === "cause") return scopeOfCluster(first);
  const known = episodes.find(({ projectId }) => projectId !== null);
  return projectScope(known?.projectId ?? null);
}

/** The lesson that the agent reported. Its `trigger` becomes a pattern like that of an observed command or file. */
export function reportDraft(
  stories: readonly ReportStory[],
  scope: Scope,
  ownProject: Scope,
): LessonDraft {
  const [first] = stories;
  const story = tellingReport(stories);
  if (story === undefined || first === undefined) throw new Error("a report without a story");
  const { triggerText, triggers, rule, ...told } = story.draft;
  // A later report may say more, but not that it matters more or holds further: that is proposed.
  const { priority, scope: said } = first.draft;
  const { priority: _priority, scope: _scope, ...draft } = told;
  const { remediation } = { remediation: undefined, ...draft.body };
  const aimed =
    rule !== undefined
      ? ruleTriggers(rule, triggerText)
      : triggerText === undefined
        ? {}
        : aimOf(triggerText, triggers.toolNames ?? [], remediation);
  return {
    ...draft,
    ...(priority === undefined ? {} : { priority }),
    // What the report says about its scope holds, whatever we have seen.
    scope: said === undefined ? scope : said === "project" ? ownProject : said,
    triggers: { ...triggers, ...aimed },
    source: "structured",
  };
}

/** As for a rule that a person types, with the call that the session showed. */
function ruleTriggers(rule: string, example: string | undefined): Partial<Triggers> {
  const parts = rulePartsOf(rule);
  return ruleDraft(parts, example === undefined ? undefined : callFrom(parts, example, "the rule"))
    .triggers;
}
