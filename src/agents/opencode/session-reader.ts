import {
  type JsonRecord,
  isRecord,
  numberAt,
  recordAt,
  textAt,
} from "../../platform/json/fields.ts";
import type { Emit, RecordCounts } from "../adapter.ts";
import { type EventPlace, type TokenTotals, placed } from "../event.ts";
import { brokenDocument, wholeDocument } from "../read-records.ts";
import { instantAt, readToolPart } from "./tool-part.ts";

/** Reads what `opencode export` wrote: one session with all its messages and their parts. */
export function readExport(_path: string, content: Buffer, emit: Emit): RecordCounts {
  const document = wholeDocument(content);
  if (document === undefined) return brokenDocument(content);
  const session = recordAt(document, "info");
  const reader = new SessionReader(
    {
      sessionId: textAt(session, "id"),
      parentSessionId: textAt(session, "parentID"),
      workingDirectory: textAt(session, "directory"),
      agentVersion: textAt(session, "version"),
      model: textAt(recordAt(session, "model"), "id"),
      subagent: textAt(session, "agent"),
    },
    emit,
  );
  const messages: unknown = document["messages"];
  for (const message of Array.isArray(messages) ? messages : []) {
    const record = isRecord(message) ? message : undefined;
    const parts: unknown = record?.["parts"];
    reader.readMessage(
      recordAt(record, "info"),
      (Array.isArray(parts) ? parts : []).map((part: unknown) =>
        isRecord(part) ? part : undefined,
      ),
    );
  }
  return reader.counts();
}

/** What is known about a session before its first message. */
interface SessionInfo {
  readonly sessionId: string | undefined;
  readonly parentSessionId: string | undefined;
  readonly workingDirectory: string | undefined;
  readonly agentVersion: string | undefined;
  readonly model: string | undefined;
  /** Whom the session was made for, when it has a parent. */
  readonly subagent: string | undefined;
}

/** Reads one session, message by message, whether it comes from the database or from an export. */
export class SessionReader {
  readonly #emit: Emit;
  readonly #isSubagent: boolean;
  readonly #thread: string | undefined;
  readonly #unreadable: number[] = [];
  /** Of the messages so far; another one may be chosen for each. */
  #model: string | undefined;
  #directory: string | undefined;
  #messages = 0;
  #records = 0;
  #unknown = 0;

  constructor(info: SessionInfo, emit: Emit) {
    this.#emit = emit;
    this.#isSubagent = info.parentSessionId !== undefined;
    this.#thread = this.#isSubagent ? (info.subagent ?? info.sessionId) : undefined;
    this.#model = info.model || undefined;
    this.#directory = info.workingDirectory || undefined;
    emit({
      is: "facts",
      ...placed(1, undefined, this.#thread),
      sessionId: info.sessionId || undefined,
      parentSessionId: info.parentSessionId || undefined,
      workingDirectory: info.workingDirectory || undefined,
      agentVersion: info.agentVersion || undefined,
      model: info.model || undefined,
    });
  }

  /** Undefined stands for what could not be read. */
  readMessage(message: JsonRecord | undefined, parts: readonly (JsonRecord | undefined)[]): void {
    this.#messages += 1;
    this.#count(message, this.#messages);
    // A place is that of its message, counted from 1.
    const at = instantAt(recordAt(message, "time"), "created");
    const place = placed(this.#messages, at, this.#thread);
    if (textAt(message, "role") === "assistant") this.#readRequest(message, place);
    this.#readPerson(message, parts, place);
    for (const part of parts) {
      this.#count(part, this.#messages);
      if (part !== undefined) this.#readPart(part, message, place);
    }
  }

  /** Records of a kind that this reader has never seen. */
  countUnknown(records: number): void {
    this.#records += records;
    this.#unknown += records;
  }

  counts(): RecordCounts {
    return { records: this.#records, unknown: this.#unknown, unreadable: this.#unreadable };
  }

  #count(record: JsonRecord | undefined, line: number): void {
    this.#records += 1;
    if (record === undefined) this.#unreadable.push(line);
  }

  #readRequest(message: JsonRecord | undefined, place: EventPlace): void {
    const model = textAt(message, "modelID") || this.#model;
    const workingDirectory = textAt(recordAt(message, "path"), "cwd") || this.#directory;
    if (model !== this.#model || workingDirectory !== this.#directory) {
      this.#emit({
        is: "facts",
        ...place,
        model: model === this.#model ? undefined : model,
        workingDirectory: workingDirectory === this.#directory ? undefined : workingDirectory,
      });
    }
    this.#model = model;
    this.#directory = workingDirectory;
    const requestId = textAt(message, "id");
    const usage = tokenUsage(recordAt(message, "tokens"));
    if (usage !== undefined && requestId !== undefined) {
      this.#emit({ is: "usage", ...place, requestId, ...usage });
    }
  }

  #readPart(part: JsonRecord, message: JsonRecord | undefined, place: EventPlace): void {
    const type = textAt(part, "type") ?? "";
    if (type === "tool") readToolPart(part, place, this.#emit);
    else if (type === "compaction") this.#emit({ is: "compaction", ...place });
    else if (type !== "text" && !silentParts.has(type)) this.#unknown += 1;
    // A summary retells old errors.
    if (textAt(message, "role") !== "assistant" || message?.["summary"] === true) return;
    const text = saidIn(part);
    if (text !== "") this.#emit({ is: "assistant", ...place, text });
  }

  #readPerson(
    message: JsonRecord | undefined,
    parts: readonly (JsonRecord | undefined)[],
    place: EventPlace,
  ): void {
    // A subagent is asked by the agent that started it.
    if (textAt(message, "role") !== "user" || this.#isSubagent) return;
    const text = parts
      .map(saidIn)
      .filter((said) => said !== "")
      .join("\n");
    if (text === "") return;
    this.#emit({ is: "user", ...place, text, recordId: recordId(message, text) });
  }
}

/** The program and its plugins mark the texts that they put into a message. */
function saidIn(part: JsonRecord | undefined): string {
  if (part?.["synthetic"] === true || part?.["ignored"] === true) return "";
  return textAt(part, "type") === "text" ? (textAt(part, "text")?.trim() ?? "") : "";
}

/** Steps, thoughts, attachments, snapshots: kept by the program for itself or for the model. */
const silentParts: ReadonlySet<string> = new Set(
  "agent file patch reasoning retry snapshot step-finish step-start subtask".split(" "),
);

/** A fork has its messages under new ids, but leaves them their times. */
function recordId(message: JsonRecord | undefined, text: string): string | undefined {
  const created = numberAt(recordAt(message, "time"), "created");
  return created === undefined ? textAt(message, "id") : `${created}:${text.length}`;
}

/** What one request took; undefined when nothing was counted. Thoughts are counted apart and are output too. */
function tokenUsage(tokens: JsonRecord | undefined): TokenTotals | undefined {
  const cache = recordAt(tokens, "cache");
  const usage = {
    inputTokens: countAt(tokens, "input"),
    outputTokens: countAt(tokens, "output") + countAt(tokens, "reasoning"),
    cacheReadTokens: countAt(cache, "read"),
    cacheWriteTokens: countAt(cache, "write"),
  };
  return Object.values(usage).every((count) => count === 0) ? undefined : usage;
}

function countAt(record: JsonRecord | undefined, name: string): number {
  return Math.max(0, numberAt(record, name) ?? 0);
}
