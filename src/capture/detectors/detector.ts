import type { AssistantText } from "../../agents/event.ts";
import type { DetectorSettings } from "../../platform/configuration/settings.ts";
import type { CauseStory, Episode, FailureStory, ReportStory, Story } from "../episodes/episode.ts";
import { findReports } from "../reports/find-reports.ts";
import { metTrigger } from "../reports/met-trigger.ts";
import { mayHoldReport } from "../reports/report-marks.ts";
import { reportedFact } from "../reports/reported-fact.ts";
import type { Report, ReportedDraft, ReportFlaw, ReportForm } from "../reports/report.ts";
import { callNamedIn, callsWith, ruleText } from "../rules/propose-call.ts";
import { rulePartsOf } from "../rules/rule-parts.ts";
import { typedRule } from "../reports/typed-rule.ts";
import { ownWords } from "../sayings/own-words.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import type { OpenRemark, Thread } from "../session/thread.ts";
import { errorCorrection, hang, retryLoop } from "./failing-calls.ts";
import { selfDiagnosis } from "./self-diagnosis.ts";
import { explicitLesson, rejection, userCorrection } from "./remarks.ts";

/**
 * Looks for one kind of mistake. It has no state of its own: what it needs from earlier stands in the
 * thread and among the open ones, which are stored with the cursor. So it makes no difference in how many scans
 * a log is read.
 */
export interface Detector {
  /** Its name in the configuration. */
  readonly name: keyof DetectorSettings;
  /** A call has ended. The thread does not hold it yet. */
  readonly onCall?: (call: FinishedCall, scene: Scene) => void;
  /** A person has spoken; what they said before is closed. */
  readonly onRemark?: (remark: OpenRemark, scene: Scene) => void;
  /** The agent has spoken. The text is as the log has it: what is kept of it is redacted first. */
  readonly onSpeech?: (speech: AssistantText, scene: Scene) => void;
  /** A person's remark and all that the agent did about it; also while it may still go on. */
  readonly onAnswered?: (remark: OpenRemark, scene: Scene) => void;
}

export interface Scene {
  readonly threadName: string;
  readonly thread: Thread;
  readonly episodes: OpenEpisodes;
  readonly settings: DetectorSettings;
  readonly redact: (text: string) => string;
  /** Something that the agent wrote for us cannot be read. */
  readonly complain: (report: BadReport) => void;
  /** What the time is in the log, for records that do not say. */
  readonly now: string;
}

export interface Complaint {
  readonly line: number;
  readonly problem: string;
}

/** A tag or a block of the agent that cannot become a lesson. */
export interface BadReport extends Complaint {
  readonly thread?: string | undefined;
  readonly at?: string | undefined;
  readonly form: ReportForm;
  readonly class: ReportFlaw;
}

/** An episode that the log may still say more about. */
export interface OpenEpisode<Of extends Story = Story> extends Pick<
  Episode,
  "line" | "seenAt" | "anchor"
> {
  kind: Episode["kind"];
  verdict: Episode["verdict"];
  lines: number[];
  readonly thread: string;
  /** How many calls its conversation had when it was opened, and how many edits. */
  readonly sinceCall: number;
  readonly sinceEdit?: number;
  story: { -readonly [Name in keyof Of]: Of[Name] };
}

/** Where detectors put what they find: open until it is decided, then closed for good. */
export class OpenEpisodes {
  readonly open: OpenEpisode[];
  #closed: Episode[] = [];

  constructor(open: readonly OpenEpisode[] = []) {
    this.open = [...open];
  }

  /** What may still change stays among the open ones; only so much of it. */
  put(episode: OpenEpisode): void {
    this.open.push(episode);
    if (this.open.length > mostOpen)
      this.#closeAt(this.open.findIndex(({ kind }) => kind !== "lesson-tag" && kind !== "block"));
  }

  /** What is decided already. */
  file(episode: Episode): void {
    this.#closed.push(episode);
  }

  openFailures(thread: string): readonly OpenEpisode<FailureStory>[] {
    return this.open.filter(
      (episode): episode is OpenEpisode<FailureStory> =>
        episode.thread === thread && episode.story.is === "failure",
    );
  }

  openCauses(thread: string): readonly OpenEpisode<CauseStory>[] {
    return this.open.filter(
      (episode): episode is OpenEpisode<CauseStory> =>
        episode.thread === thread && episode.story.is === "cause",
    );
  }

  close(episode: OpenEpisode): void {
    this.#closeAt(this.open.indexOf(episode));
  }

  #closeAt(at: number): void {
    const [episode] = this.open.splice(Math.max(at, 0), 1);
    if (episode !== undefined) this.#closed.push(asEpisode(episode));
  }

  /** Takes an episode out of the open ones as if it had never been there. */
  withdraw(episode: OpenEpisode): void {
    const at = this.open.indexOf(episode);
    if (at >= 0) this.open.splice(at, 1);
  }

  /** The episodes that were decided since the last time. */
  takeClosed(): readonly Episode[] {
    const closed = this.#closed;
    this.#closed = [];
    return closed;
  }
}

export function asEpisode({
  thread: _thread,
  sinceCall: _call,
  sinceEdit: _edit,
  ...episode
}: OpenEpisode): Episode {
  return episode;
}

const mostOpen = 40;

export function enabledDetectors(settings: DetectorSettings): readonly Detector[] {
  return detectors.filter(({ name }) => settings[name].enabled);
}

/** What the agent reported itself, in a tag or a block of its own text, and what a person types behind `#lesson`. */
const reports: Detector = {
  name: "reports",
  onRemark: ({ remark, line, at: seenAt, anchor }, { episodes, threadName, thread }) => {
    const report = typedRule(ownWords(remark.text));
    if (report === undefined) return;
    episodes.put({
      kind: "lesson-tag",
      verdict: "accepted",
      line,
      lines: [],
      seenAt,
      anchor: `report:${anchor}`,
      thread: threadName,
      sinceCall: thread.callCount,
      story: reportStory(report, episodes.openFailures(threadName), thread),
    });
  },
  onSpeech: (speech, { episodes, threadName, thread, now, redact, complain }) => {
    if (!mayHoldReport(speech.text)) return;
    const seenAt = speech.at ?? now;
    for (const [index, report] of findReports(redact(speech.text)).entries()) {
      if (report.is === "problem") {
        const { from: form, class: flaw, problem } = report;
        const { line, thread: name, at } = speech;
        complain({ line, thread: name, at, form, class: flaw, problem });
      } else if (report.is === "cancel") {
        if (report.slug === undefined) {
          const last = episodes.open.findLast(({ story }) => story.is === "report");
          if (last !== undefined) episodes.withdraw(last);
        } else {
          episodes.file({
            kind: "cancel",
            verdict: "weak",
            line: speech.line,
            lines: [],
            seenAt,
            anchor: `cancel:${seenAt}:${report.slug}`,
            story: { is: "cancel", slug: report.slug },
          });
        }
      } else {
        episodes.put({
          kind: report.from === "tag" ? "lesson-tag" : "block",
          verdict: "accepted",
          line: speech.line,
          lines: [],
          seenAt,
          anchor: `report:${seenAt}:${index}`,
          thread: threadName,
          sinceCall: thread.callCount,
          story: reportStory(report, episodes.openFailures(threadName), thread),
        });
      }
    }
  },
};

/** What the report says, with the failure that it is about. */
function reportStory(
  { from, isFull, draft, notes }: Extract<Report, { is: "lesson" }>,
  failures: readonly OpenEpisode<FailureStory>[],
  { ran = [] }: Thread,
): ReportStory {
  const fact = reportedFact(
    draft,
    failures.map(({ story }) => story),
  );
  return { is: "report", from, isFull, draft: withCall(draft, ran), notes, fact };
}

/** With the call that the report is about: the one that it names as its trigger, else the one that its sentences name. */
function withCall(draft: ReportedDraft, ran: readonly string[]): ReportedDraft {
  if (draft.triggerText !== undefined)
    return { ...draft, triggerText: metTrigger(draft.triggerText, ran) };
  if (draft.rule !== undefined) {
    const parts = rulePartsOf(draft.rule);
    const call = callNamedIn(parts, (words) => callsWith(words, ran));
    return { ...draft, ...ruleText(parts, call), triggerText: call?.example };
  }
  const { toolNames = ["Bash"] } = draft.triggers;
  if (draft.kind !== "pitfall" || !toolNames.includes("Bash")) return draft;
  const { mistake, remediation } = draft.body;
  const [call] = [remediation, mistake].flatMap(
    (text) => callNamedIn(rulePartsOf(text), (words) => callsWith(words, ran)) ?? [],
  );
  return { ...draft, triggerText: call?.example };
}

/** The detectors that read a session; the one for repeated mistakes looks at all of them together, later. */
const detectors: readonly Detector[] = [
  reports,
  errorCorrection,
  retryLoop,
  hang,
  userCorrection,
  rejection,
  explicitLesson,
  selfDiagnosis,
];
