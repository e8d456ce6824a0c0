import { remembered } from "../../match/once.ts";
import { linesFromEnd } from "../../platform/files/lines-from-end.ts";
import {
  isRecord,
  type JsonRecord,
  recordAt,
  recordsAt,
  textAt,
} from "../../platform/json/fields.ts";
import type { HookDoor, HookPayload, SessionProject, ToolPayload } from "../delivery.ts";
import {
  momentOfCall,
  mostMessages,
  recordIn,
  type Talk,
  transcriptBounds,
} from "../moment-of-call.ts";

/** The moment of a call as lessons look at it. Of the transcript, its end is read where a lesson asks for words. */
export const hookMoment: HookDoor["momentOf"] = (payload, session, { lessons, environment }) =>
  momentOfCall(payload, session, { lessons, environment, talk: () => talkBefore(payload) });

/** The model of the last answer, else what the start of the session said. */
export function hookModel(
  { agentId, transcriptPath }: HookPayload,
  { model }: SessionProject,
): string | undefined {
  if (agentId !== undefined) return undefined;
  return (transcriptPath === undefined ? undefined : lastModel(transcriptPath)) ?? model;
}

function lastModel(transcriptPath: string): string | undefined {
  let readLength = 0;
  for (const line of linesFromEnd(transcriptPath, transcriptBounds)) {
    if (readLength > longestSearch) return undefined;
    if (isResult(line)) continue;
    readLength += line.length;
    const record = recordIn(line);
    if (record?.["type"] !== "assistant" || record["isSidechain"] === true) continue;
    const model = textAt(recordAt(record, "message"), "model");
    // What the program says in the model's place is nobody's model.
    if (model !== undefined && !model.startsWith("<")) return model;
  }
  return undefined;
}

/** What both sides said last. */
export function messagesBefore(payload: ToolPayload): readonly string[] {
  return talkBefore(payload).messages;
}

/** Read once for a call, whoever asks. */
const talkBefore = remembered(({ transcriptPath }: ToolPayload) => talkIn(transcriptPath));

const silence: RecentTalk = { messages: [], workflows: [], hasPrompt: false };

/**
 * The program writes its transcript behind its work: at the first call of a session the prompt may not be there yet. It comes
 * within some milliseconds, and a lesson that asks for its words would miss it for good.
 */
function talkIn(transcriptPath: string | undefined): RecentTalk {
  if (transcriptPath === undefined) return silence;
  let talk = recentTalk(linesFromEnd(transcriptPath, transcriptBounds));
  for (let times = 0; times < mostWaits && !talk.hasPrompt; times += 1) {
    // So much was said that the prompt is far behind, and not still to come.
    if (talk.messages.length >= mostMessages) break;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    talk = recentTalk(linesFromEnd(transcriptPath, transcriptBounds));
  }
  return talk;
}

const mostWaits = 4;
const waitMs = 15;

interface RecentTalk extends Talk {
  /** Whether it goes back to what a person asked for. */
  readonly hasPrompt: boolean;
}

/**
 * Reads a transcript from its last line on, as far back as the last messages are, however long a result between them is.
 * Behind them the task that they belong to is looked for a little further. Any line may be of a kind that we do not know: what
 * cannot be read is passed over.
 */
export function recentTalk(lines: Iterable<string>): RecentTalk {
  const messages: string[] = [];
  const workflows: string[] = [];
  let isSameTask = true;
  let prompt: string | undefined;
  let readLength = 0;
  for (const line of lines) {
    if (messages.length >= mostMessages && (!isSameTask || readLength > longestSearch)) break;
    readLength += line.length;
    const record = isResult(line) ? undefined : recordIn(line);
    if (record === undefined) continue;
    if (record["type"] === "last-prompt") prompt ??= textAt(record, "lastPrompt");
    const text = spokenText(record);
    if (text !== "" && messages.length < mostMessages) messages.unshift(text);
    if (!isSameTask) continue;
    workflows.push(...skillsIn(record));
    if (record["type"] !== "user" || text === "") continue;
    const command = commandIn(text);
    if (command !== undefined) workflows.push(command);
    isSameTask = false;
  }
  // The prompt itself may be far behind; then the program's note of it stands in for it.
  if (isSameTask && prompt !== undefined) {
    if (messages.length < mostMessages) messages.unshift(prompt);
    const command = /^\/(\S{1,100})/.exec(prompt)?.[1];
    if (command !== undefined) workflows.push(command);
  }
  return { messages, workflows, hasPrompt: !isSameTask || prompt !== undefined };
}

/** In UTF-16 units. */
const longestSearch = 262_144;

/** Nobody says anything in it, and it may be long. */
function isResult(line: string): boolean {
  return line.length > shortRecord && line.slice(0, shortRecord).includes('"type":"tool_result"');
}

const shortRecord = 2000;

/** Words of the person or the agent; neither results nor what the program itself put in. */
function spokenText(record: JsonRecord): string {
  const type = record["type"];
  const isSpoken = type === "user" || type === "assistant";
  if (!isSpoken || record["isMeta"] === true || record["isCompactSummary"] === true) return "";
  const message = record["message"];
  if (!isRecord(message)) return "";
  const text = textAt(message, "content") ?? partsOf(message);
  return text.trim();
}

function partsOf(message: JsonRecord): string {
  return recordsAt(message, "content")
    .flatMap((part) => (part["type"] === "text" ? (textAt(part, "text") ?? []) : []))
    .join("\n");
}

/** The program writes a typed command into the message between such tags. */
function commandIn(text: string): string | undefined {
  return /<command-name>\/?([^<\s]{1,100})<\/command-name>/.exec(text)?.[1];
}

function skillsIn(record: JsonRecord): readonly string[] {
  const message = record["message"];
  if (record["type"] !== "assistant" || !isRecord(message)) return [];
  return recordsAt(message, "content").flatMap((part) => {
    const input = part["input"];
    const isSkill = part["type"] === "tool_use" && part["name"] === "Skill" && isRecord(input);
    return isSkill ? (textAt(input, "skill") ?? textAt(input, "command") ?? []) : [];
  });
}
