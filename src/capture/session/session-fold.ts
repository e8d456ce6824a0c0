import type {
  AssistantText,
  SessionEvent,
  SessionFacts,
  ToolCall,
  ToolResult,
  UserMessage,
} from "../../agents/event.ts";
import { firstPart, lastPart } from "../../redact/excerpt.ts";
import { type PlacedCitation, placedCitations } from "../citations/citations.ts";
import type { Redact } from "../../redact/redact.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import type { DetectorSettings } from "../../platform/configuration/settings.ts";
import {
  type BadReport,
  type Detector,
  type OpenEpisode,
  OpenEpisodes,
  type Scene,
  asEpisode,
  enabledDetectors,
} from "../detectors/detector.ts";
import type { Episode } from "../episodes/episode.ts";
import { finishCall, pendingCall, type FinishedCall, type PendingCall } from "./finished-call.ts";
import {
  addUsage,
  learnFacts,
  learnShell,
  longestFact,
  newSession,
  newUsage,
  passTime,
  type Project,
  type SessionSummary,
  type Usage,
} from "./session-summary.ts";
import {
  longestSpeech,
  newThread,
  noWork,
  noteAnswer,
  rememberCall,
  workOf,
  workOn,
  type OpenRemark,
  type RecentWork,
  type Thread,
} from "./thread.ts";

export interface FoldOptions {
  readonly settings: DetectorSettings;
  readonly redact: Redact;
  /** What stands for the time of records that have none, such as when the file was changed. */
  readonly fallbackTime: string;
  /** Which project a directory belongs to. The directory itself names the user and is not kept. */
  readonly identifyProject: (workingDirectory: string, repository?: string) => Project;
}

/** All that a fold knows, as plain JSON: bounded, and every text in it redacted. */
export interface FoldMemory {
  readonly session: SessionSummary;
  readonly usage: Usage;
  readonly ordinal: number;
  readonly pending: readonly PendingCall[];
  readonly threads: readonly (readonly [name: string, thread: Thread])[];
  readonly open: readonly OpenEpisode[];
}

/** What a part of a log gave. */
export interface Finished {
  readonly calls: readonly FinishedCall[];
  /** Decided for good. */
  readonly episodes: readonly Episode[];
  /** Tags and blocks of the agent that could not be kept. */
  readonly badReports: readonly BadReport[];
  /** Entries of the project's knowledge that the agent says it goes by. */
  readonly citations: readonly PlacedCitation[];
}

interface Collected {
  readonly calls: FinishedCall[];
  readonly badReports: BadReport[];
  readonly citations: PlacedCitation[];
}

/**
 * Folds the events of one log into finished calls and episodes. It is a fold in the strict sense: what
 * comes out depends on the events and nothing else, and `memory` at any point is enough to go on. So a
 * log that is read in a hundred pieces gives what it gives in one.
 */
export class SessionFold {
  readonly session: SessionSummary;
  readonly usage: Usage;
  #collected: Collected = { calls: [], badReports: [], citations: [] };
  #ordinal: number;
  readonly #pending: Map<number, PendingCall>;
  readonly #threads: Map<string, Thread>;
  readonly #threadNames = new Map<string, string>();
  readonly #episodes: OpenEpisodes;
  readonly #options: FoldOptions;
  readonly #detectors: readonly Detector[];
  readonly #complain: Scene["complain"] = (report) => this.#collected.badReports.push(report);

  constructor(options: FoldOptions, memory?: FoldMemory) {
    this.#options = options;
    this.session = newSession(memory?.session);
    this.usage = memory?.usage ?? newUsage();
    this.#ordinal = memory?.ordinal ?? 0;
    this.#pending = new Map(memory?.pending.map((call) => [call.idKey, call]));
    this.#threads = new Map(memory?.threads.map(([name, thread]) => [name, newThread(thread)]));
    this.#episodes = new OpenEpisodes(memory?.open);
    this.#detectors = enabledDetectors(options.settings);
  }

  memory(): FoldMemory {
    return {
      session: this.session,
      usage: this.usage,
      ordinal: this.#ordinal,
      pending: [...this.#pending.values()],
      threads: [...this.#threads].map(([name, thread]) => [name, this.#storable(thread)]),
      open: this.#episodes.open,
    };
  }

  /** What the agent said last is redacted when somebody keeps it: most of it is never looked at. */
  #storable(thread: Thread): Thread {
    return { ...thread, lastAssistant: this.#lastSaid(thread) };
  }

  /** Cut after it was redacted: what gives a secret away may stand well before it. */
  #lastSaid({ lastAssistant }: Thread): string {
    return lastPart(this.#options.redact(lastAssistant), longestSpeech);
  }

  take(recorded: SessionEvent): void {
    const thread = recorded.thread === undefined ? undefined : this.#threadName(recorded.thread);
    // Nearly no name has to be changed, and a copy of every event would cost more than looking.
    const event =
      thread === undefined || thread === recorded.thread ? recorded : { ...recorded, thread };
    if (event.at !== undefined) passTime(this.session, event.at);
    switch (event.is) {
      case "facts":
        learnFacts(this.session, event, this.#options);
        this.#takeSetting(event);
        return;
      case "usage":
        addUsage(this.usage, event);
        return;
      case "call":
        this.#takeCall(event);
        return;
      case "result":
        this.#takeResult(event);
        return;
      case "user":
        if (event.isDelivery === true) this.#takeDelivery(event);
        else this.#takeRemark(event, { text: event.text, isRejectionReason: false });
        return;
      case "assistant":
        this.#takeSpeech(event);
        return;
      case "interruption":
        this.#takeInterruption(event.thread);
        return;
      case "compaction":
        return;
    }
  }

  /** Names are somebody's words, too, and there are few of them. */
  #threadName(name: string): string {
    const known = this.#threadNames.get(name);
    if (known !== undefined) return known;
    const redacted = this.#options.redact(name.slice(0, longestFact));
    this.#threadNames.set(name, redacted);
    return redacted;
  }

  /** All that was found and decided since the last time. */
  takeFinished(): Finished {
    const { calls, badReports, citations } = this.#collected;
    this.#collected = { calls: [], badReports: [], citations: [] };
    return { calls, badReports, citations, episodes: this.#episodes.takeClosed() };
  }

  /** Calls that were begun, whether or not they have ended. */
  get callCount(): number {
    return this.#ordinal;
  }

  /** The episodes as they would be if the log ended here. */
  openEpisodes(): readonly Episode[] {
    const episodes = new OpenEpisodes();
    for (const [name, thread] of this.#threads) {
      if (thread.remark !== undefined)
        this.#answered(thread.remark, this.#scene(name, thread, episodes));
    }
    return [
      ...this.#episodes.open.map(asEpisode),
      ...episodes.takeClosed(),
      ...episodes.open.map(asEpisode),
    ];
  }

  #takeSetting({ thread: name, model, workingDirectory }: SessionFacts): void {
    if (model === undefined && workingDirectory === undefined) return;
    const thread = this.#threadOf(name);
    const { redact } = this.#options;
    if (model !== undefined) thread.model = redact(model).slice(0, longestFact);
    if (workingDirectory !== undefined)
      thread.workingDirectory = redact(workingDirectory).slice(0, longestDirectory);
  }

  /** Nearly all calls are made by the model and in the directory of their session, which need not be said again. */
  #settingOf(name: string | undefined): Pick<FinishedCall, "model" | "workingDirectory"> {
    const { model, workingDirectory } = this.#threadOf(name);
    const own = this.session.project?.label.slice(0, longestDirectory);
    return {
      model: model === this.session.model ? undefined : model,
      workingDirectory: workingDirectory === own ? undefined : workingDirectory,
    };
  }

  #takeCall(event: ToolCall): void {
    if (event.action.does === "shell" && /^powershell$/iu.test(event.tool))
      this.session.shell ??= "powershell";
    const call = pendingCall(
      event,
      this.#ordinal,
      this.#settingOf(event.thread),
      this.#options.redact,
    );
    this.#ordinal += 1;
    this.#pending.set(call.idKey, call);
    for (const waiting of this.#pending.values()) {
      if (this.#ordinal - waiting.ordinal <= mostCallsWaited) break;
      this.#giveUp(waiting);
    }
  }

  /** A result that does not come: the session was broken off, or its line could not be read. */
  #giveUp({ idKey, line }: PendingCall): void {
    const call = this.#pending.get(idKey);
    if (call === undefined) return;
    this.#pending.delete(idKey);
    this.#finish(call, { is: "result", line, callId: "", ending: "interrupted" });
  }

  #takeInterruption(thread = ""): void {
    for (const call of this.#pending.values())
      if ((call.thread ?? "") === thread) this.#giveUp(call);
    this.#threadOf(thread).wasInterrupted = true;
  }

  #takeResult(result: ToolResult): void {
    const idKey = shortHash(result.callId);
    const pending = this.#pending.get(idKey);
    if (pending === undefined) return;
    this.#pending.delete(idKey);
    this.#finish(pending, result);
  }

  #finish(pending: PendingCall, result: ToolResult): void {
    const call = finishCall(pending, result, this.#options.redact);
    if (call === undefined) return;
    if (call.does === "shell" && call.failure !== undefined && result.output !== undefined)
      learnShell(this.session, result.output);
    const thread = this.#threadOf(call.thread);
    const scene = this.#scene(call.thread ?? "", thread);
    for (const { onCall } of this.#detectors) onCall?.(call, scene);
    noteAnswer(thread, call);
    rememberCall(thread, call);
    const isStopped = call.outcome === "interrupted" || call.outcome === "rejected";
    thread.wasInterrupted = isStopped && call.isHeld !== true;
    this.#collected.calls.push(call);
    if (result.ending === "rejected" && result.reason !== undefined) {
      this.#takeRemark(
        { ...result, is: "user", text: result.reason, recordId: result.callId },
        {
          text: result.reason,
          isRejectionReason: true,
          callLine: call.line,
          // The reason is about this call, whatever was done before it.
          work: workOf(call, { ...noWork, task: thread.lately.task }),
        },
      );
    }
  }

  #takeRemark(message: UserMessage, kind: RemarkKind): void {
    const { text, isRejectionReason, callLine, work } = kind;
    const name = message.thread ?? "";
    const thread = this.#threadOf(message.thread);
    const scene = this.#scene(name, thread);
    if (thread.remark !== undefined) this.#answered(thread.remark, scene);
    const words = this.#options.redact(firstPart(text, longestRemark));
    const at = message.at ?? scene.now;
    const remark: OpenRemark = {
      line: message.line,
      at,
      anchor: shortHash(message.recordId ?? `${at} ${words}`).toString(36),
      remark: {
        text: words,
        isFirst: thread.callCount === 0 && thread.lastAssistant === "",
        isRejectionReason,
        wasInterrupting: thread.wasInterrupted || this.#isWorking(name),
        before: {
          calls: thread.callCount,
          edits: thread.editCount,
          lastAssistant: thread.lastAssistant === "" ? undefined : this.#lastSaid(thread),
        },
      },
      tools: [...new Set(thread.calls.slice(-3).map(({ tool }) => tool))],
      work: work ?? thread.lately,
      answer: { undid: false, wroteMemory: false },
      callsBefore: thread.callCount,
      callLine,
    };
    if (thread.remark !== undefined)
      thread.heardBefore = firstPart(thread.remark.remark.text, longestSpeech);
    thread.remark = remark;
    // Whoever rejects a call still wants what they asked for.
    thread.lately = isRejectionReason ? { ...noWork, task: thread.lately.task } : workOn(words);
    thread.wasInterrupted = false;
    if (this.session.isProgrammatic === true) return;
    for (const { onRemark } of this.#detectors) onRemark?.(remark, scene);
  }

  /** A message that had waited reaches the agent: what was done meanwhile was no answer to it. */
  #takeDelivery(message: UserMessage): void {
    const { remark, callCount } = this.#threadOf(message.thread);
    if (remark === undefined || remark.typedLine !== undefined) return;
    const words = this.#options.redact(firstPart(message.text, longestRemark));
    if (remark.remark.text !== words) return;
    remark.typedLine = remark.line;
    remark.line = message.line;
    remark.callsBefore = callCount;
    remark.answer = { undid: false, wroteMemory: false };
  }

  #takeSpeech(speech: AssistantText): void {
    const name = speech.thread ?? "";
    const thread = this.#threadOf(speech.thread);
    const scene = this.#scene(name, thread);
    for (const { onSpeech } of this.#detectors) onSpeech?.(speech, scene);
    this.#collected.citations.push(...placedCitations(speech));
    const { redact } = this.#options;
    if (thread.remark !== undefined && thread.remark.answer.firstText === undefined) {
      thread.remark.answer.firstText = redact(firstPart(speech.text, longestSpeech));
    }
    thread.wasInterrupted = false;
    thread.lastAssistant = lastPart(speech.text, longestSpeech + redactionMargin);
  }

  #answered(remark: OpenRemark, scene: Scene): void {
    if (this.session.isProgrammatic === true) return;
    for (const { onAnswered } of this.#detectors) onAnswered?.(remark, scene);
  }

  /** A message that comes while a call has no result yet was typed over the agent's work. */
  #isWorking(threadName: string): boolean {
    for (const call of this.#pending.values()) if ((call.thread ?? "") === threadName) return true;
    return false;
  }

  #scene(threadName: string, thread: Thread, episodes: OpenEpisodes = this.#episodes): Scene {
    return {
      threadName,
      thread,
      episodes,
      settings: this.#options.settings,
      redact: this.#options.redact,
      complain: this.#complain,
      now: this.session.endedAt ?? this.#options.fallbackTime,
    };
  }

  #threadOf(name = ""): Thread {
    const known = this.#threads.get(name);
    if (known !== undefined) return known;
    const thread = newThread();
    this.#threads.set(name, thread);
    if (this.#threads.size > mostThreads) this.#closeOldestThread();
    return thread;
  }

  #closeOldestThread(): void {
    for (const [name, thread] of this.#threads) {
      if (name === "") continue;
      if (thread.remark !== undefined) this.#answered(thread.remark, this.#scene(name, thread));
      for (const episode of this.#episodes.openFailures(name)) this.#episodes.close(episode);
      for (const episode of this.#episodes.openCauses(name)) this.#episodes.close(episode);
      this.#threads.delete(name);
      return;
    }
  }
}

/** How far before a secret the word may stand that makes it one: the first line of a key, `password`. */
const redactionMargin = 4000;
/** How many calls later a call without a result is given up. */
const mostCallsWaited = 100;
const mostThreads = 30;
const longestRemark = 3000;
const longestDirectory = 400;

interface RemarkKind {
  readonly text: string;
  readonly isRejectionReason: boolean;
  /** The call that was rejected. */
  readonly callLine?: number;
  readonly work?: RecentWork;
}
