import type { AssistantText } from "../../agents/event.ts";
import type { DetectorSettings } from "../../platform/configuration/settings.ts";
import type { OpenEpisodes } from "../session/open-episodes.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import type { ReportFlaw, ReportForm } from "../reports/report.ts";
import type { OpenRemark, Thread } from "../session/thread.ts";

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
