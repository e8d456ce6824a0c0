import type { FailureVerdict } from "../failures/classify-failure.ts";
import { classifyImpact } from "../../lesson/score/score.ts";
import { firstPart } from "../../redact/excerpt.ts";
import { isMemoryFile } from "../../agents/memory-file.ts";
import { isUndo } from "../sayings/undo-command.ts";
import type { Answer, Remark } from "../sayings/user-correction.ts";
import type { FinishedCall } from "./finished-call.ts";

/**
 * What is remembered of one conversation: the main one, or that of a subagent. It is stored with the
 * cursor, so it is plain JSON, bounded, and holds redacted text only.
 */
export interface Thread {
  /** The last calls, oldest first. */
  calls: KeptCall[];
  callCount: number;
  editCount: number;
  /** The end of what the agent said last: the one text here that is only redacted when it is kept. */
  lastAssistant: string;
  /** A person stopped the agent just now. */
  wasInterrupted: boolean;
  /** The last files that the agent wrote or edited. */
  edited?: string[] | undefined;
  /** The commands that it ran last, each once, as the matcher sees them and cut. */
  ran?: readonly string[] | undefined;
  /** What a person said last, and what the agent has done about it so far. */
  remark?: OpenRemark | undefined;
  /** How what they had said before that began. */
  heardBefore?: string | undefined;
  /** What the agent has done since then. */
  lately: RecentWork;
  /** Of the calls that follow, where the log has said so. Redacted. */
  model?: string | undefined;
  workingDirectory?: string | undefined;
}

/** What a person who speaks now has just seen: the newest files and shell lines, oldest first. */
export interface RecentWork {
  readonly edited: readonly string[];
  readonly ran: readonly string[];
  /** What the person had asked for, where much is at stake in it: a release, a deployment. */
  readonly task?: string | undefined;
}

/** What later calls are compared with. The shell line is only kept when it failed. */
export type KeptCall = Pick<FinishedCall, "line" | "resultLine" | "tool" | "head" | "outcome"> & {
  readonly path?: string | undefined;
  readonly typed?: string | undefined;
  readonly failureClass?: string | undefined;
  readonly about?: FailureVerdict["about"] | undefined;
  readonly signature?: string | undefined;
};

export interface OpenRemark {
  /** Where the agent got it; a message may have been typed before that. */
  line: number;
  typedLine?: number;
  readonly at: string;
  readonly anchor: string;
  readonly remark: Remark;
  /** The tools that the agent had used last. */
  readonly tools: readonly string[];
  answer: { -readonly [Name in keyof Answer]: Answer[Name] };
  /** What the agent had done since the person spoke before. */
  readonly work: RecentWork;
  /** Where a memory was written in answer. */
  memoryLine?: number;
  /** What of it is about the remark. */
  noted?: string;
  /** The failure right before it has its words: it says nothing beyond that. */
  isAboutFailure?: true;
  /** The call that it rejected. */
  readonly callLine?: number | undefined;
  callsBefore: number;
}

/** One that begins, or one that is remembered: with all fields, for the reason that `newSession` has. */
export function newThread(known: Partial<Thread> = {}): Thread {
  return {
    calls: known.calls ?? [],
    callCount: known.callCount ?? 0,
    editCount: known.editCount ?? 0,
    lastAssistant: known.lastAssistant ?? "",
    wasInterrupted: known.wasInterrupted ?? false,
    edited: known.edited,
    ran: known.ran,
    remark: known.remark,
    heardBefore: known.heardBefore,
    lately: known.lately ?? noWork,
    model: known.model,
    workingDirectory: known.workingDirectory,
  };
}

export const noWork: RecentWork = { edited: [], ran: [] };

/** Nothing done yet of what a person has just asked for. */
export function workOn(words: string): RecentWork {
  const task = firstPart(words, longestTask);
  return classifyImpact(task) === "production" ? { ...noWork, task } : noWork;
}

const longestTask = 200;

export function rememberCall(thread: Thread, call: FinishedCall): void {
  const { line, resultLine, tool, head, outcome, path, failure, typed } = call;
  thread.calls.push({
    line,
    resultLine,
    tool,
    head,
    outcome,
    path,
    failureClass: failure?.name,
    about: failure?.about,
    signature: failure?.signature,
    typed: failure === undefined ? undefined : typed?.slice(0, longestTyped),
  });
  if (thread.calls.length > mostCallsKept) thread.calls.shift();
  thread.callCount += 1;
  if (call.command !== undefined) thread.ran = withCommands(thread.ran ?? [], call.command);
  thread.lately = workOf(call, thread.lately);
}

function withCommands(known: readonly string[], command: string): readonly string[] {
  const next = command.split("\n", mostOfALine).map((text) => text.slice(0, longestRun));
  return [...known.filter((one) => !next.includes(one)), ...next].slice(-mostRun);
}

const mostOfALine = 8;
const mostRun = 24;
const longestRun = 120;

/** What a call adds to what was done before it. */
export function workOf(call: FinishedCall, before: RecentWork = noWork): RecentWork {
  const { edited, ran } = before;
  const isEdit = call.does === "edit" || call.does === "write";
  const { path, typed } = call;
  const edit = isEdit ? path : undefined;
  if (edit === undefined && typed === undefined) return before;
  return {
    ...before,
    edited: edit === undefined ? edited : newest(edited, edit),
    ran: typed === undefined ? ran : newest(ran, typed.slice(0, longestRan)),
  };
}

/** Without what came before too often or too long ago. */
function newest(known: readonly string[], next: string): readonly string[] {
  return [...known.filter((one) => one !== next), next].slice(-mostRecent);
}

const mostRecent = 4;
const longestRan = 300;

const mostCallsKept = 30;
export const longestTyped = 1500;
/** Enough to see a question, an offer or a concession. */
export const longestSpeech = 600;

/** Notes what a finished call says about the agent's answer to the person who spoke last. */
export function noteAnswer(thread: Thread, call: FinishedCall): void {
  const isEdit = call.does === "edit" || call.does === "write";
  if (call.outcome !== "ok") return;
  if (isEdit) {
    thread.editCount += 1;
    const { edited = [] } = thread;
    if (call.path !== undefined && !edited.includes(call.path))
      thread.edited = [...edited, call.path].slice(-mostEdited);
  }
  const { remark } = thread;
  // What the agent does much later is no longer an answer.
  if (remark === undefined || thread.callCount - remark.callsBefore >= longestAnswerCalls) return;
  if (call.typed !== undefined && isUndo(call.typed)) remark.answer.undid = true;
  if (!isEdit || call.path === undefined) return;
  if (isMemoryFile(call.path)) remark.answer.wroteMemory = true;
  const isSoon = thread.callCount - remark.callsBefore < longestRework;
  if (isSoon && remark.work.edited.includes(call.path)) remark.answer.reworked = true;
}

/** What the agent comes back to after more calls than these is mostly the next step of the work. */
const longestRework = 8;

const longestAnswerCalls = 20;
const mostEdited = 60;
