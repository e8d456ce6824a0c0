import { type JsonRecord, isRecord, recordsAt, textAt } from "../../platform/json/fields.ts";
import { answersOf, callsOf, partTexts } from "./message.ts";

/** A message as it was last written, at the place where it was first written. */
export interface Turn {
  record: JsonRecord;
  readonly line: number;
  /** Counted from the first message on. */
  readonly order: number;
  readonly calls: Call[];
  /** Texts of it that only repeat what an earlier message said. */
  readonly repeats: Set<string>;
}

export interface Call {
  readonly callId: string;
  readonly record: JsonRecord;
  readonly line: number;
  answer?: Answer;
}

interface Answer {
  /** The call's own record, or the message part that answers it. */
  readonly record: JsonRecord;
  readonly line: number;
}

/**
 * What happened in a chat, from a journal of changes. A message that is written again replaces itself, and
 * none is ever taken away: when the program shortens what the model is shown, or a person goes back,
 * the calls still ran. What it then writes down once more under other names is found by its text.
 */
export class Conversation {
  /** The session's own fields, each as it was first given. */
  header: JsonRecord = {};
  readonly turns: Turn[] = [];
  readonly #turnById = new Map<string, Turn>();
  readonly #callById = new Map<string, Call>();
  /** What the model is shown at this point of the journal. */
  #shown = new Set<Turn>();

  /** False when there is something in it that nobody knows. */
  set(fields: unknown, line: number): boolean {
    if (!isRecord(fields)) return false;
    const { messages: list, ...header } = fields;
    this.header = { ...header, ...this.header };
    if (!Array.isArray(list)) return true;
    const messages = list.filter(isRecord);
    const before = this.#shown;
    this.#shown = new Set();
    const areKnown = messages.map((message) => this.addMessage(message, line)).every(Boolean);
    this.#markRepeats(before);
    return areKnown;
  }

  /** Newer journals name what changed instead of the whole list. */
  patch(change: unknown, line: number): boolean {
    if (!isRecord(change)) return false;
    for (const update of [change, ...recordsAt(change, "updates")]) this.#update(update, line);
    const removed = change["removeIds"];
    if (Array.isArray(removed)) {
      const before = this.#shown;
      const gone = new Set(removed.map((id: unknown) => this.#turnById.get(String(id))));
      this.#shown = new Set([...before].filter((turn) => !gone.has(turn)));
      this.#markRepeats(before);
    }
    return true;
  }

  addMessage(record: JsonRecord, line: number): boolean {
    if (!messageTypes.has(textAt(record, "type") ?? "")) return false;
    const id = usableId(textAt(record, "id"));
    let turn = id === undefined ? undefined : this.#turnById.get(id);
    if (turn === undefined) {
      turn = { record, line, order: this.turns.length, calls: [], repeats: new Set() };
      this.turns.push(turn);
      if (id !== undefined) this.#turnById.set(id, turn);
    }
    turn.record = record;
    this.#shown.add(turn);
    this.#readCalls(turn, line);
    return true;
  }

  isAnswered(callId: string): boolean {
    return this.#callById.get(callId)?.answer !== undefined;
  }

  #update(change: JsonRecord, line: number): void {
    const turn = this.#turnById.get(textAt(change, "id") ?? "");
    if (turn === undefined) return;
    if (change["content"] !== undefined) {
      turn.record = { ...turn.record, content: change["content"] };
    }
    this.#readCalls(turn, line);
  }

  #readCalls(turn: Turn, line: number): void {
    for (const { id, index, record, isDone } of callsOf(turn.record)) {
      const callId = usableId(id) ?? `${turn.order}:${index}`;
      let call = this.#callById.get(callId);
      if (call === undefined) {
        call = { callId, record, line };
        this.#callById.set(callId, call);
        turn.calls.push(call);
      }
      // The first word holds: outputs are blacked out later, when the model's memory gets short.
      if (isDone) call.answer ??= { record, line };
    }
    for (const { callId, record } of answersOf(turn.record)) {
      const call = this.#callById.get(callId);
      if (call !== undefined) call.answer ??= { record, line };
    }
  }

  /** After the list was replaced: texts of messages that are gone stand in it again, in messages with new names. */
  #markRepeats(before: ReadonlySet<Turn>): void {
    const gone = new Map<string, Turn[]>();
    for (const turn of before) {
      if (this.#shown.has(turn)) continue;
      for (const text of partTexts(turn.record["content"])) {
        const earlier = gone.get(text);
        if (earlier === undefined) gone.set(text, [turn]);
        else earlier.push(turn);
      }
    }
    if (gone.size === 0) return;
    for (const turn of this.#shown) {
      for (const text of partTexts(turn.record["content"])) {
        const original = gone.get(text)?.[0];
        if (original === undefined || original.order > turn.order) continue;
        gone.get(text)?.shift();
        turn.repeats.add(text);
      }
    }
  }
}

const messageTypes: ReadonlySet<string> = new Set(["user", "gemini", "info", "error", "warning"]);

/** An id that was blacked out names everything and nothing. */
function usableId(id: string | undefined): string | undefined {
  return id === "" || id === "REDACTED" ? undefined : id;
}

/** What the place of a chat says about it. */
export interface ChatName {
  /** The session whose subagent this is: `chats/<parent>/<id>.jsonl`. */
  readonly parentSessionId?: string;
  /** The subagent itself, when it is one. */
  readonly subagent?: string;
}

export function chatName(path: string): ChatName {
  const parts = path.split(/[\\/]/);
  const [parentSessionId, file, ...deeper] = parts.slice(parts.lastIndexOf("chats") + 1);
  if (!parts.includes("chats") || deeper.length > 0) return {};
  if (parentSessionId === undefined || file === undefined) return {};
  return { parentSessionId, subagent: file.replace(/\.jsonl?$/, "") };
}
