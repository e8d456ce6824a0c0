import type { Instant } from "../../lesson/record/lesson.ts";
import type { OperatingSystem } from "../../lesson/record/operating-system.ts";
import type { StatedAdvice } from "../failures/stated-advice.ts";
import type { Fact } from "../facts/fact.ts";
import type { ReportNotes, ReportedDraft } from "../reports/report.ts";

/** What a detector found at a place in a log. All text in it is redacted, and none of it is long. */
export interface Episode {
  readonly kind: EpisodeKind;
  readonly verdict: EpisodeVerdict;
  /** 1-based, of the failing call or of the person's message. */
  readonly line: number;
  /** The other lines of it. */
  readonly lines: readonly number[];
  readonly seenAt: Instant;
  /** The same in every copy of the session: the id of the call or of the message. */
  readonly anchor: string;
  readonly story: Story;
}

/** An episode with where it was seen and the lesson that it led to, if any. */
export interface StoredEpisode extends Omit<Episode, "anchor"> {
  readonly number: number;
  readonly cluster: string;
  /** The number of its log. */
  readonly log: number;
  readonly agent: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly system: OperatingSystem | null;
  /** The path of its log, redacted. */
  readonly file: string;
  readonly lesson: number | null;
}

/** An episode with the lesson that its cluster became. */
export interface MeasuredEpisode extends StoredEpisode {
  readonly slug: string | null;
  readonly status: string | null;
}

/** The places where a mistake was seen: a failing call and the loop that begins with it are one sighting. */
export function sightingsIn(episodes: readonly StoredEpisode[]): readonly StoredEpisode[] {
  const places = new Map<string, StoredEpisode>();
  for (const episode of episodes) {
    const place = `${episode.agent}\0${episode.sessionId}\0${episode.file}\0${episode.line}`;
    if (!places.has(place)) places.set(place, episode);
  }
  return [...places.values()];
}

type EpisodeKind =
  | "tool-error-fixed"
  | "retry-loop"
  | "hang"
  | "user-correction"
  | "explicit-lesson"
  | "self-diagnosis"
  | "lesson-tag"
  | "block"
  | "cancel";

/**
 * `accepted`: enough on its own. `nominated`: a person should look. `weak`: a failure that says nothing
 * by itself, kept because the same one in another session does.
 */
type EpisodeVerdict = "accepted" | "nominated" | "weak";

export type Story = FailureStory | CauseStory | SayingStory | ReportStory | CancelStory;

/** A call that failed, and what was done about it. */
export interface FailureStory {
  readonly is: "failure";
  /** What it is about: failures with the same fact are the same mistake. */
  readonly fact: Fact;
  /** As all agents call it: `Bash`, `Edit`. */
  readonly tool: string;
  /** What failed: `git push`, or the tool where there is no command. */
  readonly head: string;
  readonly failureClass: string;
  readonly about: string;
  readonly signature: string;
  /** What the message said, in one line. */
  readonly headline: string;
  readonly command?: string | undefined;
  /** Which simple command of it failed, when the message tells. */
  readonly culprit?: number | undefined;
  readonly path?: string | undefined;
  readonly fix?: SeenCure | undefined;
  /** What the program itself says to do about it. */
  readonly advice?: StatedAdvice | undefined;
  /** The agent's own words for the cause. */
  readonly cause?: string | undefined;
  /** What a person said about it right after it. */
  readonly said?: { readonly line: number; readonly words: string } | undefined;
  /** Its status said that nothing was wrong. */
  readonly isHidden?: true | undefined;
  /** The fact of the first attempt at the same thing, which this one only tries with other flags. */
  readonly retryOf?: string | undefined;
  readonly attempts: number;
}

/** The call that worked. */
interface SeenCure {
  readonly line: number;
  readonly command?: string | undefined;
  /** Not the call itself in another form, but what had to run before it. */
  readonly isStep?: true | undefined;
  /** Another program did the same thing, or another tool of the agent. */
  readonly isOtherWay?: true | undefined;
  readonly tool?: string | undefined;
  /** The agent had changed files in between: then the change may have been the cure, and not the call. */
  readonly isAfterEdit?: true | undefined;
}

/** What the agent said is the cause of failures, and what was done about it. */
export interface CauseStory {
  readonly is: "cause";
  /** The sentence. */
  readonly words: string;
  /** What it names. The first is what the cause is known by; stories with the same first are the same cause. */
  readonly terms: readonly string[];
  /** What had failed: `git commit`. */
  readonly head: string;
  /** A command that the agent says helps. */
  readonly said?: string | undefined;
  /** What was done about it, before it is known whether it helped. */
  readonly step?: CauseStep | undefined;
  /** What was done about it, after which the failed call worked. */
  readonly fix?: CauseStep | undefined;
}

interface CauseStep {
  readonly line: number;
  readonly command: string;
}

/** Words of a person, or of the agent, that hold beyond this session. */
export interface SayingStory {
  readonly is: "saying";
  readonly by: "person" | "agent";
  readonly words: string;
  /** What the agent answered, shortened. */
  readonly answer?: string | undefined;
  readonly isStandingRule: boolean;
  readonly hasCause: boolean;
  readonly isCritical: boolean;
  readonly isRejection: boolean;
  readonly signals: readonly string[];
  /** Which message an order stood in that was asked for beside a task: a template says it again and again. */
  readonly within?: number | undefined;
  /** What the agent wrote into a file of instructions because of it. */
  readonly noted?: string | undefined;
  /** What the agent had done before it: the tools, the files that it changed, the shell lines that it ran. */
  readonly tools: readonly string[];
  readonly edited?: readonly string[];
  readonly ran?: readonly string[];
  /** What the person had asked for, where much is at stake in it. */
  readonly task?: string | undefined;
  readonly actionKeywords: readonly string[];
  readonly contextKeywords: readonly string[];
}

/** What the agent reported in a tag or a block. */
export interface ReportStory {
  readonly is: "report";
  readonly from: "tag" | "block";
  readonly isFull: boolean;
  readonly draft: ReportedDraft;
  readonly notes?: ReportNotes | undefined;
  /** That of the call that failed shortly before, where the report is about it. */
  readonly fact?: Fact | undefined;
}

/** The agent takes back a lesson that it names. */
interface CancelStory {
  readonly is: "cancel";
  readonly slug: string;
}

/** By when it was seen, then by where: a total order, so that the first is the same on every machine. */
export function bySighting(one: StoredEpisode, other: StoredEpisode): number {
  return (
    inTextOrder(one.seenAt, other.seenAt) ||
    inTextOrder(one.agent, other.agent) ||
    inTextOrder(one.sessionId, other.sessionId) ||
    inTextOrder(one.file, other.file) ||
    one.line - other.line ||
    inTextOrder(one.kind, other.kind)
  );
}

export function inTextOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
